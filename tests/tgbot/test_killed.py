"""The bot's process dies again and again, and the evening goes on as if nothing had been (N2, N8)."""

import asyncio
import os
import random
import re
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import tgbot
from core.night import Night, Round
from tests.faults.harness.table import Referee
from tgbot.playground.delivery import Timing
from tgbot.playground.listening import listen
from tgbot.playground.phone import Phone
from tgbot.playground.run import Playground
from tgbot.store import Connection, Store

ROOT = Path(tgbot.__file__).parents[1]
SECRET = "s3cret-of-the-webhook"
PATIENCE = 40.0
"""Seconds for anything at all, on the busiest machine."""


class BotProcess:
    """`python -m tgbot serve` with its embedded Valkey, and a local Telegram that outlives it."""

    def __init__(self, telegram: Playground, folder: Path, *, polls: bool) -> None:
        self.telegram = telegram
        self.data = folder / "data"
        self.log = folder / "bot.log"
        self.process: asyncio.subprocess.Process | None = None
        with listen(0) as free:
            self.port = free.getsockname()[1]
        self._env = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "TELEGRAM_TOKEN": telegram.token,
            "TELEGRAM_API_URL": telegram.url,
            "WEBHOOK_URL": "" if polls else f"http://127.0.0.1:{self.port}",
            "WEBHOOK_SECRET": SECRET,
            "PORT": str(self.port),
            "DATA_DIR": str(self.data),
            "LOG_LEVEL": "DEBUG",
            "TAPS_PER_SECOND": "0",
        }
        self._folder = folder
        self._greetings = 0

    async def start(self) -> None:
        self._greetings = self._greeted
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tgbot", "serve", env=self._env, cwd=self._folder, stderr=log
            )

    async def ends(self, how: signal.Signals) -> int:
        """Send the process a signal and wait for its end; its exit status."""
        assert self.process is not None
        self.process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    async def takes_everything(self) -> None:
        """Until the bot is up and has taken all that people did: what is taken is on disk."""
        await self.telegram.until(lambda: self._greeted > self._greetings and not self.telegram.world.updates, PATIENCE)

    @property
    def _greeted(self) -> int:
        """How often a bot has said where it wants its updates."""
        return len(self.telegram.api.calls_of("setWebhook", "deleteWebhook"))

    async def night(self) -> Night:
        """The night as it is on disk."""
        async with Connection(f"unix://{self.data / 'valkey.sock'}") as connection:
            store = Store(connection)
            night_id = await store.night_of_chat(self.telegram.group.id, None)
            assert night_id is not None
            loaded = await store.load(night_id)
            assert loaded is not None
            return loaded.night


@pytest.fixture(params=["webhook"])
async def bot(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[BotProcess]:
    """A bot that runs, in a group of three; whatever happens to it, its log betrays nothing."""
    async with Playground(people=3, limits=None, timing=Timing(pause=0.02, longest_pause=0.05)) as telegram:
        bot = BotProcess(telegram, tmp_path, polls=request.param == "polling")
        await bot.start()
        try:
            await bot.takes_everything()
            yield bot
        finally:
            if bot.process is not None and bot.process.returncode is None:
                await bot.ends(signal.SIGKILL)
        log = bot.log.read_text()
        assert "Traceback" not in log
        assert " [error" not in log
        assert telegram.token not in log
        assert SECRET not in log
        assert not re.search(r"\b[6-9TUOKA][hlba]\b|❤|🍃|🌰", log), "somebody's card"


async def deal(bot: BotProcess) -> Round:
    """All of them in a game."""
    telegram = bot.telegram
    people = [telegram.phone(person.first_name) for person in telegram.world.people()]
    for phone in people:
        phone.starts()
    people[0].says("/hra", telegram.group)
    await bot.takes_everything()
    night = await bot.night()
    table = people[0].last()
    for phone in people[1:]:
        phone.starts(f"hand-{night.id}")
    await bot.takes_everything()
    people[0].taps_data(f"{night.id}:deal:1:0", table)
    await bot.takes_everything()
    return await running(bot)


async def running(bot: BotProcess) -> Round:
    round_ = (await bot.night()).tables[0].round
    assert round_ is not None
    return round_


def phone_of(bot: BotProcess, person: int) -> Phone:
    return Phone(bot.telegram.world, bot.telegram.world.users[person])


async def test_a_game_outlives_its_bot_which_is_killed_at_any_moment(
    bot: BotProcess, pytestconfig: pytest.Config
) -> None:
    """Nothing that was acknowledged is lost, nothing happens twice, and screens come back with buttons that work."""
    kills = pytestconfig.getoption("--kills")
    rng = random.Random(kills)
    round_ = await deal(bot)
    night = (await bot.night()).id
    referee = Referee(round_, rng)
    killed = 0
    while killed < kills:
        if referee.is_over:
            referee = await _next_game(bot, referee, rng)
        person, data = referee.chooses(night)
        phone_of(bot, person).taps_data(data, phone_of(bot, person).last())
        if rng.random() < 0.7:
            await asyncio.sleep(rng.choice((0, 0.005, 0.02, 0.1)) * rng.random())
            await _falls(bot, rng)
            killed += 1
            await bot.start()
            if rng.random() < 0.2:
                await asyncio.sleep(rng.random())
                await bot.ends(signal.SIGKILL)
                killed += 1
                await bot.start()
        await bot.takes_everything()
        await _agrees(bot, referee)
    if not referee.is_over:
        await _goes_on_from_the_screens(bot, referee)
    while not referee.is_over:
        person, data = referee.chooses(night)
        phone_of(bot, person).taps_data(data, phone_of(bot, person).last())
        await bot.takes_everything()
    await _agrees(bot, referee)
    group = bot.telegram.group
    await bot.telegram.until(lambda: any("Konec" in m.text for m in phone_of(bot, 1001).sees(group)), PATIENCE)


async def _falls(bot: BotProcess, rng: random.Random) -> None:
    """Mostly without any warning; when it is told to end, it ends well also in the middle of an update."""
    if rng.random() < 0.2:
        assert await bot.ends(signal.SIGTERM) == 0
    else:
        await bot.ends(signal.SIGKILL)


async def _next_game(bot: BotProcess, before: Referee, rng: random.Random) -> Referee:
    night = await bot.night()
    dealer = phone_of(bot, night.tables[0].seats[0])
    dealer.taps_data(f"{night.id}:deal:1:{night.games}", dealer.last())
    await bot.takes_everything()
    after = Referee(await running(bot), rng)
    after.charged = before.charged
    return after


async def _agrees(bot: BotProcess, referee: Referee) -> None:
    """The table on disk is the one that the taps so far have made, and everybody owes what they cost."""
    night = await bot.night()
    round_ = night.tables[0].round
    assert (round_ is None) == referee.is_over
    assert round_ is None or round_.state == referee.state
    charged: Counter[int] = Counter()
    for person, ml in referee.charged:
        charged[person] += ml
    assert {person.id: night.books.owed(person.id) for person in night.people if night.books.owed(person.id)} == charged


async def _goes_on_from_the_screens(bot: BotProcess, referee: Referee) -> None:
    """Whoever is asked has fresh buttons, made for the present question, and one of them is tapped."""
    round_ = await running(bot)
    person = round_.players[referee.game.actors(referee.state)[0]]
    phone = phone_of(bot, person)
    question = f":act:1:{round_.number}:{referee.state.ply}:"
    await bot.telegram.until(lambda: any(question in data for data in _data(phone)), PATIENCE)
    data = next(data for data in _data(phone) if question in data and _is_legal(referee, round_, person, data))
    label = next(str(b["text"]) for b in phone.last().buttons if b.get("callback_data") == data)
    phone.taps(label, message=phone.last())
    referee.sees(person, data)
    await bot.takes_everything()
    await _agrees(bot, referee)


def _data(phone: Phone) -> list[str]:
    return [str(button.get("callback_data", "")) for button in phone.last().buttons]


def _is_legal(referee: Referee, round_: Round, person: int, data: str) -> bool:
    legal = referee.game.legal(referee.state, round_.players.index(person))
    return referee.game.parse_action(data.rpartition(":")[2]) in legal


@pytest.mark.parametrize("bot", ["webhook", "polling"], indirect=True)
async def test_sigterm_ends_the_bot_within_seconds_and_a_second_start_finds_everything(bot: BotProcess) -> None:
    before = await deal(bot)
    started = asyncio.get_running_loop().time()
    assert await bot.ends(signal.SIGTERM) == 0
    assert asyncio.get_running_loop().time() - started < 10
    assert not (bot.data / "valkey.sock").exists()
    await bot.start()
    phone = phone_of(bot, before.players[0])
    phone.says("/karty")
    await bot.takes_everything()
    assert await running(bot) == before
