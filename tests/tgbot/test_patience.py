"""Slow and endless requests are given up, and nobody is kept waiting by them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn

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
LONG = 30.0
"""Seconds until a test would rather fail than wait."""


async def well() -> str:
    return ""


@pytest.fixture
async def port(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """The port of the bot's own web server, which is very impatient."""
    monkeypatch.setattr(patience, "PATIENCE", SOON)
    monkeypatch.setattr(web, "LONGEST_BODY", SOON)
    server = uvicorn.Server(patience.config(web.app(Doorman(store).ears, SECRET, well)))
    listening = listen(0)
    serving = asyncio.create_task(server._serve([listening]))
    yield int(listening.getsockname()[1])
    server.should_exit = server.force_exit = True
    await serving


@asynccontextmanager
async def calling(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        async with asyncio.timeout(LONG):
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
    async with calling(port) as (reader, writer):
        writer.write(GET)
        return (await reader.readline()).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("beginning", [b"", b"POST", HEAD, HEAD + b"X: "])
async def test_a_request_that_never_begins_is_given_up(port: int, beginning: bytes) -> None:
    async with calling(port) as (reader, writer):
        writer.write(beginning)
        assert await is_well(port)
        assert await rest(reader) == b""


async def test_so_is_a_second_one_on_the_same_connection(port: int) -> None:
    async with calling(port) as (reader, writer):
        writer.write(GET)
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
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
async def test_a_body_that_never_ends_is_given_up(port: int, length: bytes) -> None:
    async with calling(port) as (reader, writer):
        writer.write(HEAD + length)
        assert await is_well(port)
        assert (await rest(reader)).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("secret", [SECRET, "wrong"])
async def test_whoever_goes_on_sending_what_is_refused_is_cut_off(port: int, secret: str) -> None:
    async with calling(port) as (reader, writer):
        head = HEAD.replace(SECRET.encode(), secret.encode())
        writer.write(head + b"Content-Length: 100000000\r\n\r\n")
        refusal = await reader.readline()
        assert refusal.startswith((b"HTTP/1.1 413", b"HTTP/1.1 403"))
        closed = asyncio.create_task(rest(reader))
        while not closed.done():
            writer.write(b"x" * 1000)
            await asyncio.sleep(SOON / 10)
        assert await is_well(port)


async def test_a_connection_may_rest_between_requests(port: int) -> None:
    async with calling(port) as (reader, writer):
        for _ in range(2):
            writer.write(GET)
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            await asyncio.sleep(2 * SOON)


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
