"""What a bot player has to know of a game."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, TypeVar

from core.game import Seat, State
from core.players.strength import Strength

V = TypeVar("V", contravariant=True)
S = TypeVar("S", bound=State)
A = TypeVar("A")


class Tactics(Protocol[V, S, A]):
    """How one game is played: a module of this package satisfies this protocol (V view, S state, A action).

    Only `next_move` and `worth` look at states, and those are imagined ones.
    """

    horizon: int
    """How many actions a playout looks ahead, at most."""
    playouts: int
    """How many playouts a strong player takes for a move, well within 300 ms on one core (N21): more would win hardly
    more often. `bench.players` measures both."""

    def is_race(self, view: V) -> bool:
        """Whether whoever acts first has the better of it."""

    def aside(self, view: V, strength: Strength, random: Random, drinks: Sequence[str]) -> A | None:
        """What needs no thinking ahead: words that are due, objections, a hand on the pile; None for nothing now."""

    def sensible(self, view: V) -> tuple[A, ...]:
        """What somebody may do who does not think but means well; () when nothing is asked of the viewer."""

    def by_thumb(self, view: V, random: Random) -> A | None:
        """What is usually done by rules of thumb; None when nothing is asked of the viewer."""

    def ranked(self, view: V, random: Random) -> tuple[A, ...]:
        """What is worth thinking about, the best by rules of thumb first; () when nothing is asked of the viewer."""

    def imagined(self, view: V, random: Random) -> S:
        """A table that looks to the viewer like this one, where nobody makes mistakes."""

    def next_move(self, state: S, random: Random) -> tuple[Seat, A]:
        """Who acts next on an imagined table, and how, by the same rules of thumb."""

    def worth(self, state: S, seat: Seat) -> float:
        """How well an imagined game stands for this seat: 1 for the first place, 0 for the last, less for drinks."""

    def step(self, state: S, seat: Seat | None, action: A) -> tuple[S, tuple[Any, ...]]:
        """The game's own step."""
