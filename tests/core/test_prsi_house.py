"""House rules at the table of akční prší (P17, P27–P29), and their trial (N17)."""

from dataclasses import replace
from importlib import import_module
from random import Random

import pytest

from core import akcni
from core.akcni.events import HouseRuleApplied, Mistake, MistakeMade, WordsSaid
from core.akcni.options import Options
from core.akcni.state import Call, Phase, Threat
from core.akcni.trial import LONGEST_GAME, Trouble
from core.game import Charged, InvalidSetup
from core.house import Fault
from core.prsi.events import TurnLost
from tests.core.prsi_table import ANA, BOB, CYR, DAN, REST, deal, house, position, strict


def test_p27_built_in_effects_come_first_then_house_rules_in_their_order() -> None:
    rules = house(("9*", "next draws 1"), ("*h", "reverse; next draws 2"))
    table = strict("9h Ta 8a", "9b 8b", "Ub Ua", "Tb Kb", pile="8h", draw=REST, rules=rules).does("Ana play 9h")
    # The nine calls Dan, who draws one; the direction turns, and the next one counter-clockwise is Dan again: two more.
    assert (table.turn, table.counts, table.state.direction) == (DAN, (2, 2, 2, 5), -1)
    assert [(event.rule, event.effect) for event in table.said(HouseRuleApplied)] == [
        ("rule0", "next draws 1"),
        ("rule1", "reverse"),
        ("rule1", "next draws 2"),
    ]


def test_p27_the_tables_apply_whether_the_rules_grow_or_not() -> None:
    for growing in (False, True):
        table = strict("9h Ta", "9b 8b", pile="8h", rules=house(("9h", "again")), growing=growing).does("Ana play 9h")
        assert table.turn == ANA


def test_p28_next_loses_turn_lets_an_attack_land_on_the_one_after() -> None:
    rules = house(("7*", "next loses turn"))
    table = strict("7h Ta 8a", "9b 8b", "7a Ua", pile="8h", draw=REST, rules=rules).does("Ana play 7h")
    assert table.said(TurnLost) == [TurnLost(seat=BOB)]
    assert (table.turn, table.legal(CYR)) == (CYR, {"play 7a", "draw"})


def test_p28_with_two_players_next_loses_turn_lets_one_play_again() -> None:
    table = strict("9h Ta", "9b 8b", pile="8h", rules=house(("9*", "next loses turn"))).does("Ana play 9h")
    assert table.turn == ANA


def test_p28_previous_plays_sends_an_attack_to_the_player_before() -> None:
    rules = house(("7*", "previous plays"))
    table = strict("7h Ta 8a", "9b 8b", "7a Ua", pile="8h", draw=REST, rules=rules).does("Ana play 7h")
    assert (table.turn, table.attack.cards, table.state.direction) == (CYR, 2, 1)


def test_p28_again_lets_ones_own_ace_be_stood_on() -> None:
    table = strict("Ah Ta 8a", "9b 8b", pile="8h", rules=house(("A*", "again"))).does("Ana play Ah")
    assert (table.turn, table.attack.kind, table.legal(ANA)) == (ANA, Threat.SKIP, {"stand"})
    assert table.does("Ana stand").turn == BOB


def test_p28_a_last_card_played_again_is_the_turn_of_the_next_player() -> None:
    table = strict("8h", "9b 8b", "Tb Ta", pile="9h", rules=house(("8*", "again"))).does("Ana play 8h")
    assert (table.turn, table.state.places) == (BOB, (ANA,))


def test_p28_all_others_draw_in_direction_and_not_the_player() -> None:
    rules = house(("8*", "reverse; all others draw 1"))
    table = strict("8h Ta", "9b 8b", "", "Tb Kb", "Ka Kh", pile="9h", draw="Oa Ob Ua", rules=rules).does("Ana play 8h")
    assert (table.state.hands[4][-1], table.state.hands[3][-1], table.state.hands[1][-1]) == ("Oa", "Ob", "Ua")
    assert table.counts == (1, 3, 0, 3, 3)


def test_p28_who_draws_on_the_last_card_is_not_out() -> None:
    table = position("8h", "9b 8b", pile="9h", draw=REST, rules=house(("8*", "player draws 1"))).does("Ana play 8h")
    assert (table.counts[ANA], table.state.places) == (1, ())
    # One card is left after the effects of the play, so that is due.
    assert table.costs("Ana last") == []


def test_p28_said_before_a_play_whose_effects_leave_another_number_is_wrong() -> None:
    rules = house(("8*", "player draws 1"))
    table = position("8h Ta", "9b 8b", pile="9h", draw=REST, rules=rules).does("Ana last")
    assert table.costs("Ana play 8h") == [Mistake.LAST_IN_VAIN]


def test_p28_drinks_of_the_next_of_all_and_of_the_player() -> None:
    rules = house(("8*", "next drinks 20; all drink 5; player drinks 10"))
    table = strict("8h", "9b 8b", "Tb Ta", "", pile="9h", rules=rules).does("Ana play 8h")
    # It was Ana's last card: she is not one of all, but still the player.
    assert table.state.drinks == (10, 25, 5, 0)
    assert [(event.seat, event.ml, event.rule) for event in table.said(Charged)] == [
        (BOB, 20, "P28"),
        (BOB, 5, "P28"),
        (CYR, 5, "P28"),
        (ANA, 10, "P28"),
    ]
    table = strict("8h 8a", "9b 8b", pile="9h", rules=rules).does("Ana play 8h")
    assert table.state.drinks == (15, 25)


def test_p28_next_draws_is_immediate_and_the_turn_passes_as_usual() -> None:
    table = strict("8h 8a", "7b 8b", pile="9h", draw="Oa Ob", rules=house(("8*", "next draws 2"))).does("Ana play 8h")
    assert (table.turn, table.counts, table.legal(BOB)) == (BOB, (1, 4), {"play 8b", "play Oa=h", *obers(), "draw"})


def obers() -> set[str]:
    return {f"play {card}={suit}" for card in ("Oa", "Ob") for suit in "hlba"}


def test_p28_next_is_an_exposed_player_on_whom_the_seven_lands() -> None:
    rules = house(("7*", "next draws 1"))
    table = strict("8h", "7h Ta", pile="9h", draw="Oa Ob Ua Ub", rules=rules).does("Ana play 8h", "Bob play 7h")
    assert (table.turn, table.hand(ANA), table.state.places) == (ANA, {"Oa"}, ())
    # She is back by the card drawn, and faces the attack like anybody else.
    assert table.attack.cards == 2


def test_p28_house_rules_pass_over_who_is_out() -> None:
    rules = house(("8*", "next draws 1; next drinks 20"))
    table = strict("9h", "9b 8b", "8h Ta", pile="Th", draw="Oa Ob", rules=rules).does("Ana play 9h", "Cyr play 8h")
    # Clockwise after Cyr comes Ana, who is out, and then Bob.
    assert (table.counts, table.state.drinks, table.turn) == ((0, 3, 1), (0, 20, 0), BOB)


def test_p28_two_gifts_one_after_another() -> None:
    rules = house(("K*", "pass one card; next draws 1"))
    table = strict("Kl 8a 9a", "9b Kb", "Ta Tb", pile="8l", draw="Oa Ob", rules=rules).does("Ana play Kl=yes")
    table.does("Ana give 8a", "Bob give 9b", "Cyr give Ta")
    assert (table.phase, table.sees(ANA).given, table.counts) == (Phase.GIVE, (), (2, 2, 2))
    table.does("Ana give 9a", "Bob give Ta", "Cyr give 8a")
    assert (table.phase, table.turn, table.counts) == (Phase.PLAY, BOB, (2, 3, 2))
    assert table.hand(ANA) == {"9b", "Ta"}


def test_p15_what_comes_after_the_gifts_waits_for_them() -> None:
    rules = house(("Kl", "all others draw 1"))
    table = strict("Kl 8a", "9b Kb", pile="8l", draw="Oa Ob", rules=rules).does("Ana play Kl=yes")
    assert table.counts == (1, 2)
    assert table.refuses("Bob give Oa") == "not-your-card P15"
    table.does("Bob give 9b", "Ana give 8a")
    assert table.hand(BOB) == {"Kb", "8a", "Oa"}


def test_p28_who_draws_after_the_gifts_is_in_the_game_again() -> None:
    table = position("Kl", "9b Kb", "Ta Tb", pile="8l", draw="Oa", rules=house(("Kl", "player draws 1")))
    table.does("Ana play Kl=yes")
    assert (table.state.places, table.sees(ANA).to_call) == ((ANA,), Call.PRSI)
    table.does("Bob give 9b", "Cyr give Ta")
    assert (table.state.places, table.counts, table.turn) == ((), (1, 2, 2), BOB)
    # What the play leaves after all its effects is one card.
    assert table.costs("Ana last") == []


def test_p28_effects_go_on_without_a_player_who_collapsed_meanwhile() -> None:
    rules = house(("Kl", "player draws 1; player drinks 20; say hello; do something; next drinks 5"))
    table = position("Kl 8a 9a", "9b Kb", "Ta Tb", pile="8l", draw="Oa Ob", rules=rules).does("Ana play Kl=yes")
    table.does("Ana collapse", "Bob give 9b", "Cyr give Ta")
    assert (table.turn, table.counts, table.state.drinks) == (BOB, (0, 2, 2), (0, 5, 0))
    assert (table.state.words, table.state.deeds) == ((), ())


def test_p28_a_seven_with_a_gift_lands_when_all_have_given() -> None:
    rules = house(("7*", "pass one card"))
    table = strict("8h", "7h Ta", pile="9h", draw="Oa Ob Ua", rules=rules).does("Ana play 8h", "Bob play 7h")
    # Only Bob holds cards: nothing to give.
    assert (table.turn, table.phase, table.state.places) == (ANA, Phase.PLAY, ())


# In an action lap


def test_p14_house_rules_of_the_action_changer_itself_still_apply() -> None:
    rules = house(("Ol", "next draws 1; say hello"))
    table = position("Ol 8a 9a", "9b Kb", pile="8l", draw="Ob Oa Ua", rules=rules).does("Ana play Ol=h")
    assert (table.open(BOB), table.sees(ANA).to_say) == ({"Ob"}, ("hello",))
    assert table.costs("Bob draw") == [Mistake.WORDS_FORGOTTEN]
    assert table.open(ANA) == {"Oa", "Ua"}


def test_p14_an_action_changer_played_again_ends_its_lap_at_once() -> None:
    table = strict("Ol 8a 7h", "9b Kb", pile="8l", draw="Ob", rules=house(("Ol", "again"))).does("Ana play Ol=h")
    assert (table.turn, table.state.lap, table.state.suit) == (ANA, None, "h")
    assert table.does("Ana play 7h").attack.cards == 2


def test_p14_the_house_rules_of_another_action_changer_are_blocked() -> None:
    rules = house(("U*", "next draws 1"))
    table = strict("Ol 8a 7h", "Ul Kb", pile="8l", draw="Ob", rules=rules).does("Ana play Ol=l", "Bob play Ul")
    assert table.counts == (2, 1)


# The turned card


def test_p17_house_rules_apply_to_the_turned_card_with_the_dealer_as_its_player() -> None:
    rules = house(("8*", "next draws 1; player drinks 20; next loses turn"))
    table = deal("8a 9a", "8b 9b", "7l 7b", turned="8h", rules=rules)
    assert (table.counts, table.state.drinks, table.turn) == ((3, 2, 2), (0, 0, 20), BOB)


def test_p17_again_makes_the_dealer_face_the_turned_seven() -> None:
    table = deal("8a 9a", "8b 9b", "7l 7b", turned="7h", rules=house(("7*", "again")), supervision="strict")
    assert (table.turn, table.legal(CYR)) == (CYR, {"play 7l", "play 7b", "draw"})


def test_p17_the_dealer_must_say_the_words_for_the_turned_card() -> None:
    rules = house(("8*", "say hello", "Cyr"))
    table = deal("9a Ta", "8b 9b", "7l 7b", turned="8h", rules=rules)
    assert table.sees(CYR).to_say == ("hello",)
    assert table.costs("Ana draw") == [Mistake.WORDS_FORGOTTEN]
    assert table.counts == (3, 2, 6)


def test_p17_a_turned_action_king_waits_for_the_dealer_before_its_house_rules() -> None:
    rules = house(("K*", "next draws 1"))
    table = deal("9a Ta", "8b 9b", "7l 7b", turned="Kl", rules=rules)
    assert (table.phase, table.counts) == (Phase.ANNOUNCE, (2, 2, 2))
    table.does("Cyr announce no")
    assert (table.phase, table.counts, table.greeter) == (Phase.PLAY, (3, 2, 2), ANA)


# Words


def test_p28_words_are_heard_without_case_accents_and_punctuation() -> None:
    table = position("8h Ta Kb", "8b 9b", pile="9h", draw=REST, rules=house(("8*", "say Dobrý den!"))).does(
        "Ana play 8h"
    )
    assert table.refuses("Ana say dobry vecer") == "not-now P28"
    assert table.refuses("Bob say dobry den") == "not-now P28"
    table.does("Ana say DOBRY den")
    assert table.said(WordsSaid) == [WordsSaid(seat=ANA, text="DOBRY den")]
    assert table.refuses("Ana say dobry den") == "not-now P28"
    assert table.costs("Bob draw") == []


def test_p28_words_are_not_said_before_the_play() -> None:
    table = position("8h Ta Kb", "8b 9b", pile="9h", draw=REST, rules=house(("8*", "say hello")))
    assert table.refuses("Ana say hello") == "not-now P28"


def test_p28_all_words_of_all_rules_are_due_and_each_costs() -> None:
    rules = house(("8*", "say hello; say goodbye"), ("*h", "say Hello!", "Ana"))
    table = position("8h Ta Kb", "8b 9b", pile="9h", draw=REST, rules=rules).does("Ana play 8h")
    assert table.legal(ANA) >= {"say hello", "say goodbye"}
    assert table.does("Ana say hello").sees(ANA).to_say == ("goodbye",)
    assert table.costs("Bob draw") == [Mistake.WORDS_FORGOTTEN]
    table = position("8h Ta Kb", "8b 9b", pile="9h", draw=REST, rules=rules).does("Ana play 8h")
    assert table.costs("Bob draw") == [Mistake.WORDS_FORGOTTEN] * 3
    # Two and two, and four for a rule of one's own.
    assert table.counts[ANA] == 2 + 8


def test_p29_only_ones_own_rule_costs_double() -> None:
    for author, cards in (("Ana", 4), ("Bob", 2), ("Nobody", 2)):
        table = position("8h Ta Kb", "8b 9b", pile="9h", draw=REST, rules=house(("8*", "say hello", author)))
        table.does("Ana play 8h", "Bob draw")
        assert table.counts[ANA] == 2 + cards
        assert table.said(MistakeMade)[0].text == "hello"


def test_p28_words_of_a_last_card_may_be_said_by_who_is_out() -> None:
    table = position("8h", "8b 9b", pile="9h", draw=REST, rules=house(("8*", "say hello"))).does("Ana play 8h")
    assert table.legal(ANA) >= {"say hello", "prsi"}
    table.does("Ana prsi")
    assert table.costs("Bob draw") == [Mistake.WORDS_FORGOTTEN]
    assert (table.state.places, table.counts[ANA]) == ((), 2)


def test_p24_played_again_it_is_the_next_other_player_who_closes() -> None:
    rules = house(("8*", "again; say hello"))
    table = position("8h 8a Ta Kb", "9b Tb", pile="9h", draw=REST, rules=rules).does("Ana play 8h")
    assert table.costs("Ana play 8a") == []
    assert table.sees(ANA).to_say == ("hello", "hello")
    assert table.costs("Ana draw") == []
    assert table.costs("Bob draw") == [Mistake.WORDS_FORGOTTEN] * 2


def test_p23_in_strict_mode_the_words_are_said_for_the_player() -> None:
    table = strict("8h Ta Kb", "8b 9b", pile="9h", draw=REST, rules=house(("8*", "say hello"))).does("Ana play 8h")
    assert table.said(WordsSaid) == [WordsSaid(seat=ANA, text="hello")]
    assert table.refuses("Ana say hello") == "not-now P23"
    assert table.does("Bob draw").state.mistakes == (0, 0)


# Deeds


def test_p28_a_breach_concerns_the_latest_deed_once_until_the_next_play() -> None:
    rules = house(("8*", "do clap; do whistle", "Ana"))
    table = position("8h 8a Ta Kb", "8b 9b", "Tb Ua", pile="9h", draw=REST, rules=rules).does("Ana play 8h")
    assert [deed.text for deed in table.sees(CYR).deeds] == ["whistle"]
    assert table.sees(CYR).can_report == (ANA,)
    assert table.sees(ANA).can_report == ()
    assert table.refuses("Ana breach Ana") == "not-now P28"
    assert table.costs("Cyr breach Ana") == [Mistake.DEED_BROKEN]
    assert table.counts[ANA] == 3 + 4
    assert table.refuses("Bob breach Ana") == "not-now P28"


def test_p28_a_deed_may_be_reported_long_after_until_its_player_plays() -> None:
    rules = house(("8h", "do clap"))
    table = position("8h 8a Ta Kb", "8b 9b", pile="9h", draw=REST, rules=rules).does(
        "Ana play 8h", "Bob draw", "Ana draw"
    )
    table.does("Bob play 8b")
    assert table.sees(BOB).can_report == (ANA,)
    # Taken back, it is no play.
    assert table.costs("Ana play Ta") == [Mistake.ILLEGAL_CARD]
    assert table.sees(BOB).can_report == (ANA,)
    assert table.does("Ana play 8a").sees(BOB).can_report == ()
    assert table.refuses("Bob breach Ana") == "not-now P28"


def test_p28_whoever_has_gone_home_owes_no_deed() -> None:
    rules = house(("8*", "do clap", "Ana"))
    table = position("8h 8a Ta", "8b 9b", "Tb Ua", pile="9h", draw=REST, rules=rules).does(
        "Ana play 8h", "Ana collapse"
    )
    assert table.sees(BOB).deeds == ()


def test_p28_a_breach_of_who_is_out_but_not_final_brings_them_back() -> None:
    rules = house(("8h", "do clap"))
    table = strict("8h", "8b 9b", "Tb Ua", pile="9h", draw=REST, rules=rules).does("Ana play 8h", "Bob breach Ana")
    assert (table.state.mistakes, table.state.places, table.counts) == ((1, 0, 0), (), (2, 2, 2))
    table = strict("8h", "8b 9b", "Tb Ua", pile="9h", draw=REST, rules=rules).does("Ana play 8h", "Bob draw")
    assert table.refuses("Bob breach Ana") == "not-now P28"


def test_p19_cards_for_a_breach_do_not_let_one_play_who_is_back() -> None:
    rules = house(("7h", "do clap"))
    table = strict("7h", "8h Ta", pile="9h", draw="8a 8b Kb Oa Ob", rules=rules).does("Ana play 7h", "Bob play 8h")
    table.does("Bob breach Ana")
    assert (table.hand(ANA), table.legal(ANA)) == ({"8a", "8b"}, {"draw"})
    assert table.refuses("Ana play 8a") == "must-draw P19"
    assert table.does("Ana draw").counts[ANA] == 5


def test_p28_in_strict_mode_one_cannot_report_oneself() -> None:
    table = strict("8h Ta", "8b 9b", pile="9h", draw=REST, rules=house(("8h", "do clap"))).does("Ana play 8h")
    assert table.refuses("Ana breach Ana") == "not-your-turn P28"
    assert "breach 0" not in table.legal(BOB)
    assert table.refuses("Bob breach Eva") == "unknown-player P28"


# The trial of a rule


@pytest.mark.parametrize(
    "effect", ["next draws 1", "again", "next loses turn", "pass one card", "reverse; previous plays"]
)
def test_n17_rules_that_can_be_played_pass_the_trial(effect: str) -> None:
    assert akcni.trial(house(("K*", effect)), Options(), 3, Random(1), games=20) is None


@pytest.mark.parametrize("effect", ["player draws 1", "next draws 1"])
def test_n17_a_game_that_never_ends_is_found_out(effect: str) -> None:
    trouble = akcni.trial(house(("**", effect)), Options(), 4, Random(1), games=20)
    assert trouble is not None
    assert (trouble.fault, trouble.game, trouble.actions) == (Fault.NEVER_ENDS, 1, LONGEST_GAME)


def test_n17_a_trial_of_a_deal_that_does_not_fit_says_so() -> None:
    with pytest.raises(InvalidSetup):
        akcni.trial((), Options(closed=6), 7, Random(1), games=1)


def test_n17_a_rule_that_would_lose_cards_or_leave_nobody_to_act_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("core.akcni.trial")
    monkeypatch.setattr(module, "legal", lambda *_: ())
    assert akcni.trial((), Options(), 2, Random(1)) == Trouble(fault=Fault.NOBODY_TO_ACT, game=1, actions=0)
    monkeypatch.undo()
    monkeypatch.setattr(module, "step", lambda state, *_: (replace(state, draw=state.draw[1:]), ()))
    assert akcni.trial((), Options(), 2, Random(1)) == Trouble(fault=Fault.CARDS_LOST, game=1, actions=1)
