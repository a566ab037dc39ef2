"""When nobody served for a while, all clocks start anew in full, also where the outage fits into a clock's run (N2)."""

from dataclasses import replace

import pytest

from core.night.clock import OUTAGE
from tests.pub import Pub
from tests.tgbot.server_time import ServerTime
from tests.tgbot.updates import Doorman, user
from tgbot.store import Commit, Store
from tgbot.store.keys import ALIVE, keys_of

ANA, BOB = user(1, "Ana"), user(2, "Bob")


async def test_beats_in_time_are_no_outage(store: Store, server_time: ServerTime) -> None:
    for _ in range(4):
        await store.beat(OUTAGE)
        assert await store.served_since("a", OUTAGE) == 0
        server_time.pass_by(OUTAGE)


async def test_who_serves_again_after_too_long_ends_an_outage_once(store: Store, server_time: ServerTime) -> None:
    await store.beat(OUTAGE)
    server_time.pass_by(OUTAGE + 1)
    await store.beat(OUTAGE)
    ended = server_time.now
    for night in ("a", "b"):
        server_time.pass_by(OUTAGE)
        assert await store.served_since(night, OUTAGE) == ended
        await store.beat(OUTAGE)
        assert await store.served_since(night, OUTAGE) == ended


async def test_one_that_serves_is_enough(store: Store, server_time: ServerTime) -> None:
    await store.beat(OUTAGE)
    for _ in range(6):
        server_time.pass_by(OUTAGE)
        assert await store.served_since("a", OUTAGE) == 0


@pytest.mark.usefixtures("server_time")
async def test_n02_an_outage_within_a_clocks_run_gives_the_time_back(store: Store) -> None:
    bar = Doorman(store)
    await bar.deals(ANA, BOB)
    night = await bar.night()
    (table,) = night.tables
    assert table.round is not None
    now = await store.now()
    # The question is 95 seconds old, its reminder was given; nobody served between its 10th and its 94th second.
    asked = replace(table.round, asked_at=now - 95_000, nudged=True)
    loaded = await store.load(night.id)
    assert loaded is not None
    old = replace(night, tables=(replace(table, round=asked),))
    await store.commit(Commit(night=old, expected=loaded.version))
    await store._connection.command("HSET", keys_of(night.id).alive, "at", now - 1000, "since", now - 1000)
    await bar.ticks.tick(night.id)
    round_ = (await bar.night()).tables[0].round
    assert round_ is not None
    assert (round_.asked_at, round_.nudged) == (now - 1000, False)
    assert all(not person.missed for person in (await bar.night()).people)


async def test_a_running_bot_says_that_it_serves(pub: Pub) -> None:
    for alive in ALIVE:
        at = await pub.bot.store._connection.command("HGET", alive, "at")
        assert at is not None
        assert 0 < int(at) <= await pub.bot.store.now()
