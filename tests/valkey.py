"""A real Valkey for tests: one server, or three of a cluster, for each worker; an empty database for each test."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.cluster import clustered
from tgbot.store import Connection, Store, embedded


@asynccontextmanager
async def _alone(folder: Path) -> AsyncIterator[str]:
    async with embedded(folder) as url:
        async with Connection(url) as connection:
            # Nothing here has to outlive the tests.
            await connection.everywhere("CONFIG SET", "appendonly", "no")
        yield url


@asynccontextmanager
async def _three(folder: Path) -> AsyncIterator[str]:
    async with clustered(folder) as cluster:
        yield cluster.url


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[str]:
    """The URL of a server, or with `--cluster` of three, with whatever earlier tests left in it."""
    folder = tmp_path_factory.mktemp("valkey")
    servers = _three(folder / "cluster") if pytestconfig.getoption("--cluster") else _alone(folder)
    loop = asyncio.new_event_loop()
    try:
        yield loop.run_until_complete(servers.__aenter__())
    finally:
        loop.run_until_complete(servers.__aexit__(None, None, None))
        loop.close()


@pytest.fixture
def one_server(valkey: str) -> str:
    """The URL of the server, for tests of what there is with a single one only."""
    if not valkey.startswith("unix://"):
        pytest.skip("of a single server")
    return valkey


@pytest.fixture
async def connection(valkey: str) -> AsyncIterator[Connection]:
    """A way to the server, which is empty now."""
    async with Connection(valkey) as connection:
        await connection.everywhere("FLUSHALL")
        yield connection


@pytest.fixture
async def store(connection: Connection) -> Store:
    """An empty store."""
    return Store(connection)
