"""How fast one source of updates may be, over all processes together, at no cost for whoever is not fast.

Each process counts by itself. Only a source that is fast here is asked about in Redis, where all processes count
together; and one that Redis refuses is not asked about again before it may go on.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from tgbot.store.connection import Connection, Script

_FLOOD = Script("flood")


class Admission(Enum):
    """Whether an update may go on; of a flood only the first one that may not is worth a word."""

    FREE = "free"
    FIRST_EXCESS = "first excess"
    EXCESS = "excess"


@dataclass
class _Pace:
    """One source, on this process's clock in seconds."""

    empty: float
    """When its bucket here is empty again."""
    shut: float = 0.0
    """Until when Redis has refused it."""
    is_told: bool = False


class Floodgate:
    """`per_second` for ever, and `at_once` besides in each process, and as many over all processes together."""

    def __init__(
        self,
        connection: Connection,
        name: str,
        per_second: float,
        at_once: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connection = connection
        self._name = name
        self._gap = 1 / per_second
        self._room = at_once / per_second
        self._clock = clock
        self._paces: dict[int | str, _Pace] = {}
        self._swept = clock()

    async def admit(self, source: int | str) -> Admission:
        """Count one more of this source. Unavailable when Redis has to be asked and is away."""
        now = self._clock()
        self._sweep(now)
        pace = self._paces.setdefault(source, _Pace(now))
        # What is refused counts too, so whoever does not stop stays with the count of all processes.
        pace.empty = min(max(pace.empty, now) + self._gap, now + 2 * self._room)
        if pace.empty < now + self._room + self._gap / 2:
            return Admission.FREE
        if now >= pace.shut:
            wait = await self._connection.run(
                _FLOOD, (f"{{rl:{self._name}:{source}}}",), (round(1000 * self._gap), round(1000 * self._room))
            )
            if not wait:
                return Admission.FREE
            pace.shut = now + wait / 1000
        if pace.is_told:
            return Admission.EXCESS
        pace.is_told = True
        return Admission.FIRST_EXCESS

    def _sweep(self, now: float) -> None:
        """Forget who has been calm."""
        if now > self._swept + self._room:
            self._swept = now
            self._paces = {source: pace for source, pace in self._paces.items() if pace.empty > now}
