"""How quickly one bot process answers: a real one, a real Valkey, and taps at the pace of a full pub."""

from random import Random

from bench.load import evening, machine
from bench.load.place import place
from bench.load.report import show
from bench.load.run import measured

TABLES, RATE = 30, 15.0
"""Tables, and taps a second over all of them."""
LEAD = 3.0
"""Seconds of taps that do not count."""


async def main(seconds: float, seed: int) -> None:
    """Print how long the answers took."""
    random = Random(seed)
    async with place() as where:
        await where.start_bot()
        played = [await evening.dealt(where, game, random) for game in evening.GAMES]
        templates = [await evening.template(where, one) for one in played]
        randoms = [Random(random.random()) for _ in range(TABLES)]
        tables = [await evening.copied(where, templates[at % len(templates)], one) for at, one in enumerate(randoms)]
        print(f"taps on one process, {machine.machine()}")
        show(f"{TABLES} tables", await measured(where, tables, LEAD, seconds, RATE))
