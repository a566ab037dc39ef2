"""The load balancer between Telegram and the bots, and all that may happen to an update on this way."""

import asyncio
import json
import random
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiohttp
from aiohttp import web

from tests.faults.harness.processes import Bot
from tests.patience import PATIENCE
from tgbot.playground.listening import listen

PATH = "/telegram"
NOBODY = 0
"""The status of an attempt that got no answer."""


@dataclass(frozen=True)
class Attempt:
    """One delivery of an update to one bot (its place in the row): HTTP status, body, and seconds until the answer."""

    update: int
    bot: int
    status: int
    body: str
    seconds: float


class Front:
    """Passes every update to one of the bots.

    `copies`: to so many at once, each up to `spread` seconds later; `loses`: the chance that an answer does not get
    back to Telegram; `delays`: each update waits up to so many seconds, so that those of different people overtake
    each other; `pick`: to which bot alone.
    """

    def __init__(self, bots: Sequence[Bot], chance: random.Random) -> None:
        self.bots = bots
        self.copies, self.spread, self.loses, self.delays = 1, 0.0, 0.0, 0.0
        self.pick: int | None = None
        self.attempts: list[Attempt] = []
        self.lost = 0
        self.posts: dict[int, tuple[bytes, dict[str, str]]] = {}
        """Body and headers of every update that has come."""
        self.url = ""
        self._chance = chance
        self._session: aiohttp.ClientSession | None = None

    def of(self) -> dict[int, list[Attempt]]:
        """The attempts by update."""
        found: defaultdict[int, list[Attempt]] = defaultdict(list)
        for attempt in self.attempts:
            found[attempt.update].append(attempt)
        return dict(found)

    @property
    def p99(self) -> float:
        """Seconds from an update to its answer, of those that were answered with 200."""
        seconds = sorted(attempt.seconds for attempt in self.attempts if attempt.status == 200)
        return seconds[len(seconds) * 99 // 100]

    async def again(self, update: int) -> Attempt:
        """One more copy of an update, much later, to any bot."""
        return await self.post(*self.posts[update], self._chance.randrange(len(self.bots)))

    def answers_to(self, update: int) -> set[str]:
        """All that was answered to an update with 200."""
        return {attempt.body for attempt in self.attempts if (attempt.update, attempt.status) == (update, 200)}

    async def post(self, body: bytes, headers: dict[str, str], number: int) -> Attempt:
        """Deliver an update to the bot with this number."""
        assert self._session is not None
        began = time.perf_counter()
        status, said = NOBODY, ""
        try:
            async with self._session.post(self.bots[number].url + PATH, data=body, headers=headers) as response:
                status, said = response.status, await response.text()
                headers["Retry-After"] = response.headers.get("Retry-After", "")
        except (aiohttp.ClientError, TimeoutError):
            pass
        update = json.loads(body)["update_id"]
        attempt = Attempt(update, number, status, said, time.perf_counter() - began)
        self.attempts.append(attempt)
        return attempt

    async def pass_on(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        headers = {"Content-Type": "application/json"}
        secret = request.headers.get("X-Telegram-Bot-Api-Secret-Token")
        if secret is not None:
            headers["X-Telegram-Bot-Api-Secret-Token"] = secret
        self.posts[json.loads(body)["update_id"]] = body, headers
        await asyncio.sleep(self.delays * self._chance.random())
        up = [number for number, bot in enumerate(self.bots) if bot.lives] if self.pick is None else [self.pick]
        if not up:
            return web.Response(status=502)
        chosen = self._chance.sample(up, min(len(up), self.copies))
        chosen += self._chance.choices(up, k=self.copies - len(chosen))
        waits = [self.spread * self._chance.random() if place else 0.0 for place in range(len(chosen))]

        async def one(number: int, wait: float) -> tuple[Attempt, str]:
            await asyncio.sleep(wait)
            mine = dict(headers)
            return await self.post(body, mine, number), mine.get("Retry-After", "")

        done = await asyncio.gather(*map(one, chosen, waits))
        attempt, retry = min(done, key=lambda each: each[0].status != 200)
        if self._chance.random() < self.loses:
            self.lost += 1
            assert request.transport is not None
            request.transport.abort()
        if attempt.status == NOBODY:
            return web.Response(status=502)
        response = web.Response(status=attempt.status, text=attempt.body)
        if attempt.body.startswith("{"):
            response.content_type = "application/json"
        if retry:
            response.headers["Retry-After"] = retry
        return response

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Listen on loopback."""
        pages = web.Application()
        pages.router.add_post(PATH, self.pass_on)
        runner = web.AppRunner(pages, handler_cancellation=False, shutdown_timeout=0.1)
        await runner.setup()
        listening = listen(0)
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        timeout = aiohttp.ClientTimeout(total=PATIENCE)
        async with aiohttp.ClientSession(timeout=timeout, connector=aiohttp.TCPConnector(limit=0)) as self._session:
            await web.SockSite(runner, listening).start()
            try:
                yield
            finally:
                await runner.cleanup()
