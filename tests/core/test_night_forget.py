"""Being forgotten: nameless in all sums, which stay what they were (N12)."""

import json

import pytest

from core.ledger import Books, add
from core.night.forget import NAMELESS, alias_in, is_in_a_game, renamed, renamed_line, without_person
from core.night.values import News
from tests.core.nights import Evening, person_of

BOB = 987_654_321
"""An id like Telegram's, which is found wherever it stands."""


def evening() -> Evening:
    """A game is over, with debts of everybody and a correction; Bob has a true id."""
    evening = Evening("Ana", "Bob", "Cyr")
    evening.deals("Ana")
    evening.plays_to_the_end()
    for name in ("Ana", "Bob", "Cyr"):
        if evening.owed(name):
            evening.drinks_up(name)
    evening.corrects("Bob", evening.night.books.correctable()[0].number)
    bob = person_of("Bob")
    evening.night = renamed(evening.night, bob, BOB)
    evening.entries = tuple(renamed(entry, bob, BOB) for entry in evening.entries)
    evening.log = tuple(renamed_line(line, bob, BOB) for line in evening.log)
    return evening


def test_n12_nobody_finds_the_forgotten_in_state_ledger_or_log() -> None:
    before = evening()
    assert str(BOB) in repr(before.night)
    alias = alias_in(before.night)
    night = without_person(before.night, BOB, alias)
    entries = [renamed(entry, BOB, alias) for entry in before.entries]
    log = [renamed_line(line, BOB, alias) for line in before.log]
    assert str(BOB) not in repr((night, entries, log))
    assert "Bob" not in repr((night, entries, log))
    assert night.person(alias) is not None


def test_n12_the_sums_of_all_stay() -> None:
    before = evening()
    alias = alias_in(before.night)
    night = without_person(before.night, BOB, alias)
    old, new = before.night.books, night.books
    for person in (1, 3):
        assert (new.of(person), new.owed(person)) == (old.of(person), old.owed(person))
    assert (new.of(alias).drunk, new.owed(alias)) == (old.of(BOB).drunk, old.owed(BOB))
    assert (night.games, sum(p.wins for p in night.people)) == (before.night.games, 1)
    books = Books()
    for entry in before.entries:
        books = add(books, renamed(entry, BOB, alias))
    assert books == new


def test_n12_seat_and_deal_go_to_others() -> None:
    night = without_person(evening().night, BOB, NAMELESS)
    assert set(night.tables[0].seats) == {1, 3}
    assert night.tables[0].dealer in (1, 3)


def test_n12_two_forgotten_ones_are_two() -> None:
    night = evening().night
    first = alias_in(night)
    night = without_person(night, BOB, first)
    assert alias_in(night) == first + 1


def test_n12_whoever_plays_is_known_as_such() -> None:
    still = evening()
    still.night = renamed(still.night, BOB, person_of("Bob"))
    assert not is_in_a_game(still.night, person_of("Bob"))
    still.deals("Ana")
    assert is_in_a_game(still.night, person_of("Bob"))


def test_n12_a_stranger_changes_nothing() -> None:
    night = evening().night
    assert without_person(night, 5, NAMELESS) == night


def test_n12_news_that_nobody_was_told_yet_name_nobody() -> None:
    news = News(kind="Corrected", data=(("by", BOB), ("person", BOB), ("ml", 20)), players=(1, BOB))
    assert renamed(news, BOB, 7) == News(kind="Corrected", data=(("by", 7), ("person", 7), ("ml", 20)), players=(1, 7))


@pytest.mark.parametrize("author, becomes", [(BOB, 7), (1, 1)])
def test_n12_house_rules_lose_their_author(author: int, becomes: int) -> None:
    line = json.dumps({"game": 1, "deal": {"players": [1, BOB], "house": [{"id": "x", "author": author}]}})
    deal = json.loads(renamed_line(line, BOB, 7))["deal"]
    assert (deal["players"], deal["house"][0]["author"]) == ([1, 7], becomes)
