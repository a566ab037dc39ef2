"""Clocks that are wrong, and timers that fire twice, late, or together with a tap (F20, F21).

Hosts' clocks are set within the processes: that is all that faketime does, and needs no library of the machine's.
"""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import tgbot
from core.night import Night, deadline
from core.smidary.state import Phase
from tests.faults.conftest import Opener
from tests.faults.harness.invariants import all_is_well, journal
from tests.faults.harness.pub import Pub
from tests.faults.harness.row import Row
from tests.faults.harness.table import Table, side_by_side
from tests.patience import PATIENCE
from tgbot.store import keys

HOST_CLOCK = re.compile(r"\btime\.time|\btime_ns\b|\b(datetime|date)\.(now|utcnow|today)\(")
OF_THE_MACHINE = ("backup.py", "check.py", "playground")
"""What names files by the day, compares the clocks, and is another Telegram."""

# F20


def test_f20_no_module_of_the_bot_looks_at_a_hosts_clock() -> None:
    package = Path(tgbot.__file__).parent
    modules = [path for path in package.rglob("*.py") if not set(path.relative_to(package).parts) & set(OF_THE_MACHINE)]
    assert len(modules) > 50
    assert [path.name for path in modules if HOST_CLOCK.search(path.read_text())] == []


async def test_f20_clocks_of_hosts_jump(row: Row, fresh: Opener) -> None:
    """One bot's clock is an hour fast, another's an hour slow: no turn ends early or twice, only Redis' counts."""
    moves = row.times(6)
    async with fresh() as pub:
        await _with_wrong_clocks(pub, moves)
        found = await all_is_well(pub)
    row.note(rounds=2 * moves, recovery=found.seconds)


async def test_f20_control_where_hosts_count_the_time(fresh: Opener) -> None:
    async with fresh(spoils=["counts_by_its_own_clock"]) as pub:
        with pytest.raises(AssertionError):
            await _right_with_wrong_clocks(pub)


async def _right_with_wrong_clocks(pub: Pub) -> None:
    await _with_wrong_clocks(pub, 6)
    await all_is_well(pub)


async def _with_wrong_clocks(pub: Pub, moves: int) -> None:
    for bot, spoil in zip(pub.bots, ("an_hour_fast", "an_hour_slow"), strict=False):
        await bot.kill()
        bot.spoils = [*bot.spoils, spoil]
    await pub.serving()
    await pub.seats(tables=2)
    await side_by_side(pub.tables, moves)
    for table in pub.tables:
        # A reminder is due, and a tap comes when it is given: both look at a clock.
        await table.arrange(_due_at(await pub.store.now() + 100, nudged=False))
    await side_by_side(pub.tables, moves)
    now = await pub.store.now()
    for table in pub.tables:
        round_ = (await table.loaded()).tables[0].round
        assert round_ is None or abs(round_.asked_at - now) < 600_000, "F20: another clock than that of Redis"


# F21


async def test_f21_a_timer_fires_twice_and_a_tap_comes_at_the_same_moment(row: Row, fresh: Opener) -> None:
    """N2: one outcome. Who has tapped before the commit of the time-out has moved; otherwise the clock has, once."""
    rounds = row.times(4)
    async with fresh(spoils=["ticks_twice"]) as pub:
        await pub.seats(tables=1)
        lapses = await _races_against_time(pub.tables[0], rounds)
        await all_is_well(pub)
    row.note(rounds=rounds, lapses=lapses)


async def test_f21_control_without_versions(fresh: Opener) -> None:
    async with fresh(spoils=["ticks_twice", "ignores_versions"]) as pub:
        await pub.seats(tables=1)
        with pytest.raises(AssertionError):
            await _races_against_time(pub.tables[0], 12, within=1)  # the clock is faster nearly every time


async def _races_against_time(table: Table, rounds: int, within: float = 0.1) -> int:
    """How often the clock was faster, with taps that come within so many seconds of it."""
    lapses = 0
    for _ in range(rounds):
        referee = await table.at_play()
        await table.arrange(_due_at(await table.pub.store.now() + 250, nudged=True))
        referee = await table.at_play()
        (seat,) = referee.game.actors(referee.state)[:1]
        by_right = {seat, None} if referee.state.phase is Phase.SLAP else {seat}  # a race is over for all of them
        action = referee.game.format_action(referee.game.legal(referee.state, seat)[0])
        question = f"{referee.round.number}:{referee.state.ply}"
        await asyncio.sleep(0.25 + within * table.pub.chance.random())
        owed = len(referee.charged)
        await table.taps(referee.round.players[seat], f"{table.night}:act:1:{question}:{action}")
        await table.catch_up()
        assert referee.moves, "nothing happened at all"
        movers = {mover for mover, _ in referee.moves}
        assert movers <= by_right, "F21: somebody whose time was not up was moved for"
        noted = await journal(table.pub, table.night)
        told = [fact for one in noted for fact in one.news if fact.kind == "Lapsed"]
        assert len(told) - lapses <= 1, "F21: one time-out counted twice"
        if len(told) > lapses:
            referee.lets_off(owed)
        lapses = len(told)
    return lapses


@pytest.mark.parametrize("minutes", [1, 10])
async def test_f21_nobody_served_for_a_while(row: Row, fresh: Opener, minutes: int) -> None:
    """N2: the turn that ended meanwhile, or just now, has its whole time again."""
    async with fresh(bots=2) as pub:
        await _outage(pub, minutes)
        # They were killed: what one had just told, and not noted yet, is told again.
        await all_is_well(pub, repeats=pub.kills)
    row.note(rounds=1, minutes=minutes)


async def test_f21_control_where_outages_are_forgotten(fresh: Opener) -> None:
    async with fresh(bots=2, spoils=["forgets_outages"]) as pub:
        with pytest.raises(AssertionError, match="N2"):
            await _outage(pub, 1)


async def _outage(pub: Pub, minutes: int) -> None:
    """All bots are gone, and their last sign of life is so many minutes old."""
    await pub.seats(tables=1)
    (table,) = pub.tables
    await table.plays(3)
    for bot in pub.bots:
        await bot.kill()
    now = await pub.store.now()
    # With a short outage the time is up just now, with a long one it was up long ago.
    at = now - 5_000 if minutes == 1 else now - 60_000 * minutes + 30_000
    await table.arrange(_due_at(at, nudged=True))
    for alive in keys.ALIVE:
        await pub.connection.command("HSET", alive, "at", now - 60_000 * minutes)
    await pub.serving()
    async with asyncio.timeout(PATIENCE):
        while not await _has_time(pub, table, now):  # noqa: ASYNC110 - other processes
            await asyncio.sleep(0.05)


async def _has_time(pub: Pub, table: Table, now: int) -> bool:
    """Whether the question began anew; AssertionError when the clock has moved for somebody."""
    round_ = (await table.loaded()).tables[0].round
    assert round_ is not None
    assert table.referee is not None
    assert round_.state == table.referee.state, "N2: a turn ended during an outage"
    return round_.asked_at >= now


def _due_at(time: int, *, nudged: bool) -> Callable[[Night], Night]:
    """A night asked at such a time that its clock runs out then."""

    def due(night: Night) -> Night:
        def asked(at: int) -> Night:
            (table,) = night.tables
            assert table.round is not None
            round_ = replace(table.round, asked_at=at, nudged=nudged)
            return replace(night, tables=(replace(table, round=round_),))

        run = deadline(asked(0))
        assert run is not None
        return asked(time - run)

    return due
