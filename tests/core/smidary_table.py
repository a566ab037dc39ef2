"""A table of Smidarské prší for tests: positions and deals in a line, actions in the words of records."""

from collections import Counter
from dataclasses import replace
from typing import TypeVar

import pytest

from core import smidary
from core.cards import Card, Cards, german_pack
from core.game import CLOCKWISE, Event, Position, Refused, Seat
from core.smidary.state import Attack, Phase, Roles, State
from core.smidary.view import View

ANA, BOB, CYR, DAN, EVA = range(5)
NAMES = ("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab")
E = TypeVar("E", bound=Event)


def cards(codes: str) -> Cards:
    return tuple(codes.split())


class Table:
    """A game that is played on: what somebody does, and why somebody may not."""

    def __init__(self, state: State, events: tuple[Event, ...] = ()) -> None:
        self.state = state
        self.events = events

    def where(self, **fields: object) -> "Table":
        """What no position can say."""
        self.state = replace(self.state, **fields)  # type: ignore[arg-type]
        return self

    def does(self, *lines: str) -> "Table":
        """Play actions ("Ana play Oh=a"); `events` are those of the last one."""
        for line in lines:
            name, words = line.split(" ", 1)
            seat = None if name == "*" else NAMES.index(name)
            self.state, self.events = smidary.step(self.state, seat, smidary.parse_action(words))
        return self

    def refuses(self, line: str) -> str:
        """The code and the clause of a refusal, "illegal-card S13"."""
        name, words = line.split(" ", 1)
        seat = None if name == "*" else NAMES.index(name)
        with pytest.raises(Refused) as refused:
            smidary.step(self.state, seat, smidary.parse_action(words))
        return f"{refused.value.code} {refused.value.rule}"

    def said(self, kind: type[E]) -> list[E]:
        """The last action's events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def legal(self, seat: Seat) -> set[str]:
        return {smidary.format_action(action) for action in smidary.legal(self.state, seat)}

    def lapse(self, seat: Seat) -> str | None:
        action = smidary.lapse(self.state, seat)
        return None if action is None else smidary.format_action(action)

    def sees(self, seat: Seat | None) -> View:
        return smidary.view(self.state, seat)

    def report(self) -> dict[str, object]:
        return smidary.report(self.state, NAMES[: len(self.state.hands)])

    def hand(self, seat: Seat) -> set[Card]:
        return set(self.state.hands[seat])

    @property
    def turn(self) -> Seat | None:
        return self.state.turn

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def drinks(self) -> tuple[int, ...]:
        return self.state.drinks

    @property
    def attack(self) -> Attack:
        assert self.state.attack is not None
        return self.state.attack

    @property
    def roles(self) -> Roles:
        assert self.state.roles is not None
        return self.state.roles


def position(
    *hands: str,
    pile: str,
    draw: str = "",
    turn: Seat = ANA,
    direction: int = CLOCKWISE,
    **options: object,
) -> Table:
    """A table in mid-game, the last player the dealer."""
    players = len(hands)
    nothing: tuple[Cards, ...] = ((),) * players
    place = Position(
        hands=tuple(map(cards, hands)),
        open=nothing,
        down=nothing,
        pile=cards(pile),
        draw=cards(draw),
        turn=turn,
        direction=direction,
    )
    return Table(smidary.place(players, players - 1, smidary.parse_options(options), place))


def deal(*hands: str, turned: Card, under: str, **options: object) -> Table:
    """A table after a deal of these hands, the last player the dealer; `under` is the end of the draw pile."""
    players = len(hands)
    chosen = smidary.parse_options(options)
    rows = zip(*map(cards, hands), strict=True)
    dealt = tuple(card for row in rows for card in row)
    known = (*dealt, turned, *cards(under))
    rest = tuple((Counter(german_pack(chosen.six)) - Counter(known)).elements())
    return Table(*smidary.setup(players, players - 1, chosen, (*dealt, turned, *rest, *cards(under))))
