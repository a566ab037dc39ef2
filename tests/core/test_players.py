"""What bot players do at the table: every kind of question, and the tactics of each game (N21)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from core import akcni, shithead, smidary
from core.cards import german_pack
from core.players import Strength, choose, hesitation
from tests.core import prsi_table, shithead_table, smidary_table

ANA, BOB, CYR, DAN = range(4)
EASY, FAIR, STRONG = Strength
TIMES = 60
WRITE: dict[str, Callable[[Any], str]] = {
    "smidary": smidary.format_action,
    "prsi": akcni.format_action,
    "shithead": shithead.format_action,
}


def does(table: Any, seat: int, strength: Strength, *, playouts: int = 12, times: int = TIMES) -> Counter[str | None]:
    """What a bot player does at this table, asked so many times, in the words of records."""
    view, random, done = table.sees(seat), Random(1), Counter[str | None]()
    for _ in range(times):
        action = choose(view.game, view, strength, random, playouts, ("rum",))
        done[None if action is None else WRITE[view.game](action)] += 1
    return done


def always(table: Any, seat: int, strength: Strength, *, playouts: int = 12, times: int = TIMES) -> str | None:
    """The only thing that they ever do."""
    (action,) = does(table, seat, strength, playouts=playouts, times=times)
    return action


def smidary_position(*hands: str, pile: str, **more: Any) -> smidary_table.Table:
    """A table of Smidarské prší where all other cards are to be drawn."""
    known = " ".join((*hands, pile)).split()
    draw = " ".join(card for card in german_pack() if card not in known)
    return smidary_table.position(*hands, pile=pile, draw=draw, **more)


def akcni_position(*hands: str, pile: str, **more: Any) -> prsi_table.Table:
    """A table of akční prší where all other cards are to be drawn."""
    return prsi_table.position(*hands, pile=pile, draw=prsi_table.REST, **more)


@pytest.mark.parametrize("strength", Strength)
def test_p3_s3_who_can_lay_something_lays_it(strength: Strength) -> None:
    smidary_one = smidary_position("Kh 8a", "9a 9b", pile="Th")
    assert always(smidary_one, ANA, strength) == "play Kh"
    assert always(akcni_position("Kh 8a", "9a 9b", pile="Th"), ANA, strength) == "play Kh"
    assert always(shithead_table.position("8h 4h", "9c 9d", pile="7h"), ANA, strength) == "play 8h"


@pytest.mark.parametrize("strength", Strength)
def test_who_is_not_asked_does_nothing(strength: Strength) -> None:
    assert always(smidary_position("Kh", "9a Tb", pile="Th"), BOB, strength) is None
    assert always(akcni_position("Kh", "9a Tb", pile="Th"), BOB, strength) is None
    assert always(shithead_table.position("8h 4h", "9c 9d", pile="7h"), BOB, strength) is None


class TestSmidary:
    """Smidarské prší."""

    hands = ("9h 8a Ob Ua", "Kb 9b Ta 9a", "Ka 9l Ah Kl")

    @pytest.mark.parametrize("strength", [FAIR, STRONG])
    def test_s20_changers_are_kept_for_the_end(self, strength: Strength) -> None:
        table = smidary_position("Oa 9h", "Kb Kh 8a", "9a Tb Ta", pile="Th")
        assert does(table, ANA, strength)["play 9h"] > 0.8 * TIMES

    def test_s20_an_ober_names_the_suit_that_the_hand_has_most_of(self) -> None:
        table = smidary_position("Oa 9b 8b Kb 9l", "Kh 8h 8a", "9a 7a Ta", pile="Th")
        assert always(table, ANA, FAIR) == "play Oa=b"

    def test_s21_an_unter_names_the_rank_that_the_hand_has_most_of(self) -> None:
        table = smidary_position("Ua 9b 9l Kb", "Kh 8h 8a", "9a 7a Ta", pile="Th")
        assert always(table, ANA, FAIR) == "play Ua=9"

    def test_s13_sevens_are_played_on_those_about_to_go_out(self) -> None:
        few = smidary_position("7h 9h Kb Ka", "8a", "9a Tb Ta", pile="Th")
        many = smidary_position("7h 9h Kb Ka", "8a 8b 8h 9b Oa", "9a Tb Ta", pile="Th")
        assert does(few, ANA, FAIR)["play 7h"] > does(many, ANA, FAIR)["play 7h"]

    def test_s13_few_cards_are_guarded_by_drinking_and_many_are_not(self) -> None:
        few = smidary_position("7a Oh Ka", "8a Kb", "9a Tb Kh", pile="Ta").does("Ana play 7a")
        many = smidary_position("7a Oh Ka", "8a Kb 8b 9b Ob", "9a Tb Kh", pile="Ta").does("Ana play 7a")
        assert always(few, BOB, FAIR) == "drink"
        assert always(many, BOB, FAIR) == "draw"

    def test_s13_nobody_drinks_much_at_once(self) -> None:
        table = smidary_position("7a 9h Oh", "8a", "9a Tb Kh", pile="Ta").does("Ana play 7a")
        table.where(attack=replace(table.attack, cards=8))
        assert always(table, BOB, FAIR) == "drink"
        table.where(attack=replace(table.attack, cards=10))
        assert always(table, BOB, FAIR) == "draw"

    def test_s17_a_king_of_somebody_with_many_cards_is_challenged_now_and_then(self) -> None:
        many = smidary_position("Kl 8a 9a Ta", "Kb 9b", "9h Tb", pile="Th").does("Ana play Kl")
        one = smidary_position("Kl 8a", "Kb 9b", "9h Tb", pile="Th").does("Ana play Kl")
        assert 0.3 * TIMES < does(many, BOB, FAIR)["challenge"] < 0.9 * TIMES
        assert does(one, BOB, FAIR)["challenge"] == 0

    @pytest.mark.parametrize("strength", Strength)
    def test_s17_the_accused_shows(self, strength: Strength) -> None:
        table = smidary_position("Kl 8a 9a", "Kb 9b", "9h Tb", pile="Th")
        assert always(table.does("Ana play Kl", "Bob challenge"), ANA, strength) == "show"

    @pytest.mark.parametrize("strength", Strength)
    def test_s17_a_penalty_is_drawn_or_drunk(self, strength: Strength) -> None:
        table = smidary_position("Kl 8a 9a", "Kb 9b", "9h Tb", pile="Th")
        table.does("Ana play Kl", "Bob challenge", "Ana admit")
        assert set(does(table, ANA, strength)) <= {"draw", "drink"}

    @pytest.mark.parametrize("strength", Strength)
    def test_s24_everybody_slaps_and_the_stronger_ones_sooner(self, strength: Strength) -> None:
        table = smidary_position("9b 8a", "Kb 9h", "9a Ta", pile="Tb").does("Ana play 9b")
        view = table.sees(BOB)
        assert always(table, BOB, strength) == "slap"
        pauses = [hesitation("smidary", view, strength, Random(seed)) for seed in range(200)]
        assert 6_000 <= min(pauses) < max(pauses) < 12_000, "people read on a phone"
        if strength is not EASY:
            weaker = {FAIR: EASY, STRONG: FAIR}[strength]
            slower = [hesitation("smidary", view, weaker, Random(seed)) for seed in range(200)]
            assert sum(pauses) < sum(slower)

    def test_s27_a_beginner_announces_the_truth_and_the_others_now_and_then_a_likely_card(self) -> None:
        table = smidary_table.deal(*self.hands, turned="7h", under="Tb", bottom="dealer", deal=4)
        said = does(table, CYR, FAIR)
        assert always(table, CYR, EASY) == "announce Tb"
        assert TIMES / 2 < said["announce Tb"] < TIMES
        # Only a heart makes the red seven attack (S26), and not one that the others may hold against the dealer.
        assert set(said) <= {"announce Tb", *(f"announce {rank}h" for rank in "89TUOK")}

    def test_s27_a_card_that_one_holds_oneself_is_doubted(self) -> None:
        table = smidary_table.deal(*self.hands, turned="7h", under="Tb", bottom="dealer", deal=4)
        table.does("Cyr announce 9h")
        assert does(table, ANA, FAIR)["doubt"] > 0.7 * TIMES
        assert does(table, BOB, FAIR)["doubt"] == 0

    def test_s28_bots_cheat_now_and_then_where_it_is_allowed(self) -> None:
        table = smidary_position("Ka 8b", "Kb 9b", "9h Tb", pile="Th", cheating="drink")
        assert does(table, ANA, EASY) == {"draw": TIMES}
        assert 0 < TIMES - does(table, ANA, FAIR)["draw"] < TIMES / 2

    def test_s29_what_cannot_have_been_legal_is_called_and_by_the_stronger_ones_more_often(self) -> None:
        illegal = smidary_position("Ka 8b", "Kb 9b", "9h Tb", pile="Th", cheating="drink").does("Ana play Ka")
        calls = [does(illegal, CYR, strength)["call"] for strength in Strength]
        assert 0 < calls[0] < calls[1] < calls[2] <= TIMES
        legal = smidary_position("Kh 8b", "Kb 9b", "9h Tb", pile="8h", cheating="drink").does("Ana play Kh")
        assert always(legal, CYR, STRONG) is None
        escaped = smidary_position("7h Kl", "9h 9b 9l", "Oh Tb", pile="8h", cheating="drink")
        escaped.does("Ana play 7h", "Bob play 9h")
        assert 0 < does(escaped, ANA, STRONG)["call"] < TIMES / 2

    @pytest.mark.parametrize("strength", Strength)
    def test_s10_the_winner_chooses_once_from_what_there_is(self, strength: Strength) -> None:
        table = smidary_position("9h", "Kb 9b", "9a Tb", pile="Th").does("Ana play 9h")
        assert always(table, ANA, strength) == "choose rum"
        assert choose("smidary", table.sees(ANA), strength, Random(1), 12) is None
        assert always(table.does("Ana choose rum"), ANA, strength) is None

    def test_s12_s23_the_strong_one_sees_that_an_eight_wins_at_once(self) -> None:
        table = smidary_position("9h 8h", "Kb 9a Ka", pile="Th")
        assert always(table, ANA, STRONG, playouts=60, times=5) == "play 8h"


class TestAkcni:
    """Akční prší."""

    def test_p10_an_ober_names_a_suit_that_one_has_and_the_next_player_does_not_show(self) -> None:
        table = akcni_position("Oa 9b Tb 9h Th", "Ka", "Kl Aa 8a", pile="7l", open=("", "8b 7b Ab Kb", ""))
        assert always(table, ANA, FAIR) == "play Oa=h"

    def test_p11_p21_words_are_said_by_all_but_careless_beginners(self) -> None:
        table = akcni_position("Kh 8a 9a", "9h Kb", "9l 7b", pile="Th").does("Ana play Kh")
        assert always(table, BOB, FAIR) == always(table, BOB, STRONG) == "greet"
        assert 0.8 * TIMES < does(table, BOB, EASY)["greet"] < TIMES
        table.does("Bob greet", "Bob play 9h")
        assert always(table, BOB, STRONG) == "last"

    def test_p18_the_first_one_out_says_it(self) -> None:
        table = akcni_position("9h", "9b Kb", "9l 7b", pile="Th").does("Ana play 9h")
        assert always(table, ANA, FAIR) == "prsi"

    def test_p28_words_of_house_rules_are_said(self) -> None:
        rules = prsi_table.house(("9*", "say na zdraví"))
        table = akcni_position("9h 8a Ta", "9b Kb", "9l 7b", pile="Th", rules=rules)
        assert always(table.does("Ana play 9h"), ANA, FAIR) == "say na zdraví"

    @pytest.mark.parametrize("strength", Strength)
    def test_p15_everybody_gives_and_nobody_a_changer(self, strength: Strength) -> None:
        table = akcni_position("Kl 8a 9a", "9b Ob", "9l 7b", pile="Tl").does("Ana play Kl=yes")
        given = does(table, BOB, strength)
        assert set(given) <= {"give 9b", "give Ob"}
        assert strength is not FAIR or given == {"give 9b": TIMES}

    @pytest.mark.parametrize("strength", Strength)
    def test_p2_p15_open_cards_are_given_where_there_are_no_others(self, strength: Strength) -> None:
        table = akcni_position("Kl", "", "", pile="Tl", open=("", "9b Ob", "8a 8b")).does("Ana play Kl=yes")
        assert set(does(table, BOB, strength)) <= {"give 9b", "give Ob"}

    @pytest.mark.parametrize("strength", Strength)
    def test_p17_the_dealer_says_yes_or_no(self, strength: Strength) -> None:
        table = prsi_table.deal("9h 8a", "Kb 9b", "Ka 9l", turned="Kl")
        assert set(does(table, CYR, strength)) <= {"announce yes", "announce no"}

    def test_p24_a_beginner_overlooks_a_demand_now_and_then(self) -> None:
        table = akcni_position("Oa 9b", "8a 9h Ka", "9l 7b", pile="Th").does("Ana play Oa=h")
        slips = {action for action in does(table, BOB, EASY, times=600) if action not in (None, "play 9h")}
        assert slips == {"play 8a", "play Ka"}
        assert always(table, BOB, FAIR) == always(table, BOB, STRONG) == "play 9h"

    def test_p12_the_strong_one_sees_that_an_ace_and_an_eight_win_at_once(self) -> None:
        table = akcni_position("8h Ah", "Kb 8b Tb Ub 9b", pile="Th", supervision="strict")
        assert always(table, ANA, STRONG, playouts=60, times=5) == "play Ah"

    @pytest.mark.parametrize("strength", Strength)
    def test_p19_who_is_back_draws(self, strength: Strength) -> None:
        table = akcni_position("7h", "7b 8a", "9l 7a", pile="Th")
        table.does("Ana play 7h", "Bob play 7b", "Cyr play 7a")
        assert table.turn == ANA
        assert always(table, ANA, strength) == "draw"


class TestShithead:
    """Shithead."""

    @pytest.mark.parametrize("strength", [FAIR, STRONG])
    def test_h3_the_best_cards_are_laid_open(self, strength: Strength) -> None:
        table = shithead_table.deal("2h Th Ah", "5c 5d 6c")
        table.does(BOB, "ready")
        for _ in range(10):
            line = always(table, ANA, strength)
            assert line is not None
            table.does(ANA, line)
            if line == "ready":
                break
        assert {card[0] for card in table.shows(ANA)} >= {"2", "T"}

    @pytest.mark.parametrize("strength", Strength)
    def test_h4_who_may_begin_begins_and_it_is_a_race(self, strength: Strength) -> None:
        table = shithead_table.deal("3h 3c Ah", "3d 5d 6c", swap=False)
        assert set(does(table, ANA, strength)) <= {"play 3c", "play 3c 3h"}
        assert all(hesitation("shithead", table.sees(ANA), strength, Random(seed)) >= 6_000 for seed in range(50))

    def test_h5_h6_low_cards_go_first_all_of_a_rank_and_twos_and_tens_are_kept(self) -> None:
        table = shithead_table.position("5h 5c 9h 2h Th", "9c 9d 8c", pile="4h 5d", draw="7c")
        assert always(table, ANA, FAIR) == "play 5c 5h"
        only_wild = shithead_table.position("3h 2h Th", "9c 9d 8c", pile="4h", draw="7c")
        assert always(only_wild, ANA, FAIR) == "play 2h"

    def test_h6_a_large_pile_is_burned(self) -> None:
        pile = "3h 3c 4h 4c 5d 5c 6c 6d 7d 7h 7c 8h 8d 9h 9s Js Jd Qs Qd Ks"
        table = shithead_table.position("2h Th As", "9c 9d 8c", pile=pile, draw="7s")
        assert always(table, ANA, FAIR) == "play Th"

    def test_h7_a_row_is_completed(self) -> None:
        table = shithead_table.position("7h 9h Jh", "4c 5d 8c", pile="5h 9c 9s 9d", draw="7c")
        assert always(table, ANA, FAIR) == "play 9h"
        table = shithead_table.position("6h Jh Js Jd", "4c 9d 8c", pile="5h Jc", draw="7c")
        assert always(table, ANA, FAIR) == "play Jd Jh Js"

    def test_h10_the_worst_open_card_is_taken_up(self) -> None:
        table = shithead_table.position("", "4c 9d 8c", open=("5h 8h Qd", ""), down=("3c 3d 3h", ""), pile="Ks")
        assert always(table, ANA, FAIR) == "pickup 5h"

    @pytest.mark.parametrize("strength", Strength)
    def test_h11_any_blind_card_is_flipped(self, strength: Strength) -> None:
        table = shithead_table.position("", "4c 9d 8c", down=("3c 3d 3h", ""), pile="5s")
        assert set(does(table, ANA, strength)) == {"flip 1", "flip 2", "flip 3"}
