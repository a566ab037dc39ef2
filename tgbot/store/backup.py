"""Everything in the store that is worth keeping, as lines of JSON, which go back into a store of any kind.

A night is read in one go, so its ledger agrees with its state. Left out are leases and limits, which the next
process makes anew, and letters.
"""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any, TypeAlias

from tgbot.store.connection import Connection, Script
from tgbot.store.keys import NightKeys, keys_of

Line: TypeAlias = dict[str, Any]

FORMAT = 1
_NIGHT = re.compile(r"\{p\d+\}:(?:night|aside):([a-z2-7]+)")
_BY_ITSELF = re.compile(r"(?:chat|group|person|rulings):|\{p\d+\}:seen:")
_LISTS = ("log", "ledger", "news")
_CONTENTS = ("night", *_LISTS, "shown", "aside")

_BACKUP, _RESTORE = map(Script, ("backup", "restore"))


class NotABackup(Exception):
    """What is wrong with lines that should be a backup."""


async def lines_of(connection: Connection) -> AsyncIterator[str]:
    """A backup: a heading, a line for each night and each thing beside, and how many these were."""
    yield json.dumps({"stamgast": FORMAT})
    seen: set[str] = set()  # a walk through a store that is being written to may come by a key twice
    async for found in connection.keys():
        for key in map(_text, found):
            night = _NIGHT.fullmatch(key)
            name = night[1] if night else key
            if name in seen or not (night or _BY_ITSELF.match(key)):
                continue
            line = await (_night(connection, name) if night else _by_itself(connection, key))
            if line is not None:
                seen.add(name)
                yield json.dumps(line)
    yield json.dumps({"end": len(seen)})


async def _nothing(night_id: str) -> None:
    """What there is to do about a night that was put back."""


async def put_back(
    connection: Connection,
    lines: Iterable[str],
    anew: Callable[[str, str], str] = lambda _, text: text,
    settle: Callable[[str], Awaitable[None]] = _nothing,
) -> tuple[int, int]:
    """Write what is not there yet; how many things were written, and how many were there already.

    `lines` are gone through several times. `anew(slot, text)` is what is noted of a slot: since the backup its message
    may have come to show something else. `settle(night_id)` is called for each night that was written. What is in the
    store stays as it is, so it can be called again after it was interrupted. NotABackup, before anything is written,
    when it is none or its end is missing.
    """
    _check(lines)
    done = there = 0
    for nights in (False, True):  # last, so that the chats which they are played in point to them
        for line in map(json.loads, lines):
            if nights and "id" in line:
                written = await _put_night(connection, line, anew)
                if written:
                    await settle(line["id"])
            elif not nights and "key" in line:
                written = await _put(connection, line)
            else:
                continue
            done, there = done + written, there + (not written)
    return done, there


async def _night(connection: Connection, night_id: str) -> Line | None:
    goes, *contents = await connection.run(_BACKUP, _names(keys_of(night_id)))
    if not contents[0] and not contents[-1]:
        return None
    texts = [[_text(text) for text in content] for content in contents]
    return {"id": night_id, "goes": int(goes), **dict(zip(_CONTENTS, texts, strict=True))}


async def _by_itself(connection: Connection, key: str) -> Line | None:
    hash_ = key.startswith(("person:", "rulings:"))
    content = await connection.command("HGETALL" if hash_ else "GET", key)
    if not content:
        return None
    value = {_text(field): _text(text) for field, text in content.items()} if hash_ else _text(content)
    return {"key": key, "value": value, "left": await connection.command("PTTL", key)}


def _check(lines: Iterable[str]) -> None:
    number, line = -1, None
    for number, text in enumerate(lines):
        try:
            line = json.loads(text)
        except ValueError:
            line = None
            break
        if number == 0 and line != {"stamgast": FORMAT}:
            raise NotABackup("it was not made by this bot, or by a newer one")
    if line is None:
        raise NotABackup("it is empty, damaged, or no backup at all")
    if line != {"end": number - 1}:
        raise NotABackup("its end is missing: the backup was interrupted")


async def _put_night(connection: Connection, line: Line, anew: Callable[[str, str], str]) -> bool:
    names = keys_of(line["id"])
    shown = zip(line["shown"][::2], line["shown"][1::2], strict=True)
    line = {**line, "shown": [part for slot, text in shown for part in (slot, anew(slot, text))]}
    contents: list[list[str]] = [line[content] for content in _CONTENTS]
    values = [_bytes(text) for content in contents for text in content]
    numbers = [len(content) for content in contents]
    written = await connection.run(
        _RESTORE, (*_names(names), names.wake), (line["id"], line["goes"], *numbers, *values)
    )
    return bool(written)


async def _put(connection: Connection, line: Line) -> bool:
    key, value, left = line["key"], line["value"], line["left"]
    if await connection.command("EXISTS", key):
        return False
    if isinstance(value, dict):
        await connection.command("HSET", key, *(_bytes(part) for pair in value.items() for part in pair))
    else:
        await connection.command("SET", key, _bytes(value))
    if left > 0:
        await connection.command("PEXPIRE", key, left)
    return True


def _names(names: NightKeys) -> tuple[str, ...]:
    return (names.night, names.log, names.ledger, names.news, names.shown, names.aside)


def _text(raw: bytes) -> str:
    return raw.decode(errors="surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogateescape")
