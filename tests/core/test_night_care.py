"""With or without alcohol, one's own limit, water (N12, N13)."""

import pytest

from core.ledger import SOFT, Drink
from core.night import Care
from core.night import intents as want
from core.night.care import grams, standard_drinks, water_is_due
from tests.core.nights import Evening, person_of, playing
from tests.core.test_night_stock import ANA, BOB, WINE, drinks_alcohol, dry, puts

SPIRIT = Drink(name="spirit", ml=1000, abv=960)


def chooses(evening: Evening, name: str, care: Care) -> None:
    evening.wants(want.ChooseCare(person=person_of(name), care=care))


def limits(evening: Evening, name: str, drinks: int) -> None:
    evening.wants(want.SetOwnLimit(person=person_of(name), drinks=drinks))


def last(evening: Evening) -> tuple[int, str | None, int]:
    entry = evening.entries[-1]
    return entry.ml, entry.drink, entry.abv


def test_n12_alcohol_in_grams_and_standard_drinks() -> None:
    assert grams(40 * 400) == pytest.approx(40 * 0.4 * 0.789)
    assert standard_drinks(40 * 400) == pytest.approx(1.2624)


def test_n13_the_same_doses_without_alcohol() -> None:
    evening = dry(WINE)
    chooses(evening, "Ana", Care.SOFT)
    evening.does("Ana draw")
    assert last(evening) == (10, SOFT, 0)
    assert (evening.night.books.of(ANA).doses, evening.owed("Ana")) == (1, 10)
    evening.drinks_up("Ana")
    assert (evening.drunk("Ana"), evening.night.books.of(ANA).ethanol) == (10, 0)
    assert evening.night.books.left(evening.night.stock[0]) == 750


def test_n13_before_somebody_has_said_to_be_18_nothing_with_alcohol_is_poured_and_nothing_blocked() -> None:
    evening = playing("9h Th", "9b Tb", pile="Kh")
    puts(evening, WINE)
    assert evening.person("Ana").care is None
    evening.does("Ana draw")
    assert last(evening) == (10, SOFT, 0)
    chooses(evening, "Bob", Care.ALCOHOL)
    evening.does("Bob draw")
    assert last(evening) == (25, "víno", 120)


@pytest.mark.parametrize("care, drink", [(Care.SOFT, SOFT), (Care.ALCOHOL, "víno")])
def test_n13_the_choice_changes_at_any_time_and_for_what_is_still_owed(care: Care, drink: str) -> None:
    evening = dry(WINE)
    evening.does("Ana draw")
    chooses(evening, "Ana", care)
    evening.drinks_up("Ana")
    assert (evening.entries[-1].drink, evening.drunk("Ana"), evening.owed("Ana")) == (drink, 25, 0)


def test_n13_nobody_is_told() -> None:
    evening = dry(WINE)
    for wish in (want.ChooseCare(person=ANA, care=Care.SOFT), want.SetOwnLimit(person=ANA, drinks=2)):
        assert evening.wants(wish).news == ()


def test_n13_doses_that_would_go_over_ones_own_limit_are_soft() -> None:
    evening = dry(Drink(name="spirit", ml=1000, abv=960))
    limits(evening, "Ana", 1)
    evening.does("Ana draw", "Bob draw", "Ana draw", "Bob draw")
    assert [(entry.person, entry.drink) for entry in evening.entries] == [
        (ANA, "spirit"), (BOB, "spirit"), (ANA, SOFT), (BOB, "spirit"),
    ]  # fmt: skip


def test_n13_a_limit_set_later_counts_for_what_is_still_owed() -> None:
    evening = dry(SPIRIT)
    evening.does("Ana draw", "Bob draw", "Ana draw")
    limits(evening, "Ana", 1)
    evening.drinks_up("Ana", everything=True)
    assert [entry.drink for entry in evening.entries[3:]] == ["spirit", SOFT]
    limits(evening, "Ana", 0)
    evening.does("Bob draw", "Ana draw")
    assert evening.entries[-1].drink == "spirit"


def test_n13_there_is_a_choice_of_limits() -> None:
    assert dry().declines(want.SetOwnLimit(person=ANA, drinks=7)) == "old-button"


def test_n13_water_once_after_every_three_standard_drinks() -> None:
    evening = dry(SPIRIT)
    waters = []
    for _ in range(8):
        evening.does("Ana draw", "Bob draw")
        before = evening.night.books
        evening.drinks_up("Ana")
        waters.append(water_is_due(before, evening.night.books, ANA))
        assert not water_is_due(before, evening.night.books, BOB)
        evening.passes(10)
    # 7.6 g each: 30 g are reached with the fourth, 60 g with the eighth.
    assert [number for number, due in enumerate(waters, 1) if due] == [4, 8]


def test_n13_alcohol_is_only_for_who_asked_for_it() -> None:
    evening = dry(WINE)
    assert evening.night.people[0].care is Care.ALCOHOL
    chooses(evening, "Ana", Care.SOFT)
    drinks_alcohol(evening, "Ana")
    evening.does("Ana draw")
    assert last(evening) == (25, "víno", 120)
