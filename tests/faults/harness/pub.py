"""The whole place: several bots on one store, behind a load balancer, a local Telegram, and people at tables."""

import os
import random
import signal
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.harness.front import Front
from tests.faults.harness.processes import ROOT, Bot, Nursery
from tests.faults.harness.redis import Redis, Server
from tests.faults.harness.table import Table
from tgbot.playground.delivery import Timing
from tgbot.playground.limits import Limits
from tgbot.playground.run import Playground
from tgbot.store import Connection, Store

SECRET = "s3cret-of-the-webhook"
TIMING = Timing(pause=0.05, longest_pause=0.2)
"""Telegram's pace, faster than life: nobody wants to wait a minute for a redelivery."""


@dataclass
class Pub:
    """Everything that a row of the fault matrix touches."""

    telegram: Playground
    front: Front
    bots: list[Bot]
    server: Server
    connection: Connection
    store: Store
    chance: random.Random
    tables: list[Table] = field(default_factory=list)

    @property
    def kills(self) -> int:
        """Violent ends of bots so far."""
        return sum(bot.kills for bot in self.bots)

    async def serving(self) -> None:
        """Until all bots serve; whoever is dead is started."""
        for bot in self.bots:
            if not bot.lives:
                bot.start()
        for bot in self.bots:
            await bot.ready()

    async def seats(self, tables: int, people: int = 3) -> None:
        """So many tables with so many people each, who have been dealt their first game."""
        world = self.telegram.world
        for _ in range(tables):
            number = len(self.tables) + 1
            seated = [world.add_person(f"Host {number}.{place}") for place in range(1, people + 1)]
            group = world.add_group(f"Stůl {number}", seated)
            self.tables.append(Table(self, group, seated, random.Random(self.chance.random())))
            await self.tables[-1].opens()


@asynccontextmanager
async def opened(
    nursery: Nursery,
    folder: Path,
    *,
    bots: int = 3,
    spoils: Sequence[str] = (),
    limits: Limits | None = None,
    server: Server | None = None,
    redis_url: str = "",
    timing: Timing = TIMING,
    settings: Mapping[str, str] | None = None,
    seed: int = 1,
) -> AsyncIterator[Pub]:
    """A pub whose bots serve; nobody sits at a table yet.

    `spoils` are done to each bot (`spoils.py`). Without `limits` neither Telegram nor the bots know any: nothing waits.
    `server` is a store that exists already, empty; `redis_url` is what the bots get instead of its URL (a proxy);
    `settings` are theirs besides, by the names of `.env`.
    """
    folder.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240 - a moment before everything
    chance = random.Random(seed)
    async with AsyncExitStack() as stack:
        if server is None:
            server = stack.enter_context(_redis(folder / "redis"))
            await server.ready()
        connection = await stack.enter_async_context(Connection(server.url))
        telegram = await stack.enter_async_context(Playground(people=1, limits=limits, timing=timing))
        bots_: list[Bot] = []
        front = Front(bots_, chance)
        await stack.enter_async_context(front.open())
        env = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "TELEGRAM_TOKEN": telegram.token,
            "TELEGRAM_API_URL": telegram.url,
            "WEBHOOK_URL": front.url,
            "WEBHOOK_SECRET": SECRET,
            "REDIS_URL": redis_url or server.url,
            "DATA_DIR": str(folder / "data"),
            "LOG_LEVEL": "DEBUG",
            "TAPS_PER_SECOND": "0",
            **(settings or {}),
        }
        chosen = ["journal", *([] if limits else ["boundless"]), *spoils]
        bots_ += [Bot(nursery, env, folder / f"bot{number}.log", chosen) for number in range(bots)]
        pub = Pub(telegram, front, bots_, server, connection, Store(connection), chance)
        try:
            await pub.serving()
            yield pub
        finally:
            for bot in bots_:
                if bot.lives:
                    bot.send(signal.SIGCONT)
                    bot.send(signal.SIGKILL)
                    await bot.ended()


@contextmanager
def _redis(folder: Path) -> Iterator[Redis]:
    redis = Redis(folder)
    redis.start()
    try:
        yield redis
    finally:
        redis.send(signal.SIGCONT)
        redis.end()
