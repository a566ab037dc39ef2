"""`python -m bench.load`: what a tap costs and how long it takes, with ten to ten thousand nights. See docs/load.md."""

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bench.load import evening, machine, nights
from bench.load.evening import Playing
from bench.load.nights import Template
from bench.load.place import Place, place
from bench.load.report import per_second, show
from bench.load.run import Measured, measured
from bench.load.shares import can_confine

SIZES = (10, 100, 1_000, 10_000)
FEW = 10
"""Tables that are tapped at, however many nights lie beside them: so what changes is their doing."""
PACE = 0.5
"""Taps a second at a table where people play quickly."""
MANY = 80
"""Tables for each core of the processes where people tap as soon as they see something: more than they can serve at two
taps a second.

With as many for one process as for two, the one would be so late that a screen shows several taps at once, and so costs
less for each."""
SHARE = 0.35
"""Of a core for each process where the machine lets us say so: three of them leave room for Redis and for us."""
PAUSE = 3
"""Seconds without anything to be shown, which a running night is copied in: the group's table has eight at most."""
KIB = 1024


@dataclass(frozen=True)
class Plan:
    """How much to measure.

    `sizes` are numbers of nights; `rate` is in taps a second, over so many `tables`; `seconds` are measured after
    `lead` seconds of the same, `idle` seconds without taps before that. `most` are the numbers of processes that get as
    many taps as they take, with each of these `shares` of a core (None: all they get).
    """

    sizes: Sequence[int] = SIZES
    processes: int = 2
    rate: float = 100.0
    tables: int = 200
    seconds: float = 15.0
    lead: float = 9.0
    idle: float = 5.0
    games: Sequence[str] = evening.GAMES
    most: Sequence[int] = (1, 2)
    shares: Sequence[float | None] = (SHARE, None) if can_confine() else (None,)
    seed: int = 1


@dataclass(frozen=True)
class Found:
    """What a run found out, as far as it has to hold."""

    few: Sequence[Measured]
    crowd: Sequence[Measured]
    full: Sequence[Measured]
    idle_kib: float
    running_kib: float


class Load:
    """One run, from an empty store to its figures, which are printed as they come."""

    def __init__(self, where: Place, plan: Plan) -> None:
        self._place = where
        self._plan = plan
        self._random = Random(plan.seed)
        self._idle: Template
        self._running: list[Template] = []
        self._tables: list[Playing] = []
        self._idle_nights = 0

    async def run(self) -> Found:
        """All figures."""
        plan = self._plan
        print(machine.machine())
        await self._place.start_bot()
        idle = await evening.opened(self._place)
        running = [await evening.dealt(self._place, game, self._random) for game in plan.games]
        self._running = [await evening.template(self._place, one, PAUSE) for one in running]
        self._idle = await evening.template(self._place, idle)
        idle_kib = await self._kib("idle", self._idle, 8)
        running_kib = max([await self._kib(*one, 40) for one in zip(plan.games, self._running, strict=True)])
        while len(self._place.bots) < plan.processes:
            await self._place.start_bot()
        few: list[Measured] = []
        crowd: list[Measured] = []
        for size in plan.sizes:
            print(f"\n{size} nights, {plan.processes} processes")
            tapped = await self._fill(size)
            if plan.idle:
                await self._idle_cost()
            few.append(await self._taps(tapped, len(tapped)))
            ratio = few[-1].ms_per_tap / few[0].ms_per_tap
            even = few[-1].yardsticks_per_tap / few[0].yardsticks_per_tap
            words = f"{ratio:.2f}, by a yardstick {even:.2f} (at most 1.15)"
            print(f"  cost of a tap, to that with {plan.sizes[0]} nights: {words}")
            tables = self._tables[: min(plan.tables, size)]
            crowd.append(await self._taps(tables, min(plan.rate, PACE * len(tables))))
            redis_mib = await self._place.redis_bytes() / KIB**2
            print(f"  memory of a process {self._place.bot_mib():.0f} MiB, of Redis {redis_mib:.0f} MiB")
        full = [found for share in plan.shares for found in await self._most(share)]
        return Found(few, crowd, full, idle_kib, running_kib)

    async def _most(self, share: float | None) -> Sequence[Measured]:
        """As many taps as the processes take."""
        await self._place.stop_bots()
        full: list[Measured] = []
        for processes in self._plan.most:
            while len(self._place.bots) < processes:
                await self._place.start_bot(share)
            words = "" if share is None else f", {share:.2f} of a core each"
            print(f"\nas many as they take, {processes} processes{words}")
            full.append(await self._taps(self._tables[: round(MANY * (share or 1) * processes)], None))
        if len(full) > 1:
            print(f"  two processes to one: {per_second(full[1]) / per_second(full[0]):.2f} (at least 1.6)")
        if len(full) > 1 and share is None:
            print(f"  two processes of bare arithmetic to one: {machine.two_to_one():.2f}")
        return full

    async def _kib(self, words: str, template: Template, most: int) -> float:
        """What a night takes in Redis: of a hundred copies a hundredth."""
        copies = [nights.new_place() for _ in range(100)]
        before = await self._place.redis_bytes()
        await nights.write(self._place.redis, template, copies)
        kib = (await self._place.redis_bytes() - before) / len(copies) / KIB
        await nights.remove(self._place.redis, template, copies)
        print(f"Redis, a night: {words:10} {kib:5.1f} KiB (at most {most})")
        return kib

    async def _fill(self, size: int) -> Sequence[Playing]:
        """So many nights; the few of them that are tapped at, whose games and taps are the same for all sizes.

        There is a game where people are to tap, all other nights are between two games.
        """
        few = await self._dealt([Random(f"{self._plan.seed} {number}") for number in range(min(FEW, size))])
        more = range(min(self._plan.tables, size) - len(self._tables))
        await self._dealt([Random(self._random.random()) for _ in more])
        idle = [nights.new_place() for _ in range(size - len(self._tables) - self._idle_nights)]
        await nights.write(self._place.redis, self._idle, idle)
        await self._place.rewritten()
        self._idle_nights += len(idle)
        return few

    async def _dealt(self, randoms: Sequence[Random]) -> Sequence[Playing]:
        """A new table in the middle of a game for each of these."""
        new: list[Playing] = []
        for number, random in enumerate(randoms):
            new.append(await evening.copied(self._place, self._running[number % len(self._running)], random))
        # The first tap brings all screens of a copy in step with its new names, which is no part of a move's cost.
        await asyncio.gather(*(table.tap() for table in new))
        self._tables += new
        return new

    async def _idle_cost(self) -> None:
        """What a second costs in which nobody taps and everything is delivered."""
        await self._place.delivered([table.where.night for table in self._tables])
        before = await self._place.cost()
        await asyncio.sleep(self._plan.idle)
        cost = (await self._place.cost()).since(before)
        bots, redis = (1000 * spent / self._plan.idle for spent in (cost.bots, cost.redis))
        print(f"  idle: bots {bots:.1f} ms, Redis {redis:.1f} ms of processor time a second")

    async def _taps(self, tables: Sequence[Playing], rate: float | None) -> Measured:
        found = await measured(self._place, tables, self._plan.lead, self._plan.seconds, rate)
        show(f"{len(tables)} tables", found)
        return found


async def load(plan: Plan) -> Found:
    """Put load on a place of its own."""
    async with place() as where:
        return await Load(where, plan).run()


def main() -> None:
    """The command line."""
    usual = Plan()
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--nights", type=int, nargs="+", default=usual.sizes)
    parser.add_argument("--processes", type=int, default=usual.processes)
    parser.add_argument("--rate", type=float, default=usual.rate, help="taps a second")
    parser.add_argument("--tables", type=int, default=usual.tables, help="where they are tapped at")
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="for each figure")
    parser.add_argument("--seed", type=int, default=usual.seed)
    given = parser.parse_args()
    plan = Plan(given.nights, given.processes, given.rate, given.tables, given.seconds, seed=given.seed)
    asyncio.run(load(plan))


if __name__ == "__main__":
    main()
