"""The bottles are empty (N11); what is due by the end of the next game (N9)."""

from dataclasses import replace

import pytest

from core.ledger import Drink
from core.night import intents as want
from core.night.dry import ANSWER_WITHIN
from tests.core.nights import Evening, playing
from tests.core.test_night_stock import RUM, bottle, drinks_alcohol, dry, puts

DROP = Drink(name="kapka", ml=10, abv=400)
GAME_OF_TEN = "Kb Ta Ka Tb Ua Ub Ul Oa Ob Ol"
WITHIN = ANSWER_WITHIN / 1000


def kinds(evening: Evening) -> list[str]:
    return [fact.kind for fact in evening.news]


def emptied(*more: Drink) -> Evening:
    """Ana and Bob play, and Ana has just drunk the last drop of one drink."""
    evening = dry(DROP, *more)
    evening.does("Ana draw")
    evening.drinks_up("Ana")
    return evening


def without_clock(evening: Evening) -> Evening:
    """Turns are not timed, so that only the bottles are."""
    evening.night = replace(evening.night, tables=(replace(evening.table, limit=0),))
    return evening


def test_n11_when_the_last_drop_is_drunk_it_is_asked_once() -> None:
    evening = emptied()
    assert kinds(evening) == ["StockDry"]
    evening.does("Bob draw")
    assert "StockDry" not in kinds(evening)


def test_n11_another_drink_that_is_empty_is_only_told() -> None:
    evening = emptied(RUM)
    assert [(fact.kind, fact.data) for fact in evening.news] == [("BottleEmpty", (("drink", "kapka"),))]
    assert evening.night.dry_at == 0


def test_n11_a_night_without_a_stock_is_never_dry() -> None:
    evening = dry()
    evening.does("Ana draw")
    evening.drinks_up("Ana")
    assert evening.night.dry_at == 0


def test_n11_without_an_answer_the_night_ends_after_ten_minutes() -> None:
    evening = without_clock(emptied())
    assert "NightEnded" not in {fact.kind for fact in evening.passes(WITHIN - 1)}
    (end,) = evening.passes(2)
    assert (end.kind, end.get("unanswered")) == ("NightEnded", True)
    assert evening.night.ended_at
    assert evening.owed("Ana") == 0


def test_n11_another_bottle_is_an_answer() -> None:
    evening = without_clock(emptied())
    puts(evening, RUM)
    assert evening.night.dry_at == 0
    evening.passes(2 * WITHIN)
    assert not evening.night.ended_at


@pytest.mark.parametrize("name", ["Ana", "Bob"])
def test_n11_on_without_to_the_end_of_the_game_and_then_it_is_asked_again(name: str) -> None:
    evening = emptied()
    evening.wants(want.GoOnDry(person=1 + (name == "Bob"), plays=True))
    without_clock(evening)
    evening.passes(2 * WITHIN)
    assert not evening.night.ended_at
    evening.does("Bob draw")
    assert evening.entries[-1].drink is None, "doses are counted, nothing is poured"
    evening.does("Ana play 9h", "Bob play 9b")
    evening.plays_to_the_end()
    assert kinds(evening)[-1] == "StockDry"
    evening.wants(want.GoOnDry(person=1, plays=True))
    evening.deals("Ana")
    assert evening.night.dry_at == 0
    evening.plays_to_the_end()
    assert kinds(evening)[-1] == "StockDry"


def test_n11_ending_the_night_is_asked_back_as_always() -> None:
    evening = emptied()
    evening.wants(want.GoOnDry(person=2, plays=False))
    assert evening.night.ending == 2
    evening.wants(want.EndNight(person=1, confirmed=True))
    assert evening.night.ended_at


def test_n11_an_answer_to_no_question_is_an_old_button() -> None:
    assert dry(RUM).declines(want.GoOnDry(person=1, plays=True)) == "old-button"


def test_n11_a_wrong_vypito_taken_back_is_something_in_the_bottle_again() -> None:
    evening = emptied()
    evening.corrects("Bob", 2)
    assert evening.night.dry_at == 0


def test_n11_after_an_outage_the_ten_minutes_start_anew() -> None:
    evening = without_clock(emptied())
    evening.now += ANSWER_WITHIN + 60_000
    evening.wants(want.Tick())
    assert not evening.night.ended_at
    assert evening.night.dry_at == evening.now


def test_n11_it_is_a_question_also_between_two_games() -> None:
    evening = playing("9h", "Kb Ta Ka", pile="Kh", draw="7a 8a")
    drinks_alcohol(evening, "Ana", "Bob")
    evening.wants(bottle(Drink(name="kapka", ml=40, abv=400)))
    evening.does("Ana play 9h", "Bob draw")
    evening.drinks_up("Bob")
    assert kinds(evening) == ["StockDry"]
    assert evening.passes(WITHIN + 1)[-1].kind == "NightEnded"


# The Arcipíč's drink


def arcipic() -> Evening:
    """Bob has lost with so many cards that he is the Arcipíč."""
    evening = playing("9h", GAME_OF_TEN, pile="Kh", draw="7a 8a")
    evening.does("Ana play 9h", "Bob draw")
    assert evening.person("Bob").hat
    assert evening.owed("Bob") == 160
    return evening


def late(evening: Evening) -> list[tuple[int, int]]:
    return [(fact.get("person"), fact.get("ml")) for fact in evening.news if fact.kind == "DrinkLate"]


def test_n09_the_arcipics_drink_is_due_by_the_end_of_the_next_game_and_told_once_when_late() -> None:
    evening = arcipic()
    assert late(evening) == []
    evening.deals("Ana")
    evening.plays_to_the_end()
    assert late(evening) == [(2, 160)]
    evening.deals("Ana")
    evening.plays_to_the_end()
    assert late(evening) == []


def test_n09_drunk_in_time_nothing_is_told() -> None:
    evening = arcipic()
    evening.deals("Ana")
    evening.drinks_up("Bob", everything=True)
    evening.plays_to_the_end()
    assert late(evening) == []


def test_n09_also_when_the_winner_has_chosen_the_drink_and_the_arcipic_sits_out() -> None:
    evening = arcipic()
    evening.joins("Cyr")
    evening.chooses("Ana", "rum")
    evening.rests("Bob")
    evening.deals("Ana")
    assert "Bob" not in evening.players
    evening.plays_to_the_end()
    assert late(evening) == [(2, 160)]
