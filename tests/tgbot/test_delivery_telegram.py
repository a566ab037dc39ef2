"""The way to Telegram: what its answers mean, and a transport that keeps the token to itself."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from telegram._utils.types import ODVInput
from telegram.error import InvalidToken, NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from tests.patience import PATIENCE
from tgbot.delivery import Telegram, new_bot, transport
from tgbot.delivery.answers import (
    Answer,
    Blocked,
    Gone,
    Kicked,
    Migrated,
    NotModified,
    Ok,
    Rejected,
    RetryAfter,
    TopicGone,
    Unclear,
    WordsOnly,
)
from tgbot.delivery.transport import AiohttpRequest, QuietBot
from tgbot.screens import Button, Screen, Style

TOKEN = "4242:AAsecret_token-of-the-bot-0123456789"
ANA, GROUP = 1001, -1_000_000_004_001


class Scripted(BaseRequest):
    """Answers every call with the same status and body."""

    def __init__(self, status: int, body: bytes) -> None:
        self._answer = status, body

    @property
    def read_timeout(self) -> float:
        return 1.0

    async def initialize(self) -> None:
        pass

    async def shutdown(self) -> None:
        pass

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        write_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        connect_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        pool_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        return self._answer


async def answer_of(status: int, description: str, chat: int = ANA, **parameters: int) -> Answer:
    body = {"ok": False, "error_code": status, "description": description, "parameters": parameters}
    request = Scripted(status, json.dumps(body).encode())
    telegram = Telegram(QuietBot(TOKEN, request=request, get_updates_request=request))
    answers = [
        await telegram.send(chat, None, Screen("7♥")),
        await telegram.edit(chat, 5, Screen("7♥")),
        await telegram.strip(chat, 5),
        await telegram.delete(chat, (5,)),
        await telegram.delete(chat, (5, 6)),
    ]
    assert len(set(answers)) == 1
    return answers[0]


@pytest.mark.parametrize(
    "description",
    [
        "Bad Request: message to edit not found",
        "Bad Request: message to delete not found",
        "Bad Request: message can't be edited",
        "Bad Request: message can't be deleted",
        "Bad Request: message can't be deleted for everyone",
        "Bad Request: MESSAGE_ID_INVALID",
    ],
)
async def test_a_message_that_is_gone(description: str) -> None:
    assert await answer_of(400, description) == Gone()


async def test_a_message_that_shows_it_already() -> None:
    description = (
        "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
        "as a current content and reply markup of the message"
    )
    assert await answer_of(400, description) == NotModified()


@pytest.mark.parametrize(
    "status,description",
    [
        (403, "Forbidden: bot was blocked by the user"),
        (403, "Forbidden: user is deactivated"),
        (403, "Forbidden: bot can't initiate conversation with a user"),
        (400, "Bad Request: chat not found"),
        (400, "Bad Request: private chat not found"),
    ],
)
async def test_a_person_who_cannot_be_reached(status: int, description: str) -> None:
    assert await answer_of(status, description, ANA) == Blocked()


@pytest.mark.parametrize(
    "status,description",
    [
        (403, "Forbidden: bot was kicked from the supergroup chat"),
        (403, "Forbidden: bot is not a member of the group chat"),
        (403, "Forbidden: the group chat was deleted"),
        (400, "Bad Request: chat not found"),
    ],
)
async def test_a_group_that_is_closed(status: int, description: str) -> None:
    assert await answer_of(status, description, GROUP) == Kicked()


@pytest.mark.parametrize(
    "status,description",
    [
        (400, "Bad Request: not enough rights to send text messages to the chat"),
        (400, "Bad Request: have no rights to send a message"),
        (403, "Forbidden: CHAT_WRITE_FORBIDDEN"),
        (400, "Bad Request: CHAT_SEND_PLAIN_FORBIDDEN"),
        (403, "Forbidden: CHAT_SEND_PLAIN_FORBIDDEN"),
    ],
)
async def test_a_group_where_the_bot_may_not_write_now(status: int, description: str) -> None:
    assert await answer_of(status, description, GROUP) == RetryAfter(60)


@pytest.mark.parametrize(
    "status,description",
    [
        (400, "Bad Request: not enough rights to send photos to the chat"),
        (400, "Bad Request: CHAT_SEND_PHOTOS_FORBIDDEN"),
        (403, "Forbidden: CHAT_SEND_PHOTOS_FORBIDDEN"),
        (400, "Bad Request: not enough rights to send documents to the chat"),
        (403, "Forbidden: CHAT_SEND_DOCS_FORBIDDEN"),
    ],
)
async def test_a_group_that_takes_no_pictures_or_files(status: int, description: str) -> None:
    assert await answer_of(status, description, GROUP) == WordsOnly()


async def test_a_group_that_became_a_supergroup() -> None:
    description = "Bad Request: group chat was upgraded to a supergroup chat"
    assert await answer_of(400, description, -4001, migrate_to_chat_id=GROUP) == Migrated(GROUP)


async def test_too_many_requests() -> None:
    assert await answer_of(429, "Too Many Requests: retry after 31", retry_after=31) == RetryAfter(31)


@pytest.mark.parametrize("description", ["Bad Request: message thread not found", "Bad Request: TOPIC_CLOSED"])
async def test_a_topic_that_is_gone(description: str) -> None:
    assert await answer_of(400, description, GROUP) == TopicGone()


async def test_a_message_that_is_refused_is_not_quoted() -> None:
    description = 'Bad Request: can\'t parse entities: Unsupported start tag "eso7" at byte offset 4'
    assert await answer_of(400, description) == Rejected("can't parse entities")


@pytest.mark.parametrize("status", [401, 404, 409, 500, 502, 504])
async def test_what_says_nothing_about_the_message_is_unclear(status: int) -> None:
    assert isinstance(await answer_of(status, "whatever"), Unclear)


@pytest.mark.parametrize("status", [200, 502])
async def test_an_answer_that_cannot_be_read_is_unclear_and_not_logged(
    status: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    request = Scripted(status, b"<html>7 of hearts</html>")
    request.parse_json_payload = AiohttpRequest.parse_json_payload  # type: ignore[method-assign]
    telegram = Telegram(QuietBot(TOKEN, request=request, get_updates_request=request))
    assert isinstance(await telegram.send(ANA, None, Screen("7♥")), Unclear)
    assert "hearts" not in caplog.text


# Over HTTP


class Server:
    """A Bot API that keeps what it gets and answers as it is told."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, str]]] = []
        self.result: object = {"message_id": 5, "date": 0, "chat": {"id": ANA, "type": "private", "first_name": "Ana"}}
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def answer(self, request: web.Request) -> web.Response:
        form = await (request.json() if request.content_type == "application/json" else request.post())
        fields = {name: field if isinstance(field, str) else str(field) for name, field in form.items()}
        self.calls.append((request.path, fields))
        await self.goes_on.wait()
        return web.json_response({"ok": True, "result": self.result})


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[Server, QuietBot]]:
    server = Server()
    app = web.Application()
    app.router.add_post("/{path:.*}", server.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    bot = new_bot(TOKEN, f"http://127.0.0.1:{port}/")
    try:
        # Without Bot.initialize, which asks who the bot is.
        for request in bot._request:
            await request.initialize()
        yield server, bot
    finally:
        server.goes_on.set()
        for request in bot._request:
            await request.shutdown()
        await runner.cleanup()


async def test_a_screen_over_http() -> None:
    keyboard = ((Button("♥ 7", data="t:7h", style=Style.SUCCESS), Button("Moje karty", url="https://t.me/bot")),)
    screen = Screen("<b>7♥</b>", keyboard, silent=True, protect=True)
    async with serving() as (server, bot):
        telegram = Telegram(bot)
        assert await telegram.send(ANA, 7, screen) == Ok(5)
        ((path, sent),) = server.calls
    assert path == f"/bot{TOKEN}/sendMessage"
    assert json.loads(sent.pop("reply_markup")) == {
        "inline_keyboard": [
            [
                {"text": "♥ 7", "callback_data": "t:7h", "style": "success"},
                {"text": "Moje karty", "url": "https://t.me/bot"},
            ]
        ]
    }
    assert sent == {
        "chat_id": str(ANA),
        "message_thread_id": "7",
        "text": "<b>7♥</b>",
        "parse_mode": "HTML",
        "disable_notification": "true",
        "protect_content": "true",
        "link_preview_options": '{"is_disabled": true}',
    }


async def test_files_are_uploaded() -> None:
    async with serving() as (server, bot):
        await bot.send_document(ANA, b"G smidary\n", filename="record.txt", caption="Zápis")
        ((_, sent),) = server.calls
    assert sent["caption"] == "Zápis"
    assert "record.txt" in sent["document"]


async def test_connections_are_used_again_and_calls_run_side_by_side() -> None:
    async with serving() as (server, bot), asyncio.timeout(PATIENCE):
        server.goes_on.clear()
        telegram = Telegram(bot)
        sending = [asyncio.create_task(telegram.send(ANA + n, None, Screen("7♥"))) for n in range(20)]
        while len(server.calls) < 20:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)
        server.goes_on.set()
        assert await asyncio.gather(*sending) == [Ok(5)] * 20


async def test_an_answer_that_does_not_come_is_unclear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "ANSWER_TIMEOUT", 0.02)
    monkeypatch.setattr(transport, "CONNECT_TIMEOUT", 0.02)
    async with serving() as (server, bot):
        server.goes_on.clear()
        assert await Telegram(bot).send(ANA, None, Screen("7♥")) == Unclear("TimedOut")


async def test_nobody_learns_the_token_from_errors_and_logs(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    bot = new_bot(TOKEN, "http://127.0.0.1:1")
    for request in bot._request:
        await request.initialize()
    with pytest.raises(NetworkError) as refused:
        await bot.send_message(ANA, "7♥ 8♥")
    for request in bot._request:
        await request.shutdown()
    with pytest.raises(NetworkError) as closed:
        await bot.send_message(ANA, "7♥ 8♥")
    async with serving() as (server, other):
        server.goes_on.clear()
        with pytest.raises(TimedOut) as late:
            await other._request[1].post(f"{other.base_url}/getMe", read_timeout=-transport.CONNECT_TIMEOUT + 0.05)
    for text in (str(refused.value), str(closed.value), str(late.value), repr(bot), str(bot), caplog.text):
        assert "secret" not in text
    assert "8♥" not in caplog.text


async def test_a_token_that_telegram_does_not_know_is_not_repeated() -> None:
    request = Scripted(401, b'{"ok": false, "error_code": 401, "description": "Unauthorized"}')
    with pytest.raises(InvalidToken) as refused:
        await QuietBot(TOKEN, request=request, get_updates_request=request).initialize()
    assert "secret" not in str(refused.value)
