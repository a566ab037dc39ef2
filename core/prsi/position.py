"""Positions in the middle of a game of prší."""

from core.cards import Cards
from core.game import InvalidSetup, Position
from core.positions import check_cards


def check_piles(position: Position, pack: Cards) -> None:
    """InvalidSetup for a code more often than the pack has it, or a discard pile without a card."""
    check_cards(position, pack)
    if not position.pile:
        raise InvalidSetup("the discard pile has no card")
