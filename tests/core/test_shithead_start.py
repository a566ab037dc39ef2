"""Shithead: options, the pack, the deal, the swap and who begins (H1–H4)."""

from collections import Counter

import pytest

from core import shithead
from core.cards import french_pack
from core.game import InvalidSetup, Seat
from core.shithead.events import CardsDealt, CardsPlayed, CardsSwapped, OpeningCalled, PlayerReady
from core.shithead.options import CHOICES, Options
from tests.core.shithead_table import ANA, BOB, CYR, cards, deal

# Options and the pack


@pytest.mark.parametrize("players, packs", [(2, 1), (5, 1), (6, 2), (8, 2)])
def test_h1_one_pack_up_to_five_two_from_six(players: int, packs: int) -> None:
    assert sorted(shithead.pack(Options(), players)) == sorted(french_pack(packs))


def test_h1_the_number_of_jokers_is_the_total() -> None:
    assert Counter(shithead.pack(Options(decks=2, jokers=4), 3))["Xr"] == 2
    assert len(shithead.pack(Options(decks=1, jokers=2), 2)) == 54


def test_h1_nine_cards_each_may_not_exceed_the_pack() -> None:
    with pytest.raises(InvalidSetup, match="52 cards are not enough for 6 players"):
        shithead.pack(Options(decks=1), 6)
    assert len(shithead.pack(Options(decks=1, jokers=2), 6)) == 54


@pytest.mark.parametrize("players", [0, 1, 9])
def test_h1_two_to_eight_players(players: int) -> None:
    with pytest.raises(InvalidSetup, match="2 to 8 players"):
        shithead.pack(Options(), players)


def test_options_are_by_default_those_of_the_page() -> None:
    options = shithead.parse_options({})
    assert (options.decks, options.jokers, options.swap, options.start) == (0, 0, True, "race")
    assert (options.voluntary_pickup, options.take_open, options.forfeit_ml) == (True, True, 0)
    assert (options.seven_lower, options.eight, options.open_strict) == (False, "plain", False)


@pytest.mark.parametrize("name, value", [(name, value) for name, values in CHOICES.items() for value in values])
def test_every_listed_value_of_an_option_is_taken(name: str, value: object) -> None:
    assert getattr(shithead.parse_options({name: value}), name) is value


@pytest.mark.parametrize(
    "name, value",
    [
        ("turbo", True),
        ("decks", 3),
        ("decks", True),
        ("decks", 1.0),
        ("decks", "1"),
        ("jokers", 1),
        ("swap", 1),
        ("start", "dealer"),
        ("eight", True),
        ("eight", "8"),
        ("forfeit_ml", -50),
        ("forfeit_ml", True),
        ("forfeit_ml", 20.0),
        ("forfeit_ml", "20"),
        ("open_strict", None),
        ("take_open", [True]),
    ],
)
def test_an_option_of_another_name_type_or_value_is_invalid(name: str, value: object) -> None:
    with pytest.raises(InvalidSetup, match=name):
        shithead.parse_options({name: value})


def test_h14_a_forfeit_is_any_whole_number_from_nought() -> None:
    assert [shithead.parse_options({"forfeit_ml": ml}).forfeit_ml for ml in (0, 1, 500)] == [0, 1, 500]


def test_there_are_no_house_rules_and_the_deal_always_fits_itself() -> None:
    options = Options(eight="skip")
    assert shithead.parse_house([{"id": "x"}], ["Ana", "Bob"]) == ()
    assert shithead.fit(options, 8) == options


# The deal, the swap and the beginning


def test_h2_three_face_down_three_face_up_three_in_hand_one_at_a_time() -> None:
    deck = cards("3c 3d 3h 4c 4d 4h 5c 5d 5h 6c 6d 6h 7c 7d 7h 8c 8d 8h 9c 9d 9h Jc Jd Jh Qc Qd Qh 2c 2d Kc Ac")
    deck += tuple((Counter(french_pack()) - Counter(deck)).elements())
    state, events = shithead.setup(3, BOB, Options(), deck)
    # Clockwise of the dealer Bob sits Cyr, then Ana.
    assert state.down == (cards("3d 4d 5d"), cards("3h 4h 5h"), cards("3c 4c 5c"))
    assert state.open == (cards("6d 7d 8d"), cards("6h 7h 8h"), cards("6c 7c 8c"))
    assert state.hands == (cards("9d Jd Qd"), cards("9h Jh Qh"), cards("9c Jc Qc"))
    assert state.draw == deck[27:]
    assert state.phase == "swap"
    assert CardsDealt(seat=CYR, hand=cards("9c Jc Qc"), open=cards("6c 7c 8c"), down=3) == events[0]
    assert CardsDealt.private_to == ("hand",)


def test_h3_cards_change_places_until_one_is_ready() -> None:
    table = deal("Jc Qc Kc", "Jd Qd Kd")
    shown = table.state.open[ANA]
    assert table.does(ANA, f"swap Kc {shown[0]}") == (CardsSwapped(seat=ANA, shown="Kc", taken=shown[0]),)
    assert table.hand(ANA) == {"Jc", "Qc", shown[0]}
    assert table.shows(ANA) == {"Kc", *shown[1:]}
    table.does(ANA, f"swap {shown[0]} Kc")
    assert table.hand(ANA) == {"Jc", "Qc", "Kc"}
    assert table.does(ANA, "ready") == (PlayerReady(seat=ANA),)
    assert table.refuses(ANA, f"swap Kc {shown[0]}") == "not-your-turn H3"
    assert table.refuses(ANA, "ready") == "not-your-turn H3"
    assert table.actors() == (BOB,)


def test_h3_a_swap_needs_a_card_of_the_hand_and_an_own_open_one() -> None:
    table = deal("Jc Qc Kc", "Jd Qd Kd")
    mine, theirs = table.state.open[ANA][0], table.state.open[BOB][0]
    blind = table.state.down[ANA][0]
    for words in (f"swap {mine} Kc", f"swap Kc {theirs}", f"swap Kd {mine}", "swap Kc Qc", f"swap Kc {blind}"):
        assert table.refuses(ANA, words) == "not-your-card H3"


@pytest.mark.parametrize("words", ["play Jc", "pickup", "flip 1"])
def test_h3_nothing_is_played_in_the_swap(words: str) -> None:
    table = deal("Jc Qc Kc", "Jd Qd Kd")
    assert table.refuses(ANA, words) == "not-now H3"
    table.does(ANA, "ready")
    assert table.refuses(ANA, words) == "not-now H3"


def test_h3_buttons_stay_good_while_others_swap() -> None:
    table = deal("Jc Qc Kc", "Jd Qd Kd", "Js Qs Ks")
    shown = table.state.open[ANA][0]
    for seat, words in ((ANA, f"swap Kc {shown}"), (ANA, "ready"), (BOB, "collapse")):
        table.does(seat, words)
        assert table.state.ply == 0
    table.does(CYR, "ready")
    assert (table.state.phase, table.state.ply) == ("begin", 1)


def test_every_accepted_action_of_the_play_asks_anew() -> None:
    table = deal("3c 5c Kc", "Jd Qd Kd", "Js Qs Ks", swap=False)
    for ply, (seat, words) in enumerate([(ANA, "play 3c"), (CYR, "collapse"), (BOB, "play Jd"), (ANA, "pickup")], 1):
        table.does(seat, words)
        assert table.state.ply == ply


def test_h4_all_who_hold_the_lowest_rank_may_begin() -> None:
    table = deal("5c 9c Kc", "4d 4h 9d", "2c 4s Jc", swap=False)
    assert (table.state.phase, table.state.turn, table.actors()) == ("begin", None, (BOB, CYR))
    assert table.legal(ANA) == []
    assert table.legal(BOB) == ["play 4d", "play 4d 4h"]
    assert table.refuses(ANA, "play 5c") == "not-your-turn H4"
    assert table.refuses(CYR, "play Jc") == "illegal-card H4"
    assert table.refuses(CYR, "play 2c") == "illegal-card H4"
    assert table.refuses(CYR, "play 4d") == "not-your-card H5"
    assert table.refuses(BOB, "play 4d 9d") == "mixed-ranks H5"
    events = table.does(BOB, "play 4d 4h")
    assert events[0] == CardsPlayed(seat=BOB, cards=cards("4d 4h"), from_open=False)
    assert (table.state.phase, table.state.turn, table.state.pile) == ("play", CYR, cards("4d 4h"))


@pytest.mark.parametrize("words", ["pickup", "flip 1", "ready", "swap 4d 5c"])
def test_h4_only_playing_is_possible_in_the_beginning(words: str) -> None:
    table = deal("5c 9c Kc", "4d 4h 9d", swap=False)
    assert table.refuses(ANA, words) == "not-now H4"
    assert table.refuses(BOB, words) == "not-now H4"


def test_h4_an_open_card_waits_in_the_beginning_too() -> None:
    table = deal("5c 9c Kc", "4d 4h 9d", swap=False)
    assert table.refuses(BOB, f"play {table.state.open[BOB][0]}") == "hand-first H10"


@pytest.mark.parametrize(
    "hands, rank, seats",
    [
        (("3c 9c Kc", "3d 4h 9d"), "3", (ANA, BOB)),
        (("Kc 2c Tc", "Qd 2d Td"), "Q", (BOB,)),
        (("Kc 2c Tc", "Ad 2d Td"), "K", (ANA,)),
        (("Ac 2c Tc", "Ad 2d Td"), "A", (ANA, BOB)),
        (("Xr 2c Tc", "Ad 2d Td"), "A", (BOB,)),
        (("Xr 2c Tc", "Xb 2d Td"), None, (ANA,)),
    ],
)
def test_h4_the_rank_is_sought_from_three_to_ace(
    hands: tuple[str, ...], rank: str | None, seats: tuple[Seat, ...]
) -> None:
    table = deal(*hands, jokers=2)
    table.does(BOB, "ready")
    events = table.does(ANA, "ready")
    assert events == (PlayerReady(seat=ANA), OpeningCalled(rank=rank, seats=seats))
    assert table.actors() == seats
    assert table.sees(None).opening == rank


def test_h4_by_seat_only_the_first_clockwise_of_the_dealer_begins() -> None:
    hands = ("4c 9c Kc", "4d 5h 9d", "2c Js Jc")
    assert deal(*hands, swap=False, start="seat").actors() == (ANA,)
    assert deal(*hands, swap=False, start="seat", dealer=ANA).actors() == (BOB,)
    table = deal(*hands, swap=False, start="seat", dealer=BOB)
    assert table.actors() == (ANA,)
    assert table.refuses(BOB, "play 4d") == "not-your-turn H4"


def test_h4_without_an_ordinary_card_anything_begins() -> None:
    table = deal("2c 2d Tc", "2h Td Th", swap=False, draw="Kc")
    assert table.legal(ANA) == ["play 2c", "play 2c 2d", "play Tc"]
    assert table.refuses(BOB, "play 2h") == "not-your-turn H4"
    table.does(ANA, "play Tc")
    assert (table.state.phase, table.state.turn, table.state.burned) == ("play", ANA, 1)
    assert table.hand(ANA) == {"2c", "2d", "Kc"}


def test_h4_a_joker_that_begins_turns_the_direction() -> None:
    table = deal("Xr 2c Tc", "2d Td Th", "2h 2s Ts", swap=False, jokers=2)
    table.does(ANA, "play Xr")
    assert table.state.turn == CYR


def test_h4_the_beginning_does_not_count_for_the_thousand() -> None:
    table = deal("3c 5c Kc", "Jd Qd Kd", swap=False)
    table.does(ANA, "play 3c")
    assert table.state.played == 0
    table.does(BOB, "play Jd")
    assert table.state.played == 1
