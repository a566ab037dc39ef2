"""A real Valkey for tests: one server for each worker, an empty database for each test."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from tgbot.store import Connection, Store, embedded


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server with whatever earlier tests left in it."""

    async def start() -> str:
        url = await server.__aenter__()
        async with Connection(url) as connection:
            await connection.command("CONFIG SET", "appendonly", "no")  # nothing here has to outlive the tests
        return url

    server = embedded(tmp_path_factory.mktemp("valkey"))
    loop = asyncio.new_event_loop()
    try:
        yield loop.run_until_complete(start())
    finally:
        loop.run_until_complete(server.__aexit__(None, None, None))
        loop.close()


@pytest.fixture
async def connection(valkey: str) -> AsyncIterator[Connection]:
    """A way to the server, which is empty now."""
    async with Connection(valkey) as connection:
        await connection.command("FLUSHALL")
        yield connection


@pytest.fixture
async def store(connection: Connection) -> Store:
    """An empty store."""
    return Store(connection)
