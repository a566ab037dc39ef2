"""The nights that this process delivers."""

import asyncio
from contextlib import suppress
from contextvars import Context

import structlog

from tgbot.delivery.pauses import Pauses
from tgbot.delivery.ports import ChatId, Hooks, Limiter, NightId, Store, Views
from tgbot.delivery.reconciler import Reconciler
from tgbot.delivery.scene import Tools
from tgbot.delivery.shown import (
    HAND,
    Shown,
    chat_of,
    is_supergroup,
    orphan_key,
    read_shown,
    seen_key,
    slot_key,
    write,
)
from tgbot.delivery.telegram import Telegram
from tgbot.delivery.transport import QuietBot
from tgbot.delivery.trouble import described
from tgbot.screens import Slot
from tgbot.store import Damaged, NewerSchema, Unavailable

POLL = 0.3
"""Seconds between two questions for nights that are due."""
MOST_NIGHTS = 64
"""Nights served at the same time; the others are due a little longer."""
CALM = 3.0
"""Seconds without any failure of the store after which it counts as back: a full one still lets everybody read."""
HELD = 0.5
"""Seconds for which a night is left to the process that was found to hold it."""

_log = structlog.get_logger(__name__)


class Delivery:
    """Serves nights that are due, whoever changed them, until it is stopped; any number of processes may do so."""

    def __init__(
        self,
        store: Store,
        limiter: Limiter,
        bot: QuietBot,
        *,
        views: Views,
        hooks: Hooks,
        most_nights: int = MOST_NIGHTS,
    ) -> None:
        self.telegram = Telegram(bot)
        self._store = store
        self._tools = Tools(store, limiter, self.telegram, views, hooks)
        self._most_nights = most_nights
        self._nights: dict[NightId, Reconciler] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._rests: Pauses[NightId] = Pauses()
        self._elsewhere: Pauses[NightId] = Pauses()
        self._stopping = asyncio.Event()
        self._store_fails = False
        self._calm_at = 0.0

    async def run(self) -> None:
        """Serve nights until `stop`."""
        while not self._stopping.is_set():
            await self._poll()
            await self._sleep()

    def poke(self, night_id: NightId) -> None:
        """This process has just changed the night: serve it without waiting for the next poll."""
        night = self._nights.get(night_id)
        if night is not None:
            night.poke()
        elif len(self._nights) < self._most_nights and not self._stopping.is_set() and not self._rests.left(night_id):
            night = self._nights[night_id] = Reconciler(self._tools, night_id)
            # On its own: what it logs is not about the update that happened to wake it.
            task = asyncio.create_task(self._serve(night_id, night), context=Context())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def seen_message(self, night_id: NightId, chat: ChatId, message_id: int) -> None:
        """Somebody wrote in the night's group: the table scrolls."""
        if is_supergroup(chat):
            await self._store.note_shown(night_id, seen_key(chat), str(message_id))

    def pressed(self, night_id: NightId, chat: ChatId, message_id: int) -> None:
        """A button was pressed of one of the night's screens: a message that is in none of its places is removed.

        It was sent by a process that died, or heard no answer, before it could note that. Or somebody only says that
        the button was there: so it has to be in a chat of the night, and in the group nothing but buttons goes.
        """
        if self._tools.latest.get(chat) != message_id:
            task = asyncio.create_task(self._look_up(night_id, chat, message_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _look_up(self, night_id: NightId, chat: ChatId, message_id: int) -> None:
        with suppress(Unavailable, Damaged, NewerSchema):
            seen = await self._store.snapshot(night_id)
            if seen is None or (chat != seen.night.chat and seen.night.person(chat) is None):
                return
            if any(message_id in read_shown(text).ids for key, text in seen.shown.items() if chat_of(key) == chat):
                return
            orphan = write(Shown(live=((message_id, seen.now),)))
            if await self._store.note_shown(night_id, orphan_key(chat, message_id), orphan):
                await self._store.wake(night_id, seen.now)
                self.poke(night_id)

    async def is_replaced(self, night_id: NightId, person: ChatId, message_id: int) -> bool:
        """Whether a newer screen has replaced this message in somebody's private chat."""
        if self._tools.latest.get(person) == message_id:
            return False
        text = await self._store.shown(night_id, slot_key(Slot(person, HAND)))
        return text is not None and read_shown(text).has_replaced(message_id)

    async def may_write(self, night_id: NightId, chat: ChatId) -> None:
        """The bot may write in the night's group again: it need not wait any longer."""
        await self._tools.limiter.resume(chat)
        await self._store.wake(night_id, await self._store.now(night_id))
        self.poke(night_id)

    async def stop(self, grace: float = 5.0) -> None:
        """Begin nothing new, finish what is under way within so many seconds, and drop the rest."""
        self._stopping.set()
        for night in self._nights.values():
            night.stop()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=grace)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _poll(self) -> None:
        # Those that are not to be served here now are due all the same, and for the longest time.
        not_here = self._rests.waiting() + self._elsewhere.waiting()
        try:
            due = await self._store.due(2 * self._most_nights + not_here)
        except Exception as error:  # noqa: BLE001 - what Redis refuses today it may take when somebody has seen to it
            self._note_failing(error)
            return
        if self._store_fails and asyncio.get_running_loop().time() >= self._calm_at:
            self._store_fails = False
            _log.info("the store is back")
        for night_id in due:
            if not self._elsewhere.left(night_id):
                self.poke(night_id)

    async def _sleep(self) -> None:
        try:
            async with asyncio.timeout(POLL):
                await self._stopping.wait()
        except TimeoutError:
            pass

    async def _serve(self, night_id: NightId, night: Reconciler) -> None:
        again = False
        try:
            again = await night.run()
            self._rests.well(night_id)
            if night.is_elsewhere:
                self._elsewhere.hold(night_id, HELD)
        except NewerSchema:
            self._rests.failed(night_id)
        except Unavailable as error:
            self._note_failing(error)
        except Exception as error:  # noqa: BLE001 - one night that cannot be shown must not stop the others
            self._rests.failed(night_id)
            _log.error("a night cannot be delivered", night=night_id, **described(error))
        finally:
            del self._nights[night_id]
        if again:
            self.poke(night_id)

    def _note_failing(self, error: Exception) -> None:
        self._calm_at = asyncio.get_running_loop().time() + CALM
        if self._store_fails:
            return
        self._store_fails = True
        if isinstance(error, Unavailable):
            _log.warning("the store is away")
        else:
            _log.error("the store refuses", **described(error))
