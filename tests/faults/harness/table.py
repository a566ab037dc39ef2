"""People at a table who play on and on, and a referee who knows what it has to come to."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.cards import Card
from core.game import Charged, Refused
from core.games import GAMES
from core.night import Night, Round
from tests.patience import PATIENCE
from tgbot.playground.phone import Phone
from tgbot.playground.records import Chat, User
from tgbot.store import Commit, Committed
from tgbot.store.keys import keys_of

if TYPE_CHECKING:
    from tests.faults.harness.pub import Pub


class Referee:
    """Who knows what a game has to look like after each tap, and what it has cost whom.

    `before` are the actions that the log of the game had already.
    """

    def __init__(self, round_: Round, chance: random.Random, before: int = 0) -> None:
        self.before = before
        self.game = GAMES[round_.game]
        self.state = round_.state
        self.round = round_
        self.charged: list[tuple[int, int]] = []
        """Every debt in the order of coming: whose, and how many ml."""
        self.rules: list[str] = []
        """The clause of each debt."""
        self.moves: list[tuple[int | None, str]] = []
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

    def takes(self, seat: int | None, words: str) -> None:
        """The game goes on by this action."""
        self.state, events = self.game.step(self.state, seat, self.game.parse_action(words))
        self.moves.append((seat, words))
        for event in events:
            if isinstance(event, Charged):
                self.charged.append((self.round.players[event.seat], event.ml))
                self.rules.append(event.rule)
        self._note_hands()

    def lets_off(self, since: int) -> None:
        """The clock has moved for somebody: what drawing from nothing costs is not owed then, of the debts from this
        one on (N2)."""
        due = [number for number, rule in enumerate(self.rules) if number < since or rule not in ("S5", "S14")]
        self.charged, self.rules = [self.charged[at] for at in due], [self.rules[at] for at in due]

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
    drunk: Counter[int] = field(default_factory=Counter)
    """How many debts everybody has drunk, the oldest first."""
    arranged: int = 0
    """How often a test has put another night in the place of this one."""
    _log: list[dict[str, Any]] = field(default_factory=list)
    """As far as it was read."""

    @property
    def referees(self) -> list[Referee]:
        """Of all games so far."""
        return [*self.past, *([self.referee] if self.referee else [])]

    @property
    def owed(self) -> dict[int, int]:
        """The ml that everybody still owes; those who owe nothing are left out."""
        debts: dict[int, list[int]] = {}
        for person, ml in (debt for referee in self.referees for debt in referee.charged):
            debts.setdefault(person, []).append(ml)
        left = {person: sum(mls[self.drunk[person] :]) for person, mls in debts.items()}
        return {person: ml for person, ml in left.items() if ml}

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
        """Somebody taps a button of their screen, a stranger one of the first player's; the number of the update."""
        is_known = any(one.id == person for one in self.people)
        message = self.phone(person if is_known else self.people[0].id).last()
        self.pub.telegram.world.press(person, message.chat_id, message.id, data)
        number = self.pub.telegram.world.counters.update
        self.updates.append(number)
        return number

    async def drinks(self, person: int) -> int:
        """Somebody drinks their oldest debt; the number of the update. Not twice within two seconds."""
        number = self.tap(person, f"{self.night}:drunk:oldest")
        await self.is_taken(number)
        self.drunk[person] += 1
        return number

    async def arrange(self, otherwise: Callable[[Night], Night]) -> None:
        """Put another night in the place of this one, as it is now; the referee begins anew with its game."""
        done: object = None
        while not isinstance(done, Committed):
            loaded = await self.pub.store.load(self.night)
            assert loaded is not None
            done = await self.pub.store.commit(Commit(night=otherwise(loaded.night), expected=loaded.version))
        self.arranged += 1
        await self._judge()

    async def catch_up(self) -> None:
        """After taps that raced each other: the referee takes what the log says was done, if the rules let it."""
        referee = self.referee
        assert referee is not None
        done = referee.before + len(referee.moves)
        for seat, words in (await self.logged(referee.round.number))[done:]:
            try:
                referee.takes(seat, words)
            except Refused as refused:
                raise AssertionError(f"I1: the log has what the rules do not let through: {refused}") from None

    async def logged(self, game: int) -> list[tuple[int | None, str]]:
        """Seat and words of the actions of a game as they stand in the log."""
        name = keys_of(self.night).log
        self._log += map(json.loads, await self.pub.connection.command("LRANGE", name, len(self._log), -1))
        return [(line["seat"], line["action"]) for line in self._log if line["game"] == game and "action" in line]

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
        await self.taps(night.tables[0].seats[0], f"{self.night}:deal:1:{night.games}")
        await self._judge()

    async def _judge(self) -> None:
        """Another referee, who begins with the game as it is stored."""
        if self.referee is not None:
            self.past.append(self.referee)
        round_ = (await self.loaded()).tables[0].round
        assert round_ is not None
        self.referee = Referee(round_, self.chance, len(await self.logged(round_.number)))


async def side_by_side(tables: list[Table], moves: int) -> None:
    """All tables play at the same time."""
    await asyncio.gather(*(table.plays(moves) for table in tables))
