"""The webhook of a bot as Telegram sees it, and a store that has its moods."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from tests.tgbot.updates import (
    Doorman,
)
from tgbot import web
from tgbot.playground.listening import LocalServer, listen
from tgbot.store import Commit, Committed, Conflict, Connection, Loaded, Repeated, Store

SECRET = "knock-knock"
KNOCK = {web.SECRET_HEADER: SECRET}


@dataclass
class Answer:
    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def reply(self) -> dict[str, Any]:
        """The method that the answer calls, {} without one."""
        reply: dict[str, Any] = json.loads(self.body) if self.body else {}
        return reply


class Wire:
    """The webhook as Telegram sees it."""

    def __init__(self, bar: Doorman, url: str, session: aiohttp.ClientSession) -> None:
        self.bar = bar
        self.url = url
        self._session = session

    async def posts(self, body: object, headers: dict[str, str] | None = None) -> Answer:
        """POST a body, or JSON when it is none, with the right secret unless other headers are given."""
        data = body if isinstance(body, bytes) or not isinstance(body, dict) else json.dumps(body).encode()
        return await self.asks("POST", data=data, headers=KNOCK if headers is None else headers)

    async def asks(self, method: str, path: str = web.PATH, **request: Any) -> Answer:
        async with self._session.request(method, self.url + path, **request) as response:
            return Answer(response.status, await response.read(), dict(response.headers))


async def well() -> str:
    return ""


class Moody(Store):
    """A store that is away, or answers too late, or fails, when it is told to."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.on_load: Callable[[], None] = lambda: None
        self.after_commit: Callable[[], None] = lambda: None
        self.loses_every_race = False

    async def load(self, night_id: str, update: str | None = None) -> Loaded | None:
        self.on_load()
        return await super().load(night_id, update)

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        if self.loses_every_race:
            return Conflict()
        done = await super().commit(change)
        self.after_commit()
        return done


@asynccontextmanager
async def wired(store: Store) -> AsyncIterator[Wire]:
    """The webhook of a bot with this store, served over loopback."""
    bar = Doorman(store)
    server, listening = LocalServer(), listen(0)
    await server.start(web.app(bar.ears, SECRET, well), listening)
    async with aiohttp.ClientSession() as session:
        yield Wire(bar, f"http://127.0.0.1:{listening.getsockname()[1]}", session)
    await server.stop()
