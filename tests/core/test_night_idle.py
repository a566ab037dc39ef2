"""A night is one evening: nobody ends it, and it is over by itself."""

from dataclasses import replace
from random import Random

import pytest

from core.night import Step, deadline, step, wakes_at
from core.night import intents as want
from core.night.idle import IDLE, since
from core.night.rules import Proposal, Vote
from tests.core.nights import Evening, person_of, playing


def draws(evening: Evening) -> None:
    """Whoever is on turn."""
    name = "Ana" if evening.round.seat(person_of("Ana")) == evening.round.state.turn else "Bob"
    evening.does(f"{name} draw")


def tick(evening: Evening, now: int) -> Step:
    return step(evening.night, want.Tick(), now, Random(0))


@pytest.mark.parametrize("story", ["in the lobby", "in the middle of a game", "after it"])
def test_where_nobody_has_played_for_three_days_the_night_is_over(story: str) -> None:
    evening = Evening("Ana", "Bob")
    if story != "in the lobby":
        evening.deals("Ana")
        draws(evening)
        evening.night = replace(evening.night, tables=(replace(evening.table, limit=0),))
    if story == "after it":
        evening.plays_to_the_end()
    last = since(evening.night)
    assert wakes_at(evening.night) == last + IDLE
    assert tick(evening, last + IDLE - 1).night == evening.night
    done = tick(evening, last + IDLE)
    assert [(fact.kind, fact.data) for fact in done.news] == [("NightEnded", (("idle", True),))]
    assert done.night.ended_at == last, "the evening was over then"
    assert done.night.books == evening.night.books, "nobody owes anything for it"
    assert wakes_at(done.night) is None


def test_everything_that_has_a_time_is_a_trace_of_somebody() -> None:
    evening = playing("7h 8h", "9h Th", pile="Kh")
    asked, opened = evening.round.asked_at, evening.night.opened_at
    later = asked + 1000
    vote = Vote(accused=0, by=1, since=later, text="")
    proposal = Proposal(person=1, game=1, since=later)
    lobby = replace(evening.table, round=None)
    tables = {
        "a question": (evening.table, asked),
        "a vote": (replace(evening.table, round=replace(evening.round, vote=vote)), later),
        "a winner's rule": (replace(lobby, proposal=proposal), later),
        "nothing": (lobby, opened),
    }
    for name, (table, last) in tables.items():
        assert since(replace(evening.night, tables=(table,))) == last, name
    assert since(replace(evening.night, tables=(lobby,), wins=((5, 1), (77_000, 2)))) == opened + 77_000


def test_a_game_that_is_played_slowly_goes_on() -> None:
    """One turn a day, without a limit."""
    evening = Evening("Ana", "Bob")
    evening.night = replace(evening.night, tables=(replace(evening.table, limit=0),))
    evening.deals("Ana")
    for _ in range(7):
        evening.now += IDLE // 3
        assert not tick(evening, evening.now).night.ended_at
        draws(evening)
    assert deadline(evening.night) is None
