"""The lease of a night: whoever holds it speaks to the night's chats, and nobody else."""

import asyncio
import secrets
from asyncio import get_running_loop

from tgbot.delivery.ports import NightId, Store
from tgbot.store import Unavailable

LEASE = 3.0
"""Seconds; so long a night waits when a process dies in the middle of it."""
PULSE = 0.5
"""Seconds between two prolongations."""
SAFETY = 0.5
"""Seconds before the end of the lease, by our own clock, from which on the store is asked before another word is said;
so long its answer may take."""
ANOTHER_VERSION = -1
"""No night has it: a lease given back with it leaves the night due as it is."""


class LeaseLost(Exception):
    """Somebody else may be at work on the night now: not one more word."""


class Lease:
    """The right to deliver one night, for as long as it is prolonged.

    A process that stood still for longer goes on as if nothing had been, unless somebody else has come meanwhile: the
    store knows, and takes no note from whoever held it before. So the lease can be short.
    """

    def __init__(self, store: Store, night_id: NightId) -> None:
        self.token = secrets.token_hex(8)
        self._store = store
        self._night_id = night_id
        self._held_until = 0.0

    async def take(self) -> bool:
        """Whether it is ours now. It counts from when we asked: the store cannot have begun it earlier."""
        asked = get_running_loop().time()
        taken = await self._store.lease(self._night_id, self.token, round(LEASE * 1000))
        self._held_until = asked + LEASE - SAFETY if taken else 0.0
        return taken

    async def keep(self) -> None:
        """Prolong it, until it is lost."""
        held = True
        while held:
            await asyncio.sleep(PULSE)
            held = await self._hold()

    async def check(self) -> None:
        """Raises LeaseLost when somebody else may have it."""
        if not self._is_held() and not await self._hold():
            raise LeaseLost

    async def give_back(self, version: int, wake_at: int | None) -> bool:
        """The night is due again at `wake_at` (server's ms) or with the next change; False when it is due already.

        A prolongation still on its way does not take it again: the store goes on only with whoever holds it last.
        """
        return await self._store.finish(self._night_id, self.token, version, wake_at)

    def _is_held(self) -> bool:
        return get_running_loop().time() < self._held_until

    async def _hold(self) -> bool:
        asked = get_running_loop().time()
        try:
            async with asyncio.timeout_at(max(self._held_until, asked + SAFETY)):
                held = await self._store.hold(self._night_id, self.token, round(LEASE * 1000))
        except (TimeoutError, Unavailable):  # perhaps it answers next time; if not, the lease runs out
            return self._is_held()
        self._held_until = asked + LEASE - SAFETY if held else 0.0
        return held
