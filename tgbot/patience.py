"""The web server: connections that do not get to the point are closed, and at the end all of them, once answered."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0
"""Seconds for a request to begin in full: all its headers."""
KEEP_ALIVE = 125
"""Seconds that a connection may rest between two requests; longer than proxies keep theirs, so that they end first."""
MOST_CONNECTIONS = 500
"""Telegram opens at most as many as `MAX_CONNECTIONS` of the webhook; with more than this, requests get 503."""
LAST_CALL = 0.1
"""Seconds between no more connections and the end of those that rest: busy ones are told meanwhile to go."""
GRACE = 5
"""Seconds for requests under way when the server is told to end."""


class Impatient(H11Protocol):
    """HTTP/1.1 that closes a connection whose next request does not begin in time.

    That includes one that still sends the body of a request which was refused without reading it.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._ending: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._calm()

    def _watch(self) -> None:
        """What was received last leaves the next request unbegun, or it does not."""
        if self.cycle is not None and not self.cycle.response_complete:  # type: ignore[redundant-expr]
            self._calm()
        elif self._ending is None:
            self._ending = self.loop.call_later(PATIENCE, self.transport.close)

    def _calm(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None


class Server(uvicorn.Server):
    """uvicorn that leaves signals alone (after one it would end the process before the bot has finished), and that
    leaves no connection out when it ends: one that was accepted a moment before is known only a moment later."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        self.server_state.default_headers.append((b"connection", b"close"))
        await asyncio.sleep(LAST_CALL)
        await super().shutdown(sockets)


def config(pages: ASGIApp) -> uvicorn.Config:
    """How the server listens."""
    return uvicorn.Config(
        pages,
        http=Impatient,
        log_config=None,
        access_log=False,
        lifespan="off",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
    )
