"""Taps at many tables, paced or as fast as they are answered, and what they took."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from statistics import median
from time import perf_counter
from typing import Any

from bench.load.evening import Playing
from bench.load.machine import yardstick
from bench.load.place import NOTHING, Cost, Place
from bench.load.tables import tapped

PATIENCE = 3.0
"""Seconds after which somebody taps again, whether they have seen the effect of their last tap or not."""


@dataclass
class Measured:
    """What some taps took: times in seconds; `answers` to the HTTP answer, `edits` to the presser's own screen."""

    seconds: float = 0.0
    taps: int = 0
    failed: int = 0
    commits: int = 0
    calls: int = 0
    cost: Cost = NOTHING
    answers: list[float] = field(default_factory=list)
    edits: list[float] = field(default_factory=list)
    yardsticks: list[float] = field(default_factory=list)

    @property
    def ms_per_tap(self) -> float:
        """Processor time of bots and Redis for a tap with all that follows from it."""
        return 1000 * (self.cost.bots + self.cost.redis) / self.taps

    @property
    def yardsticks_per_tap(self) -> float:
        """The same in units of a fixed piece of work that was done at the same time."""
        return self.ms_per_tap / 1000 / median(self.yardsticks)


class Taps:
    """Taps under way; one of them at a table at a time."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.measured = Measured()
        self._waiting: dict[bytes, tuple[float, asyncio.Future[None], Measured]] = {}
        place.telegram.seen = self._seen

    def send(self, person: int, data: str, since: float) -> "tuple[asyncio.Future[None], asyncio.Future[None]]":
        """Tap now; done with the answer, and done when the presser's screen has changed. Times count from `since`."""
        loop, measured = asyncio.get_running_loop(), self.measured
        answered, seen = loop.create_future(), loop.create_future()
        self._waiting[b"%d" % person] = since, seen, self.measured

        def heard(status: int, body: bytes) -> None:
            measured.answers.append(perf_counter() - since)
            measured.failed += status != HTTPStatus.OK
            answered.set_result(None)

        measured.taps += 1
        newest = self.place.telegram.newest(person)
        self.place.post(tapped(next(self.place.numbers), person, newest, data), heard)
        return answered, seen

    def _seen(self, chat: bytes) -> None:
        if chat in self._waiting:
            since, seen, measured = self._waiting.pop(chat)
            measured.edits.append(perf_counter() - since)
            seen.set_result(None)


async def measured(
    place: Place, tables: Sequence[Playing], lead: float, seconds: float, rate: float | None
) -> Measured:
    """So many seconds of taps, after some to begin with that do not count: what follows from a tap takes its time too.

    `rate` is in taps a second over all tables; None: as fast as people see what their taps did.
    """

    def tap(seconds: float) -> Coroutine[Any, Any, None]:
        if rate is None:
            return _as_fast_as_seen(taps, tables, seconds)
        return _at_a_pace(taps, tables, seconds, rate)

    taps = Taps(place)
    if lead:
        await tap(lead)
    taps.measured = found = Measured()
    commits, calls, cost = await _commits(place, tables), place.telegram.made, await place.cost()
    begun = perf_counter()
    until = begun + seconds
    tapping = asyncio.create_task(tap(seconds))
    while (left := until - perf_counter()) > 0 or not found.yardsticks:
        await asyncio.sleep(min(left, 1))
        found.yardsticks.append(yardstick())
    found.calls = place.telegram.made - calls
    found.cost = (await place.cost()).since(cost)
    found.seconds = perf_counter() - begun
    await tapping
    found.commits = await _commits(place, tables) - commits
    return found


async def _as_fast_as_seen(taps: Taps, tables: Sequence[Playing], seconds: float) -> None:
    until = perf_counter() + seconds

    async def play(table: Playing) -> None:
        while True:
            answered, seen = taps.send(*await table.next_tap(), perf_counter())
            await answered
            await asyncio.wait([seen], timeout=PATIENCE)
            if perf_counter() > until:
                return

    await asyncio.gather(*map(play, tables))


async def _at_a_pace(taps: Taps, tables: Sequence[Playing], seconds: float, rate: float) -> None:
    """Each table taps when it is its time, late or not: a slow answer does not make the next tap wait."""

    async def tap(table: Playing, at: float) -> None:
        async with table.turn:
            answered, _ = taps.send(*await table.next_tap(), at)
            await answered

    running: set[asyncio.Task[None]] = set()
    begun = perf_counter()
    for number in range(int(seconds * rate)):
        at = begun + number / rate
        await asyncio.sleep(at - perf_counter())
        task = asyncio.create_task(tap(tables[number % len(tables)], at))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)


async def _commits(place: Place, tables: Sequence[Playing]) -> int:
    """The sum of the versions of these nights."""
    return sum(await place.versions([table.where.night for table in tables]))
