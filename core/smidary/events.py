"""What has happened at the table, for people and for the bot. Drinks are `Charged` and `ChargeUndone` of core.game."""

from typing import ClassVar

from core.cards import Card, Cards, Rank
from core.game import Event, Seat
from core.smidary.state import Threat
from core.values import value


@value
class CardsDealt(Event):
    """The hand of one player (S1)."""

    private_to: ClassVar[tuple[str, ...]] = ("cards",)

    seat: Seat
    cards: Cards
    count: int


@value
class CardTurnedUp(Event):
    """The first card of the discard pile (S2)."""

    card: Card
    dealer: Seat


@value
class BottomAsked(Event):
    """The dealer must say what the bottom card is (S27)."""

    dealer: Seat


@value
class BottomAnnounced(Event):
    """The dealer has said what the bottom card is (S27)."""

    dealer: Seat
    card: Card


@value
class BottomDoubted(Event):
    """The bottom card was shown because `seat` did not believe the dealer (S27)."""

    seat: Seat
    dealer: Seat
    announced: Card
    card: Card
    lied: bool


@value
class StartJudged(Event):
    """Whether the special card turned up counts, by this bottom card; a changer names what the bottom card is (S26)."""

    card: Card
    bottom: Card
    effective: bool
    name: str | None


@value
class CardPlayed(Event):
    """A card laid on the pile, with the suit or rank it names."""

    seat: Seat
    card: Card
    name: str | None


@value
class CardsOwed(Event):
    """So many cards could not be drawn yet by somebody brought back (S9)."""

    seat: Seat
    count: int


@value
class AttackLanded(Event):
    """`seat` faces it now; `ml` is the price of drinking, `added` what hangs over them on top (S13–S15, S19, S22)."""

    seat: Seat
    by: Seat
    kind: Threat
    cards: int
    ml: int
    added: int
    drinkable: bool


@value
class AttackDrunk(Event):
    """`seat` drank instead of drawing, and so passed it on (S13)."""

    seat: Seat


@value
class PlayerSat(Event):
    """Somebody who stood sat down again, their turn having come (S19)."""

    seat: Seat


@value
class DemandLapsed(Event):
    """Nobody in the game found a card to draw, so the Unter's demand is over (S21)."""

    rank: Rank


@value
class HandsPassed(Event):
    """Each of these players passed the whole hand to the next one of them, the last one to the first (S25)."""

    seats: tuple[Seat, ...]


@value
class Challenged(Event):
    """`seat` accused whoever played the green king (S17)."""

    seat: Seat
    accused: Seat


@value
class ChargeAdmitted(Event):
    """The accused took the attack and showed nothing (S17)."""

    seat: Seat


@value
class HandShown(Event):
    """The accused showed the hand to all, and what it proved (S17)."""

    seat: Seat
    cards: Cards
    guilty: bool


@value
class ChallengeDropped(Event):
    """An accusation or a penalty ended because one of the two collapsed (S30)."""

    seat: Seat


@value
class RaceBegan(Event):
    """These players must slap, in direction from the nine's player (S24)."""

    by: Seat
    seats: tuple[Seat, ...]


@value
class PlayerSlapped(Event):
    """A hand on the pile (S24)."""

    seat: Seat


@value
class RaceEnded(Event):
    """Who was too late, and who counts as the last (S24)."""

    late: tuple[Seat, ...]
    last: Seat


@value
class PlayerSafe(Event):
    """A finish became final (S8)."""

    seat: Seat


@value
class BroughtBack(Event):
    """A red seven by `by` took the place from `seat` (S9)."""

    seat: Seat
    by: Seat


@value
class DrinkChosen(Event):
    """The winner said what the loser and the assistant will drink (S10)."""

    seat: Seat
    drink: str


@value
class ChoiceVoided(Event):
    """The choice is void, since its maker is no winner any more (S10)."""

    drink: str


@value
class PlayTakenBack(Event):
    """`seat` called an illegal play of `cheat`, and the card went back to the hand (S29)."""

    seat: Seat
    cheat: Seat
    card: Card


@value
class CallFailed(Event):
    """`seat` called a play that was legal (S29)."""

    seat: Seat
    player: Seat
    card: Card


@value
class GameEnded(Event):
    """The end: who lost with how many cards left, who assists, who deals next; no loser after a collapse (S11, S30)."""

    places: tuple[Seat, ...]
    loser: Seat | None
    cards_left: int
    assistant: Seat | None
    title: str | None
    next_dealer: Seat
