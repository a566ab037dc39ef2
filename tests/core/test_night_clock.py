"""What time does: nudges, limits, lapses, the slap race (N2, S24)."""

from dataclasses import replace

import pytest

from core.games import GAMES
from core.night import Menu, deadline
from core.night import intents as want
from tests.core.nights import Evening, person_of, playing, race, two


def limited(evening: Evening, seconds: int) -> Evening:
    evening.night = replace(evening.night, tables=(replace(evening.table, limit=seconds),))
    return evening


# Nudge and limit


def test_n02_the_usual_limit_is_90_seconds() -> None:
    assert Evening("Ana").table.limit == 90


def test_n02_whoever_does_not_act_is_nudged_once_at_two_thirds_of_the_limit() -> None:
    evening = two()
    asked = evening.round.asked_at
    assert deadline(evening.night) == asked + 60_000
    evening.passes(59.5)
    assert not evening.round.nudged
    evening.passes(1)
    assert evening.round.nudged
    assert deadline(evening.night) == asked + 90_000
    assert (evening.entries, evening.log, evening.news) == ((), (), ())


def test_n02_at_the_limit_the_least_harmful_action_is_taken() -> None:
    evening = two()
    evening.passes(89.5)
    assert evening.round.state.turn == 0
    news = evening.passes(1)
    assert evening.round.state.turn == 1
    assert len(evening.round.state.hands[0]) == 3
    assert [dict(fact.data) for fact in news if fact.kind == "Lapsed"] == [{"seat": 0, "missed": 1}]
    assert evening.person("Ana").missed == 1
    assert evening.person("Bob").missed == 0


def test_n02_every_question_has_the_whole_limit() -> None:
    evening = two()
    evening.passes(80)
    evening.does("Ana play 9h")
    assert evening.round.asked_at == evening.now
    assert not evening.round.nudged
    assert deadline(evening.night) == evening.now + 60_000


def test_n02_what_asks_nothing_new_gives_no_more_time() -> None:
    evening = playing("9h", "9b Tb", "9l Tl", pile="Kh", draw="9a Ta Ka")
    evening.does("Ana play 9h")
    asked = evening.round.asked_at
    evening.passes(30)
    evening.chooses("Ana", "rum")
    evening.wants(want.ShowHand(person=person_of("Bob")))
    assert evening.round.asked_at == asked


@pytest.mark.parametrize("seconds", [30, 60, 120, 180, 300, 600])
def test_n02_the_limit_is_the_tables_own(seconds: int) -> None:
    evening = limited(two(), seconds)
    assert deadline(evening.night) == evening.round.asked_at + seconds * 2000 // 3
    evening.passes(seconds - 0.5)
    assert evening.person("Ana").missed == 0
    evening.passes(1)
    assert evening.person("Ana").missed == 1


def test_n02_the_limit_can_be_off() -> None:
    evening = limited(two(), 0)
    assert deadline(evening.night) is None
    evening.wants(want.Tick())
    evening.passes(100_000)
    assert evening.log == ()


def test_without_a_game_nothing_is_timed_and_a_tick_does_nothing() -> None:
    evening = Evening("Ana", "Bob")
    assert deadline(evening.night) is None
    before = evening.night
    assert evening.wants(want.Tick()).night == before


def test_a_tick_that_comes_too_early_does_nothing() -> None:
    evening = two()
    before = evening.night
    done = evening.wants(want.Tick())
    assert (done.night, done.news, done.log, done.entries) == (before, (), (), ())


def test_after_the_night_nothing_is_timed() -> None:
    evening = two()
    evening.wants(want.EndNight(person=1))
    evening.wants(want.EndNight(person=2, confirmed=True))
    assert deadline(evening.night) is None
    assert evening.declines(want.Tick()) == "night-over"


# Three in a row


def test_n02_after_three_missed_turns_in_a_row_somebody_sits_out_the_next_deal() -> None:
    evening = playing("9h 8h", "9b Tb", "9l Tl Ul", pile="Kh", draw="9a Ta Ka 7a 7b 7l 8a 8b 8l Aa Ab Al")
    for _ in range(3):
        assert not evening.person("Cyr").sits_out
        evening.does("Ana draw", "Bob draw")
        evening.passes(91)
    assert evening.person("Cyr").missed == 3
    assert evening.person("Cyr").sits_out
    evening.is_unwell("Ana")
    evening.does("Bob collapse")
    evening.joins("Ana", "Bob")
    evening.deals("Ana")
    assert "Cyr" not in evening.players


def test_n02_an_action_of_ones_own_in_between_starts_the_count_again() -> None:
    evening = two()
    for _ in range(2):
        evening.passes(91)
        evening.does("Bob draw")
    assert evening.person("Ana").missed == 2
    evening.does("Ana draw")
    assert evening.person("Ana").missed == 0


TAPS: dict[str, want.Intent] = {
    "menu": want.OpenMenu(person=1, menu=Menu.DRINK),
    "hand": want.ShowHand(person=1),
    "table": want.ShowTable(person=1),
    "board": want.ShowBoard(person=1),
    "joining": want.Join(person=1, name="Ana"),
    "rest": want.Rest(person=1, sits_out=False),
}
IN_VAIN: dict[str, want.Intent] = {
    "an old button": want.Act(person=1, table=1, game=1, ply=77, action="draw"),
    "not on turn": want.Act(person=1, table=1, game=1, ply=0, action="play 7h"),
    "nothing owed": want.DrinkUp(person=1),
    "the lobby": want.SetLimit(person=1, table=1, seconds=30),
}


def away(evening: Evening) -> Evening:
    """Ana has missed her turns."""
    people = tuple(replace(p, missed=3) if p.name == "Ana" else p for p in evening.night.people)
    evening.night = replace(evening.night, people=people)
    return evening


@pytest.mark.parametrize("tap", TAPS)
def test_n02_any_tap_brings_them_back(tap: str) -> None:
    evening = away(two())
    assert evening.person("Ana").sits_out
    evening.wants(TAPS[tap])
    assert not evening.person("Ana").sits_out


@pytest.mark.parametrize("tap", IN_VAIN)
def test_n02_also_a_tap_in_vain(tap: str) -> None:
    evening = away(two())
    before = evening.night
    evening.declines(IN_VAIN[tap])
    after = evening.night_after_declining(IN_VAIN[tap])
    assert after.person(1) == replace(evening.person("Ana"), missed=0)
    assert replace(after, people=before.people) == before


def test_n02_what_the_bot_learns_of_somebody_is_no_tap() -> None:
    evening = away(two())
    evening.wants(want.Reachable(person=1, reachable=False))
    assert evening.person("Ana").missed == 3


def test_n02_the_tap_of_somebody_else_brings_nobody_back() -> None:
    evening = away(two())
    evening.wants(want.ShowHand(person=2))
    assert evening.person("Ana").missed == 3


def test_n02_where_nobody_is_there_any_more_the_table_waits_for_the_first_tap() -> None:
    evening = two()
    evening.passes(90 * 6 + 1)
    assert (evening.person("Ana").missed, evening.person("Bob").missed) == (3, 3)
    assert deadline(evening.night) is None
    log = evening.log
    evening.passes(3600)
    assert evening.log == log
    evening.wants(want.ShowHand(person=2))
    assert deadline(evening.night) is not None
    evening.wants(want.Tick())
    assert evening.log == log, "the clock starts anew"
    assert deadline(evening.night) == evening.now + 60_000


def test_n02_whoever_is_out_of_the_game_does_not_keep_its_clock_running() -> None:
    evening = playing("9h", "9b Tb", "9l Tl", "9a Ta", pile="Kh", draw="Ka 7a 7b 7l 8a 8b 8l Aa Ab Al Ul Ub")
    evening.does("Ana play 9h", "Dan collapse")
    evening.passes(90 * 6 + 1)
    assert [evening.person(name).missed for name in ("Ana", "Bob", "Cyr", "Dan")] == [0, 3, 3, 0]
    assert deadline(evening.night) is None
    evening.wants(want.ShowHand(person=person_of("Ana")))
    assert deadline(evening.night) is None


def test_n02_one_who_is_there_is_not_kept_waiting_by_the_others() -> None:
    evening = two()
    for _ in range(5):
        evening.passes(91)
        evening.does("Bob draw")
    assert evening.person("Ana").missed == 5
    assert deadline(evening.night) is not None


def test_n02_resting_is_not_being_away() -> None:
    evening = two()
    evening.rests("Ana")
    evening.rests("Bob")
    assert deadline(evening.night) is not None


# The slap race


def test_n02_s24_the_table_says_how_long_a_race_lasts() -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.wants(want.SetSlapLimit(person=1, table=1, seconds=60))
    assert evening.declines(want.SetSlapLimit(person=1, table=1, seconds=61)) == "old-button"
    limit = evening.table.slap_limit
    racing = race()
    racing.night = replace(racing.night, tables=(replace(racing.table, slap_limit=limit),))
    assert deadline(racing.night) == racing.round.asked_at + 60_000
    racing.passes(59)
    assert racing.entries == ()
    racing.passes(1)
    assert len(racing.charged) == 3
    assert racing.declines(want.SetSlapLimit(person=1, table=1, seconds=10)) == "game-running"


def test_s24_the_race_is_closed_after_20_seconds_and_all_who_have_not_slapped_are_charged() -> None:
    evening = race()
    asked = evening.round.asked_at
    assert deadline(evening.night) == asked + 20_000
    evening.does("Bob slap")
    assert deadline(evening.night) == asked + 20_000
    evening.passes(20)
    assert evening.charged == [(1, 20, "S24"), (3, 20, "S24")]
    assert evening.round.state.phase == "play"
    assert evening.round.state.turn == 0


def test_s24_also_when_turns_have_no_limit_or_nobody_is_there() -> None:
    evening = limited(away(race()), 0)
    evening.passes(21)
    assert len(evening.entries) == 3
    assert evening.person("Bob").missed == 0


def test_s24_the_last_one_need_not_slap() -> None:
    evening = race()
    evening.does("Cyr slap", "Ana slap")
    assert evening.charged == [(2, 20, "S24")]
    assert evening.round.state.phase == "play"


# What a lapse costs


def test_n02_a_lapse_with_nothing_left_to_draw_costs_nothing() -> None:
    evening = playing("9h Th", "9b Tb", pile="Kh")
    evening.passes(91)
    assert evening.entries == ()
    assert evening.round.state.drinks == (10, 0)
    evening.does("Bob draw")
    assert evening.charged == [(2, 10, "S5")]


def added_value() -> Evening:
    evening = playing("7h 7b 8h", "7l 8l 8b", pile="Kh", draw="9a Ta Ka 9l Tl Ua Oa Aa")
    evening.does("Ana play 7h", "Bob play 7l", "Ana play 7b")
    return evening


def test_n02_a_lapse_draws_the_attack_without_the_added_value() -> None:
    evening = added_value()
    evening.passes(91)
    assert len(evening.round.state.hands[1]) == 8
    assert evening.entries == ()
    assert evening.round.state.drinks == (0, 20)


def test_s14_who_draws_the_attack_pays_the_added_value() -> None:
    evening = added_value()
    evening.does("Bob draw")
    assert evening.charged == [(2, 20, "S14")]


def test_n02_what_others_owe_by_the_rules_they_owe_also_after_a_lapse() -> None:
    evening = playing("Kl 8b", "9b Tb", pile="Kh", draw="9a Ta Ka 9l Tl")
    evening.does("Ana play Kl", "Bob challenge")
    evening.passes(91)
    assert evening.charged == [(2, 20, "S17")]


def test_s11_the_doses_of_the_end_are_owed_whoever_ended_the_game() -> None:
    evening = playing("9h", "9b Tb", pile="Kh", draw="9a Ta")
    evening.does("Ana play 9h")
    evening.passes(91)
    assert evening.table.round is None
    assert evening.charged == [(2, 40, "S11"), (1, 20, "S11")]
    assert evening.person("Bob").missed == 1


# Questions for several


def shithead(seed: int, swap: bool = True) -> Evening:
    evening = Evening("Ana", "Bob", "Cyr", game="shithead", seed=seed, options={"swap": swap})
    evening.deals("Ana")
    return evening


def test_n02_all_who_are_asked_lapse_together() -> None:
    evening = shithead(1)
    evening.wants(evening.act("Bob ready"))
    news = evening.passes(91)
    assert [dict(fact.data)["seat"] for fact in news if fact.kind == "Lapsed"] == [0, 2]
    assert [person.missed for person in evening.night.people] == [1, 0, 1]


def test_n02_p11_greeting_and_drawing_for_somebody_is_one_missed_turn() -> None:
    evening = Evening("Ana", "Bob", game="prsi")
    evening.deals("Ana")
    evening.changes(turn=0, pile=("Kh",), draw=("7a", "8a"), attack=None, suit=None, rank=None, king=1, greet=True)
    news = evening.passes(91)
    assert [fact.kind for fact in news if fact.kind in ("KingGreeted", "CardsDrawn")] == ["KingGreeted", "CardsDrawn"]
    assert [dict(fact.data) for fact in news if fact.kind == "Lapsed"] == [{"seat": 0, "missed": 1}]


def next_one_is_asked_too(evening: Evening) -> bool:
    """Whether somebody who may begin is on turn as soon as the first of them has begun (H4)."""
    game, state = GAMES["shithead"], evening.round.state
    first, *others = game.actors(state)
    after, _ = game.step(state, first, game.lapse(state, first))
    return bool(set(others) & set(game.actors(after)))


def test_n02_whom_the_next_question_is_for_has_time_for_it() -> None:
    evening = next(evening for seed in range(100) if next_one_is_asked_too(evening := shithead(seed, swap=False)))
    first = GAMES["shithead"].actors(evening.round.state)[0]
    news = evening.passes(91)
    assert [dict(fact.data)["seat"] for fact in news if fact.kind == "Lapsed"] == [first]
    assert deadline(evening.night) == evening.round.asked_at + 60_000
    assert sum(person.missed for person in evening.night.people) == 1


def test_n02_who_lapsed_has_not_acted() -> None:
    evening = two()
    evening.does("Ana draw")
    assert evening.round.by == 0
    evening.passes(91)
    assert evening.round.by is None
