"""The whole place at work: one Valkey, the light Telegram, and any number of bot processes."""

import asyncio
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from http import HTTPStatus
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import NamedTuple

from redis.asyncio import Redis

from bench.load.machine import cpu_seconds, resident_mib
from bench.load.shares import confine
from bench.load.telegram import TOKEN, Telegram
from bench.load.wire import Door, Heard
from tgbot.playground.listening import listen
from tgbot.store import Connection, Store, embedded
from tgbot.store.keys import NightKeys, keys_of

SECRET = "load-guards-nothing"  # noqa: S105 - guards nothing
READY = 150.0
"""Seconds that a process may take to start."""
TRIES = 5
CONNECTIONS = 40
"""What the bot allows Telegram."""
PER_SECOND = 1_000
"""Messages in all chats together: the machine shall be the limit here, not Telegram."""
SOON = 3600
"""Seconds; a night that nothing is due in for so long is delivered whole."""


class Cost(NamedTuple):
    """Processor time so far in seconds."""

    bots: float
    redis: float
    ours: float

    def since(self, before: "Cost") -> "Cost":
        """What was added."""
        return Cost(*(now - then for now, then in zip(self, before, strict=True)))


NOTHING = Cost(0.0, 0.0, 0.0)


class Place:
    """Bot processes, started one by one, and the way to each."""

    def __init__(self, url: str, store: Store, redis: "Redis", telegram: Telegram) -> None:
        self.store = store
        self.redis = redis
        self.telegram = telegram
        self.numbers = count(1)
        self.bots: list[tuple[Process, Door]] = []
        self._groups: list[Path] = []
        self._url = url
        self._redis_pid = 0

    async def start_bot(self, share: float | None = None) -> None:
        """One more process, which takes its part of the updates from now on; `share` of a core, None: all it gets."""
        free = listen(0)
        port = free.getsockname()[1]
        free.close()
        environment = {
            **os.environ,
            "TELEGRAM_TOKEN": TOKEN,
            "TELEGRAM_API_URL": self.telegram.url,
            "WEBHOOK_URL": f"http://127.0.0.1:{port}",
            "WEBHOOK_SECRET": SECRET,
            "MESSAGES_PER_SECOND": str(PER_SECOND),
            "PORT": str(port),
            "REDIS_URL": self._url,
            "LOG_LEVEL": "WARNING",
            "TAPS_PER_SECOND": "0",
        }
        set_before = self.telegram.calls[b"setWebhook"]
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", "tgbot", "serve", env=environment)
        door = Door(port, SECRET)
        self.bots.append((process, door))
        if share is not None:
            self._groups.append(confine(process.pid, share))
        async with asyncio.timeout(READY):
            while self.telegram.calls[b"setWebhook"] == set_before:
                assert process.returncode is None, "the bot does not start"
                await asyncio.sleep(0.05)
        await door.open(CONNECTIONS)
        self._doors = cycle(one for _, one in self.bots)

    async def stop_bots(self) -> None:
        """End all processes."""
        for process, door in self.bots:
            door.close()
            if process.returncode is None:
                process.terminate()
        for process, _ in self.bots:
            try:
                async with asyncio.timeout(READY):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()
        self.bots.clear()
        while self._groups:
            self._groups.pop().rmdir()

    def post(self, update: bytes, heard: Heard) -> None:
        """Send an update to the next process."""
        next(self._doors).post(update, heard)

    async def ask(self, update: bytes) -> None:
        """Send an update until it is taken."""
        status = 0
        for _ in range(TRIES):
            status = await self._status(update)
            if status == HTTPStatus.OK:
                return
            await asyncio.sleep(1)
        raise RuntimeError(f"the bot answers {status} again and again")

    async def _status(self, update: bytes) -> int:
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.post(update, lambda status, _: answer.set_result(status))
        return await answer

    async def delivered(self, nights: Sequence[str], soon: float = SOON) -> None:
        """Until nothing of these nights is brought to Telegram now, nor will be within so many seconds."""
        async with asyncio.timeout(READY):
            for night_id in nights:
                while not await self._is_delivered(keys_of(night_id), night_id, soon):
                    await asyncio.sleep(0.2)

    async def _is_delivered(self, names: NightKeys, night_id: str, soon: float) -> bool:
        if await self.redis.exists(names.lease):
            return False
        wake = await self.redis.zscore(names.wake, night_id)
        return wake is None or wake / 1000 > time() + soon

    async def rewritten(self) -> None:
        """Until the append-only file is as short as it can be.

        Ten thousand nights written within seconds are followed by a rewrite some time: it would fall into a figure by
        chance, in which it comes once in minutes.
        """
        await self.redis.bgrewriteaof()
        while (await self.redis.info("persistence"))["aof_rewrite_in_progress"]:
            await asyncio.sleep(0.2)

    async def cost(self) -> Cost:
        """What everything has cost so far."""
        self._redis_pid = self._redis_pid or int((await self.redis.info("server"))["process_id"])
        bots = sum(cpu_seconds(bot.pid) for bot, _ in self.bots)
        return Cost(bots, cpu_seconds(self._redis_pid), cpu_seconds(os.getpid()))

    async def versions(self, nights: Sequence[str]) -> list[int]:
        """How often each of these nights was written."""
        async with self.redis.pipeline(transaction=False) as pipeline:
            for night in nights:
                pipeline.execute_command("HGET", keys_of(night).night, "v")
            return [int(version) for version in await pipeline.execute()]

    def bot_mib(self) -> float:
        """Memory of one bot process, the mean of all."""
        return sum(resident_mib(bot.pid) for bot, _ in self.bots) / len(self.bots)

    async def redis_bytes(self) -> int:
        """Memory that Redis uses for data and for itself."""
        return int((await self.redis.info("memory"))["used_memory"])


@asynccontextmanager
async def place() -> AsyncIterator[Place]:
    """A place without a bot yet; whatever runs there ends with it."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(embedded(Path(stack.enter_context(TemporaryDirectory()))))
        connection = await stack.enter_async_context(Connection(url))
        redis = await stack.enter_async_context(Redis.from_url(url))
        telegram = await stack.enter_async_context(Telegram())
        whole = Place(url, Store(connection), redis, telegram)
        stack.push_async_callback(whole.stop_bots)
        yield whole
