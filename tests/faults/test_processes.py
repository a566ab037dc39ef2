"""Processes that die: at the worst moment, at random moments, and because they are told to (F6, F7)."""

import asyncio
import signal
from collections.abc import Awaitable

import pytest

from tests.faults.conftest import Opener
from tests.faults.harness.front import NOBODY
from tests.faults.harness.invariants import all_is_well, moves_are_right, up_to_date
from tests.faults.harness.processes import Bot
from tests.faults.harness.pub import Pub
from tests.faults.harness.row import Row

SOON = 10.0
"""Seconds in which every screen is right again after a fault; checked in long runs, which have the machine alone."""
NEVER = 12.0
"""Seconds after which a screen that is still wrong stays so: a lease has run out, and every bot has looked."""


# F6


async def test_f06_killed_between_the_commit_and_what_follows(row: Row, fresh: Opener) -> None:
    """Each bot dies right after its seventh commit, before the answer and before one word to anybody."""
    kills = row.times(3)
    async with fresh(spoils=["dies_after_commit"]) as pub:
        await _while_they_die(pub, _play_until_killed(pub, kills))
        await _is_well_again(pub, row, kills)


async def test_f06_control_where_commits_wake_nobody(fresh: Opener) -> None:
    async with fresh(bots=2, spoils=["dies_after_commit", "wakes_nobody"]) as pub:
        await _while_they_die(pub, _play_slowly_until_killed(pub))
        with pytest.raises(AssertionError, match="I5"):
            await all_is_well(pub, repeats=pub.kills, patience=NEVER)


async def _play_slowly_until_killed(pub: Pub) -> None:
    await pub.seats(1)
    while not pub.kills:
        await up_to_date(pub, pub.tables[0])
        await pub.tables[0].moves()


async def _play_until_killed(pub: Pub, kills: int) -> None:
    await pub.seats(3)

    async def play(number: int) -> None:
        while pub.kills < kills:
            await pub.tables[number].moves()

    await asyncio.gather(*map(play, range(3)))


async def _while_they_die(pub: Pub, work: Awaitable[None]) -> None:
    """Whoever has died is started again, until the work is done."""

    async def watch(bot: Bot) -> None:
        while True:
            assert await bot.ended() == -signal.SIGKILL
            bot.kills += 1
            bot.start()

    watching = [asyncio.create_task(watch(bot)) for bot in pub.bots]
    try:
        await work
    finally:
        for watched in watching:
            watched.cancel()
    for watched in watching:
        with pytest.raises(asyncio.CancelledError):
            await watched


# F7


async def test_f07_kill_9_at_random_moments(row: Row, fresh: Opener) -> None:
    """One of three bots dies at any moment, again and again, while all tables play on."""
    kills = row.times(3)
    async with fresh() as pub:
        await pub.seats(tables=3)
        await _play_until(pub, asyncio.create_task(_dying(pub, kills)))
        await _is_well_again(pub, row, kills)


async def test_f07_rolling_restart(row: Row, fresh: Opener) -> None:
    """SIGTERM to one bot after the other: each ends well; an update that finds a door closed comes again."""
    rounds = row.times(1)
    async with fresh() as pub:
        await pub.seats(tables=2)
        await _play_until(pub, asyncio.create_task(_rolling(pub, rounds)))
        assert {status for bot in pub.bots for status in bot.ends} == {0}
        await _is_well_again(pub, row, rounds)
    row.note(restarts=3 * rounds, closed_doors=sum(one.status == NOBODY for one in pub.front.attempts))


async def test_f07_all_are_killed_the_moment_an_answer_is_there(row: Row, fresh: Opener) -> None:
    rounds = row.times(2)
    async with fresh(bots=2) as pub:
        await pub.seats(tables=1)
        await _killed_when_answered(pub, rounds)
        await _is_well_again(pub, row, rounds)


async def test_f07_control_where_updates_are_answered_first(fresh: Opener) -> None:
    async with fresh(bots=2, spoils=["answers_first"]) as pub:
        await pub.seats(tables=1)
        await _killed_when_answered(pub, 1)
        with pytest.raises(AssertionError, match="I1"):
            await moves_are_right(pub, pub.tables[0])


async def _killed_when_answered(pub: Pub, rounds: int) -> None:
    for _ in range(rounds):
        await pub.tables[0].moves()
        for bot in pub.bots:
            await bot.kill()
        await pub.serving()


async def _dying(pub: Pub, kills: int) -> None:
    """Deaths, one after the other; whoever died comes back."""
    for _ in range(kills):
        await asyncio.sleep(0.5 * pub.chance.random())
        bot = pub.chance.choice(pub.bots)
        await bot.kill()
        bot.start()
        await bot.ready()


async def _rolling(pub: Pub, rounds: int) -> None:
    for _ in range(rounds):
        for bot in pub.bots:
            await bot.terminate()
            bot.start()
            await bot.ready()


async def _play_until(pub: Pub, trouble: "asyncio.Task[None]") -> None:
    """All tables play as long as there is trouble."""

    async def play(number: int) -> None:
        while not trouble.done():
            await pub.tables[number].moves()

    await asyncio.gather(*map(play, range(len(pub.tables))))
    await trouble


async def _is_well_again(pub: Pub, row: Row, rounds: int) -> None:
    await pub.serving()
    found = await all_is_well(pub, repeats=pub.kills)
    assert row.scale == 1 or found.seconds < SOON
    moves = sum(len(referee.moves) for table in pub.tables for referee in table.referees)
    row.note(rounds=rounds, kills=pub.kills, moves=moves, repeated=found.repeated)
    row.note(recovery=found.seconds, p99=pub.front.p99)
