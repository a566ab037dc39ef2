"""How sparing the bot is with Telegram: games of four as people play them, in virtual time.

Views, delivery and limits are the bot's own, the store is one in memory, and the local Telegram keeps the real one's
limits. An hour in the pub takes seconds.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from random import Random
from typing import Any

from core.games import GAMES
from core.night import Care, Declined, Night, Person, Table, step
from core.night import intents as want
from tests.tgbot.delivery_memory import NIGHT, MemoryLimiter, MemoryStore, clock
from tests.tgbot.delivery_ties import WorldRequest
from tests.tgbot.virtual_time import VirtualLoop
from tgbot import views
from tgbot.buttons import intent_of
from tgbot.delivery import Delivery, Hooks, Views
from tgbot.delivery.transport import QuietBot
from tgbot.inbound import Sender, Tapped
from tgbot.playground.api import Api
from tgbot.playground.delivery import Timing
from tgbot.playground.limits import Limits
from tgbot.playground.phone import Phone
from tgbot.playground.world import World
from tgbot.taps import parse

PEOPLE = 4
PACES: Mapping[str, tuple[float, float]] = {"lively": (1.5, 6.0), "slow": (5.0, 25.0)}
"""Seconds between two taps at a table, at least and at most."""
LONGEST = 250
"""Moves after which a game is broken off: akční prší knows some that hardly end."""
WANTED = (":act:", ":mark:", ":menu:name")
"""Buttons that answer the question of a game, or a part of it."""


@dataclass
class Counted:
    """What some games cost; `busiest` is the most that a group got within a minute.

    A move takes one tap or several: whoever names a suit or picks several cards taps for each.
    """

    moves: int = 0
    taps: int = 0
    seconds: float = 0.0
    busiest: int = 0
    refused: int = 0
    calls: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        methods = ", ".join(f"{name} {number / self.moves:.2f}" for name, number in self.calls.most_common())
        return (
            f"{self.moves:4} moves, {self.seconds / self.moves:4.1f} s each: "
            f"{sum(self.calls.values()) / self.moves:.2f} calls a move, "
            f"{sum(self.calls.values()) / self.taps:.2f} a tap, "
            f"busiest minute of a group {self.busiest:2} (at most 20), refused {self.refused}   {methods}"
        )


class Evening:
    """Four people at a table in a group."""

    def __init__(self, game: str, random: Random) -> None:
        self._random = random
        self.world = World(clock=clock, token="42:secret")  # noqa: S106 - guards nothing
        self.api = Api(self.world, limits=Limits(), timing=Timing(), local=True)
        people = [self.world.add_person(f"Host {number + 1}") for number in range(PEOPLE)]
        for one in people:
            self.world.keep(replace(self.world.chats[one.id], started=True))
        self.phones = [Phone(self.world, one) for one in people]
        group = self.world.migrate(self.world.add_group("U Tygra", people).id)
        self.store = MemoryStore(
            Night(
                id=NIGHT,
                chat=group.id,
                topic=None,
                title=group.title,
                language="cs",
                opened_at=_now(),
                people=tuple(Person(id=one.id, name=one.first_name, reachable=True, care=Care.SOFT) for one in people),
                tables=(Table(id=1, game=game, seats=tuple(one.id for one in people)),),
            )
        )
        request = WorldRequest(self.api)
        self.delivery = Delivery(
            self.store,
            MemoryLimiter(),
            QuietBot("42:secret", request=request, get_updates_request=request),
            views=Views(
                lambda night: views.painters(night, "StamgastBot"),
                lambda night, news: views.announcement(night, news, "StamgastBot"),
            ),
            hooks=Hooks(self._tick, _never, _never, _never),
        )

    def take(self, intent: want.Intent) -> bool:
        """Do what somebody wants; whether anything came of it."""
        try:
            done = step(self.store.night, intent, _now(), self._random)
        except Declined:
            return False
        self.store.commit(done.night, *(one for one in done.news if views.announced(one)))
        self.delivery.poke(NIGHT)
        return True

    async def _tick(self, _: str) -> None:
        self.take(want.Tick())

    async def play(self, pace: tuple[float, float]) -> Counted:
        """One game to its end: people look at their phones, think, and tap what the newest message offers."""
        delivering = asyncio.create_task(self.delivery.run())
        await asyncio.sleep(60)
        self.api.calls.clear()
        begun, moves, taps = clock(), 0, 0
        self.take(want.Deal(person=self.phones[0].person.id, table=1, after=0))
        while self.store.night.tables[0].round is not None and moves < LONGEST:
            await asyncio.sleep(self._random.uniform(*pace))
            asked = [(phone, buttons) for phone in self.phones if (buttons := _answers(phone))]
            if asked:
                phone, buttons = self._random.choice(asked)
                done = self._tap(phone, str(self._random.choice(buttons)["callback_data"]))
                moves += isinstance(done, want.Act)
                taps += done is not None
        seconds = clock() - begun
        await asyncio.sleep(60)
        await self.delivery.stop()
        await delivering
        return self._counted(moves, taps, seconds)

    def _tap(self, phone: Phone, data: str) -> want.Intent | None:
        """What came of it; None for nothing."""
        person = phone.person
        sender = Sender(person.id, person.first_name, "cs")
        intent = intent_of(Tapped(sender, "1", parse(data), person.id, phone.last().id))
        return intent if intent is not None and self.take(intent) else None

    def _counted(self, moves: int, taps: int, seconds: float) -> Counted:
        group = self.store.night.chat
        return Counted(
            moves,
            taps,
            seconds,
            self.api.busiest_minute(group),
            sum(call.error == HTTPStatus.TOO_MANY_REQUESTS for call in self.api.calls),
            Counter(call.method for call in self.api.calls),
        )


def _answers(phone: Phone) -> list[dict[str, Any]]:
    buttons = [
        dict(one) for one in phone.last().buttons if any(part in str(one.get("callback_data")) for part in WANTED)
    ]
    fitting = [button for button in buttons if button.get("style") == "success"]
    return fitting or [button for button in buttons if button.get("style")] or buttons


def _now() -> int:
    return round(clock() * 1000)


async def _never(*_: object) -> None:
    raise AssertionError("nobody leaves, blocks or moves here")


def played(game: str, pace: tuple[float, float], tables: int, seed: int) -> Counted:
    """Games at so many tables, one after the other."""
    total = Counted()
    for number in range(tables):

        async def one(number: int = number) -> Counted:
            return await Evening(game, Random(seed + number)).play(pace)

        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            counted = runner.run(one())
        total.moves += counted.moves
        total.taps += counted.taps
        total.seconds += counted.seconds
        total.busiest = max(total.busiest, counted.busiest)
        total.refused += counted.refused
        total.calls += counted.calls
    return total


def main(tables: int, seed: int) -> None:
    """Print a line for every game and pace."""
    for game in GAMES:
        for words, pace in PACES.items():
            print(f"{game:9} {words:7} {played(game, pace, tables, seed)}", flush=True)
