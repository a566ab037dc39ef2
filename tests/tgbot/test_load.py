"""The load run in small: what it says of speed depends on the machine, what it counts does not."""

import pytest

from bench.load.__main__ import Plan, load
from bench.load.shares import can_confine

SMALL = Plan(
    sizes=(20,),
    processes=1,
    rate=5,
    tables=4,
    lead=0,
    seconds=1,
    idle=0,
    games=("prsi",),
    most=(1,),
    shares=(0.8 if can_confine() else None,),
)


@pytest.mark.slow
async def test_every_tap_is_heard_and_seen_and_what_nights_take_is_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    found = await load(SMALL)
    runs = (*found.few, *found.crowd, *found.full)
    assert all(run.taps for run in runs)
    assert [run.failed for run in runs] == [0] * len(runs)
    assert [run.commits for run in found.few] == [run.taps for run in found.few]
    assert found.idle_kib <= 8
    assert found.running_kib <= 40
    assert "20 nights, 1 processes" in capsys.readouterr().out
