"""All records of a local Telegram, in memory and in the journal, and those who want to know of changes.

Everything happens in one thread. A change (`with memory.change()`) is written to the journal as a whole, and only then
told to the listeners: the page, the delivery of updates, whoever waits in a test.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tgbot.playground.changes import BotChanged, Change, ChatChanged, Gone, Tapped, UserAdded
from tgbot.playground.journal import Journal
from tgbot.playground.records import Chat, Counters, Message, Record, Settings, StoredFile, Tap, Update, User


class Memory:
    """The records by their ids; `listeners` hear of every change. Without a `data_dir` nothing outlives the process."""

    def __init__(self, data_dir: Path | None, token: str) -> None:
        self.users: dict[int, User] = {}
        self.chats: dict[int, Chat] = {}
        self.messages: dict[int, dict[int, Message]] = {}
        self.taps: dict[str, Tap] = {}
        self.updates: dict[int, Update] = {}
        self.files: dict[str, StoredFile] = {}
        self.counters = Counters()
        self.listeners: list[Callable[[Change], None]] = []
        self._journal = Journal(data_dir / "telegram.sqlite" if data_dir else None)
        self._depth = 0
        self._kept: dict[tuple[type[Record], str], Record] = {}
        self._dropped: dict[tuple[type[Record], str], Record] = {}
        self._news: list[Change] = []
        token = token or f"4240:{secrets.token_urlsafe(26)}"
        self.settings = Settings(token=token, bot_id=int(token.split(":")[0]))
        for record in self._journal.records():
            self._remember(record)

    def close(self) -> None:
        self._journal.close()

    @contextmanager
    def change(self) -> Iterator[None]:
        """One change: written and told when the outermost block ends, also when it ends with an error half-way."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._finish()

    def _finish(self) -> None:
        self._journal.write(list(self._kept.values()), list(self._dropped.values()))
        self._kept, self._dropped = {}, {}
        news, self._news = self._news, []
        for one in news:
            for listener in list(self.listeners):
                listener(one)

    def keep(self, record: Record) -> None:
        """Put a record in the place of the one with its key."""
        match record:
            case User():
                self.put(record, UserAdded(record))
            case Chat():
                self.put(record, ChatChanged(record))
            case Tap():
                self.put(record, Tapped(record))
            case Settings():
                self.put(record, BotChanged())
            case _:
                self.put(record)

    def put(self, record: Record, *news: Change) -> None:
        """Put a record in the place of the one with its key, and tell this about it."""
        with self.change():
            self._remember(record)
            self._kept[type(record), record.key] = record
            self._dropped.pop((type(record), record.key), None)
            self._news += news

    def forget(self, record: Update | Tap | Message, *news: Change) -> None:
        with self.change():
            match record:
                case Update():
                    self.updates.pop(record.id, None)
                    self._news.append(Gone(record))
                case Tap():
                    self.taps.pop(record.id, None)
                case Message():
                    self.messages[record.chat_id].pop(record.id, None)
            self._dropped[type(record), record.key] = record
            self._kept.pop((type(record), record.key), None)
            self._news += news

    def tell(self, news: Change) -> None:
        """Tell the listeners something that leaves no trace."""
        with self.change():
            self._news.append(news)

    def next_number(self, counter: str) -> int:
        """The next number of one of the counters."""
        number = int(getattr(self.counters, counter)) + 1
        self.put(replace(self.counters, **{counter: number}))
        return number

    def _remember(self, record: Record) -> None:
        match record:
            case User():
                self.users[record.id] = record
            case Chat():
                self.chats[record.id] = record
                self.messages.setdefault(record.id, {})
            case Message():
                self.messages[record.chat_id][record.id] = record
            case Tap():
                self.taps[record.id] = record
            case Update():
                self.updates[record.id] = record
            case StoredFile():
                self.files[record.id] = record
            case Settings():
                self.settings = record
            case Counters():
                self.counters = record
