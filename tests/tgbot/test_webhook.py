"""The webhook: who may knock, what comes in, and what is no business of the bot's."""

import asyncio
import io
import json
import logging
from collections.abc import AsyncIterator

import aiohttp
import pytest
from starlette.types import Message, Scope

from tests.pub import Pub
from tests.tgbot.updates import (
    ANONYMOUS_ADMIN,
    CHANNEL_POST,
    GROUP,
    Boundless,
    Doorman,
    Json,
    group,
    private,
    said,
    update,
    user,
)
from tests.tgbot.wire import KNOCK, SECRET, Wire, well
from tgbot import web
from tgbot.store import Connection, Limiter, Store
from tgbot.views import texts
from tgbot.words import speak

ANA, BOB, CYRIL = user(1, "Ana"), user(2, "Bob", "en"), user(3, "Cyril")


# Who may knock


@pytest.mark.parametrize(
    "header", [None, "", "knock", "knock-knock-knock", "KNOCK-KNOCK", " knock-knock\t-", "\xfe\xff", "knock-knocк"]
)
async def test_without_the_secret_nothing_is_read(store: Store, header: str | None) -> None:
    async def receive() -> Message:
        raise AssertionError("the body was read")

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [] if header is None else [(web.SECRET_HEADER.lower().encode(), header.encode())]
    scope: Scope = {"type": "http", "method": "POST", "path": web.PATH, "headers": headers, "query_string": b""}
    await web.app(Doorman(store).ears, SECRET, well)(scope, receive, send)
    assert sent[0]["status"] == 403


async def test_the_secret_in_the_address_is_none(wire: Wire) -> None:
    assert (await wire.asks("POST", f"{web.PATH}?secret_token={SECRET}", data=b"{}")).status == 403


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "HEAD"])
async def test_only_post_is_an_update(wire: Wire, method: str) -> None:
    assert (await wire.asks(method, headers=KNOCK)).status == 405


async def test_other_addresses_lead_nowhere(wire: Wire) -> None:
    for path in ("/", "/telegram/", "/telegram/x", f"/{SECRET}", "/..%2f"):
        assert (await wire.asks("POST", path, headers=KNOCK, data=b"{}", allow_redirects=False)).status in (404, 307)


# What comes in


DEEP = b'{"update_id":1,"message":' + b'{"reply_to_message":' * 40_000 + b"{}" + b"}" * 40_001
LESS_DEEP = b'{"update_id":1,"message":' + b'{"reply_to_message":' * 150 + b"{}" + b"}" * 151


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe\x00",
        b"{",
        b"null",
        b"[]",
        b'"update"',
        b"7",
        b"{}",
        b'{"update_id": "7h 8h"}',
        b'{"update_id": 1, "message": []}',
        b'{"update_id": 1, "message": {"text": "/hra"}}',
        b'{"update_id": 1, "callback_query": {"id": 5, "data": {}}}',
        b'{"update_id": 1, "my_chat_member": {"chat": 5}}',
        b'{"update_id": 1, "message": {"message_id": 1, "date": "now", "chat": {"id": 1, "type": "private"}}}',
        b'{"update_id": 1, "callback_query": {"data": "\\ud800"}}',
        b'{"update_id": 1' + b" " * 200_000 + b"}",
        b'{"update_id": ' + b"9" * 10_000 + b"}",
        DEEP[:200_000],
        LESS_DEEP,
    ],
    ids=lambda body: body[:40].decode("latin-1"),
)
async def test_a_body_that_is_no_update_is_taken_and_dropped(
    wire: Wire, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Telegram would only send it again and again."""
    caplog.set_level(logging.DEBUG)
    answer = await wire.posts(body)
    assert (answer.status, answer.body) == (200, b"")
    assert "7h" not in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_body_larger_than_any_update_is_refused(wire: Wire) -> None:
    large = b'{"update_id": 1, "x": "' + b"x" * 3_000_000 + b'"}'
    for body in (large, DEEP):
        assert (await wire.posts(io.BytesIO(body))).status == 413


async def test_of_a_large_body_in_chunks_only_the_beginning_is_read(store: Store) -> None:
    chunks = 0

    async def receive() -> Message:
        nonlocal chunks
        chunks += 1
        return {"type": "http.request", "body": b"x" * 65_536, "more_body": True}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(web.SECRET_HEADER.lower().encode(), SECRET.encode()), (b"transfer-encoding", b"chunked")]
    scope: Scope = {"type": "http", "method": "POST", "path": web.PATH, "headers": headers, "query_string": b""}
    await web.app(Doorman(store).ears, SECRET, well)(scope, receive, send)
    assert sent[0]["status"] == 413
    assert chunks == 5


async def test_an_update_in_chunks_is_one(wire: Wire) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for byte in json.dumps(said(ANA, private(ANA), "/pomoc")).encode():
            yield bytes([byte])

    assert (await wire.posts(chunks())).reply["chat_id"] == ANA["id"]


# What is no business of the bot's


@pytest.mark.parametrize(
    "raw",
    [
        said(ANA, {"id": -1009, "title": "Zprávy", "type": "channel"}, "/hra", "channel_post"),
        said(ANA, {"id": -1009, "title": "Zprávy", "type": "channel"}, "/hra", "edited_channel_post"),
        said(ANA, {"id": -1009, "title": "Zprávy", "type": "channel"}, "/hra"),
        said(ANA, group(), "/hra", "edited_message", edit_date=1_800_000_001),
        said(user(5, "Jiný bot", is_bot=True), group(), "/hra"),
        said(ANA, group(), None, caption="/hra", photo=[]),
        said(ANA, group(), None, sticker={}),
        said(ANA, group(), None, new_chat_title="Jinak"),
        said(ANA, group(), "ahoj /hra"),
        said(ANA, group(), "/hra@JinyBot"),
        said(ANA, group(), "/hra@JinyBot@StamgastBot"),
        said(ANA, group(), "/xyz"),
        said(ANA, group(), "/"),
        said(ANA, group(), "/ hra"),
        said(CHANNEL_POST, group(), "/hra", sender_chat=group(-1009, "Zprávy", "channel"), is_automatic_forward=True),
        update("inline_query", {"id": "1", "from": ANA, "query": "hra", "offset": ""}),
        update("poll", {"id": "1"}),
        update("something_new", {"id": "1"}),
    ],
    ids=lambda raw: f"{list(raw)[1]} {(list(raw.values())[1]).get('text')}",
)
async def test_what_is_no_business_of_the_bots_is_passed_over(wire: Wire, raw: Json) -> None:
    answer = await wire.posts(raw)
    assert (answer.status, answer.body) == (200, b"")
    assert await wire.bar.store.night_of_chat(GROUP, None) is None


@pytest.mark.parametrize("text", ["/hra", "/HRA", "/hra@StamgastBot", "/hra@stamgastbot", "/game", "/hra rychle\nteď"])
async def test_a_command_is_heard_in_all_its_spellings(wire: Wire, text: str) -> None:
    assert (await wire.posts(said(ANA, group(), text))).body == b""
    assert (await wire.bar.night()).tables[0].seats == (1,)


@pytest.mark.parametrize(
    "sender_chat", [group(), group(-1009, "Můj kanál", "channel")], ids=["anonymous admin", "as a channel"]
)
async def test_who_has_no_name_is_told_that_they_cannot_sit_down(wire: Wire, sender_chat: Json) -> None:
    reply = (await wire.posts(said(ANONYMOUS_ADMIN, group(), "/hra", sender_chat=sender_chat))).reply
    assert (reply["method"], reply["chat_id"]) == ("sendMessage", GROUP)
    assert reply["text"] == texts.nameless(speak("cs"))
    assert (await wire.posts(said(ANONYMOUS_ADMIN, group(), "ahoj", sender_chat=sender_chat))).body == b""
    assert await wire.bar.store.night_of_chat(GROUP, None) is None


async def test_a_private_chat_answers_whatever_is_said_there(wire: Wire) -> None:
    for text in ("ahoj", "/neznam", "/", "/hra", "/start", "/start " + "ů" * 3000, "/start hand-", "/start rules-x"):
        reply = (await wire.posts(said(ANA, private(ANA), text))).reply
        assert reply["chat_id"] == ANA["id"], text
        assert reply["text"], text


# Too much of it


@pytest.mark.usefixtures("server_time")
async def test_whoever_repeats_a_command_gets_no_more_answers_than_telegram_lets_through(
    connection: Connection,
) -> None:
    """Twenty a minute in a group, the game's messages among them; answers to taps are free."""
    bar = Doorman(Store(connection), limiter=Limiter(connection))
    await bar.seats(ANA, BOB)
    replies = await asyncio.gather(*(bar.says(CYRIL, "/pomoc") for _ in range(12)))
    assert 3 <= len([reply for reply in replies if reply]) < 12, "no more at once in any chat"
    for _ in range(12):
        assert await bar.taps(CYRIL, "rest:yes")


class Busy(Boundless):
    """A chat that was full just now, and lets one through when these waits are over."""

    def __init__(self, *waits: int) -> None:
        self._waits = [*waits, 0]

    async def take(self, chat: int, group: bool, urgent: bool) -> int:
        return self._waits.pop(0)


@pytest.mark.parametrize(
    "waits, answered",
    [((10,), True), ((10, 10), True), ((web.MOST_WAIT_IN_GROUP + 1,), False), ((1, web.MOST_WAIT_IN_GROUP), False)],
)
async def test_in_the_group_an_answer_waits_a_moment_but_not_until_the_game_has_to(
    store: Store, waits: tuple[int, ...], answered: bool
) -> None:
    bar = Doorman(store, limiter=Busy(*waits))
    assert bool(await bar.says(CYRIL, "/pomoc")) == answered


class Hurried(Boundless):
    """Where only what cannot wait is let through."""

    async def take(self, chat: int, group: bool, urgent: bool) -> int:
        return 0 if urgent else 60_000


async def test_who_asks_is_answered_before_what_can_wait(store: Store) -> None:
    bar = Doorman(store, limiter=Hurried())
    assert await bar.says(CYRIL, "/pomoc")
    assert await bar.whispers(CYRIL, "/pomoc")


async def test_in_private_an_answer_waits_until_it_may_be_sent(connection: Connection) -> None:
    """Three at once, then one a second: nobody is left without an answer who asks as fast as a person does."""
    bar = Doorman(Store(connection), limiter=Limiter(connection))
    assert all(await asyncio.gather(*(bar.whispers(CYRIL, "/pomoc") for _ in range(5))))


# Whether the process is well


async def test_readyz_says_what_is_missing(pub: Pub) -> None:
    url = pub.telegram.world.settings.webhook.url.removesuffix(web.PATH)
    async with aiohttp.ClientSession() as session:

        async def ask(path: str) -> tuple[int, str]:
            async with session.get(url + path) as response:
                return response.status, await response.text()

        assert await ask("/healthz") == (200, "ok")
        assert await ask("/readyz") == (200, "ready")
        assert (await ask("/metrics"))[0] == 200
        pub.bot.listens.clear()
        status, said = await ask("/readyz")
        assert status == 503
        assert "Telegram" in said
