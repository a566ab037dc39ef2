"""What is on the table, who drinks what of it, how much of it a dose is (N7, N8, N10)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.ledger import SOFT, Drink, Entry, EntryKind
from core.night import Care
from core.night import intents as want
from core.night.stock import MOST_DRINKS
from tests.core.nights import Evening, person_of, playing

ANA, BOB = 1, 2
RUM, WINE = Drink(name="rum", ml=700, abv=375), Drink(name="víno", ml=750, abv=120, halves=5)


def puts(evening: Evening, drink: Drink, name: str = "Ana") -> None:
    evening.wants(bottle(drink, name))


def bottle(drink: Drink, name: str = "Ana") -> want.AddBottle:
    return want.AddBottle(person=person_of(name), name=drink.name, ml=drink.ml, abv=drink.abv, halves=drink.halves)


def changes(drink: str, bottles: int | None = None, halves: int | None = None) -> want.ChangeStock:
    return want.ChangeStock(person=ANA, drink=drink, bottles=bottles, halves=halves)


def drinks_alcohol(evening: Evening, *names: str) -> None:
    for name in names:
        evening.wants(want.ChooseCare(person=person_of(name), care=Care.ALCOHOL))


def picks(evening: Evening, name: str, drink: str) -> None:
    evening.wants(want.PickDrink(person=person_of(name), drink=drink))


def dry(*stock: Drink) -> Evening:
    """Nothing is left to draw, so that a draw costs 10 ml (S5); Ana and Bob drink alcohol."""
    evening = playing("9h Th", "9b Tb", pile="Kh")
    for drink in stock:
        puts(evening, drink)
    drinks_alcohol(evening, "Ana", "Bob")
    return evening


def of(entry: Entry) -> tuple[int, int, str | None, int, int]:
    return entry.person, entry.ml, entry.drink, entry.halves, entry.abv


# The stock


def test_n07_a_night_without_a_stock_counts_doses() -> None:
    evening = dry()
    evening.does("Ana draw")
    assert of(evening.entries[0]) == (ANA, 10, None, 2, 0)


def test_n07_anybody_at_the_table_puts_bottles_on_it_before_and_during_a_game() -> None:
    evening = Evening("Ana", "Bob")
    puts(evening, RUM)
    puts(evening, RUM, "Bob")
    evening.deals("Ana")
    puts(evening, WINE)
    assert [(drink.name, drink.bottles) for drink in evening.night.stock] == [("rum", 2), ("víno", 1)]
    assert [evening.night.books.left(drink) for drink in evening.night.stock] == [1400, 750]


def test_n07_another_bottle_of_the_same_name_is_another_drink() -> None:
    evening = Evening("Ana")
    for abv in (375, 400, 800):
        puts(evening, Drink(name="rum", ml=700, abv=abv))
    puts(evening, Drink(name=SOFT, ml=700, abv=0))
    assert [drink.name for drink in evening.night.stock] == ["rum", "rum-2", "rum-3", f"{SOFT}-2"]


@pytest.mark.parametrize(
    "drink",
    [
        Drink(name="", ml=700, abv=400),
        Drink(name="two words", ml=700, abv=400),
        Drink(name="co:lon", ml=700, abv=400),
        Drink(name="ř" * 13, ml=700, abv=400),
        Drink(name="rum\n", ml=700, abv=400),
        Drink(name="rum", ml=0, abv=400),
        Drink(name="rum", ml=10**6, abv=400),
        Drink(name="rum", ml=700, abv=1000),
        Drink(name="rum", ml=700, abv=-1),
        Drink(name="rum", ml=700, abv=400, halves=1),
        Drink(name="rum", ml=700, abv=400, halves=9),
    ],
)
def test_n07_what_is_no_bottle_is_refused(drink: Drink) -> None:
    assert Evening("Ana").declines(bottle(drink)) == "no-bottle"


def test_n07_a_table_has_room_for_so_many_drinks() -> None:
    evening = Evening("Ana")
    for number in range(MOST_DRINKS):
        puts(evening, Drink(name=f"rum{number}", ml=700, abv=400))
    assert evening.declines(bottle(RUM)) == "stock-full"
    puts(evening, Drink(name="rum0", ml=700, abv=400))
    assert evening.night.stock[0].bottles == 2


def test_n07_bottles_are_taken_away_again_as_long_as_nothing_was_drunk_of_them() -> None:
    evening = dry(RUM, WINE)
    evening.wants(changes("rum", bottles=2))
    evening.wants(changes("víno", bottles=0))
    evening.does("Ana draw")
    evening.drinks_up("Ana")
    assert evening.declines(changes("rum", bottles=0)) == "old-button"
    evening.wants(changes("rum", bottles=1))
    assert [(drink.name, drink.bottles) for drink in evening.night.stock] == [("rum", 1)]
    assert evening.declines(changes("rum", bottles=100)) == "old-button"
    assert evening.declines(changes("víno", bottles=1)) == "old-button"


# Doses


@pytest.mark.parametrize(
    "halves, ml, expected",
    [(2, 20, 20), (3, 20, 30), (5, 10, 25), (3, 5, 8), (5, 1, 3), (8, 160, 640), (7, 3, 11), (2, 7, 7)],
)
def test_n07_a_dose_is_multiplied_by_the_coefficient_and_rounded_half_up(halves: int, ml: int, expected: int) -> None:
    assert Drink(name="x", ml=700, abv=0, halves=halves).dose(ml) == expected


@given(ml=st.integers(0, 10_000), halves=st.integers(2, 8))
def test_n08_an_entry_knows_its_dose_at_coefficient_1(ml: int, halves: int) -> None:
    poured = Drink(name="x", ml=700, abv=0, halves=halves).dose(ml)
    entry = Entry(number=1, kind=EntryKind.ASSIGNED, person=1, ml=poured, rule="S5", game=1, at=1, halves=halves)
    assert entry.dose == ml


def test_n08_a_charge_says_which_drink_and_the_ml_after_its_coefficient() -> None:
    evening = dry(WINE)
    evening.does("Ana draw")
    assert of(evening.entries[0]) == (ANA, 25, "víno", 5, 120)
    assert evening.owed("Ana") == 25


def test_n07_another_coefficient_counts_from_the_next_dose_on() -> None:
    evening = dry(WINE)
    evening.does("Ana draw")
    evening.wants(changes("víno", halves=2))
    evening.does("Bob draw")
    assert [entry.ml for entry in evening.entries] == [25, 10]
    assert evening.declines(changes("víno", halves=9)) == "no-bottle"


def test_n10_doses_are_of_the_players_own_drink_and_a_change_is_for_later_ones() -> None:
    evening = dry(RUM, WINE)
    picks(evening, "Ana", "víno")
    evening.does("Ana draw", "Bob draw")
    picks(evening, "Ana", "rum")
    evening.does("Ana draw")
    assert [(entry.person, entry.drink) for entry in evening.entries] == [(ANA, "víno"), (BOB, "rum"), (ANA, "rum")]
    evening.passes(10)
    evening.drinks_up("Ana", everything=True)
    assert [entry.drink for entry in evening.entries[3:]] == ["víno", "rum"]


def test_n10_one_drinks_what_is_on_the_table() -> None:
    evening = dry(RUM)
    assert evening.declines(want.PickDrink(person=ANA, drink="gin")) == "old-button"


def test_n10_what_the_winner_chooses_is_poured_with_its_own_coefficient() -> None:
    evening = playing("9h", "Kb Ta Ka", pile="Kh", draw="7a 8a")
    puts(evening, RUM)
    puts(evening, WINE)
    drinks_alcohol(evening, "Ana", "Bob")
    evening.does("Ana play 9h", "Bob draw")
    evening.chooses("Ana", "víno")
    doses = {(debt.person, debt.ml, debt.drink) for debt in evening.night.books.open if debt.rule == "S11"}
    assert doses == {(BOB, 100, "víno"), (ANA, 50, "víno")}
    evening.chooses("Ana", "rum")
    doses = {(debt.person, debt.ml, debt.drink) for debt in evening.night.books.open if debt.rule == "S11"}
    assert doses == {(BOB, 40, "rum"), (ANA, 20, "rum")}


# What is left


def test_n11_the_stock_goes_down_by_what_is_drunk_and_not_by_what_is_owed() -> None:
    evening = dry(WINE)
    evening.does("Ana draw", "Bob draw")
    (wine,) = evening.night.stock
    assert evening.night.books.left(wine) == 750
    evening.passes(10)
    evening.drinks_up("Ana")
    assert evening.night.books.left(wine) == 725
    evening.corrects("Bob", 3)
    assert evening.night.books.left(wine) == 750


def test_n11_when_ones_own_bottle_is_empty_one_goes_on_with_another() -> None:
    evening = dry(Drink(name="rum", ml=10, abv=400), WINE)
    evening.does("Ana draw")
    evening.drinks_up("Ana")
    evening.does("Bob draw")
    assert [entry.drink for entry in evening.entries] == ["rum", "rum", "víno"]


def test_n11_nothing_is_poured_from_an_empty_bottle() -> None:
    evening = dry(Drink(name="rum", ml=10, abv=400))
    evening.does("Ana draw", "Bob draw")
    evening.drinks_up("Ana")
    evening.drinks_up("Bob")
    assert [entry.drink for entry in evening.entries[2:]] == ["rum", None]
    assert [evening.night.books.of(person).ethanol for person in (ANA, BOB)] == [10 * 400, 0]
    evening.does("Ana draw")
    assert of(evening.entries[4]) == (ANA, 10, None, 2, 0)


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize(
    "bottle, poured", [(10, [10, 0, 0]), (15, [15, 0, 0]), (30, [20, 10, 0]), (45, [20, 20, 5]), (60, [20, 20, 20])]
)
def test_n11_n12_a_bottle_gives_what_it_holds_and_a_dose_across_its_bottom_counts_as_what_there_was(
    bottle: int, poured: list[int], everything: bool
) -> None:
    evening = dry(Drink(name="rum", ml=bottle, abv=400, halves=4))
    evening.does("Ana draw", "Bob draw", "Ana draw", "Bob draw", "Ana draw")
    for _ in range(1 if everything else 3):
        evening.passes(10)
        evening.drinks_up("Ana", everything=everything)
    drunk = evening.entries[5:]
    assert [(entry.ml, entry.ml - entry.dry, entry.ethanol) for entry in drunk] == [
        (20, there, there * 400) for there in poured
    ]
    assert evening.night.books.of(ANA).ethanol == min(bottle, 60) * 400
    assert (evening.drunk("Ana"), evening.owed("Ana")) == (60, 0)
    assert evening.night.books.left(evening.night.stock[0]) == max(0, bottle - 60)


def test_n08_n11_what_was_drunk_across_the_bottom_and_is_struck_fills_the_bottle_again_and_is_owed_in_full() -> None:
    evening = dry(Drink(name="rum", ml=15, abv=400, halves=4))
    evening.does("Ana draw", "Bob draw")
    evening.drinks_up("Ana")
    evening.corrects("Bob", evening.entries[-1].number)
    assert (evening.night.books.left(evening.night.stock[0]), evening.owed("Ana")) == (15, 20)
    evening.passes(10)
    evening.drinks_up("Bob")
    evening.drinks_up("Ana")
    assert [(entry.person, entry.dry) for entry in evening.entries[4:]] == [(BOB, 5), (ANA, 20)]
    assert [evening.night.books.of(person).ethanol for person in (ANA, BOB)] == [0, 15 * 400]


def test_n11_where_all_bottles_are_empty_what_was_charged_then_is_dry() -> None:
    evening = dry(Drink(name="rum", ml=10, abv=400))
    evening.does("Ana draw")
    evening.drinks_up("Ana")
    evening.does("Bob draw")
    evening.drinks_up("Bob")
    assert (evening.entries[-1].drink, evening.entries[-1].dry) == (None, 10)


def test_n07_without_a_stock_nothing_is_dry() -> None:
    evening = dry()
    evening.does("Ana draw")
    evening.drinks_up("Ana")
    assert evening.entries[-1].dry == 0


WISHES = st.lists(st.tuples(st.sampled_from("DDDVVACPSKBH"), st.integers(0, 9)), max_size=60)


@given(WISHES)
@settings(max_examples=60)
def test_n08_sums_are_what_the_entries_say_whatever_is_charged_drunk_corrected_and_changed(
    wishes: list[tuple[str, int]],
) -> None:
    evening = dry(RUM, WINE, Drink(name="kapka", ml=30, abv=400))
    for wish, number in wishes:
        name = ("Ana", "Bob")[number % 2]
        evening.passes(10)
        match wish:
            case "D":
                evening.does(f"{('Ana', 'Bob')[evening.round.state.turn]} draw")
            case "V" if evening.owed(name):
                evening.drinks_up(name)
            case "A" if evening.owed(name):
                evening.drinks_up(name, everything=True)
            case "C" if wrong := evening.night.books.correctable():
                evening.corrects(name, wrong[number % len(wrong)].number)
            case "P":
                picks(evening, name, evening.night.stock[number % len(evening.night.stock)].name)
            case "S":
                evening.wants(want.ChooseCare(person=person_of(name), care=(Care.SOFT, Care.ALCOHOL)[number // 5]))
            case "K":
                evening.wants(want.SetOwnLimit(person=person_of(name), drinks=number % 4))
            case "B":
                puts(evening, RUM, name)
            case "H":
                evening.wants(changes("víno", halves=2 + number % 7))
        void = {entry.refers for entry in evening.entries if entry.kind is EntryKind.CORRECTION}
        drunk = [e for e in evening.entries if e.kind is EntryKind.DRUNK and e.number not in void]
        for person in (ANA, BOB):
            mine = [entry for entry in drunk if entry.person == person]
            sums = evening.night.books.of(person)
            assert sums.drunk == sum(entry.ml for entry in mine)
            assert sums.ethanol == sum((entry.ml - entry.dry) * entry.abv for entry in mine)
        for drink in evening.night.stock:
            gone = sum(entry.ml - entry.dry for entry in drunk if entry.drink == drink.name)
            assert evening.night.books.left(drink) == drink.ml * drink.bottles - gone, (
                "no bottle gives more than it has"
            )
