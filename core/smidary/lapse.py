"""What is done for somebody who does not act: the least harmful thing (N2)."""

from core.game import Seat
from core.prsi.fitting import first_name
from core.smidary.actions import ANNOUNCEMENTS, DRAW, SHOW, STAND, Action, Play
from core.smidary.legal import actors, playable, refusal
from core.smidary.state import Phase, State


def lapse(state: State, seat: Seat) -> Action | None:
    """Draw, stand, show, announce the truth, or play the first card that must be played.

    None when nothing is asked of this seat, and in a race, which the table's Timeout closes for all (S24).
    """
    if seat not in actors(state) or state.phase is Phase.SLAP:
        return None
    if state.phase is Phase.BOTTOM and state.bottom is not None:
        return ANNOUNCEMENTS[state.bottom.card]
    if state.phase is Phase.ACCUSED:
        return SHOW
    if refusal(state, seat, STAND) is None:
        return STAND
    if refusal(state, seat, DRAW) is None:
        return DRAW
    hand, fits = state.hands[seat], playable(state)
    card = next(card for card in hand if card in fits)
    return Play(card=card, name=first_name(card, hand))
