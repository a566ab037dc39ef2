"""Mistakes in the pub, and what strict mode refuses instead (P11, P18, P21, P23–P26)."""

import pytest

from core import akcni
from core.akcni.events import BroughtBack, KingGreeted, LastSaid, Mistake, MistakeMade, OpenCardsDrawn, PrsiSaid
from core.akcni.state import Call, Phase
from core.prsi.events import CardsDrawn
from tests.core.prsi_table import ANA, BOB, CYR, REST, Table, deal, position, strict, without_rules


def test_p23_strict_has_no_words_for_what_is_done_for_the_players() -> None:
    table = strict("Kh 8h", "8b Tb", pile="9h", draw="Oa").does("Ana play Kh")
    for words in ("greet", "last", "prsi", "say hello", "draw 1"):
        assert table.refuses(f"Bob {words}") == "not-now P23"
        assert table.refuses(f"Ana {words}") == "not-now P23"
    assert table.report()["greet"] is None
    assert table.does("Bob draw").state.mistakes == (0, 0)


def test_p23_the_pub_refuses_only_what_cannot_be() -> None:
    table = position("8h Ta", "8b Tb", "", pile="9h", draw="Oa")
    assert table.refuses("Bob draw") == "not-your-turn P4"
    assert table.refuses("Bob draw 5") == "not-your-turn P4"
    assert table.refuses("Bob stand") == "not-your-turn P12"
    assert table.refuses("Ana play 7h") == "not-your-card P2"
    assert table.refuses("Bob play 7h") == "not-your-card P2"
    assert table.refuses("Ana give Ta") == "not-now P15"
    assert table.refuses("Ana announce yes") == "not-now P17"
    assert table.refuses("Ana say hello") == "not-now P28"
    assert table.refuses("Ana breach Bob") == "not-now P28"
    assert table.refuses("Cyr greet") == "dead-dont-talk P26"


def test_p24_a_card_out_of_turn_is_taken_back_whatever_it_is() -> None:
    table = position("8h Ta", "8b Oh", pile="9h", draw=REST)
    assert table.costs("Bob play Oh=9") == [Mistake.OUT_OF_TURN]
    assert table.said(MistakeMade) == [
        MistakeMade(seat=BOB, mistake=Mistake.OUT_OF_TURN, rule="P24", count=2, card="Oh", name="9")
    ]
    assert (table.turn, table.counts, table.state.top) == (ANA, (2, 4), "9h")


def test_p24_b_an_illegal_card_goes_back_and_its_player_is_still_to_act() -> None:
    table = position("8b Ta", "8h Oh", pile="9h", draw=REST)
    assert table.costs("Ana play 8b") == [Mistake.ILLEGAL_CARD]
    assert (table.turn, table.counts, table.state.top) == (ANA, (4, 2), "9h")
    assert table.hand(ANA) >= {"8b", "Ta"}
    assert table.said(MistakeMade)[0].rule == "P4"


def test_p24_b_an_illegal_card_with_a_wrong_name_is_one_mistake() -> None:
    table = position("7h Oh", "Oa 9b", pile="9h", draw=REST).does("Ana play 7h")
    table.does("Ana last")
    assert table.costs("Bob play Oa=9") == [Mistake.ILLEGAL_CARD]


@pytest.mark.parametrize("number", [0, 1, 3, -2, 10**20])
def test_p24_c_a_wrong_number_costs_two_more_and_the_turn_is_over(number: int) -> None:
    table = position("7h Ta Kb", "8b Oh", pile="9h", draw=REST).does("Ana play 7h")
    assert table.costs(f"Bob draw {number}") == [Mistake.WRONG_NUMBER]
    assert table.said(MistakeMade)[0].due == 2
    assert (table.turn, table.counts[BOB], table.state.attack) == (ANA, 6, None)


def test_p24_c_the_due_cards_come_first() -> None:
    table = position("9b Ta Kb", "8b Oh", pile="8h 9h", draw="Oa Ob").does("Ana draw 2")
    drawn = [event.cards for event in table.said(CardsDrawn)]
    assert drawn == [("Oa",), ("Ob", "8h")]


def test_p24_c_the_right_number_is_no_mistake() -> None:
    table = position("9b Ta Kb", "8b Oh", pile="8h 9h", draw="Oa Ob")
    assert table.costs("Ana draw 1") == []


@pytest.mark.parametrize("words", ["draw", "draw 1", "play 8h", "play Oh=b", "play Oh"])
def test_p24_d_on_an_ace_anything_but_standing_or_an_ace_costs_once(words: str) -> None:
    table = position("Ah Ta Kb", "8h Oh 9b", pile="9h", draw=REST).does("Ana play Ah")
    assert table.costs(f"Bob {words}") == [Mistake.NOT_STOOD]
    assert (table.turn, table.counts[BOB], table.state.top) == (BOB, 5, "Ah")


def test_p24_d_an_ace_on_the_action_ace_of_a_lap_is_taken_back() -> None:
    table = position("Ol Ta Kb", "Al Oh 9b", "Ah 9a", pile="8l", draw="Oa Ob Ua").does("Ana play Ol=l", "Bob play Al")
    assert table.costs("Cyr play Ah") == [Mistake.NOT_STOOD]
    assert (table.turn, table.open(CYR)) == (CYR, {"Oa", "Ob"})


@pytest.mark.parametrize("first", ["8h", "7h"])
def test_p24_d_standing_without_an_ace_costs_two_and_one_is_still_to_act(first: str) -> None:
    table = position(f"{first} Ta Kb", "9b Tb Ua", pile="9h", draw="Oa Ob Ka").does(f"Ana play {first}")
    assert table.costs("Bob stand") == [Mistake.STOOD_IN_VAIN]
    assert (table.turn, table.counts[BOB]) == (BOB, 5)


def test_p24_e_comes_first_and_is_due_until_it_is_said() -> None:
    table = position("Kh 9a Ta", "9b 8b Tb", pile="8h", draw=REST).does("Ana play Kh")
    assert table.costs("Bob play 9b") == [Mistake.NOT_GREETED, Mistake.ILLEGAL_CARD]
    assert table.costs("Bob stand") == [Mistake.NOT_GREETED, Mistake.STOOD_IN_VAIN]
    assert table.costs("Bob greet") == []
    assert table.said(KingGreeted) == [KingGreeted(seat=BOB)]
    assert table.costs("Bob greet") == [Mistake.GREETED_IN_VAIN]
    assert table.costs("Bob draw 3") == [Mistake.WRONG_NUMBER]
    assert table.state.mistakes == (0, 6)


def test_p24_e_the_penalty_for_not_greeting_is_drawn_before_the_action() -> None:
    table = position("Kh 9a Ta", "9h 8b Tb", pile="8h", draw=REST).does("Ana play Kh", "Bob draw")
    assert [event.rule for event in table.said(CardsDrawn)] == ["P11", "P4"]


def test_p11_only_the_one_on_turn_greets() -> None:
    table = position("Kh 9a Ta", "9b 8b Tb", "8a Ua", pile="8h", draw=REST).does("Ana play Kh")
    assert table.costs("Cyr greet") == [Mistake.GREETED_IN_VAIN]
    assert table.greeter == BOB


def test_p11_saying_something_needs_no_greeting() -> None:
    table = position("Kh 9a Ta", "Kb 8b", pile="8h", draw="Oa Ob").does("Ana play Kh")
    assert table.costs("Bob last") == []


def test_p11_a_blocked_king_is_never_greeted_even_when_the_lap_is_over() -> None:
    table = position("Ol 9a Tb", "Kh 8b Ta", pile="8l", draw=REST).does("Ana play Ol=h", "Bob play Kh")
    assert (table.state.lap, table.turn, table.greeter) == (None, ANA, None)
    assert table.costs("Ana greet") == [Mistake.GREETED_IN_VAIN]


def test_p24_f_counts_as_no() -> None:
    table = position("Kl 9a Ta", "9b 8b Tb", pile="8l", draw="Oa Ob")
    assert table.costs("Ana play Kl=maybe") == [Mistake.NOT_SAID_WHETHER]
    assert (table.phase, table.turn, table.counts[ANA], table.greeter) == (Phase.PLAY, BOB, 4, BOB)


def test_p24_f_what_was_said_before_was_said_rightly() -> None:
    table = position("Kl 9a", "9b 8b Tb", pile="8l", draw="Oa Ob Ua Ub").does("Ana last")
    assert table.costs("Ana play Kl") == [Mistake.NOT_SAID_WHETHER]
    table = position("Kl", "9b 8b Tb", pile="8l", draw="Oa Ob Ua Ub").does("Ana prsi")
    assert table.costs("Ana play Kl") == [Mistake.NOT_SAID_WHETHER]
    assert table.does("Bob greet").costs("Bob draw") == []


def test_p24_f_with_nothing_to_draw_the_last_card_was_the_last_card() -> None:
    table = position("Kl", "9b 8b Tb", pile="8l").does("Ana play Kl")
    # The eight under the king is there: one card, and that is one's last.
    assert (table.hand(ANA), table.sees(ANA).to_call) == ({"8l"}, Call.LAST)


def test_p24_g_forgotten_by_the_time_the_next_player_acts() -> None:
    table = position("8h Kb", "8b 9a Ta", pile="9h", draw=REST).does("Ana play 8h")
    assert table.sees(ANA).to_call is Call.LAST
    assert table.sees(BOB).to_call is None
    assert table.costs("Bob draw") == [Mistake.LAST_FORGOTTEN]
    assert [(event.seat, event.rule) for event in table.said(MistakeMade)] == [(ANA, "P21")]
    # Drawn before the action.
    assert [event.seat for event in table.said(CardsDrawn)] == [ANA, BOB]


@pytest.mark.parametrize("words", ["play 9a", "draw", "stand", "draw 4", "play Ta=b"])
def test_p24_g_an_action_that_is_taken_back_closes_it_too(words: str) -> None:
    table = position("8h Kb", "8b 9a Ta", pile="9h", draw="Oa Ob Ua Ub Ka Kl")
    assert Mistake.LAST_FORGOTTEN in table.does("Ana play 8h").costs(f"Bob {words}")
    assert table.costs("Ana last") == [Mistake.LAST_IN_VAIN]


@pytest.mark.parametrize("words", ["greet", "last", "prsi"])
def test_p24_g_talking_does_not_close_it(words: str) -> None:
    table = position("8h Kb", "8b 9a Ta", pile="9h", draw=REST).does("Ana play 8h", f"Bob {words}")
    assert table.costs("Ana last") == []


def test_p24_g_a_card_out_of_turn_does_not_close_it() -> None:
    table = position("8h Kb", "8b 9a Ta", "Tb Ul", pile="9h", draw="Oa Ob Ua Ub").does("Ana play 8h", "Cyr play Tb")
    assert table.costs("Ana last") == []


def test_p21_last_is_due_only_as_long_as_it_is_one_card() -> None:
    table = position("8h Kb", "8b 9a Ta", pile="9h", draw="Oa Ob Ua Ub").does("Ana play 8h", "Ana greet")
    assert table.counts[ANA] == 3
    assert table.sees(ANA).to_call is None
    assert table.costs("Bob draw") == []


def test_p21_one_card_that_was_dealt_or_drawn_is_not_announced() -> None:
    table = position("9b", "8b Tb", pile="8h", draw="Oa")
    assert table.costs("Ana last") == [Mistake.LAST_IN_VAIN]
    table = position("Ah", "8b Tb", pile="8h", draw="Oa Ob").does("Ana prsi", "Ana play Ah", "Bob stand", "Ana draw")
    assert (table.counts[ANA], table.sees(ANA).to_call) == (1, None)
    assert table.costs("Bob draw") == []


def test_p24_h_the_first_one_out_is_back_with_two_cards() -> None:
    table = position("8h", "8b 9a Ta", "Tb Ua", pile="9h", draw="Oa Ob Ub Ka").does("Ana play 8h")
    assert table.sees(ANA).to_call is Call.PRSI
    assert table.costs("Bob play 8b") == [Mistake.PRSI_FORGOTTEN]
    assert table.said(BroughtBack) == [BroughtBack(seat=ANA, rule="P26")]
    assert (table.counts, table.state.places, table.turn) == ((2, 2, 2), (), CYR)


def test_p24_h_whoever_is_back_by_a_mistake_plays_like_anybody_else() -> None:
    table = position("7h", "8h 9a Ta", pile="9h", draw="8b Ob Ub Ka").does("Ana play 7h", "Bob play 8h")
    # The penalty came first, so the attack found Ana with cards: she may answer.
    assert (table.turn, table.hand(ANA), table.attack.cards) == (ANA, {"8b", "Ob"}, 3)
    assert set(table.sees(ANA).playable) == {"8b"}
    table = position("Ah", "8h 9a Ta", pile="9h", draw="8b Ob Ub Ka").does("Ana play Ah", "Bob stand")
    assert set(table.sees(ANA).playable) == {"Ob"}


def test_p26_who_gets_no_card_for_a_mistake_stays_out() -> None:
    table = position("8h", "8b 9a", "Tb Ua", pile="8a").does("Ana play 8h", "Cyr last", "Bob play 8b")
    # The one card that could be turned over went to Cyr.
    assert (table.counts, table.state.places, table.state.mistakes) == ((0, 1, 3), (ANA,), (1, 0, 1))
    assert table.state.exposed == ()


def test_p26_any_mistake_of_who_is_out_but_not_final_brings_them_back() -> None:
    for words, mistake in (("last", Mistake.LAST_IN_VAIN), ("greet", Mistake.GREETED_IN_VAIN)):
        table = position("8h", "8b 9a Ta", "Tb Ua", pile="9h", draw="Oa Ob Ub Ka").does("Ana play 8h")
        assert table.costs(f"Ana {words}") == [mistake]
        assert (table.counts[ANA], table.state.places, table.state.exposed) == (2, (), ())


def test_p26_the_next_to_finish_counts_as_the_first_then() -> None:
    table = position("8h", "8b", "Tb Ua", pile="9h", draw="Oa Ob Ub Ka").does("Ana play 8h", "Bob play 8b")
    assert (table.state.places, table.sees(BOB).to_call) == ((BOB,), Call.PRSI)
    assert table.costs("Bob prsi") == []
    assert table.said(PrsiSaid) == [PrsiSaid(seat=BOB)]


def test_p26_who_finished_meanwhile_moves_up_and_owes_no_prsi() -> None:
    table = position("7h", "7b", "7l 9a", pile="9h", draw=REST)
    table.does("Ana play 7h", "Ana prsi", "Bob play 7b", "Cyr play 7l", "Cyr last")
    assert (table.turn, table.state.places) == (ANA, (BOB,))
    assert table.sees(BOB).to_call is None
    assert table.costs("Ana draw") == []


def test_p24_who_is_out_but_not_final_still_speaks_and_nothing_else() -> None:
    table = position("8h", "8b 9a Ta", "Tb Ua", pile="9h", draw="Oa Ob Ub Ka").does("Ana play 8h")
    for words in ("draw", "stand", "play 8h", "collapse", "breach Bob", "give 8h"):
        assert table.refuses(f"Ana {words}") == "dead-dont-talk P26"
    assert table.legal(ANA) == {"greet", "last", "prsi"}
    assert table.costs("Ana prsi") == []
    assert table.costs("Ana prsi") == [Mistake.PRSI_IN_VAIN]


@pytest.mark.parametrize(
    "words", ["play Oh", "play Oh=9", "play Oh=", "play Oh=x", "play Uh=b", "play 8h=a", "play Kh=no"]
)
def test_p24_i_a_missing_wrong_or_surplus_name(words: str) -> None:
    table = position("Oh Uh 8h Kh Al", "8b Tb", pile="9h", draw="Oa Ob")
    assert table.costs(f"Ana {words}") == [Mistake.WRONG_NAME]
    assert (table.turn, table.counts[ANA], table.state.top) == (ANA, 7, "9h")


@pytest.mark.parametrize("words", ["play Ul=9", "play Oa=b", "play Kl=no", "play Kl=yes"])
def test_p24_i_in_the_lap_every_name_is_one_too_many(words: str) -> None:
    table = position("Ol Ta", "Ul Oa Kl Tb", pile="8l", draw="Ka Kb").does("Ana play Ol=l")
    expected = Mistake.ILLEGAL_CARD if "Oa" in words else Mistake.WRONG_NAME
    assert table.costs(f"Bob {words}") == [expected]
    assert (table.turn, table.open(BOB)) == (BOB, {"Ka", "Kb"})


# Saying it before the play


def test_p25_said_before_and_followed_by_the_play() -> None:
    table = position("8h Kb", "8b 9a Ta", pile="9h", draw="Oa Ob")
    assert table.costs("Ana last") == []
    assert table.said(LastSaid) == [LastSaid(seat=ANA)]
    assert table.sees(BOB).said is Call.LAST
    assert table.costs("Ana play 8h") == []
    assert (table.sees(ANA).to_call, table.sees(ANA).said) == (None, None)
    assert table.costs("Bob draw") == []


@pytest.mark.parametrize(
    "words, others",
    [
        ("draw", []),
        ("draw 3", [Mistake.WRONG_NUMBER]),
        ("stand", [Mistake.STOOD_IN_VAIN]),
        ("play Kb", [Mistake.ILLEGAL_CARD]),
        ("greet", [Mistake.GREETED_IN_VAIN]),
        ("last", [Mistake.LAST_IN_VAIN]),
        ("prsi", [Mistake.PRSI_IN_VAIN]),
    ],
)
def test_p25_anything_else_is_a_mistake_besides_what_it_is(words: str, others: list[Mistake]) -> None:
    table = position("8h Kb", "8b 9a Ta", pile="9h", draw=REST).does("Ana last")
    assert table.costs(f"Ana {words}") == [Mistake.LAST_IN_VAIN, *others]
    assert table.sees(ANA).said is None


def test_p25_what_others_do_in_between_does_not_matter() -> None:
    table = position("8h Kb", "8b 9a Ta", pile="9h", draw=REST).does("Ana last", "Bob play 8b")
    assert table.costs("Bob last") == [Mistake.LAST_IN_VAIN]
    assert table.sees(ANA).said is Call.LAST
    assert table.costs("Ana play 8h") == []


def test_p25_before_the_play_one_must_be_on_turn_with_two_cards_or_one() -> None:
    table = position("8h Kb", "8b 9a", pile="9h", draw=REST)
    assert table.costs("Bob last") == [Mistake.LAST_IN_VAIN]
    assert table.costs("Ana prsi") == [Mistake.PRSI_IN_VAIN]
    table = position("8h Kb 9b", "8b 9a", pile="9h", draw=REST)
    assert table.costs("Ana last") == [Mistake.LAST_IN_VAIN]


def test_p25_a_forgotten_greeting_makes_what_was_said_before_wrong() -> None:
    table = position("Kh 9a Ta", "9h Tb", pile="8h", draw=REST).does("Ana play Kh", "Bob last")
    # Two cards for not greeting come before the play, which so leaves three.
    assert table.costs("Bob play 9h") == [Mistake.NOT_GREETED, Mistake.LAST_IN_VAIN]
    assert table.counts[BOB] == 5


def test_p25_prsi_before_the_play_while_the_first_one_is_not_final_is_judged_after_it() -> None:
    table = position("8h", "8b", "Tb Ua", pile="9h", draw=REST).does("Ana play 8h", "Ana prsi")
    assert table.costs("Bob prsi") == []
    assert table.costs("Bob play 8b") == [Mistake.PRSI_IN_VAIN]
    assert (table.counts[BOB], table.state.places, table.turn) == (2, (ANA,), CYR)


def test_p25_prsi_before_the_play_is_wrong_when_the_first_one_is_final() -> None:
    table = position("", "8b", "Tb Ua", pile="8h", draw="Oa Ob", turn=BOB)
    assert table.costs("Bob prsi") == [Mistake.PRSI_IN_VAIN]


def test_p25_prsi_of_the_last_one_who_then_goes_out_second_costs_cards_at_the_end() -> None:
    table = position("8h", "8b", pile="9h", draw="Oa Ob Ua").does("Ana play 8h", "Ana prsi", "Bob prsi", "Bob play 8b")
    assert (table.phase, table.state.places, table.counts, table.state.mistakes) == (Phase.OVER, (ANA,), (0, 2), (0, 1))


def test_p25_a_collapse_is_no_mistake() -> None:
    table = position("8h Kb", "8b 9a", "Ta Tb", pile="9h", draw="Oa").does("Ana last", "Ana collapse")
    assert table.state.mistakes == (0, 0, 0)
    assert table.sees(BOB).said is None


# The action lap


def test_p14_nothing_is_announced_with_the_first_card_of_the_lap() -> None:
    for hand in ("Ol 9h", "Ol"):
        table = position(hand, "Oh 9b Ub", "7a Ob", pile="9l", draw="Tl Tb Ta 8l").does("Ana play Ol=h")
        assert table.sees(ANA).to_call is None
        assert table.costs("Bob draw") == []


def test_p14_announcing_in_the_lap_is_a_mistake_and_the_cards_lie_open() -> None:
    table = position("Ol Ta Kb", "8h 9b", "8b Tb", pile="9l", draw="Oa Ob Ua Ub").does("Ana play Ol=h")
    assert table.costs("Bob last") == [Mistake.LAST_IN_VAIN]
    assert table.said(OpenCardsDrawn)[0].cards == ("Oa", "Ob")
    table = position("Ol Ta Kb", "8h 9b", "8b Tb", pile="9l", draw="Oa Ob Ua Ub").does("Ana play Ol=h", "Bob play 8h")
    assert table.sees(BOB).to_call is None
    assert table.costs("Bob last") == [Mistake.LAST_IN_VAIN]


@pytest.mark.parametrize(
    "hand, words, rule",
    [("8h 9b", "last", "P14"), ("8h", "last", "P14"), ("8h 9b Tb", "last", "P25"),
     ("8h", "prsi", "P14"), ("8h 9b", "prsi", "P25")],
)  # fmt: skip
def test_p14_what_only_the_lap_makes_a_mistake_says_so(hand: str, words: str, rule: str) -> None:
    table = position("Ol Ta Kb", hand, "8b 7b", pile="9l", draw="Oa Ob Ua Ub").does("Ana play Ol=h", f"Bob {words}")
    assert [event.rule for event in table.said(MistakeMade)] == [rule]


def test_p14_so_does_what_is_said_of_a_last_card_in_the_lap() -> None:
    table = position("Ol Ta Kb", "8h", "8b 7b", pile="9l", draw="Oa Ob Ua Ub")
    table.does("Ana play Ol=h", "Bob play 8h").does("Bob prsi")
    assert [event.rule for event in table.said(MistakeMade)] == ["P14"]


def test_p21_a_last_card_that_is_left_by_the_lap_is_the_last_one_and_is_not_called_out_after_it() -> None:
    table = position("Ol Ta Kb", "8h 9b", "8b 7b", pile="9l", draw="Oa Ob Ua Ub")
    table.does("Ana play Ol=h", "Bob play 8h", "Cyr play 8b")
    assert (table.state.lap, table.state.latest) == (None, CYR)
    table.does("Bob last")
    assert [event.rule for event in table.said(MistakeMade)] == ["P21"]


def test_p14_a_finish_in_the_lap_is_not_announced() -> None:
    table = position("Ol Ta Kb", "8h", "8b Tb", pile="9l", draw="Oa Ob Ua Ub").does("Ana play Ol=h", "Bob play 8h")
    assert (table.state.places, table.sees(BOB).to_call) == ((BOB,), None)
    assert table.costs("Cyr play 8b") == []


def test_p14_saying_last_before_the_first_card_of_the_lap_is_a_mistake() -> None:
    table = position("Ol Ta", "8h 9b", "8b Tb", pile="9l", draw="Oa Ob Ua Ub").does("Ana last")
    assert table.costs("Ana play Ol=h") == [Mistake.LAST_IN_VAIN]
    assert table.open(ANA) == {"Oa", "Ob"}


def test_p25_in_the_giving_one_may_still_say_it() -> None:
    table = position("Kl 9a", "9b 8b Tb", "8a Ta", pile="8l", draw="Oa Ob").does("Ana play Kl=yes")
    assert table.costs("Ana last") == []
    table.does("Ana give 9a", "Bob give 9b", "Cyr give 8a")
    assert table.sees(ANA).to_call is None
    assert table.does("Bob greet").costs("Bob draw") == []


def test_p24_in_the_giving_a_mistake_of_somebody_out_makes_them_give_too() -> None:
    table = position("Kl", "9b 8b Tb", "8a Ta", pile="8l", draw="Oa Ob").does("Ana play Kl=yes", "Bob give 9b")
    assert table.costs("Ana last") == [Mistake.LAST_IN_VAIN]
    assert table.report()["actors"] == ["Ana", "Cyr"]
    table.does("Cyr give 8a", "Ana give Oa")
    assert table.hand(ANA) == {"Ob", "9b"}


def test_p20_saying_what_no_rule_asks_for_is_a_mistake() -> None:
    table = position("8h Kb", "8b 9a", pile="9h", draw=REST, rule_set=without_rules("last", "king"))
    assert table.costs("Ana last") == [Mistake.LAST_IN_VAIN]
    assert table.costs("Ana greet") == [Mistake.GREETED_IN_VAIN]
    table.does("Ana play 8h")
    assert table.costs("Bob draw") == []


def test_p21_the_dealer_of_one_card_each_announces_nothing() -> None:
    table = deal("8a", "8b", "9l", turned="Th")
    assert table.sees(CYR).to_call is None


def test_p24_who_is_back_and_can_only_draw_pays_for_anything_else() -> None:
    table: Table = position("7h", "8h 9a Ta", pile="9h", draw="8b Ob Ub Ka 8l 8a").does("Ana play 7h", "Ana prsi")
    table.does("Bob play 8h")
    assert table.costs("Ana stand") == [Mistake.STOOD_IN_VAIN]
    assert table.costs("Ana play 8b") == [Mistake.ILLEGAL_CARD]
    assert table.costs("Ana draw 3") == []
    assert (table.counts[ANA], table.turn) == (7, BOB)


def test_mistakes_are_known_before_they_are_made() -> None:
    table = position("Kh 9a Ta", "9b 8b Tb", pile="8h", draw=REST).does("Ana play Kh")
    for line in ("Bob play 9b", "Bob draw", "Bob greet", "Ana play 9a", "Bob draw 3", "Bob last", "Ana greet"):
        foreseen = akcni.mistakes(table.state, *table.read(line))
        assert table_after(table, line) == list(foreseen)


def table_after(table: Table, line: str) -> list[Mistake]:
    return Table(table.state).costs(line)
