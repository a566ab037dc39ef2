"""What has happened at the table: facts for people and for the bot.

Everything but the fields in `private_to` is open to all; so is a face-down card once it is flipped.
"""

from enum import StrEnum
from typing import ClassVar

from core.cards import Card, Cards, Rank
from core.game import Event, Seat
from core.values import value


class Burn(StrEnum):
    """Why a pile burned."""

    TEN = "ten"
    """H6"""
    ROW = "row"
    """Four or more of one rank (H7)."""


class Ending(StrEnum):
    """Why a game was over."""

    LAST = "last"
    """One player was left with cards (H12)."""
    LONG = "long"
    """A thousand actions were played (H16)."""
    COLLAPSE = "collapse"
    """All others but one had left (H17)."""


@value
class CardsDealt(Event):
    """The cards of one player (H2); the face-down ones nobody has seen."""

    private_to: ClassVar[tuple[str, ...]] = ("hand",)

    seat: Seat
    hand: Cards
    open: Cards
    down: int


@value
class CardsSwapped(Event):
    """`shown` went from the hand to the table, `taken` from the table to the hand (H3)."""

    seat: Seat
    shown: Card
    taken: Card


@value
class PlayerReady(Event):
    """Somebody has done swapping (H3)."""

    seat: Seat


@value
class OpeningCalled(Event):
    """`seats` may begin with this rank, or with any card when it is None (H4)."""

    rank: Rank | None
    seats: tuple[Seat, ...]


@value
class CardsPlayed(Event):
    """Cards laid on the pile, the last one on top, from the hand or the face-up ones (H5, H10)."""

    seat: Seat
    cards: Cards
    from_open: bool


@value
class CardFlipped(Event):
    """A face-down card was played blind: laid, or to be taken up with the pile (H11)."""

    seat: Seat
    number: int
    card: Card
    laid: bool


@value
class PileBurned(Event):
    """So many cards are out of the game (H6, H7)."""

    seat: Seat
    cards: int
    why: Burn


@value
class CardsDrawn(Event):
    """A hand was refilled from the draw pile (H8)."""

    private_to: ClassVar[tuple[str, ...]] = ("cards",)

    seat: Seat
    cards: Cards
    count: int


@value
class PileTaken(Event):
    """The whole pile was taken up (H9), with one's own face-up card or none (H10)."""

    seat: Seat
    cards: Cards
    open_card: Card | None


@value
class SeatsSkipped(Event):
    """The turn moved over these seats for the eights, in order; also over the own one (H15)."""

    seats: tuple[Seat, ...]


@value
class PlayerCollapsed(Event):
    """Somebody left for health; so many cards of theirs are out of the game (H17)."""

    seat: Seat
    cards: int


@value
class GameEnded(Event):
    """The end, with all places and the shithead, if there is one."""

    shithead: Seat | None
    places: tuple[Seat, ...]
    why: Ending
