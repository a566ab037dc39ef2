"""A table of Shithead for tests: positions and deals in a line, actions in the words of records."""

from collections import Counter

import pytest

from core import shithead
from core.cards import Cards
from core.game import CLOCKWISE, Event, Outcome, Position, Refused, Seat
from core.shithead.state import State
from core.shithead.view import View

ANA, BOB, CYR, DAN = range(4)
ORDER = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
NAMES = ("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab", "Hel")


def cards(codes: str) -> Cards:
    return tuple(codes.split())


class Table:
    """A game that is played on: what somebody does, and why somebody may not."""

    def __init__(self, state: State) -> None:
        self.state = state

    def does(self, seat: Seat, words: str) -> tuple[Event, ...]:
        """Play an action; its events."""
        self.state, events = shithead.step(self.state, seat, shithead.parse_action(words))
        return events

    def refuses(self, seat: Seat, words: str) -> str:
        """The code and the clause of a refusal, "illegal-card H5"; the state stays the very same."""
        with pytest.raises(Refused) as refused:
            shithead.step(self.state, seat, shithead.parse_action(words))
        return f"{refused.value.code} {refused.value.rule}"

    def legal(self, seat: Seat) -> list[str]:
        return [shithead.format_action(action) for action in shithead.legal(self.state, seat)]

    def sees(self, seat: Seat | None) -> View:
        return shithead.view(self.state, seat)

    def lapses(self, seat: Seat) -> str | None:
        action = shithead.lapse(self.state, seat)
        return None if action is None else shithead.format_action(action)

    def ends(self) -> Outcome:
        outcome = shithead.outcome(self.state)
        assert outcome is not None
        return outcome

    def actors(self) -> tuple[Seat, ...]:
        return shithead.actors(self.state)

    def hand(self, seat: Seat) -> set[str]:
        return set(self.state.hands[seat])

    def shows(self, seat: Seat) -> set[str]:
        return set(self.state.open[seat])

    def report(self) -> dict[str, object]:
        return shithead.report(self.state, NAMES[: len(self.state.hands)])


def position(
    *hands: str,
    open: tuple[str, ...] = (),
    down: tuple[str, ...] = (),
    pile: str = "",
    draw: str = "",
    turn: Seat | None = ANA,
    direction: int = CLOCKWISE,
    **options: object,
) -> Table:
    """A table in mid-game, the last player the dealer."""
    players = len(hands)
    return Table(
        shithead.place(
            players,
            players - 1,
            shithead.parse_options(options),
            Position(
                hands=tuple(map(cards, hands)),
                open=tuple(map(cards, open)) + ((),) * (players - len(open)),
                down=tuple(map(cards, down)) + ((),) * (players - len(down)),
                pile=cards(pile),
                draw=cards(draw),
                turn=turn,
                direction=direction,
            ),
        )
    )


def deal(*hands: str, dealer: Seat | None = None, draw: str = "", **options: object) -> Table:
    """A table after a deal of these hands, the last player the dealer; what lies on the table is left to the pack."""
    players = len(hands)
    dealer = players - 1 if dealer is None else dealer
    chosen = shithead.parse_options(options)
    wanted = [cards(hand) for hand in hands]
    order = [(dealer + n) % players for n in range(1, players + 1)]
    in_hand = tuple(wanted[seat][row] for row in range(3) for seat in order)
    rest = tuple((Counter(shithead.pack(chosen, players)) - Counter(in_hand + cards(draw))).elements())
    deck = rest[: 6 * players] + in_hand + cards(draw) + rest[6 * players :]
    state, _ = shithead.setup(players, dealer, chosen, deck)
    return Table(state)


def of_kind(kind: type[Event], events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]
