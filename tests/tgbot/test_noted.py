"""What a tap on *Mám vypito* is answered: what was noted, and why there is less alcohol in it than one may think."""

import pytest

from core.ledger import Drink
from core.night import Care, step
from core.night import intents as want
from tests.core.nights import Evening, person_of
from tests.core.test_night_care import SPIRIT, chooses, limits
from tests.core.test_night_stock import ANA, dry
from tests.tgbot.updates import BOT
from tgbot.views.answers import answer
from tgbot.views.care import limit_lines
from tgbot.views.frame import frame
from tgbot.views.own_data import readable
from tgbot.words import speak

LIMIT, SOFT_THEN = "Nealko, kvůli tvému limitu.", "Psalo se to ještě jako nealko."


def owing(*stock: Drink, care: Care = Care.ALCOHOL, limit: int = 0) -> Evening:
    """Ana is charged twice as whoever she is then, and drinks alcohol afterwards."""
    evening = dry(*stock)
    chooses(evening, "Ana", care)
    limits(evening, "Ana", limit)
    evening.does("Ana draw", "Bob draw", "Ana draw")
    chooses(evening, "Ana", Care.ALCOHOL)
    evening.passes(10)
    return evening


def drinks_all(evening: Evening) -> str:
    """What Ana is told."""
    before, wish = evening.night, want.DrinkUp(person=person_of("Ana"), everything=True)
    after = step(before, wish, evening.now, evening.random)
    return answer(frame(after.night, "cs", BOT), before, wish, after).text


@pytest.mark.parametrize("limit", [0, 8])
def test_n13_a_dose_that_was_soft_when_it_was_charged_is_not_blamed_on_a_limit(limit: int) -> None:
    evening = owing(SPIRIT, care=Care.SOFT, limit=limit)
    assert not limit_lines(frame(evening.night, "cs", BOT), evening.person("Ana"))
    assert drinks_all(evening) == f"Zapsáno 20 ml. Máš čisto. {SOFT_THEN}"


@pytest.mark.parametrize("is_set_later", [False, True])
def test_n13_ones_own_limit_is_named_where_it_is_the_reason(is_set_later: bool) -> None:
    evening = owing(SPIRIT, limit=0 if is_set_later else 1)
    limits(evening, "Ana", 1)
    assert drinks_all(evening).endswith(LIMIT)


def test_n13_a_limit_that_was_lifted_is_named_for_the_doses_that_it_made_soft() -> None:
    evening = owing(SPIRIT, limit=1)
    limits(evening, "Ana", 0)
    assert drinks_all(evening).endswith(LIMIT)


def test_n13_whoever_drinks_none_is_told_no_reason() -> None:
    evening = owing(SPIRIT)
    chooses(evening, "Ana", Care.SOFT)
    assert drinks_all(evening) == "Zapsáno 20 ml. Máš čisto."


@pytest.mark.parametrize("bottle, dry_ml", [(10, 10), (15, 5), (20, 0)])
def test_n11_what_the_bottle_had_no_more_is_said(bottle: int, dry_ml: int) -> None:
    told = drinks_all(owing(Drink(name="rum", ml=bottle, abv=400)))
    said = f" Z toho {dry_ml} ml nasucho: víc v lahvi nebylo. (N11)" if dry_ml else ""
    assert told == f"Zapsáno 20 ml. Máš čisto.{said}"


def test_n11_where_the_bottle_was_empty_all_of_it_was_dry() -> None:
    evening = owing(Drink(name="rum", ml=10, abv=400), Drink(name="gin", ml=700, abv=400))
    evening.drinks_up("Bob")
    assert drinks_all(evening) == "Zapsáno 20 ml. Máš čisto. Všechno nasucho: lahev byla prázdná. (N11)"


def test_n11_n12_ones_own_data_say_what_was_dry() -> None:
    evening = owing(Drink(name="rum", ml=15, abv=400))
    evening.drinks_up("Ana", everything=True)
    assert evening.night.books.of(ANA).ethanol == 15 * 400
    text = readable(speak("cs"), ANA, None, [(evening.night, tuple(evening.entries))])
    assert "vypito: 10 ml rum (S5), z toho 5 ml nasucho" in text
