"""Who has to wait after trouble, as far as this process knows."""

import random
from asyncio import get_running_loop
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)

REMEMBERED = 600.0
"""Seconds after a pause in which its failures still count: nights end and people go while there is trouble."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 10.0
"""Seconds after the first failure, which each further one doubles, and at most: soon after the trouble all is well."""


class Pauses(Generic[K]):
    """Pauses by chat or by night: they grow while trouble lasts, and differ so that not all come back at once."""

    def __init__(self) -> None:
        self._failures: dict[K, int] = {}
        self._until: dict[K, float] = {}
        self._swept = 0.0

    def left(self, key: K) -> float:
        """Seconds still to wait."""
        return max(0.0, self._until.get(key, 0.0) - get_running_loop().time())

    def waiting(self) -> int:
        """How many have to wait."""
        now = get_running_loop().time()
        self._until = {key: until for key, until in self._until.items() if until > now}
        return len(self._until)

    def hold(self, key: K, seconds: float) -> float:
        """Wait for so long; gives it back."""
        now = get_running_loop().time()
        self._sweep(now)
        self._until[key] = now + seconds
        return seconds

    def failed(self, key: K) -> float:
        """One more failure; the seconds to wait now."""
        failures = self._failures[key] = self._failures.get(key, 0) + 1
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(failures - 1, 8))
        return self.hold(key, longest * random.uniform(0.5, 1.0))  # noqa: S311 - guards no secret

    def is_failing(self, key: K) -> bool:
        """Whether the last attempt failed."""
        return key in self._failures

    def well(self, key: K) -> None:
        """It works again."""
        self._failures.pop(key, None)
        self._until.pop(key, None)

    def _sweep(self, now: float) -> None:
        """Forget pauses of long ago."""
        if now > self._swept + REMEMBERED:
            self._swept = now
            for key in [key for key, until in self._until.items() if until + REMEMBERED < now]:
                self.well(key)
