"""What goes on what, as far as both games agree: same suit or rank, and the cards that name a suit or a rank."""

from core.cards import GERMAN_RANKS, GERMAN_SUITS, SIX_SUITS, THE_SIX, Card, Cards, Rank, Suit, german_pack

OBER, UNTER = "O", "U"
ALL_CARDS = frozenset(german_pack(six=True))
NAMES: dict[Rank, tuple[str, ...]] = {OBER: GERMAN_SUITS, UNTER: GERMAN_RANKS}
"""What a changer may name: an Ober any suit, an Unter any of the eight ranks (S20, S21, P9, P10)."""

# The suits that a card stands for: its own, the six for three (S25).
_SUITS = {card: frozenset(SIX_SUITS if card == THE_SIX else card[1]) for card in ALL_CARDS}


def of_suit(suit: Suit) -> frozenset[Card]:
    """All cards that stand for the suit, the six among them."""
    return frozenset(card for card in ALL_CARDS if suit in _SUITS[card])


def of_rank(rank: Rank) -> frozenset[Card]:
    """All cards of the rank."""
    return frozenset(card for card in ALL_CARDS if card[0] == rank)


def matching(top: Card) -> frozenset[Card]:
    """All cards that share a suit or the rank with `top` (S3, P4)."""
    return frozenset(card for card in ALL_CARDS if card[0] == top[0] or _SUITS[card] & _SUITS[top])


def fits_name(card: Card, name: str | None) -> bool:
    """Whether a card is played with a name of the right kind: none unless it is a changer."""
    names = NAMES.get(card[0])
    return name is None if names is None else name in names


def first_name(card: Card, hand: Cards) -> str | None:
    """The first name of the rest of the hand that a changer can take, any without one; None for other cards (N2)."""
    names = NAMES.get(card[0])
    if names is None:
        return None
    held = (other[1] if card[0] == OBER else other[0] for other in hand if other != card)
    return next((name for name in held if name in names), names[0])
