"""The bot under real taps: from the tap to the HTTP answer, and how many calls of the Bot API a move costs.

The bot is a process of its own, with a real Valkey; Telegram is the local one of the playground, with its flood limits.
"""

import asyncio
import os
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp

from core.games import GAMES
from core.night import Night, Round
from tgbot import web
from tgbot.playground.limits import Limits
from tgbot.playground.listening import listen
from tgbot.playground.phone import Phone
from tgbot.playground.records import Chat, User
from tgbot.playground.run import Playground
from tgbot.store import Connection, Store, embedded

SECRET = "bench-guards-nothing"  # noqa: S105 - guards nothing
READY = 20.0
"""Seconds that the bot may take to start."""
NOT_COUNTED = ("answerCallbackQuery", "getMe", "setMyCommands", "setWebhook")
FEWEST, MOST = 1.5, 6.0
"""Seconds that somebody in a pub takes for a move."""


@dataclass
class Place:
    """A bot process at work, its Telegram and its store."""

    telegram: Playground
    store: Store
    url: str


@asynccontextmanager
async def at_work(limits: Limits | None, people: int) -> AsyncIterator[Place]:
    """A bot in a process of its own, serving updates."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        url = await stack.enter_async_context(embedded(folder))
        store = Store(await stack.enter_async_context(Connection(url)))
        telegram = await stack.enter_async_context(Playground(people=people, limits=limits))
        free = listen(0)
        port = free.getsockname()[1]
        free.close()
        environment = {
            **os.environ,
            "TELEGRAM_TOKEN": telegram.token,
            "TELEGRAM_API_URL": telegram.url,
            "WEBHOOK_URL": f"http://127.0.0.1:{port}",
            "WEBHOOK_SECRET": SECRET,
            "PORT": str(port),
            "REDIS_URL": url,
            "LOG_LEVEL": "WARNING",
            "TAPS_PER_SECOND": "0",
        }
        bot = await asyncio.create_subprocess_exec(sys.executable, "-m", "tgbot", "serve", env=environment)
        try:
            await telegram.until(lambda: telegram.world.settings.webhook, READY)
            yield Place(telegram, store, f"http://127.0.0.1:{port}{web.PATH}")
        finally:
            bot.terminate()
            await bot.wait()


@dataclass
class Table:
    """Four people in a group of their own."""

    place: Place
    group: Chat
    phones: list[Phone]
    moves: int = 0
    answered: list[float] = field(default_factory=list)

    @classmethod
    async def opened(cls, place: Place, people: Sequence[User], number: int) -> "Table":
        """A table with everybody seated and the first game dealt."""
        group = place.telegram.world.add_group(f"Stůl {number}", people)
        table = cls(place, group, [Phone(place.telegram.world, person) for person in people])
        table.phones[0].says("/hra", group)
        night = await table._night()
        for phone in table.phones:
            phone.starts(f"hand-{night.id}")
        while len((await table._night()).tables[0].seats) < len(people):
            await asyncio.sleep(0.05)
        return table

    async def _night(self) -> Night:
        while True:
            night_id = await self.place.store.night_of_chat(self.group.id, None)
            loaded = await self.place.store.load(night_id) if night_id else None
            if loaded is not None:
                return loaded.night
            await asyncio.sleep(0.05)

    async def round(self) -> Round | None:
        """The running game, None between games."""
        return (await self._night()).tables[0].round

    async def deal(self) -> None:
        """Start the next game."""
        night = await self._night()
        message = self.phones[0].last()
        self.phones[0].taps_data(f"{night.id}:deal:1:{night.games}", message)
        while await self.round() is None:
            await asyncio.sleep(0.05)

    async def play_at_leisure(self, rng: random.Random) -> None:
        """One game as people play it: they look at their phone, think, and tap what the newest message offers."""
        while await self.round() is not None:
            await asyncio.sleep(rng.uniform(FEWEST, MOST))
            asked = [(phone, buttons) for phone in self.phones if (buttons := _answers(phone))]
            if not asked:
                continue
            phone, buttons = rng.choice(asked)
            data = str(rng.choice(buttons)["callback_data"])
            phone.taps_data(data, phone.last())
            if ":act:" in data:
                self.moves += 1
            else:
                await asyncio.sleep(rng.uniform(0.8, 2.0))


def _answers(phone: Phone) -> list[dict[str, Any]]:
    wanted = ":act:", ":menu:name"
    buttons = [dict(b) for b in phone.last().buttons if any(part in str(b.get("callback_data")) for part in wanted)]
    fitting = [button for button in buttons if button.get("style") == "success"]
    return fitting or [button for button in buttons if button.get("style")] or buttons


async def calls_per_move(tables: int, seed: int) -> None:
    """Games of four at the pace of a pub, all at once; prints calls a move and the busiest minute of a group."""
    rng = random.Random(seed)
    async with at_work(Limits(), people=4 * tables) as place:
        people = place.telegram.world.people()
        seated = [await Table.opened(place, people[4 * n : 4 * n + 4], n) for n in range(tables)]
        await asyncio.sleep(5)
        calls = place.telegram.api.calls
        before = len(calls)
        started = time.monotonic()
        for table in seated:
            await table.deal()
        await asyncio.gather(*(table.play_at_leisure(random.Random(rng.random())) for table in seated))
        took = time.monotonic() - started
        await asyncio.sleep(10)
        made = [call for call in list(calls)[before:] if call.method not in NOT_COUNTED]
        moves = sum(table.moves for table in seated)
        by_method = Counter(call.method for call in made)
        refused = sum(call.error == HTTPStatus.TOO_MANY_REQUESTS for call in made)
        groups = {table.group.id for table in seated}
        busiest = max(_busiest_minute([c.at for c in made if c.chat_id == group]) for group in groups)
        print(f"games of four              {tables} at once, {moves} moves, {took / moves * tables:.1f} s a move")
        print(f"Bot API calls per move     {len(made) / moves:.2f}   (at most 3.0)")
        for method, number in by_method.most_common():
            print(f"  {method:<24} {number / moves:.2f}")
        print(f"  in the group             {sum(c.chat_id in groups for c in made) / moves:.2f}")
        print(f"busiest minute of a group  {busiest}   (at most 20), refused by Telegram: {refused}")


def _busiest_minute(times: Sequence[float]) -> int:
    return max((sum(start <= at < start + 60 for at in times) for start in times), default=0)


async def tap_to_answer(tables: int, taps: int, seed: int) -> None:
    """Moves posted to the webhook one after another at each table; prints how long the HTTP answer takes."""
    rng = random.Random(seed)
    numbers = count(5_000_000)
    async with at_work(None, people=4 * tables) as place, aiohttp.ClientSession() as session:
        people = place.telegram.world.people()
        seated = [await Table.opened(place, people[4 * n : 4 * n + 4], n) for n in range(tables)]
        for table in seated:
            await table.deal()
        started = time.monotonic()
        await asyncio.gather(*(_post_moves(table, session, taps // tables, numbers, rng) for table in seated))
        took = time.monotonic() - started
        times = sorted(one for table in seated for one in table.answered)
        print(f"tap to HTTP answer         p50 {_at(times, 0.5):.1f} ms   p99 {_at(times, 0.99):.1f} ms")
        print(f"                           {len(times)} taps at {tables} tables, {len(times) / took:.0f} taps/s")


def _at(times: Sequence[float], share: float) -> float:
    return times[min(len(times) - 1, int(share * len(times)))] * 1000


async def _post_moves(
    table: Table, session: aiohttp.ClientSession, taps: int, numbers: "count[int]", rng: random.Random
) -> None:
    for _ in range(taps):
        round_ = await table.round()
        if round_ is None:
            await table.deal()
            continue
        game = GAMES[round_.game]
        seat = rng.choice(game.actors(round_.state))
        action = game.format_action(rng.choice(game.legal(round_.state, seat)))
        night_id = await table.place.store.night_of_chat(table.group.id, None)
        data = f"{night_id}:act:1:{round_.number}:{round_.state.ply}:{action}"
        body = _update(next(numbers), table.phones[seat].person, data)
        started = time.perf_counter()
        async with session.post(table.place.url, json=body, headers={web.SECRET_HEADER: SECRET}) as response:
            await response.read()
            assert response.status == 200, response.status
        table.answered.append(time.perf_counter() - started)
        table.moves += 1


def _update(number: int, person: User, data: str) -> dict[str, object]:
    """A callback query as Telegram sends it."""
    who = {"id": person.id, "is_bot": False, "first_name": person.first_name, "language_code": "cs"}
    chat = {"id": person.id, "type": "private", "first_name": person.first_name}
    message = {"message_id": 1, "date": 1, "chat": chat, "text": "karty"}
    query = {"id": str(number), "from": who, "chat_instance": "1", "message": message, "data": data}
    return {"update_id": number, "callback_query": query}
