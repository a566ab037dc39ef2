"""A Redis that is away, full or read-only is told apart from everything else, and leaves nothing half done."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from redis.exceptions import ResponseError

from tests.tgbot.store_nights import LOST, an_entry, opened
from tgbot.store import Commit, Committed, Connection, Limiter, Store, Unavailable, cluster


@pytest.mark.parametrize("url", ["unix://{}/nothing.sock", "redis://127.0.0.1:1/0", "redis+cluster://127.0.0.1:1"])
async def test_a_server_that_is_not_there(url: str, tmp_path: Path) -> None:
    async with Connection(url.format(tmp_path)) as connection:
        with pytest.raises(Unavailable):
            await connection.ping()
        with pytest.raises(Unavailable):
            await Store(connection).due(5)
        if connection.is_one_server:
            with pytest.raises(Unavailable):
                await Limiter(connection).take(1, False, False)
        else:
            # Another server may have the night: Telegram says when it is too much.
            assert await Limiter(connection).take(1, False, False) == 0


async def test_a_silent_server_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "TIMEOUT", 0.2)
    asked: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while word := await reader.readline():
            if word.strip() == b"GET":
                asked.append(word)
            elif word.strip() in (b"CLIENT", b"SELECT"):
                writer.write(b"+OK\r\n")
        writer.close()

    server = await asyncio.start_unix_server(listen, tmp_path / "silent.sock")
    async with server, Connection(f"unix://{tmp_path}/silent.sock") as connection:
        with pytest.raises(Unavailable):
            await connection.command("GET", "key")
    assert len(asked) == 1


def test_another_kind_of_address_is_refused() -> None:
    with pytest.raises(ValueError, match="redis://"):
        Connection("http://localhost")


@pytest.mark.parametrize(
    "away, back",
    [
        (("CONFIG SET", "maxmemory", "1"), ("CONFIG SET", "maxmemory", "0")),
        (("REPLICAOF", "127.0.0.1", "1"), ("REPLICAOF", "NO", "ONE")),
    ],
    ids=["full", "read-only"],
)
async def test_a_server_that_takes_no_writes(
    one_server: str, store: Store, connection: Connection, away: tuple[str, ...], back: tuple[str, ...]
) -> None:
    night = await opened(store)
    change = Commit(replace(night, games=1), 1, "5", "ano", entries=(an_entry(1),), news=(LOST,), log=("x",))
    await connection.everywhere(*away)
    try:
        with pytest.raises(Unavailable):
            await store.commit(change)
        with pytest.raises(Unavailable):
            await store.lease(night.id, "ana", 1000)  # what is shown could not be noted
        loaded = await store.load(night.id, "5")
        assert loaded
        assert (loaded.night, loaded.version, loaded.repeated) == (night, 1, None)
    finally:
        await connection.everywhere(*back)
    assert await store.entries(night.id) == ()
    assert await store.log(night.id) == ()
    assert isinstance(await store.commit(change), Committed)


async def test_a_fault_of_ours_is_no_outage(connection: Connection) -> None:
    with pytest.raises(ResponseError):
        await connection.command("HGET", "too few")
