"""HTTP as bare as it can be, for a load generator that shares its cores with what it measures.

It understands what the bot and its libraries send on loopback: messages with a Content-Length, no more.
"""

import asyncio
import re
from collections import deque
from collections.abc import Callable
from typing import Self, TypeAlias, cast

Heard: TypeAlias = Callable[[int, bytes], None]
"""Takes status and body of an answer; status 0: the connection broke."""

_LENGTH = re.compile(rb"(?i)content-length: *(\d+)")


class Messages(asyncio.Protocol):
    """One connection, cut into messages of head and body."""

    def __init__(self) -> None:
        self._rest = b""
        self.transport: asyncio.WriteTransport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.WriteTransport, transport)  # uvloop's says so of itself, and is not

    def data_received(self, data: bytes) -> None:
        rest = self._rest + data
        while (end := rest.find(b"\r\n\r\n") + 4) > 3:
            length = _LENGTH.search(rest, 0, end)
            whole = end + (int(length[1]) if length else 0)
            if len(rest) < whole:
                break
            self.take(rest[:end], rest[end:whole])
            rest = rest[whole:]
        self._rest = rest

    def take(self, head: bytes, body: bytes) -> None:
        """One whole message."""
        raise NotImplementedError


class Line(Messages):
    """A connection to the bot, kept alive: one update after the other."""

    def __init__(self, door: "Door") -> None:
        super().__init__()
        self._door = door
        self._heard: Heard | None = None

    def post(self, message: bytes, heard: Heard) -> None:
        self._heard = heard
        self.transport.write(message)

    def take(self, head: bytes, body: bytes) -> None:
        heard, self._heard = self._heard, None
        self._door.free(self)
        if heard is not None:
            heard(int(head[9:12]), body)

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.lost(self)
        if self._heard is not None:
            self._heard(0, b"")


class Door:
    """The webhook of one process, with as many connections as Telegram would open."""

    def __init__(self, port: int, secret: str) -> None:
        self.port = port
        self._head = (
            "POST /telegram HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"X-Telegram-Bot-Api-Secret-Token: {secret}\r\nContent-Length: %d\r\n\r\n%b"
        ).encode()
        self._free: list[Line] = []
        self._waiting: deque[tuple[bytes, Heard]] = deque()

    async def open(self, connections: int) -> Self:
        """Open the connections; the process takes them already."""
        loop = asyncio.get_running_loop()
        for _ in range(connections):
            _, line = await loop.create_connection(lambda: Line(self), "127.0.0.1", self.port)
            self._free.append(line)
        return self

    def close(self) -> None:
        for line in self._free:
            line.transport.close()

    def post(self, update: bytes, heard: Heard) -> None:
        """Send an update as soon as a connection is free."""
        message = self._head % (len(update), update)
        if self._free:
            self._free.pop().post(message, heard)
        else:
            self._waiting.append((message, heard))

    def free(self, line: Line) -> None:
        """The line has its answer."""
        if self._waiting:
            line.post(*self._waiting.popleft())
        else:
            self._free.append(line)

    def lost(self, line: Line) -> None:
        """The line is closed."""
        if line in self._free:
            self._free.remove(line)
