"""A table of akční prší for tests: positions and deals in a line, actions in the words of records."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

import pytest

from core import akcni
from core.akcni.actions import Action
from core.akcni.events import Mistake, MistakeMade
from core.akcni.options import PACK, RULES
from core.akcni.state import Attack, Phase, State
from core.akcni.view import View
from core.cards import Card, Cards
from core.game import CLOCKWISE, Event, Position, Refused, Seat
from core.house import Rule, read_rule

ANA, BOB, CYR, DAN, EVA = range(5)
NAMES = ("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab")
REST = "all cards that are nowhere else"
E = TypeVar("E", bound=Event)


def cards(codes: str) -> Cards:
    return tuple(codes.split())


def without_rules(*off: str) -> tuple[str, ...]:
    """The rule set without these."""
    return tuple(rule for rule in RULES if rule not in off)


def house(*rules: tuple[str, str, str] | tuple[str, str]) -> tuple[Rule, ...]:
    """House rules from (when, effects separated by a semicolon, author); nobody at the table by default."""
    tables = [(f"rule{number}", *rule, "Nobody")[:4] for number, rule in enumerate(rules)]
    return tuple(
        read_rule({"id": id, "author": author, "when": when, "effect": effects.split("; ")}, NAMES)
        for id, when, effects, author in tables
    )


class Table:
    """A game that is played on: what somebody does, what it costs, and why somebody may not."""

    def __init__(self, state: State, events: tuple[Event, ...] = ()) -> None:
        self.state = state
        self.events = events

    def does(self, *lines: str) -> "Table":
        """Play actions ("Ana play Oh=a", "Bob breach Ana"); `events` are those of all of them."""
        self.events = ()
        for line in lines:
            seat, action = self.read(line)
            self.state, events = akcni.step(self.state, seat, action)
            self.events += events
        return self

    def read(self, line: str) -> tuple[Seat, Action]:
        name, verb, *words = line.split(" ")
        if verb == "breach":
            words = [str(NAMES.index(words[0]))]
        return NAMES.index(name), akcni.parse_action(" ".join((verb, *words)))

    def refuses(self, line: str) -> str:
        """The code and the clause of a refusal, "illegal-card P4"."""
        seat, action = self.read(line)
        with pytest.raises(Refused) as refused:
            akcni.step(self.state, seat, action)
        return f"{refused.value.code} {refused.value.rule}"

    def costs(self, line: str) -> list[Mistake]:
        """The mistakes that one action made, by whomever; it is done."""
        return [event.mistake for event in self.does(line).said(MistakeMade)]

    def said(self, kind: type[E]) -> list[E]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def legal(self, seat: Seat) -> set[str]:
        return {akcni.format_action(action) for action in akcni.legal(self.state, seat)}

    def lapse(self, seat: Seat) -> str | None:
        action = akcni.lapse(self.state, seat)
        return None if action is None else akcni.format_action(action)

    def sees(self, seat: Seat | None) -> View:
        return akcni.view(self.state, seat)

    def report(self) -> Mapping[str, object]:
        return akcni.report(self.state, NAMES[: len(self.state.hands)])

    def hand(self, seat: Seat) -> set[Card]:
        """The closed cards."""
        return set(self.state.hands[seat])

    def open(self, seat: Seat) -> set[Card]:
        return set(self.state.open[seat])

    @property
    def turn(self) -> Seat | None:
        return self.state.turn

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def attack(self) -> Attack:
        assert self.state.attack is not None
        return self.state.attack

    @property
    def counts(self) -> tuple[int, ...]:
        """All cards of everybody."""
        return tuple(len(hand) + len(shown) for hand, shown in zip(self.state.hands, self.state.open, strict=True))

    @property
    def greeter(self) -> Seat | None:
        return self.turn if self.state.greet else None


def position(
    *hands: str,
    pile: str,
    draw: str = "",
    open: tuple[str, ...] = (),
    turn: Seat = ANA,
    direction: int = CLOCKWISE,
    rules: tuple[Rule, ...] = (),
    **options: object,
) -> Table:
    """A table in mid-game, the last player the dealer; `rules` are house rules, the mode is the pub unless said."""
    players = len(hands)
    if draw == REST:
        known = cards(" ".join((*hands, *open, pile)))
        draw = " ".join(card for card in PACK if card not in known)
    if "rule_set" in options:
        options["rules"] = options.pop("rule_set")
    place = Position(
        hands=tuple(map(cards, hands)),
        open=tuple(map(cards, open)) + ((),) * (players - len(open)),
        down=((),) * players,
        pile=cards(pile),
        draw=cards(draw),
        turn=turn,
        direction=direction,
    )
    return Table(akcni.place(players, players - 1, akcni.parse_options(options), place, rules))


def strict(*hands: str, pile: str, draw: str = "", **more: object) -> Table:
    """The same table in strict mode."""
    return position(*hands, pile=pile, draw=draw, supervision="strict", **more)  # type: ignore[arg-type]


def deal(
    *hands: str, turned: Card, under: str = "", first: str = "", rules: tuple[Rule, ...] = (), **options: object
) -> Table:
    """A table after a deal of these closed hands, the last player the dealer.

    `first` are the first cards of the draw pile, `under` its last ones.
    """
    players = len(hands)
    if "rule_set" in options:
        options["rules"] = options.pop("rule_set")
    rows = list(zip(*map(cards, hands), strict=True))
    dealt = tuple(card for row in rows for card in row)
    known = (*dealt, turned, *cards(first), *cards(under))
    rest = tuple((Counter(PACK) - Counter(known)).elements())
    deck = (*dealt, turned, *cards(first), *rest, *cards(under))
    chosen = akcni.parse_options({"closed": len(rows), **options})
    return Table(*akcni.setup(players, players - 1, chosen, deck, rules))
