"""One moment of a game, with all its secrets."""

from collections.abc import Sequence
from enum import StrEnum
from operator import add
from typing import Literal

from core.akcni.options import Options
from core.cards import Card, Cards, Rank, Suit
from core.game import Seat
from core.house import Rule
from core.values import value


class Phase(StrEnum):
    """What is asked, and of whom: the dealer, all who hold cards, the one on turn, nobody."""

    ANNOUNCE = "announce"
    GIVE = "give"
    PLAY = "play"
    OVER = "over"


class Threat(StrEnum):
    """What hangs over the player on turn: cards to draw, or an ace to stand on."""

    DRAW = "draw"
    SKIP = "skip"


class Call(StrEnum):
    """What has to be called out: one card is left, or none (P18, P21)."""

    LAST = "last"
    PRSI = "prsi"


@value
class Attack:
    """Sevens and eights, or an ace, waiting for an answer (P5, P6, P12)."""

    kind: Threat
    by: Seat
    """Who played its top card, the dealer for a turned one."""
    cards: int = 0
    eights: bool = False
    """An eight was played: only eights answer it now (P6)."""
    last_of: tuple[Seat, ...] = ()
    """Whose last card is in it, so that it brings them back when it lands on them (P19)."""


@value
class Promise:
    """What a house rule asks of whoever played a card: words to say, or a deed to do (P28)."""

    seat: Seat
    text: str
    rule: str
    """The id of the house rule."""
    own: bool
    """They made the rule themselves: breaking it costs double (P29)."""


@value
class Laid:
    """A card that has been laid, and how far its effects have come; the turn goes on from `start` towards `way`."""

    seat: Seat
    card: Card
    name: str | None
    start: Seat
    way: int
    blocked: bool
    """It was laid in an action lap (P14)."""
    turned: bool = False
    """It was turned up at the start, the dealer counting as its player (P17)."""
    done: int = 0
    """How many of its effects are over."""
    said: Call | None = None
    """What its player said right before (P25)."""
    due: Call | None = None
    """What its player had to call out when the effects paused for the gifts."""


@value
class State:
    """The whole table; tuples by seat."""

    game: Literal["prsi"] = "prsi"
    options: Options
    action_suit: Suit
    """P13"""
    house: tuple[Rule, ...] = ()
    """House rules in the order they were made (P27)."""
    dealer: Seat
    ply: int = 0
    phase: Phase
    turn: Seat | None
    """Whose turn it is; None in `announce`, `give` and `over`."""
    direction: int
    hands: tuple[Cards, ...]
    """Closed cards."""
    open: tuple[Cards, ...]
    """Open cards (P2)."""
    pile: Cards
    """Bottom to top, never empty."""
    draw: Cards
    """Top first."""
    suit: Suit | None = None
    """What the Ober on top names (P10)."""
    rank: Rank | None = None
    """What the Unter on top names (P9)."""
    lap: Seat | None = None
    """Who blocks all functions of cards until it is their turn again (P14)."""
    attack: Attack | None = None
    king: Seat | None = None
    """Who laid the king on top that is to be greeted, None for another top card or a king that is not (P11)."""
    greet: bool = False
    """The one on turn has still to greet it (P11); never in strict mode."""
    returned: bool = False
    """The one on turn was brought back and can only draw (P19)."""
    said: Call | None = None
    """What the one on turn has said about the play that must follow (P25)."""
    due: Call | None = None
    """What `latest` has to call out before somebody else acts (P18, P21); see `call_due`."""
    latest: Seat | None = None
    """Who played last."""
    words: tuple[Promise, ...] = ()
    """What `latest` has to say before somebody else acts (P28)."""
    deeds: tuple[Promise, ...] = ()
    """The latest deed of each player that may still be reported (P28)."""
    laid: Laid | None = None
    """The card whose effects wait for the dealer's word or for the gifts (P15, P17)."""
    gifts: tuple[Card | None, ...] = ()
    """In phase `give` what everybody gives (P15)."""
    places: tuple[Seat, ...] = ()
    """Who went out, in order, exposed ones too."""
    exposed: tuple[Seat, ...] = ()
    """Whose finish is not final (P19)."""
    collapsed: tuple[Seat, ...] = ()
    loser: Seat | None = None
    """The last one, once it is over; None when a collapse ended it (P22)."""
    mistakes: tuple[int, ...]
    drinks: tuple[int, ...]
    """Millilitres charged in this game, at coefficient 1."""

    @property
    def top(self) -> Card:
        """The top card of the discard pile."""
        return self.pile[-1]


def in_game(state: State) -> Sequence[object]:
    """True for every seat that has cards, open or closed, or has still to draw after a return (P18, S30)."""
    if not state.returned and not any(state.open):
        return state.hands
    holding: list[object] = list(map(add, state.hands, state.open))
    if state.returned and state.turn is not None:
        holding[state.turn] = True
    return holding


def is_in(state: State, seat: Seat) -> bool:
    """Whether this player is still in the game."""
    return bool(in_game(state)[seat])


def seats_in(state: State) -> tuple[Seat, ...]:
    """Who is still in the game, by seat."""
    return tuple(seat for seat, holding in enumerate(in_game(state)) if holding)


def cards_of(state: State, seat: Seat) -> Cards:
    """All cards of a player, closed ones first (P2)."""
    return state.hands[seat] + state.open[seat]


def call_due(state: State) -> Call | None:
    """What `latest` has still to call out: as long as they have one card (P21), or are the first one out (P18)."""
    seat = state.latest
    if state.due is None or seat is None:
        return None
    left = len(cards_of(state, seat))
    holds = left == 1 if state.due is Call.LAST else not left and state.places[:1] == (seat,)
    return state.due if holds else None
