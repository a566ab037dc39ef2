"""What the cards of akční prší do (P4–P17, P20), in strict mode."""

import pytest

from core.akcni.events import AttackLanded, CardTurnedUp, GiftReceived, LapBegan, LapEnded, OpenCardsDrawn
from core.akcni.state import Phase, Threat
from core.events import DirectionTurned
from core.prsi.events import PileTurnedOver, PlayerStood
from tests.core.prsi_table import ANA, BOB, CYR, DAN, Table, deal, strict, without_rules


def test_p2_an_open_card_is_played_like_a_closed_one_and_is_seen_by_all() -> None:
    table = strict("8a 9a", "8b Tb", pile="8h", open=("9h", ""))
    assert table.sees(BOB).open == (("9h",), ())
    table.does("Ana play 9h")
    assert table.open(ANA) == set()
    assert table.hand(ANA) == {"8a", "9a"}
    assert table.refuses("Bob play Ta") == "not-your-card P2"


def test_p3_the_pile_is_turned_over_only_when_a_card_is_to_be_drawn() -> None:
    table = strict("9h 8a", "Tb Ta", pile="Ka Kb Oa", draw="Ob").does("Ana draw")
    assert (len(table.state.draw), len(table.state.pile)) == (0, 3)
    assert table.said(PileTurnedOver) == []
    table.does("Bob draw")
    assert table.hand(BOB) == {"Tb", "Ta", "Ka"}
    assert table.said(PileTurnedOver) == [PileTurnedOver(cards=2)]


def test_p3_missing_cards_of_an_attack_are_forgotten() -> None:
    table = strict("7h Ta", "Tb 9a", "Th 9b", pile="8h", draw="Oa").does("Ana play 7h", "Bob draw")
    assert table.hand(BOB) == {"Tb", "9a", "Oa", "8h"}
    table.does("Cyr draw")
    assert table.counts == (1, 4, 2)


def test_p4_drawing_is_allowed_although_one_could_play() -> None:
    table = strict("8h 9a", "Tb Ta", pile="9h", draw="Oa")
    assert table.legal(ANA) == {"play 8h", "play 9a", "draw"}
    assert table.refuses("Bob play Ta") == "not-your-turn P4"
    assert table.does("Ana draw").turn == BOB


def test_p5_only_sevens_and_the_eight_of_its_suit_answer_a_seven() -> None:
    table = strict("7h Ta", "7a 8h 8b 9h Oh Uh", pile="Th", draw="Oa Ua").does("Ana play 7h")
    assert table.said(AttackLanded) == [AttackLanded(seat=BOB, by=ANA, kind=Threat.DRAW, cards=2, eights=False)]
    assert table.legal(BOB) == {"play 7a", "play 8h", "draw"}
    assert table.refuses("Bob play 8b") == "illegal-card P5"
    assert table.refuses("Bob play Oh=a") == "illegal-card P5"
    assert table.refuses("Bob stand") == "not-now P12"


def test_p6_after_an_eight_only_eights_answer_and_no_seven() -> None:
    table = strict("7h 7l 8b 8a", "8h Tb", pile="9h", draw="Oa Ua Ob Ub").does("Ana play 7h", "Bob play 8h")
    assert table.said(DirectionTurned) == [DirectionTurned(direction=-1)]
    assert table.turn == ANA
    assert table.legal(ANA) == {"play 8b", "play 8a", "draw"}
    assert table.refuses("Ana play 7l") == "illegal-card P6"


def test_p6_an_eight_without_an_attack_is_a_plain_card() -> None:
    table = strict("8h Ta", "Tb 9a", "9b Kb", pile="7h").does("Ana play 8h")
    assert (table.turn, table.state.direction, table.state.attack) == (BOB, 1, None)


def test_p6_sevens_of_several_players_go_back_to_the_last_of_them_only() -> None:
    table = strict("7h Ta", "7b Ka", "8b Kb", "Tb Ua", pile="9h", draw="9l Kl Ul Ol Al Tl")
    table.does("Ana play 7h", "Bob play 7b", "Cyr play 8b")
    assert (table.turn, table.attack.cards, table.attack.eights) == (BOB, 5, True)
    table.does("Bob draw")
    assert table.turn == ANA
    assert table.counts[BOB] == 6


def test_p7_with_two_players_a_nine_calls_the_other_one() -> None:
    table = strict("9h Ta", "Tb 9a", pile="8h").does("Ana play 9h")
    assert (table.turn, table.state.direction) == (BOB, 1)


def test_p7_a_nine_calls_over_empty_seats() -> None:
    table = strict("9h Ta", "Tb 9a", "Kb Ka", "", pile="8h").does("Ana play 9h")
    assert table.turn == CYR


def test_p8_with_two_players_a_ten_changes_the_direction_only() -> None:
    table = strict("Th Ta", "Tb 9a", pile="8h").does("Ana play Th")
    assert (table.turn, table.state.direction) == (BOB, -1)


def test_p9_under_a_demand_go_the_rank_and_every_unter_and_ober() -> None:
    table = strict("Ub Ta", "Kh 9b Oa Ua Tb", pile="8h", draw="9l").does("Ana play Ub=K")
    playable = {"Kh", "Oa", "Ua"}
    assert set(table.sees(BOB).playable) == playable
    assert table.refuses("Bob play 9b") == "illegal-card P9"
    table.does("Bob play Oa=b")
    assert (table.state.rank, table.state.suit) == (None, "b")


def test_p10_under_a_demand_go_the_suit_and_every_unter_and_ober() -> None:
    table = strict("Ob Ta", "Kh 9b Oa Ua Tb", pile="8h", draw="9l").does("Ana play Ob=h")
    assert set(table.sees(BOB).playable) == {"Kh", "Oa", "Ua"}
    assert table.refuses("Bob play 9b") == "illegal-card P10"


@pytest.mark.parametrize("first", ["7h", "Ah"])
def test_p9_no_changer_on_an_active_seven_or_ace(first: str) -> None:
    table = strict(f"{first} Ta", "Uh Oh 9b", pile="9h", draw="9l Tl").does(f"Ana play {first}")
    assert set(table.sees(BOB).playable) == set()


@pytest.mark.parametrize(
    "first, card", [("7h", "Ua=9"), ("Ah", "Oa=b"), ("8h", "Ua=9"), ("Th", "Oa=b"), ("Kh", "Ua=U"), ("9h", "Oa=a")]
)
def test_p9_a_changer_goes_on_anything_that_is_spent(first: str, card: str) -> None:
    table = strict("Ua Oa Tb", "9b 9l", pile=first)
    assert table.does(f"Ana play {card}").turn == BOB


def test_p12_aces_do_not_add_up_and_anybody_may_over_play() -> None:
    table = strict("Ah Ta", "Aa 9a", "9b Kb", "Kl Ka", pile="8h").does("Ana play Ah")
    assert table.legal(BOB) == {"play Aa", "stand"}
    assert table.refuses("Bob draw") == "must-stand P12"
    assert table.refuses("Bob play 9a") == "must-stand P12"
    table.does("Bob play Aa", "Cyr stand")
    assert table.said(PlayerStood) == [PlayerStood(seat=CYR)]
    assert table.turn == DAN
    assert table.state.attack is None


def test_p13_the_turned_card_makes_the_action_suit() -> None:
    assert deal("8a 9a", "8b 9b", turned="Th", action_suit="turned").state.action_suit == "h"


def test_p13_in_a_position_the_bottom_card_of_the_pile_was_turned() -> None:
    assert strict("8a 9a", "8b 9b", pile="Tb Kh 7a", action_suit="turned").state.action_suit == "b"


def test_p13_the_cut_makes_the_action_suit() -> None:
    assert strict("8a 9a", "8b 9b", pile="Tb", action_suit="cut", cut="a").state.action_suit == "a"


# The action lap


def test_p14_the_lap_begins_with_the_card_and_ends_with_the_turn_of_its_player() -> None:
    table = strict("Ol 8b Kb", "8h Ta", "9h Ka", pile="8l", draw="Oa").does("Ana play Ol=h")
    assert table.said(LapBegan) == [LapBegan(seat=ANA)]
    table.does("Bob play 8h")
    assert table.said(LapEnded) == []
    table.does("Cyr play 9h")
    assert table.said(LapEnded) == [LapEnded(seat=ANA)]
    assert table.turn == ANA


def test_p14_the_demand_of_the_lap_is_met_by_that_suit_only_and_after_it_changers_go_again() -> None:
    table = strict("Ol Tb Ua", "9b Oa Ob", "Th Ka", pile="8l", draw="Kl 7a").does("Ana play Ol=h")
    assert table.legal(BOB) == {"draw"}
    assert table.refuses("Bob play Ob") == "illegal-card P14"
    table.does("Bob draw", "Cyr draw")
    assert table.state.suit == "h"
    assert set(table.sees(ANA).playable) == {"Ua"}
    assert table.refuses("Ana play Tb") == "illegal-card P10"


def test_p14_a_demanded_rank_may_be_an_ober_or_unter() -> None:
    table = strict("Ul Tb Ua", "9b Oa 9h", "Th Ka", pile="8l", draw="Kl 7a").does("Ana play Ul=O")
    assert set(table.sees(BOB).playable) == {"Oa"}
    table.does("Bob play Oa")
    assert (table.state.rank, table.state.suit, table.state.lap) == (None, None, ANA)


def test_p14_changers_and_the_action_king_take_no_name_in_the_lap() -> None:
    table = strict("Ol Tb Ua", "Ul Kl Ob", "Th Ka", pile="8l", draw="7a 7b").does("Ana play Ol=l")
    assert table.refuses("Bob play Ul=9") == "bad-name P14"
    assert table.refuses("Bob play Kl=no") == "bad-name P14"
    table.does("Bob play Kl")
    assert (table.phase, table.turn, table.state.lap) == (Phase.PLAY, CYR, ANA)


def test_p14_another_action_changer_changes_nothing() -> None:
    table = strict("Ol Tb Ua", "Ul Ka Ob", "Tl Kb", pile="8l", draw="7a 7b").does("Ana play Ol=l", "Bob play Ul")
    assert (table.state.lap, table.state.rank) == (ANA, None)
    table.does("Cyr play Tl")
    assert (table.state.lap, table.state.direction) == (None, 1)


def test_p14_cards_drawn_in_the_lap_are_laid_open() -> None:
    table = strict("Ol Tb Ua", "9b Ka", "Th Kb", pile="8l", draw="7a 7b 7l").does("Ana play Ol=h", "Bob draw")
    assert (table.hand(BOB), table.open(BOB)) == ({"9b", "Ka"}, {"7a"})
    assert table.said(OpenCardsDrawn) == [OpenCardsDrawn(seat=BOB, cards=("7a",), count=1, rule="P4")]
    table.does("Cyr draw", "Ana draw")
    assert (table.open(CYR), table.open(ANA)) == ({"7b"}, set())


def test_p14_when_its_player_is_out_the_lap_ends_as_the_turn_passes_the_seat() -> None:
    table = strict("Ol", "7h Ta", "Th Kb", pile="8l", draw="7a 7b 7l")
    table.does("Ana play Ol=h", "Bob play 7h", "Cyr play Th")
    assert table.state.lap is None
    assert (table.turn, table.state.direction, table.state.attack) == (BOB, 1, None)


def test_p14_when_its_player_collapses_the_lap_ends_as_the_turn_passes_the_seat() -> None:
    table = strict("Ol Tb Ka", "7h Ta", "Th Kb", pile="8l", draw="7a 7b 7l").does("Ana play Ol=h", "Ana collapse")
    assert (table.turn, table.state.lap) == (BOB, ANA)
    table.does("Bob play 7h")
    assert (table.turn, table.state.attack, table.state.lap) == (CYR, None, ANA)
    assert table.does("Cyr draw").state.lap is None


def test_p14_whoever_ends_the_lap_stands_on_its_action_ace_or_over_plays_it() -> None:
    table = strict("Ol Ab Tb", "Al Ta", pile="8l", draw="7a 7b").does("Ana play Ol=l", "Bob play Al")
    assert (table.turn, table.state.lap, table.attack.kind) == (ANA, None, Threat.SKIP)
    assert table.legal(ANA) == {"play Ab", "stand"}
    table.does("Ana play Ab")
    assert (table.turn, table.attack.kind) == (BOB, Threat.SKIP)


def test_p14_an_ordinary_ace_in_the_lap_is_not_stood_on() -> None:
    table = strict("Oh Ab Tb", "Al Ta", "9l 9a", pile="8h", action_suit="hearts")
    table.does("Ana play Oh=l", "Bob play Al")
    assert (table.turn, table.state.attack) == (CYR, None)


def test_p14_the_lap_is_taken_on_by_a_changer_only_when_it_is_over() -> None:
    table = strict("Ol 9b", "Ul Ta", pile="8l", draw="7a 7b Ka").does("Ana play Ol=l", "Bob draw")
    assert table.state.lap is None
    table.does("Ana draw", "Bob play Ul=9")
    assert (table.state.lap, table.state.rank) == (BOB, "9")


# The action king


def test_p15_gifts_go_against_the_direction_all_at_once() -> None:
    table = strict("Kl 8a", "9b Kb", "Ta Tb", pile="8l", direction=-1).does("Ana play Kl=yes")
    assert (table.phase, table.turn, table.sees(BOB).given) == (Phase.GIVE, None, ())
    table.does("Cyr give Ta", "Ana give 8a")
    assert table.counts == (1, 2, 2)
    assert (table.sees(BOB).given, table.sees(BOB).gift, table.sees(CYR).gift) == ((ANA, CYR), None, "Ta")
    table.does("Bob give 9b")
    assert (table.hand(ANA), table.hand(BOB), table.hand(CYR)) == ({"Ta"}, {"Kb", "8a"}, {"9b", "Tb"})
    assert GiftReceived(seat=BOB, giver=ANA, card="8a") in table.said(GiftReceived)
    assert (table.phase, table.turn) == (Phase.PLAY, CYR)


def test_p15_a_gift_is_final() -> None:
    table = strict("Kl 8a", "9b Kb", "Ta Tb", pile="8l").does("Ana play Kl=yes", "Bob give 9b")
    assert table.refuses("Bob give Kb") == "not-your-turn P15"
    assert table.refuses("Bob play 9b") == "not-now P4"
    assert table.refuses("Cyr give 9b") == "not-your-card P15"
    assert table.legal(CYR) == {"give Ta", "give Tb"}
    assert table.legal(BOB) == set()


def test_p15_who_went_out_with_the_king_neither_gives_nor_gets() -> None:
    table = strict("Kl", "9b Kb", "Ta Tb", pile="8l").does("Ana play Kl=yes")
    assert (table.state.places, table.report()["actors"]) == ((ANA,), ["Bob", "Cyr"])
    table.does("Bob give 9b", "Cyr give Ta")
    assert (table.hand(BOB), table.hand(CYR), table.turn) == ({"Kb", "Ta"}, {"Tb", "9b"}, BOB)


def test_p15_with_fewer_than_two_holders_nothing_happens() -> None:
    table = strict("Kl", "9b Kb", pile="8l", draw="Oa").does("Ana play Kl=yes")
    assert (table.phase, table.turn, table.hand(BOB)) == (Phase.PLAY, BOB, {"9b", "Kb"})


def test_p15_a_collapse_takes_the_gift_along_and_may_be_the_last_thing_waited_for() -> None:
    table = strict("Kl 8a", "9b Kb", "Ta Tb", pile="8l", draw="Oa")
    table.does("Ana play Kl=yes", "Cyr give Ta", "Ana give 8a", "Bob collapse")
    assert (table.hand(ANA), table.hand(CYR)) == ({"Ta"}, {"Tb", "8a"})
    assert (table.phase, table.turn, table.state.draw) == (Phase.PLAY, CYR, ("Oa", "9b", "Kb"))


def test_p15_a_collapse_of_a_giver_takes_the_chosen_card_too() -> None:
    table = strict("Kl 8a", "9b Kb", "Ta Tb", pile="8l", draw="Oa").does(
        "Ana play Kl=yes", "Bob give Kb", "Bob collapse"
    )
    assert table.state.draw == ("Oa", "9b", "Kb")
    assert table.sees(ANA).given == ()


def test_p16_an_action_ace_is_no_ace_to_stand_on() -> None:
    table = strict("Al Ta", "Aa 9l", pile="8l").does("Ana play Al")
    assert table.refuses("Bob stand") == "not-now P12"
    assert table.does("Bob play Aa").turn == ANA


# The card turned up at the start


def test_p17_a_turned_seven_lands_on_the_first_player() -> None:
    table = deal("8a 9a", "8b 9b", "7l 7b", turned="7h", supervision="strict")
    assert (table.turn, table.attack.cards, table.attack.by) == (ANA, 2, CYR)


def test_p17_a_turned_ace_is_stood_on() -> None:
    table = deal("8a 9a", "8b 9b", "7l 7b", turned="Ah", supervision="strict").does("Ana stand")
    assert table.turn == BOB


def test_p17_a_turned_nine_lets_the_dealer_begin_clockwise() -> None:
    table = deal("8a 9a", "8b 9b", "7l 7b", turned="9h", supervision="strict")
    assert (table.turn, table.state.direction) == (CYR, 1)


def test_p17_a_turned_eight_does_nothing_even_beside_a_seven() -> None:
    table = deal("8a 7a", "8b 9b", "7l 7b", turned="8h", supervision="strict")
    assert (table.turn, table.state.direction, table.state.attack) == (ANA, 1, None)


def test_p17_a_turned_ober_names_the_suit_of_the_bottom_card() -> None:
    table = deal("8a 9a", "8b 9b", "7l 7b", turned="Oh", under="Ka Tb", supervision="strict")
    assert (table.state.suit, table.state.rank, table.state.lap) == ("b", None, None)
    assert table.said(CardTurnedUp) == [CardTurnedUp(card="Oh", dealer=CYR, name="b")]


def test_p17_a_turned_action_changer_blocks_until_the_dealers_turn() -> None:
    table = deal("8a 9a", "8b Tb", "7l 7b", turned="Ul", under="Ka Tl", supervision="strict")
    assert (table.state.rank, table.state.lap) == ("T", CYR)
    table.does("Ana draw", "Bob play Tb")
    assert (table.turn, table.state.direction, table.state.lap) == (CYR, 1, None)


def test_p17_the_dealer_says_whether_the_turned_king_changes() -> None:
    table = deal("8a 9a", "8b 9b", "7l 7b", turned="Kl", supervision="strict")
    assert (table.phase, table.turn, table.report()["actors"]) == (Phase.ANNOUNCE, None, ["Cyr"])
    assert table.refuses("Ana announce yes") == "not-your-turn P17"
    assert table.refuses("Ana play 8a") == "not-now P4"
    assert table.legal(CYR) == {"announce yes", "announce no"}
    table.does("Cyr announce no")
    assert (table.phase, table.turn) == (Phase.PLAY, ANA)
    assert table.refuses("Cyr announce yes") == "not-now P17"


def test_p17_a_dealer_who_collapses_has_said_no() -> None:
    table = deal("8a 9a", "8b 9b", "7l 7b", turned="Kl").does("Cyr collapse")
    assert (table.phase, table.turn, table.greeter) == (Phase.PLAY, ANA, ANA)


def test_p17_another_player_may_collapse_before_the_dealer_has_spoken() -> None:
    table = deal("8a 9a", "8b 9b", "7l 7b", turned="Kl").does("Ana collapse", "Cyr announce yes")
    assert table.report()["actors"] == ["Bob", "Cyr"]
    table.does("Bob give 8b", "Cyr give 7l")
    assert (table.turn, table.hand(BOB)) == (BOB, {"9b", "7l"})


def test_p17_the_dealer_does_not_greet_their_own_king() -> None:
    table = deal("8a 9a", "8b 9b", turned="Kh").does("Ana greet", "Ana draw")
    assert (table.turn, table.greeter) == (BOB, None)


# Rules that are off


def test_p20_without_unter_the_action_unter_needs_suit_or_rank_but_blocks() -> None:
    table = strict("Ul Uh Tb", "9l 9a", pile="8h", rule_set=without_rules("unter"))
    assert table.refuses("Ana play Ul") == "illegal-card P4"
    assert table.does("Ana play Uh").state.rank is None
    table = strict("Ul Uh Tb", "9l 9a", pile="8l", rule_set=without_rules("unter"))
    assert table.refuses("Ana play Ul=9") == "bad-name P24"
    assert table.does("Ana play Ul").state.lap == ANA


def test_p20_under_a_demand_go_only_those_changers_that_are_in_use() -> None:
    table = strict("Oh Tb", "Ua Oa 9l Ta", pile="8h", rule_set=without_rules("unter")).does("Ana play Oh=l")
    assert set(table.sees(BOB).playable) == {"Oa", "9l"}


def test_p20_without_king_the_action_king_asks_and_nobody_greets() -> None:
    table = deal("8a 9a", "8b 9b", turned="Kl", rule_set=without_rules("king"))
    assert table.phase is Phase.ANNOUNCE
    assert table.does("Bob announce no").greeter is None


def test_p20_without_action_king_the_king_of_its_suit_says_nothing() -> None:
    table = strict("Kl 9a", "8b 9b", pile="8l", rule_set=without_rules("action_king"))
    assert table.refuses("Ana play Kl=no") == "bad-name P24"
    assert table.does("Ana play Kl").turn == BOB


def test_p20_without_action_ace_the_action_ace_is_stood_on_but_not_in_the_lap() -> None:
    assert (
        strict("Al 9a", "8b 9b", pile="8l", rule_set=without_rules("action_ace")).does("Ana play Al").attack.kind
        is Threat.SKIP
    )
    table = strict("Ol 9a", "Al 9b", pile="8l", rule_set=without_rules("action_ace")).does(
        "Ana play Ol=l", "Bob play Al"
    )
    assert table.state.attack is None


def test_p20_without_ace_the_action_ace_is_stood_on_in_the_lap_only() -> None:
    assert strict("Al 9a", "8b 9b", pile="8l", rule_set=without_rules("ace")).does("Ana play Al").state.attack is None
    table = strict("Ol Ah Tb", "Al 9b", pile="8l", rule_set=without_rules("ace")).does("Ana play Ol=l", "Bob play Al")
    assert table.legal(ANA) == {"play Ah", "stand"}
    assert table.does("Ana play Ah").state.attack is None


def test_p20_without_eight_no_eight_answers() -> None:
    table = strict("7h Tb", "8h 9b", pile="9h", rule_set=without_rules("eight")).does("Ana play 7h")
    assert table.legal(BOB) == {"draw"}


def test_p20_without_action_changer_nothing_is_blocked() -> None:
    table = strict("Ol Tb", "7h 9b", pile="9h", rule_set=without_rules("action_changer")).does(
        "Ana play Ol=h", "Bob play 7h"
    )
    assert (table.state.lap, table.attack.cards) == (None, 2)


def test_p20_without_nine_or_seven_a_turned_one_is_plain() -> None:
    table: Table = deal("8a Ta", "8b 9b", turned="9h", rule_set=without_rules("nine"))
    assert table.turn == ANA
    assert deal("8a Ta", "8b 9b", turned="7h", rule_set=without_rules("seven")).state.attack is None
