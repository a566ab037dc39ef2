"""What Prometheus is told while the bot is at work."""

import asyncio

import aiohttp
import pytest
from prometheus_client import REGISTRY
from telegram.error import NetworkError

from tests.pub import Pub
from tests.tgbot.store_nights import opened
from tgbot import web
from tgbot.delivery import new_bot
from tgbot.delivery.telegram import Telegram
from tgbot.playground.calls import ApiError, too_many_requests
from tgbot.playground.run import Playground
from tgbot.screens import Screen
from tgbot.store import Census, Connection, Store, Unavailable
from tgbot.store.keys import keys_of


def value(name: str, **labels: str) -> float:
    """A number as it is told now; 0 when it has not been told yet."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


async def test_calls_are_counted_by_method_and_by_what_came_of_them() -> None:
    async with Playground(people=1, limits=None) as telegram, new_bot(telegram.token, telegram.url) as bot:
        ours, chat = Telegram(bot), telegram.group.id
        faults = telegram.api.faults

        async def outcome(label: str) -> float:
            before = value("stamgast_api_calls_total", method="sendMessage", outcome=label)
            await ours.send(chat, None, Screen("ahoj"))
            return value("stamgast_api_calls_total", method="sendMessage", outcome=label) - before

        waits = value("stamgast_api_retry_after_seconds_sum")
        seconds = value("stamgast_api_seconds_count")
        assert await outcome("ok") == 1
        faults.fail(too_many_requests(7))
        assert await outcome("429") == 1
        assert value("stamgast_api_retry_after_seconds_sum") == waits + 7
        faults.fail(ApiError(403, "Forbidden: bot was kicked from the group chat"))
        assert await outcome("403") == 1
        faults.lose_answers()
        assert await outcome("network") == 1
        assert value("stamgast_api_seconds_count") == seconds + 4


async def test_a_call_that_takes_too_long_is_counted_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Playground(people=1, limits=None) as telegram, new_bot(telegram.token, telegram.url) as bot:
        monkeypatch.setattr("tgbot.delivery.transport.ANSWER_TIMEOUT", 0.02)
        monkeypatch.setattr("tgbot.delivery.transport.CONNECT_TIMEOUT", 0.02)
        telegram.api.faults.latency["getMe"] = 3600
        before = value("stamgast_api_calls_total", method="getMe", outcome="timeout")
        with pytest.raises(NetworkError):
            await bot.get_me()
        assert value("stamgast_api_calls_total", method="getMe", outcome="timeout") == before + 1


async def test_an_evening_shows_in_the_numbers(pub: Pub) -> None:
    before = {name: value(name, **labels) for name, labels in GROWING.items()}
    await pub.deal("Ana", "Bob")
    assert [name for name, labels in GROWING.items() if value(name, **labels) <= before[name]] == []


async def test_open_nights_and_those_that_are_due_are_counted(pub: Pub) -> None:
    await pub.deal("Ana", "Bob")
    numbers = await scraped(pub)
    assert numbers["stamgast_nights_open"] == "1.0"
    assert (numbers["stamgast_redis_up"], numbers["stamgast_ready"]) == ("1.0", "1.0")
    assert float(numbers["stamgast_nights_due"]) <= 1
    assert float(numbers["stamgast_oldest_due_seconds"]) < 60
    night = await pub.night()
    await pub.guest("Ana").says("/konec")
    await pub.guest("Bob").sends(f"{night.id}:end:yes")
    assert (await scraped(pub))["stamgast_nights_open"] == "0.0"


async def test_a_night_in_which_nothing_is_timed_counts_as_open(store: Store) -> None:
    night = await opened(store)
    assert await store.lease(night.id, "ana", 60_000)
    assert (await store.census()).due == 1
    assert await store.finish(night.id, "ana", 1, None)
    assert await store.census() == Census(nights=1, due=0, overdue=0)
    assert await store.due(10) == []
    await store.wake(night.id, await store.now() - 5000)
    census = await store.census()
    assert (census.nights, census.due) == (1, 1)
    assert census.overdue >= 5000


async def test_without_redis_there_are_numbers_all_the_same(pub: Pub, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(self: Store) -> int:
        raise Unavailable("gone for a beer")

    monkeypatch.setattr(Store, "census", away)
    numbers = await scraped(pub)
    assert (numbers["stamgast_redis_up"], numbers["stamgast_ready"]) == ("0.0", "0.0")
    assert numbers["stamgast_nights_open"] == "NaN"


async def test_nobody_who_asks_at_the_same_time_as_others_hears_less(pub: Pub, monkeypatch: pytest.MonkeyPatch) -> None:
    await pub.bot.measure()
    census, asked, go_on = Store.census, asyncio.Event(), asyncio.Event()

    async def slow(self: Store) -> Census:
        asked.set()
        await go_on.wait()
        return await census(self)

    monkeypatch.setattr(Store, "census", slow)
    first = asyncio.create_task(pub.bot.measure())
    await asked.wait()
    told = {name: value(name) for name in ("stamgast_ready", "stamgast_redis_up", "stamgast_nights_open")}
    go_on.set()
    await first
    assert told == {name: value(name) for name in told}
    assert value("stamgast_ready") == value("stamgast_redis_up") == 1


async def scraped(pub: Pub) -> dict[str, str]:
    """What the bot tells Prometheus, by name and labels."""
    url = pub.telegram.world.settings.webhook.url.removesuffix(web.PATH)
    async with aiohttp.ClientSession() as session, session.get(url + "/metrics") as response:
        text = await response.text()
    return dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))


async def test_redis_is_timed_by_what_is_asked_of_it_and_its_failures_counted(store: Store) -> None:
    before = value("stamgast_redis_seconds_count", call="clock")
    await store.now()
    assert value("stamgast_redis_seconds_count", call="clock") == before + 1
    async with Connection("redis://127.0.0.1:1/0") as nowhere:
        before = value("stamgast_redis_failures_total", error="ConnectionError")
        with pytest.raises(Unavailable):
            await nowhere.ping()
    assert value("stamgast_redis_failures_total", error="ConnectionError") == before + 1


GROWING = {
    "stamgast_updates_total": {"outcome": "done"},
    "stamgast_update_seconds_count": {},
    "stamgast_commits_total": {"outcome": "committed"},
    "stamgast_api_calls_total": {"method": "sendMessage", "outcome": "ok"},
}


async def test_a_night_taken_over_from_a_process_that_died_is_counted(store: Store, connection: Connection) -> None:
    night = await opened(store)
    before = value("stamgast_leases_total", outcome="taken_over")
    assert await store.lease(night.id, "ana", 60_000)
    assert await store.finish(night.id, "ana", 1, None)
    assert await store.lease(night.id, "bob", 60_000), "given back"
    assert value("stamgast_leases_total", outcome="taken_over") == before
    await connection.command("DEL", keys_of(night.id).lease)  # as if its time were over
    assert await store.lease(night.id, "cyril", 60_000)
    assert value("stamgast_leases_total", outcome="taken_over") == before + 1
