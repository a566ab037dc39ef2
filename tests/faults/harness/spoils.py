"""What is done to a bot of the tests before it begins: guards switched off for a row's negative control, and more.

Each runs in the bot's own process, so the product needs no switch for any of it.
"""

import asyncio
import copy
import os
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha1
from random import Random
from typing import Any

from core.games import GAMES
from core.night import Night, Step, step
from core.night.intents import Act, Intent
from tgbot import app, changes, service, web
from tgbot.delivery import plan
from tgbot.inbound import Command
from tgbot.replies import Reply
from tgbot.store import (
    Commit,
    Committed,
    Conflict,
    Damaged,
    Limiter,
    Loaded,
    Repeated,
    Snapshot,
    Store,
    Unavailable,
    codec,
)
from tgbot.store import store as scripts
from tgbot.store.connection import Script

ALL: dict[str, Callable[[], None]] = {}
SOMEBODYS_CARD = "7h"
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
        "redis.call('RPUSH', KEYS[1] .. ':schemas', ARGV[3])\n"
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


# Time


def _clock_is_off(seconds: float) -> None:
    right = time.time
    vars(time)["time"] = lambda: right() + seconds


@_spoil
def an_hour_fast() -> None:
    """The clock of this bot's host is wrong."""
    _clock_is_off(3600)


@_spoil
def an_hour_slow() -> None:
    """The clock of this bot's host is wrong."""
    _clock_is_off(-3600)


@_spoil
def counts_by_its_own_clock() -> None:
    """The time is that of the host."""
    load, snapshot = Store.load, Store.snapshot

    async def loads(self: Store, night_id: str, update: str | None = None) -> Loaded | None:
        loaded = await load(self, night_id, update)
        return None if loaded is None else replace(loaded, now=int(time.time() * 1000))

    async def looks(self: Store, night_id: str) -> Snapshot | None:
        seen = await snapshot(self, night_id)
        return None if seen is None else replace(seen, now=int(time.time() * 1000))

    Store.load, Store.snapshot = loads, looks  # type: ignore[method-assign]


@_spoil
def ticks_twice() -> None:
    """Every timer fires twice at the same moment."""
    tick = service.Service.tick

    async def twice(self: service.Service, night_id: str) -> None:
        # Two services: each has a queue of its own, as two processes have.
        other = copy.copy(self)
        other._changes = changes.Changes(self._store, lambda _: None)
        await asyncio.gather(tick(self, night_id), tick(other, night_id))

    service.Service.tick = twice  # type: ignore[method-assign]


@_spoil
def forgets_outages() -> None:
    """Nobody remembers that nobody served for a while."""

    async def always(self: Store, night_id: str, outage: int) -> int:
        return 0

    Store.served_since = always  # type: ignore[method-assign]


# States and releases


@_spoil
def overlooks_damage() -> None:
    """A state that cannot be read counts as none."""
    decoded = Store._decoded

    async def lenient(self: Store, *about: Any) -> Night | None:
        try:
            return await decoded(self, *about)
        except Damaged:
            return None

    Store._decoded = lenient  # type: ignore[assignment, method-assign]
    _rewrite(scripts._ASIDE, "local night =", "if true then return 0 end\nlocal night =")


@_spoil
def is_the_next_release() -> None:
    """It reads what this release writes, and writes another schema."""
    codec.SCHEMA += 1


@_spoil
def reads_any_schema() -> None:
    """What a newer release has written is read as if it were ours."""
    read = scripts._read

    def widely(version: bytes | None, schema: bytes | None, state: bytes | None) -> Night:
        return read(version, str(codec.SCHEMA).encode(), state)

    vars(scripts)["_read"] = widely


# Faults of ours


@_spoil
def stumbles() -> None:
    """One command meets a fault of ours, whose words quote a card."""
    commanded = service.Service._command

    async def stumbling(self: service.Service, command: Command, update: int) -> Reply:
        if command.name == "domu":
            raise KeyError(SOMEBODYS_CARD)
        return await commanded(self, command, update)

    service.Service._command = stumbling  # type: ignore[method-assign]


@_spoil
def gives_faults_back() -> None:
    """An update that breaks us is given back to Telegram."""

    async def back(self: service.Service, update: Mapping[str, Any], fault: Mapping[str, str]) -> None:
        raise Unavailable("a fault of ours")

    service.Service.put_aside = back  # type: ignore[method-assign]
