"""The nights in Redis: loaded and committed whole, leased for delivery; and who is in which."""

import json
import re
from asyncio import gather
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import structlog

from core.ledger import Entry
from core.night.habits import Habits
from core.night.person import Care
from core.night.values import News, Night
from tgbot.metrics import LEASES
from tgbot.store import codec, health, keys
from tgbot.store.connection import Connection, Script
from tgbot.store.errors import Damaged, NewerSchema
from tgbot.store.keys import keys_of
from tgbot.store.values import Census, Commit, Committed, Conflict, Loaded, PersonRecord, Repeated, Rewriting, Snapshot

DAY = 24 * 3600
SEEN, SEEN_TAP = 2 * DAY, 600
"""Seconds that the answer to an update is kept: longer than Telegram repeats one, which is a day, or 150 s for taps."""
LETTERS, LETTERS_KEPT = 100, 14 * DAY
"""Updates that met a fault of ours: at most so many of them, and how many seconds after the latest."""
KEPT = 30 * DAY
"""Seconds that a night is kept after its end (N20)."""
IDLE = 90 * DAY
"""Seconds that a night is kept that nobody ends and nobody touches."""
OPENING = 600
"""Seconds that a chat points to a night which is not there yet."""

REMEMBERED = 10 * 60_000
"""Ms that a lease's holder is remembered after it ran out: whoever stood still for so long begins anew."""

_CLOCK, _LOAD, _COMMIT, _ASIDE = map(Script, ("clock", "load", "commit", "aside"))
_LEASE, _SNAPSHOT, _SHOWN, _NEWS, _FINISH, _WAKE = map(Script, ("lease", "snapshot", "shown", "news", "finish", "wake"))
_CLAIM, _RELEASE, _PERSON, _FORGET = map(Script, ("claim", "release", "person", "forget"))
_CENSUS = Script("census")
_BEAT, _DUE, _LETTER = map(Script, ("beat", "due", "letter"))

_TAKEN_OVER = 2
"""What the script of leases returns when the holder before died, or was too slow."""

_log = structlog.get_logger(__name__)


class Store:
    """Every method is one round trip unless it says otherwise, and raises Unavailable when Redis is away."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def now(self, night_id: str | None = None) -> int:
        """The clock, in Unix ms, of the server where this night lives, the only one that counts for it; without a night
        that of whichever server answers."""
        if night_id is None:
            return int(max(await self._connection.run_each(_CLOCK, keys.WAKES)))
        return await self._clock(keys_of(night_id).wake)

    async def _clock(self, key: str) -> int:
        return int(await self._connection.run(_CLOCK, (key,)))

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

    # Chats and people

    async def night_of_chat(self, chat: int, topic: int | None) -> str | None:
        """The night that a chat points to."""
        night = await self._connection.command("GET", keys.chat(chat, topic))
        return None if night is None else night.decode()

    async def claim_chat(self, chat: int, topic: int | None, night_id: str) -> str:
        """Point a chat to this night, for good, unless it points to another; the night it points to."""
        night: bytes = await self._connection.run(_CLAIM, (keys.chat(chat, topic),), (night_id,))
        return night.decode()

    async def claim_to_open(self, chat: int, topic: int | None, night_id: str) -> str:
        """The same for ten minutes, in which the night has to be committed and claimed for good.

        When `load` does not find the winner and `is_opening`, its process has died: then commit the new night under the
        winner's id.
        """
        night: bytes = await self._connection.run(_CLAIM, (keys.chat(chat, topic),), (night_id, OPENING * 1000))
        return night.decode()

    async def is_opening(self, chat: int, topic: int | None) -> bool:
        """Whether the night that the chat points to is about to be committed; one that is gone was there long ago."""
        return int(await self._connection.command("PTTL", keys.chat(chat, topic))) > 0

    async def release_chat(self, chat: int, topic: int | None, night_id: str) -> None:
        """Let the chat point nowhere, if it still points to this night."""
        await self._connection.run(_RELEASE, (keys.chat(chat, topic),), (night_id,))

    async def move_chat(self, old: int, new: int) -> str | None:
        """A group became a supergroup, with another id: its pointer and its habits move. A few round trips, repeatable.

        The night that the new chat points to, None without one.
        """
        habits = await self._connection.command("GET", keys.habits(old))
        if habits is not None:
            await self._connection.run(_CLAIM, (keys.habits(new),), (habits,))
            await self._connection.command("DEL", keys.habits(old))
        rulings: dict[bytes, bytes] = await self._connection.command("HGETALL", keys.rulings(old))
        for name, line in rulings.items():
            await self._connection.command("HSETNX", keys.rulings(new), name, line)
        await self._connection.command("DEL", keys.rulings(old))
        night = await self.night_of_chat(old, None)
        if night is None:
            return await self.night_of_chat(new, None)
        winner = await self.claim_chat(new, None, night)
        await self.release_chat(old, None, night)
        return winner

    async def habits(self, chat: int) -> Habits | None:
        """What a group plays out of habit; None when nothing is known, or nothing that this release can read."""
        text = await self._connection.command("GET", keys.habits(chat))
        try:
            return None if text is None else codec.decode_habits(text)
        except codec.Unreadable as error:
            _log.error("habits left out: they cannot be read", chat=chat, why=str(error))
            return None

    async def keep_habits(self, chat: int, habits: Habits) -> None:
        """Keep what a group plays out of habit, in place of what it played before."""
        await self._connection.command("SET", keys.habits(chat), codec.encode_habits(habits))

    async def rulings(self, chat: int) -> tuple[tuple[str, str], ...]:
        """The rulings of a group, question and answer, the oldest first (N18)."""
        reply: dict[bytes, bytes] = await self._connection.command("HGETALL", keys.rulings(chat))
        found = sorted(json.loads(text) for text in reply.values())
        return tuple((question, answer) for _, question, answer in found)

    async def note_ruling(self, chat: int, ruling: tuple[str, str], name: str) -> None:
        """Keep a ruling of a group; the same one again, by its name, changes nothing. Two round trips."""
        line = json.dumps([await self._clock(keys.rulings(chat)), *ruling], ensure_ascii=False)
        await self._connection.command("HSETNX", keys.rulings(chat), name, line)

    async def person(self, person: int) -> PersonRecord:
        """What is known of somebody; an empty record for a stranger."""
        reply: dict[bytes, bytes] = await self._connection.command("HGETALL", keys.person(person))
        record = {field.decode(): text.decode() for field, text in reply.items()}
        return PersonRecord(
            started=record.get("started") == "1",
            blocked=record.get("blocked") == "1",
            language=record.get("language"),
            speaks=record.get("speaks") or None,
            nights={field[6:]: int(at) for field, at in record.items() if field.startswith("night:")},
            named=tuple(field[6:] for field in record if field.startswith("named:")),
            wrote=tuple(int(field[6:]) for field in record if field.startswith("wrote:")),
            care=next((care for care in Care if care == record.get("care")), None),
        )

    async def note_person(
        self,
        person: int,
        *,
        started: bool | None = None,
        blocked: bool | None = None,
        language: str | None = None,
        speaks: str | None = None,
        care: Care | None = None,
        joined: str | None = None,
        named: str | None = None,
        wrote: int | None = None,
        only_known: bool = False,
    ) -> None:
        """Keep what is given: they started or blocked the bot, speak a language, chose one ("": none), drink
        alcohol or none, joined a night; a night or a group has house rules of theirs. `only_known`: nothing of
        strangers.

        Who joins a night is not known any more to be in those that are gone: a round trip for each old one.
        """
        known = {
            "started": None if started is None else int(started),
            "blocked": None if blocked is None else int(blocked),
            "language": language,
            "speaks": speaks,
            "care": care,
            f"named:{named}": None if named is None else await self._clock(keys.person(person)),
            f"wrote:{wrote}": None if wrote is None else 1,
        }
        fields = [part for field, fact in known.items() if fact is not None for part in (field, fact)]
        about = (joined or "", (IDLE + DAY) * 1000, int(only_known), *fields)
        old: list[bytes] = await self._connection.run(_PERSON, (keys.person(person),), about)
        for field in old:
            names = keys_of(field.decode().partition(":")[2])
            # A night that somebody plays on is kept, however long ago it was joined.
            if not await self._connection.command("EXISTS", names.night, names.aside):
                await self._connection.command("HDEL", keys.person(person), field)

    async def forget_person(self, person: int) -> None:
        """Drop what is known of somebody outside of nights. One round trip, and one for each letter about them."""
        await self._connection.command("DEL", keys.person(person))
        for letter in await self.letters_about(person):
            await self._connection.command("LREM", keys.LETTERS, 0, letter)

    # Updates that met a fault of ours

    async def put_aside(self, letter: Mapping[str, Any]) -> None:
        """Keep an update and what has become of it for the owner of the bot."""
        text = json.dumps(letter, ensure_ascii=False, separators=(",", ":"))
        await self._connection.run(_LETTER, (keys.LETTERS,), (text, LETTERS, LETTERS_KEPT * 1000))

    async def letters(self) -> tuple[str, ...]:
        """What was put aside, as JSON, the newest first."""
        letters = await self._connection.command("LRANGE", keys.LETTERS, 0, -1)
        return tuple(letter.decode() for letter in letters)

    async def letters_about(self, person: int) -> tuple[str, ...]:
        """Those of them that name this person."""
        about = re.compile(rf'"id":{person}[,}}]')
        return tuple(letter for letter in await self.letters() if about.search(letter))

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
