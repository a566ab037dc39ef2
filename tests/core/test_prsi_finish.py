"""Going out, coming back, the end, and leaving akční prší (P18–P22, P26, S30)."""

import pytest

from core import akcni
from core.akcni.events import BroughtBack, FinishFinal, GameEnded
from core.akcni.state import Phase
from core.events import PlayerFinished
from core.game import Outcome
from tests.core.prsi_table import ANA, BOB, CYR, DAN, EVA, Table, house, position, strict


def ends(table: Table) -> Outcome:
    outcome = akcni.outcome(table.state)
    assert outcome is not None
    return outcome


def test_p18_out_is_who_has_neither_open_nor_closed_cards() -> None:
    table = strict("8h", "8b Tb", "9b Ta", pile="9h", open=("8a",)).does("Ana play 8h")
    assert table.state.places == ()
    table.does("Bob play 8b", "Cyr draw", "Ana play 8a")
    assert (table.state.places, table.state.exposed) == ((ANA,), (ANA,))
    assert table.said(PlayerFinished) == [PlayerFinished(seat=ANA, place=1)]


def test_p19_otherwise_a_finish_is_final_after_the_next_main_action() -> None:
    table = strict("8h", "8b Tb", "9b Ta", pile="9h", draw="Ob").does("Ana play 8h")
    assert table.does("Bob draw").said(FinishFinal) == [FinishFinal(seat=ANA)]


def test_p19_a_seven_from_the_first_player_to_act_counts() -> None:
    table = strict("Th", "8b Tb", "7h Ta", pile="9h", draw="Ob Oa Ua").does("Ana play Th")
    assert table.turn == CYR
    # Counter-clockwise Cyr's seven lands on Bob; it does not reach Ana, who is out for good now.
    table.does("Cyr play 7h")
    assert (table.turn, table.state.places, table.state.exposed) == (BOB, (ANA,), ())


def test_p19_with_two_players_any_last_card_is_answered_by_a_seven() -> None:
    table = strict("Kh", "7h Ta", pile="9h", draw="Ob Oa Ua").does("Ana play Kh", "Bob play 7h")
    assert table.said(BroughtBack) == [BroughtBack(seat=ANA, rule="P19")]
    assert (table.turn, table.attack.cards, table.state.places) == (ANA, 2, ())
    assert table.legal(ANA) == {"draw"}
    table.does("Ana draw")
    assert (table.counts, table.turn) == ((2, 1), BOB)


def test_p19_a_later_seven_does_not_count() -> None:
    table = strict("8h", "8b Tb", "7b Ta", pile="9h", draw="Ob Oa Ua").does("Ana play 8h", "Bob play 8b", "Cyr play 7b")
    assert (table.turn, table.state.places) == (BOB, (ANA,))


def test_p19_an_attack_holds_several_last_cards() -> None:
    table = strict("7h", "7b", "7l 9a", "Ta Tb", pile="9h", draw="Ob Oa Ua Ub Ka Kb Kl Kh")
    table.does("Ana play 7h", "Bob play 7b", "Cyr play 7l")
    assert (table.turn, table.state.places, table.state.exposed) == (DAN, (ANA, BOB), (ANA, BOB))
    table.does("Dan draw")
    assert (table.turn, table.state.exposed) == (CYR, ())


def test_p19_the_attack_lands_on_the_first_of_them_and_frees_the_other() -> None:
    table = strict("7h", "7b", "7l 9a", pile="9h", draw="Ob Oa Ua Ub Ka Kb Kl Kh")
    table.does("Ana play 7h", "Bob play 7b", "Cyr play 7l")
    assert (table.turn, table.state.places, table.state.exposed) == (ANA, (BOB,), (BOB,))
    table.does("Ana draw")
    assert (table.counts[ANA], table.state.exposed, table.turn) == (6, (), CYR)


def test_p19_an_eight_sends_the_attack_back_to_a_last_seven() -> None:
    table = strict("7h", "8h Tb", "9b Ta", pile="9h", draw="Ob Oa Ua Ub").does("Ana play 7h", "Bob play 8h")
    assert (table.turn, table.attack.cards, table.state.places) == (ANA, 3, ())
    assert table.refuses("Ana play 9b") == "not-your-card P2"
    assert table.refuses("Ana stand") == "must-draw P19"
    table.does("Ana draw")
    assert (table.counts[ANA], table.turn, table.state.direction) == (3, CYR, -1)


def test_p19_a_last_eight_holds_its_player_too() -> None:
    table = strict("7h Ka", "8h", "9b Ta", pile="9h", draw="Ob Oa Ua Ub Kh", direction=1)
    table.does("Ana play 7h", "Bob play 8h")
    assert (table.turn, table.state.exposed, table.state.direction) == (ANA, (BOB,), -1)
    table.does("Ana draw")
    assert (table.state.places, table.state.exposed) == ((BOB,), ())


def test_p19_an_eight_on_a_last_eight_brings_it_back() -> None:
    table = strict("7h 8b Ka", "8h", "9b Ta", pile="9h", draw="Ob Oa Ua Ub Kh").does("Ana play 7h", "Bob play 8h")
    table.does("Ana play 8b")
    assert (table.turn, table.attack.cards, table.state.places) == (BOB, 4, ())


def test_p19_with_more_than_two_a_stood_ace_brings_nobody_back() -> None:
    table = strict("Ah", "8b Tb", "9b Ta", pile="9h", draw="Ob").does("Ana play Ah", "Bob stand")
    assert (table.turn, table.state.places, table.state.exposed) == (CYR, (ANA,), ())


def test_p19_with_two_an_ace_over_the_last_ace_brings_nobody_back() -> None:
    table = strict("Ah", "Ab Tb", pile="9h", draw="Ob").does("Ana play Ah", "Bob play Ab")
    assert (table.phase, table.state.places, ends(table).loser) == (Phase.OVER, (ANA,), BOB)


def test_p19_a_last_action_ace_is_not_stood_on_and_brings_nobody_back() -> None:
    table = strict("Al", "8b Tb", pile="9l", draw="Ob").does("Ana play Al", "Bob draw")
    assert (table.phase, table.state.places) == (Phase.OVER, (ANA,))


def test_p19_a_last_action_ace_in_the_lap_brings_back_when_stood_on() -> None:
    table = strict("Ol 9b", "Al", pile="8l", draw="Oa Ob").does("Ana play Ol=l", "Bob play Al")
    assert (table.turn, table.state.exposed) == (ANA, (BOB,))
    table.does("Ana stand")
    assert (table.turn, table.state.places, table.legal(BOB)) == (BOB, (), {"draw"})
    assert table.does("Bob draw").hand(BOB) == {"Oa"}


def test_p19_players_who_are_out_for_good_make_no_difference_to_two() -> None:
    table = strict("Ah", "", "8b Tb", pile="9h", draw="Ob").does("Ana play Ah", "Cyr stand")
    assert (table.turn, table.state.places) == (ANA, (BOB,))


def test_p19_an_exposed_third_does_not_make_three() -> None:
    table = strict("8h", "Ah", "8b Tb", pile="9h", draw="Ob").does("Ana play 8h", "Bob play Ah", "Cyr stand")
    assert (table.turn, table.state.places) == (BOB, (ANA,))


def test_p26_who_finds_nothing_to_draw_on_coming_back_is_out_again_with_the_last_place_so_far() -> None:
    thirst = house(("A*", "next draws 1"))
    table = strict("Ah", "8b Tb", pile="9h", rules=thirst).does("Ana play Ah", "Bob stand")
    assert (table.turn, table.state.places, table.state.draw) == (ANA, (), ())
    table.does("Ana draw")
    assert (ends(table).places, ends(table).loser, table.counts) == ((ANA,), BOB, (0, 3))


def test_p26_who_is_out_again_comes_after_those_who_finished_meanwhile() -> None:
    table = strict("7h", "7b", "7l 9a", pile="9h", rules=house(("7l", "player draws 9")))
    table.does("Ana play 7h", "Bob play 7b", "Cyr play 7l")
    assert (table.turn, table.state.places, table.hand(CYR)) == (ANA, (BOB,), {"9a", "9h", "7h", "7b"})
    table.does("Ana draw")
    assert (ends(table).places, ends(table).loser) == ((BOB, ANA), CYR)


def test_p19_with_few_cards_who_is_back_draws_what_there_is() -> None:
    table = strict("7h", "7b", "7l 9a", pile="8h").does("Ana play 7h", "Bob play 7b", "Cyr play 7l", "Ana draw")
    assert (table.hand(ANA), table.turn, table.state.places) == ({"8h", "7h", "7b"}, CYR, (BOB,))


def test_p22_the_last_one_with_no_cards_left_is_still_last() -> None:
    table = strict("8h", "8b", pile="9h", draw="Ob").does("Ana play 8h", "Bob play 8b")
    assert table.phase is Phase.OVER
    assert (table.state.places, ends(table).loser, ends(table).scores) == ((ANA,), BOB, (1, -1))
    assert table.counts == (0, 0)


def test_p19_the_last_ones_last_seven_brings_back_and_goes_out() -> None:
    table = strict("8h", "7h", pile="9h", draw="Ob Oa").does("Ana play 8h", "Bob play 7h")
    assert (table.turn, table.state.places, table.state.exposed) == (ANA, (BOB,), (BOB,))
    table.does("Ana draw")
    assert (ends(table).loser, ends(table).scores, ends(table).next_dealer) == (ANA, (-1, 1), ANA)


def test_p19_the_last_ones_last_seven_on_a_third_player_is_no_return() -> None:
    table = strict("8h", "7h", "Ta Kb", pile="9h", draw="Ob Oa").does("Ana play 8h", "Bob play 7h", "Cyr draw")
    assert table.said(GameEnded) == [GameEnded(places=(ANA, BOB), loser=CYR, scores=(1, 0, -1))]


def test_p22_with_one_player_in_a_position_it_is_over_at_once() -> None:
    table = strict("", "8b Tb", "", pile="9h", turn=BOB)
    assert (table.phase, ends(table).places, ends(table).scores) == (Phase.OVER, (ANA, CYR), (1, -1, 0))
    assert table.refuses("Bob draw") == "game-over P22"
    assert table.legal(BOB) == set()


def test_p22_the_scores_of_a_running_game_are_zero() -> None:
    assert strict("8h Ta", "8b Tb", pile="9h").report()["scores"] == {"Ana": 0, "Bob": 0}


# Collapses


def test_s30_all_cards_go_under_the_draw_pile_in_string_order() -> None:
    table = strict("Th 8h", "8b Tb", "9b Ta", pile="9h", draw="Oa", open=("9a", "", "")).does("Ana collapse")
    assert table.state.draw == ("Oa", "8h", "9a", "Th")
    assert (table.turn, table.state.places) == (BOB, ())
    assert table.refuses("Ana draw") == "dead-dont-talk S30"


@pytest.mark.parametrize("seat", ["Bob", "Cyr"])
def test_s30_with_two_left_a_collapse_ends_the_game_and_nobody_scores(seat: str) -> None:
    table = strict("", "8b Tb", "9b Ta", pile="9h", turn=BOB).does(f"{seat} collapse")
    other = {"Bob": CYR, "Cyr": BOB}[seat]
    assert (ends(table).loser, ends(table).scores, ends(table).places) == (None, (0, 0, 0), (ANA, other))
    assert ends(table).next_dealer == CYR


def test_s30_who_has_not_drawn_since_the_return_counts_as_holding_cards() -> None:
    table = strict("8h", "7h Ta", pile="9h", draw="Ob Oa").does("Ana play 8h", "Bob play 7h", "Bob collapse")
    assert (table.phase, table.state.places, ends(table).loser) == (Phase.OVER, (ANA,), None)


def test_s30_who_is_back_may_collapse_and_the_attack_goes_on() -> None:
    table = strict("7h", "8h Tb", "8a Ta", pile="9h", draw="Ob Oa Ua Ub").does("Ana play 7h", "Bob play 8h")
    table.does("Ana collapse")
    # Counter-clockwise now: Cyr faces it, and may answer.
    assert (table.turn, table.attack.cards, table.legal(CYR)) == (CYR, 3, {"play 8a", "draw"})
    assert not table.state.returned


def test_p19_a_collapse_passes_an_attack_over_a_seat_whose_last_card_is_in_it() -> None:
    table = strict("7h", "Ta Tb", "7l 8l", "7a Kb", "7b 9b", pile="9h", draw="Ob Oa", direction=-1)
    table.does("Ana play 7h", "Eva play 7b", "Dan play 7a", "Cyr play 7l", "Bob collapse")
    assert (table.turn, table.attack.cards, table.state.exposed) == (EVA, 8, (ANA,))


def test_p19_a_collapse_is_no_main_action_and_leaves_a_finish_open() -> None:
    table = strict("8h", "8b Tb", "9b Ta", "7b Kb", pile="9h", draw="Ob Oa Ua").does("Ana play 8h", "Bob collapse")
    assert (table.turn, table.state.exposed) == (CYR, (ANA,))
    assert table.does("Cyr draw").state.exposed == ()


def test_p19_a_nine_whose_answer_collapses_calls_up_nobody() -> None:
    table = strict("9h", "8b Tb", "9b Ta", "7h Kb", pile="Th", draw="Ob Oa Ua").does("Ana play 9h")
    assert table.turn == DAN
    # From the empty seat the turn goes on clockwise, over Ana, who is out.
    assert table.does("Dan collapse").turn == BOB


def test_s30_an_ace_on_a_collapsed_player_passes_on() -> None:
    table = strict("Ah Ta", "8b Tb", "9b Kb", pile="9h").does("Ana play Ah", "Bob collapse")
    assert (table.turn, table.legal(CYR)) == (CYR, {"stand"})


def test_s30_the_next_player_greets_after_a_collapse() -> None:
    table = position("Kh Ta", "8b Tb", "9b Kb", pile="9h").does("Ana play Kh", "Bob collapse")
    assert (table.turn, table.greeter) == (CYR, CYR)


def test_s30_who_is_out_cannot_collapse() -> None:
    table = strict("8h", "8b Tb", "9b Ta", pile="9h").does("Ana play 8h")
    assert table.refuses("Ana collapse") == "dead-dont-talk P26"
