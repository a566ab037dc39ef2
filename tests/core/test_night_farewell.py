"""A bottle before one goes home, where the table wants that, and anybody may waive it (N3); a night without alcohol."""

from core.ledger import SOFT, Drink, EntryKind
from core.night import Care, Custom
from core.night import intents as want
from core.players.strength import Strength
from tests.core.nights import Evening, person_of, playing
from tests.core.test_night_stock import RUM, drinks_alcohol, puts

ANA, BOB = 1, 2
DROP = Drink(name="kapka", ml=40, abv=500)


def custom(evening: Evening, name: Custom, on: bool = True) -> None:
    evening.wants(want.SetCustom(person=ANA, table=1, custom=name, on=on))


def pub(*stock: Drink) -> Evening:
    """Three at a table where who leaves finishes a bottle; all drink alcohol."""
    evening = Evening("Ana", "Bob", "Cyr")
    for drink in stock or (RUM, DROP):
        puts(evening, drink)
    drinks_alcohol(evening, "Ana", "Bob", "Cyr")
    custom(evening, Custom.EXIT_BOTTLE)
    return evening


def finishes(evening: Evening, name: str, drink: str) -> None:
    evening.wants(want.FinishBottle(person=person_of(name), drink=drink))


def waives(evening: Evening, name: str, whom: str) -> None:
    evening.wants(want.WaiveBottle(person=person_of(name), whom=person_of(whom)))


def test_n03_off_as_long_as_nobody_has_chosen_it() -> None:
    evening = pub()
    custom(evening, Custom.EXIT_BOTTLE, on=False)
    evening.leaves("Ana")
    assert evening.seats == "Bob Cyr"
    assert evening.owed("Ana") == 0


def test_n03_n21_a_bot_player_is_asked_for_no_bottle() -> None:
    evening = pub()
    evening.wants(want.SeatBot(person=ANA, table=1, strength=Strength.EASY))
    evening.deals("Ana")
    evening.wants(want.DismissBot(person=ANA, bot=-1))
    evening.plays_to_the_end()
    assert set(evening.table.seats) == {ANA, BOB, 3}
    assert evening.told("BottleAsked") == []


def test_n03_the_rest_of_a_bottle_of_ones_choice_is_assigned_and_one_is_gone() -> None:
    evening = pub()
    evening.leaves("Ana")
    assert evening.seats == "Ana Bob Cyr"
    assert evening.told("BottleAsked") == [{"person": ANA}]
    finishes(evening, "Ana", "kapka")
    assert evening.seats == "Bob Cyr"
    (entry,) = evening.entries
    assert (entry.kind, entry.person, entry.ml, entry.rule, entry.drink, entry.abv) == (
        EntryKind.ASSIGNED, ANA, 40, "N3", "kapka", 500,
    )  # fmt: skip
    assert evening.told("BottleTaken") == [{"person": ANA, "ml": 40, "drink": "kapka"}]


def test_n03_of_an_opened_bottle_it_is_the_rest() -> None:
    evening = playing("9h Th", "9b Tb", pile="Kh")
    puts(evening, DROP)
    puts(evening, DROP)
    drinks_alcohol(evening, "Ana", "Bob")
    evening.does("Ana draw")
    evening.drinks_up("Ana")
    evening.plays_to_the_end()
    custom(evening, Custom.EXIT_BOTTLE)
    evening.leaves("Bob")
    finishes(evening, "Bob", "kapka")
    assert evening.entries[-1].ml == 30


def test_n03_anybody_else_waives_it_before_and_after_with_one_tap() -> None:
    evening = pub()
    evening.leaves("Ana")
    assert evening.declines(want.WaiveBottle(person=ANA, whom=ANA)) == "old-button"
    waives(evening, "Bob", "Ana")
    assert evening.seats == "Bob Cyr"
    assert (evening.entries, evening.owed("Ana")) == ((), 0)
    evening.leaves("Cyr")
    finishes(evening, "Cyr", "rum")
    assert evening.owed("Cyr") == 700
    waives(evening, "Bob", "Cyr")
    assert (evening.owed("Cyr"), evening.entries[-1].kind, evening.entries[-1].by) == (0, EntryKind.FORGIVEN, BOB)
    assert evening.declines(want.WaiveBottle(person=BOB, whom=3)) == "old-button"


def test_n03_one_may_stay_after_all_and_the_others_play_on_meanwhile() -> None:
    evening = pub()
    evening.leaves("Ana")
    evening.deals("Bob")
    assert evening.players == "Bob Cyr"
    evening.leaves("Ana")
    assert not evening.person("Ana").exiting
    evening.plays_to_the_end()
    evening.deals("Bob")
    assert "Ana" in evening.players


def test_n03_for_health_one_leaves_without_any_duty() -> None:
    evening = pub()
    evening.leaves("Ana")
    evening.is_unwell("Ana")
    assert (evening.seats, evening.entries) == ("Bob Cyr", ())
    # There is no bottle any more to finish or to waive.
    assert not evening.person("Ana").exiting
    assert evening.declines(want.WaiveBottle(person=BOB, whom=ANA)) == "old-button"
    evening.joins("Ana")
    assert not evening.person("Ana").sits_out


def test_n03_who_leaves_after_the_game_is_asked_then() -> None:
    evening = pub()
    evening.deals("Ana")
    evening.leaves("Cyr")
    evening.plays_to_the_end()
    assert "Cyr" in evening.seats.split()
    assert evening.person("Cyr").exiting
    assert evening.told("BottleAsked") == [{"person": 3}]


def test_n03_without_a_bottle_or_anybody_to_waive_it_one_simply_goes() -> None:
    evening = Evening("Ana", "Bob")
    custom(evening, Custom.EXIT_BOTTLE)
    evening.leaves("Bob")
    assert evening.seats == "Ana"
    puts(evening, RUM)
    evening.leaves("Ana")
    assert evening.seats == ""


def test_n13_whoever_drinks_no_alcohol_finishes_none() -> None:
    evening = pub()
    evening.wants(want.ChooseCare(person=ANA, care=Care.SOFT))
    evening.leaves("Ana")
    finishes(evening, "Ana", "rum")
    assert (evening.entries[-1].drink, evening.entries[-1].abv, evening.entries[-1].ml) == (SOFT, 0, 700)


def test_n03_customs_are_chosen_between_games() -> None:
    evening = pub()
    evening.deals("Ana")
    wish = want.SetCustom(person=ANA, table=1, custom=Custom.CLEAN_NAMES, on=True)
    assert evening.declines(wish) == "game-running"


def test_n15_in_a_night_without_alcohol_all_doses_are_soft() -> None:
    evening = pub()
    custom(evening, Custom.NEALKO)
    evening.leaves("Ana")
    finishes(evening, "Ana", "kapka")
    assert evening.entries[-1].drink == SOFT


def test_n03_a_bottle_that_somebody_takes_along_is_gone() -> None:
    evening = pub(RUM)
    evening.leaves("Ana")
    evening.leaves("Bob")
    finishes(evening, "Ana", "rum")
    assert evening.night.books.left(evening.night.stock[0]) == 0
    # In the same moment: the other one has none to finish, and goes.
    assert evening.declines(want.FinishBottle(person=BOB, drink="rum")) == "stranger"
    assert (evening.seats, evening.owed("Bob")) == ("Cyr", 0)
    assert {"person": BOB} in evening.told("Left")


def test_n03_of_two_bottles_each_takes_one() -> None:
    evening = pub(DROP, DROP, RUM)
    evening.leaves("Ana")
    evening.leaves("Bob")
    finishes(evening, "Ana", "kapka")
    finishes(evening, "Bob", "kapka")
    assert (evening.owed("Ana"), evening.owed("Bob")) == (40, 40)
    assert evening.declines(want.ChangeStock(person=3, drink="kapka", bottles=1)) == "old-button"


def test_n03_a_bottle_that_is_waived_is_there_again() -> None:
    evening = pub(DROP, RUM)
    evening.leaves("Ana")
    finishes(evening, "Ana", "kapka")
    waives(evening, "Cyr", "Ana")
    evening.leaves("Bob")
    finishes(evening, "Bob", "kapka")
    assert evening.owed("Bob") == 40


def test_n03_who_took_a_bottle_along_drinks_it_all_the_same() -> None:
    evening = pub(DROP, RUM)
    evening.leaves("Ana")
    finishes(evening, "Ana", "kapka")
    evening.drinks_up("Ana")
    assert (evening.entries[-1].drink, evening.entries[-1].abv) == ("kapka", 500)
    assert evening.night.books.left(evening.night.stock[0]) == 0


def test_n03_n11_a_bottle_taken_along_holds_no_more_than_it_did_when_others_drank_of_it_meanwhile() -> None:
    evening = pub(DROP, RUM)
    evening.leaves("Ana")
    finishes(evening, "Ana", "kapka")
    taken = evening.entries[-1].number
    evening.corrects("Cyr", taken)
    evening.leaves("Bob")
    finishes(evening, "Bob", "kapka")
    evening.corrects("Cyr", evening.night.books.last - 1)
    evening.drinks_up("Bob")
    evening.drinks_up("Ana")
    assert [(entry.drink, entry.dry) for entry in evening.entries[-2:]] == [("kapka", 0), (None, 40)]


def test_n03_n13_a_bottle_is_gone_whatever_limit_somebody_has_set() -> None:
    evening = pub(RUM, DROP)
    evening.wants(want.SetOwnLimit(person=ANA, drinks=1))
    evening.leaves("Ana")
    finishes(evening, "Ana", "rum")
    assert evening.night.books.left(evening.night.stock[0]) == 0
    evening.drinks_up("Ana")
    assert (evening.entries[-1].drink, evening.entries[-1].abv) == (SOFT, 0)
