"""Guards of the bot, switched off one by one for the negative controls of rows (as `spoils.py` says)."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from core.games import GAMES
from core.night import Night, Step, step
from core.night.intents import Act, Intent
from tests.faults.harness.spoils import rewrite, spoil
from tests.idle import idle
from tgbot import service, web, wishes
from tgbot.changes import Changes
from tgbot.delivery import Delivery
from tgbot.replies import Reply
from tgbot.store import (
    Commit,
    Committed,
    Conflict,
    Damaged,
    Loaded,
    Repeated,
    Snapshot,
    Store,
    Unavailable,
    codec,
)
from tgbot.store import store as scripts


@spoil
def forgets_updates() -> None:
    """An update that comes again is a new one."""
    load, commit = Store.load, Store.commit

    async def blind_load(self: Store, night_id: str, update: str | None = None) -> Loaded | None:
        return await load(self, night_id)

    async def blind_commit(self: Store, change: Commit) -> Committed | Repeated | Conflict:
        return await commit(self, replace(change, update=None))

    Store.load, Store.commit = blind_load, blind_commit  # type: ignore[method-assign]


@spoil
def ignores_versions() -> None:
    """Whoever writes last is right."""
    rewrite(scripts._COMMIT, "if version ~= tonumber(ARGV[2]) then", "if false then")


@spoil
def wakes_nobody() -> None:
    """A commit does not make its night due: only who has written it knows that there is something to say."""
    rewrite(scripts._COMMIT, "redis.call('ZADD', KEYS[6], now, ARGV[1])", "")


@spoil
def takes_failure_for_success() -> None:
    """A commit that the store refused counts as done."""
    commit = Store.commit

    async def careless(self: Store, change: Commit) -> Committed | Repeated | Conflict:
        try:
            return await commit(self, change)
        except Unavailable:
            return Committed(change.expected + 1, 0)

    Store.commit = careless  # type: ignore[method-assign]


@spoil
def overlooks_outages() -> None:
    """What cannot be done while the store is away is done with."""
    hear = web.Ears.hear

    async def leniently(self: web.Ears, raw: dict[str, Any]) -> Reply:
        try:
            return await hear(self, raw)
        except Unavailable:
            return {}

    web.Ears.hear = leniently  # type: ignore[method-assign]


@spoil
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


@spoil
def believes_buttons() -> None:
    """Whatever question a button was made for, and whoever taps it, it counts for whoever is asked now."""

    def credulous(night: Night, intent: Intent, now: int, random: Random) -> Step:
        round_ = night.tables[0].round if night.tables else None
        if isinstance(intent, Act) and round_ is not None:
            actors = GAMES[round_.game].actors(round_.state)
            intent = replace(intent, ply=round_.state.ply, person=round_.players[actors[0]])
        return step(night, intent, now, random)

    vars(wishes)["step"] = credulous


@spoil
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


@spoil
def forgets_outages() -> None:
    """Nobody remembers that nobody served for a while."""

    async def always(self: Store, night_id: str, outage: int) -> int:
        return 0

    Store.served_since = always  # type: ignore[method-assign]


@spoil
def overlooks_damage() -> None:
    """A state that cannot be read counts as none."""
    decoded = Store._decoded

    async def lenient(self: Store, *about: Any) -> Night | None:
        try:
            return await decoded(self, *about)
        except Damaged:
            return None

    Store._decoded = lenient  # type: ignore[assignment, method-assign]
    rewrite(scripts._ASIDE, "local night =", "if true then return 0 end\nlocal night =")


@spoil
def reads_any_schema() -> None:
    """What a newer release has written is read as if it were ours."""
    read = scripts._read

    def widely(version: bytes | None, schema: bytes | None, state: bytes | None) -> Night:
        return read(version, str(codec.SCHEMA).encode(), state)

    vars(scripts)["_read"] = widely


@spoil
def gives_faults_back() -> None:
    """An update that breaks us is given back to Telegram."""

    async def back(self: service.Service, update: Mapping[str, Any], fault: Mapping[str, str]) -> None:
        raise Unavailable("a fault of ours")

    service.Service.put_aside = back  # type: ignore[method-assign]


@spoil
def answers_when_all_is_shown() -> None:
    """An update is answered when every screen shows what it has changed, and not before."""
    made: list[Delivery] = []
    begin, write = Delivery.__init__, Changes.write

    def noted(self: Delivery, *args: Any, **kwargs: Any) -> None:
        made.append(self)
        begin(self, *args, **kwargs)

    async def patiently(self: Changes, *args: Any) -> Committed | Repeated | Conflict:
        done: Committed | Repeated | Conflict = await write(self, *args)
        await idle(made[0])
        return done

    Delivery.__init__, Changes.write = noted, patiently  # type: ignore[method-assign,assignment]
