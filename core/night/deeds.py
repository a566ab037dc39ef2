"""Deeds that house rules ask for in a running game, and what it makes of reports of them (P28).

Only akční prší has house rules; other games ask for no deeds.
"""

from dataclasses import replace

from core.akcni.legal import open_deeds
from core.akcni.state import Promise, State
from core.game import Seat
from core.night.values import Round


def deeds_of(round_: Round) -> tuple[Promise, ...]:
    """The latest deed of each player that can still be reported."""
    return open_deeds(round_.state) if isinstance(round_.state, State) else ()


def holds_up(round_: Round, seat: Seat, verb: str) -> bool:
    """Whether this has to wait for a vote: whoever is accused lays no card before it is over."""
    return verb == "play" and round_.vote is not None and round_.vote.accused == seat


def followed(before: Round, after: Round) -> Round:
    """The round after a step, without a vote on a deed that there is no more, nor acquittals of one.

    A card of theirs, unless it was taken back, ends a deed.
    """
    if before.vote is None and not before.acquitted:
        return after
    deeds = deeds_of(after)
    vote = after.vote
    if vote is not None and vote.accused not in {deed.seat for deed in deeds}:
        vote = None
    same = {deed.seat for deed in deeds if any(deed is one for one in deeds_of(before))}
    return replace(after, vote=vote, acquitted=tuple(seat for seat in after.acquitted if seat in same))
