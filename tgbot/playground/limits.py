"""Flood control: what a bot may send and edit, as the FAQ says it and as leniently as the real one enforces it.

20 messages and edits a minute in a group, about one a second in any chat with bursts, 30 a second over all. Answers to
taps, deletions and reads are free. A refused call costs nothing.
"""

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil

from tgbot.playground.calls import too_many_requests


@dataclass(frozen=True)
class Limits:
    """How much is let through: in a group per 60 s, in any chat at once (then one a second), over all per second."""

    group_per_minute: int = 20
    chat_burst: int = 20
    per_second: int = 30


@dataclass
class Bucket:
    """Tokens that come back with time; `level` is what was there `at` (seconds)."""

    capacity: float
    refill: float
    level: float
    at: float

    def wait(self, now: float) -> float:
        """Seconds until there is a token."""
        self.level = min(self.capacity, self.level + (now - self.at) * self.refill)
        self.at = now
        return 0.0 if self.level >= 1 else (1 - self.level) / self.refill


@dataclass
class FloodControl:
    """The counts behind the limits; `limits` None lets everything through."""

    clock: Callable[[], float]
    limits: Limits | None
    _minute: defaultdict[int, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    _buckets: dict[int, Bucket] = field(default_factory=dict)
    _total: Bucket | None = None

    def charge(self, chat_id: int, is_group: bool) -> None:
        """Count one message or edit; raises the 429 with the seconds to wait when it is one too many."""
        if self.limits is None:
            return
        now = self.clock()
        burst, total = self.limits.chat_burst, self.limits.per_second
        bucket = self._buckets.setdefault(chat_id, Bucket(burst, 1.0, burst, now))
        self._total = self._total or Bucket(total, total, total, now)
        waits = [bucket.wait(now), self._total.wait(now)]
        minute = self._minute[chat_id]
        while minute and minute[0] <= now - 60:
            minute.popleft()
        if is_group and len(minute) >= self.limits.group_per_minute:
            waits.append(minute[0] + 60 - now)
        if max(waits) > 0:
            raise too_many_requests(max(1, ceil(max(waits))))
        bucket.level -= 1
        self._total.level -= 1
        minute.append(now)
