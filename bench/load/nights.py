"""Nights to put load on: the bot plays one of each kind, and copies of it under other names fill the store.

So whatever a night keeps is there, as the bot wrote it, and ten thousand of them are there within seconds.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from time import time
from typing import Any, TypeAlias

from redis.asyncio import Redis

from tgbot.store import new_night_id
from tgbot.store.codec import seal
from tgbot.store.keys import keys_of, partition

SEATS = 4
Command: TypeAlias = tuple[bytes | str | int, ...]
_numbers = count(1)
_BATCH = 2000
"""Commands that are sent at once."""
_WAYS: Mapping[str, tuple[tuple[str | int, ...], str]] = {
    "hash": (("HGETALL",), "HSET"),
    "list": (("LRANGE", 0, -1), "RPUSH"),
    "string": (("GET",), "SET"),
}
"""How to read a key of each type, and how to write it."""


@dataclass(frozen=True)
class Place:
    """Who a night is about: its id, the group's chat, its people; ids as they are written."""

    night: str
    chat: int
    people: tuple[int, ...]

    @property
    def chats(self) -> tuple[int, ...]:
        """The group and the private chats."""
        return (self.chat, *self.people)

    @property
    def words(self) -> tuple[bytes, ...]:
        """All that tells two nights of a kind apart."""
        return (self.night.encode(), *(str(number).encode() for number in self.chats))


def new_place() -> Place:
    """A place that is nowhere yet."""
    number = next(_numbers)
    people = tuple(5_000_000_000 + 10 * number + seat for seat in range(SEATS))
    return Place(new_night_id(), -1_009_000_000_000 - number, people)


@dataclass(frozen=True)
class Kept:
    """One key of a night: how it is written, and what it holds, cut where a name of the night stands."""

    command: str
    key: list[bytes]
    values: list[list[bytes]]
    ttl: int


class Template:
    """A night with everything that the store keeps of it, ready to be copied."""

    def __init__(self, place: Place, kept: Iterable[Kept], due_in: float | None) -> None:
        self.place = place
        self._kept = tuple(kept)
        self._due_in = due_in

    @classmethod
    async def of(cls, redis: "Redis", place: Place) -> "Template":
        """The night as it is in the store now."""
        cut = re.compile(b"(" + b"|".join(re.escape(word) for word in place.words) + b")")
        found = [await _kept(redis, key, cut) for key in await _keys(redis, place)]
        wake = await _command(redis, "ZSCORE", keys_of(place.night).wake, place.night)
        return cls(place, found, None if wake is None else float(wake) - 1000 * time())

    def copy(self, place: Place) -> Iterator[Command]:
        """The commands that write this night under other names."""
        names = dict(zip(self.place.words, place.words, strict=True))
        old, new = (f"{{p{partition(night)}}}".encode() for night in (self.place.night, place.night))
        for kept in self._kept:
            key = _renamed(kept.key, names).replace(old, new)
            values = [_renamed(part, names) for part in kept.values]
            if b":night:" in key:
                state = values.index(b"state") + 1
                values[state] = seal(values[state].rpartition(b"\n")[0])
            yield (kept.command, key, *values)
            if kept.ttl > 0:
                yield ("PEXPIRE", key, kept.ttl)
        if self._due_in is not None:
            yield ("ZADD", keys_of(place.night).wake, str(1000 * time() + self._due_in), place.night)


async def write(redis: "Redis", template: Template, places: Iterable[Place]) -> None:
    """Copies of a night, in batches."""
    batch: list[Command] = []
    for place in places:
        batch += template.copy(place)
        if len(batch) >= _BATCH:
            await _send(redis, batch)
            batch = []
    if batch:
        await _send(redis, batch)


async def remove(redis: "Redis", template: Template, places: Iterable[Place]) -> None:
    """Copies that are not needed any more."""
    for place in places:
        await _send(redis, [("DEL", command[1]) for command in template.copy(place) if command[0] != "ZADD"])
        await _command(redis, "ZREM", keys_of(place.night).wake, place.night)


async def _command(redis: "Redis", *arguments: bytes | str | int) -> Any:
    return await redis.execute_command(*arguments)  # type: ignore[no-untyped-call]


async def _send(redis: "Redis", commands: Iterable[Command]) -> None:
    async with redis.pipeline(transaction=False) as pipeline:
        for command in commands:
            pipeline.execute_command(*command)
        await pipeline.execute()


async def _keys(redis: "Redis", place: Place) -> list[bytes]:
    """The keys of a night, its group and its people; what is only for the moment is left out."""
    patterns = (place.night, place.chat, *place.people)
    found = [key for name in patterns for key in await _command(redis, "KEYS", f"*{name}*")]
    return [key for key in sorted(set(found)) if b":lease:" not in key and not key.startswith(b"{rl")]


async def _kept(redis: "Redis", key: bytes, cut: "re.Pattern[bytes]") -> Kept:
    kind = (await _command(redis, "TYPE", key)).decode()
    read, write_command = _WAYS[kind]
    values = await _command(redis, *read[:1], key, *read[1:])
    ttl = await _command(redis, "PTTL", key)
    return Kept(write_command, cut.split(key), [cut.split(one) for one in _flat(values)], int(ttl))


def _flat(values: object) -> list[bytes]:
    match values:
        case bytes():
            return [values]
        case dict():
            return [part for pair in values.items() for part in pair]
        case _:
            assert isinstance(values, list)
            return values


def _renamed(parts: list[bytes], names: Mapping[bytes, bytes]) -> bytes:
    """A text put together again, with other names."""
    return b"".join([names.get(part, part) for part in parts]) if len(parts) > 1 else parts[0]
