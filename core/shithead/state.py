"""One moment of a game."""

from enum import StrEnum
from typing import Literal

from core.cards import Card, Cards, Rank
from core.game import Seat
from core.seats import clockwise_of
from core.shithead.options import Options
from core.shithead.ranks import OPENING
from core.values import value


class Phase(StrEnum):
    """What the table is doing."""

    SWAP = "swap"
    BEGIN = "begin"
    PLAY = "play"
    OVER = "over"


@value
class State:
    """The whole table with its secrets; tuples by seat. Hands and face-up cards are held `in_order`."""

    game: Literal["shithead"] = "shithead"
    options: Options
    dealer: Seat
    ply: int = 0
    phase: Phase
    hands: tuple[Cards, ...]
    open: tuple[Cards, ...]
    down: tuple[tuple[Card | None, ...], ...]
    """Face-down cards by their number, None where one has been flipped (H11)."""
    pile: Cards = ()
    """Bottom to top."""
    draw: Cards = ()
    """Top first."""
    burned: int = 0
    """Cards that went out of the game with a pile (H6, H7)."""
    turn: Seat | None = None
    direction: int
    ready: tuple[Seat, ...] = ()
    """Who has done swapping (H3)."""
    places: tuple[Seat, ...] = ()
    collapsed: tuple[Seat, ...] = ()
    shithead: Seat | None = None
    played: int = 0
    """Actions accepted in phase `play` (H16)."""
    drinks: tuple[int, ...]
    """Millilitres charged, at coefficient 1."""


def is_in(state: State, seat: Seat) -> bool:
    """Whether this player is still in the game: neither finished nor collapsed."""
    return seat not in state.places and seat not in state.collapsed


def seats_in(state: State) -> tuple[Seat, ...]:
    """Who is still in the game, by seat."""
    return tuple(seat for seat in range(len(state.hands)) if is_in(state, seat))


def blind_numbers(state: State, seat: Seat) -> tuple[int, ...]:
    """The numbers of the face-down cards that are left, from 1 (H11)."""
    return tuple(number for number, card in enumerate(state.down[seat], 1) if card is not None)


def cards_of(state: State, seat: Seat) -> int:
    """How many cards this player has: hand, face up and face down (H12, H16)."""
    return len(state.hands[seat]) + len(state.open[seat]) + len(blind_numbers(state, seat))


def cards_in_use(state: State, seat: Seat) -> Cards:
    """The cards that must be played from now: the hand, then the face-up ones, then none (H10, H11)."""
    return state.hands[seat] or state.open[seat]


def opening(state: State) -> tuple[Rank | None, tuple[Seat, ...]]:
    """The rank that begins and who may lay it, by seat; without one, who begins with any card (H4)."""
    clockwise = [seat for seat in clockwise_of(state.dealer, len(state.hands)) if is_in(state, seat)]
    for rank in OPENING:
        holders = [seat for seat in clockwise if any(card[0] == rank for card in state.hands[seat])]
        if holders:
            return rank, tuple(sorted(holders)) if state.options.start == "race" else (holders[0],)
    return None, (clockwise[0],)
