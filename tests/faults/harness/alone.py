"""A bot with its embedded Valkey, as most people run it, and a local Telegram that outlives it."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from core.night import Night, Round
from tests.faults.harness.processes import ROOT, Births, Bot
from tests.patience import PATIENCE
from tgbot.playground.delivery import Timing
from tgbot.playground.phone import Phone
from tgbot.playground.run import Playground
from tgbot.store import Connection, Store, Unavailable

SECRET = "s3cret-of-the-webhook"
HAND = re.compile(r"\b[6-9TUOKA][hlba]\b|❤|🍃|🌰")
"""Somebody's card."""


@dataclass
class Alone:
    """The one bot of one group."""

    telegram: Playground
    bot: Bot
    data: Path
    """The bot's data folder."""
    _greetings: int = 0

    def start(self) -> None:
        self._greetings = self._greeted
        self.bot.start()

    async def takes_everything(self) -> None:
        """Until the bot is up and has taken all that people did: what is taken is on disk."""
        await self.telegram.until(lambda: self._greeted > self._greetings and not self.telegram.world.updates, PATIENCE)

    @property
    def _greeted(self) -> int:
        """How often a bot has said where it wants its updates."""
        return len(self.telegram.api.calls_of("setWebhook", "deleteWebhook"))

    async def night(self) -> Night:
        """The night as it is on disk."""
        async with asyncio.timeout(PATIENCE):
            while True:
                # A server that was about to go when the bot began is started again when the bot has seen that.
                with suppress(Unavailable):
                    return await self._night()
                await asyncio.sleep(0.02)

    async def _night(self) -> Night:
        async with Connection(f"unix://{self.data / 'valkey.sock'}") as connection:
            store = Store(connection)
            night_id = await store.night_of_chat(self.telegram.group.id, None)
            assert night_id is not None
            loaded = await store.load(night_id)
            assert loaded is not None
            return loaded.night

    async def round(self) -> Round:
        """The running game as it is on disk."""
        round_ = (await self.night()).tables[0].round
        assert round_ is not None
        return round_

    def phone(self, person: int) -> Phone:
        return Phone(self.telegram.world, self.telegram.world.users[person])

    async def deals(self) -> Round:
        """Everybody in a game."""
        people = [self.phone(person.id) for person in self.telegram.world.people()]
        for phone in people:
            phone.starts()
        people[0].says("/hra", self.telegram.group)
        await self.takes_everything()
        night = await self.night()
        table = people[0].last()
        for phone in people[1:]:
            phone.starts(f"hand-{night.id}")
        await self.takes_everything()
        people[0].taps_data(f"{night.id}:deal:1:0", table)
        await self.takes_everything()
        return await self.round()


@asynccontextmanager
async def alone(
    births: Births, folder: Path, *, people: int, polls: bool = False, spoils: Sequence[str] = (), **settings: str
) -> AsyncIterator[Alone]:
    """A bot that runs, in a group of so many; whatever happens to it, its log betrays nothing.

    It `polls` for its updates or has a webhook; `spoils` are done to it (`spoils.py`); `settings` are its own besides,
    by the names of `.env`.
    """
    async with Playground(people=people, limits=None, timing=Timing(pause=0.02, longest_pause=0.05)) as telegram:
        bot = Bot(births, {}, folder / "bot.log", spoils)
        data = folder / "data"
        bot.env = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "TELEGRAM_TOKEN": telegram.token,
            "TELEGRAM_API_URL": telegram.url,
            "WEBHOOK_URL": "" if polls else bot.url,
            "WEBHOOK_SECRET": SECRET,
            "DATA_DIR": str(data),
            "LOG_LEVEL": "DEBUG",
            "TAPS_PER_SECOND": "0",
            **settings,
        }
        place = Alone(telegram, bot, data)
        place.start()
        try:
            await place.takes_everything()
            yield place
        finally:
            if bot.lives:
                bot.send(signal.SIGKILL)
                await bot.ended()
        log = bot.log.read_text()
        assert "Traceback" not in log
        assert " [error" not in log
        assert telegram.token not in log
        assert SECRET not in log
        assert not HAND.search(log)
