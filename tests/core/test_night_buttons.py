"""What no tap may do: old buttons, forged values, strangers, the wrong moment (N16, S10, S30)."""

from typing import get_args

import pytest

from core.night import Care, Custom, Menu, Night
from core.night import intents as want
from core.night.values import TURN_LIMITS, OptionValue
from core.players.strength import Strength
from tests.core.nights import OPENED, Evening, empty_night, person_of, playing

STRANGER = 99


def running() -> Evening:
    """Ana has won and may be brought back, Bob is on turn; Dan came later."""
    evening = playing("9h", "9b Tb 8a", "9l Tl", pile="Kh", draw="9a Ta Ka 7a 7l", late="Dan")
    evening.does("Ana play 9h")
    return evening


# Old buttons

ACTIONS = ("play 9b", "draw", "drink", "stand", "challenge", "admit", "show", "slap", "call", "doubt", "announce 9b")


@pytest.mark.parametrize("words", ACTIONS)
@pytest.mark.parametrize("game, ply", [(0, 0), (0, -1), (0, 1), (0, 10**30), (-1, None), (1, None), (10**30, None)])
def test_a_button_for_another_question_does_nothing(words: str, game: int, ply: int | None) -> None:
    evening = running()
    present = evening.round.state.ply
    if ply == present:
        ply = -7
    action = want.Act(
        person=person_of("Bob"), table=1, game=1 + game, ply=present if ply is None else ply, action=words
    )
    assert evening.declines(action) == "old-button"


def test_an_action_can_be_tapped_once() -> None:
    evening = running()
    tap = evening.act("Bob draw")
    evening.wants(tap)
    assert evening.declines(tap) == "old-button"


@pytest.mark.parametrize("ply", [-1, 0, 1, 2, 10**30])
def test_s10_s30_choosing_and_leaving_for_health_are_good_at_any_time(ply: int) -> None:
    evening = running()
    evening.wants(want.Act(person=person_of("Ana"), table=1, game=1, ply=ply, action="choose rum"))
    assert evening.round.state.chosen == "rum"
    evening.wants(want.Act(person=person_of("Cyr"), table=1, game=1, ply=ply, action="collapse"))
    assert evening.person("Cyr").unwell
    assert evening.table.round is None
    assert evening.seats == "Dan Ana Bob"


@pytest.mark.parametrize("words", ["choose rum", "collapse"])
def test_but_in_their_own_game(words: str) -> None:
    evening = running()
    for game in (0, 2):
        action = want.Act(person=person_of("Ana"), table=1, game=game, ply=1, action=words)
        assert evening.declines(action) == "old-button"


def test_a_slap_is_good_as_long_as_the_race_runs_however_many_have_slapped() -> None:
    evening = playing("9b 8h", "8b Kh", "Ta Ka", pile="Kb", draw="7a")
    evening.does("Ana play 9b")
    tap = evening.act("Cyr slap")
    evening.does("Ana slap")
    evening.wants(tap)
    assert evening.round.state.phase == "play"
    assert evening.declines(tap) == "old-button"


@pytest.mark.parametrize("after", [-1, 0, 2, 10**30])
def test_n16_a_deal_counts_for_the_games_so_far(after: int) -> None:
    evening = Evening("Ana", "Bob")
    evening.deals("Ana")
    evening.is_unwell("Ana")
    evening.joins("Ana")
    assert evening.declines(want.Deal(person=1, table=1, after=after)) == "old-button"
    evening.wants(want.Deal(person=1, table=1, after=1))
    assert evening.round.number == 2


def test_n16_a_second_tap_deals_nothing() -> None:
    evening = Evening("Ana", "Bob")
    deal = want.Deal(person=1, table=1, after=0)
    evening.wants(deal)
    assert evening.declines(deal) == "game-running"


def test_ending_the_night_is_confirmed_only_when_somebody_asked() -> None:
    evening = running()
    yes, no = want.EndNight(person=1, confirmed=True), want.EndNight(person=2, cancelled=True)
    assert evening.declines(yes) == "old-button"
    evening.wants(want.EndNight(person=3))
    assert evening.night.ending == 3
    evening.wants(no)
    assert evening.night.ending is None
    assert evening.declines(yes) == "old-button"


# Words that are no action


WORDS = (
    "",
    " ",
    "play",
    "play 7z",
    "play 9b=",
    "draw 2",
    "dance",
    "choose",
    "choose a b",
    "timeout",
    "x" * 200,
    "\x00",
)


@pytest.mark.parametrize("words", WORDS)
def test_words_that_are_no_action_are_refused(words: str) -> None:
    evening = running()
    why = evening.declines(evening.act(f"Bob {words}"))
    assert why in ("unknown-action", "unknown-action S24", "bad-name S20", "not-your-card S3", "bad-name S21")


@pytest.mark.parametrize("words", ["collapse", " collapse ", "collapse\n"])
def test_words_are_read_as_a_record_reads_them(words: str) -> None:
    evening = running()
    evening.wants(want.Act(person=person_of("Cyr"), table=1, game=1, ply=-5, action=words))
    assert evening.person("Cyr").unwell


# Who may what


def every_intent(person: int) -> dict[type, want.OfPerson]:
    """One wish of each kind."""
    wishes: tuple[want.OfPerson, ...] = (
        want.Join(person=person, name="Xaver"),
        want.Leave(person=person),
        want.Unwell(person=person),
        want.Rest(person=person, sits_out=True),
        want.PickGame(person=person, table=1, game="smidary"),
        want.SetOption(person=person, table=1, option="deal", setting=4),
        want.SetOptions(person=person, table=1, game="smidary", options=()),
        want.SetLimit(person=person, table=1, seconds=30),
        want.SetSlapLimit(person=person, table=1, seconds=30),
        want.Deal(person=person, table=1, after=0),
        want.Act(person=person, table=1, game=1, ply=0, action="draw"),
        want.OpenMenu(person=person, menu=Menu.CORRECT),
        want.Mark(person=person, card="7h", on=True),
        want.ShowHand(person=person),
        want.ShowTable(person=person),
        want.ShowBoard(person=person),
        want.ShowRules(person=person),
        want.DrinkUp(person=person),
        want.FetchRound(person=person, entry=1),
        want.Correct(person=person, entry=1),
        want.ChooseDrink(person=person, table=1, game=1, drink="rum"),
        want.EndNight(person=person),
        want.AddBottle(person=person, name="rum", ml=700, abv=400),
        want.ChangeStock(person=person, drink="rum", bottles=1),
        want.PickDrink(person=person, drink="rum"),
        want.ChooseCare(person=person, care=Care.SOFT),
        want.SetOwnLimit(person=person, drinks=2),
        want.SetGroupLanguage(person=person, language="en"),
        want.AllowSettings(person=person, admins_only=True),
        want.SetLanguage(person=person, language="en"),
        want.DrawTables(person=person, by_tally=True),
        want.MovePerson(person=person, who=2),
        want.SettleTables(person=person, two=True),
        want.JoinTables(person=person),
        want.Pause(person=person, on=True),
        want.TakeBreak(person=person),
        want.StaySeated(person=person, on=True),
        want.SeatBot(person=person, table=1, strength=Strength.EASY),
        want.DismissBot(person=person, bot=-1),
        want.GoOnDry(person=person, plays=True),
        want.SetCustom(person=person, table=1, custom=Custom.EXIT_BOTTLE, on=True),
        want.FinishBottle(person=person, drink="rum"),
        want.WaiveBottle(person=person, whom=1),
        want.SwitchRule(person=person, table=1, rule="seven", on=False),
        want.MindTurns(person=person, table=1, on=True),
        want.KeepRules(person=person, table=1, on=True),
        want.Cut(person=person, table=1, after=0, suit="h"),
        want.MakeRule(person=person, table=1, game=1, verb=want.Making.SKIP),
        want.OpenDispute(person=person, question="?", answers=("a", "b"), closes_at=0),
        want.AnswerDispute(person=person, dispute=1, answer=0),
        want.ConfirmRuling(person=person, dispute=1),
        want.CastVote(person=person, table=1, game=1, accused=0, breach=True),
    )
    return {type(wish): wish for wish in wishes}


KINDS: tuple[type, ...] = get_args(want.OfPerson)
OF_ADMINS = (want.ConfirmRuling,)
"""They may do it whether they play or not."""
FREE: tuple[type, ...] = (want.Join, want.ShowTable, want.ShowBoard, want.ShowRules)


def test_there_is_a_wish_of_every_kind() -> None:
    assert set(every_intent(1)) == set(KINDS)


@pytest.mark.parametrize("kind", sorted({*KINDS} - {*FREE, *OF_ADMINS}, key=str), ids=lambda kind: kind.__name__)
def test_a_stranger_may_only_look_and_join(kind: type) -> None:
    for evening in (running(), Evening("Ana", "Bob")):
        assert evening.declines(every_intent(STRANGER)[kind]) == "stranger"
    confirmed = want.EndNight(person=STRANGER, confirmed=True)
    assert running().declines(confirmed) == "stranger"


@pytest.mark.parametrize("kind", FREE, ids=lambda kind: kind.__name__)
def test_n01_anybody_may_look_and_join(kind: type) -> None:
    running().wants(every_intent(STRANGER)[kind])


AT_THE_TABLE = (
    want.Leave,
    want.Unwell,
    want.Rest,
    want.PickGame,
    want.SetOption,
    want.SetOptions,
    want.SetLimit,
    want.SetSlapLimit,
    want.Deal,
    want.Correct,
    want.AddBottle,
    want.ChangeStock,
    want.SetGroupLanguage,
    want.AllowSettings,
    want.DrawTables,
    want.MovePerson,
    want.SettleTables,
    want.JoinTables,
    want.Pause,
    want.TakeBreak,
    want.SeatBot,
    want.DismissBot,
    want.GoOnDry,
    want.SetCustom,
    want.FinishBottle,
    want.WaiveBottle,
    want.SwitchRule,
    want.MindTurns,
    want.KeepRules,
    want.Cut,
    want.MakeRule,
    want.OpenDispute,
    want.EndNight,
)


@pytest.mark.parametrize("kind", AT_THE_TABLE, ids=lambda kind: kind.__name__)
def test_who_has_left_the_table_decides_nothing_there(kind: type) -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.leaves("Cyr")
    assert evening.declines(every_intent(person_of("Cyr"))[kind]) == "stranger"
    evening = running()
    evening.is_unwell("Cyr")
    assert evening.declines(every_intent(person_of("Cyr"))[kind]) == "stranger"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_after_its_end_nothing_happens_to_a_night(kind: type) -> None:
    evening = running()
    evening.wants(want.EndNight(person=1))
    evening.wants(want.EndNight(person=1, confirmed=True))
    assert evening.declines(every_intent(1)[kind]) == "night-over"


def test_spectators_and_those_who_wait_play_no_card() -> None:
    evening = running()
    evening.wants(want.Join(person=STRANGER, name="Xaver"))
    for person in (STRANGER, person_of("Dan")):
        action = want.Act(person=person, table=1, game=1, ply=evening.round.state.ply, action="draw")
        assert evening.declines(action) == "not-playing"


def test_a_game_refuses_by_its_own_clauses() -> None:
    evening = running()
    assert evening.declines(evening.act("Bob play Kl")) == "not-your-card S3"
    assert evening.declines(evening.act("Cyr draw")) == "not-your-turn S2"
    assert evening.declines(evening.act("Ana draw")) == "dead-dont-talk S29"


# The lobby


OPTIONS: list[tuple[str, OptionValue]] = [
    ("deal", 7),
    ("deal", 3),
    ("deal", -5),
    ("deal", True),
    ("deal", "5"),
    ("deal", (5,)),  # type: ignore[list-item]
    ("deal", 10**400),
    ("six", 1),
    ("six", "yes"),
    ("cheating", "perhaps"),
    ("cheating", ""),
    ("bottom", False),
    ("false_call", -1),
    ("false_call", 1001),
    ("false_call", 10**30),
    ("false_call", "10"),
    ("no such option", 1),
    ("", ""),
    ("__class__", 1),
]


@pytest.mark.parametrize("option, setting", OPTIONS, ids=str)
def test_n16_an_option_is_one_of_the_games_own_with_a_value_it_has(option: str, setting: OptionValue) -> None:
    evening = Evening("Ana", "Bob")
    chosen = want.SetOption(person=1, table=1, option=option, setting=setting)
    assert evening.declines(chosen) == "old-button"
    both = want.SetOptions(person=1, table=1, game="smidary", options=(("six", True), (option, setting)))
    assert evening.declines(both) == "old-button"


def test_p13_the_cut_is_no_option_of_a_table() -> None:
    evening = Evening("Ana", "Bob", game="prsi", options={"action_suit": "cut"})
    assert evening.declines(want.SetOption(person=1, table=1, option="cut", setting="h")) == "old-button"


def chosen(evening: Evening) -> dict[str, object]:
    return dict(dict(evening.table.options).get(evening.table.game, ()))


def test_n16_the_table_remembers_what_differs_from_the_defaults_for_each_game() -> None:
    evening = Evening("Ana", "Bob", options={"six": True, "false_call": 20, "deal": 5})
    assert chosen(evening) == {"six": True, "false_call": 20}
    evening.wants(want.PickGame(person=2, table=1, game="shithead"))
    assert chosen(evening) == {}
    evening.wants(want.SetOption(person=2, table=1, option="jokers", setting=2))
    evening.wants(want.PickGame(person=1, table=1, game="smidary"))
    evening.wants(want.SetOption(person=1, table=1, option="six", setting=False))
    assert chosen(evening) == {"false_call": 20}
    evening.wants(want.PickGame(person=1, table=1, game="shithead"))
    assert chosen(evening) == {"jokers": 2}


def test_n16_all_options_at_once_are_for_the_game_that_the_table_has() -> None:
    evening = Evening("Ana", "Bob", options={"six": True})
    preset = want.SetOptions(person=1, table=1, game="smidary", options=(("deal", 4), ("cheating", "drink")))
    evening.wants(preset)
    assert chosen(evening) == {"deal": 4, "cheating": "drink"}
    evening.wants(want.PickGame(person=1, table=1, game="shithead"))
    assert evening.declines(preset) == "old-button"


def test_n16_the_chosen_options_are_played() -> None:
    evening = Evening("Ana", "Bob", options={"six": True, "deal": 6})
    evening.deals("Ana")
    assert evening.round.options == (("deal", 6), ("six", True))
    assert len(evening.round.state.hands[0]) == 6
    assert len(evening.round.deck) == 33


def test_s1_a_deal_that_does_not_fit_is_the_largest_that_fits() -> None:
    evening = Evening("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab", options={"deal": 6})
    evening.deals("Ana")
    assert evening.round.options == (("deal", 4),)
    assert {len(hand) for hand in evening.round.state.hands} == {4}
    assert chosen(evening) == {"deal": 6}


@pytest.mark.parametrize("seconds", [-30, 1, 45, 91, 601, 10**30])
def test_n02_a_limit_is_one_of_those_offered(seconds: int) -> None:
    assert Evening("Ana").declines(want.SetLimit(person=1, table=1, seconds=seconds)) == "old-button"


@pytest.mark.parametrize("seconds", TURN_LIMITS)
def test_n02_the_table_sets_its_limit(seconds: int) -> None:
    evening = Evening("Ana")
    evening.wants(want.SetLimit(person=1, table=1, seconds=seconds))
    assert evening.table.limit == seconds
    assert seconds == 0 or 30 <= seconds <= 600


@pytest.mark.parametrize("game", ["", "canasta", "SMIDARY", "smidary ", "__class__"])
def test_n16_an_unknown_game_is_not_chosen(game: str) -> None:
    assert Evening("Ana").declines(want.PickGame(person=1, table=1, game=game)) == "old-button"


@pytest.mark.parametrize("table", [0, 2, -1, 10**30])
def test_a_table_that_is_not_there_has_nothing_to_choose(table: int) -> None:
    evening = Evening("Ana", "Bob")
    assert evening.declines(want.PickGame(person=1, table=table, game="smidary")) == "old-button"
    assert evening.declines(want.SetOption(person=1, table=table, option="six", setting=True)) == "old-button"
    assert evening.declines(want.SetOptions(person=1, table=table, game="smidary", options=())) == "old-button"
    assert evening.declines(want.SetLimit(person=1, table=table, seconds=30)) == "old-button"
    assert evening.declines(want.Deal(person=1, table=table, after=0)) == "old-button"
    action = want.Act(person=1, table=table, game=1, ply=0, action="draw")
    assert running().declines(action) == "old-button"


def test_n16_options_are_frozen_while_a_game_runs() -> None:
    evening = running()
    frozen: tuple[want.Intent, ...] = (
        want.PickGame(person=2, table=1, game="shithead"),
        want.SetOption(person=2, table=1, option="six", setting=True),
        want.SetOptions(person=2, table=1, game="smidary", options=()),
        want.SetLimit(person=2, table=1, seconds=30),
        want.Deal(person=2, table=1, after=1),
    )
    assert {evening.declines(intent) for intent in frozen} == {"game-running"}


def test_a_game_needs_enough_people_and_not_too_many() -> None:
    evening = Evening("Ana")
    assert evening.declines(want.Deal(person=1, table=1, after=0)) == "too-few"
    evening = Evening("Ana", "Bob", "Cyr", options={"variant": "western"})
    assert evening.declines(want.Deal(person=1, table=1, after=0)) == "does-not-fit"
    evening.rests("Cyr")
    evening.deals("Cyr")
    assert evening.players == "Ana Bob"


# Screens


def test_a_menu_is_closed_by_the_question_that_its_owner_is_asked() -> None:
    evening = running()
    for name in ("Ana", "Bob", "Cyr", "Dan"):
        evening.wants(want.OpenMenu(person=person_of(name), menu=Menu.UNWELL))
    evening.does("Bob draw")
    menus = {name: evening.person(name).menu for name in ("Ana", "Bob", "Cyr", "Dan")}
    assert menus == {"Ana": Menu.UNWELL, "Bob": None, "Cyr": None, "Dan": Menu.UNWELL}


@pytest.mark.parametrize("menu", [Menu.NAME, Menu.MARK])
def test_what_was_opened_to_answer_is_closed_with_the_question(menu: Menu) -> None:
    evening = running()
    for name in ("Ana", "Bob"):
        evening.wants(want.OpenMenu(person=person_of(name), menu=menu, on="9b"))
    evening.does("Bob draw")
    for name in ("Ana", "Bob"):
        assert (evening.person(name).menu, evening.person(name).menu_on) == (None, "")


def marks(evening: Evening, *cards: str, on: bool = True) -> str:
    for card in cards:
        evening.wants(want.Mark(person=1, card=card, on=on))
    return evening.person("Ana").menu_on


def test_h5_cards_of_one_rank_are_marked_one_by_one_those_of_another_no_longer() -> None:
    evening = Evening("Ana", "Bob", game="shithead")
    evening.deals("Ana")
    assert marks(evening, "5d", "5h", "5d") == "5d 5h 5d"
    assert marks(evening, "5d", on=False) == "5h 5d"
    assert marks(evening, "Qs") == "Qs"
    assert marks(evening, "Qs", on=False) == ""
    assert evening.person("Ana").menu is None


def test_h1_no_card_is_marked_more_often_than_two_packs_have_it() -> None:
    evening = Evening("Ana", "Bob", game="shithead")
    assert marks(evening, *["5d"] * 10, *["5h"] * 10) == "5d 5d 5h 5h"
    assert marks(evening, *["Xr"] * 3) == "Xr Xr"
    for card in ("", "5", "5x", "5d 5h", "5d\n", "Xx", "x" * 200):
        assert evening.declines(want.Mark(person=1, card=card, on=True)) == "old-button"


def test_the_deal_shows_everybody_their_cards() -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.rests("Cyr")
    for name in ("Ana", "Bob", "Cyr"):
        evening.wants(want.OpenMenu(person=person_of(name), menu=Menu.CORRECT))
    evening.deals("Ana")
    assert [person.menu for person in evening.night.people] == [None, None, Menu.CORRECT]


def test_a_hand_can_be_asked_for_again() -> None:
    evening = running()
    called = evening.person("Bob").called
    evening.wants(want.ShowHand(person=2))
    evening.wants(want.OpenMenu(person=2, menu=Menu.UNWELL, anew=True))
    bob = evening.person("Bob")
    assert (bob.called, bob.menu) == (called + 2, Menu.UNWELL)
    evening.wants(want.OpenMenu(person=2, menu=None))
    assert (evening.person("Bob").called, evening.person("Bob").menu) == (called + 2, None)


def test_what_the_bot_learns_of_somebody_is_told_once() -> None:
    evening = Evening("Ana")
    evening.wants(want.Reachable(person=1, reachable=False))
    assert evening.told("Unreachable") == [{"person": 1}]
    assert evening.person("Ana").reachable is False
    evening.wants(want.Reachable(person=1, reachable=False))
    assert evening.news == ()
    evening.wants(want.Reachable(person=1, reachable=True))
    assert evening.news == ()
    assert evening.declines(want.Reachable(person=STRANGER, reachable=True)) == "stranger"


def test_a_group_that_becomes_another_chat_is_followed_once() -> None:
    evening = Evening("Ana")
    moved = want.MoveChat(chat=-100)
    evening.wants(moved)
    assert evening.night.chat == -100
    before = evening.night
    evening.wants(moved)
    assert evening.night == before


# The end of a night


def test_a_night_ends_also_in_mid_game_without_penalties() -> None:
    evening = running()
    evening.does("Bob draw")
    evening.wants(want.EndNight(person=person_of("Dan")))
    evening.wants(want.EndNight(person=person_of("Ana"), confirmed=True))
    night: Night = evening.night
    assert night.ended_at == evening.now
    assert evening.table.round is None
    assert evening.table.result is None
    assert evening.entries == ()
    assert [fact.kind for fact in evening.news] == ["NightEnded"]
    assert all((person.games, person.losses) == (0, 0) for person in night.people)


def test_a_night_begins_empty() -> None:
    night = empty_night()
    assert (night.people, night.games, night.books.last, night.opened_at) == ((), 0, 0, OPENED)
