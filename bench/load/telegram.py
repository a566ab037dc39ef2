"""A Bot API that takes everything at once: it gives out message ids, and tells who was written to."""

import asyncio
import json
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from time import perf_counter

from bench.load.wire import Messages

TOKEN = "42:load"  # noqa: S105 - guards nothing
BOT = {"id": 42, "is_bot": True, "first_name": "Štamgast", "username": "StamgastBot", "can_join_groups": True}
SETTING_UP = ("getMe", "setMyCommands", "setWebhook")
"""Calls at the start, which have nothing to do with moves."""

_CHAT = re.compile(rb'"chat_id": ?"?(-?\d+)')
_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
_MESSAGE = b'{"ok":true,"result":{"message_id":%d,"date":1800000000,"chat":{"id":%b,"type":"%b"},"text":""}}'


class Telegram:
    """The local end of the Bot API.

    `calls` counts by method, `ids` has the newest message of every chat; `seen` is called with every private chat in
    which something was sent or changed, `group_times` are the moments of what was said in groups.
    """

    def __init__(self) -> None:
        self.calls: Counter[bytes] = Counter()
        self.ids: defaultdict[bytes, int] = defaultdict(int)
        self.group_times: defaultdict[bytes, array[float]] = defaultdict(lambda: array("d"))
        self.seen: Callable[[bytes], None] = lambda chat: None
        self.port = 0
        self._server: asyncio.Server

    async def __aenter__(self) -> "Telegram":
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Desk(self), "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    @property
    def url(self) -> str:
        """The bot's TELEGRAM_API_URL."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def made(self) -> int:
        """The calls that count: all but those at the start."""
        return sum(number for method, number in self.calls.items() if method.decode() not in SETTING_UP)

    def newest(self, chat: int) -> int:
        """The newest message of a chat, 1 where there is none."""
        return self.ids[b"%d" % chat] or 1

    def copy(self, chats: Iterable[int], to: Iterable[int]) -> None:
        """Chats of a night and those of its copy, which has the same messages."""
        for old, new in zip(chats, to, strict=True):
            self.ids[b"%d" % new] = self.ids[b"%d" % old]

    def answer(self, method: bytes, body: bytes) -> bytes:
        """The body of the answer to a call."""
        self.calls[method] += 1
        if method == b"getMe":
            return json.dumps({"ok": True, "result": BOT}).encode()
        if not method.startswith((b"send", b"editMessageText")):
            return b'{"ok":true,"result":true}'
        chat = _chat(body)
        if method.startswith(b"send"):
            self.ids[chat] += 1
            number = self.ids[chat]
        else:
            number = 1
        if chat.startswith(b"-"):
            self.group_times[chat].append(perf_counter())
            return _MESSAGE % (number, chat, b"supergroup")
        self.seen(chat)
        return _MESSAGE % (number, chat, b"private")


def _chat(body: bytes) -> bytes:
    """The chat of a call; its text cannot say the same, for there a quote is escaped."""
    found = _CHAT.search(body)
    assert found is not None, body[:80]
    return found[1]


class _Desk(Messages):
    """One connection of the bot."""

    def __init__(self, telegram: Telegram) -> None:
        super().__init__()
        self._telegram = telegram

    def take(self, head: bytes, body: bytes) -> None:
        method = head.split(b" ", 2)[1].rsplit(b"/", 1)[1]
        answer = self._telegram.answer(method, body)
        self.transport.write(_ANSWER % (len(answer), answer))
