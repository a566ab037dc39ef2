"""A state in the words of a record, as far as all games say the same."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from core.cards import Cards
from core.game import CLOCKWISE, Seat, State


class Table(State, Protocol):
    """What every game's state has."""

    @property
    def turn(self) -> Seat | None: ...
    @property
    def direction(self) -> int: ...
    @property
    def hands(self) -> tuple[Cards, ...]: ...
    @property
    def pile(self) -> Cards: ...
    @property
    def draw(self) -> Cards: ...
    @property
    def places(self) -> tuple[Seat, ...]: ...
    @property
    def drinks(self) -> tuple[int, ...]: ...


class Players(NamedTuple):
    """Seats as names."""

    names: Sequence[str]

    def at(self, seat: Seat | None) -> str | None:
        """Who sits there, None for nobody."""
        return None if seat is None else self.names[seat]

    def sorted(self, seats: Iterable[Seat]) -> list[str]:
        """Several players whose order says nothing."""
        return sorted(self.names[seat] for seat in seats)

    def each(self, items: Iterable[object]) -> dict[str, object]:
        """What each of all players has, given by seat."""
        return dict(zip(self.names, items, strict=True))


def report_of(table: Table, actors: Iterable[Seat], players: Players) -> dict[str, object]:
    """The keys that the `state` object of the replay command has in every game."""
    return {
        "phase": str(table.phase),
        "actors": players.sorted(actors),
        "turn": players.at(table.turn),
        "direction": "cw" if table.direction == CLOCKWISE else "ccw",
        "top": table.pile[-1] if table.pile else None,
        "pile": len(table.pile),
        "draw": len(table.draw),
        "hands": players.each(map(sorted, table.hands)),
        "places": [players.names[seat] for seat in table.places],
        "drinks": players.each(table.drinks),
    }
