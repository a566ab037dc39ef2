"""What is done to a bot of the tests before it begins: guards switched off for a row's negative control, and more.

Each runs in the bot's own process, so the product needs no switch for any of it.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha1
from random import Random
from typing import Any

from core.games import GAMES
from core.night import Night, Step, step
from core.night.intents import Act, Intent
from tgbot import app, service, web
from tgbot.delivery import plan
from tgbot.replies import Reply
from tgbot.store import Commit, Committed, Conflict, Limiter, Loaded, Repeated, Store, Unavailable
from tgbot.store import store as scripts
from tgbot.store.connection import Script

ALL: dict[str, Callable[[], None]] = {}
JOURNAL = ":journal"
"""The key of a night's journal is that of the night and this."""


def _spoil(work: Callable[[], None]) -> Callable[[], None]:
    ALL[work.__name__] = work
    return work


def _rewrite(script: Script, old: str, new: str) -> None:
    assert old in script.text, f"the script has no {old!r} any more"
    script.text = script.text.replace(old, new)
    script.sha1 = sha1(script.text.encode(), usedforsecurity=False).hexdigest()


# More to see, or less to wait for


@_spoil
def journal() -> None:
    """Every commit is noted in the same moment, and stays noted: version, update, and all lines it has written."""
    _rewrite(
        scripts._COMMIT,
        "return {1,",
        "local noted = {version + 1, KEYS[7] or '', unpack(ARGV, 8)}\n"
        f"redis.call('RPUSH', KEYS[1] .. '{JOURNAL}', cjson.encode(noted))\n"
        "return {1,",
    )


@_spoil
def boundless() -> None:
    """No limits of ours: the local Telegram has none either."""

    class Boundless(Limiter):
        async def take(self, chat: int, group: bool, urgent: bool) -> int:
            return 0

        async def pause(self, chat: int, ms: int) -> None: ...

    vars(app)["Limiter"] = Boundless
    plan.GROUP_SPACING = 0


# Death at the worst moment


def _dies_now() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@_spoil
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


# Guards switched off


@_spoil
def forgets_updates() -> None:
    """An update that comes again is a new one."""
    load, commit = Store.load, Store.commit

    async def blind_load(self: Store, night_id: str, update: str | None = None) -> Loaded | None:
        return await load(self, night_id)

    async def blind_commit(self: Store, change: Commit) -> Committed | Repeated | Conflict:
        return await commit(self, replace(change, update=None))

    Store.load, Store.commit = blind_load, blind_commit  # type: ignore[method-assign]


@_spoil
def ignores_versions() -> None:
    """Whoever writes last is right."""
    _rewrite(scripts._COMMIT, "if version ~= tonumber(ARGV[2]) then", "if false then")


@_spoil
def looks_at_the_version_first() -> None:
    """The version is compared before it is asked whether the update was applied."""
    answer = "local answer = KEYS[7] and redis.call('GET', KEYS[7])\nif answer then\n  return {2, answer}\nend\n"
    _rewrite(scripts._COMMIT, answer, "")


@_spoil
def wakes_nobody() -> None:
    """A commit does not make its night due: only who has written it knows that there is something to say."""
    _rewrite(scripts._COMMIT, "redis.call('ZADD', KEYS[6], now, ARGV[1])", "")


@_spoil
def takes_failure_for_success() -> None:
    """A commit that the store refused counts as done."""
    commit = Store.commit

    async def careless(self: Store, change: Commit) -> Committed | Repeated | Conflict:
        try:
            return await commit(self, change)
        except Unavailable:
            return Committed(change.expected + 1, 0)

    Store.commit = careless  # type: ignore[method-assign]


@_spoil
def answers_first() -> None:
    """A move is answered with 200 before it is made, as the usual webhook servers of libraries do."""
    hear = web.Ears.hear
    tasks: set[asyncio.Task[object]] = set()

    async def hastily(self: web.Ears, raw: dict[str, Any]) -> Reply:
        if ":act:" not in raw.get("callback_query", {}).get("data", ""):
            return await hear(self, raw)

        async def later() -> None:
            await asyncio.sleep(0.05)
            await hear(self, raw)  # the answer is lost, as it is there

        task = asyncio.create_task(later())
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        return {}

    web.Ears.hear = hastily  # type: ignore[method-assign]


@_spoil
def believes_buttons() -> None:
    """Whatever question a button was made for, and whoever taps it, it counts for whoever is asked now."""

    def credulous(night: Night, intent: Intent, now: int, random: Random) -> Step:
        round_ = night.tables[0].round if night.tables else None
        if isinstance(intent, Act) and round_ is not None:
            actors = GAMES[round_.game].actors(round_.state)
            intent = replace(intent, ply=round_.state.ply, person=round_.players[actors[0]])
        return step(night, intent, now, random)

    vars(service)["step"] = credulous
