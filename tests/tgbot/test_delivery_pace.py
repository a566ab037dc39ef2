"""What a move costs in calls of the Bot API when people play at their pace."""

import asyncio

import pytest

from tests.faults.paced import LIVELY, PacedPub, Talk
from tests.tgbot.virtual_time import VirtualLoop


def talk_of(game: str, taps: int) -> Talk:
    """What so many taps at a table of four have cost."""

    async def run() -> Talk:
        pub = PacedPub()
        table = pub.table(game, seed=4)
        await pub.settle()
        await asyncio.sleep(60)
        talk = await table.plays(LIVELY, taps)
        await pub.settle()
        await pub.all_is_well()
        await pub.close()
        return talk

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(run())


@pytest.mark.parametrize("game", ["smidary", "prsi"])
def test_a_move_costs_three_calls(game: str) -> None:
    """One for whoever has moved, one for who is next, a share of the table, now and then news; and in akční prší, too,
    hardly ever one to clear away. The deal and what comes with it are shared by the moves of a whole game."""
    talk = talk_of(game, 150)
    calls = talk.by_method()
    assert talk.moves > 90
    assert talk.per_move <= 3.0
    assert calls["sendMessage private"] <= 1.1
    assert calls["editMessageText group"] < 0.8
    assert sum(number for call, number in calls.items() if call.startswith("delete")) < 0.2
