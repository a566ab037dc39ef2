"""Illegal plays and calls of Smidarské prší (S28, S29)."""

from typing import Any

import pytest

from core.game import Charged, ChargeUndone
from core.smidary.events import CallFailed, ChoiceVoided, DrinkChosen, PlayTakenBack
from core.smidary.state import Phase
from tests.core.smidary_table import ANA, BOB, CYR, Table, position


def pub(*hands: str, pile: str = "9h", draw: str = "Oa Ua Ub Ob", cheating: str = "drink", **options: Any) -> Table:
    return position(*hands, pile=pile, draw=draw, cheating=cheating, **options)


def test_s28_any_card_may_be_played_and_nobody_is_told() -> None:
    table = pub("Ta Kh 8b", "9l Tb", "Ka 9a")
    assert {"play Ta", "play Kh", "play 8b"} <= table.legal(ANA)
    assert table.sees(ANA).playable == ("Kh",)
    illegal = pub("Ta Kh 8b", "9l Tb", "Ka 9a").does("Ana play Ta")
    legal = pub("Ta Kh 8b", "9l Tb", "Ka 9a").does("Ana play Kh")
    assert [type(event) for event in illegal.events] == [type(event) for event in legal.events]


def test_s28_a_name_and_a_card_of_the_hand_are_needed_all_the_same() -> None:
    table = pub("Oa Kh", "9l Tb", "Ka 9a", pile="7b", draw="Ub")
    assert table.refuses("Ana play Oa") == "bad-name S20"
    assert table.refuses("Ana play 9l") == "not-your-card S3"
    assert table.refuses("Bob play 9l") == "not-your-turn S2"


@pytest.mark.parametrize(
    "card, cards",
    [("7a", 4), ("Kl", 6)],
)
def test_s28_an_illegal_seven_or_king_over_plays(card: str, cards: int) -> None:
    table = pub("7h 8l", f"{card} Tb", "Ka 9a").does("Ana play 7h", f"Bob play {card}")
    assert (table.turn, table.attack.cards, table.attack.by) == (CYR, cards, BOB)


def test_s28_any_other_card_ends_the_attack() -> None:
    assert pub("7h 8l", "9l Tb", "Ka 9a").does("Ana play 7h", "Bob play 9l").state.attack is None


def test_s28_on_an_ace_or_ten_a_seven_begins_anew() -> None:
    table = pub("Ah 8l", "7l Tb", "Ka 9a").does("Ana play Ah", "Bob play 7l")
    assert (table.turn, table.attack.cards) == (CYR, 2)
    table = pub("Th 8l", "7l Tb", "Ka 9a").does("Ana play Th", "Bob play 7l")
    assert (table.turn, table.attack.cards) == (CYR, 2)


def test_s28_after_a_lost_challenge_any_card_goes() -> None:
    table = pub("Kl 8b 8a", "7l Tb", "Ka 9a").does("Ana play Kl", "Bob challenge", "Ana show", "Bob play Tb")
    assert (table.turn, table.state.attack) == (CYR, None)
    table.does("Cyr call")
    assert (table.turn, table.attack.cards, table.drinks) == (BOB, 4, (0, 40, 0))
    assert table.refuses("Bob play 7l") == "illegal-card S17"


def test_s29_everything_is_as_before_the_play() -> None:
    table = pub("7a 8l", "9l Tb", "Ka 9a", pile="9h")
    before = table.state
    table.does("Ana play 7a", "Bob call")
    assert table.said(PlayTakenBack) == [PlayTakenBack(seat=BOB, cheat=ANA, card="7a")]
    assert table.said(Charged) == [Charged(seat=ANA, ml=20, rule="S29")]
    assert table.state.ply == before.ply + 2
    expected = table.where(ply=before.ply, drinks=before.drinks, caught=False).state
    assert expected == before


def test_s29_drinks_of_the_play_are_undone() -> None:
    table = pub("9b 8l", "Tl Tb", pile="7a", cheating="take_back").does("Ana play 9b")
    assert table.drinks == (0, 20)
    table.does("Bob call")
    assert table.said(ChargeUndone) == [ChargeUndone(seat=BOB, ml=20, rule="S24")]
    assert table.drinks == (0, 0)
    assert table.turn == ANA


def test_s29_an_exposure_and_a_place_are_back() -> None:
    table = pub("9h", "Tb 9l", "7h Ta", pile="Kh").does("Ana play 9h", "Ana choose rum", "Bob play Tb")
    table.does("Cyr play 7h")
    assert (table.turn, table.state.places, table.state.chosen) == (ANA, (), None)
    table.does("Bob call")
    assert (table.turn, table.state.places, table.state.exposed) == (CYR, (ANA,), (ANA,))
    # The choice was void only because of the play.
    assert table.state.chosen == "rum"
    assert table.said(DrinkChosen) == [DrinkChosen(seat=ANA, drink="rum")]


def test_s29_the_choice_of_a_winner_who_is_none_is_void() -> None:
    table = pub("9a", "Tb 9l", "Ka 8l", pile="7b").does("Ana play 9a", "Ana choose rum", "Cyr call")
    assert table.state.chosen is None
    assert table.said(ChoiceVoided) == [ChoiceVoided(drink="rum")]


def test_s29_a_winner_whom_it_does_not_concern_may_choose_meanwhile() -> None:
    table = pub("9h", "9a", "Tb 9l", "Ka 8l", pile="Kh").does("Ana play 9h", "Bob play 9a")
    table.does("Cyr play Tb", "Ana choose rum", "Dan call")
    assert table.state.chosen == "rum"
    assert table.said(DrinkChosen) == []


def test_s29_the_cheat_is_held_to_the_strict_rules_until_the_turn_passes() -> None:
    table = pub("7a Kh 8l Tl", "9l Tb Kb", "Ka 9a").does("Ana play 7a", "Bob call")
    assert table.refuses("Ana play 8l") == "illegal-card S3"
    assert table.legal(ANA) == {"play Kh", "draw"}
    table.does("Ana play Kh", "Bob play Tb")
    assert table.turn == CYR
    table.does("Cyr draw")
    assert "play 8l" in table.legal(ANA)


def test_s29_an_eight_of_two_begins_a_new_turn_for_the_cheat() -> None:
    table = pub("8h Ta Kb", "9l Tb").does("Ana play Ta", "Bob call", "Ana play 8h")
    assert table.turn == ANA
    assert "play Ta" in table.legal(ANA)


def test_s29_who_may_call() -> None:
    table = pub("Ta Kh", "9l Tb", "Ka 9a", "", pile="8h")
    assert table.refuses("Bob call") == "not-now S29"
    table.does("Ana play Ta")
    assert table.refuses("Ana call") == "not-your-turn S29"
    assert table.refuses("Dan call") == "dead-dont-talk S29"
    assert "call" in table.legal(CYR)
    assert table.sees(CYR).can_call
    assert not table.sees(ANA).can_call


@pytest.mark.parametrize("action", ["Bob draw", "Bob collapse", "Ana collapse"])
def test_s29_every_other_action_closes_it(action: str) -> None:
    table = pub("Ta Kh", "9l Tb", "Ka 9a").does("Ana play Ta", action)
    assert table.refuses("Cyr call") == "not-now S29"


def test_s29_a_legal_play_may_be_called_once_by_everybody() -> None:
    table = pub("Kh Ta", "9l Tb", "Ka 9a", false_call=10).does("Ana play Kh")
    ply = table.state.ply
    table.does("Bob call", "Cyr call")
    assert table.said(CallFailed) == [CallFailed(seat=CYR, player=ANA, card="Kh")]
    assert table.drinks == (0, 10, 10)
    assert table.refuses("Bob call") == "not-now S29"
    assert table.state.ply == ply


def test_s29_a_play_that_ends_the_game_cannot_be_called() -> None:
    table = pub("Kh", "Ta Tb", pile="9h").does("Ana play Kh", "Bob draw")
    assert table.phase is Phase.OVER
    table = pub("8a", "Ta Tb", pile="9h").does("Ana play 8a")
    assert table.phase is Phase.OVER
    assert table.refuses("Bob call") == "game-over S7"


def test_s29_an_illegal_nine_may_be_called_until_somebody_has_slapped() -> None:
    def nine() -> Table:
        return pub("9b 8l", "Tl Tb", "Ka Kb", pile="7a", cheating="take_back").does("Ana play 9b")

    assert nine().does("Cyr call").phase is Phase.PLAY
    assert nine().does("Ana slap").refuses("Cyr call") == "not-now S29"


def test_s17_a_king_on_an_active_seven_is_judged_by_the_strict_rules() -> None:
    table = pub("7h 8l", "Kl Tb", "Ka 9a").does("Ana play 7h", "Bob play Kl", "Cyr challenge", "Bob show")
    assert table.drinks == (0, 0, 20)


def test_s28_in_strict_there_is_nothing_to_call() -> None:
    table = position("Kh Ta", "9l Tb", "Ka 9a", pile="9h").does("Ana play Kh")
    assert table.refuses("Bob call") == "not-now S29"
    assert table.legal(CYR) == set()
    assert table.turn == BOB
