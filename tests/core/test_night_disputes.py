"""Disputes: who may vote, when it is over, what becomes a ruling; also after the night (N18)."""

import pytest

from core.night import deadline
from core.night import intents as want
from core.night.disputes import counts, outcome
from core.night.values import Dispute
from tests.core.nights import OPENED, Evening, person_of

DAY = 86_400_000
ANSWERS = ("yes", "no", "never")


def asks(evening: Evening, *answers: str, question: str = "Does it count?", by: str = "Ana") -> None:
    evening.wants(asking(evening, *answers, question=question, by=by))


def asking(evening: Evening, *answers: str, question: str = "Does it count?", by: str = "Ana") -> want.OpenDispute:
    closes_at = evening.now + 3 * DAY
    return want.OpenDispute(person=person_of(by), question=question, answers=answers or ANSWERS, closes_at=closes_at)


def answers(evening: Evening, name: str, answer: int, dispute: int = 1) -> None:
    evening.wants(want.AnswerDispute(person=person_of(name), dispute=dispute, answer=answer))


def confirming(dispute: int = 1) -> want.ConfirmRuling:
    return want.ConfirmRuling(person=person_of("Ana"), dispute=dispute)


def dispute(evening: Evening, number: int = 1) -> Dispute:
    return evening.night.disputes[number - 1]


def ended(evening: Evening) -> None:
    evening.wants(want.EndNight(person=person_of("Ana")))
    evening.wants(want.EndNight(person=person_of("Ana"), confirmed=True))


def test_n18_all_players_vote_and_the_most_votes_win() -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    asks(evening)
    for name, answer in (("Ana", 1), ("Bob", 0), ("Cyr", 1)):
        assert not dispute(evening).closed
        answers(evening, name, answer)
    assert (dispute(evening).closed, counts(dispute(evening)), outcome(dispute(evening))) == (True, (1, 2, 0), 1)


def test_n18_a_vote_can_be_changed_until_all_have_voted() -> None:
    evening = Evening("Ana", "Bob")
    asks(evening)
    answers(evening, "Ana", 0)
    answers(evening, "Ana", 2)
    answers(evening, "Bob", 2)
    assert counts(dispute(evening)) == (0, 0, 2)
    again = want.AnswerDispute(person=person_of("Bob"), dispute=1, answer=0)
    assert evening.declines(again) == "old-button"


def test_n18_who_has_left_votes_and_strangers_do_not() -> None:
    evening = Evening("Ana", "Bob")
    asks(evening)
    evening.leaves("Bob")
    assert evening.declines(want.AnswerDispute(person=9, dispute=1, answer=0)) == "stranger"
    answers(evening, "Bob", 0)
    answers(evening, "Ana", 0)
    assert outcome(dispute(evening)) == 0


def test_n18_a_tie_is_no_outcome_and_no_ruling() -> None:
    evening = Evening("Ana", "Bob")
    asks(evening)
    answers(evening, "Ana", 0)
    answers(evening, "Bob", 1)
    assert (dispute(evening).closed, outcome(dispute(evening))) == (True, None)
    assert evening.declines(confirming()) == "old-button"


@pytest.mark.parametrize("over", [False, True], ids=["night", "after the night"])
def test_n18_after_its_time_it_closes_with_the_votes_there_are(over: bool) -> None:
    evening = Evening("Ana", "Bob")
    asks(evening)
    answers(evening, "Bob", 2)
    if over:
        ended(evening)
    assert deadline(evening.night) == dispute(evening).closes_at
    evening.passes(3 * 86_400 + 1)
    assert (dispute(evening).closed, outcome(dispute(evening))) == (True, 2)
    assert deadline(evening.night) is None


def test_n18_the_vote_goes_on_after_the_night_and_so_does_the_ruling() -> None:
    evening = Evening("Ana", "Bob")
    asks(evening)
    ended(evening)
    answers(evening, "Ana", 0)
    answers(evening, "Bob", 0)
    evening.wants(confirming())
    assert dispute(evening).ruling
    assert evening.declines(confirming()) == "old-button"
    assert evening.declines(asking(evening)) == "night-over"


def test_n18_only_what_is_over_becomes_a_ruling() -> None:
    evening = Evening("Ana", "Bob")
    asks(evening)
    answers(evening, "Ana", 0)
    assert evening.declines(confirming()) == "old-button"
    assert evening.declines(confirming(7)) == "old-button"


@pytest.mark.parametrize(
    "question, given",
    [
        ("", ("a", "b")),
        ("?", ("a",)),
        ("?", ("a", "b", "c", "d", "e")),
        ("?", ("a", "")),
        ("?", ("yes", "Yes")),
    ],
)
def test_n18_a_question_and_two_to_four_answers(question: str, given: tuple[str, ...]) -> None:
    evening = Evening("Ana", "Bob")
    wish = want.OpenDispute(person=1, question=question, answers=given, closes_at=OPENED + DAY)
    assert evening.declines(wish) == "no-question"


@pytest.mark.parametrize(
    "question, given", [("?" * 201, ("a", "b")), ("?", ("a" * 41, "b")), ("?", ("a", "b", "c" * 200))]
)
def test_n18_what_is_too_long_is_told_so(question: str, given: tuple[str, ...]) -> None:
    evening = Evening("Ana", "Bob")
    wish = want.OpenDispute(person=1, question=question, answers=given, closes_at=OPENED + DAY)
    assert evening.declines(wish) == "question-too-long"


def test_n18_the_running_game_goes_on() -> None:
    evening = Evening("Ana", "Bob")
    evening.deals("Ana")
    before = evening.table
    asks(evening)
    answers(evening, "Ana", 0)
    assert evening.table == before


def test_n18_three_at_a_time_and_six_in_a_night() -> None:
    evening = Evening("Ana")
    for _ in range(3):
        asks(evening)
    assert evening.declines(asking(evening)) == "disputes-full"
    for number in (1, 2, 3):
        answers(evening, "Ana", 0, number)
    for number in (4, 5, 6):
        asks(evening)
        answers(evening, "Ana", 0, number)
    assert evening.declines(asking(evening)) == "disputes-full"


def test_n18_an_answer_that_was_never_offered_is_no_vote() -> None:
    evening = Evening("Ana", "Bob")
    asks(evening)
    assert evening.declines(want.AnswerDispute(person=1, dispute=1, answer=3)) == "old-button"
    assert evening.declines(want.AnswerDispute(person=1, dispute=2, answer=0)) == "old-button"
