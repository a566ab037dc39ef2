"""The access list in deploy/ lets the bot do all it needs on its own keys, and nothing else."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.exceptions import NoPermissionError

from tests.tgbot.store_nights import everything
from tgbot.store import Connection

ACCESS = Path(__file__).parents[2] / "deploy" / "redis.acl"


@pytest.fixture
async def confined(valkey: str, connection: Connection) -> AsyncIterator[Connection]:
    """A way to the server for the user of the access list."""
    _, user = (line.split() for line in ACCESS.read_text().splitlines())
    assert user[:4] == ["user", "stamgast", "on", ">CHANGE-ME"]
    await connection.everywhere("ACL SETUSER", *user[1:])
    async with Connection(valkey.replace("://", "://stamgast:CHANGE-ME@")) as confined:
        yield confined
    await connection.everywhere("ACL DELUSER", "stamgast")


async def test_the_bot_can_do_all_it_needs(confined: Connection) -> None:
    await everything(confined)
    await confined.everywhere("INFO", "server")


@pytest.mark.parametrize(
    "command",
    [
        "FLUSHALL",
        "CONFIG GET *",
        "KEYS *",
        "SHUTDOWN",
        "ACL LIST",
        "SCRIPT FLUSH",
        "GET other",
        "SET x 1",
    ],
)
async def test_the_bot_can_do_nothing_else(confined: Connection, command: str) -> None:
    with pytest.raises(NoPermissionError):
        await confined.everywhere(*command.split())
