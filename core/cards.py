"""Suits, ranks and packs.

A card is its code in a record: rank, then suit, so `card[0]` is its rank and `card[1]` its suit ("7h", "Kl", "Ta";
French "Qs"; the one six "6x"; jokers "Xr" and "Xb"). Codes sort, compare and store as they are.
"""

from typing import TypeAlias

Card: TypeAlias = str
Suit: TypeAlias = str
Rank: TypeAlias = str
Cards: TypeAlias = tuple[Card, ...]

HEARTS, LEAVES, BELLS, ACORNS = "h", "l", "b", "a"
GERMAN_SUITS = (HEARTS, LEAVES, BELLS, ACORNS)
GERMAN_RANKS = ("7", "8", "9", "T", "U", "O", "K", "A")
THE_SIX: Card = "6x"
SIX_SUITS = (HEARTS, BELLS, ACORNS)
"""The suits that the six stands for (S25)."""

FRENCH_SUITS = ("c", "d", "h", "s")
FRENCH_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
JOKERS: Cards = ("Xr", "Xb")


def german_pack(six: bool = False) -> Cards:
    """The 32 German-suited cards, with `six` 33, in the order of suits and ranks."""
    cards = tuple(rank + suit for suit in GERMAN_SUITS for rank in GERMAN_RANKS)
    return (*cards, THE_SIX) if six else cards


def french_pack(packs: int = 1, jokers: int = 0) -> Cards:
    """`packs` times 52 French cards and `jokers` jokers in all, red and black in turn (H1).

    >>> french_pack(jokers=2)[-4:]
    ('Ks', 'As', 'Xr', 'Xb')
    """
    cards = tuple(rank + suit for suit in FRENCH_SUITS for rank in FRENCH_RANKS)
    return cards * packs + tuple(JOKERS[n % 2] for n in range(jokers))
