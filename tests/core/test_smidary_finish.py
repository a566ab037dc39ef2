"""Going out, coming back, and the end of Smidarské prší (S7–S12)."""

import pytest

from core.events import PlayerFinished
from core.game import Charged
from core.prsi.events import CardsDrawn
from core.smidary.events import BroughtBack, CardsOwed, ChoiceVoided, PlayerSafe
from core.smidary.state import Phase
from tests.core.smidary_table import ANA, BOB, CYR, DAN, EVA, Table, position


def owing_four() -> Table:
    """Ana was brought back by eight cards and found four; Bob is on turn, and there is nothing to draw."""
    table = position("7a", "7b 9b Tb", "7l 9l", "7h 9h", pile="Ka")
    return table.does("Ana play 7a", "Bob play 7b", "Cyr play 7l", "Dan play 7h", "Ana draw")


def test_s8_a_finish_is_final_when_the_turn_has_passed_over_the_seat() -> None:
    table = position("9h", "Kb Ub", "8l Tl", pile="Kh", draw="Oa Ua Ob").does("Ana play 9h")
    assert table.said(PlayerFinished) == [PlayerFinished(seat=ANA, place=1)]
    assert table.state.exposed == (ANA,)
    assert table.does("Bob draw").state.exposed == (ANA,)
    assert table.does("Cyr draw").said(PlayerSafe) == [PlayerSafe(seat=ANA)]
    assert table.state.exposed == ()
    assert table.state.places == (ANA,)


def test_s8_an_eight_of_somebody_else_saves_all_who_are_exposed() -> None:
    table = position("7h Ub", "8h Tl", "Ta Kb", "9a", "9h", pile="Ka", draw="Oa Ob", turn=DAN)
    table.does("Dan play 9a", "Eva play 9h", "Ana draw")
    assert table.state.exposed == (DAN, EVA)
    # The turn goes back to Ana, over nobody's seat.
    table.does("Bob play 8h")
    assert {event.seat for event in table.said(PlayerSafe)} == {DAN, EVA}
    assert (table.turn, table.state.exposed) == (ANA, ())
    assert table.does("Ana play 7h").turn == CYR
    assert table.state.places == (DAN, EVA)


def test_s8_the_turn_of_a_collapsed_player_passes_over_exposed_seats_too() -> None:
    table = position("9h", "Kb Ub", "8l Tl", "Ta Tb", pile="Kh", draw="Oa Ob", direction=-1)
    table.does("Ana play 9h", "Dan draw", "Cyr draw", "Bob collapse")
    assert table.turn == DAN
    assert table.state.exposed == ()


def test_s9_a_holder_in_between_is_attacked_instead() -> None:
    table = position("Kh", "7h Ub", "8l Tl", pile="9h", draw="Oa Ua Ob").does("Ana play Kh", "Bob play 7h")
    assert table.turn == CYR
    assert table.state.places == (ANA,)
    assert table.attack.returned is None


def test_s9_an_attack_passed_on_by_drinking_brings_nobody_back() -> None:
    table = position("Kh", "7h Ub", "8l Tl", pile="9h", draw="Oa Ua Ob").does("Ana play Kh", "Bob play 7h", "Cyr drink")
    assert table.turn == BOB
    assert table.state.places == (ANA,)
    assert table.state.exposed == ()


def test_s9_whoever_is_back_can_only_draw() -> None:
    table = position("Kh", "Ub Tb", "7h Tl", pile="9h", draw="Oa Ua Ob").does("Ana play Kh", "Bob draw", "Cyr play 7h")
    assert table.said(BroughtBack) == [BroughtBack(seat=ANA, by=CYR)]
    assert table.legal(ANA) == {"draw"}
    for words in ("drink", "stand", "challenge"):
        assert table.refuses(f"Ana {words}") == "must-draw S9"
    assert table.refuses("Ana play 7h") == "not-your-card S3"
    assert table.refuses("Bob draw") == "not-your-turn S2"


def test_s9_of_several_exposed_the_nearest_one_is_back() -> None:
    table = position("9a", "9h", "7h Tb", pile="Ka", draw="Oa Ua Ob").does("Ana play 9a", "Bob play 9h", "Cyr play 7h")
    assert table.turn == ANA
    assert table.state.places == (BOB,)
    assert table.state.exposed == (BOB,)


def test_s9_cards_that_are_not_there_are_owed_and_cost_nothing() -> None:
    table = owing_four()
    assert table.hand(ANA) == {"Ka", "7a", "7b", "7l"}
    assert table.said(CardsOwed) == [CardsOwed(seat=ANA, count=4)]
    assert table.state.owed == (4, 0, 0, 0)
    assert table.drinks == (0, 0, 0, 0)
    assert table.does("Bob draw").drinks == (0, 10, 0, 0)


def test_s9_owed_cards_are_drawn_when_a_card_is_laid_before_anything_else() -> None:
    table = owing_four().does("Bob draw", "Cyr draw", "Dan play 9h")
    assert table.said(CardsDrawn) == [CardsDrawn(seat=ANA, cards=("7h",), count=1, rule="S9")]
    assert table.state.owed == (3, 0, 0, 0)
    # The nine of bells would have everybody slap: first the debt, then the race.
    table.does("Ana draw", "Bob play 9b")
    assert table.hand(ANA) == {"Ka", "7a", "7b", "7l", "7h", "9h"}
    assert table.phase is Phase.SLAP


def test_s9_who_is_owed_cards_is_not_out_with_the_last_card() -> None:
    table = position("9h", "Ub Tb", "8l Tl", pile="Kh").where(owed=(2, 0, 0)).does("Ana play 9h")
    assert table.state.places == ()
    assert table.hand(ANA) == {"Kh"}
    assert table.state.owed == (1, 0, 0)


def test_s9_a_seven_that_hits_nobody_exposed_is_an_ordinary_one() -> None:
    table = position("9h", "9a", "7a 7h", pile="Kh", draw="Oa Ua Ob").does("Ana play 9h", "Bob play 9a", "Cyr play 7a")
    assert table.phase is Phase.OVER
    assert table.state.places == (ANA, BOB)


def test_s9_the_debt_stays_when_hands_are_exchanged() -> None:
    table = position("Ka 7a", "6x Tb", "9l", pile="8h", six=True, turn=BOB).where(owed=(2, 0, 0)).does("Bob play 6x")
    assert table.state.owed == (1, 0, 0)
    assert table.hand(ANA) == {"9l"}
    assert table.hand(BOB) == {"Ka", "7a", "8h"}
    assert table.hand(CYR) == {"Tb"}


def test_s9_a_collapse_pays_debts_with_the_hand_and_cancels_its_own() -> None:
    table = owing_four().does("Cyr collapse")
    assert table.hand(ANA) >= {"9l"}
    assert table.state.owed == (3, 0, 0, 0)
    assert table.does("Ana collapse").state.owed == (0, 0, 0, 0)


def test_s10_the_first_in_places_chooses_in_every_phase_and_can_change_it() -> None:
    table = position("Kh", "9b Ub", "8l Tl", "8b Tb", pile="9h", draw="Oa").does("Ana play Kh")
    assert table.refuses("Bob choose rum") == "not-your-turn S10"
    table.does("Ana choose rum", "Ana choose fernet")
    assert table.state.chosen == "fernet"
    table.where(pile=("Kh", "Kb")).does("Bob play 9b", "Ana choose rum")
    assert table.phase is Phase.SLAP
    assert table.state.chosen == "rum"


def test_s10_nobody_chooses_before_anybody_is_out() -> None:
    assert position("Kh", "9b", pile="9h").refuses("Ana choose rum") == "not-now S10"


def test_s10_the_choice_is_void_only_when_its_maker_is_brought_back() -> None:
    table = position("9h", "9a Ta", "Ka", "7h Tb", pile="Kh", draw="Oa Ua Ob Ub")
    table.does("Ana play 9h", "Ana choose rum", "Bob play 9a", "Cyr play Ka")
    table.where(pile=("9a", "Kh"), direction=-1).does("Dan play 7h")
    assert table.turn == CYR
    assert table.state.places == (ANA,)
    assert table.state.chosen == "rum"
    assert table.said(ChoiceVoided) == []


@pytest.mark.parametrize(
    "hand, loser, assistant, title",
    [
        ("Ob Tb 9l", 40, 20, "vrchni"),
        ("Ob Tb 9l 8l", 80, 0, "vrchni"),
        ("Ob Tb 9l 8l 7l Al Kl Ta Aa", 80, 0, "vrchni"),
        ("Ob Tb 9l 8l 7l Al Kl Ta Aa 7a", 160, 0, "arcipic"),
    ],
)
def test_s11_doses_by_the_cards_left(hand: str, loser: int, assistant: int, title: str) -> None:
    table = position("Kh", hand, pile="9h", draw="Oa").does("Ana play Kh", "Bob draw")
    assert table.drinks == (assistant, loser)
    assert table.roles.title == title
    assert table.roles.next_dealer == (ANA if title == "arcipic" else BOB)
    assert all(charge.chosen_drink and charge.rule == "S11" for charge in table.said(Charged))


def test_s11_owed_cards_are_no_cards_of_the_last_hand() -> None:
    table = position("Kh", "Ob Tb 9l", pile="9h", draw="").where(owed=(0, 9)).does("Ana play Kh", "Bob draw")
    assert len(table.hand(BOB)) == 4
    assert table.drinks == (20, 50)


def test_s12_an_eight_in_the_extra_turn_ends_the_game_at_once() -> None:
    table = position("Kh", "8h Tb", pile="9h", draw="Oa").does("Ana play Kh", "Bob play 8h")
    assert table.phase is Phase.OVER
    assert table.state.direction == -1
    assert table.roles.loser == BOB
    assert table.drinks == (20, 40)


def test_s12_a_bell_nine_as_the_last_card_of_two_ends_the_game_without_an_extra_turn() -> None:
    table = position("9b", "7h Tb", pile="8b", draw="Oa").does("Ana play 9b")
    assert table.phase is Phase.OVER
    assert table.drinks == (20, 60)


def test_s12_an_ace_is_stood_on_before_the_end() -> None:
    table = position("Ah", "7h Tb", pile="8h", draw="Oa").does("Ana play Ah")
    assert table.phase is Phase.PLAY
    assert table.legal(BOB) == {"stand"}
    assert table.does("Bob stand").phase is Phase.OVER


def test_s12_the_last_one_without_cards_takes_no_place() -> None:
    table = position("Kh", "Kb", pile="9h", draw="Oa").does("Ana play Kh", "Bob play Kb")
    assert table.state.places == (ANA,)
    assert table.roles.loser == BOB
    assert table.state.exposed == ()


def test_s7_a_position_with_one_player_left_is_over() -> None:
    table = position("", "8l Tb", "", pile="9h", turn=BOB)
    assert table.phase is Phase.OVER
    assert table.state.places == (ANA, CYR)
    assert table.drinks == (0, 40, 20)
    assert table.refuses("Bob draw") == "game-over S7"
    assert table.refuses("Ana choose rum") == "game-over S7"
