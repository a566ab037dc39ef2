"""The store and the limiter in memory, in virtual time."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field

from core.night import News, Night
from tgbot.store import Snapshot, Unavailable

NIGHT = "večer"


def clock() -> float:
    return asyncio.get_running_loop().time()


@dataclass
class MemoryStore:
    """What the store promises, for one night, in memory; `away` for when it cannot be reached, `full` for
    when it leases no night."""

    night: Night
    version: int = 1
    notes: dict[str, str] = field(default_factory=dict)
    news: list[News] = field(default_factory=list)
    cursor: int = 0
    due_at: float | None = 0
    holder: str = ""
    held_until: float = 0
    away: bool = False
    full: bool = False
    last_holder: str = ""
    woken: bool = False
    lease_takes: float = 0.0
    finish_takes: float = 0.0
    snapshot_takes: float = 0.0
    """Seconds on the way to the lease, when it is given back, when the night is read."""

    def _now(self) -> int:
        return round(clock() * 1000)

    async def now(self, night_id: str) -> int:
        self._answer()
        return self._now()

    def taken_by(self, token: str, seconds: float) -> None:
        """Another process takes the lease over."""
        self.holder = self.last_holder = token
        self.held_until = self._now() + seconds * 1000

    def commit(self, night: Night, *news: News) -> None:
        self.night, self.version = night, self.version + 1
        self.news += news
        self.due_at = self._now()

    async def due(self, limit: int) -> list[str]:
        self._answer()
        return [NIGHT] if self.due_at is not None and self.due_at <= self._now() else []

    async def lease(self, night_id: str, token: str, ms: int) -> bool:
        self._answer(writes=True)
        return await asyncio.shield(asyncio.create_task(self._lease(token, ms, only_go_on=False)))

    async def hold(self, night_id: str, token: str, ms: int) -> bool:
        self._answer(writes=True)
        return await asyncio.shield(asyncio.create_task(self._lease(token, ms, only_go_on=True)))

    async def _lease(self, token: str, ms: int, *, only_go_on: bool) -> bool:
        """What was sent takes its course, also when nobody waits for the answer any more."""
        await asyncio.sleep(self.lease_takes)
        if self.holder not in ("", token) and self._now() < self.held_until:
            return False
        if only_go_on and self.last_holder != token:
            return False
        self.holder, self.held_until, self.last_holder = token, self._now() + ms, token
        return True

    async def snapshot(self, night_id: str) -> Snapshot | None:
        self._answer()
        await asyncio.sleep(self.snapshot_takes)
        news = tuple(enumerate(self.news))[self.cursor :]
        return Snapshot(self.night, self.version, self._now(), dict(self.notes), news)

    async def wake(self, night_id: str, at: int) -> None:
        self._answer()
        self.due_at = at if self.due_at is None else min(self.due_at, at)
        self.woken = True

    async def shown(self, night_id: str, slot: str) -> str | None:
        self._answer()
        return self.notes.get(slot)

    async def note_shown(self, night_id: str, slot: str, text: str | None, token: str = "") -> bool:
        self._answer()
        if token not in ("", self.last_holder):
            return False
        if text is None:
            self.notes.pop(slot, None)
        else:
            self.notes[slot] = text
        return True

    async def note_news(self, night_id: str, cursor: int, token: str = "") -> bool:
        self._answer()
        if token != self.last_holder:
            return False
        self.cursor = max(cursor, self.cursor)
        return True

    async def finish(self, night_id: str, token: str, version: int, wake_at: int | None) -> bool:
        self._answer()
        await asyncio.sleep(self.finish_takes)
        if self.holder != token or self._now() >= self.held_until:
            return False
        self.holder = self.last_holder = ""
        woken, self.woken = self.woken, False
        if version != self.version or woken:
            return False
        self.due_at = wake_at
        return True

    def _answer(self, *, writes: bool = False) -> None:
        if self.away or (writes and self.full):
            raise Unavailable("away")


class MemoryLimiter:
    """The store's limits: three messages in three seconds in a chat, twenty in a minute in a group, in growing gaps."""

    def __init__(self) -> None:
        self.takes = 0.0
        """Seconds until it answers."""
        self._times: defaultdict[int, list[float]] = defaultdict(list)
        self._paused: dict[int, float] = {}

    async def take(self, chat: int, group: bool, urgent: bool) -> int:
        await asyncio.sleep(self.takes)
        now, times = clock(), self._times[chat]
        rules = ((3, 3.0), (20, 61.0)) if group else ((3, 3.0),)
        waits = [self._paused.get(chat, 0.0) - now]
        waits += [times[-count] + span - now for count, span in rules if len(times) >= count]
        recent = sum(now - at < 61 for at in times)
        if group and not urgent and recent > 5:
            waits.append(times[-1] + (recent - 5) * 0.75 - now)
        wait = max(waits)
        if wait <= 0:
            times.append(now)
        return max(0, -round(-wait * 1000 // 1))

    async def pause(self, chat: int, ms: int) -> None:
        self._paused[chat] = max(self._paused.get(chat, 0.0), clock() + ms / 1000)

    async def resume(self, chat: int) -> None:
        self._paused.pop(chat, None)

    async def paused(self, chat: int) -> int:
        return max(0, round((self._paused.get(chat, 0.0) - clock()) * 1000))
