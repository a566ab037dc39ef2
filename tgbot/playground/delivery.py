"""How updates reach the bot: a webhook as the official server drives it, or getUpdates.

Each update waits in its queue (messages by chat, taps by person). One update of a queue is under way; the next follows
when the bot answered it with 2xx. Different queues run side by side, up to `max_connections`. What fails is tried again
at once, then after 2, 4, 8 … seconds, or after the `Retry-After` of the answer, until the update is too old.
"""

import asyncio
import contextlib
import json
import random
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import aiohttp
from pydantic import JsonValue

from tgbot.playground.calls import ApiError, Params
from tgbot.playground.changes import BotChanged, Change, Queued
from tgbot.playground.methods.updates import choose_updates
from tgbot.playground.records import Update, Webhook
from tgbot.playground.world import World

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 (the name of a header)
MAX_RETRY_AFTER = 3600
MAX_POLL, MAX_BATCH = 50, 100


@dataclass(frozen=True)
class Timing:
    """The pace of a webhook in seconds: its patience, the unit of the pauses between tries, where they stop to grow.

    The seconds of a `Retry-After` are such units, too: where pauses are short, all of them are.
    """

    timeout: float = 60.0
    pause: float = 1.0
    longest_pause: float = 60.0


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """One try to deliver an update: when (seconds since 1970), and the bot's HTTP status, 0 when it did not answer."""

    at: float
    update: Update
    status: int


class Delivery:
    """The postman between the world's updates and the bot. `attempts` is the log of all tries, the newest last."""

    def __init__(self, world: World, call: Callable[[str, Params], Awaitable[None]], timing: Timing) -> None:
        self.timing = timing
        self.attempts: deque[Attempt] = deque(maxlen=200_000)
        self._world = world
        self._call = call
        self._webhook = Webhook()
        self._session: aiohttp.ClientSession | None = None
        self._connections = asyncio.Semaphore(1)
        self._queues: dict[str, deque[Update]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._followups: set[asyncio.Task[None]] = set()
        self._poll: asyncio.Future[bool] | None = None

    async def start(self) -> None:
        """Begin to deliver, first what a former run left."""
        self._session = aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(total=self.timing.timeout), connector=aiohttp.TCPConnector(limit=0)
        )
        self._world.listeners.append(self._hear)
        self._follow_settings()

    async def stop(self) -> None:
        self._world.listeners.remove(self._hear)
        self._end_poll(False)
        tasks = [*self._tasks.values(), *self._followups]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks.clear()
        self._queues.clear()
        if self._session is not None:
            await self._session.close()

    def _hear(self, change: Change) -> None:
        match change:
            case Queued(update) if self._webhook.url:
                self._enqueue(update)
            case Queued():
                self._end_poll(True)
            case BotChanged():
                self._follow_settings()

    def _follow_settings(self) -> None:
        """Turn to the webhook that is set now; what is under way to another one is given up and sent again."""
        wanted = replace(self._world.settings.webhook, last_error_date=0, last_error="")
        if wanted == self._webhook:
            return
        self._webhook = wanted
        for task in self._tasks.values():
            task.cancel()
        self._tasks, self._queues = {}, {}
        if wanted.url:
            self._connections = asyncio.Semaphore(wanted.max_connections)
            if self._poll is not None and not self._poll.done():
                self._poll.set_exception(ApiError(409, "Conflict: terminated by setWebhook request"))
            for update in sorted(self._world.updates.values(), key=lambda one: one.id):
                self._enqueue(update)

    # --- webhook ---

    def _enqueue(self, update: Update) -> None:
        self._queues.setdefault(update.queue, deque()).append(update)
        if update.queue not in self._tasks:
            self._tasks[update.queue] = asyncio.create_task(self._serve(update.queue))

    async def _serve(self, name: str) -> None:
        """Deliver one queue in its order until it is empty."""
        queue = self._queues[name]
        while queue:
            await self._deliver(queue[0])
            queue.popleft()
        del self._queues[name], self._tasks[name]

    async def _deliver(self, update: Update) -> None:
        """Try until the bot takes the update or it is too old."""
        fails, pause = 0, self.timing.pause
        while update.id in self._world.updates and update.expires > self._world.clock():
            async with self._connections:
                retry_after = await self._post(update)
            if retry_after is None:
                return
            wait = retry_after * self.timing.pause
            if not retry_after and fails:
                longest = self.timing.longest_pause * random.uniform(1, 2)  # noqa: S311 (a pause, no secret)
                wait = pause = min(longest, 2 * pause)
            if self._world.clock() + wait > update.expires:
                break
            fails += 1
            await asyncio.sleep(wait)
        self._world.forget(update)

    async def _post(self, update: Update) -> int | None:
        """One try: None when the bot took it, else the seconds it asks to wait (0 without a wish)."""
        assert self._session is not None
        headers = {SECRET_HEADER: self._webhook.secret} if self._webhook.secret else {}
        try:
            async with self._session.post(
                self._webhook.url, json=update.as_json(), headers=headers, allow_redirects=False
            ) as response:
                body = await response.read()
        except (aiohttp.ClientError, TimeoutError) as error:
            self._fail(update, 0, "Connection timed out" if isinstance(error, TimeoutError) else "Connection refused")
            return 0
        if not 200 <= response.status < 300:
            self._fail(update, response.status, f"Wrong response from the webhook: {response.status} {response.reason}")
            return max(0, min(MAX_RETRY_AFTER, Params({"wait": response.headers.get("Retry-After")}).integer("wait")))
        self.attempts.append(Attempt(at=self._world.clock(), update=update, status=response.status))
        self._world.forget(update)
        if response.content_type == "application/json":
            self._call_from(body)
        return None

    def _fail(self, update: Update, status: int, reason: str) -> None:
        self.attempts.append(Attempt(at=self._world.clock(), update=update, status=status))
        webhook = replace(self._world.settings.webhook, last_error_date=int(self._world.clock()), last_error=reason)
        self._world.keep(replace(self._world.settings, webhook=webhook))

    def _call_from(self, body: bytes) -> None:
        """Carry out the method call in a webhook's answer, if there is one."""
        try:
            call = json.loads(body or b"null")
        except ValueError:
            return
        if isinstance(call, dict) and isinstance(call.get("method"), str):
            followup = asyncio.create_task(self._followup(call.pop("method"), Params(call)))
            self._followups.add(followup)
            followup.add_done_callback(self._followups.discard)

    async def _followup(self, method: str, params: Params) -> None:
        await self._call(method, params)

    # --- getUpdates ---

    async def get_updates(self, params: Params) -> JsonValue:
        """The method: confirms what is below `offset`, waits up to `timeout` seconds for something newer."""
        if self._webhook.url:
            raise ApiError(
                409,
                "Conflict: can't use getUpdates method while webhook is active; "
                "use deleteWebhook to delete the webhook first",
            )
        if self._poll is not None and not self._poll.done():
            reason = "terminated by other getUpdates request; make sure that only one bot instance is running"
            self._poll.set_exception(ApiError(409, f"Conflict: {reason}"))
        choose_updates(self._world, params)
        offset = params.integer("offset")
        if offset < 0:
            newest = sorted(self._world.updates)[offset:]
            offset = newest[0] if newest else 0
        with self._world.change():
            for update in list(self._world.updates.values()):
                if update.id < offset or update.expires < self._world.clock():
                    self._world.forget(update)
        timeout = max(0, min(MAX_POLL, params.integer("timeout")))
        if not self._world.updates and timeout:
            await self._wait_for_news(timeout)
        limit = max(1, min(MAX_BATCH, params.integer("limit", MAX_BATCH)))
        return [self._world.updates[number].as_json() for number in sorted(self._world.updates)[:limit]]

    async def _wait_for_news(self, seconds: float) -> None:
        poll = self._poll = asyncio.get_running_loop().create_future()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await poll
        if self._poll is poll:
            self._poll = None

    def _end_poll(self, news: bool) -> None:
        if self._poll is not None and not self._poll.done():
            self._poll.set_result(news)
