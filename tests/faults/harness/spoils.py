"""What is done to a bot of the tests before it begins: more is to be seen of it, or trouble awaits it.

Each runs in the bot's own process, so the product needs no switch for any of it.
"""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha1

from tgbot import app, changes, commands, ticks
from tgbot.delivery import lease, plan
from tgbot.inbound import Command
from tgbot.replies import Reply
from tgbot.store import (
    Commit,
    Committed,
    Conflict,
    Limiter,
    Repeated,
    Store,
    codec,
)
from tgbot.store import store as scripts
from tgbot.store.connection import Script

ALL: dict[str, Callable[[], None]] = {}
SOMEBODYS_CARD = "7h"
JOURNAL = ":journal"
"""The key of a night's journal is that of the night and this."""
TAKEN_OVER = ":over"
"""The key of how often it was taken over is that of the lease and this."""


def spoil(work: Callable[[], None]) -> Callable[[], None]:
    """From now on it can be chosen by its name."""
    ALL[work.__name__] = work
    return work


def rewrite(script: Script, old: str, new: str) -> None:
    """Change a piece of a script of the store."""
    assert old in script.text, f"the script has no {old!r} any more"
    script.text = script.text.replace(old, new)
    script.sha1 = sha1(script.text.encode(), usedforsecurity=False).hexdigest()


# More to see, or less to wait for


@spoil
def journal() -> None:
    """Every commit is noted in the same moment, and stays noted: version, update, and all lines it has written; and of
    leases, how often somebody had one who was not done."""
    taken = "ours = before and before ~= ARGV[1] and 2 or 1"
    rewrite(scripts._LEASE, taken, f"{taken}\n  if ours == 2 then redis.call('INCR', KEYS[1] .. '{TAKEN_OVER}') end")
    rewrite(
        scripts._COMMIT,
        "return {1,",
        "local noted = {version + 1, KEYS[7] or '', unpack(ARGV, 8)}\n"
        "redis.call('RPUSH', KEYS[1] .. ':schemas', ARGV[3])\n"
        f"redis.call('RPUSH', KEYS[1] .. '{JOURNAL}', cjson.encode(noted))\n"
        "return {1,",
    )


@spoil
def boundless() -> None:
    """No limits of ours: the local Telegram has none either."""

    class Boundless(Limiter):
        async def take(self, chat: int, group: bool, urgent: bool) -> int:
            return 0

        async def pause(self, chat: int, ms: int) -> None: ...

    vars(app)["Limiter"] = Boundless
    plan.GROUP_SPACING = plan.NEWS_SPACING = 0


@spoil
def keeps_leases() -> None:
    """However long its machine stands still, nobody takes up what it has begun."""
    lease.LEASE = 3600.0


# Death at the worst moment


def _dies_now() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@spoil
def dies_after_commit() -> None:
    """The process dies between a commit for an update and everything that follows from it, at the 7th one."""
    commit, done = Store.commit, 0

    async def deadly(self: Store, change: Commit) -> Committed | Repeated | Conflict:
        nonlocal done
        written = await commit(self, change)
        done += change.update is not None
        if done == 7:
            _dies_now()
        return written

    Store.commit = deadly  # type: ignore[method-assign]


# Trouble


def _clock_is_off(seconds: float) -> None:
    right = time.time
    vars(time)["time"] = lambda: right() + seconds


@spoil
def an_hour_fast() -> None:
    """The clock of this bot's host is wrong."""
    _clock_is_off(3600)


@spoil
def an_hour_slow() -> None:
    """The clock of this bot's host is wrong."""
    _clock_is_off(-3600)


@spoil
def ticks_twice() -> None:
    """Every timer fires twice at the same moment."""
    tick = ticks.Ticks.tick

    async def twice(self: ticks.Ticks, night_id: str) -> None:
        # Two of them: each has a queue of its own, as two processes have.
        other = replace(self, changes=changes.Changes(self.store, lambda _: None))
        await asyncio.gather(tick(self, night_id), tick(other, night_id))

    ticks.Ticks.tick = twice  # type: ignore[method-assign]


@spoil
def is_the_next_release() -> None:
    """It reads what this release writes, and writes another schema."""
    codec.SCHEMA += 1


@spoil
def stumbles() -> None:
    """One command meets a fault of ours, whose words quote a card."""
    obeyed = commands.Commands.obey

    async def stumbling(self: commands.Commands, command: Command, update: int) -> Reply:
        if command.name == "domu":
            raise KeyError(SOMEBODYS_CARD)
        return await obeyed(self, command, update)

    commands.Commands.obey = stumbling  # type: ignore[method-assign]
