"""The access list in deploy/ lets the bot do all it needs on its own keys, and nothing else."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.exceptions import NoPermissionError

from tests.tgbot.store_nights import everything, opened
from tgbot.store import Connection, Store, lines_of, put_back

ROOT = Path(__file__).parents[2]
ACCESS = ROOT / "deploy" / "redis.acl"


@pytest.fixture
async def confined(valkey: str, connection: Connection, request: pytest.FixtureRequest) -> AsyncIterator[Connection]:
    """A way to the server for a user of the access list, the bot unless another one is named."""
    name = getattr(request, "param", "stamgast")
    listed = [line.split() for line in ACCESS.read_text().splitlines()]
    (user,) = [line for line in listed if line[1] == name]
    assert (user[0], user[2]) == ("user", "on")
    await connection.everywhere("ACL SETUSER", *user[1:])
    async with Connection(valkey.replace("://", f"://{name}:{user[3][1:]}@")) as confined:
        yield confined
    await connection.everywhere("ACL DELUSER", name)


def test_nobody_else_gets_in() -> None:
    users = [line.split()[1:3] for line in ACCESS.read_text().splitlines()]
    assert users == [["default", "off"], ["stamgast", "on"], ["backup", "on"]]


def test_the_bot_may_do_what_its_code_does_and_no_more() -> None:
    (bot,) = (line.split() for line in ACCESS.read_text().splitlines() if line.split()[1] == "stamgast")
    allowed = {word[1:] for word in bot if word.startswith("+")}
    store = ROOT / "tgbot" / "store"
    scripts = {word for path in store.glob("*.lua") for word in re.findall(r"redis\.call\('(\w+)'", path.read_text())}
    calls = r'(?:command|everywhere|reply_of)\(\s*(?:redis, )?"(\w+)"(?:, "(SLOTS)")?|\("(EVAL|EVALSHA)"'
    found = (words for path in store.glob("*.py") for words in re.findall(calls, path.read_text()))
    modules = {"|".join(filter(None, words)) for words in found}
    of_the_library = {"select"}
    of_backups = {"scan"}
    assert allowed == {word.lower() for word in scripts | modules} - of_backups | of_the_library


def test_redis_7_0_knows_every_command_of_the_list() -> None:
    """It does not start with a list that has a word too new for it: CLIENT SETINFO came with 7.2."""
    assert "|" not in ACCESS.read_text().replace("cluster|slots", "")


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


@pytest.mark.parametrize("confined", ["backup"], indirect=True)
async def test_backups_are_made_by_somebody_who_can_change_nothing(confined: Connection, store: Store) -> None:
    night = await opened(store)
    await store.claim_chat(-5, None, night.id)
    await store.note_person(8, started=True)
    await store.note_ruling(-5, ("A?", "B"), "1")
    lines = [line async for line in lines_of(confined)]
    assert len(lines) == 2 + 4
    for command in (("SET", "chat:-5", "x"), ("DEL", "chat:-5"), ("GET", "kept:letters"), ("FLUSHALL",)):
        with pytest.raises(NoPermissionError):
            await confined.everywhere(*command)


async def test_the_bots_user_restores(confined: Connection, connection: Connection, store: Store) -> None:
    await opened(store)
    await store.claim_chat(-5, None, "x")
    lines = [line async for line in lines_of(connection)]
    await connection.everywhere("FLUSHALL")
    assert await put_back(confined, lines) == (2, 0)
