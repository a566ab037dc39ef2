"""Slow and endless requests are given up, and nobody is kept waiting by them; at the end everybody is answered."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tests.patience import PATIENCE
from tests.tgbot.updates import Doorman
from tgbot import patience, web
from tgbot.playground.listening import listen
from tgbot.store import Store

SECRET = "knock-knock"
HEAD = (
    f"POST {web.PATH} HTTP/1.1\r\nHost: bot\r\n{web.SECRET_HEADER}: {SECRET}\r\nContent-Type: application/json\r\n"
).encode()
GET = b"GET /healthz HTTP/1.1\r\nHost: bot\r\n\r\n"
SOON = 0.3
"""Seconds of patience in these tests."""
CUT = ConnectionError, asyncio.IncompleteReadError
"""What happens to whoever stood still before the first word: then they come again."""


async def well() -> str:
    return ""


@asynccontextmanager
async def serving(pages: Starlette) -> AsyncIterator[tuple[int, patience.Server]]:
    """The port of a web server, which is told to end afterwards at the latest."""
    server = patience.Server(patience.config(pages))
    listening = listen(0)
    task = asyncio.create_task(server.serve([listening]))
    while not server.started:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0)
    try:
        yield int(listening.getsockname()[1]), server
    finally:
        server.should_exit = True
        await task


@pytest.fixture
async def port(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """The port of the bot's own web server, which is very impatient."""
    monkeypatch.setattr(patience, "PATIENCE", SOON)
    monkeypatch.setattr(web, "LONGEST_BODY", SOON)
    async with serving(web.app(Doorman(store).ears, SECRET, well)) as (port, server):
        yield port
        server.force_exit = True


@asynccontextmanager
async def calling(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        async with asyncio.timeout(PATIENCE):
            yield reader, writer
    finally:
        writer.close()


async def rest(reader: asyncio.StreamReader) -> bytes:
    """All that still comes until the other side closes, or cuts us off."""
    with suppress(ConnectionResetError):
        return await reader.read()
    return b""


async def is_well(port: int) -> bool:
    """Whether somebody else is answered."""
    async with answered(port, GET, b"ok") as (_, __, answer):
        return answer.startswith(b"HTTP/1.1 200")


@asynccontextmanager
async def answered(
    port: int, request: bytes, end: bytes
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]]:
    """A connection whose first request was answered, up to these words."""
    async with asyncio.timeout(PATIENCE):
        while True:
            async with calling(port) as (reader, writer):
                try:
                    writer.write(request)
                    answer = await reader.readuntil(end)
                except CUT:
                    continue
                yield reader, writer, answer
                return


@pytest.mark.parametrize("beginning", [b"", b"POST", HEAD, HEAD + b"X: "])
async def test_a_request_that_never_begins_is_given_up(port: int, beginning: bytes) -> None:
    async with calling(port) as (reader, writer):
        writer.write(beginning)
        assert await is_well(port)
        assert await rest(reader) == b""


async def test_so_is_a_second_one_on_the_same_connection(port: int) -> None:
    async with answered(port, GET, b"ok") as (reader, writer, _):
        writer.write(HEAD)
        assert await rest(reader) == b""


async def test_headers_that_trickle_in_win_no_time(port: int) -> None:
    async with calling(port) as (reader, writer):
        closed = asyncio.create_task(rest(reader))
        writer.write(HEAD)
        while not closed.done():
            writer.write(b"X: y\r\n")
            await asyncio.sleep(SOON / 10)
        assert await is_well(port)


@pytest.mark.parametrize("length", [b"Content-Length: 1000\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"])
async def test_a_body_that_never_ends_is_given_up(port: int, length: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", PATIENCE)
    async with calling(port) as (reader, writer):
        writer.write(HEAD + length)
        assert await is_well(port)
        assert (await rest(reader)).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("secret", [SECRET, "wrong"])
async def test_whoever_goes_on_sending_what_is_refused_is_cut_off(port: int, secret: str) -> None:
    head = HEAD.replace(SECRET.encode(), secret.encode()) + b"Content-Length: 100000000\r\n\r\n"
    async with answered(port, head, b"\r\n") as (reader, writer, refusal):
        assert refusal.startswith((b"HTTP/1.1 413", b"HTTP/1.1 403"))
        closed = asyncio.create_task(rest(reader))
        while not closed.done():
            writer.write(b"x" * 1000)
            await asyncio.sleep(SOON / 10)
        assert await is_well(port)


async def test_a_connection_may_rest_between_requests(port: int) -> None:
    async with answered(port, GET, b"ok") as (reader, writer, _):
        await asyncio.sleep(2 * SOON)
        writer.write(GET)
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")


async def test_a_hundred_slow_connections_keep_nobody_waiting(port: int) -> None:
    slow = [await asyncio.open_connection("127.0.0.1", port) for _ in range(100)]
    for _, writer in slow:
        writer.write(HEAD)
    assert await is_well(port)
    for reader, writer in slow:
        assert await rest(reader) == b""
        writer.close()


@pytest.mark.parametrize("body", [b"\x00", b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/9\r\n\r\n", b"A" * 200_000])
async def test_what_is_no_http_is_answered_and_closed(port: int, body: bytes) -> None:
    async with calling(port) as (reader, writer):
        writer.write(body)
        answer = await rest(reader)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 400")
        assert await is_well(port)


# The end


def asks(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: bot\r\n\r\n".encode()


async def test_whoever_is_let_in_the_moment_the_doors_close_is_answered_and_leaves(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise such a connection would be served for as long as the process lives, and cut off in the middle."""
    closing: list[asyncio.Task[None]] = []
    begin = patience.Impatient.__init__

    async with serving(web.app(None, SECRET, well)) as (port, server):

        def is_let_in(self: patience.Impatient, *arguments: Any, **named: Any) -> None:
            begin(self, *arguments, **named)
            closing.append(asyncio.create_task(server.shutdown()))  # it runs before the connection is made known

        monkeypatch.setattr(patience.Impatient, "__init__", is_let_in)
        async with calling(port) as (reader, writer):
            writer.write(GET)
            answer = await rest(reader)
        assert answer.startswith(b"HTTP/1.1 200")
        assert answer.endswith(b"ok")
        await asyncio.gather(*closing)
    assert not [one for one in caplog.records if one.levelno > logging.INFO]


async def test_told_to_end_among_many_requests_it_answers_all_that_it_took(caplog: pytest.LogCaptureFixture) -> None:
    taken = answered = 0

    async def page(_: Request) -> Response:
        nonlocal taken
        taken += 1
        await asyncio.sleep(0.02)
        return PlainTextResponse("ok")

    async with serving(Starlette(routes=[Route("/", page)])) as (port, server):

        async def insists() -> None:
            """Asks again and again, on new connections and on old ones, until nobody opens."""
            nonlocal answered
            with suppress(ConnectionError):
                while True:
                    async with calling(port) as (reader, writer):
                        with suppress(asyncio.IncompleteReadError):
                            for _ in range(5):
                                writer.write(asks("/"))
                                await reader.readuntil(b"\r\n\r\nok")
                                answered += 1

        async with asyncio.TaskGroup() as clients:
            for _ in range(40):
                clients.create_task(insists())
            while answered < 400:  # noqa: ASYNC110 - others ask
                await asyncio.sleep(0.01)
            server.should_exit = True
    assert answered == taken
    assert not [one for one in caplog.records if one.levelno > logging.INFO]


async def test_an_update_that_outlasts_the_grace_is_given_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "GRACE", SOON)
    ears, heard = Doorman(store).ears, asyncio.Event()

    async def hears(_: dict[str, Any]) -> None:
        heard.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(ears, "hear", hears)
    async with serving(web.app(ears, SECRET, well)) as (port, server), calling(port) as (reader, writer):
        writer.write(HEAD + b"Content-Length: 2\r\n\r\n{}")
        await heard.wait()
        server.should_exit = True
        answer = await rest(reader)
    assert answer.startswith(b"HTTP/1.1 503")
    assert b"retry-after: 2" in answer
