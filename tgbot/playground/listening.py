"""A web server on loopback inside a running event loop: there at once, gone at once."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator

import uvicorn
from starlette.types import ASGIApp

KEEP_ALIVE = 3600
"""Seconds that a connection may rest between two requests: whoever asks ends it, and finds none that ended just now."""


def listen(port: int) -> socket.socket:
    """A loopback socket; 0 takes a free port.

    It is named as TCP, or asyncio would not switch Nagle's delays off (40 ms an answer).
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    return listening


class _Server(uvicorn.Server):
    """uvicorn that leaves the signals to its surroundings, and says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class LocalServer:
    """Serves one application; stopping breaks what is under way, as nobody waits for a local server's last words."""

    def __init__(self) -> None:
        self._server: _Server | None = None
        self._serving: asyncio.Task[None] | None = None

    async def start(self, app: ASGIApp, listening: socket.socket) -> None:
        config = uvicorn.Config(
            app, log_config=None, log_level="critical", lifespan="off", timeout_keep_alive=KEEP_ALIVE
        )
        self._server = _Server(config)
        self._serving = asyncio.create_task(self._server.serve(sockets=[listening]))
        await self._server.ready.wait()

    async def stop(self) -> None:
        if self._server is None or self._serving is None:
            return
        self._serving.cancel()
        for server in self._server.servers:
            server.close()
        for connection in list(self._server.server_state.connections):
            connection.transport.abort()
        requests = list(self._server.server_state.tasks)
        for request in requests:
            request.cancel()
        await asyncio.gather(self._serving, *requests, return_exceptions=True)
        self._server = self._serving = None
