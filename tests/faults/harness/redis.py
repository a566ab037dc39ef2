"""The store's side: a server that may be killed, stopped or cut off in the middle of a reply."""

import asyncio
import random
import resource
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from tests.patience import PATIENCE
from tgbot.store import Connection, Unavailable
from tgbot.store.embedded import server_program


class Server(Protocol):
    """A store for the bots: one server of our own, or a cluster."""

    @property
    def url(self) -> str:
        """What bots get as REDIS_URL."""


class Redis:
    """A server with AOF `always` on a Unix socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.socket = folder / "redis.sock"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    def start(self) -> None:
        """Begin; what was acknowledged before is on disk."""
        self._folder.mkdir(exist_ok=True)
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "dir": str(self._folder),
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "maxmemory-policy": "noeviction",
        }
        words = [word for name, setting in settings.items() for word in (f"--{name}", setting)]
        with (self._folder / "redis.log").open("ab") as log:
            self.process = subprocess.Popen([server_program(), *words], stdout=log)

    async def ready(self) -> None:
        """Until it answers."""
        async with asyncio.timeout(PATIENCE), Connection(self.url) as connection:
            while True:
                try:
                    return await connection.ping()
                except Unavailable:
                    await asyncio.sleep(0.01)

    def send(self, what: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(what)

    def full_disk(self) -> None:
        """From now on no file of the server may grow."""
        assert self.process is not None
        largest = max(path.stat().st_size for path in self._folder.rglob("*") if path.is_file())
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (largest, largest))

    async def gone(self) -> None:
        """Until it has ended by itself."""
        assert self.process is not None
        while self.process.poll() is None:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.01)

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it and wait for that; by default without any warning."""
        assert self.process is not None
        self.send(how)
        self.process.wait()


class Lossy:
    """Stands between the bots and Redis: with a chance of `cut` a reply is lost, after the work was done."""

    def __init__(self, server: Path, chance: random.Random) -> None:
        self.cut = 0.0
        self.cuts = 0
        self._server = server
        self._chance = chance

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_read, to_write = await asyncio.open_unix_connection(self._server)

        async def forward() -> None:
            while data := await reader.read(1 << 16):
                to_write.write(data)
            to_write.close()

        forwarding = asyncio.create_task(forward())
        try:
            while data := await to_read.read(1 << 16):
                if self._chance.random() < self.cut:
                    self.cuts += 1
                    break
                writer.write(data)
        except ConnectionError:
            pass
        finally:
            forwarding.cancel()
            for end in (writer, to_write):
                end.close()


@asynccontextmanager
async def lossy(redis: Redis, chance: random.Random) -> AsyncIterator[tuple[Lossy, str]]:
    """The proxy and its URL."""
    proxy, at = Lossy(redis.socket, chance), redis.socket.with_name("lossy.sock")
    server = await asyncio.start_unix_server(proxy.serve, at)
    try:
        yield proxy, f"unix://{at}"
    finally:
        server.close()
