"""What no tap may do: old buttons, forged values, strangers, the wrong moment (N16, S10, S30)."""

from dataclasses import replace
from typing import get_args

import pytest

from core.night import Care, Custom, Menu
from core.night import intents as want
from core.night.settings import needs_an_admin
from core.players.strength import Strength
from tests.core.nights import Evening, person_of, playing, running

STRANGER = 99


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
    evening.wants(want.EndNight(person=2, confirmed=True))
    assert evening.declines(every_intent(1)[kind]) == "night-over"


OF_ADMINS_ONLY = (
    want.AllowSettings,
    want.SetGroupLanguage,
    want.SetOption,
    want.SetOptions,
    want.SetLimit,
    want.SetSlapLimit,
    want.SetCustom,
    want.SwitchRule,
    want.MindTurns,
    want.KeepRules,
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_n16_n17_where_administrators_change_settings_the_game_and_the_winners_rule_are_none(kind: type) -> None:
    night, wish = Evening("Ana", "Bob").night, every_intent(1)[kind]
    assert needs_an_admin(night, wish) == (kind is want.AllowSettings)
    assert needs_an_admin(replace(night, admins_only=True), wish) == (kind in OF_ADMINS_ONLY)


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
