"""Sevens, the green king, challenges, aces and the red ten of Smidarské prší (S13–S19, S22)."""

from typing import Any

import pytest

from core.game import Charged
from core.prsi.events import CardsDrawn
from core.smidary.events import AttackLanded, HandShown, PlayerSat
from core.smidary.state import Phase, Threat
from tests.core.smidary_table import ANA, BOB, CYR, DAN, Table, position


def challenged(*hands: str, pile: str = "9h", draw: str = "Ka Kb Aa Ab Al", **options: Any) -> Table:
    """Ana has played the green king and Bob has challenged her."""
    return position(*hands, pile=pile, draw=draw, **options).does("Ana play Kl", "Bob challenge")


def test_s13_every_charge_names_its_clause() -> None:
    table = position("7h 8l", "7b 9l", "7a 9a", pile="9h", draw="Oa Ob")
    table.does("Ana play 7h", "Bob play 7b", "Cyr play 7a", "Ana drink")
    assert table.said(Charged) == [Charged(seat=ANA, ml=60, rule="S13"), Charged(seat=ANA, ml=20, rule="S14")]
    table.does("Bob draw")
    assert table.said(Charged) == [Charged(seat=BOB, ml=10, rule="S5")]


def test_s13_drinking_without_an_attack() -> None:
    assert position("7h 8l", "7b", pile="9h").refuses("Ana drink") == "cannot-drink S13"


@pytest.mark.parametrize("option, drunk, drawn", [("always", 80, 20), ("with_cards", 60, 20)])
def test_s14_added_value_is_for_whoever_is_next_after_the_over_play(option: str, drunk: int, drawn: int) -> None:
    def three_sevens() -> Table:
        table = position("7h 8l", "7b 9l", "7a 9a", pile="9h", draw="Oa Ob Ua Ub Ka Kb", added_value=option)
        return table.does("Ana play 7h", "Bob play 7b", "Cyr play 7a")

    assert three_sevens().attack.added == 20
    assert three_sevens().does("Ana drink").drinks == (drunk, 0, 0)
    assert three_sevens().does("Ana draw").drinks == (drawn, 0, 0)
    assert three_sevens().does("Ana drink").attack.added == 0


def test_s14_four_sevens_and_more_cost_forty() -> None:
    table = position("7h 8l", "7b 9l", "7a 9a", "7l Kh", pile="9h", draw="Oa")
    table.does("Ana play 7h", "Bob play 7b", "Cyr play 7a", "Dan play 7l")
    assert table.attack.added == 40
    # A seven of the attack itself can come back by turning over, to somebody who is owed cards.
    table.where(hands=(("7h", "8l"), *table.state.hands[1:])).does("Ana play 7h")
    assert (table.attack.sevens, table.attack.added, table.attack.cards) == (5, 40, 10)


def test_s15_a_collapse_does_not_make_the_lap_longer() -> None:
    table = position("7h 8l", "9l Tb", "9a Ta", "Kb Tl", pile="9h", draw="Oa Ob")
    table.does("Ana play 7h", "Bob drink", "Cyr drink", "Dan collapse")
    assert table.turn == ANA
    assert table.refuses("Ana drink") == "cannot-drink S15"


def test_s15_whoever_over_plays_at_the_end_of_the_lap_begins_a_new_one() -> None:
    table = position("7h 7a 8l", "9l Tb", pile="9h", draw="Oa Ob").does("Ana play 7h", "Bob drink")
    assert not table.attack.drinkable
    table.does("Ana play 7a")
    assert (table.turn, table.attack.cards, table.attack.drinkable) == (BOB, 4, True)


def test_s15_a_collapsed_over_player_counts_by_the_seat() -> None:
    table = position("7h 8l", "9l Tb", "9a Ta", "Kb Tl", pile="9h", draw="Oa Ob")
    table.does("Ana play 7h", "Ana collapse", "Bob drink", "Cyr drink")
    assert table.attack.drinkable
    assert not table.does("Dan drink").attack.drinkable
    assert table.turn == BOB


@pytest.mark.parametrize(
    "top, over",
    [("7h", {"7b", "7l"}), ("7l", {"7h", "7b", "Kl"}), ("Kl", {"7l"})],
)
def test_s16_what_over_plays_what(top: str, over: set[str]) -> None:
    hand = {"7h", "7b", "7l", "Kl", "Ah", "Oh", "Uh", "Kh", "Tl"} - {top}
    table = position(f"{top} 8h", " ".join(hand), pile=f"9{top[1]}", draw="Oa").does(f"Ana play {top}")
    assert {words[5:] for words in table.legal(BOB) if words.startswith("play")} == over


def test_s16_a_spent_king_is_a_king_of_leaves() -> None:
    table = position("Kl 8l", "Kh 9l 9a", pile="9h", draw="Oa Ob Ub Ua").does("Ana play Kl", "Bob draw")
    assert {words for words in table.legal(ANA) if "8l" in words} == {"play 8l"}


@pytest.mark.parametrize(
    "others, guilty",
    [("8b 8a", False), ("Kh 8b", True), ("Oa 8b", True), ("Ub 8b", True), ("9a 8b", True), ("7l 8b", False)],
)
def test_s17_guilty_is_who_could_have_played_another_card(others: str, guilty: bool) -> None:
    table = challenged(f"Kl {others}", "9l Tb", "Tl Ta", pile="9h").does("Ana show")
    assert table.said(HandShown) == [HandShown(seat=ANA, cards=tuple(others.split()), guilty=guilty)]
    assert table.phase is (Phase.PENALTY if guilty else Phase.PLAY)
    assert table.drinks == ((0, 0, 0) if guilty else (0, 20, 0))


def test_s17_on_an_attack_only_an_over_play_counts() -> None:
    table = position("7l 8h", "Kl 9l Tb", "Tl Ta", pile="Al", draw="Oa").does("Ana play 7l", "Bob play Kl")
    assert table.does("Cyr challenge", "Bob show").drinks == (0, 0, 20)


def test_s17_judged_by_the_hand_at_that_moment() -> None:
    # Whatever Ana has been given since: the seven of hearts came into her hand only after the king.
    table = position("Kl 8b 8a", "9l Tb", "Tl Ta", pile="9h", draw="Oa").does("Ana play Kl", "Bob drink")
    table.where(hands=(("8b", "8a", "7h"), *table.state.hands[1:]))
    assert table.does("Cyr challenge", "Ana show").phase is Phase.PLAY


def test_s17_admitting_is_believed() -> None:
    table = challenged("Kl 8b 8a", "9l Tb", "Tl Ta").does("Ana admit")
    assert table.legal(ANA) == {"draw", "drink"}
    assert table.said(AttackLanded)[0].seat == ANA
    table.does("Ana drink")
    assert (table.turn, table.drinks, table.state.attack) == (BOB, (40, 0, 0), None)
    assert "play 9l" in table.legal(BOB)


def test_s17_who_is_asked_what() -> None:
    table = challenged("Kl 8b Kh", "9l Tb", "Tl Ta")
    assert table.refuses("Bob admit") == "not-your-turn S17"
    assert table.refuses("Bob draw") == "not-now S3"
    table.does("Ana show")
    assert table.refuses("Bob draw") == "not-your-turn S17"
    assert table.refuses("Ana play Kh") == "not-now S3"
    assert table.refuses("Ana show") == "not-now S17"


def test_s17_nobody_challenges_the_own_king() -> None:
    table = position("Kl 8b", "9l Tb", "Tl Ta", pile="9h", draw="Oa").does("Ana play Kl", "Bob drink", "Cyr drink")
    assert table.refuses("Ana challenge") == "cannot-challenge S17"
    assert table.legal(ANA) == {"draw"}


def test_s17_a_lost_challenge_binds_the_challenger_only() -> None:
    table = challenged("Kl 8b 8a", "7l Tb", "Tl Ta", draw="Oa Ob").does("Ana show")
    assert table.refuses("Bob play 7l") == "illegal-card S17"
    assert table.legal(BOB) == {"draw", "drink"}
    table.where(hands=(*table.state.hands[:2], ("7l", "Ta"))).does("Bob drink")
    assert "play 7l" in table.legal(CYR)
    assert table.refuses("Cyr challenge") == "cannot-challenge S17"


def test_s17_the_challenger_pays_the_added_value_after_losing() -> None:
    table = position("7h 9a", "7b 9h", "7l Ah", "Kl Ta", pile="8h", draw="Tl Tb")
    table.does("Ana play 7h", "Bob play 7b", "Cyr play 7l", "Dan play Kl", "Ana challenge", "Dan show", "Ana drink")
    assert table.drinks == (20 + 100 + 20, 0, 0, 0)


def test_s17_in_the_penalty_there_is_no_limit_of_a_lap() -> None:
    table = position("Kl 8b Kh", "9l Tb", "Tl Ta", pile="9h", draw="Oa").does("Ana play Kl", "Bob drink")
    table.does("Cyr challenge", "Ana admit")
    assert table.attack.drinkable
    assert table.does("Ana drink").drinks == (40, 40, 0)
    assert table.turn == CYR


def test_s18_the_last_player_with_cards_may_drink_and_the_attack_is_void() -> None:
    table = position("7h", "9h Ob", pile="8h", draw="Tl").does("Ana play 7h", "Bob drink")
    assert table.phase is Phase.OVER
    assert table.drinks == (20, 60)


def test_s18_an_attack_of_the_last_player_lands_on_nobody() -> None:
    table = position("Kb", "7b Ob", pile="8b", draw="Tl").does("Ana play Kb", "Bob play 7b")
    assert table.phase is Phase.OVER
    assert table.state.attack is None


def test_s19_an_ace_over_plays_an_ace_and_does_not_add_up() -> None:
    table = position("Ah 8l", "Aa Tb", "9l Ta", pile="9h", draw="Oa").does("Ana play Ah")
    assert table.legal(BOB) == {"stand", "play Aa"}
    table.does("Bob play Aa")
    assert table.state.standing == ()
    assert table.does("Cyr stand").state.standing == (CYR,)
    assert table.turn == ANA


def test_s19_who_stands_sits_down_even_for_the_next_ace() -> None:
    table = position("Ah 8l", "Tb Kb", "9l Al", pile="9h", draw="Oa").does("Ana play Ah", "Bob stand")
    table.where(direction=-1, turn=CYR).does("Cyr play Al")
    assert table.turn == BOB
    assert table.said(PlayerSat) == [PlayerSat(seat=BOB)]
    assert table.state.standing == ()
    assert table.does("Bob stand").state.standing == (BOB,)


def test_s19_stand_needs_an_ace() -> None:
    assert position("Ah 8l", "Aa Tb", pile="9h").refuses("Ana stand") == "not-now S19"
    table = position("9b 8l", "Aa Tb", "Kb Tl", pile="9h").does("Ana play 9b")
    assert table.refuses("Bob stand") == "not-now S19"


def test_s19_facing_an_ace_everything_else_is_refused() -> None:
    table = position("Ah 8l", "Kl Tb", pile="9h", draw="Oa").does("Ana play Ah")
    for words in ("draw", "drink", "challenge", "play Kl"):
        assert table.refuses(f"Bob {words}") == "must-stand S19"


def test_s22_the_red_ten_costs_one_card_and_the_turn() -> None:
    table = position("Th 8l", "Kl Tb Ta", "Tl 9a", pile="9h", draw="Oa").does("Ana play Th")
    landed = table.said(AttackLanded)[0]
    assert (landed.kind, landed.cards, landed.ml) == (Threat.TEN, 1, 0)
    for words in ("drink", "challenge", "stand", "play Tb"):
        assert table.refuses(f"Bob {words}") == "must-draw S22"
    assert table.does("Bob draw").turn == CYR
    assert [event.rule for event in table.said(CardsDrawn)] == ["S22"]
    assert "play Tl" in table.legal(CYR)


def test_s5_the_card_under_the_red_ten_can_be_drawn_the_next_one_is_ten_ml() -> None:
    table = position("Th 8l", "Kl Tb", "Tl 9a", pile="9h").does("Ana play Th", "Bob draw")
    assert table.hand(BOB) == {"Kl", "Tb", "9h"}
    assert table.does("Cyr draw").drinks == (0, 0, 10)


def test_s13_an_attack_goes_in_the_direction_of_play() -> None:
    table = position("7h 8l", "9l Tb", "9a Ta", "Kb Tl", pile="9h", draw="Oa Ob", direction=-1).does("Ana play 7h")
    assert table.turn == DAN
