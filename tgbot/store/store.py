"""The nights in Redis: loaded and committed whole, leased for delivery."""

from asyncio import gather
from collections.abc import Iterator, Sequence

import structlog

from core.ledger import Entry
from core.night.values import News, Night
from tgbot.metrics import LEASES
from tgbot.store import codec, health, keys
from tgbot.store.connection import Script
from tgbot.store.directory import DAY, IDLE, Directory
from tgbot.store.errors import Damaged, NewerSchema
from tgbot.store.keys import keys_of
from tgbot.store.values import Census, Commit, Committed, Conflict, Loaded, Repeated, Rewriting, Snapshot

SEEN, SEEN_TAP = 2 * DAY, 600
"""Seconds that the answer to an update is kept: longer than Telegram repeats one, which is a day, or 150 s for taps."""
KEPT = 30 * DAY
"""Seconds that a night is kept after its end (N20)."""

REMEMBERED = 10 * 60_000
"""Ms that a lease's holder is remembered after it ran out: whoever stood still for so long begins anew."""

_LOAD, _COMMIT, _ASIDE, _FORGET, _BEAT = map(Script, ("load", "commit", "aside", "forget", "beat"))
_DUE, _CENSUS, _LEASE, _SNAPSHOT = map(Script, ("due", "census", "lease", "snapshot"))
_SHOWN, _NEWS, _FINISH, _WAKE = map(Script, ("shown", "news", "finish", "wake"))

_TAKEN_OVER = 2
"""What the script of leases returns when the holder before died, or was too slow."""

_log = structlog.get_logger(__name__)


class Store(Directory):
    """The nights themselves, and the directory of what is outside of them."""

    async def beat(self, outage: int) -> None:
        """Somebody serves now, wherever a server answers; a gap of more than `outage` ms before this is noted."""
        await self._connection.run_each(_BEAT, keys.ALIVE, (outage,))

    async def served_since(self, night_id: str, outage: int) -> int:
        """The same for where this night is: since when it is served after the latest gap, 0 when there was none."""
        return int(await self._connection.run(_BEAT, (keys_of(night_id).alive,), (outage,)))

    # The nights

    async def load(self, night_id: str, update: str | None = None) -> Loaded | None:
        """The night now, and what was answered to this update before; None when there is none, Damaged."""
        names = keys_of(night_id)
        seen = () if update is None else (names.answer_to(update),)
        reply = await self._connection.run(_LOAD, (names.night, names.aside, *seen))
        now, damaged, version, schema, state, answer = reply
        night = await self._decoded(night_id, damaged, version, schema, state)
        if night is None:
            return None
        return Loaded(night, int(version), now, None if answer is None else answer.decode())

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        """Write a change, unless its update was applied before or the night has another version."""
        night = change.night
        names = keys_of(night.id)
        seen = () if change.update is None else (names.answer_to(change.update),)
        lines: list[bytes] = [line.encode() for line in change.log]
        lines += map(codec.encode_entry, change.entries)
        lines += map(codec.encode_news, change.news)
        kind, *reply = await self._connection.run(
            _COMMIT,
            (names.night, names.log, names.ledger, names.news, names.shown, names.wake, *seen),
            (
                night.id,
                change.expected,
                codec.SCHEMA,
                codec.seal(codec.encode_night(night)),
                change.answer,
                SEEN_TAP if change.by_tap else SEEN,
                night.ended_at + KEPT * 1000 if night.ended_at else -IDLE * 1000,
                len(change.log),
                len(change.entries),
                len(change.news),
                *lines,
            ),
        )
        if kind == 1:
            return Committed(*reply)
        return Repeated(reply[0].decode()) if kind == 2 else Conflict()

    async def entries(self, night_id: str) -> tuple[Entry, ...]:
        """The whole ledger, the first entry first (N8)."""
        lines = await self._connection.command("LRANGE", keys_of(night_id).ledger, 0, -1)
        return tuple(map(codec.decode_entry, lines))

    async def log(self, night_id: str, last: int = 0) -> tuple[str, ...]:
        """The log, the first line first (N20); only its `last` lines, or with 0 the whole of it."""
        lines = await self._connection.command("LRANGE", keys_of(night_id).log, -last, -1)
        return tuple(line.decode() for line in lines)

    async def rewrite(self, loaded: Loaded, change: Rewriting) -> bool:
        """Write a night, its ledger, log and news as `change` makes them; False when the night is another by now.

        The one exception to entries that never change (N8): somebody is forgotten. Two round trips.
        """
        names = keys_of(loaded.night.id)
        lists = (names.log, names.ledger, names.news)
        log, ledger, news = await gather(*(self._connection.command("LRANGE", name, 0, -1) for name in lists))
        lines = [
            *(change.line(line.decode()).encode() for line in log),
            *(codec.encode_entry(change.entry(codec.decode_entry(line))) for line in ledger),
            *(codec.encode_news(change.news(codec.decode_news(line))) for line in news),
        ]
        numbers = (len(log), len(ledger), len(news))
        state = codec.seal(codec.encode_night(change.night))
        arguments: list[bytes | str | int] = [loaded.night.id, loaded.version, codec.SCHEMA, state, *numbers, *lines]
        return bool(await self._connection.run(_FORGET, (names.night, *lists, names.wake), arguments))

    # Delivery

    async def due(self, limit: int) -> list[str]:
        """At most so many nights that are due by their server's clock, the longest due first; leased ones too.

        Nights of a server that is away are left out, as long as others answer.
        """
        partitions = await self._connection.run_each(_DUE, keys.WAKES, (limit,))
        waiting = [(float(at), night) for pairs in partitions for night, at in _pairs(pairs)]
        return [night.decode() for at, night in sorted(waiting)[:limit]]

    async def census(self) -> Census:
        """How many nights there are, counted where they are; those of servers that are away are not."""
        partitions = await self._connection.run_each(_CENSUS, keys.WAKES)
        nights, due, overdue = zip(*partitions, strict=True)
        return Census(sum(nights), sum(due), max(overdue))

    async def memory_in_use(self) -> float:
        """The part of its memory that the fullest server has in use; see `health`."""
        return await health.memory_in_use(self._connection)

    async def lease(self, night_id: str, token: str, ms: int) -> bool:
        """Take or prolong the lease of a night; False while another token holds it. A token does not end with "+"."""
        return await self._lease(night_id, token, ms, only_go_on=0)

    async def hold(self, night_id: str, token: str, ms: int) -> bool:
        """Prolong the lease, also after it ran out; False when it was given back or somebody else has had it since."""
        return await self._lease(night_id, token, ms, only_go_on=1)

    async def _lease(self, night_id: str, token: str, ms: int, only_go_on: int) -> bool:
        names = keys_of(night_id)
        reply = await self._connection.run(_LEASE, (names.lease, names.holder), (token, ms, REMEMBERED, only_go_on))
        if reply == _TAKEN_OVER:
            LEASES.labels("taken_over").inc()
            _log.info("night taken over", night=night_id)
        return bool(reply)

    async def snapshot(self, night_id: str) -> Snapshot | None:
        """What delivery needs of a night; None when there is none, Damaged."""
        names = keys_of(night_id)
        reply = await self._connection.run(_SNAPSHOT, (names.night, names.aside, names.shown, names.news))
        now, damaged, version, schema, state, shown, news = reply
        night = await self._decoded(night_id, damaged, version, schema, state)
        if night is None:
            return None
        slots = {slot.decode(): text.decode() for slot, text in _pairs(shown)}
        first = int(slots.get("news", 0))
        return Snapshot(night, int(version), now, slots, tuple(_told(night_id, first, news)))

    async def note_shown(self, night_id: str, slot: str, text: str | None, token: str = "") -> bool:
        """Keep what a slot shows now, None for nothing any more; the slot is not called "news".

        False, and nothing kept, when somebody else has taken the lease from `token`, or there is no such night.
        """
        names = keys_of(night_id)
        note = (token, slot) if text is None else (token, slot, text)
        return bool(await self._connection.run(_SHOWN, (names.shown, names.night, names.holder), note))

    async def shown(self, night_id: str, slot: str) -> str | None:
        """What a slot shows, as it was noted."""
        text = await self._connection.command("HGET", keys_of(night_id).shown, slot)
        return None if text is None else text.decode()

    async def note_news(self, night_id: str, cursor: int, token: str = "") -> bool:
        """All news before the index `cursor` are told, and dropped; False when the lease of `token` is lost."""
        names = keys_of(night_id)
        where = (names.shown, names.news, names.night, names.holder)
        return bool(await self._connection.run(_NEWS, where, (token, cursor)))

    async def finish(self, night_id: str, token: str, version: int, wake_at: int | None) -> bool:
        """Give the lease back; due again at `wake_at` (server's ms) or with the next commit.

        False, and due at once, when the night has another version by now, was woken since the lease began, or the lease
        was lost. `version` is 0 for a night that is not there any more.
        """
        names = keys_of(night_id)
        when = () if wake_at is None else (wake_at,)
        reply = await self._connection.run(
            _FINISH, (names.lease, names.night, names.wake, names.holder), (night_id, token, version, *when)
        )
        return bool(reply)

    async def wake(self, night_id: str, at: int) -> None:
        """Make the night due at `at` (server's ms), if it is not due before."""
        names = keys_of(night_id)
        await self._connection.run(_WAKE, (names.wake, names.night, names.lease), (night_id, at))

    # States that cannot be read

    async def _decoded(
        self, night_id: str, damaged: int, version: bytes | None, schema: bytes | None, state: bytes | None
    ) -> Night | None:
        if damaged:
            raise Damaged(night_id)
        if version is None and schema is None and state is None:
            return None
        try:
            return _read(version, schema, state)
        except codec.Unreadable as error:
            why = str(error)
        names = keys_of(night_id)
        raw = (night_id, version or b"", schema or b"", IDLE * 1000)
        if await self._connection.run(_ASIDE, (names.night, names.aside, names.wake), raw):
            _log.error("night set aside: its state cannot be read", night=night_id, why=why)
        raise Damaged(night_id)


def _read(version: bytes | None, schema: bytes | None, state: bytes | None) -> Night:
    if version is None or not version.isdigit():
        raise codec.Unreadable("no version")
    if schema is None or not schema.isdigit():
        raise codec.Unreadable("no schema")
    if int(schema) > codec.SCHEMA:
        raise NewerSchema(f"schema {int(schema)}, this release reads {codec.SCHEMA}")
    if not int(schema) or state is None:
        raise codec.Unreadable(f"schema {int(schema)}")
    return codec.decode_night(codec.unseal(state) if int(schema) >= codec.SEALED else state)


def _told(night_id: str, first: int, lines: Sequence[bytes]) -> Iterator[tuple[int, News]]:
    """The news by index; one that cannot be read is not told, rather than stopping all others."""
    for index, line in enumerate(lines, first):
        try:
            yield index, codec.decode_news(line)
        except codec.Unreadable as error:
            _log.error("news left out: they cannot be read", night=night_id, why=str(error))


def _pairs(flat: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
    return list(zip(flat[::2], flat[1::2], strict=True))
