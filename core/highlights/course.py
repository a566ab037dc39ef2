"""A game as it went, and the questions that several games are asked about it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias, TypeVar

from core.game import AnyGame, Event, Outcome, Seat
from core.games import GAMES
from core.highlights.feats import Feat, Highlight
from core.record import Record
from core.record_replay import read_line, start
from core.smidary.events import CardPlayed, PlayTakenBack

W = TypeVar("W")


class Move(NamedTuple):
    """What an action did, or the deal, and the state after it."""

    events: Sequence[Event]
    state: Any


class Course(NamedTuple):
    """A lost game: all that happened from the deal to the end. A play that was taken back did not happen (S29)."""

    moves: Sequence[Move]
    outcome: Outcome
    loser: Seat

    @property
    def winner(self) -> Seat:
        """The first one out."""
        return self.outcome.places[0]

    @property
    def players(self) -> int:
        """How many were dealt cards."""
        return len(self.outcome.scores)

    @property
    def events(self) -> Iterator[Event]:
        """All events, in order."""
        return chain.from_iterable(move.events for move in self.moves)


Finder: TypeAlias = Callable[[Course, int], Highlight | None]
"""Finds a feat in a game where its number is so large, at least."""
Finders: TypeAlias = Sequence[tuple[Finder, int]]
"""What is worth telling of a game and from which number on, the rarest first."""


def course_of(record: Record) -> Course | None:
    """How a record's game went; None unless it is over and somebody has lost it."""
    game: AnyGame = GAMES[record.game]
    state, events = start(record)
    moves = [Move(events, state)]
    for line in record.actions:
        state, events = game.step(state, *read_line(game, record.players, line))
        if any(isinstance(event, PlayTakenBack) for event in events):
            del moves[max(at for at, move in enumerate(moves) if _is_play(move))]
        moves.append(Move(events, state))
    outcome = game.outcome(state)
    return None if outcome is None or outcome.loser is None else Course(moves, outcome, outcome.loser)


def _is_play(move: Move) -> bool:
    return any(isinstance(event, CardPlayed) for event in move.events)


def outstanding(numbers: Mapping[W, int], least: int) -> tuple[W, int] | None:
    """Who has at least half as much again as anybody else, and `least` or more; with that number."""
    ranked = Counter(numbers).most_common(2)
    if not ranked or ranked[0][1] < least or (len(ranked) > 1 and 2 * ranked[0][1] < 3 * ranked[1][1]):
        return None
    return ranked[0]


def most(feat: Feat, numbers: Iterable[tuple[Seat, int]], least: int) -> Highlight | None:
    """The feat of whoever has far the most, all their numbers together."""
    sums: Counter[Seat] = Counter()
    for seat, number in numbers:
        sums[seat] += number
    found = outstanding(sums, least)
    return None if found is None else Highlight(feat=feat, seat=found[0], number=found[1])


def largest(feat: Feat, numbers: Iterable[tuple[Seat, int]], least: int) -> Highlight | None:
    """The feat of whoever alone has the largest single number, if it is `least` or more."""
    best: dict[Seat, int] = {}
    for seat, number in numbers:
        best[seat] = max(number, best.get(seat, 0))
    top = max(best.values(), default=0)
    seats = [seat for seat, number in best.items() if number == top]
    return Highlight(feat=feat, seat=seats[0], number=top) if top >= least and len(seats) == 1 else None


def comeback(course: Course, least: int) -> Highlight | None:
    """A winner who held so many cards in hand."""
    held = max(len(move.state.hands[course.winner]) for move in course.moves)
    return Highlight(feat=Feat.COMEBACK, seat=course.winner, number=held) if held >= least else None
