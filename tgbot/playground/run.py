"""The whole local Telegram as one thing: start it, talk to it, wait for what the bot does, stop it."""

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from starlette.applications import Starlette

from tgbot.playground import page, server
from tgbot.playground.api import Api
from tgbot.playground.calls import Call
from tgbot.playground.changes import Change
from tgbot.playground.delivery import Delivery, Timing
from tgbot.playground.limits import Limits
from tgbot.playground.listening import LocalServer, listen
from tgbot.playground.phone import Phone
from tgbot.playground.records import Chat
from tgbot.playground.world import World

PEOPLE = ("Ana", "Bob", "Cyril", "Dana", "Egon", "Franta", "Gita")
GROUP = "Čtvrtek u Kalicha"
PATIENCE = 150.0
"""Seconds to wait for what the bot does, on the busiest machine."""


class Playground:
    """A local Telegram: its state, its Bot API and its deliveries.

    As a context manager it listens on loopback; `port` 0 takes a free one. Without `data_dir` it forgets everything.
    `limits` None switches flood control off; `timing` is the pace of the webhook; `local` False refuses webhooks that
    Telegram's own cloud would refuse.
    """

    def __init__(
        self,
        data_dir: Path | None = None,
        *,
        people: int = 4,
        port: int = 0,
        limits: Limits | None = Limits(),  # noqa: B008 (frozen)
        timing: Timing = Timing(),  # noqa: B008 (frozen)
        clock: Callable[[], float] = time.time,
        token: str = "",
        local: bool = True,
    ) -> None:
        self.world = World(data_dir, clock=clock, token=token)
        self.api = Api(self.world, limits=limits, timing=timing, local=local)
        self.port = port
        self._stirred = asyncio.Event()
        self._server = LocalServer()
        furnish(self.world, people)

    @property
    def delivery(self) -> Delivery:
        return self.api.delivery

    @property
    def url(self) -> str:
        """The base URL: the bot's TELEGRAM_API_URL, and the page for people."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        return self.world.settings.token

    @property
    def group(self) -> Chat:
        """The first group as it is now."""
        return self.world.groups()[0]

    def phone(self, name: str) -> Phone:
        """The phone of the person with this name."""
        return Phone(self.world, next(person for person in self.world.people() if person.first_name == name))

    # --- life ---

    async def __aenter__(self) -> "Playground":
        listening = listen(self.port)
        self.port = listening.getsockname()[1]
        self.world.listeners.append(self._stir)
        self.api.call_listeners.append(self._stir)
        await self._server.start(Starlette(routes=[*server.routes(self.api), *page.routes(self.world)]), listening)
        await self.delivery.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.delivery.stop()
        await self._server.stop()
        self.world.close()

    # --- waiting ---

    async def until(self, holds: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait until something holds, looking after every change and call; TimeoutError when it does not come true."""
        async with asyncio.timeout(seconds):
            while not holds():
                self._stirred.clear()
                await self._stirred.wait()

    async def settled(self, quiet: float = 0.05, seconds: float = PATIENCE) -> None:
        """Wait until the bot has taken all updates and nothing has stirred for `quiet` seconds."""
        async with asyncio.timeout(seconds):
            while True:
                self._stirred.clear()
                try:
                    async with asyncio.timeout(quiet):
                        await self._stirred.wait()
                except TimeoutError:
                    if not self.world.updates:
                        return

    def _stir(self, _: Change | Call) -> None:
        self._stirred.set()


def furnish(world: World, people: int) -> None:
    """On the first start: the people, and the group with all of them and the bot. Later only people still missing."""
    with world.change():
        present = world.people()
        added = [world.add_person(name) for name in names(people)[len(present) :]]
        if not world.groups():
            world.add_group(GROUP, present + added)
            return
        for person in added:
            Phone(world, person).joins(world.groups()[0])


def names(count: int) -> Sequence[str]:
    """Names of so many people: the usual guests, then numbered ones."""
    return [*PEOPLE, *(f"Host {number}" for number in range(len(PEOPLE) + 1, count + 1))][:count]
