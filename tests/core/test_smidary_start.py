"""Deals, the card turned up, and the bottom card of Smidarské prší (S1, S2, S26, S27, S31)."""

import pytest

from core import smidary
from core.game import Charged, InvalidSetup
from core.smidary.events import BottomDoubted, StartJudged
from core.smidary.options import CHOICES, Options
from core.smidary.state import Phase
from tests.core.smidary_table import ANA, BOB, CYR, Table, deal, position

PLAIN = ("9l Tl 8l Ka", "9a Ta 8a Kh", "Kb Tb 8b Ub")


def start(turned: str, under: str, **options: object) -> Table:
    """Three players, Cyr the dealer, and the end of the draw pile."""
    return deal(*PLAIN, turned=turned, under=under, deal=4, **options)


@pytest.mark.parametrize("players, deal, six, fits", [(5, 6, False, True), (6, 5, False, True), (7, 5, False, False),
                                                      (7, 4, False, True), (6, 6, True, False)])  # fmt: skip
def test_s1_players_times_deal_and_two_must_fit(players: int, deal: int, six: bool, fits: bool) -> None:
    options = Options(deal=deal, six=six)
    if fits:
        assert len(smidary.pack(options, players)) == 32 + six
    else:
        with pytest.raises(InvalidSetup):
            smidary.pack(options, players)


def test_s1_the_largest_deal_that_fits() -> None:
    assert smidary.fit(Options(deal=6), 7).deal == 4
    assert smidary.fit(Options(deal=6), 6).deal == 5
    assert smidary.fit(Options(deal=4), 2).deal == 4


@pytest.mark.parametrize(
    "raw",
    [{"deal": 3}, {"deal": True}, {"six": 1}, {"deal": "5"}, {"bottom": "bot"}, {"false_call": -10},
     {"false_call": True}, {"turbo": True}, {"deal": 5.0}, {"cheating": None}],
)  # fmt: skip
def test_options_of_a_wrong_kind(raw: dict[str, object]) -> None:
    with pytest.raises(InvalidSetup):
        smidary.parse_options(raw)


@pytest.mark.parametrize("name, values", CHOICES.items())
def test_every_listed_value_of_an_option_is_taken_and_the_usual_one_is_listed(
    name: str, values: tuple[int | str, ...]
) -> None:
    assert [getattr(smidary.parse_options({name: value}), name) for value in values] == list(dict.fromkeys(values))
    assert getattr(Options(), name) in values


@pytest.mark.parametrize("players", [1, 8])
def test_s1_two_to_seven_players(players: int) -> None:
    with pytest.raises(InvalidSetup):
        smidary.pack(Options(deal=4), players)
    with pytest.raises(InvalidSetup):
        position(*("9h", "8l", "Kb", "Ta", "Tl", "Tb", "Ka", "Kh")[:players], pile="9a")


def test_s31_the_shoot_out_is_for_two_with_a_card_each() -> None:
    options = Options(variant="western")
    with pytest.raises(InvalidSetup):
        smidary.pack(options, 3)
    state, _ = smidary.setup(2, 1, options, smidary.pack(options, 2))
    assert [len(hand) for hand in state.hands] == [1, 1]


def test_s26_a_turned_attack_is_the_dealers() -> None:
    table = start("7h", "9h")
    assert (table.turn, table.attack.by, table.attack.cards) == (ANA, CYR, 2)
    table.does("Ana drink", "Bob drink")
    assert table.refuses("Cyr drink") == "cannot-drink S15"


def test_s26_a_turned_king_cannot_be_challenged() -> None:
    table = start("Kl", "7l")
    assert table.attack.cards == 4
    assert table.refuses("Ana challenge") == "cannot-challenge S17"
    assert table.sees(ANA).attack is not None


@pytest.mark.parametrize("turned, bottom", [("Al", "Ol"), ("Th", "Oh")])
def test_s26_a_turned_ace_or_ten_is_for_the_first_player(turned: str, bottom: str) -> None:
    table = start(turned, bottom)
    assert table.turn == ANA
    assert table.state.attack is not None
    assert table.does("Ana stand" if turned == "Al" else "Ana draw").turn == BOB


def test_s26_an_effective_eight_lets_the_dealer_begin() -> None:
    table = start("8h", "9h")
    assert (table.turn, table.state.direction) == (CYR, -1)
    table = deal("9l Tl 8l Ka", "9a Ta 8a Kh", turned="8h", under="9h", deal=4)
    assert (table.turn, table.state.direction) == (BOB, -1)


def test_s26_a_turned_unter_demands_the_bottom_cards_rank() -> None:
    table = start("Uh", "9b")
    assert table.state.rank == "9"
    assert table.said(StartJudged) == [StartJudged(card="Uh", bottom="9b", effective=True, name="9")]


def test_s26_is_the_six_at_the_bottom_the_card_above_it_counts() -> None:
    assert start("Oh", "9b 6x", six=True).state.suit == "b"


def test_s26_a_turned_nine_makes_the_dealer_its_player() -> None:
    table = start("9b", "7a")
    assert table.phase is Phase.SLAP
    assert table.does("* timeout").drinks == (20, 20, 20)
    assert table.turn == CYR  # the order begins with the dealer, so Bob was the last


def test_s26_a_plain_card_a_nine_or_a_six_asks_nothing_of_the_dealer() -> None:
    for turned, phase in (("9b", Phase.SLAP), ("6x", Phase.PLAY), ("Ah", Phase.BOTTOM)):
        assert start(turned, "7a", six=True, bottom="dealer").phase is phase
    assert deal("9l Tl 8l Ka", "9a Ta 8a Ub", turned="Kh", under="7a", deal=4, bottom="dealer").phase is Phase.PLAY


def lied(**options: object) -> Table:
    """The dealer says hearts about a bottom card of bells, so that the seven attacks Ana."""
    return start("7h", "9b", bottom="dealer", **options).does("Cyr announce 9h")


def test_s27_the_dealer_is_asked_and_alone_sees_the_card() -> None:
    table = start("7h", "9b", bottom="dealer")
    assert table.turn is None
    assert table.sees(CYR).bottom == "9b"
    assert table.sees(ANA).bottom is None
    assert table.sees(None).bottom is None
    assert table.refuses("Ana announce 9b") == "not-your-turn S27"
    assert table.refuses("Cyr announce 6x") == "bad-name S27"
    assert table.refuses("Ana doubt") == "not-now S27"
    assert table.refuses("Ana draw") == "not-now S3"
    assert table.lapse(CYR) == "announce 9b"
    assert len(table.legal(CYR)) == 32


def test_s27_what_was_announced_counts_until_somebody_doubts() -> None:
    table = lied()
    assert table.sees(BOB).announced == "9h"
    assert table.attack.cards == 2
    assert table.refuses("Cyr doubt") == "not-your-turn S27"
    assert "doubt" in table.legal(BOB)
    table.does("Bob doubt")
    assert table.said(BottomDoubted)[0].lied
    assert table.said(Charged) == [Charged(seat=CYR, ml=20, rule="S27")]
    assert (table.state.attack, table.turn) == (None, ANA)
    assert table.refuses("Ana doubt") == "not-now S27"


def test_s27_a_lied_eight_is_undone_with_its_direction() -> None:
    table = start("8h", "9b", bottom="dealer").does("Cyr announce Ah")
    assert (table.turn, table.state.direction) == (CYR, -1)
    table.does("Ana doubt")
    assert (table.turn, table.state.direction) == (ANA, 1)


def test_s27_a_lied_name_is_undone() -> None:
    table = start("Uh", "9b", bottom="dealer").does("Cyr announce Ab")
    assert table.state.rank == "A"
    assert table.does("Ana doubt").state.rank == "9"


def test_s27_the_truth_costs_the_doubter() -> None:
    table = start("7h", "9h", bottom="dealer").does("Cyr announce 9h")
    ply = table.state.ply
    table.does("Bob doubt")
    assert table.drinks == (0, 20, 0)
    assert table.attack.cards == 2
    assert table.state.ply == ply


@pytest.mark.parametrize("action", ["Ana draw", "Ana drink", "Bob collapse"])
def test_s27_the_first_action_by_whomever_closes_the_doubt(action: str) -> None:
    table = lied().does(action)
    assert table.refuses("Ana doubt" if action.startswith("Bob") else "Bob doubt") == "not-now S27"
    assert table.sees(ANA).announced is None


def test_s27_a_play_that_is_taken_back_has_closed_it_too() -> None:
    table = lied(cheating="take_back").does("Ana play Tl", "Bob call")
    assert table.turn == ANA
    assert table.refuses("Bob doubt") == "not-now S27"


def test_s27_the_bottom_card_of_the_deal_counts_under_a_collapsed_hand() -> None:
    table = start("7h", "9h", bottom="dealer").does("Bob collapse")
    assert table.phase is Phase.BOTTOM
    table.does("Cyr announce 9h", "Ana doubt")
    assert table.drinks == (20, 0, 0)


def test_s27_without_the_dealer_the_true_card_counts() -> None:
    table = start("8h", "9h", bottom="dealer").does("Cyr collapse")
    # The dealer would begin, counter-clockwise: the next one in that direction does.
    assert (table.phase, table.turn, table.state.direction) == (Phase.PLAY, BOB, -1)
    assert table.refuses("Ana doubt") == "not-now S27"


def test_s2_hands_are_dealt_one_card_at_a_time() -> None:
    state, _ = smidary.setup(3, 0, Options(deal=4), smidary.pack(Options(deal=4), 3))
    deck = smidary.pack(Options(deal=4), 3)
    assert state.hands[1] == deck[0:12:3]
    assert state.hands[0] == deck[2:12:3]
    assert (state.pile, state.draw) == (deck[12:13], deck[13:])
