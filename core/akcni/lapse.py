"""What is done for somebody who does not act: the least harmful thing (N2)."""

from core.akcni.actions import DRAW, GIFTS, GREET, NO_CHANGE, STAND, Action
from core.akcni.legal import actors, faces_ace
from core.akcni.options import PACK
from core.akcni.state import Phase, State, cards_of
from core.cards import GERMAN_RANKS, Card
from core.game import Seat


def lapse(state: State, seat: Seat) -> Action | None:
    """Greet where that is due, then stand or draw; no change; the lowest card as a gift. None when nothing is asked."""
    if seat not in actors(state):
        return None
    match state.phase:
        case Phase.ANNOUNCE:
            return NO_CHANGE
        case Phase.GIVE:
            return GIFTS[min(cards_of(state, seat), key=_height)]
    if state.greet:
        return GREET
    return STAND if faces_ace(state) else DRAW


def _height(card: Card) -> tuple[int, int]:
    return GERMAN_RANKS.index(card[0]), PACK.index(card)
