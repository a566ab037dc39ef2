"""One moment of a game, with all its secrets."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal

from core.cards import Card, Cards, Rank, Suit
from core.game import Charged, Seat
from core.smidary.options import Options
from core.values import value

ML_PER_CARD = 10
"""Drinking a card of an attack, or a card that cannot be drawn (S5, S13)."""


class Phase(StrEnum):
    """Who is asked: the dealer, the one on turn, the accused (twice), all who have not slapped, nobody."""

    BOTTOM = "bottom"
    PLAY = "play"
    ACCUSED = "accused"
    PENALTY = "penalty"
    SLAP = "slap"
    OVER = "over"


class Threat(StrEnum):
    """What hangs over the player on turn: cards, an ace or the red ten."""

    DRAW = "draw"
    SKIP = "skip"
    TEN = "ten"


@value
class Attack:
    """Sevens and green kings, an ace, or the red ten, on its way round the table (S13–S19, S22)."""

    kind: Threat
    by: Seat
    """Who played its top card, the dealer for a turned one: the lap of drinking is counted from here (S15)."""
    cards: int = 0
    """What `draw` draws: 2 for a seven, 4 for a green king (S13), 1 for the red ten (S22)."""
    sevens: int = 0
    added: int = 0
    """The added value in ml that hangs over the player on turn (S14)."""
    drinkable: bool = False
    answerable: bool = True
    """It may still be over-played: not after a lost challenge, nor by who is brought back (S9, S17)."""
    returned: Seat | None = None
    """Who was brought back by it and has not drawn yet (S9)."""
    doubtful: bool = False
    """Its top card is a green king that was neither proven nor turned at the start (S17)."""
    guilty: bool = False
    """When that king was played, another card could have been (S17)."""

    @property
    def ml(self) -> int:
        """The price of drinking, without the added value; 0 for what nobody can drink (S13, S19, S22)."""
        return self.cards * ML_PER_CARD if self.kind is Threat.DRAW else 0

    @property
    def must_be_drawn(self) -> bool:
        """There is no defence: the red ten, and a return (S9, S22)."""
        return self.kind is Threat.TEN or self.returned is not None


@value
class Race:
    """The slapping of a bell nine (S24)."""

    by: Seat
    waiting: tuple[Seat, ...]
    """Who has not slapped, in direction from the nine's player."""
    slapped: tuple[Seat, ...] = ()
    """Who has, the first one first."""


@value
class Bottom:
    """The bottom card of the deal, as long as the dealer may lie about it or be doubted (S27)."""

    card: Card
    announced: Card | None = None


@value
class LastPlay:
    """The play that may be called until something happens (S29)."""

    seat: Seat
    card: Card
    before: "State | None" = None
    """The table as it was, when the play was illegal."""
    charged: tuple[Charged, ...] = ()
    callers: tuple[Seat, ...] = ()
    """Who has called it in vain."""


@value
class Roles:
    """What the players are at the end; after a collapse nobody is anything (S11, S30)."""

    loser: Seat | None
    assistant: Seat | None
    title: str | None
    next_dealer: Seat


@value
class State:
    """The whole table; tuples by seat."""

    game: Literal["smidary"] = "smidary"
    options: Options
    dealer: Seat
    ply: int = 0
    phase: Phase
    turn: Seat | None
    """Whose turn it is; in `accused` and `penalty` the challenger; None in `bottom`, `slap` and `over`."""
    direction: int
    hands: tuple[Cards, ...]
    pile: Cards
    """Bottom to top, never empty."""
    draw: Cards
    """Top first."""
    suit: Suit | None = None
    """What the Ober on top stands for (S20); None with another top card, or when it named nothing."""
    rank: Rank | None = None
    """What the Unter on top demands (S21)."""
    idle_draws: int = 0
    """How many players in a row found nothing to draw since the Unter (S21): there can only be something again once a
    card was played or somebody collapsed."""
    attack: Attack | None = None
    race: Race | None = None
    bottom: Bottom | None = None
    standing: tuple[Seat, ...] = ()
    places: tuple[Seat, ...] = ()
    """Who went out, in order, exposed ones too."""
    exposed: tuple[Seat, ...] = ()
    """Who went out and can still be brought back (S8)."""
    collapsed: tuple[Seat, ...] = ()
    owed: tuple[int, ...]
    """Cards that somebody brought back could not draw yet (S9)."""
    chosen: str | None = None
    """What the winner has chosen (S10)."""
    drinks: tuple[int, ...]
    """Millilitres charged in this game, at coefficient 1."""
    last: LastPlay | None = None
    caught: bool = False
    """The player on turn was called in this turn: by the strict rules now (S29)."""
    roles: Roles | None = None

    @property
    def top(self) -> Card:
        """The top card of the discard pile."""
        return self.pile[-1]


def in_game(state: State) -> Sequence[object]:
    """True for every seat that holds cards, is owed some, or has still to draw after a return (S9, S30)."""
    attack = state.attack
    returned = None if attack is None else attack.returned
    if returned is None and not any(state.owed):
        return state.hands
    return tuple(
        bool(hand or owed or seat == returned)
        for seat, (hand, owed) in enumerate(zip(state.hands, state.owed, strict=True))
    )


def is_in(state: State, seat: Seat) -> bool:
    """Whether this player is still in the game."""
    return bool(in_game(state)[seat])


def seats_in(state: State) -> tuple[Seat, ...]:
    """Who is still in the game, by seat."""
    return tuple([seat for seat, holding in enumerate(in_game(state)) if holding])
