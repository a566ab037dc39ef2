"""Updates reach the bot's webhook as the official server brings them: in order, again after a failure, not too late."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeVar

import pytest
from pydantic import JsonValue
from starlette.responses import JSONResponse, Response

from tests.tgbot.telegram_fake import Hook, RawBot, raw_bot, webhook
from tests.tgbot.virtual_time import eventually, virtual_time
from tgbot.playground.delivery import MAX_POLL, Delivery, Timing
from tgbot.playground.phone import Phone
from tgbot.playground.records import JsonObject, Message, Update, Webhook
from tgbot.playground.run import Playground
from tgbot.playground.world import World

T = TypeVar("T")

QUICK = Timing(pause=0.02)


class Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.now = 1_796_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timing() -> Timing:
    return QUICK


@pytest.fixture
async def telegram(clock: Clock, timing: Timing) -> AsyncIterator[Playground]:
    async with Playground(limits=None, timing=timing, clock=clock) as playground:
        for update in list(playground.world.updates.values()):
            playground.world.forget(update)
        yield playground


@pytest.fixture
async def bot(telegram: Playground) -> AsyncIterator[RawBot]:
    async with raw_bot(telegram) as bot:
        yield bot


@pytest.fixture
async def hook() -> AsyncIterator[Hook]:
    async with webhook() as hook:
        yield hook


def buttons(telegram: Playground, text: str = "Tah?") -> Message:
    """A message of the bot in the group with the button "Karta"."""
    keyboard: tuple[tuple[JsonObject, ...], ...] = (({"text": "Karta", "callback_data": "1"},),)
    bot = telegram.world.bot.id
    return telegram.world.post(Message(chat_id=telegram.group.id, sender_id=bot, text=text, keyboard=keyboard))


async def test_update_comes_once_with_the_secret(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    await bot.call("setWebhook", url=hook.url, secret_token="s-1_A")
    telegram.phone("Ana").says("/hra", telegram.group)
    await telegram.until(lambda: not telegram.world.updates)
    assert hook.texts() == ["/hra"]
    assert hook.secrets == ["s-1_A"]


async def test_no_header_without_a_secret(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    await bot.call("setWebhook", url=hook.url)
    telegram.phone("Ana").says("/hra", telegram.group)
    await telegram.settled()
    assert hook.secrets == [""]


async def test_messages_of_a_chat_wait_for_each_other(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    async def slow(_: JsonObject, __: int) -> Response:
        await asyncio.sleep(0.02)
        return Response()

    hook.answer = slow
    await bot.call("setWebhook", url=hook.url)
    for number in range(4):
        telegram.phone("AB"[number % 2] + ("na", "ob")[number % 2]).says(f"/{number}", telegram.group)
    await telegram.settled()
    assert hook.texts() == ["/0", "/1", "/2", "/3"]
    assert hook.most_under_way == 1


async def test_taps_of_one_person_wait_those_of_two_do_not(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    release = asyncio.Event()

    async def held(_: JsonObject, __: int) -> Response:
        await release.wait()
        return Response()

    hook.answer = held
    await bot.call("setWebhook", url=hook.url)
    buttons(telegram)
    for name in ("Ana", "Ana", "Bob", "Cyril"):
        telegram.phone(name).taps("Karta", telegram.group)
    telegram.phone("Ana").says("/hra", telegram.group)
    await hook.arrived(4)
    await asyncio.sleep(0.03)
    assert len(hook.updates) == 4, "three people's taps and the message, but not Ana's second tap"
    release.set()
    await telegram.settled()
    assert len(hook.updates) == 5


async def test_no_more_connections_than_allowed(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    release = asyncio.Event()

    async def held(_: JsonObject, __: int) -> Response:
        await release.wait()
        return Response()

    hook.answer = held
    await bot.call("setWebhook", url=hook.url, max_connections=2)
    buttons(telegram)
    for name in ("Ana", "Bob", "Cyril", "Dana"):
        telegram.phone(name).taps("Karta", telegram.group)
    await hook.arrived(2)
    await asyncio.sleep(0.03)
    release.set()
    await telegram.settled()
    assert (len(hook.updates), hook.most_under_way) == (4, 2)


@pytest.mark.parametrize("status", [500, 503, 404, 302])
async def test_what_is_not_2xx_comes_again_and_holds_its_queue(
    telegram: Playground, bot: RawBot, hook: Hook, status: int
) -> None:
    async def fail_twice(_: JsonObject, number: int) -> Response:
        return Response(status_code=status if number <= 2 else 200)

    hook.answer = fail_twice
    await bot.call("setWebhook", url=hook.url)
    telegram.phone("Ana").says("/1", telegram.group)
    telegram.phone("Ana").says("/2", telegram.group)
    await telegram.settled()
    assert hook.texts() == ["/1", "/1", "/1", "/2"]
    assert hook.updates[0] == hook.updates[1], "the same update_id each time"
    info = await bot.call("getWebhookInfo")
    assert isinstance(info, dict)
    assert str(info["last_error_message"]).startswith(f"Wrong response from the webhook: {status}")


@virtual_time
async def test_pauses_double_after_an_immediate_second_try(monkeypatch: pytest.MonkeyPatch) -> None:
    world, tries = World(clock=asyncio.get_running_loop().time), list[float]()
    ana = world.add_person("Ana")
    group = world.add_group("U Kalicha", [ana])
    delivery = Delivery(world, lambda *_: asyncio.sleep(0), Timing(pause=1.0))

    async def fails_often(update: Update) -> int | None:
        tries.append(world.clock())
        if len(tries) < 5:
            return 0
        world.forget(update)
        return None

    monkeypatch.setattr(delivery, "_post", fails_often)
    for update in list(world.updates.values()):
        world.forget(update)
    await delivery.start()
    world.keep(replace(world.settings, webhook=Webhook(url="https://bot.example")))
    Phone(world, ana).says("/hra", group)
    await eventually(lambda: not world.updates)
    await delivery.stop()
    assert [after - before for before, after in pairwise(tries)] == pytest.approx([0, 2, 4, 8], abs=0.01)


async def test_retry_after_is_honoured(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    loop, times = asyncio.get_running_loop(), []

    async def busy_once(_: JsonObject, number: int) -> Response:
        times.append(loop.time())
        return Response(status_code=503, headers={"Retry-After": "20"}) if number == 1 else Response()

    hook.answer = busy_once
    await bot.call("setWebhook", url=hook.url)
    telegram.phone("Ana").says("/hra", telegram.group)
    await telegram.until(lambda: len(times) == 2)
    assert times[1] - times[0] >= 20 * QUICK.pause


@pytest.mark.parametrize("timing", [replace(QUICK, timeout=0.1)])
async def test_silence_of_the_bot_is_a_failure(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    async def asleep_once(_: JsonObject, number: int) -> Response:
        if number == 1:
            await asyncio.sleep(3600)
        return Response()

    hook.answer = asleep_once
    await bot.call("setWebhook", url=hook.url)
    telegram.phone("Ana").says("/hra", telegram.group)
    await telegram.until(lambda: not telegram.world.updates)
    assert set(hook.texts()) == {"/hra"}
    *silent, answered = (attempt.status for attempt in telegram.delivery.attempts)
    assert set(silent) == {0}, "again whenever nothing was heard, a machine that stands still included"
    assert answered == 200


async def test_taps_live_150_seconds_and_messages_a_day(
    telegram: Playground, bot: RawBot, hook: Hook, clock: Clock
) -> None:
    buttons(telegram)
    telegram.phone("Ana").taps("Karta", telegram.group)
    telegram.phone("Ana").says("/1", telegram.group)
    clock.now += 151
    telegram.phone("Ana").says("/2", telegram.group)
    await bot.call("setWebhook", url=hook.url)
    await telegram.settled()
    assert hook.texts() == ["/1", "/2"]
    assert len(hook.updates) == 2
    await bot.call("deleteWebhook")
    telegram.phone("Ana").says("/3", telegram.group)
    clock.now += 86_401
    await bot.call("setWebhook", url=hook.url)
    await telegram.settled()
    assert len(hook.updates) == 2


async def test_method_in_the_answers_body_is_carried_out(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    async def answer(update: JsonObject, _: int) -> Response:
        query = update["callback_query"]
        assert isinstance(query, dict)
        return JSONResponse({"method": "answerCallbackQuery", "callback_query_id": query["id"], "text": "Bereš 2."})

    hook.answer = answer
    await bot.call("setWebhook", url=hook.url)
    buttons(telegram)
    telegram.phone("Ana").taps("Karta", telegram.group)
    await telegram.until(lambda: telegram.phone("Ana").popups)
    assert [popup.text for popup in telegram.phone("Ana").popups] == ["Bereš 2."]
    (call,) = telegram.api.calls_of("answerCallbackQuery")
    assert call.by_webhook


@pytest.mark.parametrize(
    "body",
    [
        {"method": "deleteWebhook"},
        {"method": "getMe"},
        {"method": "sendMessage", "chat_id": 5, "text": "nikam"},
        {"method": 7},
        [1],
        "x",
        None,
    ],
)
async def test_body_that_says_nothing_useful_does_no_harm(
    telegram: Playground, bot: RawBot, hook: Hook, body: JsonValue
) -> None:
    async def answer(_: JsonObject, __: int) -> Response:
        return JSONResponse(body)

    hook.answer = answer
    await bot.call("setWebhook", url=hook.url)
    telegram.phone("Ana").says("/hra", telegram.group)
    await telegram.settled()
    assert len(hook.updates) == 1
    assert telegram.world.settings.webhook.url == hook.url


async def test_body_of_a_failure_is_not_carried_out(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    async def refuse_once(_: JsonObject, number: int) -> Response:
        text = {"method": "sendMessage", "chat_id": telegram.group.id, "text": f"pokus {number}"}
        return JSONResponse(text, status_code=500 if number == 1 else 200)

    hook.answer = refuse_once
    await bot.call("setWebhook", url=hook.url)
    telegram.phone("Ana").says("/hra", telegram.group)
    await telegram.settled()
    assert telegram.phone("Ana").last(telegram.group).text == "pokus 2"
    assert len(telegram.api.calls_of("sendMessage")) == 1


async def test_pending_updates_can_be_dropped(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    telegram.phone("Ana").says("/1", telegram.group)
    await bot.call("setWebhook", url=hook.url, drop_pending_updates=True)
    telegram.phone("Ana").says("/2", telegram.group)
    await telegram.settled()
    assert hook.texts() == ["/2"]


async def test_only_wanted_kinds_come_and_the_choice_stays(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    await bot.call("setWebhook", url=hook.url, allowed_updates=["callback_query"])
    await bot.call("setWebhook", url=hook.url, max_connections=3)
    buttons(telegram)
    telegram.phone("Ana").says("/hra", telegram.group)
    telegram.phone("Ana").taps("Karta", telegram.group)
    await telegram.settled()
    assert ["callback_query" in update for update in hook.updates] == [True]


async def test_a_new_webhook_gets_what_the_old_one_did_not_take(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    await bot.call("setWebhook", url="http://127.0.0.1:9/nobody")
    telegram.phone("Ana").says("/hra", telegram.group)
    await asyncio.sleep(0.05)
    await bot.call("setWebhook", url=hook.url)
    await telegram.settled()
    assert hook.texts() == ["/hra"]


async def polls(telegram: Playground, call: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
    """A call of `getUpdates` that waits by now."""
    before, waiting = telegram.delivery._poll, asyncio.create_task(call)
    while telegram.delivery._poll is before:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.001)
    return waiting


async def test_polling_waits_for_news(telegram: Playground, bot: RawBot) -> None:
    waiting = await polls(telegram, bot.call("getUpdates", timeout=MAX_POLL))
    telegram.phone("Ana").says("/hra", telegram.group)
    news = await waiting
    assert isinstance(news, list)
    assert len(news) == 1


async def test_a_second_poll_ends_the_first_one(telegram: Playground, bot: RawBot) -> None:
    first = await polls(telegram, bot.refusal("getUpdates", timeout=MAX_POLL))
    second = await polls(telegram, bot.call("getUpdates", timeout=MAX_POLL))
    assert await first == (
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
    )
    telegram.phone("Ana").says("/hra", telegram.group)
    assert await second


async def test_setting_a_webhook_ends_a_poll(telegram: Playground, bot: RawBot, hook: Hook) -> None:
    poll = await polls(telegram, bot.refusal("getUpdates", timeout=MAX_POLL))
    await bot.call("setWebhook", url=hook.url)
    assert await poll == "Conflict: terminated by setWebhook request"
    refusal = await bot.refusal("getUpdates")
    assert refusal.startswith("Conflict: can't use getUpdates method while webhook is active")
