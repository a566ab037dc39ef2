"""An outage costs nobody anything: whatever was being timed begins anew (N2, S24)."""

from core.night import deadline
from core.night import intents as want
from core.night.clock import OUTAGE
from tests.core.nights import Evening, race, two

# Outages


def test_n02_a_clock_that_is_seen_late_starts_anew_in_full() -> None:
    evening = two()
    asked = evening.round.asked_at
    evening.now = asked + 60_000 + OUTAGE
    evening.wants(want.Tick())
    assert not evening.round.nudged
    assert evening.round.asked_at == evening.now
    assert deadline(evening.night) == evening.now + 60_000
    assert evening.log == ()


def test_n02_a_little_late_is_no_outage() -> None:
    evening = two()
    evening.now = evening.round.asked_at + 60_000 + OUTAGE - 100
    evening.wants(want.Tick())
    assert evening.round.nudged


def test_n02_an_outage_between_nudge_and_limit_gives_the_whole_limit_again() -> None:
    evening = two()
    evening.passes(61)
    evening.now = evening.round.asked_at + 90_000 + OUTAGE
    evening.wants(want.Tick())
    assert (evening.round.asked_at, evening.round.nudged) == (evening.now, False)
    assert evening.person("Ana").missed == 0


def test_n02_an_outage_costs_nobody_a_slap() -> None:
    evening = race()
    evening.now = evening.round.asked_at + 20_000 + OUTAGE
    evening.wants(want.Tick())
    assert evening.round.state.phase == "slap"
    assert evening.entries == ()
    assert deadline(evening.night) == evening.now + 20_000


# An outage within a clock's run


def ticks_after(evening: Evening, outage: tuple[float, float], until: float) -> None:
    """Time, with an outage from when to when; what is due is looked at when somebody serves, as late as that may be."""
    begun = evening.now
    back = begun + round(outage[1] * 1000)
    while (due := deadline(evening.night)) is not None and due <= begun + until * 1000:
        away = begun + outage[0] * 1000 <= due < back
        evening.now = (back if away else due) - 100
        evening.wants(want.Tick(served_since=back if evening.now + 100 >= back else 0))
    evening.now = begun + round(until * 1000)


def test_n02_an_outage_that_ends_before_the_limit_gives_the_whole_limit_again() -> None:
    evening = two()
    ticks_after(evening, (10, 55), until=144)
    assert evening.round.nudged
    assert not evening.person("Ana").missed
    evening.passes(2)
    assert evening.person("Ana").missed == 1


def test_n02_an_outage_before_the_question_changes_nothing() -> None:
    evening = two()
    evening.wants(want.Tick(served_since=evening.now - 5000))
    assert deadline(evening.night) == evening.round.asked_at + 60_000


def test_n02_the_outage_is_given_back_once() -> None:
    evening = two()
    evening.passes(50)
    back = evening.now
    evening.wants(want.Tick(served_since=back))
    evening.passes(70)
    assert evening.round.nudged
    evening.wants(want.Tick(served_since=back))
    assert evening.round.nudged


def test_n02_an_outage_within_a_slap_race_costs_nobody_a_slap() -> None:
    evening = race()
    evening.passes(18)
    evening.wants(want.Tick(served_since=evening.now))
    evening.passes(19)
    assert evening.round.state.phase == "slap"
    evening.passes(3)
    assert evening.round.state.phase != "slap"
