"""Turns, drawing, names, and the other special cards of Smidarské prší (S2–S6, S20–S25)."""

import pytest

from core.game import Charged
from core.prsi.events import PileTurnedOver, TurnLost
from core.smidary.events import DemandLapsed, HandsPassed, RaceBegan, RaceEnded
from core.smidary.state import Phase
from tests.core.smidary_table import ANA, BOB, CYR, DAN, position


def plays(words: set[str]) -> set[str]:
    """The cards that may be played, without the names."""
    return {line.split()[1].split("=")[0] for line in words if line.startswith("play")}


def test_s3_suit_or_rank_and_what_goes_on_everything() -> None:
    table = position("9l 8h 8b Oa Ua Kl Tb", "7a", pile="9h")
    assert plays(table.legal(ANA)) == {"9l", "8h", "Oa", "Ua", "Kl"}


def test_s3_must_play_counts_any_card_that_may_be_played() -> None:
    table = position("Tb Oa", "7a", pile="9h", draw="Ta", voluntary_draw=False)
    assert table.refuses("Ana draw") == "must-play S3"
    assert table.lapse(ANA) == "play Oa=b"
    assert position("Tb 8l", "7a", pile="9h", draw="Ta", voluntary_draw=False).legal(ANA) == {"draw"}


@pytest.mark.parametrize("threat", ["Uh=T", "7h"])
def test_s3_must_play_does_not_hold_under_an_attack_or_a_demand(threat: str) -> None:
    table = position(f"{threat[:2]} 8h", "Tb 7a", pile="9h", draw="Ta", voluntary_draw=False)
    assert "draw" in table.does(f"Ana play {threat}").legal(BOB)


def test_s4_the_pile_is_turned_over_only_when_a_card_is_to_be_drawn() -> None:
    table = position("Tb 8l", "7a 8a", pile="Ka 9h", draw="Ta").does("Ana draw")
    assert (table.state.draw, table.state.pile) == ((), ("Ka", "9h"))
    table.does("Bob draw")
    assert table.said(PileTurnedOver) == [PileTurnedOver(cards=1)]
    assert (table.state.draw, table.state.pile) == ((), ("9h",))


def test_s4_a_hand_put_under_an_empty_draw_pile_is_drawn_first() -> None:
    table = position("Tb 8l", "7a 8a", "9a Aa", pile="Ka 9h").does("Ana collapse", "Bob draw")
    assert table.hand(BOB) == {"7a", "8a", "8l"}
    assert table.state.pile == ("Ka", "9h")


def test_s6_everybody_sees_how_many_cards_there_are() -> None:
    assert position("Tb 8l 9l", "7a", pile="9h").sees(None).counts == (3, 1)


@pytest.mark.parametrize("words", ["play Oh", "play Oh=9", "play Oh=", "play Oh=x", "play Oh=a=b"])
def test_s20_an_ober_names_a_suit(words: str) -> None:
    assert position("Oh Uh", "7a", pile="9h").refuses(f"Ana {words}") == "bad-name S20"


@pytest.mark.parametrize("words", ["play Uh", "play Uh=a", "play Uh=6", "play Uh=10"])
def test_s21_an_unter_names_a_rank(words: str) -> None:
    assert position("Oh Uh", "7a", pile="9h").refuses(f"Ana {words}") == "bad-name S21"


def test_bad_name_comes_after_the_card_and_before_what_the_table_demands() -> None:
    table = position("Ah 8l", "Oa Tb", pile="9h", draw="Oh").does("Ana play Ah")
    assert table.refuses("Bob play Oh") == "not-your-card S3"
    assert table.refuses("Bob play Oa") == "bad-name S20"
    assert table.refuses("Bob play Oa=h") == "must-stand S19"


def test_s20_an_ober_stands_for_its_suit_until_covered() -> None:
    table = position("Oh 8l", "Oa Ul Uh 9h 9l 6x Kl Tl", "7a", pile="9a", six=True).does("Ana play Oh=l")
    assert plays(table.legal(BOB)) == {"Oa", "Ul", "9l", "Kl", "Tl"}
    assert table.does("Bob play Tl").state.suit is None


def test_s21_a_demand_is_met_by_the_rank_an_unter_or_the_green_king() -> None:
    table = position("Uh 8l", "Oa Ul 9h 9l 6x Kl Th Kh", "7a", pile="9h".replace("9h", "Ah"), six=True)
    table.does("Ana play Uh=9")
    assert plays(table.legal(BOB)) == {"Ul", "9h", "9l", "Kl"}


def test_s21_obers_answer_only_when_they_are_demanded() -> None:
    table = position("Uh 8l", "Oa 9h", "7a", pile="Ah").does("Ana play Uh=O")
    assert plays(table.legal(BOB)) == {"Oa"}


def test_s21_the_demand_lapses_when_everybody_in_turn_found_nothing() -> None:
    table = position("Uh 8l", "Oa 9h", "7a Tb", pile="Ah").does("Ana play Uh=9", "Bob draw")
    assert table.state.idle_draws == 0  # there was a card: the one under the Unter
    table.does("Cyr draw", "Ana draw")
    assert table.state.rank == "9"
    table.does("Bob draw")
    assert table.said(DemandLapsed) == [DemandLapsed(rank="9")]
    assert table.state.rank is None
    assert table.turn == CYR
    assert table.drinks == (10, 10, 10)


def test_s21_a_collapse_counts_anew() -> None:
    table = position("Uh 8l", "Oa 9h", "7a Tb", "8a Ta", pile="Ah", draw="")
    table.does("Ana play Uh=9", "Bob draw", "Cyr draw", "Dan draw")
    assert table.state.idle_draws == 2
    table.does("Bob collapse")
    assert table.state.idle_draws == 0
    assert table.state.rank == "9"


def test_s21_a_lapsed_unter_is_a_plain_card_that_no_six_covers() -> None:
    table = position("6x Oa Kl Ub 9h Ta", "7a", pile="Uh", six=True)
    assert plays(table.legal(ANA)) == {"Oa", "Kl", "Ub", "9h"}


def test_s23_an_eight_turns_the_direction() -> None:
    table = position("8h 8l", "Oa 9h", "7a Tb", pile="Ah").does("Ana play 8h")
    assert (table.state.direction, table.turn) == (-1, CYR)


def test_s23_two_left_are_counted_when_the_eight_is_played() -> None:
    # Three hold cards, the eight is Ana's last: the next one in the new direction is on turn.
    table = position("8h", "Oa 9h", "7a Tb", pile="Ah").does("Ana play 8h")
    assert (table.turn, table.state.exposed) == (CYR, (ANA,))
    # Two hold cards, somebody is exposed: the exposed one does not count.
    table = position("9h", "8h Tb", "7a Ta", pile="Ah", draw="Oa").does("Ana play 9h", "Bob play 8h")
    assert table.said(TurnLost) == [TurnLost(seat=CYR)]
    assert table.turn == BOB


def test_s24_the_order_of_the_late_begins_with_the_nines_player() -> None:
    table = position("9b 8l", "Kb Tl", "Tb 9a", "8b 9l", pile="9h", draw="Oa", turn=ANA)
    table.does("Ana play 9b")
    assert table.said(RaceBegan)[0].seats == (ANA, BOB, CYR, DAN)
    table.does("Cyr slap", "* timeout")
    assert table.said(RaceEnded) == [RaceEnded(late=(ANA, BOB, DAN), last=DAN)]
    assert table.drinks == (20, 20, 0, 20)
    assert table.turn == ANA


def test_s24_a_timeout_against_the_clock() -> None:
    table = position("9b 8l", "Kb Tl", "Tb 9a", pile="9h", draw="Oa", direction=-1).does("Ana play 9b")
    assert table.said(RaceBegan)[0].seats == (ANA, CYR, BOB)
    assert table.does("* timeout").turn == ANA
    assert table.drinks == (20, 20, 20)


def test_s24_only_the_nines_player_is_late() -> None:
    table = position("9b", "Kb Tl", "Tb 9a", pile="9h", draw="Oa").does("Ana play 9b", "Cyr slap", "Bob slap")
    assert table.drinks == (20, 0, 0)
    assert table.turn == BOB
    assert table.state.exposed == (ANA,)


def test_s24_the_nine_as_last_card_slaps_too() -> None:
    table = position("9b", "Kb Tl", "Tb 9a", pile="9h", draw="Oa").does("Ana play 9b", "Ana slap")
    assert table.refuses("Ana slap") == "not-your-turn S24"
    assert table.refuses("Ana collapse") == "dead-dont-talk S29"
    table.does("Bob slap")
    # From Ana's nine over Bob to Cyr, who was the last, and on over Ana's seat to Bob: Ana is safe.
    assert (table.turn, table.state.exposed, table.drinks) == (BOB, (), (0, 0, 20))


def test_s24_exposed_seats_on_the_way_become_safe() -> None:
    table = position("9a", "9b Tl", "Tb Ta", "8b 9l", pile="9h", draw="Oa", direction=-1)
    table.does("Ana play 9a", "Dan draw", "Cyr draw")
    table.where(turn=BOB, exposed=(ANA,)).does("Bob play 9b", "Bob slap", "Cyr slap")
    assert table.turn == CYR
    assert table.state.exposed == ()


def test_s24_exposed_seats_off_the_way_stay_exposed() -> None:
    table = position("Tl Ta", "9b Kl", "Tb 8a", "9a", pile="9h", draw="Oa", turn=DAN)
    table.does("Dan play 9a").where(turn=BOB).does("Bob play 9b", "Ana slap", "Cyr slap")
    assert table.turn == CYR
    assert table.state.exposed == (DAN,)


def test_s24_with_two_the_other_one_drinks_and_the_nines_player_goes_on() -> None:
    table = position("9b Ta", "Kb Tl", "9h", pile="8h", draw="Oa", turn=CYR).does("Cyr play 9h", "Ana play 9b")
    assert table.said(Charged) == [Charged(seat=BOB, ml=20, rule="S24")]
    assert (table.turn, table.state.exposed) == (ANA, ())


def test_s24_refusals_in_the_race() -> None:
    table = position("9b Ta", "Kb Tl", "9h Tb", "", pile="8b", draw="Oa")
    assert table.refuses("Ana slap") == "not-now S24"
    assert table.refuses("* timeout") == "not-now S24"
    table.does("Ana play 9b", "Bob slap")
    assert table.refuses("Bob slap") == "not-your-turn S24"
    assert table.refuses("Dan slap") == "dead-dont-talk S29"
    assert table.refuses("Bob draw") == "not-now S3"
    assert table.refuses("* slap") == "unknown-action S24"
    assert table.refuses("Ana timeout") == "unknown-action S24"


def test_s25_the_six_is_hearts_bells_and_acorns() -> None:
    hand = "6x 8l Kl Ta"
    assert "6x" in plays(position(hand, "7a", pile="9b", six=True).legal(ANA))
    assert "6x" not in plays(position(hand, "7a", pile="9l", six=True).legal(ANA))
    assert plays(position("9l 9h 8b Ta Ul Ol Kl Al", "7a", pile="6x", six=True).legal(ANA)) == {
        "9h", "8b", "Ta", "Ul", "Ol", "Kl"
    }  # fmt: skip


def test_s25_on_an_ober_by_the_suit_it_stands_for() -> None:
    for suit, fits in (("h", True), ("b", True), ("a", True), ("l", False)):
        table = position("Ol 8l", "6x 7a", pile="9l", six=True).does(f"Ana play Ol={suit}")
        assert ("6x" in plays(table.legal(BOB))) is fits


def test_s25_what_goes_on_the_six_and_on_an_ober_is_refused_by_its_clause() -> None:
    assert position("9l 8a", "7a", pile="6x", six=True).refuses("Ana play 9l") == "illegal-card S25"
    table = position("Oh 8l", "9l Ul Tb", pile="9h").does("Ana play Oh=h")
    assert table.refuses("Bob play 9l") == "illegal-card S20"
    assert table.refuses("Bob play Ul=9") == "illegal-card S21"


def test_s25_hands_go_to_the_next_who_holds_cards() -> None:
    table = position("6x Ta", "", "9h Kb", "8l", pile="Th", six=True, direction=-1).does("Ana play 6x")
    assert table.said(HandsPassed) == [HandsPassed(seats=(ANA, DAN, CYR))]
    assert (table.hand(DAN), table.hand(CYR), table.hand(ANA)) == ({"Ta"}, {"8l"}, {"9h", "Kb"})
    assert table.turn == DAN


def test_s25_the_six_as_last_card_leaves_its_player_out() -> None:
    table = position("6x", "8a", "9h Kb", pile="Th", six=True).does("Ana play 6x")
    assert table.state.places == (ANA,)
    assert (table.hand(BOB), table.hand(CYR)) == ({"9h", "Kb"}, {"8a"})
    assert table.phase is Phase.PLAY
