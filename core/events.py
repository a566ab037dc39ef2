"""Facts that every game tells."""

from core.game import Event, Seat
from core.values import value


@value
class TurnPassed(Event):
    """Whose turn it was from then on."""

    seat: Seat


@value
class DirectionTurned(Event):
    """The direction after a card that turns it, 1 being clockwise (S23, P6, P8, P28, H13)."""

    direction: int


@value
class PlayerFinished(Event):
    """Somebody was out of cards, or, `alone`, the only one left after a collapse; `place` from 1.

    Clauses S7, S30, P18, H12, H17.
    """

    seat: Seat
    place: int
    alone: bool = False
