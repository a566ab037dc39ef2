"""Leaving for health in every phase of Smidarské prší (S30)."""

import pytest

from core.smidary.events import ChallengeDropped
from core.smidary.state import Phase, Threat
from tests.core.smidary_table import ANA, BOB, CYR, DAN, Table, position


def challenged() -> Table:
    """Bob has challenged Ana's king; she holds a card that she could have played."""
    table = position("Kl 8h Kh", "9l Tb", "Tl Ta", "9a Aa", pile="9h", draw="Oa Ua Ub Ob Kb")
    return table.does("Ana play Kl", "Bob challenge")


def test_s30_the_hand_goes_under_the_draw_pile_in_string_order() -> None:
    table = position("Tb 9l Oa 6x", "8l 7a", "9a Aa", pile="9h", draw="Kb", six=True).does("Ana collapse")
    assert table.state.draw == ("Kb", "6x", "9l", "Oa", "Tb")
    assert table.turn == BOB


def test_s30_out_of_turn_nothing_else_changes() -> None:
    table = position("Tb 9l", "8l 7a", "9a Aa", pile="9h", draw="Kb")
    ply = table.state.ply
    table.does("Cyr collapse")
    assert (table.turn, table.state.ply) == (ANA, ply)
    assert table.refuses("Cyr draw") == "dead-dont-talk S29"
    assert table.refuses("Cyr choose rum") == "not-now S10"


def test_s30_a_collapsed_player_takes_no_place_and_is_passed_over() -> None:
    table = position("9l", "8l 7a", "9a Aa", pile="9h", draw="Kb", turn=BOB).does("Bob collapse", "Cyr draw")
    table.does("Ana play 9l")
    assert table.state.places == (ANA,)
    assert table.state.collapsed == (BOB,)
    assert table.does("Cyr draw").phase is Phase.OVER
    assert table.roles.assistant == ANA


@pytest.mark.parametrize("card, kind", [("7h", Threat.DRAW), ("Ah", Threat.SKIP), ("Th", Threat.TEN)])
def test_s30_what_hung_over_them_passes_on(card: str, kind: Threat) -> None:
    table = position(f"{card} 9l", "8l 7a", "9a Aa", pile="9h", draw="Kb").does(f"Ana play {card}", "Bob collapse")
    assert (table.turn, table.attack.kind) == (CYR, kind)


def test_s14_added_value_passes_on_with_the_attack() -> None:
    table = position("7h 8l", "7b 9l", "7a 9a", "Ka Kh", pile="9h", draw="Oa Ob")
    table.does("Ana play 7h", "Bob play 7b", "Cyr play 7a", "Dan collapse")
    assert (table.turn, table.attack.added) == (ANA, 20)


def test_s9_after_a_returned_player_it_is_an_ordinary_attack() -> None:
    table = position("7a", "7b 9b", "7l 9l", "7h 9h", pile="Ka", draw="Oa Ob")
    table.does("Ana play 7a", "Bob play 7b", "Cyr play 7l", "Dan play 7h", "Ana collapse")
    assert (table.turn, table.attack.cards, table.attack.added, table.attack.drinkable) == (BOB, 8, 0, True)
    assert "drink" in table.legal(BOB)
    assert table.state.places == ()


def test_s30_who_has_to_draw_after_a_return_counts_as_holding_cards() -> None:
    table = position("Kh", "Tb 9l", "7h Tl", pile="9h", draw="Oa").does("Ana play Kh", "Bob draw", "Cyr play 7h")
    table.does("Bob collapse")
    assert table.phase is Phase.PLAY
    assert table.turn == ANA


def test_s30_with_two_the_game_ends_without_a_loser() -> None:
    table = position("9h", "8l 7a", "9a Aa", pile="Kh", draw="Kb", turn=ANA).does("Ana play 9h", "Bob collapse")
    assert table.phase is Phase.OVER
    assert table.state.places == (ANA, CYR)
    assert (table.roles.loser, table.roles.assistant, table.roles.title) == (None, None, None)
    assert table.roles.next_dealer == CYR
    assert table.drinks == (0, 0, 0)


def test_s30_with_one_the_game_ends_too() -> None:
    table = position("9h", "8l 7a", pile="Kh", draw="Kb", turn=ANA).does("Ana play 9h", "Bob collapse")
    assert table.phase is Phase.OVER
    assert table.state.places == (ANA,)
    assert table.roles.loser is None


def test_s30_the_accuser_leaves_and_the_next_one_may_challenge_again() -> None:
    table = challenged().does("Bob collapse")
    assert table.said(ChallengeDropped) == [ChallengeDropped(seat=BOB)]
    assert (table.phase, table.turn, table.attack.cards) == (Phase.PLAY, CYR, 4)
    assert "challenge" in table.legal(CYR)


def test_s30_the_accused_leaves_and_the_attack_stands() -> None:
    table = challenged().does("Ana collapse")
    assert (table.phase, table.turn, table.attack.cards) == (Phase.PLAY, BOB, 4)
    assert table.refuses("Bob challenge") == "cannot-challenge S17"
    assert table.legal(BOB) == {"draw", "drink"}


def test_s30_somebody_else_leaves_and_the_accusation_stands() -> None:
    table = challenged().does("Cyr collapse")
    assert table.phase is Phase.ACCUSED
    assert table.does("Ana show").phase is Phase.PENALTY


def test_s30_the_accused_leaves_the_penalty_and_it_is_dropped_with_the_attack() -> None:
    table = challenged().does("Ana admit", "Ana collapse")
    assert (table.phase, table.turn, table.state.attack) == (Phase.PLAY, BOB, None)


def test_s30_the_challenger_leaves_the_penalty_and_the_turn_is_the_next_players() -> None:
    table = challenged().does("Ana admit", "Bob collapse")
    assert (table.phase, table.turn) == (Phase.PENALTY, CYR)
    table.does("Cyr collapse")
    assert (table.phase, table.turn) == (Phase.PENALTY, DAN)
    table.does("Ana drink")
    assert (table.phase, table.turn, table.drinks) == (Phase.PLAY, DAN, (40, 0, 0, 0))


def test_s30_the_turn_after_the_penalty_may_be_the_accuseds_own() -> None:
    table = position("Kl 8h Kh", "9l Tb", "Tl Ta", pile="9h", draw="Oa Ua Ub Ob Kb")
    table.does("Ana play Kl", "Bob drink", "Cyr challenge", "Ana admit", "Cyr collapse")
    assert (table.phase, table.turn) == (Phase.PENALTY, ANA)
    assert table.legal(ANA) == {"draw", "drink"}
    assert table.does("Ana drink").turn == ANA
    assert "play 8h" not in table.legal(ANA)


def test_s30_the_accused_leaves_the_penalty_before_the_own_turn() -> None:
    table = position("Kl 8h Kh", "9l Tb", "Tl Ta", "9a Aa", pile="9h", draw="Oa Ua Ub Ob Kb")
    table.does("Ana play Kl", "Bob drink", "Cyr drink", "Dan challenge", "Ana admit", "Dan collapse")
    assert (table.phase, table.turn) == (Phase.PENALTY, ANA)
    table.does("Ana collapse")
    assert (table.phase, table.turn, table.state.attack) == (Phase.PLAY, BOB, None)


def test_s30_the_nines_player_leaves_the_race() -> None:
    table = position("9b 8l", "Kb Tl", "Tb 9a", "8b 9l", pile="9h", draw="Oa").does("Ana play 9b", "Ana collapse")
    assert table.state.race is not None
    assert table.state.race.waiting == (BOB, CYR, DAN)
    table.does("Bob slap", "Dan slap")
    assert (table.turn, table.drinks) == (DAN, (0, 0, 20, 0))


def test_s30_who_has_slapped_and_left_is_dead() -> None:
    table = position("9b 8l", "Kb Tl", "Tb 9a", "8b 9l", pile="9h", draw="Oa")
    table.does("Ana play 9b", "Bob slap", "Bob collapse")
    assert table.refuses("Bob slap") == "dead-dont-talk S29"
    assert table.phase is Phase.SLAP


def test_s30_who_stands_leaves() -> None:
    table = position("Ah 8l", "Tb Kb", "9l Al", pile="9h", draw="Oa").does("Ana play Ah", "Bob stand", "Bob collapse")
    assert table.state.standing == ()
