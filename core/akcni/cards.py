"""What goes on what (P4–P6, P9, P10, P12, P14): pure tables over card codes, computed once."""

from functools import cache

from core.akcni.options import PACK
from core.cards import Card, Rank, Suit
from core.prsi.fitting import OBER, UNTER, matching, of_rank, of_suit

SEVEN, EIGHT, NINE, TEN, KING, ACE = "7", "8", "9", "T", "K", "A"

SEVENS, EIGHTS, ACES = of_rank(SEVEN), of_rank(EIGHT), of_rank(ACE)
CHANGERS: dict[str, frozenset[Card]] = {"unter": of_rank(UNTER), "ober": of_rank(OBER)}
"""What goes on anything, by the rule that says so (P9, P10)."""
ANY_CARD: frozenset[Card] = frozenset(PACK)
NOTHING: frozenset[Card] = frozenset()


@cache
def fitting(top: Card, suit: Suit | None, rank: Rank | None, changers: frozenset[Card]) -> frozenset[Card]:
    """What goes on `top`, or meets what it demands; `changers` are the cards that go on anything now (P4, P9, P10)."""
    if rank is not None:
        return of_rank(rank) | changers
    return (of_suit(suit) if suit is not None else matching(top)) | changers


def over_sevens(eights: bool) -> dict[Card, frozenset[Card]]:
    """What over-plays each seven that attacks: sevens, and with the rule of the eights the one of its suit (P5, P6)."""
    return {top: SEVENS | ({EIGHT + top[1]} if eights else NOTHING) for top in PACK if top in SEVENS}
