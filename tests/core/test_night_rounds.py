"""Whoever is the shithead fetches the next round: in the ledger, until somebody sees it on the table (N14, H14)."""

import pytest

from core.ledger import EntryKind
from core.night import intents as want
from core.players import Strength
from tests.core.nights import Evening, person_of


def played(*names: str, **options: int) -> Evening:
    """A game of Shithead is over."""
    evening = Evening(*names, game="shithead", options=options)
    evening.deals(names[0])
    evening.plays_to_the_end()
    return evening


def shithead(evening: Evening) -> int:
    result = evening.table.result
    assert result is not None
    assert result.outcome.loser is not None
    return result.players[result.outcome.loser]


def fetch(by: str, entry: int) -> want.FetchRound:
    return want.FetchRound(person=person_of(by), entry=entry)


def test_n14_the_forfeit_goes_into_the_ledger_as_the_next_round() -> None:
    evening = played("Ana", "Bob", "Cyr")
    [due] = evening.entries
    assert (due.kind, due.person, due.ml, due.rule, due.game) == (EntryKind.ROUND, shithead(evening), 0, "H14", 1)
    assert evening.night.books.rounds == (due,)
    assert evening.night.books.of(due.person).doses == 0
    assert evening.night.books.open == ()


def test_n14_anybody_at_the_table_says_that_it_is_there_once() -> None:
    evening = played("Ana", "Bob")
    [due] = evening.night.books.rounds
    evening.wants(fetch("Bob", due.number))
    assert evening.night.books.rounds == ()
    assert evening.told("RoundFetched") == [{"person": due.person}]
    assert (evening.entries[-1].refers, evening.entries[-1].by) == (due.number, person_of("Bob"))
    assert evening.declines(fetch("Ana", due.number)) == "just-done"
    assert evening.declines(want.FetchRound(person=99, entry=due.number)) == "stranger"


def test_n08_a_round_that_never_came_is_due_again() -> None:
    evening = played("Ana", "Bob")
    [due] = evening.night.books.rounds
    evening.wants(fetch("Ana", due.number))
    evening.corrects("Bob", evening.night.books.last)
    assert evening.told("Corrected")[0]["was"] == "fetched"
    assert [again.number for again in evening.night.books.rounds] == [due.number]
    evening.wants(fetch("Bob", due.number))
    assert evening.night.books.rounds == ()


def test_h14_where_the_table_wants_millilitres_there_is_no_round() -> None:
    evening = played("Ana", "Bob", forfeit_ml=40)
    assert evening.charged == [(shithead(evening), 40, "H14")]
    assert evening.night.books.rounds == ()


def test_h17_after_a_game_that_ended_for_health_nobody_fetches_anything() -> None:
    evening = Evening("Ana", "Bob", game="shithead")
    evening.deals("Ana")
    evening.is_unwell("Bob")
    assert evening.table.round is None
    assert evening.entries == ()


def test_n14_only_the_shithead_does() -> None:
    evening = Evening("Ana", "Bob", "Cyr", game="smidary")
    evening.deals("Ana")
    evening.plays_to_the_end()
    assert evening.night.books.rounds == ()


@pytest.mark.parametrize("seed", range(4))
def test_n21_a_bot_player_fetches_nothing(seed: int) -> None:
    evening = Evening("Ana", game="shithead", seed=seed)
    evening.wants(want.SeatBot(person=1, table=1, strength=Strength.FAIR))
    evening.deals("Ana")
    evening.plays_to_the_end()
    assert bool(evening.night.books.rounds) == (shithead(evening) == person_of("Ana"))
