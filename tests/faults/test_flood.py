"""One person, or one stranger, who sends as much and as badly as they can (F22)."""

import asyncio
import itertools
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from math import ceil
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.faults.conftest import Opener
from tests.faults.harness.front import PATH
from tests.faults.harness.invariants import all_is_well
from tests.faults.harness.processes import Bot
from tests.faults.harness.pub import SECRET, Pub
from tests.faults.harness.row import Row
from tests.faults.harness.table import side_by_side
from tgbot.floods import AT_ONCE

PRESSES = 200
"""Presses a second of the flood."""
PER_SECOND = 3
"""What one person may keep up."""
FREE = 2 * AT_ONCE * PER_SECOND
"""Presses of the flood that pass at once, in one process."""
LIMITED = {"TAPS_PER_SECOND": str(PER_SECOND)}
PACE = 0.25
"""Seconds between two moves of a table, so that nobody at it is fast."""
LOADED = 'stamgast_redis_seconds_count{call="load"}'
BY_THE_WAY = 4
"""Loads that the clock may cause meanwhile."""
RSS = 50.0
"""MB by which a bot may grow."""
STRANGER: dict[str, Any] = {"id": 66_666, "is_bot": False, "first_name": "Zlobil", "language_code": "cs"}
KNOCK = {"X-Telegram-Bot-Api-Secret-Token": SECRET, "Content-Type": "application/json"}

DEEP = b'{"update_id":1,"message":' + b'{"reply_to_message":' * 10_000 + b"{}" + b"}" * 10_001
HOSTILE = (
    b"x" * 1_000_000,
    b'{"update_id":1,"message":{"text":"' + b"x" * 1_000_000 + b'"}}',
    b'{"update_id":1,"message":{"text":"' + "ů".encode() * 100_000 + b'"}}',
    DEEP,
    b"\xff\xfe" * 50_000,
    b'{"update_id":' + b"9" * 200_000 + b"}",
    b"[" * 200_000,
)


@pytest.mark.slow
async def test_f22_a_flood_costs_no_loads_and_nobody_elses_time(row: Row, fresh: Opener) -> None:
    """Two hundred presses a second of one person and hostile bodies of strangers, while two tables play."""
    rounds = row.times(3)
    async with fresh(bots=1, settings=LIMITED) as pub:
        (bot,) = pub.bots
        await pub.seats(tables=2)
        calm, flood = list[float](), list[float]()
        before = rss(bot)
        excess = await _loads_of_a_flood(pub, presses=300)
        for _ in range(rounds):  # in turns, so that both meet the same other work of this machine
            calm += await _waits(pub, moves=4)
            async with flooded(pub), besieged(bot):
                flood += await _waits(pub, moves=4)
        grown = rss(bot) - before
        await all_is_well(pub)
    row.note(rounds=rounds, calm_p99=p99(calm), flood_p99=p99(flood), grown_mb=grown)
    assert excess <= 0
    assert grown < RSS
    # On a machine that runs other tests as well a move may take any time; on a quiet one 50 ms are nobody's loss.
    assert row.scale == 1 or p99(flood) < max(2 * p99(calm), 0.05)


async def test_f22_without_its_guard_a_flood_is_loaded_for(fresh: Opener) -> None:
    async with fresh(bots=1) as pub:
        await pub.seats(tables=1)
        with pytest.raises(AssertionError):
            assert await _loads_of_a_flood(pub, presses=300) <= 0


def p99(seconds: list[float]) -> float:
    return sorted(seconds)[len(seconds) * 99 // 100]


async def _waits(pub: Pub, moves: int) -> list[float]:
    """Seconds from each update to its answer, for people who play at their leisure."""
    before = len(pub.front.attempts)
    for _ in range(moves):
        await asyncio.gather(side_by_side(pub.tables, 1), asyncio.sleep(PACE))
    return [attempt.seconds for attempt in pub.front.attempts[before:]]


async def _loads_of_a_flood(pub: Pub, presses: int) -> int:
    """How many nights were loaded for a flood, beyond those for the presses that may pass."""
    (bot,) = pub.bots
    before, began = await _loads(bot), time.monotonic()
    async with flooded(pub) as pressed:
        while len(pressed) < presses:  # noqa: ASYNC110 - others press
            await asyncio.sleep(0.01)
    passed = FREE + PER_SECOND * (time.monotonic() - began + 1)
    return await _loads(bot) - before - ceil(passed) - BY_THE_WAY


async def _loads(bot: Bot) -> int:
    """How many nights the bot has loaded so far for what people want, and for the clock."""
    async with aiohttp.ClientSession() as session, session.get(f"{bot.url}/metrics") as response:
        lines = (await response.text()).splitlines()
    return sum(int(float(line.split()[1])) for line in lines if line.startswith(LOADED))


@asynccontextmanager
async def flooded(pub: Pub) -> AsyncIterator[list[int]]:
    """Somebody presses a button of the first table all the time; the statuses of the answers, so far."""
    answered: list[int] = []
    numbers = itertools.count(900_000_000)
    table, (bot,) = pub.tables[0], pub.bots
    data = f"{table.night}:act:1:1:0:draw"

    def press() -> dict[str, Any]:
        message = {"message_id": 1, "chat": {"id": table.group.id, "title": "x", "type": "group"}, "date": 0}
        query = {"id": str(next(numbers)), "from": STRANGER, "chat_instance": "1", "data": data, "message": message}
        return {"update_id": next(numbers), "callback_query": query}

    async def presses(session: aiohttp.ClientSession) -> None:
        while True:
            async with session.post(bot.url + PATH, data=json.dumps(press()).encode(), headers=KNOCK) as response:
                answered.append(response.status)
            await asyncio.sleep(10 / PRESSES)

    async with aiohttp.ClientSession() as session:
        tasks = [asyncio.create_task(presses(session)) for _ in range(10)]
        try:
            yield answered
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends
    assert set(answered) == {200}


@asynccontextmanager
async def besieged(bot: Bot) -> AsyncIterator[None]:
    """Strangers send what no Telegram sends, with and without the secret, and hold connections open."""

    async def sends(session: aiohttp.ClientSession) -> None:
        for body, secret in itertools.cycle(itertools.product(HOSTILE, (SECRET, "wrong", ""))):
            headers = {**KNOCK, "X-Telegram-Bot-Api-Secret-Token": secret}
            # Whoever is refused in the middle of a body may be cut off.
            with suppress(aiohttp.ClientError):
                async with session.post(bot.url + PATH, data=body, headers=headers) as response:
                    assert response.status in (200, 403, 413)
            await asyncio.sleep(0.05)

    host, port = "127.0.0.1", bot.port
    slow = [await asyncio.open_connection(host, port) for _ in range(50)]
    for place, (_, writer) in enumerate(slow):
        head = f"POST {PATH} HTTP/1.1\r\nHost: x\r\nX-Telegram-Bot-Api-Secret-Token: {SECRET}\r\n"
        writer.write(head.encode() + (b"Content-Length: 1000\r\n\r\n{" if place % 2 else b""))
    async with aiohttp.ClientSession() as session:
        sending = asyncio.create_task(sends(session))
        try:
            yield
        finally:
            sending.cancel()
            (end,) = await asyncio.gather(sending, return_exceptions=True)
            for _, writer in slow:
                writer.close()
    assert isinstance(end, asyncio.CancelledError), end


def rss(bot: Bot) -> float:
    """MB of memory that a bot has."""
    line = next(one for one in Path(f"/proc/{bot.pid}/status").read_text().splitlines() if one.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
