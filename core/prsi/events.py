"""Facts that both games tell."""

from typing import ClassVar

from core.cards import Cards
from core.game import Event, Seat
from core.values import value


@value
class CardsDrawn(Event):
    """Cards taken into the hand, by the clause `rule`."""

    private_to: ClassVar[tuple[str, ...]] = ("cards",)

    seat: Seat
    cards: Cards
    count: int
    rule: str


@value
class PileTurnedOver(Event):
    """The discard pile without its top card became the draw pile (S4, P3)."""

    cards: int


@value
class PlayerStood(Event):
    """Somebody stood for an ace (S19, P12)."""

    seat: Seat


@value
class TurnLost(Event):
    """The turn that an eight took away, with two in the game, or a house rule (S23, P28)."""

    seat: Seat


@value
class Collapsed(Event):
    """Somebody left for health; so many cards went under the draw pile (S30)."""

    seat: Seat
    cards: int
