"""What both prší games share: seats, piles, what fits, card words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import german_pack
from core.prsi.fitting import ALL_CARDS, first_name, fits_name, matching, of_rank, of_suit
from core.prsi.piles import deal, put_under, take, without
from core.prsi.words import read_card, read_play, write_play
from core.seats import lap, next_seat, passed_over

DIRECTIONS = st.sampled_from([1, -1])


@given(st.lists(st.booleans(), min_size=2, max_size=7), st.integers(0, 6), DIRECTIONS)
def test_the_turn_comes_to_the_next_inside_and_passes_over_the_others(
    inside: list[bool], seat: int, direction: int
) -> None:
    seat %= len(inside)
    stop = next_seat(seat, direction, inside)
    passed = passed_over(seat, stop, direction, len(inside))
    assert stop == seat or inside[stop]
    assert not any(inside[other] for other in passed)
    way = (seat, *passed) if stop == seat else (seat, *passed, stop)
    assert way == lap(seat, direction, len(inside))[: len(way)]
    assert len(way) == len(inside) or stop != seat


def test_from_a_seat_to_itself_is_a_whole_lap() -> None:
    assert passed_over(1, 1, 1, 4) == (2, 3, 0)
    assert passed_over(1, 1, -1, 4) == (0, 3, 2)
    assert passed_over(1, 2, 1, 4) == ()


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    deck = german_pack()
    hands, rest = deal(deck, 3, 1, 2)
    assert hands == ((deck[1], deck[4]), (deck[2], deck[5]), (deck[0], deck[3]))
    assert rest == deck[6:]


@given(st.integers(0, 12), st.integers(0, 6), st.integers(1, 6))
def test_s4_drawing_takes_from_the_top_and_turns_over_at_most_once(count: int, drawn: int, laid: int) -> None:
    cards = german_pack()
    draw, pile = cards[:drawn], cards[drawn : drawn + laid]
    taken = take(count, draw, pile)
    order = draw + pile[:-1]
    assert taken.cards == order[:count]
    assert taken.draw + taken.pile[:-1] == order[count:]
    assert taken.pile[-1] == pile[-1]
    assert taken.turned_over == (laid - 1 if count > drawn else 0)


def test_s30_a_hand_lies_in_string_order_under_the_draw_pile() -> None:
    assert put_under(("Kb",), ("Ta", "6x", "9h")) == ("Kb", "6x", "9h", "Ta")


def test_a_hand_without_a_card_it_does_not_have() -> None:
    assert without(("9h", "Kb", "Ta"), "Kb") == ("9h", "Ta")
    with pytest.raises(ValueError, match="not in tuple"):
        without(("9h",), "Kb")


def test_what_shares_suit_or_rank() -> None:
    assert matching("9h") == of_suit("h") | of_rank("9")
    assert "6x" in matching("9h")
    assert "6x" not in matching("9l")
    assert matching("6x") == ALL_CARDS - of_suit("l")


def test_names() -> None:
    assert fits_name("Oh", "a")
    assert fits_name("Uh", "9")
    assert fits_name("9h", None)
    assert not any((fits_name("Oh", None), fits_name("Oh", "9"), fits_name("Uh", "6"), fits_name("9h", "h")))


def test_n2_the_first_name_of_the_hand() -> None:
    assert first_name("Oh", ("Oh", "9a", "Kb")) == "a"
    assert first_name("Uh", ("6x", "Uh", "Kb")) == "K"
    assert first_name("Uh", ("Uh",)) == "7"
    assert first_name("9h", ("9h", "Kb")) is None


@pytest.mark.parametrize("word", ["7h", "6x", "Oh=a", "Uh=", "9h=h", "Oh=a=b"])
def test_words_of_plays_round_trip(word: str) -> None:
    assert write_play(*read_play(word)) == word


@pytest.mark.parametrize("word", ["", "=a", "10h", "7H", "Xr", "7hh"])
def test_words_that_are_no_card(word: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        read_card(word)
