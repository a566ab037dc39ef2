"""Whether somebody has done what a house rule asks for: reported, voted on by the others, charged (P28)."""

from collections.abc import Sequence
from dataclasses import replace

from core import akcni
from core.akcni.actions import Breach
from core.akcni.legal import refusal
from core.game import Refused, Seat
from core.night.declined import Decline, Declined
from core.night.deeds import deeds_of
from core.night.intents import Act, CastVote
from core.night.people import known, put_table
from core.night.person import is_bot
from core.night.play import fact_of_game, parsed, perform
from core.night.rounds import game_of
from core.night.rules import Vote
from core.night.values import Night, Round, Step, Table

TIME_TO_VOTE = 60_000
"""Milliseconds after which what has no majority is no breach."""


def is_report(night: Night, intent: Act) -> bool:
    """Whether the action would be a breach of a house rule: that is for the table to find, not for one player."""
    table = night.table(intent.table)
    plays = table.round.game if table is not None and table.round is not None else None
    return plays == akcni.id and intent.action.split()[:1] == ["breach"]


def report(night: Night, intent: Act, now: int) -> Step:
    """Somebody in the game says that a deed was not done; the others vote, if there are any."""
    table, round_, seat = _running(night, intent)
    action = parsed(game_of(round_), intent.action)
    if not isinstance(action, Breach):
        raise Declined(Decline.OLD_BUTTON)
    reason = refusal(round_.state, seat, action)
    if reason is not None:
        raise Declined(Decline.REFUSED, Refused(*reason))
    if round_.vote is not None:
        raise Declined(Decline.VOTE_OPEN)
    if action.player in round_.acquitted:
        raise Declined(Decline.ACQUITTED)
    deed = next(deed for deed in deeds_of(round_) if deed.seat == action.player)
    vote = Vote(accused=action.player, by=seat, since=now, text=deed.text, said=((seat, True),))
    data = (("seat", vote.accused), ("by", seat), ("text", vote.text))
    opened = replace(round_, vote=vote)
    step = Step(night=_with(night, table, opened))
    if not _is_decided(opened, vote):
        return replace(step, news=(fact_of_game("BreachReported", data, table.id, round_),))
    return step.then(close(step.night, table.id, now))


def cast(night: Night, intent: CastVote, now: int) -> Step:
    """A vote, which can be changed until it is decided."""
    table, round_, seat = _running(night, intent)
    vote = round_.vote
    if vote is None or vote.accused != intent.accused:
        raise Declined(Decline.OLD_BUTTON)
    if seat not in voters(round_, vote):
        raise Declined(Decline.OWN_CASE)
    if (seat, intent.breach) in vote.said:
        raise Declined(Decline.JUST_DONE)
    others = tuple(said for said in vote.said if said[0] != seat)
    vote = replace(vote, said=(*others, (seat, intent.breach)))
    step = Step(night=_with(night, table, replace(round_, vote=vote)))
    return step.then(close(step.night, table.id, now)) if _is_decided(round_, vote) else step


def voters(round_: Round, vote: Vote) -> tuple[Seat, ...]:
    """Who votes: all people who play but the accused and those who have gone home, also without cards."""
    return tuple(
        seat
        for seat, player in enumerate(round_.players)
        if seat != vote.accused and seat not in round_.state.collapsed and not is_bot(player)
    )


def counted(vote: Vote, breach: bool) -> int:
    """How many have said so."""
    return sum(said == breach for _, said in vote.said)


def _is_confirmed(round_: Round, vote: Vote) -> bool:
    return 2 * counted(vote, True) > len(voters(round_, vote))


def _is_decided(round_: Round, vote: Vote) -> bool:
    return _is_confirmed(round_, vote) or 2 * counted(vote, False) >= len(voters(round_, vote))


def due(round_: Round) -> int | None:
    """When the vote is over in any case, None without one."""
    return None if round_.vote is None else round_.vote.since + TIME_TO_VOTE


def close(night: Night, table_id: int, now: int) -> Step:
    """The majority of the others decides: a breach is charged, or the deed is not spoken of again."""
    table = night.table(table_id)
    assert table is not None
    round_ = table.round
    assert round_ is not None
    vote = round_.vote
    assert vote is not None
    round_ = replace(round_, vote=None)
    if _is_confirmed(round_, vote):
        for seat in _reporters(vote):
            if refusal(round_.state, seat, Breach(player=vote.accused)) is None:
                return perform(night, replace(table, round=round_), round_, seat, Breach(player=vote.accused), now)
        return Step(night=_with(night, table, round_))
    said = (("seat", vote.accused), ("text", vote.text), ("yes", counted(vote, True)), ("no", counted(vote, False)))
    told = fact_of_game("BreachDenied", said, table.id, round_)
    return Step(night=_with(night, table, replace(round_, acquitted=(*round_.acquitted, vote.accused))), news=(told,))


def _reporters(vote: Vote) -> Sequence[Seat]:
    """In whose name the breach is charged: whoever reported it, or if they have gone out since, another one."""
    return [vote.by, *(seat for seat, breach in vote.said if breach and seat != vote.by)]


def _running(night: Night, intent: Act | CastVote) -> tuple[Table, Round, Seat]:
    """The game that is meant, and who speaks in it."""
    person, table = known(night, intent.person), night.table(intent.table)
    round_ = table.round if table else None
    if table is None or round_ is None or round_.number != intent.game:
        raise Declined(Decline.OLD_BUTTON)
    seat = round_.seat(person.id)
    if seat is None:
        raise Declined(Decline.NOT_PLAYING)
    return table, round_, seat


def _with(night: Night, table: Table, round_: Round) -> Night:
    return put_table(night, replace(table, round=round_))
