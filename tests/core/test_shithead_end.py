"""Shithead: finishing, the shithead, the longest game, leaving (H12, H14, H16, H17)."""

from dataclasses import replace

import pytest

from core.events import PlayerFinished, TurnPassed
from core.game import CLOCKWISE, COUNTER_CLOCKWISE, Charged, Seat
from core.shithead.events import Ending, GameEnded, OpeningCalled, PlayerCollapsed
from tests.core.shithead_table import ANA, BOB, CYR, DAN, Table, deal, of_kind, position

# The end


def test_h12_players_go_out_in_order_and_the_last_is_the_shithead() -> None:
    table = position("6c", "7c", "4c 9c", pile="5d")
    assert PlayerFinished(seat=ANA, place=1) in table.does(ANA, "play 6c")
    assert table.state.turn == BOB
    assert table.refuses(ANA, "play 6c") == "dead-dont-talk H12"
    assert table.does(BOB, "play 7c")[-2:] == (
        PlayerFinished(seat=BOB, place=2),
        GameEnded(shithead=CYR, places=(ANA, BOB), why=Ending.LAST),
    )
    assert (table.report()["phase"], table.report()["turn"], table.actors()) == ("over", None, ())
    ended = table.ends()
    assert (ended.places, ended.loser, ended.title, ended.assistant) == ((ANA, BOB), CYR, "shithead", None)
    for words in ("play 4c", "collapse", "ready"):
        assert table.refuses(CYR, words) == "game-over H12"
    assert table.refuses(ANA, "pickup") == "game-over H12"


@pytest.mark.parametrize("last", ["Tc", "2c", "Xr", "8s", "6s"])
def test_h12_finishing_on_any_card_is_allowed(last: str) -> None:
    table = position(last, "4c 4d", "5c", pile="6d 6c 6h", jokers=2)
    table.does(ANA, f"play {last}")
    assert table.state.places == (ANA,)


@pytest.mark.parametrize("last", ["Tc", "6s"])
@pytest.mark.parametrize("direction, following", [(CLOCKWISE, BOB), (COUNTER_CLOCKWISE, CYR)])
def test_h12_after_a_last_burn_the_next_player_in_direction_begins(last: str, direction: int, following: Seat) -> None:
    table = position(last, "4c 4d", "5c 5d", pile="6d 6c 6h", direction=direction)
    table.does(ANA, f"play {last}")
    assert (table.state.pile, table.state.burned, table.state.turn) == ((), 4, following)
    table.does(following, "play 4c" if following == BOB else "play 5c")


def test_h12_a_last_joker_turns_the_direction_first() -> None:
    table = position("Xr", "4c 4d", "5c 5d", pile="6d", jokers=2)
    table.does(ANA, "play Xr")
    assert table.state.turn == CYR


def test_h12_somebody_with_blind_cards_is_not_out() -> None:
    table = position("6c", "4c 4d", down=("Kc",), pile="5d")
    table.does(ANA, "play 6c")
    assert table.state.places == ()


def test_h12_the_turn_passes_over_those_who_are_out() -> None:
    table = position("6c 9c", "", "4c 9d", "Jc Jd", pile="5d")
    assert table.state.places == (BOB,)
    table.does(ANA, "play 6c")
    assert table.state.turn == CYR


def test_h14_the_shithead_deals_next_and_pays_the_forfeit() -> None:
    table = position("6c", "7c 9c", pile="5d", forfeit_ml=50)
    assert table.does(ANA, "play 6c")[-1] == Charged(seat=BOB, ml=50, rule="H14")
    assert table.ends().next_dealer == BOB
    assert table.report()["drinks"] == {"Ana": 0, "Bob": 50}
    assert table.report()["roles"] == {"shithead": "Bob", "next_dealer": "Bob"}


def test_h14_without_a_forfeit_nothing_is_charged() -> None:
    assert of_kind(Charged, position("6c", "7c 9c", pile="5d").does(ANA, "play 6c")) == []


def late(table: Table) -> Table:
    """The same table after 999 actions."""
    return Table(replace(table.state, played=999))


def test_h16_after_a_thousand_actions_the_most_cards_lose() -> None:
    table = late(position("5c 6c", "7c 8c", "9c Jc Kc", "Qc Qd", forfeit_ml=20, pile="3h"))
    assert table.does(ANA, "play 5c")[-5:] == (
        PlayerFinished(seat=ANA, place=1),
        PlayerFinished(seat=BOB, place=2),
        PlayerFinished(seat=DAN, place=3),
        GameEnded(shithead=CYR, places=(ANA, BOB, DAN), why=Ending.LONG),
        Charged(seat=CYR, ml=20, rule="H14"),
    )
    assert (table.state.phase, table.state.turn, table.ends().next_dealer) == ("over", None, CYR)


def test_h16_ties_go_clockwise_of_the_dealer() -> None:
    # The dealer Dan sits last clockwise of the dealer; Bob and Cyr tie for the most cards, Ana and Dan for the fewest.
    table = late(position("5c 6c 7h", "7c 8c 7d", "9c Jc Kc", "Qc Qd", pile="3h"))
    table.does(ANA, "play 5c")
    assert (table.state.shithead, table.state.places) == (BOB, (ANA, DAN, CYR))


def test_h16_hand_open_and_blind_cards_count() -> None:
    table = late(position("5c 6c 7h", "7c 8c", open=("", "9c"), down=("", "Kc"), pile="3h"))
    table.does(ANA, "play 5c")
    assert table.state.shithead == BOB


@pytest.mark.parametrize("seat", [ANA, CYR])
def test_h16_any_accepted_action_counts_also_a_collapse(seat: Seat) -> None:
    table = late(position("5c 6c", "7c 8c 9c", "9d Jd", pile="3h"))
    table.does(seat, "collapse")
    assert (table.state.shithead, table.state.places) == (BOB, (CYR if seat == ANA else ANA,))


def test_h16_a_game_that_ends_with_the_thousandth_action_ends_as_any_other() -> None:
    table = late(position("5c", "7c 8c", pile="3h"))
    assert table.does(ANA, "play 5c")[-1] == GameEnded(shithead=BOB, places=(ANA,), why=Ending.LAST)
    collapsed = late(position("5c", "7c 8c", pile="3h"))
    collapsed.does(BOB, "collapse")
    assert collapsed.ends().loser is None


def test_h16_refused_actions_do_not_count() -> None:
    table = position("5c 6c", "7c 8c", pile="Kh")
    table.refuses(ANA, "play 5c")
    table.refuses(BOB, "play 7c")
    assert table.state.played == 0


def test_h17_who_collapses_leaves_with_all_cards_and_takes_no_place() -> None:
    table = position("6c 9c", "7c 8c", "4c 4d", open=("", "Jc"), down=("", "Qc 5h"), pile="5d", draw="3s")
    assert table.does(BOB, "collapse") == (PlayerCollapsed(seat=BOB, cards=5),)
    assert (table.state.hands[BOB], table.state.open[BOB], table.report()["down"]) == (
        (),
        (),
        {"Ana": 0, "Bob": 0, "Cyr": 0},
    )
    assert (table.state.turn, table.state.places, table.state.draw, table.state.burned) == (ANA, (), ("3s",), 0)
    assert table.refuses(BOB, "play 7c") == "dead-dont-talk H17"
    assert table.refuses(BOB, "collapse") == "dead-dont-talk H17"
    table.does(ANA, "play 6c")
    assert table.state.turn == CYR


def test_h17_who_collapses_on_turn_passes_it_on() -> None:
    table = position("6c 9c", "7c 8c", "4c 4d", pile="5d", direction=COUNTER_CLOCKWISE)
    assert table.does(ANA, "collapse") == (PlayerCollapsed(seat=ANA, cards=2), TurnPassed(seat=CYR))
    assert table.state.pile == ("5d",)


def test_h17_in_the_swap_the_others_are_waited_for_no_longer_than_needed() -> None:
    table = deal("5c 9c Kc", "4d 4h 9d", "2c 4s Jc")
    table.does(ANA, "ready")
    table.does(CYR, "ready")
    events = table.does(BOB, "collapse")
    assert events == (PlayerCollapsed(seat=BOB, cards=9), OpeningCalled(rank="4", seats=(CYR,)))
    assert (table.state.phase, len(table.state.draw)) == ("begin", 25)


def test_h17_the_ready_may_collapse_too() -> None:
    table = deal("5c 9c Kc", "4d 4h 9d", "2c 4s Jc")
    table.does(ANA, "ready")
    table.does(ANA, "collapse")
    assert (table.state.phase, table.actors()) == ("swap", (BOB, CYR))


def test_h17_in_the_beginning_the_lowest_rank_is_sought_anew() -> None:
    table = deal("5c 9c Kc", "4d 4h 9d", "2c 5s Jc", swap=False)
    assert table.actors() == (BOB,)
    assert table.does(BOB, "collapse")[1:] == (OpeningCalled(rank="5", seats=(ANA, CYR)),)
    assert table.refuses(BOB, "play 4d") == "dead-dont-talk H17"
    table.does(CYR, "play 5s")
    assert table.state.turn == ANA


def test_h4_h17_without_an_ordinary_card_the_next_clockwise_of_the_dealer_begins() -> None:
    table = deal("5c 9c Kc", "2d Td Tc", "2c Th Ts", swap=False)
    table.does(ANA, "collapse")
    assert table.actors() == (BOB,)


@pytest.mark.parametrize("swap", [True, False])
def test_h17_the_only_one_left_takes_the_next_place_and_nobody_is_the_shithead(swap: bool) -> None:
    table = deal("5c 9c Kc", "4d 4h 9d", forfeit_ml=50, dealer=ANA, swap=swap)
    assert table.does(BOB, "collapse") == (
        PlayerCollapsed(seat=BOB, cards=9),
        PlayerFinished(seat=ANA, place=1, alone=True),
        GameEnded(shithead=None, places=(ANA,), why=Ending.COLLAPSE),
    )
    ended = table.ends()
    assert (ended.places, ended.loser, ended.title, ended.next_dealer) == ((ANA,), None, None, ANA)
    assert table.report()["roles"] == {"shithead": None, "next_dealer": "Ana"}
    assert table.report()["drinks"] == {"Ana": 0, "Bob": 0}
    assert table.refuses(BOB, "collapse") == "game-over H12"


def test_h17_one_after_the_other_may_collapse() -> None:
    table = position("6c 9c", "7c 8c", "4c 4d", "5c 9d", pile="5d")
    table.does(ANA, "collapse")
    table.does(CYR, "collapse")
    assert (table.actors(), table.refuses(ANA, "collapse")) == ((BOB,), "dead-dont-talk H17")
    table.does(BOB, "play 7c")
    assert table.actors() == (DAN,)


def test_h17_places_taken_before_stay() -> None:
    table = position("6c", "7c 8c", "4c 4d", pile="5d")
    table.does(ANA, "play 6c")
    table.does(CYR, "collapse")
    assert (table.state.places, table.ends().next_dealer) == ((ANA, BOB), CYR)


def test_h12_h17_the_last_with_cards_is_the_shithead_after_an_earlier_collapse() -> None:
    table = position("6c", "7c 8c", "4c 4d", pile="5d")
    table.does(BOB, "collapse")
    table.does(ANA, "play 6c")
    assert (table.ends().loser, table.state.places) == (CYR, (ANA,))
