"""What goes on what (S3, S13, S16, S19–S21, S25): pure tables over card codes, computed once."""

from functools import cache

from core.cards import THE_SIX, Card, Rank, Suit
from core.prsi.fitting import ALL_CARDS, OBER, UNTER, matching, of_rank, of_suit

SEVEN, EIGHT, ACE = "7", "8", "A"
GREEN_KING: Card = "Kl"
GREEN_SEVEN: Card = "7l"
RED_SEVEN: Card = "7h"
RED_TEN: Card = "Th"
BELL_NINE: Card = "9b"

SEVENS, ACES = of_rank(SEVEN), of_rank(ACE)
_OBERS, _UNTERS = of_rank(OBER), of_rank(UNTER)
_SIX, _KING = frozenset({THE_SIX}), frozenset({GREEN_KING})
NOTHING: frozenset[Card] = frozenset()


@cache
def fitting(top: Card, suit: Suit | None, rank: Rank | None) -> frozenset[Card]:
    """What may be played on `top` when it threatens nobody; `suit` and `rank` are what its player named.

    The green king goes on everything (S16). An Ober that names no suit stands for its own (S21).
    """
    if rank is not None:
        return of_rank(rank) | _UNTERS | _KING
    if top[0] == OBER:
        named = of_suit(suit or top[1])
        return named | _OBERS | _KING
    # An Unter may go on any of these, as an Ober may; the six never goes on an Unter, whatever its suit (S21, S25).
    on_plain = matching(top) | _OBERS | _UNTERS | _KING
    return on_plain - _SIX if top[0] == UNTER else on_plain


def _over_plays(top: Card) -> frozenset[Card]:
    if top == GREEN_KING:
        return frozenset({GREEN_SEVEN})
    return SEVENS | _KING if top == GREEN_SEVEN else SEVENS


OVER_PLAYS: dict[Card, frozenset[Card]] = {top: _over_plays(top) for top in sorted(ALL_CARDS)}
"""What over-plays an attack with this card on top: sevens on sevens, the two green cards on each other (S13, S16)."""


def needs_judging(card: Card) -> bool:
    """Whether a card turned up at the start counts only by the bottom card (S26)."""
    return card[0] in (OBER, UNTER, ACE, SEVEN, EIGHT) or card in (RED_TEN, GREEN_KING)
