"""Backups in files: one a call, gzipped, readable by their owner alone; the oldest ones go."""

import gzip
import os
import shutil
import sys
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryFile
from typing import BinaryIO

from tgbot.changes import Changes
from tgbot.chats import Chats
from tgbot.config import Settings
from tgbot.delivery.shown import chat_of, read_shown, write
from tgbot.store import (
    Connection,
    EmbeddedFailed,
    NotABackup,
    Refused,
    Store,
    Unavailable,
    embedded,
    lines_of,
    put_back,
)

PREFIX, SUFFIX = "stamgast-", ".jsonl.gz"


async def save(settings: Settings, folder: str, keep: int) -> int:
    """Write a backup into the folder, or to standard output for "-"; 0, or 1 when it could not be made."""
    try:
        async with _store(settings) as connection:
            if folder == "-":
                await _write(connection, sys.stdout.buffer)
                return 0
            with _unfinished(Path(folder)) as (file, path):
                await _write(connection, file)
    except Refused as error:
        return _failed("no backup was made", error, "the user of REDIS_URL has to be `backup` of deploy/redis.acl")
    except (Unavailable, EmbeddedFailed, OSError, ValueError) as error:
        return _failed("no backup was made", error)
    for old in sorted(path.parent.glob(f"{PREFIX}*{SUFFIX}"))[:-keep]:
        old.unlink()
    print(path)
    return 0


async def restore(settings: Settings, file: str) -> int:
    """Put a backup back, from standard input for "-"; 0, or 1 when it could not be read or written whole."""
    try:
        with _opened(file) as packed:
            async with _store(settings) as connection:
                store = Store(connection)
                chats = Chats(store, Changes(store, lambda _: None), SystemRandom())
                done, there = await put_back(connection, _Lines(packed), _anew, chats.give_way)
    except (EOFError, gzip.BadGzipFile, zlib.error, UnicodeDecodeError):
        return _failed("nothing was restored", NotABackup("it is no whole gzip file"))
    except NotABackup as error:
        return _failed("nothing was restored", error)
    except Refused as error:
        return _failed("not everything was restored", error, "the user of REDIS_URL has to be that of the bot")
    except (Unavailable, EmbeddedFailed, OSError, ValueError) as error:
        return _failed("not everything was restored, try again", error)
    print(f"{done} things were restored, {there} were there already and stayed as they are")
    return 0


def _anew(slot: str, text: str) -> str:
    """The message of a slot counts as replaced: people may have seen others since, and want the present one below."""
    return write(read_shown(text).shelved()) if chat_of(slot) is not None else text


@asynccontextmanager
async def _store(settings: Settings) -> AsyncIterator[Connection]:
    url = settings.redis_url.get_secret_value()
    async with nullcontext(url) if url else embedded(settings.data_dir) as where, Connection(where) as connection:
        yield connection


async def _write(connection: Connection, file: BinaryIO) -> None:
    with gzip.GzipFile(fileobj=file, mode="wb") as packed:
        async for line in lines_of(connection):
            packed.write(f"{line}\n".encode())


class _Lines:
    """The lines of a gzipped file, as often as they are asked for, and never all of them at once."""

    def __init__(self, packed: BinaryIO) -> None:
        self._packed = packed

    def __iter__(self) -> Iterator[str]:
        self._packed.seek(0)
        with gzip.open(self._packed, "rt", encoding="utf-8") as lines:
            yield from lines


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """The file; what comes by a pipe is kept on disk for as long as it is needed."""
    if file != "-":
        with Path(file).open("rb") as packed:
            yield packed
        return
    with TemporaryFile() as packed:
        shutil.copyfileobj(sys.stdin.buffer, packed)
        yield packed


@contextmanager
def _unfinished(folder: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """A new file, and where it will be, whole or not at all: under its name it is on disk."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{PREFIX}{datetime.now(UTC):%Y%m%d-%H%M%S}{SUFFIX}"
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file, path
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _failed(what: str, error: Exception, advice: str = "") -> int:
    print(f"{what}: {error}{advice and f'; {advice}'}", file=sys.stderr)
    return 1
