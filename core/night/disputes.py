"""Questions that all players of the night vote on, while the games go on and also after the night (N18)."""

from collections import Counter
from dataclasses import replace

from core.ledger import PersonId
from core.night.declined import Decline, Declined
from core.night.forget import NAMELESS
from core.night.intents import AnswerDispute, ConfirmRuling, OpenDispute
from core.night.people import at_a_table
from core.night.person import is_bot
from core.night.values import Dispute, Night, Step

ANSWERS = range(2, 5)
LONGEST_QUESTION, LONGEST_ANSWER = 200, 40
"""Characters."""
MOST_OPEN, MOST = 3, 6
"""At the same time, and in one night: each is a message in the group."""


def voters(night: Night) -> tuple[PersonId, ...]:
    """All players of the night, whether they are still there or not."""
    return tuple(person.id for person in night.people if not is_bot(person.id) and person.id < NAMELESS)


def find(night: Night, number: int) -> Dispute | None:
    """The dispute with this number."""
    return next((dispute for dispute in night.disputes if dispute.number == number), None)


def counts(dispute: Dispute) -> tuple[int, ...]:
    """Votes for each answer."""
    given = Counter(answer for _, answer in dispute.votes)
    return tuple(given[place] for place in range(len(dispute.answers)))


def outcome(dispute: Dispute) -> int | None:
    """The place of the answer with more votes than any other; None before the end, and when there is no such one."""
    votes = counts(dispute)
    return votes.index(max(votes)) if dispute.closed and votes.count(max(votes)) == 1 else None


def open_dispute(night: Night, intent: OpenDispute) -> Step:
    """A question with two to four different answers, by any player; the running game goes on.

    Not by somebody who is about to go: they may have been removed from the group, which reads it.
    """
    person, _ = at_a_table(night, intent.person)
    if person.leaving:
        raise Declined(Decline.STRANGER)
    answers = intent.answers
    texts = ((intent.question, LONGEST_QUESTION), *((answer, LONGEST_ANSWER) for answer in answers))
    different = len({answer.casefold() for answer in answers}) == len(answers)
    if len(answers) not in ANSWERS or not different or not all(text for text, _ in texts):
        raise Declined(Decline.NO_QUESTION)
    if any(len(text) > most for text, most in texts):
        raise Declined(Decline.QUESTION_TOO_LONG)
    if len(night.disputes) >= MOST or sum(not dispute.closed for dispute in night.disputes) >= MOST_OPEN:
        raise Declined(Decline.DISPUTES_FULL)
    number = len(night.disputes) + 1
    dispute = Dispute(number=number, question=intent.question, answers=answers, closes_at=intent.closes_at)
    return Step(night=replace(night, disputes=(*night.disputes, dispute)))


def answer_dispute(night: Night, intent: AnswerDispute) -> Step:
    """A player's answer, which they may change until all have voted."""
    dispute = find(night, intent.dispute)
    if intent.person not in voters(night):
        raise Declined(Decline.STRANGER)
    if dispute is None or dispute.closed or intent.answer not in range(len(dispute.answers)):
        raise Declined(Decline.OLD_BUTTON)
    others = tuple(given for given in dispute.votes if given[0] != intent.person)
    dispute = replace(dispute, votes=(*others, (intent.person, intent.answer)))
    return Step(night=_with(night, _closed_when_all_have_voted(night, dispute)))


def _closed_when_all_have_voted(night: Night, dispute: Dispute) -> Dispute:
    voted = {person for person, _ in dispute.votes}
    return replace(dispute, closed=voted >= set(voters(night)))


def confirm_ruling(night: Night, intent: ConfirmRuling) -> Step:
    """The outcome as a ruling of the group; whether the person is an administrator was asked before."""
    dispute = find(night, intent.dispute)
    if dispute is None or outcome(dispute) is None or dispute.ruling:
        raise Declined(Decline.OLD_BUTTON)
    return Step(night=_with(night, replace(dispute, ruling=True)))


def _with(night: Night, dispute: Dispute) -> Night:
    others = (dispute if other.number == dispute.number else other for other in night.disputes)
    return replace(night, disputes=tuple(others))


def due(night: Night) -> int | None:
    """When the next vote is over, None when nobody votes."""
    return min((dispute.closes_at for dispute in night.disputes if not dispute.closed), default=None)


def close_late(night: Night, now: int) -> Night:
    """The night with every vote over whose time is."""
    disputes = tuple(
        replace(dispute, closed=True) if not dispute.closed and dispute.closes_at <= now else dispute
        for dispute in night.disputes
    )
    return replace(night, disputes=disputes)
