"""What must hold in every state of every game, whatever is played: a referee for random games."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Protocol

import pytest
from pydantic import TypeAdapter

from core.cards import Card, Cards
from core.game import Charged, ChargeUndone, Event, Game, Position, Refusal, Refused, Seat
from core.record import Record, parse, write
from core.record_replay import action_line, read_line, replay, start
from core.shithead.events import PileBurned, PlayerCollapsed
from core.values import freeze, thaw

LONGEST_GAME = 50_000
"""Accepted actions; a longer game has no end."""
NAMES = ("Ana", "Bob", "Čeněk_7", "Žofie", "dan", "Éva-Marie", "*0", "ŽOFIE")


class Subject(Protocol):
    """A game under test: what the referee has to know of it beside what every game offers."""

    @property
    def game(self) -> Game[Any, Any, Any, Any]: ...

    @property
    def states(self) -> TypeAdapter[Any]: ...

    def options(self, random: Random, players: int) -> Mapping[str, object]:
        """Options as a record has them, under which so many can play."""

    def position(self, random: Random, players: int, pack: Cards) -> Position:
        """Some of the cards, as they may lie in the middle of a game."""

    def complete(self, record: Record, random: Random) -> Record:
        """The record with what only this game has: a cut, house rules."""

    def is_listed(self, state: Any, action: Any) -> bool:
        """Whether `legal` lists such an action when it is allowed: not Collapse, nor a free word."""

    def refusal(self, state: Any, seat: Seat | None, action: Any) -> tuple[Refusal, str] | None:
        """Why the action is refused."""

    def cards(self, state: Any) -> Iterator[Card]:
        """Every card that is in the game, wherever it lies."""

    def unseen_shuffled(self, state: Any, viewer: Seat | None, random: Random) -> Any:
        """The state with all cards that the viewer cannot see in other places."""

    def well_formed(self, state: Any, seat: Seat, random: Random) -> Any:
        """Any action that has the form of one."""

    def next_action(self, state: Any, random: Random) -> tuple[Seat | None, Any]:
        """Something that `step` takes."""


class RandomGame:
    """One game from a deal or a position to the end, with everybody's checks on the way."""

    thorough = 0.01
    """The share of states that are looked at from all sides."""
    share_replayed = 0.1
    """The share of games that go through the replay command, too."""

    def __init__(self, subject: Subject, random: Random, *, from_deal: bool) -> None:
        self.subject, self.game, self.random = subject, subject.game, random
        players = random.choice(self.game.seats)
        raw = subject.options(random, players)
        pack = self.game.pack(self.game.parse_options(raw), players)
        record = Record(
            game=self.game.id,
            title="A random game",
            options=raw,
            players=NAMES[:players],
            dealer=random.randrange(players),
            deck=tuple(random.sample(pack, len(pack))) if from_deal else None,
            position=None if from_deal else subject.position(random, players, pack),
            actions=(),
        )
        self.record = subject.complete(record, random)
        self.state, self.events = start(self.record)
        self.pack = Counter(subject.cards(self.state))
        self.gone = 0
        """Cards that went out of the game with a pile or a player (H6, H7, H17)."""
        self.charged = [0] * players
        assert not from_deal or self.pack == Counter(pack)

    def play(self) -> Iterator[tuple[Any, tuple[Event, ...]]]:
        """Play to the end; every state with the events that led to it, checked."""
        words: list[str] = []
        while True:
            self._count_drinks()
            self.gone += sum(event.cards for event in self.events if isinstance(event, PileBurned | PlayerCollapsed))
            self._check()
            yield self.state, self.events
            if self.state.phase == "over":
                break
            seat, action = self.subject.next_action(self.state, self.random)
            ply = self.state.ply
            self.state, self.events = self.game.step(self.state, seat, action)
            assert self.state.ply - ply in (0, 1)
            words.append(action_line(self.game, self.record.players, seat, action))
            assert len(words) < LONGEST_GAME, "the game has no end"
        self._check_record(words)

    def _count_drinks(self) -> None:
        for event in self.events:
            if isinstance(event, Charged):
                assert event.ml > 0
                self.charged[event.seat] += event.ml
            elif isinstance(event, ChargeUndone):
                self.charged[event.seat] -= event.ml
        assert list(self.state.drinks) == self.charged

    def _check(self) -> None:
        state = self.state
        cards = Counter(self.subject.cards(state))
        assert not cards - self.pack
        assert cards.total() + self.gone == self.pack.total()
        actors = self.game.actors(state)
        assert bool(actors) == (state.phase != "over")
        assert (self.game.outcome(state) is None) == (state.phase != "over")
        for seat in actors:
            assert self.game.legal(state, seat)
        if state.phase == "over" or self.random.random() < self.thorough:
            self._check_actions()
            self._check_views()
            assert self.subject.states.validate_json(self.subject.states.dump_json(state)) == state
            assert self.subject.states.validate_python(self.subject.states.dump_python(state)) == state

    def _check_actions(self) -> None:
        """`step` takes all of `legal`, and refuses exactly what `refusal` says; it never changes what it is given."""
        state, game = self.state, self.game
        for seat in range(len(self.record.players)):
            legal = game.legal(state, seat)
            assert len(set(legal)) == len(legal)
            lapse = game.lapse(state, seat)
            assert lapse is None or lapse in legal
            others = [self.subject.well_formed(state, seat, self.random) for _ in range(8)]
            for action in (*legal, *others):
                assert game.parse_action(game.format_action(action)) == action
                self._check_action(seat, action, action in legal)
        self._check_action(None, self.subject.well_formed(state, 0, self.random), expected=False)

    def _check_action(self, seat: Seat | None, action: Any, expected: bool) -> None:
        state, reason = self.state, self.subject.refusal(self.state, seat, action)
        untouched = freeze(thaw(state))
        if reason is None:
            following, events = self.game.step(state, seat, action)
            assert type(following) is type(state)
            assert all(type(event).__module__.startswith("core.") for event in events)
            assert expected or not self.subject.is_listed(state, action)
        else:
            assert not expected
            with pytest.raises(Refused) as refused:
                self.game.step(state, seat, action)
            assert (refused.value.code, refused.value.rule) == reason
        assert state == untouched

    def _check_views(self) -> None:
        """Nobody sees a difference when the cards that they cannot see change places, nor learns of it by trying."""
        state, subject = self.state, self.subject
        for viewer in (None, *range(len(self.record.players))):
            other = subject.unseen_shuffled(state, viewer, self.random)
            assert self.game.view(other, viewer) == self.game.view(state, viewer)
            if viewer is None:
                continue
            for tried in [subject.well_formed(state, viewer, self.random) for _ in range(8)]:
                assert subject.refusal(other, viewer, tried) == subject.refusal(state, viewer, tried)

    def _check_record(self, words: list[str]) -> None:
        """The record comes back from its text, and ends where the game has ended."""
        record = thaw(self.record)
        record.actions = tuple(words)
        record = parse(write(freeze(record)))
        state, _ = start(record)
        for line in record.actions:
            state, _ = self.game.step(state, *read_line(self.game, record.players, line))
        assert state == self.state
        if self.random.random() < self.share_replayed:
            lines = list(replay(record))
            assert all(line.get("ok", True) for line in lines)
            assert lines[-1]["state"] == self.game.report(state, record.players)
            json.dumps(lines)
