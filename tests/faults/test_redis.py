"""A store that dies, is away, cuts its replies, or takes no writes (F8 to F11).

It is away for a minute in long runs. The full disk is a limit to the size of the server's files, which ends it in the
middle of a write as a full disk does, and needs no file system of its own.
"""

import asyncio
import json
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.conftest import Opener
from tests.faults.harness.invariants import all_is_well, moves_are_right
from tests.faults.harness.pub import Pub
from tests.faults.harness.redis import Redis, lossy
from tests.faults.harness.row import Row
from tests.faults.harness.table import side_by_side
from tgbot.store import Connection
from tgbot.words import speak

OLD_BUTTON = speak("cs")("This button is old; go by the newest message.")
SOON = 10.0
"""Seconds in which every screen is right again after a fault; checked in long runs, which have the machine alone."""
# What was told and could not be noted any more is told again: once for each outage and table.


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    """A server of the test's own, which runs."""
    redis = Redis(tmp_path / "redis")
    redis.start()
    yield redis
    redis.send(signal.SIGCONT)
    redis.end()


# F8


async def test_f08_redis_is_killed_and_comes_back(row: Row, fresh: Opener, redis: Redis) -> None:
    """Under load, with AOF `always`: no acknowledged commit is missing, and soon after the port is up all is served."""
    rounds = row.times(2)
    slowest = 0.0
    async with fresh(server=redis) as pub:
        await pub.seats(tables=1 if row.scale == 1 else 3)
        for _ in range(rounds):
            playing = asyncio.create_task(side_by_side(pub.tables, 4))
            await asyncio.sleep(0.2 * pub.chance.random())
            redis.end()
            redis.start()
            await redis.ready()
            slowest = max(slowest, await _served_after(pub))
            await playing
        found = await all_is_well(pub, repeats=rounds * len(pub.tables))
    assert row.scale == 1 or slowest < 3
    row.note(rounds=rounds, kills=rounds, serving=slowest, recovery=found.seconds)


async def test_f08_control_without_a_log_on_disk(fresh: Opener, redis: Redis) -> None:
    async with fresh(bots=1, server=redis) as pub:
        await pub.connection.command("CONFIG SET", "appendonly", "no")
        await pub.seats(tables=1)
        redis.end()
        redis.start()
        await redis.ready()
        with pytest.raises(AssertionError):
            await moves_are_right(pub, pub.tables[0])


async def _served_after(pub: Pub) -> float:
    """Seconds until a bot says that it is ready."""
    began = asyncio.get_running_loop().time()
    await pub.bots[0].ready()
    return asyncio.get_running_loop().time() - began


# F9


@pytest.mark.parametrize("how", ["refused", "silent"])
async def test_f09_redis_is_away(row: Row, fresh: Opener, redis: Redis, how: str) -> None:
    """Nothing is answered with 200 meanwhile; afterwards all is applied that was not too old by then."""
    seconds = 1.0 if row.scale == 1 else 60.0
    async with fresh(server=redis, bots=2) as pub:
        await pub.seats(tables=1)
        assert await _while_away(pub, redis, how, seconds) <= {503}
        found = await all_is_well(pub, repeats=1)
    assert row.scale == 1 or found.seconds < SOON
    row.note(rounds=1, away=seconds, recovery=found.seconds)


async def test_f09_control_where_an_outage_is_no_reason_to_come_again(fresh: Opener, redis: Redis) -> None:
    async with fresh(server=redis, bots=2, spoils=["overlooks_outages"]) as pub:
        await pub.seats(tables=1)
        assert 200 in await _while_away(pub, redis, "refused", 1.0)
        with pytest.raises(AssertionError, match="I1"):
            await moves_are_right(pub, pub.tables[0])


async def _while_away(pub: Pub, redis: Redis, how: str, seconds: float) -> set[int]:
    """A table plays on until some moves are taken; what was answered while Redis was away for so long, or for longer
    when nothing was yet."""
    if how == "refused":
        redis.end()
    else:
        redis.send(signal.SIGSTOP)
    heard = len(pub.front.attempts)
    playing = asyncio.create_task(side_by_side(pub.tables, 5))
    await asyncio.sleep(seconds)
    while len(pub.front.attempts) <= heard:  # noqa: ASYNC110 - other processes
        await asyncio.sleep(0.01)
    statuses = {attempt.status for attempt in pub.front.attempts[heard:]}
    if how == "refused":
        redis.start()
        await redis.ready()
    else:
        redis.send(signal.SIGCONT)
    await playing
    return statuses


# F10


async def test_f10_replies_are_lost_after_the_work_is_done(row: Row, fresh: Opener, redis: Redis) -> None:
    """One reply of twenty; beside it, what becomes of a plain counter."""
    moves = row.times(8)
    await redis.ready()
    async with lossy(redis, random.Random(7)) as (proxy, url), fresh(server=redis, redis_url=url) as pub:
        await pub.seats(tables=1)
        proxy.cut = 0.05
        await side_by_side(pub.tables, moves)
        async with Connection(url) as connection:
            for _ in range(200):
                await connection.command("INCR", "naive")
        proxy.cut = 0.0
        _nobody_is_told_to_be_late(pub)
        found = await all_is_well(pub, repeats=proxy.cuts)
        assert int(await pub.connection.command("GET", "naive")) > 200, "nothing was lost, nothing is proved"
    row.note(rounds=moves, cuts=proxy.cuts, recovery=found.seconds)


async def test_f10_control_where_the_version_is_asked_first(fresh: Opener, redis: Redis) -> None:
    """A call that comes again meets its own version, and is taken for a lost race: what was done is called too late."""
    await redis.ready()
    spoils = ["forgets_updates"]
    async with lossy(redis, random.Random(7)) as (proxy, url), fresh(server=redis, redis_url=url, spoils=spoils) as pub:
        await pub.seats(tables=1)
        proxy.cut = 0.2
        await side_by_side(pub.tables, 20)
        proxy.cut = 0.0
        with pytest.raises(AssertionError, match="F10"):
            _nobody_is_told_to_be_late(pub)


def _nobody_is_told_to_be_late(pub: Pub) -> None:
    """Whoever has made a move is not told that it came too late."""
    late = json.dumps(OLD_BUTTON, ensure_ascii=False)[1:-1]
    for attempt in pub.front.attempts:
        assert late not in attempt.body, "F10: who has made a move is told to be late"


# F11


async def test_f11_redis_takes_no_writes(row: Row, fresh: Opener, redis: Redis) -> None:
    """Its memory is full, then it is a copy that is only read: 503, nothing half done, and all goes on by itself."""
    rounds = row.times(1)
    async with fresh(server=redis, bots=2) as pub:
        await pub.seats(tables=1)
        for _ in range(rounds):
            for away, back in (
                (("CONFIG SET", "maxmemory", "1"), ("CONFIG SET", "maxmemory", "0")),
                (("REPLICAOF", "127.0.0.1", "1"), ("REPLICAOF", "NO", "ONE")),
            ):
                await pub.connection.command(*away)
                heard = len(pub.front.attempts)
                playing = asyncio.create_task(side_by_side(pub.tables, 3))
                while len(pub.front.attempts) <= heard:  # noqa: ASYNC110 - other processes
                    await asyncio.sleep(0.01)
                assert {attempt.status for attempt in pub.front.attempts[heard:]} == {503}
                await pub.connection.command(*back)
                await playing
        found = await all_is_well(pub, repeats=2 * rounds)
    row.note(rounds=2 * rounds, recovery=found.seconds)


async def test_f11_the_disk_is_full(row: Row, fresh: Opener, redis: Redis) -> None:
    """A server that may write no more ends in the middle of a write, as with a full disk under AOF `always`."""
    rounds = row.times(1)
    async with fresh(server=redis, bots=2) as pub:
        await pub.seats(tables=1)
        for _ in range(rounds):
            redis.full_disk()
            playing = asyncio.create_task(side_by_side(pub.tables, 3))
            await redis.gone()
            redis.start()
            await playing
        found = await all_is_well(pub, repeats=rounds)
    row.note(rounds=rounds, kills=rounds, recovery=found.seconds)


async def test_f11_control_where_a_failed_write_is_a_success(fresh: Opener, redis: Redis) -> None:
    async with fresh(server=redis, bots=2, spoils=["takes_failure_for_success"]) as pub:
        await pub.seats(tables=1)
        await pub.connection.command("CONFIG SET", "maxmemory", "1")
        await side_by_side(pub.tables, 1)
        await pub.connection.command("CONFIG SET", "maxmemory", "0")
        with pytest.raises(AssertionError, match="I1"):
            await moves_are_right(pub, pub.tables[0])
