"""The night ends when people want it to; in mid-game nobody ends it for all others alone, and nobody is stuck."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.night import intents as want
from core.night.closing import QUIET, may_confirm
from core.night.person import LAPSES_TO_SIT_OUT, Person
from core.players.strength import Strength
from tests.core.nights import Evening, person_of


def asks(evening: Evening, name: str) -> None:
    evening.wants(want.EndNight(person=person_of(name)))


def yes(name: str) -> want.EndNight:
    return want.EndNight(person=person_of(name), confirmed=True)


def in_game(*names: str) -> Evening:
    evening = Evening(*names)
    evening.deals(names[0])
    return evening


def test_in_mid_game_whoever_asks_cannot_answer() -> None:
    evening = in_game("Ana", "Bob")
    asks(evening, "Ana")
    assert may_confirm(evening.night) == (person_of("Bob"),)
    assert evening.declines(yes("Ana")) == "not-alone"
    evening.wants(yes("Bob"))
    assert evening.night.ended_at


def test_between_games_one_yes_is_enough() -> None:
    evening = Evening("Ana", "Bob")
    asks(evening, "Ana")
    evening.wants(yes("Ana"))
    assert evening.night.ended_at


def test_who_only_waits_for_the_next_game_may_confirm_it() -> None:
    evening = in_game("Ana", "Bob")
    evening.joins("Cyr")
    asks(evening, "Ana")
    evening.wants(yes("Cyr"))
    assert evening.night.ended_at


@pytest.mark.parametrize("ways", [("Ana", "Bob"), ("Bob", "Ana")])
def test_two_who_ask_at_once_are_agreed_with_one_more_tap(ways: tuple[str, str]) -> None:
    evening = in_game("Ana", "Bob", "Cyr")
    for name in ways:
        asks(evening, name)
    assert evening.night.ending == person_of(ways[0])
    evening.wants(yes(ways[1]))
    assert evening.night.ended_at


def test_of_an_asker_who_has_left_others_decide_and_a_new_question_is_the_new_askers() -> None:
    evening = in_game("Ana", "Bob", "Cyr", "Dan")
    asks(evening, "Ana")
    evening.is_unwell("Ana")
    assert set(may_confirm(evening.night)) == {person_of("Bob"), person_of("Cyr"), person_of("Dan")}
    asks(evening, "Bob")
    assert evening.declines(yes("Bob")) == "not-alone"
    evening.wants(yes("Dan"))
    assert evening.night.ended_at


def _changed(evening: Evening, change: Callable[[Person], Person]) -> None:
    """All but Ana are as this makes them."""
    people = tuple(person if person.id == 1 else change(person) for person in evening.night.people)
    evening.night = replace(evening.night, people=people)


@pytest.mark.parametrize(
    "change",
    [
        lambda person: replace(person, missed=LAPSES_TO_SIT_OUT),
        lambda person: replace(person, on_break=True),
        lambda person: replace(person, id=-person.id, bot=Strength.EASY),
    ],
    ids=["asleep", "on a break", "bot player"],
)
def test_where_nobody_else_is_awake_ones_own_yes_counts(change: Callable[[Person], Person]) -> None:
    evening = in_game("Ana", "Bob", "Cyr")
    asks(evening, "Ana")
    assert evening.declines(yes("Ana")) == "not-alone"
    _changed(evening, change)
    if any(person.id < 0 for person in evening.night.people):
        (table,) = evening.night.tables
        seats = tuple(seat if seat == 1 else -seat for seat in table.seats)
        evening.night = replace(evening.night, tables=(replace(table, seats=seats),))
    evening.wants(yes("Ana"))
    assert evening.night.ended_at


def test_a_table_without_a_limit_where_nothing_moves_is_no_dead_end() -> None:
    evening = Evening("Ana", "Bob")
    evening.wants(want.SetLimit(person=1, table=1, seconds=0))
    evening.deals("Ana")
    evening.wants(want.Pause(person=2, table=1, on=True))
    asks(evening, "Ana")
    evening.now = evening.round.moved_at + QUIET - 101
    assert evening.declines(yes("Ana")) == "not-alone"
    evening.now += 1
    evening.wants(yes("Ana"))
    assert evening.night.ended_at


def test_another_tables_game_counts_and_its_people_do() -> None:
    evening = in_game("Ana", "Bob")
    table = evening.table
    evening.night = replace(evening.night, tables=(table, replace(table, id=2, round=None, seats=(), dealer=None)))
    evening.wants(want.Join(person=person_of("Eva"), name="Eva", table=2))
    asks(evening, "Eva")
    assert evening.declines(yes("Eva")) == "not-alone"
    evening.wants(yes("Bob"))
    assert evening.night.ended_at
