"""Backups in files: one a call, gzipped, readable by their owner alone; the oldest ones go."""

import gzip
import os
import sys
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path

from tgbot.config import Settings
from tgbot.delivery.shown import chat_of, read_shown, write
from tgbot.store import Connection, EmbeddedFailed, NotABackup, Unavailable, embedded, lines_of, put_back

PREFIX, SUFFIX = "stamgast-", ".jsonl.gz"


async def save(settings: Settings, folder: str, keep: int) -> int:
    """Write a backup into the folder, or to standard output for "-"; 0, or 1 when it could not be made."""
    try:
        async with _store(settings) as connection:
            if folder == "-":
                sys.stdout.buffer.write(await _compressed(connection))
                return 0
            path = _write(Path(folder), await _compressed(connection))
    except (Unavailable, EmbeddedFailed, OSError, ValueError) as error:
        return _failed("no backup was made", error)
    for old in sorted(path.parent.glob(f"{PREFIX}*{SUFFIX}"))[:-keep]:
        old.unlink()
    print(path)
    return 0


async def restore(settings: Settings, file: str) -> int:
    """Put a backup back, from standard input for "-"; 0, or 1 when it could not be read or written whole."""
    try:
        lines = _read(file)
        async with _store(settings) as connection:
            done, there = await put_back(connection, lines, _anew)
    except (EOFError, gzip.BadGzipFile, zlib.error, UnicodeDecodeError):
        return _failed("nothing was restored", NotABackup("it is no whole gzip file"))
    except NotABackup as error:
        return _failed("nothing was restored", error)
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


async def _compressed(connection: Connection) -> bytes:
    return gzip.compress("\n".join([line async for line in lines_of(connection)]).encode())


def _read(file: str) -> list[str]:
    raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return gzip.decompress(raw).decode().splitlines()


def _write(folder: Path, content: bytes) -> Path:
    """Whole or not at all: under its name it is on disk."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{PREFIX}{datetime.now(UTC):%Y%m%d-%H%M%S}{SUFFIX}"
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return unfinished.replace(path)


def _failed(what: str, error: Exception) -> int:
    print(f"{what}: {error}", file=sys.stderr)
    return 1
