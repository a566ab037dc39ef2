"""The clock stands: for the whole table, or for one player on a break (N2); who is unwell stays seated (N3)."""

import pytest

from core.night import bots, deadline
from core.night import intents as want
from core.players.strength import Strength
from tests.core.nights import Evening, person_of, playing


def two() -> Evening:
    """Ana is on turn, then Bob."""
    return playing("Kl 7h 8b", "9h Tb 8a", pile="8l", draw="7a 8h 9a Ta Ka")


def turn(evening: Evening) -> int:
    return evening.round.players[evening.round.state.turn or 0]


def pauses(evening: Evening, name: str, on: bool | None = None, table: int | None = None) -> None:
    evening.wants(want.Pause(person=person_of(name), on=on, table=table))


def breaks(evening: Evening, name: str) -> None:
    evening.wants(want.TakeBreak(person=person_of(name)))


def test_n02_a_paused_table_waits_as_long_as_it_takes() -> None:
    evening = two()
    pauses(evening, "Bob")
    assert deadline(evening.night) is None
    evening.passes(3600)
    evening.wants(want.Tick())
    assert not evening.round.nudged
    assert turn(evening) == person_of("Ana")


def test_n02_after_a_pause_the_clock_starts_anew_in_full() -> None:
    evening = two()
    evening.passes(70)
    assert evening.round.nudged
    pauses(evening, "Bob")
    evening.passes(500)
    pauses(evening, "Ana", on=False)
    assert not evening.round.nudged
    assert deadline(evening.night) == evening.now + 60_000


def test_n02_whoever_plays_on_ends_the_pause() -> None:
    evening = two()
    pauses(evening, "Bob")
    evening.passes(500)
    evening.does("Ana play Kl")
    assert evening.round.paused_by is None
    assert deadline(evening.night) == evening.now + 60_000


def test_n02_any_other_tap_leaves_the_table_paused() -> None:
    evening = two()
    pauses(evening, "Bob")
    evening.wants(want.ShowHand(person=person_of("Ana")))
    assert evening.round.paused_by == person_of("Bob")


def test_n02_said_twice_it_runs_again_a_button_tapped_twice_does_not() -> None:
    evening = two()
    pauses(evening, "Bob", on=True, table=1)
    assert evening.declines(want.Pause(person=1, on=True, table=1)) == "just-done"
    assert evening.declines(want.Pause(person=1, on=True, table=2)) == "old-button"
    pauses(evening, "Ana")
    assert evening.round.paused_by is None


def test_n02_between_games_there_is_no_clock_to_stop() -> None:
    assert Evening("Ana", "Bob").declines(want.Pause(person=1)) == "no-game"


def test_n02_on_a_break_nobody_waits_by_the_clock() -> None:
    evening = two()
    breaks(evening, "Ana")
    assert deadline(evening.night) is None
    evening.passes(3600)
    evening.wants(want.Tick())
    assert not evening.person("Ana").missed


@pytest.mark.parametrize("tap", [want.ShowHand(person=1), want.ShowBoard(person=1), want.OpenMenu(person=1, menu=None)])
def test_n02_any_tap_ends_a_break_and_the_clock_starts_anew(tap: want.Intent) -> None:
    evening = two()
    evening.passes(70)
    breaks(evening, "Ana")
    evening.passes(500)
    evening.wants(tap)
    assert not evening.person("Ana").on_break
    assert deadline(evening.night) == evening.now + 60_000


def test_n02_also_a_tap_in_vain() -> None:
    evening = two()
    breaks(evening, "Ana")
    night = evening.night_after_declining(evening.act("Ana play Ob=h"))
    assert not any(person.on_break for person in night.people)


def test_n02_the_tap_of_somebody_else_ends_nobodys_break() -> None:
    evening = two()
    breaks(evening, "Ana")
    evening.wants(want.ShowHand(person=person_of("Bob")))
    assert evening.person("Ana").on_break


def test_n02_the_clock_runs_for_the_others() -> None:
    evening = two()
    breaks(evening, "Bob")
    evening.passes(95)
    assert evening.person("Ana").missed == 1
    assert not evening.person("Bob").missed
    assert turn(evening) == person_of("Bob")
    evening.passes(3600)
    assert not evening.person("Bob").missed


def test_n02_who_ends_a_break_while_others_are_asked_gives_them_no_more_time() -> None:
    evening = two()
    breaks(evening, "Bob")
    evening.passes(30)
    before = deadline(evening.night)
    evening.wants(want.ShowHand(person=person_of("Bob")))
    assert deadline(evening.night) == before


def race() -> Evening:
    evening = playing("9b Kl", "Ol 8h", "7l Tl", pile="8b", draw="7a 8a 9a")
    evening.does("Ana play 9b")
    return evening


def test_n02_s24_a_race_is_not_closed_on_a_break() -> None:
    evening = race()
    breaks(evening, "Cyr")
    assert deadline(evening.night) is None
    evening.does("Bob slap")
    evening.passes(120)
    assert not evening.charged or evening.round.state.phase == "slap" or evening.owed("Cyr") == 0


def test_n02_bots_wait_with_a_paused_table_and_a_race_waits_for_a_break() -> None:
    evening = Evening("Ana")
    evening.wants(want.SeatBot(person=1, table=1, strength=Strength.EASY))
    evening.deals("Ana")
    pauses(evening, "Ana")
    assert deadline(evening.night) is None
    assert not bots.looks(evening.night, evening.now + 60_000)
    pauses(evening, "Ana")
    assert bots.looks(evening.night, evening.now + 60_000)


def test_n03_unwell_but_playing_on_they_stay_seated_until_they_say_so() -> None:
    evening = two()
    evening.wants(want.StaySeated(person=1, on=True))
    assert evening.person("Ana").stays_seated
    evening.wants(want.StaySeated(person=1, on=False))
    assert not evening.person("Ana").stays_seated
