"""A night as text: JSON lines, first the night without its games' states, then those states in the order of tables.

In the store a checksum follows as the last line: a flipped bit in a number would read as well as any other.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, TypeVar, get_type_hints
from zlib import crc32

from pydantic import TypeAdapter, ValidationError

from core.games import GAMES
from core.ledger import Entry
from core.night.habits import Habits
from core.night.values import News, Night, Result, Table

T = TypeVar("T")

SCHEMA = 3
"""Goes up with every change of what is written, also with a new field: releases before could not read that. This one
reads all schemas up to it."""
SEALED = 2
"""Since this schema there is a checksum."""

_NIGHT = TypeAdapter(Night)
_ENTRY = TypeAdapter(Entry)
_NEWS = TypeAdapter(News)
_HABITS = TypeAdapter(Habits)


class Unreadable(ValueError):
    """Text that is no night of this schema; says where, never what it contains."""


@cache
def _state(game: str) -> TypeAdapter[Any]:
    return TypeAdapter(get_type_hints(GAMES[game].place)["return"])


def encode_night(night: Night) -> bytes:
    """The night as JSON lines."""
    lines = [_dump(_NIGHT, replace(night, tables=tuple(map(_without_state, night.tables))))]
    lines += [_dump(_state(table.round.game), table.round.state) for table in night.tables if table.round]
    return b"\n".join(lines)


@lru_cache(maxsize=512)
def decode_night(text: bytes) -> Night:
    """The night that was encoded, the very same object for the same text; Unreadable for anything else."""
    first, *states = text.split(b"\n")
    try:
        night = _load(_NIGHT, first)
        if len(states) != sum(table.round is not None for table in night.tables):
            raise Unreadable("number of states")
        left = iter(states)
        return replace(night, tables=tuple(_with_state(table, left) for table in night.tables))
    except KeyError:
        raise Unreadable("unknown game") from None


def seal(text: bytes) -> bytes:
    """The text with its checksum below it."""
    return b"%s\n%08x" % (text, crc32(text))


def unseal(text: bytes) -> bytes:
    """The text that was sealed; Unreadable when it is another one."""
    inside, _, checksum = text.rpartition(b"\n")
    if checksum != b"%08x" % crc32(inside):
        raise Unreadable("checksum")
    return inside


def encode_entry(entry: Entry) -> bytes:
    """A line of the ledger."""
    return _dump(_ENTRY, entry)


def decode_entry(text: bytes) -> Entry:
    """The entry that was encoded; Unreadable for anything else."""
    return _load(_ENTRY, text)


def encode_habits(habits: Habits) -> bytes:
    """What a group plays out of habit."""
    return _dump(_HABITS, habits)


def decode_habits(text: bytes) -> Habits:
    """The habits that were encoded; Unreadable for anything else."""
    return _load(_HABITS, text)


def encode_news(news: News) -> bytes:
    """An item of news; what it tells is made of texts, numbers and tuples."""
    return _dump(_NEWS, news)


def decode_news(text: bytes) -> News:
    """The item that was encoded; Unreadable for anything else."""
    return _frozen_news(_load(_NEWS, text))


def _dump(adapter: TypeAdapter[T], whole: T) -> bytes:
    """A value of other types than it declares is refused here: it could not be read again."""
    return adapter.dump_json(whole, warnings="error")


def _load(adapter: TypeAdapter[T], text: bytes) -> T:
    try:
        return adapter.validate_json(text, strict=True, extra="forbid")
    except ValidationError as error:
        raise Unreadable(_where(error)) from None


def _without_state(table: Table) -> Table:
    return table if table.round is None else replace(table, round=replace(table.round, state=None))


def _with_state(table: Table, states: Iterator[bytes]) -> Table:
    result = None if table.result is None else _frozen_result(table.result)
    table = replace(table, result=result, earlier=tuple(map(_frozen_result, table.earlier)))
    round_ = table.round
    if round_ is None:
        return table
    state = _load(_state(round_.game), next(states))
    last = tuple(_frozen_news(news) for news in round_.last)
    handed = tuple(replace(told, facts=tuple(map(_frozen_news, told.facts))) for told in round_.handed)
    return replace(table, round=replace(round_, state=state, last=last, handed=handed))


def _frozen_result(result: Result) -> Result:
    return replace(result, last=tuple(map(_frozen_news, result.last)))


def _frozen_news(news: News) -> News:
    return replace(news, data=tuple((name, _frozen(told)) for name, told in news.data))


def _frozen(told: object) -> object:
    """JSON knows no tuples."""
    return tuple(_frozen(one) for one in told) if isinstance(told, list) else told


def _where(error: ValidationError) -> str:
    """The kind of the first error and its place, without what stands there: that may be somebody's hand."""
    first = error.errors(include_input=False, include_context=False, include_url=False)[0]
    return f"{first['type']} at {'.'.join(map(str, first['loc']))}"
