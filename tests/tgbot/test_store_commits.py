"""A change of a night happens once and whole, whoever repeats it, races for it, or loses the reply."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from structlog.testing import capture_logs

from tests.tgbot.store_nights import LOST, a_night, an_entry, opened
from tgbot.store import (
    Census,
    Commit,
    Committed,
    Conflict,
    Connection,
    Damaged,
    NewerSchema,
    Repeated,
    Rewriting,
    Store,
    new_night_id,
)
from tgbot.store.cluster import Argument
from tgbot.store.connection import Script
from tgbot.store.keys import keys_of

MONTH = 30 * 24 * 3600 * 1000


async def test_the_answer_to_a_tap_is_kept_for_as_long_as_telegram_repeats_taps(
    store: Store, connection: Connection
) -> None:
    night = await opened(store)
    for version, by_tap in ((1, True), (2, False)):
        await store.commit(Commit(night, version, str(version), by_tap=by_tap))
    lives = [await connection.command("TTL", keys_of(night.id).answer_to(update)) for update in ("1", "2")]
    assert 4 * 150 - 60 < lives[0] <= 4 * 150
    assert lives[1] > 24 * 3600


async def test_a_night_is_loaded_as_it_was_committed(store: Store) -> None:
    night = a_night()
    assert await store.load(night.id) is None
    entries, log = (an_entry(1), an_entry(2)), ("ana draw", "ž")
    done = await store.commit(Commit(night, 0, "17", "Na zdraví", entries, (LOST, LOST), log))
    loaded = await store.load(night.id, "17")
    assert isinstance(done, Committed)
    assert loaded is not None
    assert (loaded.night, loaded.version, loaded.repeated) == (night, 1, "Na zdraví")
    assert 0 <= loaded.now - done.now < 5_000
    assert abs(await store.now() - loaded.now) < 5_000
    assert await store.entries(night.id) == entries
    assert await store.log(night.id) == log


async def test_an_update_that_was_never_seen_has_no_answer(store: Store) -> None:
    night = await opened(store)
    loaded = await store.load(night.id, "18")
    assert loaded
    assert loaded.repeated is None


async def test_a_night_that_exists_is_not_opened_again(store: Store) -> None:
    night = await opened(store)
    assert await store.commit(Commit(night, 0, "2")) == Conflict()


async def test_a_night_that_is_gone_does_not_come_back(store: Store) -> None:
    assert await store.commit(Commit(a_night(), 3, "2")) == Conflict()


async def test_a_conflict_writes_nothing(store: Store) -> None:
    night = await opened(store)
    lost = Commit(replace(night, games=9), 4, "5", "?", entries=(an_entry(1),), news=(LOST,), log=("x",))
    assert await store.commit(lost) == Conflict()
    snapshot = await store.snapshot(night.id)
    assert snapshot
    assert (snapshot.night, snapshot.version, snapshot.news) == (night, 1, ())
    assert await store.entries(night.id) == ()
    assert await store.log(night.id) == ()
    done = await store.commit(replace(lost, expected=1))
    assert isinstance(done, Committed)
    assert done.version == 2


async def test_an_empty_answer_is_an_answer(store: Store) -> None:
    night = await opened(store)
    await store.commit(Commit(night, 1, "5"))
    assert await store.commit(Commit(night, 2, "5")) == Repeated("")
    loaded = await store.load(night.id, "5")
    assert loaded
    assert loaded.repeated == ""


async def test_the_same_update_id_in_another_night_is_another_update(store: Store) -> None:
    for _ in range(2):
        night = await opened(store)
        assert isinstance(await store.commit(Commit(night, 1, "5")), Committed)


async def handle(store: Store, night_id: str, update: str, random: Random) -> str:
    """What the bot does with an update: load, step, commit, again after a lost race; its answer."""
    while True:
        loaded = await store.load(night_id, update)
        assert loaded
        if loaded.repeated is not None:
            return loaded.repeated
        answer = f"{update}: {random.random()}"
        after = replace(loaded.night, games=loaded.night.games + 1)
        entry = an_entry(after.games)
        match await store.commit(Commit(after, loaded.version, update, answer, (entry,), (LOST,), (update,))):
            case Committed():
                return answer
            case Repeated(answer=said):
                return said


async def test_eight_deliveries_of_each_update_apply_it_once(store: Store) -> None:
    night = await opened(store)
    random = Random(3)
    updates = [str(number) for number in range(40)]
    deliveries = updates * 8
    random.shuffle(deliveries)
    answers: dict[str, set[str]] = {update: set() for update in updates}

    async def process() -> None:
        while deliveries:
            update = deliveries.pop()
            answers[update].add(await handle(store, night.id, update, random))

    await asyncio.gather(*(process() for _ in range(4)))
    loaded = await store.load(night.id)
    assert loaded
    assert (loaded.night.games, loaded.version) == (40, 41)
    assert all(len(said) == 1 for said in answers.values())
    assert sorted(await store.log(night.id)) == sorted(updates)
    assert [entry.number for entry in await store.entries(night.id)] == list(range(1, 41))


async def test_of_those_who_commit_to_one_version_exactly_one_wins(valkey: str, store: Store) -> None:
    night = await opened(store)
    async with AsyncExitStack() as stack:
        processes = [Store(await stack.enter_async_context(Connection(valkey))) for _ in range(8)]
        for version in range(1, 31):
            start = asyncio.Barrier(len(processes))

            async def commit(number: int, version: int, start: asyncio.Barrier) -> Committed | Repeated | Conflict:
                update = f"{version}.{number}"
                await start.wait()
                return await processes[number].commit(Commit(night, version, update, log=(update,)))

            done = await asyncio.gather(*(commit(number, version, start) for number in range(len(processes))))
            assert sorted(type(result).__name__ for result in done) == ["Committed"] + ["Conflict"] * 7
    assert len(await store.log(night.id)) == 30


async def test_a_server_that_forgot_the_scripts_learns_them_again(store: Store, connection: Connection) -> None:
    night = await opened(store)
    await connection.everywhere("SCRIPT FLUSH")
    assert isinstance(await store.commit(Commit(night, 1)), Committed)


class Cutter:
    """Stands between the bot and Redis and cuts the connection instead of passing a reply on, `cuts` times."""

    def __init__(self, server: str) -> None:
        self._server = server
        self.cuts = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_read, to_write = await asyncio.open_unix_connection(self._server)

        async def forward() -> None:
            while data := await reader.read(65536):
                to_write.write(data)
            to_write.close()

        forwarding = asyncio.create_task(forward())
        while (data := await to_read.read(65536)) and not self.cuts:
            writer.write(data)
        self.cuts -= bool(data)
        forwarding.cancel()
        for end in (writer, to_write):
            end.close()


@pytest.fixture
async def cutter(one_server: str, store: Store, tmp_path: Path) -> AsyncIterator[Cutter]:
    """Listens at `cutter.sock` in the temporary folder."""
    cutter = Cutter(unquote(urlsplit(one_server).path))
    server = await asyncio.start_unix_server(cutter.serve, tmp_path / "cutter.sock")
    async with server:
        yield cutter


async def test_a_lost_reply_does_not_apply_an_update_twice(store: Store, cutter: Cutter, tmp_path: Path) -> None:
    night = await opened(store)
    async with Connection(f"unix://{tmp_path}/cutter.sock") as connection:
        await connection.ping()
        cutter.cuts = 1
        await connection.command("INCR", "naive")
        assert await connection.command("GET", "naive") == b"2"  # this is what happens without precautions

        cutter.cuts = 1
        change = Commit(replace(night, games=1), 1, "9", "Vypito", entries=(an_entry(1),))
        assert await Store(connection).commit(change) == Repeated("Vypito")
        cutter.cuts = 1
        assert await Store(connection).commit(Commit(replace(night, games=2), 2, entries=(an_entry(2),))) == Conflict()
    loaded = await store.load(night.id)
    assert loaded
    assert (loaded.night.games, loaded.version) == (2, 3)
    assert await store.entries(night.id) == (an_entry(1), an_entry(2))


async def test_n20_a_night_is_kept_for_30_days_after_its_end(store: Store, connection: Connection) -> None:
    now = await store.now()
    night = await opened(store)
    await store.note_shown(night.id, "hand", "1")
    ended = replace(night, ended_at=now - 1000)
    await store.commit(Commit(ended, 1, "3", entries=(an_entry(1),), news=(LOST,), log=("x",)))
    await store.note_shown(night.id, "table", "2")
    await connection.command("DEL", keys_of(night.id).shown)
    await store.note_shown(night.id, "table", "2")
    names = keys_of(night.id)
    for name in (names.night, names.log, names.ledger, names.news, names.shown):
        assert await connection.command("PTTL", name) == pytest.approx(MONTH, abs=60_000), name


async def test_a_night_that_nobody_ends_is_kept_for_90_days_after_the_latest_change(
    store: Store, connection: Connection
) -> None:
    night = await opened(store)
    names = keys_of(night.id)
    of_night = (names.night, names.log, names.ledger, names.news, names.shown)
    for version in (1, 2):
        await store.commit(Commit(night, version, entries=(an_entry(version),), news=(LOST, LOST), log=("x",)))
        await store.note_shown(night.id, "hand", "1")
        await store.note_news(night.id, 1)
        for name in of_night:
            assert await connection.command("PTTL", name) == pytest.approx(3 * MONTH, abs=60_000), name
            await connection.command("PEXPIRE", name, MONTH)


async def test_what_is_shown_of_a_night_is_known_for_as_long_as_the_night(store: Store, connection: Connection) -> None:
    night = await opened(store)
    await store.note_shown(night.id, "hand", "1")
    await connection.command("PEXPIRE", keys_of(night.id).shown, MONTH)
    await store.commit(Commit(night, 1))
    assert await connection.command("PTTL", keys_of(night.id).shown) == pytest.approx(3 * MONTH, abs=60_000)


async def test_a_night_is_written_anew_whole_or_not_at_all_and_for_no_longer(
    valkey: str, store: Store, connection: Connection
) -> None:
    class Slow(Connection):
        async def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()) -> Any:
            if script.name == "forget":
                await store.note_news(night.id, 1)  # they are told while it is being rewritten
            return await super().run(script, keys, arguments)

    night = await opened(store)
    await store.commit(Commit(night, 1, entries=(an_entry(1),), news=(LOST, LOST), log=("x",)))
    loaded = await store.load(night.id)
    assert loaded is not None
    change = Rewriting(replace(night, title="anew"), str.upper, lambda entry: entry, lambda news: news)
    async with Connection(valkey) as plain, Slow(valkey) as slow:
        assert not await Store(slow).rewrite(loaded, change)
        assert await store.log(night.id) == ("x",)
        assert await Store(plain).rewrite(loaded, change)
        assert not await Store(plain).rewrite(loaded, change), "it has another version by now"
    assert await store.log(night.id) == ("X",)
    names = keys_of(night.id)
    for name in (names.night, names.log, names.ledger, names.news):
        assert await connection.command("PTTL", name) == pytest.approx(3 * MONTH, abs=60_000), name


async def test_a_night_that_is_gone_leaves_nothing_behind(store: Store, connection: Connection) -> None:
    night = await opened(store)
    assert await store.lease(night.id, "ana", 60_000)
    assert await store.finish(night.id, "ana", 1, None)
    names = keys_of(night.id)
    kept_until = await connection.command("ZSCORE", names.wake, night.id)
    assert float(kept_until) - await store.now() == pytest.approx(3 * MONTH + 60_000, abs=60_000)
    await connection.command("ZADD", names.wake, 1, night.id)
    await connection.command("DEL", names.night)  # as if its time were over
    assert await store.due(10) == [night.id]
    assert await store.lease(night.id, "bob", 60_000)
    assert await store.snapshot(night.id) is None
    assert await store.finish(night.id, "bob", 0, None)
    assert await store.census() == Census(nights=0, due=0, overdue=0)


async def test_answers_are_kept_twice_as_long_as_updates_are_repeated(store: Store, connection: Connection) -> None:
    night = await opened(store)
    await store.commit(Commit(night, 1, "77", "ano"))
    assert await connection.command("TTL", keys_of(night.id).answer_to("77")) == pytest.approx(48 * 3600, abs=60)


DAMAGE = {
    "no text": {"state": b"\xff\x00"},
    "cut": {"state": b'{"id":"'},
    "no state": {"state": b""},
    "no version": {"v": b"x"},
    "no schema": {"schema": b"?"},
    "an old schema": {"schema": b"0"},
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("read", ["load", "snapshot"])
async def test_a_damaged_night_is_set_aside(
    store: Store, connection: Connection, damage: dict[str, bytes], read: str
) -> None:
    night = await opened(store)
    await store.commit(Commit(night, 1, "4", entries=(an_entry(1),), log=("ana draw",)))
    names = keys_of(night.id)
    raw = await connection.command("HGETALL", names.night) | {field.encode(): text for field, text in damage.items()}
    await connection.command("HSET", names.night, *(part for pair in raw.items() for part in pair))

    for _ in range(2):  # and stays so
        with capture_logs() as logs, pytest.raises(Damaged) as caught:
            await (store.load(night.id, "4") if read == "load" else store.snapshot(night.id))
        assert caught.value.night_id == night.id
        assert "Zlat" not in str(logs)
        assert "people" not in str(logs)
    assert await store.due(10) == []
    assert await connection.command("EXISTS", names.night) == 0
    aside = await connection.command("HGETALL", names.aside)
    assert list(aside.values()) == [raw[b"state"]]
    assert 0 < await connection.command("PTTL", names.aside) <= 3 * MONTH
    assert await store.entries(night.id) == (an_entry(1),)
    assert await store.log(night.id) == ("ana draw",)


async def test_setting_aside_is_reported_once(store: Store, connection: Connection) -> None:
    night = await opened(store)
    await connection.command("HSET", keys_of(night.id).night, "state", '{"id":"secret"}')
    with capture_logs() as logs:
        for _ in range(2):
            with pytest.raises(Damaged):
                await store.load(night.id)
    assert [(line["log_level"], line["night"]) for line in logs] == [("error", night.id)]
    assert "secret" not in str(logs)


async def test_of_those_who_find_a_damaged_night_at_once_one_sets_it_aside(
    store: Store, connection: Connection
) -> None:
    night = await opened(store)
    names = keys_of(night.id)
    await connection.command("HSET", names.night, "state", "?")
    with capture_logs() as logs:
        found = await asyncio.gather(*(store.load(night.id) for _ in range(6)), return_exceptions=True)
    assert {type(one) for one in found} == {Damaged}
    assert len(logs) == 1
    assert list((await connection.command("HGETALL", names.aside)).values()) == [b"?"]


async def test_a_night_of_a_newer_release_is_left_alone(store: Store, connection: Connection) -> None:
    night = await opened(store)
    name = keys_of(night.id).night
    await connection.command("HSET", name, "schema", 99, "state", "from the future")
    with pytest.raises(NewerSchema):
        await store.load(night.id)
    assert await connection.command("HGET", name, "state") == b"from the future"
    assert await store.due(10) == [night.id]


def test_ids_of_nights_are_short_and_differ() -> None:
    ids = {new_night_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(one) == 10 and set(one) <= set("abcdefghijklmnopqrstuvwxyz234567") for one in ids)


def test_all_keys_of_a_night_are_in_one_slot_and_nights_spread_over_all_partitions() -> None:
    tags = set()
    for _ in range(2000):
        names = keys_of(new_night_id())
        of_one = {name[: name.index("}")] for name in (*vars(names).values(), names.answer_to("1"))}
        assert len(of_one) == 1
        tags |= of_one
    assert len(tags) == 64


def test_a_partition_stays_the_same_for_ever() -> None:
    assert keys_of("abcdefghij").night == "{p58}:night:abcdefghij"
