"""What is done for somebody who does not act."""

from core.game import Seat
from core.shithead.actions import Action
from core.shithead.legal import legal
from core.shithead.state import State


def lapse(state: State, seat: Seat) -> Action | None:
    """`ready`, else the lowest card alone, else the pile, with the lowest face-up card, else the first blind one (N2).

    None when nothing is asked of this seat.
    """
    return next(iter(legal(state, seat)), None)
