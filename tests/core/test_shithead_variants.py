"""Shithead: the options of well-known variants (H15)."""

import pytest

from core.events import TurnPassed
from core.game import Seat
from core.shithead.events import CardFlipped, SeatsSkipped
from tests.core.shithead_table import ANA, BOB, CYR, DAN, ORDER, deal, of_kind, position

# Variants


@pytest.mark.parametrize("rank", ["2", *ORDER, "X"])
def test_h15_on_a_seven_only_seven_or_lower_and_wild_cards(rank: str) -> None:
    card = "Xr" if rank == "X" else rank + "c"
    table = position(f"{card} 4s", "4h 5h", pile="7d", jokers=2, seven_lower=True)
    if rank in "234567TX":
        table.does(ANA, f"play {card}")
    else:
        assert table.refuses(ANA, f"play {card}") == "illegal-card H15"


def test_h15_on_any_other_card_it_is_the_order_that_forbids() -> None:
    table = position("5c Kc", "4d 5d", pile="6d", seven_lower=True)
    assert table.refuses(ANA, "play 5c") == "illegal-card H5"


def test_h15_seven_lower_replaces_the_comparison_also_with_open_strict() -> None:
    table = position("", "4c 5d", open=("7c 6c 8c",), pile="7d", seven_lower=True, open_strict=True)
    assert [words for words in table.legal(ANA) if "play" in words] == ["play 6c", "play 7c"]


def test_h13_h15_a_seven_under_a_joker_still_wants_lower() -> None:
    table = position("9c 4c", "4d 5d", pile="7d Xr", jokers=2, seven_lower=True)
    assert table.refuses(ANA, "play 9c") == "illegal-card H15"
    table.does(ANA, "play 4c")


def test_h15_a_transparent_eight_goes_on_anything_and_is_looked_through() -> None:
    table = position("8c 3c", "Qc Kc", pile="Kd", eight="transparent")
    table.does(ANA, "play 8c")
    assert table.sees(BOB).to_beat == "Kd"
    assert table.refuses(BOB, "play Qc") == "illegal-card H5"
    table.does(BOB, "play Kc")


def test_h15_a_transparent_eight_goes_on_a_seven_too() -> None:
    table = position("8c 3c", "Qc 5c", pile="7d", eight="transparent", seven_lower=True)
    table.does(ANA, "play 8c")
    assert table.refuses(BOB, "play Qc") == "illegal-card H15"
    table.does(BOB, "play 5c")


def test_h15_anything_goes_on_a_transparent_eight_that_lies_alone() -> None:
    table = position("8c 3c", "3d 5c", eight="transparent")
    table.does(ANA, "play 8c")
    table.does(BOB, "play 3d")


def test_h7_h15_four_transparent_eights_burn() -> None:
    table = position("8c 8d 3c", "3d 5c", pile="Ad 8h 8s", eight="transparent")
    table.does(ANA, "play 8c 8d")
    assert table.state.burned == 5


@pytest.mark.parametrize(
    "eights, following, skipped",
    [("8c", CYR, (BOB,)), ("8c 8d", DAN, (BOB, CYR)), ("8c 8d 8h", ANA, (BOB, CYR, DAN))],
)
def test_h15_each_skipping_eight_moves_the_turn_on_by_one(
    eights: str, following: Seat, skipped: tuple[Seat, ...]
) -> None:
    table = position("8c 8d 8h 3c", "4c 4d", "5c 5d", "6c 6d", pile="7d", eight="skip")
    assert table.does(ANA, f"play {eights}")[-2:] == (SeatsSkipped(seats=skipped), TurnPassed(seat=following))
    assert table.state.turn == following


def test_h15_with_two_players_the_own_seat_counts() -> None:
    once = position("8c 8d 3c", "4c 4d", pile="7d", eight="skip")
    once.does(ANA, "play 8c")
    assert once.state.turn == ANA
    twice = position("8c 8d 3c", "4c 4d", pile="7d", eight="skip")
    twice.does(ANA, "play 8c 8d")
    assert twice.state.turn == BOB


def test_h15_a_finished_seat_does_not_count_for_the_skip() -> None:
    table = position("8d", "4c Kd", "4h 4d", pile="7h", eight="skip")
    table.does(ANA, "play 8d")
    assert table.state.turn == CYR


def test_h15_eights_that_burn_skip_nobody() -> None:
    table = position("8c 3c", "4c 4d", "5c 5d", pile="8d 8h 8s", eight="skip")
    table.does(ANA, "play 8c")
    assert table.state.turn == ANA
    last = position("8c", "4c 4d", "5c 5d", pile="8d 8h 8s", eight="skip")
    last.does(ANA, "play 8c")
    assert last.state.turn == BOB


def test_h4_h15_an_eight_skips_in_the_beginning_too() -> None:
    table = deal("8c Jc Kc", "9d Jd Qd", "9h Jh Qh", swap=False, eight="skip")
    table.does(ANA, "play 8c")
    assert table.state.turn == CYR


def test_h15_face_up_cards_must_be_strictly_higher() -> None:
    table = position("", "6d 9d", open=("6c 9c", "4d"), down=("3c", "Jc"), pile="6h", open_strict=True)
    assert table.refuses(ANA, "play 6c") == "illegal-card H15"
    table.does(ANA, "play 9c")
    table.does(BOB, "play 9d")


def test_h15_open_strict_touches_neither_wild_cards_nor_flips() -> None:
    wild = position("", "6d 9d", open=("2c 3c",), pile="2h", open_strict=True)
    wild.does(ANA, "play 2c")
    blind = position("", "6d 9d", down=("6c 3c",), pile="6h", open_strict=True)
    assert of_kind(CardFlipped, blind.does(ANA, "flip 1")) == [CardFlipped(seat=ANA, number=1, card="6c", laid=True)]
