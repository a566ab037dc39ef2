"""Helpers over the playground for tests: raw calls as a bot makes them, and a webhook that keeps what it gets."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx
from pydantic import JsonValue
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.patience import PATIENCE
from tgbot.playground.listening import LocalServer, listen
from tgbot.playground.records import JsonObject
from tgbot.playground.run import Playground


@dataclass
class RawBot:
    """A bot that speaks HTTP itself, so that a test sees the server's exact words."""

    client: httpx.AsyncClient

    async def call(self, method: str, **params: JsonValue) -> JsonValue:
        """The result of a call that succeeds."""
        answer = (await self.client.post(method, json=params)).json()
        assert answer["ok"], answer
        result: JsonValue = answer["result"]
        return result

    async def refusal(self, method: str, **params: JsonValue) -> str:
        """The description of a call that fails; body and HTTP status have to agree on the code."""
        response = await self.client.post(method, json=params)
        answer = response.json()
        assert not answer["ok"]
        assert answer["error_code"] == response.status_code
        return str(answer["description"])


@asynccontextmanager
async def raw_bot(telegram: Playground) -> AsyncIterator[RawBot]:
    async with httpx.AsyncClient(base_url=f"{telegram.url}/bot{telegram.token}/", timeout=PATIENCE) as client:
        yield RawBot(client)


@dataclass
class Hook:
    """A bot's webhook: what arrived, and how it answers (`answer` gets the update and its number from 1)."""

    url: str = ""
    updates: list[JsonObject] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)
    under_way: int = 0
    most_under_way: int = 0
    answer: Callable[[JsonObject, int], Awaitable[Response]] | None = None
    _stirred: asyncio.Event = field(default_factory=asyncio.Event)

    async def receive(self, request: Request) -> Response:
        self.updates.append(await request.json())
        self.secrets.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token", ""))
        self._stirred.set()
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            return await self.answer(self.updates[-1], len(self.updates)) if self.answer else Response()
        finally:
            self.under_way -= 1

    async def arrived(self, count: int) -> None:
        """Wait until so many updates came."""
        async with asyncio.timeout(PATIENCE):
            while len(self.updates) < count:
                self._stirred.clear()
                await self._stirred.wait()

    def texts(self) -> list[str]:
        """The texts of the messages that arrived, in their order."""
        messages = [update["message"] for update in self.updates if "message" in update]
        return [str(message["text"]) for message in messages if isinstance(message, dict) and "text" in message]


@asynccontextmanager
async def webhook() -> AsyncIterator[Hook]:
    """A webhook that listens on a free port of loopback."""
    hook, listening = Hook(), listen(0)
    hook.url = f"http://127.0.0.1:{listening.getsockname()[1]}/telegram"
    server = LocalServer()
    await server.start(Starlette(routes=[Route("/telegram", hook.receive, methods=["POST"])]), listening)
    try:
        yield hook
    finally:
        await server.stop()
