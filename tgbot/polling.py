"""Long polling: updates are asked for, and none is confirmed before it is done.

Like the webhook, it hears what one person taps, and what is said in one chat, in order, and everything else side by
side: an update that has to come again holds up nobody but its own queue. Telegram shows no more than a page of what is
not confirmed, so the first update that is not done must not stay so for ever: when all others of its page are waiting
for it, it is given up after a while, and kept for the owner of the bot.
"""

import asyncio
from asyncio import get_running_loop
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import structlog
from telegram.error import RetryAfter, TelegramError

from tgbot.afterwards import being_answered
from tgbot.changes import Busy
from tgbot.delivery.answers import seconds_of
from tgbot.delivery.transport import QuietBot
from tgbot.replies import Reply
from tgbot.store import Unavailable
from tgbot.web import UPDATES_HEARD, Ears

_log = structlog.get_logger(__name__)

POLL = 25
"""Seconds that a request for updates stays open."""
LOOK_AGAIN = 0.5
"""Seconds until others are asked for while some update is not done."""
REST = 3.0
"""Seconds after a fault before the next attempt."""
PAGE = 100
"""Updates that Telegram shows at once, beginning with the first one that is not confirmed."""
PATIENCE = 120.0
"""Seconds for which an update is tried again that keeps others from being heard."""

Queue: TypeAlias = tuple[str, int]


def queue_of(update: Mapping[str, Any]) -> Queue:
    """What an update must not overtake: taps of the same person, anything else of the same chat.

    For a while Telegram also shows what the bot heard before it asked for these kinds only, and not all of that has a
    chat.
    """
    tap = update.get("callback_query")
    if tap is not None:
        return "person", tap["from"]["id"]
    chats = (body["chat"]["id"] for body in update.values() if isinstance(body, dict) and "chat" in body)
    return "chat", next(chats, 0)


class Polling:
    """The updates that are being heard. Telegram keeps what is not confirmed, and drops what has become too old."""

    def __init__(self, bot: QuietBot, ears: Ears) -> None:
        self._bot = bot
        self._ears = ears
        self._hearing: dict[int, asyncio.Task[None]] = {}
        self._latest: dict[Queue, asyncio.Task[None]] = {}
        self._offset = 0
        self._known: set[int] = set()
        """The updates from the offset on that were begun."""
        self._blocked = False
        """Whether Telegram shows nothing new, and would if the first update were done: others on its page are."""

    async def run(self) -> None:
        """Ask for updates and hear them, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            while True:
                for raw in await self._ask():
                    self._begin(raw, tasks)
                if self._hearing:
                    await asyncio.wait(self._hearing.values(), timeout=LOOK_AGAIN, return_when=asyncio.FIRST_COMPLETED)

    async def _ask(self) -> Sequence[Mapping[str, Any]]:
        """What Telegram has from the first update on that is not done."""
        self._offset = min(self._hearing, default=max(self._known, default=self._offset - 1) + 1)
        self._known = {number for number in self._known if number >= self._offset}
        self._blocked = False
        waiting = set(self._hearing)
        wait = 0 if waiting else POLL
        try:
            updates = await self._bot.updates(self._offset, UPDATES_HEARD, wait)
        except TelegramError as error:
            _log.warning("polling is interrupted", error=type(error).__name__)
            await asyncio.sleep(max(REST, seconds_of(error) if isinstance(error, RetryAfter) else 0))
            return ()
        # Nobody answers a tap after minutes: Telegram has dropped it.
        for number in waiting - {raw["update_id"] for raw in updates}:
            if number in self._hearing:
                self._hearing[number].cancel()
        is_full = len(updates) >= PAGE and all(raw["update_id"] in self._known for raw in updates)
        self._blocked = is_full and len(self._hearing) < PAGE
        return updates

    def _begin(self, raw: Mapping[str, Any], tasks: asyncio.TaskGroup) -> None:
        number, queue = raw["update_id"], queue_of(raw)
        if number in self._known:
            return
        self._known.add(number)
        task = self._hearing[number] = tasks.create_task(self._hear(raw, self._latest.get(queue)))
        self._latest[queue] = task

        def ended(_: object) -> None:
            del self._hearing[number]
            if self._latest[queue] is task:
                del self._latest[queue]

        task.add_done_callback(ended)

    async def _hear(self, raw: Mapping[str, Any], before: asyncio.Task[None] | None) -> None:
        """Hear an update when the one before it in its queue is done, again and again until it is done, too."""
        number, began = raw["update_id"], get_running_loop().time()
        if before is not None:
            await asyncio.wait({before})
        with being_answered() as afterwards:
            reply: Reply | None = None
            while reply is None:
                try:
                    reply = await self._ears.hear(dict(raw))
                except (Busy, Unavailable) as error:
                    if self._blocked and number == self._offset and get_running_loop().time() > began + PATIENCE:
                        await self._ears.give_up(dict(raw), error)
                        return
                    _log.warning("an update is tried again", error=type(error).__name__, update=number)
                    await asyncio.sleep(REST)
        if reply:
            call = dict(reply)
            with suppress(TelegramError):
                await self._bot.call(call.pop("method"), call)
        await afterwards.done()
