"""People at a table who play on and on, and a referee who knows what it has to come to."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.cards import Card
from core.game import Charged
from core.games import GAMES
from core.night import Night, Round
from tests.faults.harness.processes import PATIENCE
from tgbot.playground.phone import Phone
from tgbot.playground.records import Chat, User

if TYPE_CHECKING:
    from tests.faults.harness.pub import Pub


class Referee:
    """Who knows what a game has to look like after each tap, and what it has cost whom."""

    def __init__(self, round_: Round, chance: random.Random) -> None:
        self.game = GAMES[round_.game]
        self.state = round_.state
        self.round = round_
        self.charged: Counter[int] = Counter()
        self.moves: list[tuple[int, str]] = []
        """Seat and words of every action, as they have to stand in the log."""
        self.hands: dict[int, dict[int, set[Card]]] = {}
        """Whose cards are whose, by question."""
        self._chance = chance
        self._note_hands()

    @property
    def is_over(self) -> bool:
        return self.game.outcome(self.state) is not None

    def chooses(self, night: str, table: int = 1) -> tuple[int, str]:
        """Somebody's next tap: who, and the data of the button."""
        seat = self._chance.choice(self.game.actors(self.state))
        legal = [self.game.format_action(action) for action in self.game.legal(self.state, seat)]
        # Whoever always lays what fits comes to an end.
        words = self._chance.choice([action for action in legal if action.startswith("play")] or legal)
        data = f"{night}:act:{table}:{self.round.number}:{self.state.ply}:{words}"
        self.takes(seat, words)
        return self.round.players[seat], data

    def sees(self, person: int, data: str) -> None:
        """Somebody's tap counts."""
        self.takes(self.round.players.index(person), data.rpartition(":")[2])

    def takes(self, seat: int, words: str) -> None:
        """The game goes on by this action."""
        self.state, events = self.game.step(self.state, seat, self.game.parse_action(words))
        self.moves.append((seat, words))
        for event in events:
            if isinstance(event, Charged):
                self.charged[self.round.players[event.seat]] += event.ml
        self._note_hands()

    def _note_hands(self) -> None:
        held = self.hands.setdefault(self.state.ply, {})
        for player, hand in zip(self.round.players, self.state.hands, strict=True):
            held.setdefault(player, set()).update(hand)


@dataclass
class Table:
    """Some people in a group of their own; `past` are the referees of the games that are over."""

    pub: "Pub"
    group: Chat
    people: list[User]
    chance: random.Random
    night: str = ""
    referee: Referee | None = None
    past: list[Referee] = field(default_factory=list)
    updates: list[int] = field(default_factory=list)
    """Numbers of all updates that these people have caused."""

    def phone(self, person: int) -> Phone:
        return Phone(self.pub.telegram.world, self.pub.telegram.world.users[person])

    async def opens(self) -> None:
        """A night, with everybody at the table and the first game dealt."""
        phones = [self.phone(person.id) for person in self.people]
        for phone in phones:
            phone.starts()
            await self._taken()
        phones[0].says("/hra", self.group)
        await self._taken()
        found = await self.pub.store.night_of_chat(self.group.id, None)
        assert found is not None
        self.night = found
        for phone in phones[1:]:
            phone.starts(f"hand-{self.night}")
            await self._taken()
        await self._deals()

    async def plays(self, moves: int) -> None:
        """So many moves, one after the other, each taken by the bot before the next one."""
        for _ in range(moves):
            await self.moves()

    async def moves(self) -> None:
        """One move of somebody, or the deal of the next game and a move in it."""
        referee = await self.at_play()
        person, data = referee.chooses(self.night)
        await self.taps(person, data)

    async def at_play(self) -> Referee:
        """The referee of a game that is not over; the next one is dealt when it is."""
        if self.referee is None or self.referee.is_over:
            await self._deals()
        assert self.referee is not None
        return self.referee

    async def taps(self, person: int, data: str) -> None:
        """Somebody taps a button, and the bot takes it; whether it changes anything is not asked."""
        self.tap(person, data)
        await self._taken()

    def tap(self, person: int, data: str) -> int:
        """Somebody taps a button; the number of the update."""
        phone = self.phone(person)
        phone.taps_data(data, phone.last())
        number = self.pub.telegram.world.counters.update
        self.updates.append(number)
        return number

    async def is_taken(self, *updates: int) -> None:
        """Until the bot has taken these updates."""
        world = self.pub.telegram.world
        await self.pub.telegram.until(lambda: not any(number in world.updates for number in updates), PATIENCE)

    async def _taken(self) -> None:
        """Until what was said or tapped last is taken."""
        number = self.pub.telegram.world.counters.update
        if number not in self.updates:
            self.updates.append(number)
        await self.is_taken(number)

    async def loaded(self) -> Night:
        """The night as it is stored."""
        loaded = await self.pub.store.load(self.night)
        assert loaded is not None
        return loaded.night

    async def _deals(self) -> None:
        night = await self.loaded()
        if self.referee is not None:
            self.past.append(self.referee)
        await self.taps(night.tables[0].seats[0], f"{self.night}:deal:1:{night.games}")
        round_ = (await self.loaded()).tables[0].round
        assert round_ is not None
        self.referee = Referee(round_, self.chance)


async def side_by_side(tables: list[Table], moves: int) -> None:
    """All tables play at the same time."""
    await asyncio.gather(*(table.plays(moves) for table in tables))
