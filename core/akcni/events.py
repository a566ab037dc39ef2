"""What has happened at the table: facts for people and for the bot. Drinks are `Charged` of core.game."""

from enum import StrEnum
from typing import ClassVar

from core.akcni.state import Threat
from core.cards import Card, Cards
from core.game import Event, Seat
from core.values import value


class Mistake(StrEnum):
    """What somebody did wrong, and so what should have been done (P24, P25, P28)."""

    OUT_OF_TURN = "out-of-turn"
    """A card was played although it was somebody else's turn."""
    ILLEGAL_CARD = "illegal-card"
    """A card was played that does not go there."""
    WRONG_NUMBER = "wrong-number"
    """Another number was drawn than the one that was due."""
    NOT_STOOD = "not-stood"
    """Something else was done on an ace than standing, or over-playing it with an ace."""
    STOOD_IN_VAIN = "stood-in-vain"
    NOT_GREETED = "not-greeted"
    """Something was done before greeting the king."""
    GREETED_IN_VAIN = "greeted-in-vain"
    NOT_SAID_WHETHER = "not-said-whether"
    """The action king came without yes or no, and counts as no."""
    LAST_FORGOTTEN = "last-forgotten"
    LAST_IN_VAIN = "last-in-vain"
    """It was not due, or the play that was to make it due did not follow."""
    PRSI_FORGOTTEN = "prsi-forgotten"
    PRSI_IN_VAIN = "prsi-in-vain"
    """It was not due, or the play that was to make it due did not follow."""
    WRONG_NAME = "wrong-name"
    """A changer named nothing or something of the wrong kind, or a card that names nothing did."""
    WORDS_FORGOTTEN = "words-forgotten"
    """The words that a house rule asks for were not said."""
    DEED_BROKEN = "deed-broken"
    """The table found that the deed which a house rule asks for was not done."""


RULES: dict[Mistake, str] = {
    Mistake.LAST_FORGOTTEN: "P21",
    Mistake.PRSI_FORGOTTEN: "P18",
    Mistake.NOT_GREETED: "P11",
    Mistake.NOT_STOOD: "P12",
    Mistake.NOT_SAID_WHETHER: "P15",
    Mistake.LAST_IN_VAIN: "P25",
    Mistake.PRSI_IN_VAIN: "P25",
    Mistake.WORDS_FORGOTTEN: "P28",
    Mistake.DEED_BROKEN: "P28",
}
"""The clause behind a mistake; P24 for all others but an illegal card, which has the clause that forbids it."""


@value
class CardsDealt(Event):
    """The cards of one player (P1)."""

    private_to: ClassVar[tuple[str, ...]] = ("cards",)

    seat: Seat
    cards: Cards
    count: int
    open: Cards


@value
class CardTurnedUp(Event):
    """The first card of the discard pile, and what it names by the bottom card of the draw pile (P17)."""

    card: Card
    dealer: Seat
    name: str | None


@value
class ChangeAsked(Event):
    """The dealer must say whether all give a card (P17)."""

    dealer: Seat


@value
class ChangeAnnounced(Event):
    """The dealer has said whether all give a card (P17)."""

    dealer: Seat
    change: bool


@value
class CardPlayed(Event):
    """A card laid on the pile, from the hand or the open ones, with what was named or said."""

    seat: Seat
    card: Card
    name: str | None
    from_open: bool


@value
class OpenCardsDrawn(Event):
    """Cards drawn in an action lap and laid open, by the clause `rule` (P14)."""

    seat: Seat
    cards: Cards
    count: int
    rule: str


@value
class AttackLanded(Event):
    """`seat` faces it now: cards to draw, or an ace to stand on (P5, P6, P12)."""

    seat: Seat
    by: Seat
    kind: Threat
    cards: int
    eights: bool


@value
class LapBegan(Event):
    """From now on no card has an effect, until it is this player's turn again (P14)."""

    seat: Seat


@value
class LapEnded(Event):
    """The turn has come to whoever blocked, or over their seat (P14)."""

    seat: Seat


@value
class GiftsAsked(Event):
    """Each of these players must give a card to the one of them before (P15)."""

    seats: tuple[Seat, ...]


@value
class GiftChosen(Event):
    """Somebody has put a card down for the player before (P15)."""

    private_to: ClassVar[tuple[str, ...]] = ("card",)

    seat: Seat
    card: Card


@value
class GiftReceived(Event):
    """The gift of `giver` came into the hand of `seat` (P15)."""

    private_to: ClassVar[tuple[str, ...]] = ("card",)

    seat: Seat
    giver: Seat
    card: Card


@value
class KingGreeted(Event):
    """Somebody greeted the king (P11)."""

    seat: Seat


@value
class LastSaid(Event):
    """Somebody said that one card is left, or will be after the next play (P21, P25)."""

    seat: Seat


@value
class PrsiSaid(Event):
    """Somebody said "prší – zmokne ti prádlo" (P18, P25)."""

    seat: Seat


@value
class HouseRuleApplied(Event):
    """One effect of a house rule, in its words, by the card that `seat` laid (P28)."""

    seat: Seat
    card: Card
    rule: str
    effect: str


@value
class WordsSaid(Event):
    """Somebody said what a house rule asks for (P28)."""

    seat: Seat
    text: str


@value
class MistakeMade(Event):
    """A mistake, and so many cards drawn for it, fewer than usual when there are no more (P24, P29).

    `rule` is the clause behind it. `card`: what was played, taken back but for `not-said-whether`, and `name` what it
    named; `due`: the number that should have been drawn; `text`: the words or the deed.
    """

    is_mistake: ClassVar[bool] = True

    seat: Seat
    mistake: Mistake
    rule: str
    count: int
    card: Card | None = None
    name: str | None = None
    due: int | None = None
    text: str | None = None


@value
class FinishFinal(Event):
    """Nothing can bring this player back any more (P19)."""

    seat: Seat


@value
class BroughtBack(Event):
    """Somebody who was out is in the game again by the clause `rule`, and the place is lost (P19, P26)."""

    seat: Seat
    rule: str


@value
class GameEnded(Event):
    """The end: who lost and what everybody scores; after a collapse nobody lost or scores (P22)."""

    places: tuple[Seat, ...]
    loser: Seat | None
    scores: tuple[int, ...]
