"""The draw pile (top first), the discard pile (bottom to top) and hands, as tuples that are never changed in place."""

from typing import NamedTuple

from core.cards import Card, Cards
from core.game import Seat
from core.seats import clockwise_of


class Taken(NamedTuple):
    """Cards drawn, the two piles after it, and how many cards were turned over for it."""

    cards: Cards
    draw: Cards
    pile: Cards
    turned_over: int


def deal(deck: Cards, players: int, dealer: Seat, count: int) -> tuple[tuple[Cards, ...], Cards]:
    """(`count` cards for every seat, the rest): one card at a time, the player clockwise of the dealer first (S2)."""
    dealt = players * count
    hands: list[Cards] = [()] * players
    for turn, seat in enumerate(clockwise_of(dealer, players)):
        hands[seat] = deck[turn:dealt:players]
    return tuple(hands), deck[dealt:]


def take(count: int, draw: Cards, pile: Cards) -> Taken:
    """Draw up to `count` cards; fewer when there are no more.

    An empty draw pile is replaced by the discard pile without its top card, turned over unshuffled, at the moment a
    card is to be drawn (S4, P3): its lowest card is drawn first.

    >>> take(2, draw=("7h",), pile=("8b", "9b", "Tb"))
    Taken(cards=('7h', '8b'), draw=('9b',), pile=('Tb',), turned_over=2)
    """
    if count <= len(draw):
        return Taken(draw[:count], draw[count:], pile, 0)
    cards, fresh = draw, pile[:-1]
    missing = count - len(cards)
    return Taken(cards + fresh[:missing], fresh[missing:], pile[-1:], len(fresh))


def put_under(draw: Cards, hand: Cards) -> Cards:
    """The draw pile with a hand under it in plain string order: its last card is the bottom card (S30)."""
    return (*draw, *sorted(hand))


def without(hand: Cards, card: Card) -> Cards:
    """The hand after `card` has left it; ValueError when it is not there."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
