"""Shithead: laying, burning, refilling, taking up, flipping, jokers (H5–H11, H13)."""

import pytest

from core.events import DirectionTurned, TurnPassed
from core.game import COUNTER_CLOCKWISE
from core.shithead.events import Burn, CardFlipped, CardsDrawn, CardsPlayed, PileBurned, PileTaken
from tests.core.shithead_table import ANA, BOB, CYR, ORDER, cards, of_kind, position


@pytest.mark.parametrize("top", ORDER)
@pytest.mark.parametrize("rank", ["2", *ORDER, "X"])
def test_h5_h6_h13_equal_or_higher_or_wild(rank: str, top: str) -> None:
    card = "Xr" if rank == "X" else rank + "c"
    table = position(f"{card} 4s", "4h 5h", pile=top + "d", jokers=2)
    if rank in {"2", "T", "X"} or ORDER.index(rank) >= ORDER.index(top):
        assert of_kind(CardsPlayed, table.does(ANA, f"play {card}"))
    else:
        assert table.refuses(ANA, f"play {card}") == "illegal-card H5"


@pytest.mark.parametrize("pile", ["", "2d", "Kd 2d", "Xr", "2d Xr", "Xb Xr"])
def test_h5_h6_h13_anything_goes_on_nothing_a_two_and_lone_jokers(pile: str) -> None:
    position("3c 4s", "4c 5d", pile=pile, jokers=2).does(ANA, "play 3c")


def test_h5_several_cards_of_one_rank_lie_as_they_were_named() -> None:
    table = position("5s 5c 5d 9c", "6c 7c", pile="4h")
    table.does(ANA, "play 5d 5s")
    assert table.state.pile == cards("4h 5d 5s")
    assert table.state.turn == BOB


def test_h5_the_order_of_the_refusals_of_a_play() -> None:
    table = position("3c 9d 9h", "5c 6c", open=("Kc Ks",), down=("7c",), pile="Jd")
    assert table.refuses(BOB, "play 3c") == "not-your-turn H5"
    assert table.refuses(ANA, "play 3c Kd") == "not-your-card H5"
    assert table.refuses(ANA, "play 3c 3c") == "not-your-card H5"
    assert table.refuses(ANA, "play Ks Kc 9d") == "mixed-ranks H5"
    assert table.refuses(ANA, "play Ks Kc") == "hand-first H10"
    assert table.refuses(ANA, "play 3c 9d") == "mixed-ranks H5"
    assert table.refuses(ANA, "play 9d 9h") == "illegal-card H5"


def test_h5_a_blind_card_is_nobodys_to_name() -> None:
    table = position("", "5c 6c", down=("7c 8c",), pile="3d")
    assert table.refuses(ANA, "play 7c") == table.refuses(ANA, "play As") == "not-your-card H5"


def test_h6_a_ten_burns_and_the_same_player_plays_again() -> None:
    table = position("Tc Td 3c 4c", "Th 6c", pile="4h Ah")
    assert table.does(ANA, "play Tc Td") == (
        CardsPlayed(seat=ANA, cards=cards("Tc Td"), from_open=False),
        PileBurned(seat=ANA, cards=4, why=Burn.TEN),
    )
    assert (table.state.turn, table.state.pile, table.state.burned) == (ANA, (), 4)
    table.does(ANA, "play 3c")
    assert table.state.turn == BOB
    table.does(BOB, "play Th")
    assert table.state.burned == 6


def test_h5_a_ten_on_top_of_a_position_counts_as_ten() -> None:
    table = position("9c Jc 4c", "5c 6c", pile="Th")
    assert table.refuses(ANA, "play 9c") == "illegal-card H5"
    table.does(ANA, "play Jc")


def test_h7_four_of_a_rank_by_several_players_burn() -> None:
    table = position("7c 7d Kc", "7h 3c", "7s 9c", pile="4h")
    table.does(ANA, "play 7c 7d")
    table.does(BOB, "play 7h")
    assert table.sees(CYR).row == 3
    assert PileBurned(seat=CYR, cards=5, why=Burn.ROW) in table.does(CYR, "play 7s")
    assert (table.state.turn, table.state.burned, table.state.pile) == (CYR, 5, ())


def test_h7_also_twos() -> None:
    table = position("2c 2d 4c", "2h 2s 4d", pile="Ah")
    table.does(ANA, "play 2c 2d")
    table.does(BOB, "play 2h 2s")
    assert (table.state.turn, table.state.burned) == (BOB, 5)


def test_h7_more_than_four_of_two_packs() -> None:
    table = position("9s 9c 4d", "4c 5c", pile="5d 9c 9d 9h", decks=2)
    table.does(ANA, "play 9s 9c")
    assert (table.state.turn, table.state.burned) == (ANA, 6)


@pytest.mark.parametrize("between", ["2h", "Xr", "8h"])
def test_h7_another_rank_in_between_breaks_the_row(between: str) -> None:
    table = position("7h 7s 9c", "4c 5c", pile=f"7c 7d {between}", jokers=2, eight="transparent")
    table.does(ANA, "play 7h 7s")
    assert (table.state.burned, len(table.state.pile)) == (0, 5)


def test_h7_jokers_make_no_row() -> None:
    table = position("Xr 3d", "4c 5c", pile="5h Xr Xb Xb", jokers=4)
    table.does(ANA, "play Xr")
    assert table.state.burned == 0
    assert table.sees(BOB).row == 0


def test_h7_a_low_four_does_not_go_on_a_higher_card() -> None:
    table = position("5c 5d 5h 5s", "4c 7c", pile="6h")
    assert table.refuses(ANA, "play 5c 5d 5h 5s") == "illegal-card H5"


def test_h8_the_hand_is_refilled_to_three_before_the_next_play() -> None:
    table = position("4d 4h 9h", "6c 7c 8c", pile="3h", draw="Kc Qd Js")
    assert CardsDrawn(seat=ANA, cards=cards("Kc Qd"), count=2) in table.does(ANA, "play 4d 4h")
    assert (table.hand(ANA), table.state.draw) == ({"9h", "Kc", "Qd"}, ("Js",))
    assert CardsDrawn.private_to == ("cards",)


def test_h8_as_far_as_the_draw_pile_lasts() -> None:
    table = position("4d 4h 9h", "6c 7c 8c", pile="3h", draw="Kc")
    table.does(ANA, "play 4d 4h")
    assert (table.hand(ANA), table.state.draw) == ({"9h", "Kc"}, ())


def test_h8_a_hand_of_more_than_three_draws_nothing() -> None:
    table = position("4d 5h 9h 9c", "6c 7c 8c", pile="3h", draw="Kc Qd")
    assert of_kind(CardsDrawn, table.does(ANA, "play 4d")) == []


def test_h8_also_between_a_burn_and_the_next_play() -> None:
    table = position("Tc 4d 9h", "6c 7c 8c", pile="5h", draw="Kc Qd")
    events = table.does(ANA, "play Tc")
    assert [type(event) for event in events] == [CardsPlayed, PileBurned, CardsDrawn]
    table.does(ANA, "play Kc")


def test_h8_nobody_is_out_who_can_still_draw() -> None:
    table = position("Kd", "6c 7c", pile="5h", draw="Kc Qd")
    table.does(ANA, "play Kd")
    assert (table.state.places, table.hand(ANA)) == ((), {"Kc", "Qd"})


# Taking up


def test_h9_the_pile_is_taken_up_and_the_turn_passes() -> None:
    table = position("3c 4c", "3d 7d", "6c 6d", pile="8h 8d", draw="As")
    assert table.does(ANA, "pickup") == (
        PileTaken(seat=ANA, cards=cards("8h 8d"), open_card=None),
        TurnPassed(seat=BOB),
    )
    assert (table.hand(ANA), table.state.pile, table.state.draw) == ({"3c", "4c", "8h", "8d"}, (), ("As",))


def test_h9_taking_up_although_one_could_lay() -> None:
    hands = ("9c 3c", "3d 7d")
    assert position(*hands, pile="8h").legal(ANA) == ["play 9c", "pickup"]
    strict = position(*hands, pile="8h", voluntary_pickup=False)
    assert strict.legal(ANA) == ["play 9c"]
    assert strict.refuses(ANA, "pickup") == "must-play H9"
    assert position(*hands, pile="Jh", voluntary_pickup=False).legal(ANA) == ["pickup"]


def test_h9_must_play_looks_at_the_zone_to_be_played_from() -> None:
    in_hand = position("3c", "3d 7d", open=("Kc",), pile="8h", voluntary_pickup=False)
    assert in_hand.legal(ANA) == ["pickup"]
    shown = position("", "3d 7d", open=("9c 4c",), down=("Kc",), pile="8h", voluntary_pickup=False)
    assert shown.refuses(ANA, "pickup 4c") == "must-play H9"
    low = position("", "3d 7d", open=("5c 4c",), down=("Kc",), pile="8h", voluntary_pickup=False)
    assert low.legal(ANA) == ["pickup 4c", "pickup 5c"]
    strict = position("", "3d 7d", open=("8c",), pile="8h", voluntary_pickup=False, open_strict=True)
    assert strict.legal(ANA) == ["pickup 8c"]


def test_h9_an_empty_pile_cannot_be_taken_up() -> None:
    assert position("9c 3c", "3d 7d").refuses(ANA, "pickup") == "must-play H9"
    shown = position("", "3d 7d", open=("9c",))
    assert shown.refuses(ANA, "pickup 9c") == "must-play H9"
    assert position("", "3d 7d", open=("9c",), take_open=False).refuses(ANA, "pickup") == "must-play H9"
    # Both codes hold here, and must-play stands before must-flip on the page.
    assert position("", "3d 7d", down=("9c",)).refuses(ANA, "pickup") == "must-play H9"


def test_h10_face_up_cards_follow_the_hand_by_the_same_rules() -> None:
    table = position("6c", "7c 8c", open=("9c 9d 4s", "Jc"), down=("3c 3d 3h", "Jd"), pile="5d")
    assert table.refuses(ANA, "play 9c") == "hand-first H10"
    table.does(ANA, "play 6c")
    table.does(BOB, "play 7c")
    assert table.legal(ANA) == ["play 9c", "play 9c 9d", "pickup 4s", "pickup 9c", "pickup 9d"]
    assert table.refuses(ANA, "play 4s") == "illegal-card H5"
    assert table.does(ANA, "play 9d 9c")[0] == CardsPlayed(seat=ANA, cards=cards("9d 9c"), from_open=True)
    assert table.shows(ANA) == {"4s"}


def test_h10_the_pile_is_taken_with_a_face_up_card_of_ones_choice() -> None:
    table = position("", "7c 8c", open=("6c Qh 9s",), down=("3c",), pile="Ad Kd")
    assert table.does(ANA, "pickup Qh") == (
        PileTaken(seat=ANA, cards=cards("Ad Kd"), open_card="Qh"),
        TurnPassed(seat=BOB),
    )
    assert (table.hand(ANA), table.shows(ANA)) == ({"Ad", "Kd", "Qh"}, {"6c", "9s"})
    table.does(BOB, "play 7c")
    assert table.refuses(ANA, "play 9s") == "hand-first H10"


def test_h10_the_order_of_the_refusals_of_a_pickup() -> None:
    shown = position("", "7c 8c", open=("6c Qh",), down=("3c",), pile="Kd")
    assert shown.refuses(BOB, "pickup") == "not-your-turn H5"
    assert shown.refuses(ANA, "pickup") == "not-your-card H10"
    assert shown.refuses(ANA, "pickup 9h") == "not-your-card H10"
    assert shown.refuses(ANA, "pickup 3c") == "not-your-card H10"
    pile_only = position("", "7c 8c", open=("6c Qh",), down=("3c",), pile="Kd", take_open=False)
    assert pile_only.refuses(ANA, "pickup 9h") == "not-your-card H10"
    assert pile_only.refuses(ANA, "pickup 6c") == "illegal-card H10"
    for take_open in (True, False):
        hand_left = position("4c", "7c 8c", open=("6c Qh",), pile="Kd", take_open=take_open)
        assert hand_left.refuses(ANA, "pickup 6c") == "hand-first H10"
        assert hand_left.refuses(ANA, "pickup 4c") == "not-your-card H10"


def test_h10_the_pile_only() -> None:
    table = position("", "7c 8c", open=("6c Qh",), pile="Ad Kd", take_open=False)
    assert table.legal(ANA) == ["pickup"]
    table.does(ANA, "pickup")
    assert (table.hand(ANA), table.shows(ANA)) == ({"Ad", "Kd"}, {"6c", "Qh"})


def test_h10_a_position_may_have_no_hand_and_a_draw_pile() -> None:
    table = position("", "7c 8c", open=("6c Qh",), pile="5d", draw="3d 4d 5c 6d")
    table.does(ANA, "play 6c")
    assert table.hand(ANA) == {"3d", "4d", "5c"}


def test_two_packs_a_code_in_hand_and_open_means_the_hand() -> None:
    table = position("5c 9c", "7c 8c", open=("5c Qh",), pile="4d", decks=2)
    assert table.refuses(ANA, "play 5c 5c") == "hand-first H10"
    table.does(ANA, "play 5c")
    assert (table.hand(ANA), table.shows(ANA)) == ({"9c"}, {"5c", "Qh"})


def test_two_packs_equal_codes_are_played_together() -> None:
    table = position("5c 5c 9c", "7c 8c", pile="4d", decks=2)
    assert table.refuses(ANA, "play 5c 5c 5c") == "not-your-card H5"
    table.does(ANA, "play 5c 5c")
    assert table.state.hands[ANA] == ("9c",)


# Blind cards


def test_h11_a_fitting_blind_card_is_laid() -> None:
    table = position("", "6c Kc", down=("9c 4d",), pile="5d")
    assert table.legal(ANA) == ["flip 1", "flip 2"]
    assert table.refuses(ANA, "pickup") == "must-flip H11"
    assert table.does(ANA, "flip 1") == (
        CardFlipped(seat=ANA, number=1, card="9c", laid=True),
        TurnPassed(seat=BOB),
    )
    assert (table.state.pile, table.state.down[ANA]) == (cards("5d 9c"), (None, "4d"))


def test_h11_one_that_does_not_fit_is_taken_up_with_the_pile() -> None:
    table = position("", "6c Kc", down=("9c 4d 5h",), pile="Jd Qd")
    assert table.does(ANA, "flip 2") == (
        CardFlipped(seat=ANA, number=2, card="4d", laid=False),
        PileTaken(seat=ANA, cards=cards("Jd Qd"), open_card=None),
        TurnPassed(seat=BOB),
    )
    assert table.hand(ANA) == {"4d", "Jd", "Qd"}
    table.does(BOB, "play 6c")
    assert table.refuses(ANA, "flip 1") == "hand-first H11"
    assert table.refuses(ANA, "flip 2") == "not-your-card H11"


def test_h11_positions_keep_their_numbers() -> None:
    table = position("", "4c 4d 4h", down=("3d 9d Jd",), pile="8h")
    table.does(ANA, "flip 2")
    table.does(BOB, "pickup")
    assert table.sees(None).down[ANA] == (1, 3)
    assert table.refuses(ANA, "flip 2") == "not-your-card H11"
    table.does(ANA, "flip 3")
    assert table.state.pile == ("Jd",)


def test_h11_blind_cards_wait_for_the_face_up_ones() -> None:
    assert position("", "4c 4d", open=("5c",), down=("9d",)).refuses(ANA, "flip 1") == "hand-first H11"
    assert position("5c", "4c 4d", down=("9d",)).refuses(ANA, "flip 1") == "hand-first H11"
    assert position("5c", "4c 4d", down=("9d",)).refuses(ANA, "flip 3") == "not-your-card H11"


@pytest.mark.parametrize("card, why", [("Tc", Burn.TEN), ("8s", Burn.ROW)])
def test_h11_a_blind_card_burns_and_its_player_plays_again(card: str, why: Burn) -> None:
    table = position("", "4c 4d", down=(f"{card} 3c",), pile="8c 8d 8h")
    assert PileBurned(seat=ANA, cards=4, why=why) in table.does(ANA, "flip 1")
    assert table.state.turn == ANA
    assert table.legal(ANA) == ["flip 2"]


def test_h11_h13_h15_a_blind_card_has_its_effect() -> None:
    joker = position("", "4c 4d", "5c 5d", down=("Xr 3c",), pile="8c", jokers=2)
    joker.does(ANA, "flip 1")
    assert joker.state.turn == CYR
    eight = position("", "4c 4d", "5c 5d", down=("8s 3c",), pile="7c", eight="skip")
    eight.does(ANA, "flip 1")
    assert eight.state.turn == CYR


def test_h13_each_joker_turns_the_direction() -> None:
    table = position("Xr 3c 4c", "9c Xb", "3d 4d", pile="7d", jokers=2)
    assert DirectionTurned(direction=COUNTER_CLOCKWISE) in table.does(ANA, "play Xr")
    assert (table.state.turn, table.report()["direction"]) == (CYR, "ccw")
    both = position("Xr Xb 4c", "9c 5c", "3d 4d", pile="7d", jokers=2)
    assert of_kind(DirectionTurned, both.does(ANA, "play Xr Xb")) == []
    assert (both.state.turn, both.report()["direction"]) == (BOB, "cw")


def test_h13_the_card_under_a_joker_counts() -> None:
    table = position("Xr 3c", "6c 8c", pile="7d", jokers=2)
    table.does(ANA, "play Xr")
    assert table.sees(BOB).to_beat == "7d"
    assert table.refuses(BOB, "play 6c") == "illegal-card H5"
    table.does(BOB, "play 8c")


def test_h13_a_joker_is_not_laid_with_another_rank() -> None:
    assert position("Xr 3c", "6c 8c", jokers=2).refuses(ANA, "play Xr 3c") == "mixed-ranks H5"
