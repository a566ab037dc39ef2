"""What nights do by themselves: when time makes something due, and when bot players are to act."""

import asyncio
from dataclasses import dataclass
from functools import partial
from random import Random

import structlog

from core.night import Night, Step, bots, step
from core.night import intents as want
from core.night.clock import OUTAGE, deadline
from tgbot.changes import Changes
from tgbot.metrics import LATENESS
from tgbot.store import Store

REFUSED = "RefusedBot"
"""The kind of error, in logs and metrics, of a bot player's choice that its game does not let through."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Ticks:
    """The clock of all nights."""

    store: Store
    changes: Changes
    random: Random

    async def tick(self, night_id: str) -> None:
        """Do what time makes due, and what bot players have thought of (N21)."""
        served_since = await self.store.served_since(night_id, OUTAGE)
        await self.changes.quietly(night_id, partial(self._ticked, want.Tick(served_since=served_since)))
        loaded = await self.store.load(night_id)
        looked = () if loaded is None else bots.looks(loaded.night, loaded.now)
        if looked:
            # Thinking ahead is work for a while: meanwhile others are served.
            chance = Random(self.random.getrandbits(64))  # noqa: S311
            thought = await asyncio.to_thread(bots.think, looked, chance)
            await self.changes.quietly(night_id, partial(self._moved, thought))

    def _moved(self, thought: want.BotMove, night: Night, now: int) -> Step:
        done = step(night, thought, now, self.random)
        for fault in done.faults:
            where = {"night": night.id, "table": thought.table, "game": thought.game}
            _log.error("bot player refused", error=REFUSED, reason=fault, **where)
        return done

    def _ticked(self, tick: want.Tick, night: Night, now: int) -> Step:
        due = deadline(night)
        if due is not None and due <= now:
            LATENESS.observe((now - due) / 1000)
        return step(night, tick, now, self.random)
