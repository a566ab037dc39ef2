"""What a table chooses for its games: which one, its options, its limit (N2, N16)."""

import pytest

from core.night import intents as want
from core.night.values import TURN_LIMITS, OptionValue
from tests.core.nights import Evening, running

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


@pytest.mark.parametrize("growing", [True, False])
def test_n17_a_variant_leaves_it_open_whether_rules_grow(growing: bool) -> None:
    evening = Evening("Ana", "Bob", game="prsi", options={"growing": growing})
    evening.wants(want.SetOptions(person=1, table=1, game="prsi", options=(("supervision", "strict"),)))
    chosen = dict(dict(evening.table.options)["prsi"])
    assert (chosen.get("growing", False), chosen["supervision"]) == (growing, "strict")
