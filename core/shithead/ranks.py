"""The order of ranks: what goes on what, and what counts on top of a pile."""

from functools import cache

from core.cards import FRENCH_RANKS, FRENCH_SUITS, JOKERS, Card, Cards, Rank

TWO, SEVEN, EIGHT, TEN, JOKER = "2", "7", "8", "T", "X"
ASCENDING = "3456789TJQKA"
"""From the lowest to the highest (H5)."""
WILD = frozenset((TWO, TEN, JOKER))
"""They go on anything (H6, H13)."""
OPENING = tuple(rank for rank in ASCENDING if rank not in WILD)
"""Ranks that may begin, in the order in which they are asked for (H4)."""
ALL_RANKS = frozenset((*FRENCH_RANKS, JOKER))
ROW_THAT_BURNS = 4

_HAND_ORDER = {
    code: place
    for place, code in enumerate((*(rank + suit for rank in (*OPENING, TWO, TEN) for suit in FRENCH_SUITS), *JOKERS))
}


def in_order(cards: Cards) -> Cards:
    """Cards as a hand is held: the ordinary ranks ascending, then twos, tens and jokers, which are worth keeping."""
    return tuple(sorted(cards, key=_HAND_ORDER.__getitem__))


def top_that_counts(pile: Cards, eight_is_transparent: bool) -> Card | None:
    """The card that the next one is compared with: jokers and transparent eights are looked through (H13, H15)."""
    for card in reversed(pile):
        if card[0] != JOKER and not (eight_is_transparent and card[0] == EIGHT):
            return card
    return None


def row_on_top(pile: Cards) -> int:
    """How many cards of one rank lie on top of each other; jokers make no row (H7)."""
    if not pile or pile[-1][0] == JOKER:
        return 0
    rank, row = pile[-1][0], 0
    for card in reversed(pile):
        if card[0] != rank:
            break
        row += 1
    return row


@cache
def ranks_that_go(
    on: Rank | None, seven_lower: bool, eight_is_transparent: bool, strictly_higher: bool
) -> frozenset[Rank]:
    """The ranks that may be laid on the rank that counts, None for nothing at all (H5, H6, H13, H15)."""
    if on is None or on == TWO:
        return ALL_RANKS
    at = ASCENDING.index(on)
    if on == SEVEN and seven_lower:
        comparing = ASCENDING[: at + 1]
    else:
        comparing = ASCENDING[at + strictly_higher :]
    anywhere = WILD | {EIGHT} if eight_is_transparent else WILD
    return anywhere.union(comparing)
