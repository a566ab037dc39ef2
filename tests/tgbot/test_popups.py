"""What a tap is answered when it comes to nothing, or to something else than usual (N1, N5, N18)."""

from dataclasses import replace

import pytest

from core.games import GAMES
from core.night import Declined, Table, step
from core.night import intents as want
from core.night.disputes import LONGEST_ANSWER, LONGEST_QUESTION
from tests.core.nights import NAMES, Evening, person_of
from tests.tgbot.updates import BOT
from tgbot.views.answers import answer, declined
from tgbot.views.frame import frame


def popup(evening: Evening, intent: want.Intent) -> str:
    """What a tap is answered, in Czech."""
    before = evening.night
    try:
        done = step(before, intent, evening.now + 1_000, evening.random)
    except Declined as why:
        return declined(frame(why.night or before, "cs", BOT), intent, why).text
    evening.night = done.night
    return answer(frame(done.night, "cs", BOT), before, intent, done).text


def reaches(evening: Evening, *names: str) -> None:
    for name in names:
        evening.wants(want.Reachable(person=person_of(name), reachable=True))


def test_n01_who_waits_for_a_seat_reads_that_they_wait() -> None:
    evening = Evening(*NAMES[: GAMES["prsi"].seats[-1]], game="prsi")
    first, second = (want.Join(person=person_of(name), name=name) for name in NAMES[-2:])
    for join, text in ((first, "Je plno, první volné místo je tvoje."), (second, "Je plno, ve frontě máš číslo 2.")):
        assert popup(evening, join) == text
        assert popup(evening, join) == text, "the second tap, too"
    evening.leaves("Ana")
    assert "Už tu sedíš." in popup(evening, replace(first, reachable=True))
    assert popup(evening, second) == "Je plno, první volné místo je tvoje."


def test_n01_who_comes_during_a_game_plays_the_next_one() -> None:
    evening = Evening("Ana", "Bob")
    evening.deals("Ana")
    assert popup(evening, want.Join(person=3, name="Cyr")) == "Sedíš u stolu. Karty dostaneš v příští hře."


def test_n05_who_taps_at_the_other_table_reads_where_they_sit() -> None:
    evening = Evening("Ana", "Bob")
    reaches(evening, "Ana")
    one = evening.table
    evening.night = replace(evening.night, tables=(replace(one, seats=(2,)), Table(id=2, game=one.game, seats=(1,))))
    assert (
        popup(evening, want.Join(person=1, name="Ana", table=1)) == "Stůl 1: U tohohle stolu nehraješ, sedíš u stolu 2."
    )
    assert "Už tu sedíš." in popup(evening, want.Join(person=1, name="Ana", table=2))


def test_the_second_of_two_who_deal_reads_that_cards_are_dealt() -> None:
    evening = Evening("Ana", "Bob")
    deal = want.Deal(person=1, table=1, after=0)
    assert popup(evening, deal) == "Rozdáno."
    assert popup(evening, replace(deal, person=2)) == "Už je rozdáno."


@pytest.mark.parametrize(
    "question, answers, is_long",
    [
        ("Platí svršek?", ("ano", "ne", "x" * (LONGEST_ANSWER + 1), "možná"), True),
        ("x" * (LONGEST_QUESTION + 1), ("ano", "ne"), True),
        ("x" * LONGEST_QUESTION, ("ano",), False),
        ("Platí svršek?", ("ano", "Ano"), False),
    ],
)
def test_n18_a_question_that_is_too_long_is_told_so(question: str, answers: tuple[str, ...], is_long: bool) -> None:
    evening = Evening("Ana", "Bob")
    told = popup(evening, want.OpenDispute(person=1, question=question, answers=answers, closes_at=evening.now + 1))
    assert ("moc dlouhé" in told) == is_long
    assert told.startswith("⚖️")
