"""The memory of a local Telegram: every record is one row in an SQLite file, written with each change.

A change is one transaction, so a process that is killed continues with the last whole change. There is no fsync: the
file outlives the process, not a power cut, which is enough for a playground.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import TypeAdapter

from tgbot.playground.records import Chat, Counters, Message, Record, Settings, StoredFile, Tap, Update, User

KINDS: tuple[type[Record], ...] = (Settings, Counters, User, Chat, Message, Tap, Update, StoredFile)
ADAPTERS: dict[type[Record], TypeAdapter[Record]] = {kind: TypeAdapter(kind) for kind in KINDS}


class Journal:
    """Rows on disk; a journal without a file remembers nothing."""

    def __init__(self, file: Path | None) -> None:
        self._database: sqlite3.Connection | None = None
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(file, isolation_level=None)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=OFF")
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS record"
                " (kind TEXT, key TEXT, body TEXT, PRIMARY KEY (kind, key)) WITHOUT ROWID"
            )

    def records(self) -> Iterator[Record]:
        """Everything remembered, in the order of `KINDS`."""
        if self._database is None:
            return
        for kind in KINDS:
            rows = self._database.execute("SELECT body FROM record WHERE kind = ?", (kind.__name__,))
            for (body,) in rows:
                yield ADAPTERS[kind].validate_json(body)

    def write(self, kept: Sequence[Record], dropped: Sequence[Record]) -> None:
        """One change: records as they are now, and records that are gone."""
        if self._database is None or not (kept or dropped):
            return
        self._database.execute("BEGIN")
        self._database.executemany(
            "INSERT INTO record VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body",
            [(type(record).__name__, record.key, ADAPTERS[type(record)].dump_json(record)) for record in kept],
        )
        self._database.executemany(
            "DELETE FROM record WHERE kind = ? AND key = ?",
            [(type(record).__name__, record.key) for record in dropped],
        )
        self._database.execute("COMMIT")

    def close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None
