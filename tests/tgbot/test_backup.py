"""A backup brings an evening back: the same account, the same hands, the same table, also in another kind of store."""

import asyncio
import gzip
import os
import sys
import tracemalloc
from asyncio.subprocess import PIPE
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.cluster import clustered
from tests.patience import PATIENCE
from tests.pub import Pub
from tests.tgbot.store_nights import an_entry, opened
from tests.tgbot.updates import GROUP, Doorman, moves, private, tapped, user
from tgbot import backup
from tgbot.__main__ import main
from tgbot.config import Settings
from tgbot.store import Commit, Connection, Damaged, Store, embedded, lines_of, new_night_id, put_back
from tgbot.store.keys import keys_of

ROOT = Path(backup.__file__).parents[1]
ANA, BOB = user(1, "Ana"), user(2, "Bob")
PATIENT_BOT = f"""
from runpy import run_module
from tgbot.store import cluster
cluster.TIMEOUT = {PATIENCE}
run_module("tgbot", run_name="__main__")
"""
"""`python -m tgbot`, to which a server on a slow machine is not away."""


def settings(url: str) -> Settings:
    return Settings(_env_file=None, redis_url=SecretStr(url))


def files(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix == ".gz" or path.name.startswith(".")]


async def an_evening(bar: Doorman) -> None:
    """A game is on, somebody has drawn, drinks are owed."""
    await bar.deals(ANA, BOB)
    night = await bar.night()
    player, data = moves(night)[-1]
    person = ANA if player == ANA["id"] else BOB
    await bar.hears(tapped(person, private(person), data))
    loaded = await bar.store.load(night.id)
    assert loaded
    await bar.store.commit(Commit(loaded.night, loaded.version, "u1", "ano", (an_entry(1), an_entry(2, person=2))))


async def account(bar: Doorman) -> tuple[object, ...]:
    """All that must not be lost."""
    night = await bar.night()
    entries, log = await bar.store.entries(night.id), await bar.store.log(night.id)
    repeated = await bar.store.load(night.id, "u1")
    return night, entries, log, repeated and repeated.repeated, await bar.says(ANA, "/tabule")


async def test_the_same_account_the_same_hands_after_everything_was_lost(
    valkey: str, store: Store, connection: Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bar = Doorman(store)
    await an_evening(bar)
    before = await account(bar)
    assert await backup.save(settings(valkey), str(tmp_path), keep=3) == 0
    (path,) = files(tmp_path)
    assert capsys.readouterr().out.endswith(f"{path}\n")
    await connection.everywhere("FLUSHALL")
    assert await store.night_of_chat(bar.chat["id"], None) is None

    assert await backup.restore(settings(valkey), str(path)) == 0
    assert await account(bar) == before
    assert await store.due(10) == [(await bar.night()).id], "its screens are looked at again"
    await an_evening(Doorman(store, {**bar.chat, "id": -4002}))


async def test_screens_come_back_and_their_buttons_work(pub: Pub, valkey: str, tmp_path: Path) -> None:
    guests = await pub.deal("Ana", "Bob")
    assert await backup.save(settings(valkey), str(tmp_path), keep=1) == 0
    then = {guest.id: guest.hand.text for guest in guests}
    table = pub.table.text
    night = await pub.night()
    person, data = moves(night)[0]
    await next(guest for guest in guests if guest.id == person).sends(data)  # what happens after the backup is lost

    async with Connection(valkey) as connection:
        for key in [key for found in await connection.everywhere("KEYS", "*") for key in found]:
            await connection.command("DEL", key)
    assert await backup.restore(settings(valkey), str(files(tmp_path)[0])) == 0
    await pub.settled()
    assert {guest.id: guest.hand.text for guest in guests} == then
    assert pub.table.text == table
    assert pub.said.count(table) == 1, "the one before is taken away"
    await next(guest for guest in guests if guest.id == person).sends(data)
    assert (await pub.night()).tables[0].round != night.tables[0].round


async def test_it_moves_house_from_the_embedded_server_to_a_cluster(tmp_path: Path) -> None:
    async with embedded(tmp_path / "data") as url, Connection(url) as connection:
        bar = Doorman(Store(connection))
        await an_evening(bar)
        nights = [await opened(bar.store) for _ in range(10)]
        before = await account(bar)
        lines = [line async for line in lines_of(connection)]
    async with clustered(tmp_path / "cluster") as cluster, Connection(cluster.url) as connection:
        done, there = await put_back(connection, lines)
        assert (done, there) == (len(lines) - 2, 0)
        assert await put_back(connection, lines) == (0, done), "what is there stays as it is"
        again = [line async for line in lines_of(connection)]
        assert await account(Doorman(Store(connection))) == before
    assert len(again) == len(lines)
    assert all(any(night.id in line for line in again) for night in nights)


async def test_n20_nights_and_answers_expire_as_they_would_have(store: Store, connection: Connection) -> None:
    night = await opened(store)
    ended = Commit(replace(night, ended_at=await store.now()), 1, "9", "ano")
    await store.commit(ended)
    keys = [key for found in await connection.everywhere("KEYS", "*") for key in found if night.id.encode() in key]
    before = {key: await connection.command("PTTL", key) for key in keys}
    lines = [line async for line in lines_of(connection)]
    await connection.everywhere("FLUSHALL")
    await put_back(connection, lines)
    for key, left in before.items():
        assert left > 0
        assert await connection.command("PTTL", key) == pytest.approx(left, abs=60_000)


async def test_bytes_that_are_no_text_survive(store: Store, connection: Connection) -> None:
    night = await opened(store)
    raw = bytes(range(256))
    await connection.command("HSET", keys_of(night.id).aside, "1:v1:schema1", raw)
    lines = [line async for line in lines_of(connection)]
    await connection.everywhere("FLUSHALL")
    await put_back(connection, lines)
    assert await connection.command("HGET", keys_of(night.id).aside, "1:v1:schema1") == raw


async def test_f23_a_damaged_night_is_brought_back_and_what_could_not_be_read_is_kept(
    bar: Doorman, connection: Connection, valkey: str, tmp_path: Path
) -> None:
    await an_evening(bar)
    night, names = await bar.night(), keys_of((await bar.night()).id)
    before = await account(bar)
    await backup.save(settings(valkey), str(tmp_path), keep=1)
    await connection.command("HSET", names.night, "state", "garbage")
    assert "🛠" in await bar.says(ANA, "/tabule"), "the table is told, and let go"

    assert await backup.restore(settings(valkey), str(files(tmp_path)[0])) == 0
    assert await account(bar) == before
    assert await bar.store.due(10) == [night.id]
    assert list((await connection.command("HGETALL", names.aside)).values()) == [b"garbage"]
    assert (await put_back(connection, [line async for line in lines_of(connection)]))[0] == 0


async def test_what_was_set_aside_is_kept_for_as_long_as_before(store: Store, connection: Connection) -> None:
    night = await opened(store)
    names = keys_of(night.id)
    await store.commit(Commit(night, 1, "4", entries=(an_entry(1),), log=("ana draw",)))
    await connection.command("HSET", names.night, "state", "garbage")
    with pytest.raises(Damaged):
        await store.load(night.id)
    left = await connection.command("PTTL", names.aside)
    lines = [line async for line in lines_of(connection)]
    await connection.everywhere("FLUSHALL")
    assert await put_back(connection, lines) == (1, 0)
    for key in (names.aside, names.log, names.ledger):
        assert await connection.command("PTTL", key) == pytest.approx(left, abs=60_000)
    assert await put_back(connection, lines) == (0, 1), "no whole state has come"


@pytest.mark.parametrize("follows", ["nothing", "another night", "a night that is over", "a night that is gone"])
async def test_n5_a_group_has_one_night_also_after_a_restore(
    bar: Doorman, connection: Connection, valkey: str, tmp_path: Path, follows: str
) -> None:
    await an_evening(bar)
    old = await bar.night()
    await backup.save(settings(valkey), str(tmp_path), keep=1)
    await connection.everywhere("FLUSHALL")
    new = old
    if follows != "nothing":
        await bar.seats(ANA, BOB)
        new = await bar.night()
    if follows == "a night that is gone":
        await connection.command("DEL", keys_of(new.id).night)
    if follows == "a night that is over":
        await bar.becomes(replace(new, ended_at=new.opened_at))

    assert await backup.restore(settings(valkey), str(files(tmp_path)[0])) == 0
    restored = await bar.store.load(old.id)
    assert restored is not None
    if follows == "another night":
        assert restored.night.ended_at, "with its table of honour"
        assert (await bar.night()).id == new.id
        assert len(await bar.store.entries(old.id)) == 2
    else:
        assert await bar.night() == old


async def test_a_night_that_was_over_is_nobodys_table_after_a_restore(
    bar: Doorman, connection: Connection, valkey: str, tmp_path: Path
) -> None:
    await an_evening(bar)
    night = await bar.night()
    await bar.becomes(replace(night, ended_at=night.opened_at))
    await bar.store.release_chat(GROUP, None, night.id)
    await backup.save(settings(valkey), str(tmp_path), keep=1)
    await connection.everywhere("FLUSHALL")
    assert await backup.restore(settings(valkey), str(files(tmp_path)[0])) == 0
    assert await bar.store.load(night.id) is not None
    assert await bar.store.night_of_chat(GROUP, None) is None


async def test_backups_of_any_size_take_little_memory(
    valkey: str, connection: Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number, size = 100, 60_000
    for night_id in (new_night_id() for _ in range(number)):
        await connection.command("HSET", keys_of(night_id).night, "v", 1)
        await connection.command("RPUSH", keys_of(night_id).log, "x" * size)
    tracemalloc.start()
    assert await backup.save(settings(valkey), str(tmp_path), keep=1) == 0
    assert await backup.restore(settings(valkey), str(files(tmp_path)[0])) == 0
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < number * size / 4
    assert f"{number} were there already" in capsys.readouterr().out


@pytest.mark.parametrize(
    "spoil, why",
    [
        (lambda raw: b"", "it is empty"),
        (lambda raw: raw[:-20], "no whole gzip file"),
        (lambda raw: gzip.compress(b"{"), "damaged"),
        (lambda raw: gzip.compress(b"\n".join(gzip.decompress(raw).splitlines()[:-1])), "its end is missing"),
        (lambda raw: gzip.compress(gzip.decompress(raw).replace(b'"stamgast": 1', b'"stamgast": 9')), "a newer one"),
    ],
    ids=["empty", "cut", "garbage", "interrupted", "newer"],
)
async def test_a_damaged_backup_is_refused_whole(
    valkey: str,
    store: Store,
    connection: Connection,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    spoil: Callable[[bytes], bytes],
    why: str,
) -> None:
    await opened(store)
    await backup.save(settings(valkey), str(tmp_path), keep=1)
    (path,) = files(tmp_path)
    path.write_bytes(spoil(path.read_bytes()))
    await connection.everywhere("FLUSHALL")
    assert await backup.restore(settings(valkey), str(path)) == 1
    assert why in capsys.readouterr().err
    assert await connection.everywhere("DBSIZE") == [0] * len(await connection.everywhere("PING"))


async def test_the_oldest_files_go_and_nobody_else_can_read_them(valkey: str, store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in ("stamgast-20200101-000000.jsonl.gz", "stamgast-20200102-000000.jsonl.gz", "notes.txt"):
        (folder / name).touch()
    assert await backup.save(settings(valkey), str(folder), keep=2) == 0
    first, *others = sorted(path.name for path in folder.iterdir())
    assert (first, others[0]) == ("notes.txt", "stamgast-20200102-000000.jsonl.gz")
    assert len(others) == 2
    assert (folder / others[1]).stat().st_mode & 0o777 == 0o600


async def test_with_another_user_than_that_for_backups_it_says_so(
    valkey: str, store: Store, connection: Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await opened(store)
    await connection.everywhere("ACL SETUSER", "narrow", "on", ">x", "+ping", "+select", "+client|setinfo")
    narrow = valkey.replace("://", "://narrow:x@")
    assert await backup.save(settings(narrow), str(tmp_path), keep=1) == 1
    assert "no backup was made" in (said := capsys.readouterr().err)
    assert "deploy/redis.acl" in said
    assert files(tmp_path) == []
    await connection.everywhere("ACL DELUSER", "narrow")


@pytest.mark.parametrize("number", ["0", "-1", "all"])
def test_at_least_the_new_file_stays(number: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "argv", ["tgbot", "backup", str(tmp_path), "--keep", number])
    with pytest.raises(SystemExit):
        main()


async def test_without_a_store_no_file_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await backup.save(settings("redis://127.0.0.1:1"), str(tmp_path), keep=1) == 1
    assert "no backup was made" in capsys.readouterr().err
    assert files(tmp_path) == []


async def test_from_one_process_to_another_by_a_pipe(valkey: str, store: Store, connection: Connection) -> None:
    night = await opened(store)
    env = {"REDIS_URL": valkey, "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}

    async def bot(*words: str, given: bytes = b"") -> bytes:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", PATIENT_BOT, *words, env=env, stdin=PIPE, stdout=PIPE
        )
        said, _ = await process.communicate(given)
        assert process.returncode == 0
        return said

    saved = await bot("backup", "-")
    await connection.everywhere("FLUSHALL")
    assert (await bot("restore", "-", given=saved)).startswith(b"1 things were restored")
    assert await store.load(night.id)
