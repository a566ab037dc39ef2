"""One night, while this process holds its lease: every chat is brought to what it should show now.

Nothing is queued: whatever happened, the present state is rendered and compared with what was last sent. Chats are
served side by side, so a slow one holds up no other; within a chat one call follows the other.
"""

import asyncio
from contextlib import suppress

from tgbot.delivery.chats import Chat
from tgbot.delivery.lease import ANOTHER_VERSION, SAFETY, Lease, LeaseLost
from tgbot.delivery.plan import Later
from tgbot.delivery.ports import ChatId, NightId
from tgbot.delivery.scene import Scene, Tools
from tgbot.metrics import LEASES
from tgbot.store import Damaged, Unavailable

LOOK_AGAIN = 0.3
"""Seconds after which the night is looked at again while some chat is slow."""


class Reconciler:
    """The delivery of one night, from taking the lease to giving it back."""

    def __init__(self, tools: Tools, night_id: NightId) -> None:
        self._tools = tools
        self._lease = Lease(tools.store, night_id)
        self._scene = Scene(tools, night_id, self._lease)
        self._busy: dict[ChatId, Chat] = {}
        self._tasks: dict[asyncio.Task[int | None], ChatId] = {}
        self._next: dict[ChatId, int | None] = {}
        self._poked = asyncio.Event()
        self.is_elsewhere = False
        """Whether another process held the lease."""
        self._stopping = False
        self._failure: BaseException | None = None

    def poke(self) -> None:
        """The night has changed."""
        self._poked.set()

    def stop(self) -> None:
        """Begin nothing new; calls under way are finished and noted."""
        self._stopping = True
        for chat in self._busy.values():
            chat.stopping = True

    async def run(self) -> bool:
        """Serve the night until nothing is left to do now; whether it changed just then, and has to be served again.

        At once over while somebody else holds the lease. Raises what store, views or hooks raise.
        """
        self.is_elsewhere = not await self._lease.take()
        if self.is_elsewhere:
            return False
        work = asyncio.timeout(None)
        try:
            async with work:
                keeper = asyncio.create_task(self._keep_lease(work))
                try:
                    return await self._serve()
                finally:
                    keeper.cancel()
                    await self._drop_chats()
        except (LeaseLost, TimeoutError) as lost:
            if isinstance(lost, TimeoutError) and not work.expired():
                raise
            LEASES.labels("lost").inc()
            return False
        except asyncio.CancelledError:
            # The process ends before the calls under way did: others need not wait for the lease as well.
            with suppress(TimeoutError, Unavailable):
                async with asyncio.timeout(SAFETY):
                    await self._lease.give_back(ANOTHER_VERSION, None)
            raise

    async def _keep_lease(self, work: asyncio.Timeout) -> None:
        await self._lease.keep()
        work.reschedule(0)

    # The work

    async def _serve(self) -> bool:
        try:
            known = await self._work()
        except Damaged:
            known = False
        except LeaseLost:
            raise
        except Exception:
            await self._end_chats()
            with suppress(Unavailable):
                await self._lease.give_back(ANOTHER_VERSION, None)
            raise
        if self._stopping:
            return await self._lease.give_back(ANOTHER_VERSION, None)
        if not known:
            await self._end_chats()
            return not await self._lease.give_back(0, None)
        return not await self._lease.give_back(self._scene.version, self._wake_at())

    async def _work(self) -> bool:
        """Until all chats are done for now; False when there is no such night."""
        known = await self._look()
        while known:
            self._start_chats()
            if not self._tasks:
                break
            if await self._wait():
                known = await self._look()
        if self._failure:
            raise self._failure
        return known

    async def _look(self) -> bool:
        self._poked.clear()
        before = self._scene.version
        known = await self._scene.look()
        if self._scene.version != before:
            self._next.clear()
        return known

    def _wake_at(self) -> int | None:
        times = (self._scene.wake_at(), *self._next.values())
        return min((at for at in times if at is not None), default=None)

    def _start_chats(self) -> None:
        """Serve the chats that have something to do; `_next` says when to ask again, None for never in this state."""
        scene = self._scene
        for number in scene.chats() if not self._stopping else ():
            next_at = self._next.get(number, 0)
            if number in self._busy or next_at is None or next_at > scene.now():
                continue
            step = scene.next_step(number)
            if step is None or isinstance(step, Later):
                self._next[number] = step.at if step else None
            else:
                chat = self._busy[number] = Chat(scene, self._tools, number)
                self._tasks[asyncio.create_task(chat.serve())] = number

    async def _wait(self) -> bool:
        """Until a chat is done or the night has changed; whether to look at the night again."""
        poke = asyncio.create_task(self._poked.wait())
        signs = {*self._tasks} if self._stopping else {*self._tasks, poke}
        try:
            done, _ = await asyncio.wait(signs, timeout=LOOK_AGAIN, return_when=asyncio.FIRST_COMPLETED)
        finally:
            poke.cancel()
        for task, number in list(self._tasks.items()):
            if task in done:
                del self._tasks[task]
                self._note_end(number, self._busy.pop(number), task)
        return not self._stopping and (poke in done or not done)

    def _note_end(self, number: ChatId, chat: Chat, task: asyncio.Task[int | None]) -> None:
        failure = task.exception()
        if failure is not None:
            self._failure = self._failure or failure
            self.stop()
            return
        if chat.version == self._scene.version:
            self._next[number] = task.result()

    async def _end_chats(self) -> None:
        """Let calls under way come to their end: the lease must not be given back before."""
        self.stop()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _drop_chats(self) -> None:
        """Drop calls under way; what came of those that have ended is noted, however long that takes."""
        self.stop()
        for task, number in self._tasks.items():
            if not self._busy[number].is_settling:
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
