"""An evening as people live it: the real bot over a real webhook, a local Telegram, phones to tap on."""

import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import SecretStr

from core.night import Night
from tests.idle import idle
from tests.patience import keep_leases
from tgbot import app, web
from tgbot.config import Settings
from tgbot.delivery import plan
from tgbot.playground.listening import LocalServer, listen
from tgbot.playground.records import Chat, Message
from tgbot.playground.run import Playground
from tgbot.store import Connection


class NoLimits:
    """Lets everything through, so that tests wait for nothing."""

    def __init__(self, connection: Connection, per_second: int) -> None:
        pass

    async def take(self, chat: int, group: bool, urgent: bool) -> int:
        return 0

    async def pause(self, chat: int, ms: int) -> None:
        pass

    async def paused(self, chat: int) -> int:
        return 0

    async def resume(self, chat: int) -> None:
        pass


class Guest:
    """One person at the table. Every tap waits until all screens are up to date."""

    def __init__(self, pub: "Pub", name: str) -> None:
        self.name = name
        self.pub = pub
        self.phone = pub.telegram.phone(name)

    @property
    def id(self) -> int:
        return self.phone.person.id

    @property
    def hand(self) -> Message:
        """The newest message of the bot in the private chat."""
        return self.phone.last()

    @property
    def popup(self) -> str:
        """The text of the latest popup, empty without one."""
        popups = self.phone.popups
        return popups[-1].text if popups else ""

    def buttons(self, containing: str = "") -> list[dict[str, str]]:
        """The buttons under the newest private message whose data contain this."""
        buttons = ({key: str(field) for key, field in button.items()} for button in self.hand.buttons)
        return [button for button in buttons if containing in button.get("callback_data", "")]

    async def says(self, text: str, *, in_group: bool = True) -> None:
        self.phone.says(text, self.pub.group if in_group else None)
        await self.pub.settled()

    async def starts(self, payload: str = "") -> None:
        self.phone.starts(payload)
        await self.pub.settled()

    async def taps(self, label: str, *, in_group: bool = False) -> None:
        self.phone.taps(label, self.pub.group if in_group else None)
        await self.pub.settled()

    async def sends(self, data: str, message: Message | None = None) -> None:
        """Tap with any data, also such as no button has."""
        self.phone.taps_data(data, message or self.hand)
        await self.pub.settled()


@dataclass
class Pub:
    """The whole place."""

    telegram: Playground
    bot: app.App
    server: LocalServer

    @property
    def group(self) -> Chat:
        return self.telegram.group

    @property
    def said(self) -> list[str]:
        """All that the bot has said in the group, as it reads now, oldest first."""
        bot = self.telegram.world.bot.id
        return [m.text for m in self.telegram.world.messages_in(self.group.id) if m.sender_id == bot]

    @property
    def table(self) -> Message:
        """The table message: the newest one in the group with buttons."""
        bot = self.telegram.world.bot.id
        messages = self.telegram.world.messages_in(self.group.id)
        return next(m for m in reversed(messages) if m.sender_id == bot and m.buttons)

    def guest(self, name: str) -> Guest:
        return Guest(self, name)

    async def settled(self) -> None:
        """Until every update is heard and every screen shows the present state."""
        await self.telegram.settled(0.01)
        await idle(self.bot.delivery)

    async def night(self) -> Night:
        """The running night as it is stored."""
        night_id = await self.bot.store.night_of_chat(self.group.id, None)
        assert night_id is not None
        loaded = await self.bot.store.load(night_id)
        assert loaded is not None
        return loaded.night

    async def seat(self, *names: str) -> list[Guest]:
        """These people at the table, with their private chats open."""
        guests = [self.guest(name) for name in names]
        await guests[0].says("/hra")
        for guest in guests:
            link = next(b["url"] for b in self.table.buttons if "hand-" in str(b.get("url", "")))
            guest.phone.opens(str(link))
            await self.settled()
        return guests

    async def deal(self, *names: str) -> list[Guest]:
        """These people in a game."""
        guests = await self.seat(*names)
        await guests[0].taps("▶️ Rozdat")
        return guests

    async def play(self, guests: Iterable[Guest], rng: random.Random, most: int = 3000) -> int:
        """Tap sensible buttons until the game is over; the number of taps."""
        everybody = list(guests)
        for taps in range(most):
            night = await self.night()
            if night.tables[0].round is None:
                return taps
            guest = next(g for g in everybody if _asked(g))
            button = rng.choice(_asked(guest))
            await guest.taps(button["text"])
        raise AssertionError("the game does not end")


def _asked(guest: Guest) -> list[dict[str, str]]:
    """What answers the question on this person's screen: cards that fit, else drawing and its like, else names."""
    buttons = guest.buttons(":act:") + guest.buttons(":menu:name:") + guest.buttons(":mark:")
    answers = [button for button in buttons if "choose" not in button["callback_data"]]
    fitting = [button for button in answers if button.get("style") == "success"]
    return fitting or [button for button in answers if button.get("style")] or answers


@asynccontextmanager
async def opened(valkey: str, folder: Path, people: int = 7) -> AsyncIterator[Pub]:
    """The bot at work in a group of so many people, without limits, on an empty store."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "Limiter", NoLimits)
        patch.setattr(plan, "GROUP_SPACING", 0)
        patch.setattr(plan, "NEWS_SPACING", 0)
        keep_leases(patch)
        async with Connection(valkey) as connection:
            await connection.everywhere("FLUSHALL")
        async with Playground(people=people, limits=None) as telegram:
            settings = Settings(
                _env_file=None,
                telegram_token=SecretStr(telegram.token),
                telegram_api_url=telegram.url,
                webhook_secret=SecretStr("knock-knock-on-wood"),
                redis_url=SecretStr(valkey),
                data_dir=folder,
                taps_per_second=0,
            )
            async with app.running(settings) as bot:
                server = LocalServer()
                listening = listen(0)
                await server.start(web.app(bot.ears, bot.secret, bot.missing, bot.measure), listening)
                try:
                    await app.set_webhook(bot, f"http://127.0.0.1:{listening.getsockname()[1]}")
                    yield Pub(telegram, bot, server)
                finally:
                    await server.stop()


@pytest.fixture
async def pub(valkey: str, tmp_path: Path) -> AsyncIterator[Pub]:
    """A pub for seven."""
    async with opened(valkey, tmp_path) as place:
        yield place
