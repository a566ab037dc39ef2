"""Positions in the middle of a game, as far as all games ask the same of them."""

from collections import Counter
from collections.abc import Sequence

from core.cards import Cards
from core.game import CLOCKWISE, InvalidSetup, Position, Seat
from core.seats import next_seat


def check_cards(position: Position, pack: Cards) -> None:
    """InvalidSetup for a code more often than the pack has it."""
    zones = (*position.hands, *position.open, *position.down, position.pile, position.draw)
    surplus = Counter(card for zone in zones for card in zone) - Counter(pack)
    if surplus:
        raise InvalidSetup(f"more of {min(surplus)} than the pack has")


def who_begins(position: Position, dealer: Seat, holding: Sequence[object]) -> Seat:
    """The seat whose turn it is: as given, else the first with cards clockwise of the dealer.

    `holding` is true for every seat that has cards. InvalidSetup for nobody with cards, or a turn without any.
    """
    if not any(holding):
        raise InvalidSetup("nobody has any cards")
    if position.turn is None:
        return next_seat(dealer, CLOCKWISE, holding)
    if not holding[position.turn]:
        raise InvalidSetup("the turn is of somebody without cards")
    return position.turn
