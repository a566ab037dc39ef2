"""On a Redis Cluster: every script keeps to one hash slot, and nothing else differs."""

import asyncio
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from socket import create_server

import pytest

from tests.tgbot.store_nights import everything
from tgbot.store import Connection, Unavailable
from tgbot.store.embedded import server_program


@pytest.fixture
async def cluster(tmp_path: Path) -> AsyncIterator[Connection]:
    """A cluster of one server, which refuses keys of several slots as a large one does."""
    port = free_port()
    server = start(port, tmp_path)
    try:
        await form(port)
        async with Connection(f"redis+cluster://127.0.0.1:{port}") as connection:
            yield connection
    finally:
        server.terminate()
        server.wait()


def start(port: int, folder: Path) -> subprocess.Popen[bytes]:
    network = [
        "--bind",
        "127.0.0.1",
        "--port",
        str(port),
        "--cluster-enabled",
        "yes",
        "--cluster-port",
        str(free_port()),
    ]
    files = ["--dir", str(folder), "--save", ""]
    return subprocess.Popen([server_program(), *network, *files], stdout=subprocess.DEVNULL)


async def form(port: int) -> None:
    """Give all slots to the server, and wait until it takes commands."""
    async with Connection(f"redis://127.0.0.1:{port}") as connection:
        await connection.command("CLUSTER ADDSLOTSRANGE", 0, 16383)
        while True:
            try:
                await connection.command("GET", "anything")
            except Unavailable:
                await asyncio.sleep(0.05)
            else:
                return


def free_port() -> int:
    with create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


async def test_everything_works_on_a_cluster(cluster: Connection) -> None:
    await everything(cluster)
