"""What may be told of a game that is over: no word of drinks, hands that nobody saw, or cheats that nobody called."""

from enum import StrEnum

from core.game import Seat
from core.values import value


class Feat(StrEnum):
    """What somebody has done or suffered, and what the number with it counts."""

    ROSE_AGAIN = "rose-again"
    """Was out, was brought back so often, and won all the same (S9, P19, P26)."""
    FELL_BACK = "fell-back"
    """Was out, was brought back so often, and lost (S9, P19, P26)."""
    COMEBACK = "comeback"
    """Held so many cards in hand, and won."""
    CAUGHT = "caught"
    """Was found out so often: a card, the bottom card or a green king that was not right (S17, S27, S29)."""
    FALSE_ALARM = "false-alarm"
    """Was so often wrong to call, to doubt or to challenge (S17, S27, S29)."""
    SLOWEST = "slowest"
    """Was so often the only one too late for the bell nine (S24)."""
    LONGEST_WAY = "longest-way"
    """Drew an attack that had come to so many seats one after another, this one included (S13, P5, P6)."""
    LARGEST_DRAW = "largest-draw"
    """Drew so many cards at once."""
    TARGET = "target"
    """Laid so many attacks that came to `other` first."""
    STOOD = "stood"
    """Stood for an ace so often (S19, P12)."""
    NO_MANNERS = "no-manners"
    """Left so many kings ungreeted (P11)."""
    MISTAKES = "mistakes"
    """Made so many mistakes (P24)."""
    MOST_DRAWN = "most-drawn"
    """Drew so many cards in all."""
    TURNED_OVER = "turned-over"
    """The pile was turned over so often; that is nobody's own (S4, P3)."""
    CLEAN_HANDS = "clean-hands"
    """Won and took no pile; so many were taken by others (H9)."""
    BLIND_LUCK = "blind-luck"
    """Turned up so many face-down cards one after another, and all could be laid (H11)."""
    LARGEST_PILE = "largest-pile"
    """Took up so many cards at once (H9)."""
    PILES_TAKEN = "piles-taken"
    """Took up so many piles (H9)."""
    PILES_BURNED = "piles-burned"
    """Burned so many piles (H6, H7)."""


@value
class Highlight:
    """A feat with its number; `seat` is whose it is, None when it is nobody's own, `other` who suffered it."""

    feat: Feat
    seat: Seat | None
    number: int
    other: Seat | None = None
