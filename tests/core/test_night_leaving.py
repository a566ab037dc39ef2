"""Who leaves a table, for the night or for their health, and comes back (N3, N4, S30)."""

from random import Random

import pytest

from core.night import deadline, step
from core.night import intents as want
from tests.core.nights import OPENED, Evening, person_of, playing

# Leaving


def test_n03_between_games_a_player_may_leave_and_the_group_is_told() -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.leaves("Bob")
    assert evening.seats == "Ana Cyr"
    assert evening.told("Left") == [{"person": person_of("Bob")}]
    assert evening.declines(want.Leave(person=person_of("Bob"))) == "stranger"
    assert evening.entries == ()


def test_who_leaves_the_telegram_group_goes_home_at_once_between_games() -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.wants(want.LeftGroup(person=person_of("Bob")))
    assert evening.seats == "Ana Cyr"
    assert evening.told("Left") == [{"person": person_of("Bob")}]
    evening.wants(want.LeftGroup(person=person_of("Bob")))
    assert evening.news == ()
    evening.joins("Bob")
    assert evening.seats == "Ana Cyr Bob"


def test_who_leaves_the_telegram_group_in_mid_game_may_finish_it_and_is_gone_then() -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.deals("Ana")
    for _ in range(2):
        evening.wants(want.LeftGroup(person=person_of("Bob")))
        assert evening.person("Bob").leaving
    assert evening.players.count("Bob") == 1
    evening.plays_to_the_end()
    assert "Bob" not in evening.seats


@pytest.mark.parametrize("when", ["before", "after"])
def test_n03_a_player_of_the_running_game_leaves_when_it_is_over(when: str) -> None:
    evening = playing("9h", "8b Kb", "Ta Ka 7b", pile="Kh", draw="7a 8a 9a Aa")
    if when == "after":
        evening.does("Ana play 9h")
    evening.leaves("Ana")
    assert evening.person("Ana").leaving
    assert evening.told("Leaving") == [{"person": person_of("Ana"), "stays": False}]
    if when == "before":
        evening.does("Ana play 9h")
    evening.does("Bob draw", "Cyr draw", "Bob draw", "Cyr collapse")
    assert evening.table.round is None
    assert evening.seats == "Bob"
    assert evening.told("Left") == [{"person": person_of("Ana")}]
    assert not evening.person("Ana").leaving


def test_n03_leaving_is_taken_back_by_wanting_it_again_or_by_joining() -> None:
    evening = playing("9h", "Kb Ta Ka", pile="Kh", draw="7a 8a")
    evening.leaves("Ana")
    evening.leaves("Ana")
    assert evening.told("Leaving") == [{"person": person_of("Ana"), "stays": True}]
    evening.leaves("Bob")
    evening.joins("Bob")
    evening.does("Ana play 9h", "Bob draw")
    assert evening.seats == "Ana Bob"


def test_n03_whoever_waits_or_sits_out_leaves_at_once_also_during_a_game() -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.rests("Cyr")
    evening.deals("Ana")
    evening.joins("Dan")
    evening.leaves("Cyr")
    evening.leaves("Dan")
    assert evening.seats == "Ana Bob"


def test_n03_s30_for_health_a_player_leaves_the_game_and_the_table_at_once() -> None:
    evening = playing("9h 8h", "8b Kb", "Ta Ka", pile="Kh", draw="7a 8a 9a")
    evening.is_unwell("Bob")
    assert evening.round.state.collapsed == (1,)
    assert evening.seats == "Ana Cyr"
    assert evening.person("Bob").unwell
    assert [fact.kind for fact in evening.news] == ["Collapsed"]
    assert evening.declines(want.Unwell(person=person_of("Bob"))) == "stranger"
    assert evening.declines(want.Leave(person=person_of("Bob"))) == "stranger"
    assert evening.declines(want.Rest(person=person_of("Bob"), sits_out=True)) == "stranger"


def test_n03_whoever_is_out_of_the_game_may_go_for_health_too() -> None:
    evening = playing("9h", "8b Kb", "Ta Ka", pile="Kh", draw="7a 8a 9a")
    evening.does("Ana play 9h")
    evening.is_unwell("Ana")
    assert evening.seats == "Bob Cyr"
    assert evening.told("LeftUnwell") == [{"person": person_of("Ana")}]
    assert evening.round.state.places == (0,)


def test_n03_s09_who_has_gone_home_for_health_is_not_brought_back() -> None:
    """Nobody could play for them, nor would they owe anything."""
    evening = playing("9h", "8a Kb", "7h 8b Ta", pile="Kh", draw="Ub Tb Ob")
    evening.does("Ana play 9h")
    evening.is_unwell("Ana")
    evening.does("Bob draw", "Cyr play 7h")
    assert evening.round.state.collapsed == (0,)
    assert evening.round.state.places == ()
    assert evening.round.state.turn == 1
    assert evening.round.state.attack is not None, "it passes on to Bob"
    assert evening.owed("Ana") == 0


@pytest.mark.parametrize("who", ["Ana", "Cyr"])
def test_n03_without_a_game_and_in_the_queue_they_simply_go(who: str) -> None:
    evening = Evening("Ana", "Bob") if who == "Ana" else playing("9h 8h", "8b", pile="Kh", late="Cyr")
    evening.is_unwell(who)
    assert who not in evening.seats
    assert evening.told("LeftUnwell") == [{"person": person_of(who)}]
    assert evening.person(who).unwell


PHASES = {
    "play, on turn": playing("9h 8h", "8b Kb", "Ta Ka", pile="Kh", draw="7a"),
    "accused": playing("9h 8h", "8b Kl 7b", "Ta Ka", pile="Kh", draw="7a", turn=1),
    "penalty": playing("9h 8h", "8b Kl 7b", "Ta Ka", pile="Kh", draw="7a", turn=1),
    "slap": playing("9b 8h", "8b Kh", "Ta Ka", pile="Kb", draw="7a"),
}
PHASES["accused"].does("Bob play Kl", "Cyr challenge")
PHASES["penalty"].does("Bob play Kl", "Cyr challenge", "Bob admit")
PHASES["slap"].does("Ana play 9b")


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("who", ["Ana", "Bob", "Cyr"])
def test_s30_in_every_phase_and_whoevers_turn_it_is(phase: str, who: str) -> None:
    evening = PHASES[phase]
    assert evening.round.state.phase == phase.partition(",")[0]
    done = step(evening.night, want.Unwell(person=person_of(who)), OPENED, Random(1))
    table = done.night.tables[0]
    assert table.round is not None
    assert table.round.state.collapsed == (table.round.seat(person_of(who)),)
    assert person_of(who) not in table.seats
    assert done.entries == ()
    assert deadline(done.night) is not None


def test_s30_with_two_the_game_is_over_and_counts_for_nobody() -> None:
    evening = playing("9h 8h", "8b Kb", pile="Kh", draw="7a", late="Cyr")
    evening.is_unwell("Ana")
    assert evening.table.round is None
    assert evening.seats == "Cyr Bob"
    assert evening.entries == ()
    for name in ("Ana", "Bob"):
        person = evening.person(name)
        assert (person.games, person.wins, person.losses) == (0, 0, 0)
    assert evening.declines(evening.choice("Bob", "rum")) == "old-button"


def test_s30_the_seat_of_whoever_ended_a_full_table_is_free_for_the_one_who_waits() -> None:
    evening = Evening("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab", "Hana")
    evening.deals("Ana")
    for name in ("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil"):
        evening.is_unwell(name)
    assert evening.table.round is None
    assert set(evening.seats.split()) == {"Gab", "Hana"}


# Coming back


def test_n04_who_left_for_health_and_comes_back_is_a_phoenix_for_the_night() -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.is_unwell("Cyr")
    evening.joins("Cyr")
    assert evening.told("Joined") == [{"person": person_of("Cyr"), "phoenix": True}]
    evening.leaves("Cyr")
    evening.joins("Cyr")
    assert evening.news == ()
    assert evening.person("Cyr").phoenix
    assert not evening.person("Cyr").unwell


def test_n04_also_when_the_game_that_they_left_still_runs() -> None:
    evening = playing("9h", "8b Kb Ka", "Ta 8a", pile="Kh", draw="7a Aa 9a")
    evening.is_unwell("Cyr")
    evening.joins("Cyr")
    assert evening.told("Joined") == [{"person": person_of("Cyr"), "phoenix": True}]
    assert evening.seats == "Ana Bob | Cyr"
    evening.does("Ana play 9h", "Bob draw")
    assert evening.seats == "Ana Cyr Bob"
    evening.deals("Cyr")
    assert evening.players == "Ana Cyr Bob"


def test_n04_a_phoenix_who_waits_may_go_again_and_come_again() -> None:
    evening = playing("9h", "8b Kb Ka", "Ta 8a", pile="Kh", draw="7a Aa 9a")
    for _ in range(2):
        evening.is_unwell("Cyr")
        assert evening.seats == "Ana Bob"
        evening.joins("Cyr")
        assert evening.seats == "Ana Bob | Cyr"
    assert evening.told("Joined") == [{"person": person_of("Cyr"), "phoenix": False}]


def test_n04_who_just_goes_home_and_comes_back_is_none() -> None:
    evening = Evening("Ana", "Bob")
    evening.leaves("Bob")
    evening.joins("Bob")
    assert not evening.person("Bob").phoenix
