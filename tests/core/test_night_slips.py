"""A finger that taps twice does nothing twice, whoever taps in between and in whichever process (P24)."""

from collections.abc import Iterator
from random import Random

import pytest

from core.games import GAMES
from core.night import Declined, Night, Round
from core.night import intents as want
from core.night.slips import SLIP
from tests.core.nights import NAMES, OPENED, Evening, Options, person_of

PUB: Options = {"supervision": "pub"}
GAMES_PLAYED, LONGEST = 8, 2_000_000


def pub(*names: str, seed: int = 1) -> Evening:
    """A running game of akční prší where a card out of turn is a mistake."""
    evening = Evening(*names, game="prsi", seed=seed, options=PUB)
    evening.wants(want.MindTurns(person=1, table=1, on=True))
    evening.deals(names[0])
    return evening


def held(evening: Evening, name: str) -> int:
    seat = evening.round.players.index(person_of(name))
    return len(evening.round.state.hands[seat]) + len(evening.round.state.open[seat])


def test_p24_a_double_tap_out_of_turn_is_one_mistake_also_with_another_tap_in_between() -> None:
    evening = pub("Ana", "Bob", "Cyr")
    on_turn = evening.round.players[evening.round.state.turn]
    bob, cyr = (name for name in ("Ana", "Bob", "Cyr") if person_of(name) != on_turn)
    taps = [_play(evening, bob), _play(evening, cyr)]
    before = held(evening, bob)
    evening.wants(taps[0])
    evening.wants(taps[1])
    assert held(evening, bob) == before + 2
    assert evening.declines(taps[0]) == "just-done"
    evening.passes(SLIP / 1000)
    evening.wants(taps[0])
    assert held(evening, bob) == before + 4, "later it is another mistake"


def test_p24_a_mistake_of_ones_own_turn_is_one_also_where_the_buttons_have_come_anew_in_between() -> None:
    evening = pub("Ana", "Bob", "Cyr")
    one = next(
        name for name in ("Ana", "Bob", "Cyr") if person_of(name) == evening.round.players[evening.round.state.turn]
    )
    other = next(name for name in ("Ana", "Bob", "Cyr") if name != one)
    before = held(evening, one)
    evening.wants(evening.act(f"{one} stand"))
    evening.wants(evening.act(f"{other} prsi"))
    assert held(evening, one) == before + 2
    assert evening.declines(evening.act(f"{one} stand")) == "just-done"
    evening.passes(SLIP / 1000)
    evening.wants(evening.act(f"{one} stand"))
    assert held(evening, one) == before + 4


def test_p11_whoever_comes_on_turn_greets_also_just_after_a_greeting_in_vain() -> None:
    evening = pub("Ana", "Bob")
    one, other = sorted(
        ("Ana", "Bob"), key=lambda name: person_of(name) != evening.round.players[evening.round.state.turn]
    )
    evening.wants(evening.act(f"{other} greet"))
    evening.wants(evening.act(f"{one} draw"))
    before = held(evening, other)
    evening.wants(evening.act(f"{other} greet"))
    assert held(evening, other) > before, "heard, and there was no king again"


def test_a_clock_that_is_set_back_makes_no_slip_of_what_was_done_before() -> None:
    evening = pub("Ana", "Bob", "Cyr")
    on_turn = evening.round.players[evening.round.state.turn]
    bob, cyr = (name for name in ("Ana", "Bob", "Cyr") if person_of(name) != on_turn)
    tap = _play(evening, bob)
    evening.wants(tap)
    evening.wants(_play(evening, cyr))
    evening.now -= 3_600_000
    before = held(evening, bob)
    evening.wants(tap)
    assert held(evening, bob) == before + 2


def _play(evening: Evening, name: str) -> want.Act:
    seat = evening.round.players.index(person_of(name))
    card = next(card for card in evening.round.state.hands[seat] if card[0] not in "UOK")
    return evening.act(f"{name} play {card}")


def taps_of(night: Night, round_: Round, random: Random) -> Iterator[want.Act]:
    """One tap of some, in any order, all for the question that they see: moves, mistakes, words."""
    game = GAMES[round_.game]
    seats = list(range(len(round_.players)))
    for seat in random.sample(seats, random.randrange(1, len(seats) + 1)):
        words = [game.format_action(action) for action in game.legal(round_.state, seat)]
        if round_.game == "prsi":
            words += [f"play {card}" for card in round_.state.hands[seat] if card[0] not in "UOK"]
            words += ["last", "greet", "prsi"]
        if words:
            action, number, ply = random.choice(words), round_.number, round_.state.ply
            yield want.Act(person=round_.players[seat], table=1, game=number, ply=ply, action=action)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_whatever_is_tapped_twice_in_a_moment_is_done_once(game: str) -> None:
    done = 0
    for seed in range(GAMES_PLAYED):
        random = Random(seed)
        evening = pub(*NAMES[:4], seed=seed) if game == "prsi" else dealt(game, seed)
        while evening.table.round is not None and evening.now < OPENED + LONGEST:
            evening.now += 20_000
            taps = list(taps_of(evening.night, evening.round, random))
            doubled = random.sample(taps * 2, 2 * len(taps))
            accepted = [tap for tap in doubled if is_done(evening, tap)]
            assert len(accepted) == len(set(accepted)), (seed, [(tap.person, tap.action) for tap in doubled])
            done += len(accepted)
    assert done > LONGEST // 20_000


def dealt(game: str, seed: int) -> Evening:
    evening = Evening(*NAMES[:4], game=game, seed=seed)
    evening.deals("Ana")
    return evening


def is_done(evening: Evening, tap: want.Act) -> bool:
    """Whether this tap changes the night, a tenth of a second after the one before."""
    try:
        evening.wants(tap)
    except Declined as why:
        evening.night = why.night or evening.night
        return False
    return True
