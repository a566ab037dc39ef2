"""Which nights are due, who delivers them, and what was delivered."""

import asyncio
from dataclasses import replace

from structlog.testing import capture_logs

from tests.tgbot.server_time import ServerTime
from tests.tgbot.store_nights import LOST, a_night, opened
from tgbot.metrics import LEASES
from tgbot.store import Commit, Connection, Store
from tgbot.store.keys import keys_of, partition

MINUTE = 60_000


async def test_a_commit_makes_the_night_due_at_once(store: Store) -> None:
    night = await opened(store)
    assert await store.due(10) == [night.id]


async def test_nights_of_all_partitions_come_the_longest_due_first(store: Store) -> None:
    nights = [await opened(store) for _ in range(80)]
    for night in nights[:10]:
        await settle(store, night.id, 1, await store.now() + MINUTE)
    ids = [night.id for night in nights[10:]]
    assert len({partition(one) for one in ids}) > 30
    due = await store.due(100)
    assert sorted(due) == sorted(ids)
    assert due[:20] == await store.due(20)
    assert set(due[:10]) <= set(ids[:20])  # several may be of the same millisecond


async def test_a_night_with_a_later_wake_up_is_due_then_and_not_before(store: Store, server_time: ServerTime) -> None:
    night = await opened(store)
    await settle(store, night.id, 1, await store.now() + 150)
    server_time.pass_by(149)
    assert await store.due(10) == []
    server_time.pass_by(1)
    assert await store.due(10) == [night.id]


async def test_a_night_without_a_wake_up_is_due_with_the_next_commit(store: Store) -> None:
    night = await opened(store)
    await settle(store, night.id, 1, None)
    assert await store.due(10) == []
    await store.commit(Commit(night, 1))
    assert await store.due(10) == [night.id]


async def test_one_holds_the_lease_and_may_prolong_it(store: Store) -> None:
    night = await opened(store)
    assert await store.lease(night.id, "ana", MINUTE)
    assert not await store.lease(night.id, "bob", MINUTE)
    assert await store.lease(night.id, "ana", MINUTE)
    assert await store.finish(night.id, "ana", 1, None)
    assert await store.lease(night.id, "bob", MINUTE)


async def test_of_those_who_take_a_lease_at_once_one_gets_it(store: Store) -> None:
    night = await opened(store)
    got = await asyncio.gather(*(store.lease(night.id, str(token), MINUTE) for token in range(12)))
    assert sum(got) == 1


async def test_a_night_is_taken_over_when_its_lease_has_run_out(store: Store, connection: Connection) -> None:
    night = await opened(store)
    assert await store.lease(night.id, "crashed", MINUTE)
    assert not await store.lease(night.id, "next", MINUTE)
    await connection.command("PEXPIRE", keys_of(night.id).lease, 1)
    await asyncio.sleep(0.01)
    assert await store.due(10) == [night.id]
    assert await store.lease(night.id, "next", MINUTE)
    assert not await store.finish(night.id, "crashed", 1, None)
    assert await store.due(10) == [night.id]
    assert not await store.lease(night.id, "third", MINUTE)
    assert await store.finish(night.id, "next", 1, None)


async def test_the_lease_of_who_died_ends_in_time_also_when_the_clock_is_set_back(
    store: Store, connection: Connection
) -> None:
    """Keys expire by that clock: an hour back, and it would be held for an hour more."""
    night = await opened(store)
    assert await store.lease(night.id, "dead", MINUTE)
    await connection.command("PEXPIRE", keys_of(night.id).lease, 60 * MINUTE)
    assert not await store.lease(night.id, "next", MINUTE)
    assert await connection.command("PTTL", keys_of(night.id).lease) <= MINUTE


async def test_only_another_one_takes_a_night_over(store: Store, connection: Connection) -> None:
    night, taken_over = await opened(store), LEASES.labels("taken_over")
    before = taken_over._value.get()
    for token, number in (("ana", 0), ("ana", 0), ("bob", 1)):
        assert await store.lease(night.id, token, MINUTE)
        assert taken_over._value.get() == before + number
        await connection.command("DEL", keys_of(night.id).lease)  # it has run out


async def test_of_open_nights_only_those_that_are_over_are_not_counted_any_more(store: Store) -> None:
    night, over = await opened(store), await opened(store)
    await store.commit(Commit(replace(over, ended_at=await store.now()), 1))
    await settle(store, night.id, 1, None)
    assert (await store.census()).nights == 2, "its last words are still to come"
    await settle(store, over.id, 2, None)
    assert (await store.census()).nights == 1


async def test_what_was_committed_during_a_delivery_is_delivered_next(store: Store) -> None:
    night = await opened(store)
    assert await store.lease(night.id, "ana", MINUTE)
    await store.commit(Commit(replace(night, games=1), 1))
    assert not await store.finish(night.id, "ana", 1, await store.now() + MINUTE)
    assert await store.due(10) == [night.id]
    assert await store.lease(night.id, "bob", MINUTE)


async def test_a_wake_up_during_a_delivery_is_not_lost(store: Store) -> None:
    night = await opened(store)
    for at in (await store.now(), await store.now() + MINUTE):
        assert await store.lease(night.id, "ana", MINUTE)
        await store.wake(night.id, at)
        await store.wake(night.id, at)
        assert await store.lease(night.id, "ana", MINUTE)
        assert not await store.lease(night.id, "bob", MINUTE)
        assert not await store.finish(night.id, "ana", 1, None)
        assert await store.due(10) == [night.id]
    await settle(store, night.id, 1, None)
    assert await store.due(10) == []


async def test_a_lease_ends_in_time_also_when_the_night_is_woken_meanwhile(
    store: Store, connection: Connection
) -> None:
    night = await opened(store)
    assert await store.lease(night.id, "ana", MINUTE)
    await store.wake(night.id, await store.now())
    assert 0 < await connection.command("PTTL", keys_of(night.id).lease) <= MINUTE


async def test_a_wake_up_only_moves_to_earlier(store: Store) -> None:
    night = await opened(store)
    now = await store.now()
    await settle(store, night.id, 1, now + MINUTE)
    await store.wake(night.id, now + 2 * MINUTE)
    assert await store.due(10) == []
    await store.wake(night.id, now - 1)
    assert await store.due(10) == [night.id]
    await store.wake(night.id, now + MINUTE)
    assert await store.due(10) == [night.id]


async def test_a_wake_up_comes_to_a_night_that_had_none(store: Store) -> None:
    night = await opened(store)
    await settle(store, night.id, 1, None)
    await store.wake(night.id, await store.now())
    assert await store.due(10) == [night.id]


async def test_a_night_that_does_not_exist_cannot_be_woken(store: Store) -> None:
    await store.wake("aaaaaaaaaa", 0)
    assert await store.due(10) == []


async def test_a_night_that_is_gone_leaves_no_wake_up(store: Store, connection: Connection) -> None:
    night = await opened(store)
    await connection.command("DEL", keys_of(night.id).night)
    assert await store.due(10) == [night.id]
    assert await store.lease(night.id, "ana", MINUTE)
    assert await store.snapshot(night.id) is None
    assert await store.finish(night.id, "ana", 0, None)
    assert await store.due(10) == []


async def test_what_is_shown_is_remembered_by_slot(store: Store) -> None:
    night = await opened(store)
    await store.note_shown(night.id, "-100:7:table:1", '{"id":5,"text":"Žofie"}')
    await store.note_shown(night.id, "8:0:hand", "a")
    await store.note_shown(night.id, "8:0:hand", "b")
    await store.note_shown(night.id, "9:0:hand", "c")
    await store.note_shown(night.id, "9:0:hand", None)
    before = await store.now()
    snapshot = await store.snapshot(night.id)
    assert snapshot
    assert snapshot.shown == {"-100:7:table:1": '{"id":5,"text":"Žofie"}', "8:0:hand": "b"}
    assert (snapshot.night, snapshot.version) == (night, 1)
    assert before <= snapshot.now <= await store.now()


async def test_news_are_told_once_each_and_in_order(store: Store) -> None:
    night = a_night()
    facts = tuple(replace(LOST, number=number) for number in range(7))
    await store.commit(Commit(night, 0, news=facts[:3]))
    assert await news(store, night.id) == tuple(enumerate(facts[:3]))
    await store.note_news(night.id, 2)
    await store.note_news(night.id, 2)
    await store.note_news(night.id, 1)
    assert await news(store, night.id) == ((2, facts[2]),)
    await store.commit(Commit(night, 1, news=facts[3:]))
    assert await news(store, night.id) == tuple(enumerate(facts))[2:]
    await store.note_news(night.id, 99)
    assert await news(store, night.id) == ()
    await store.commit(Commit(night, 2, news=facts[:1]))
    assert await news(store, night.id) == ((7, facts[0]),)


async def test_what_is_told_is_known_for_as_long_as_the_night(store: Store, connection: Connection) -> None:
    night = a_night()
    await store.commit(Commit(night, 0, news=(LOST, LOST)))
    assert await store.note_news(night.id, 1)
    assert await connection.command("PTTL", keys_of(night.id).shown) > 0


async def test_news_that_cannot_be_read_stop_no_others(store: Store, connection: Connection) -> None:
    night = a_night()
    await store.commit(Commit(night, 0, news=(LOST, LOST, LOST)))
    await connection.command("LSET", keys_of(night.id).news, 1, "secret?")
    with capture_logs() as logs:
        assert await news(store, night.id) == ((0, LOST), (2, LOST))
    assert [line["night"] for line in logs] == [night.id]
    assert "secret" not in str(logs)
    await store.note_news(night.id, 2)
    assert await news(store, night.id) == ((2, LOST),)


async def test_a_snapshot_of_no_night_is_none(store: Store) -> None:
    assert await store.snapshot("aaaaaaaaaa") is None


async def news(store: Store, night_id: str) -> tuple[tuple[int, object], ...]:
    snapshot = await store.snapshot(night_id)
    assert snapshot
    return snapshot.news


async def settle(store: Store, night_id: str, version: int, wake_at: int | None) -> None:
    """Deliver the night, as far as the store is concerned."""
    assert await store.lease(night_id, "settler", MINUTE)
    assert await store.finish(night_id, "settler", version, wake_at)
