"""Shithead as others meet it: positions, words, views, lapses, reports."""

import pytest

from core import shithead
from core.game import InvalidSetup, Refused, Seat
from tests.core.shithead_table import ANA, BOB, CYR, cards, deal, position

# Positions


def test_a_position_begins_with_the_first_clockwise_of_the_dealer_who_has_cards() -> None:
    table = position("", "7c 8c", "4c 4d", pile="5d", turn=None)
    assert (table.state.phase, table.state.turn, table.state.places) == ("play", BOB, (ANA,))
    blind = position("", "7c 8c", "4c 4d", down=("9c",), pile="5d", turn=None)
    assert (blind.state.turn, blind.state.places) == (ANA, ())


def test_a_position_with_one_player_is_over_at_once() -> None:
    table = position("", "7c 8c", "", pile="5d", turn=None, forfeit_ml=40)
    assert (table.state.phase, table.state.places, table.ends().loser) == ("over", (ANA, CYR), BOB)
    assert table.report()["drinks"] == {"Ana": 0, "Bob": 40, "Cyr": 0}


@pytest.mark.parametrize(
    "hands, extra, reason",
    [
        (("5c 5c", "6c"), {}, "more of 5c than the pack has"),
        (("5c", "6c"), {"pile": "6c"}, "more of 6c than the pack has"),
        (("5c", "6c"), {"draw": "Xr"}, "more of Xr than the pack has"),
        (("5c", "Uh"), {}, "more of Uh than the pack has"),
        (("5c", "6c"), {"down": ("7c 8c 9c Jc",)}, "more than 3 cards face down"),
        (("", ""), {"pile": "6c", "turn": None}, "nobody has any cards"),
        (("", "6c", "7c"), {"turn": ANA}, "the turn is of somebody without cards"),
    ],
)
def test_a_position_that_cannot_be_is_invalid(hands: tuple[str, ...], extra: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidSetup, match=reason):
        position(*hands, **extra)  # type: ignore[arg-type]


def test_a_position_needs_no_cards_for_a_deal() -> None:
    assert len(position("5c", "5d", "5h", "5s", "6c", "6d", decks=1).state.hands) == 6


def test_a_position_of_two_packs_has_each_code_twice() -> None:
    assert position("5c 5c", "6c", decks=2).state.hands[ANA] == ("5c", "5c")


# Words


@pytest.mark.parametrize(
    "words",
    ["swap Kc 7c", "ready", "play 5d", "play 5h 5d 5d", "play Xr Xb", "pickup", "pickup Td", "flip 3", "collapse"],
)
def test_the_words_of_an_action_give_it_back(words: str) -> None:
    action = shithead.parse_action(words)
    assert shithead.format_action(action) == words
    assert shithead.parse_action(shithead.format_action(action)) == action


@pytest.mark.parametrize(
    "words",
    [
        "",
        "play",
        "play 7l",
        "play 1c",
        "play 5d,5h",
        "play 10c",
        "play 5D",
        "swap Kc",
        "swap Kc 7c 8c",
        "ready now",
        "pickup 5c 6c",
        "pickup all",
        "flip",
        "flip 0",
        "flip 4",
        "flip 1.0",
        "flip +1",
        "flip 01",
        "flip one",
        "flip 1 2",
        "collapse now",
        "Play 5c",
        "draw",
        "timeout",
    ],
)
def test_words_that_have_not_the_form_of_the_verb_table_are_no_action(words: str) -> None:
    with pytest.raises(ValueError, match=r"shithead|no card"):
        shithead.parse_action(words)


@pytest.mark.parametrize("seat", [None, -1, 2])
def test_nobody_but_the_players_acts(seat: Seat | None) -> None:
    table = position("5c 6c", "7c 8c")
    with pytest.raises(Refused) as refused:
        shithead.step(table.state, seat, shithead.parse_action("collapse"))
    assert refused.value.code == "unknown-player"


# What somebody may see, and what is done for somebody who does not act


def test_a_view_shows_what_lies_open_and_the_own_hand() -> None:
    table = position("5c 9c", "7c 8c", open=("Jc", "Qd"), down=("Kc Ks", "3h"), pile="6d", draw="Ac As")
    view = table.sees(BOB)
    assert (view.viewer, view.turn, view.actors, view.hand) == (BOB, ANA, (ANA,), cards("7c 8c"))
    assert (view.counts, view.open, view.down) == ((2, 2), (("Jc",), ("Qd",)), ((1, 2), (1,)))
    assert (view.top, view.pile, view.pile_cards, view.to_beat, view.row) == ("6d", 1, ("6d",), "6d", 1)
    assert (view.draw, view.burned) == (2, 0)
    assert (view.actions, view.playable, view.can_collapse, view.outcome) == ((), (), True, None)
    for secret in ("5c", "Kc", "3h", "Ac"):
        assert f"'{secret}'" not in repr(view)


def test_a_view_marks_what_may_be_played() -> None:
    view = position("5c 9c 9d", "7c 8c", pile="6d").sees(ANA)
    assert view.playable == cards("9c 9d")
    assert [shithead.format_action(action) for action in view.actions] == ["play 9c", "play 9c 9d", "pickup"]
    shown = position("", "7c 8c", open=("5c 9c",), pile="6d").sees(ANA)
    assert shown.playable == ("9c",)


def test_a_spectator_sees_no_hand() -> None:
    view = position("5c 9c", "7c 8c", pile="6d").sees(None)
    assert (view.hand, view.actions, view.can_collapse) == ((), (), False)
    assert "'5c'" not in repr(view)


def test_who_is_out_cannot_collapse_and_the_end_is_seen_by_all() -> None:
    table = position("6c", "7c 8c", "4c 4d", pile="5d")
    table.does(ANA, "play 6c")
    assert [table.sees(seat).can_collapse for seat in (ANA, BOB, CYR)] == [False, True, True]
    table.does(BOB, "collapse")
    assert [table.sees(seat).can_collapse for seat in (ANA, BOB, CYR)] == [False, False, False]
    assert table.sees(None).outcome == table.ends()


def test_n2_the_least_harmful_action() -> None:
    swap = deal("5c 9c Kc", "4d 4h 9d")
    assert (swap.lapses(ANA), swap.lapses(BOB)) == ("ready", "ready")
    begin = deal("5c 9c Kc", "4d 4h 9d", swap=False)
    assert (begin.lapses(ANA), begin.lapses(BOB)) == (None, "play 4d")
    # The lowest card alone; a two, a ten or a joker only when nothing else goes.
    assert position("2c 5c 9c 9d", "7c 8c", pile="6d").lapses(ANA) == "play 9c"
    assert position("5c Tc 2d", "7c 8c", pile="6d").lapses(ANA) == "play 2d"
    assert position("5c 5d", "7c 8c", pile="6d").lapses(ANA) == "pickup"
    assert position("5c 5d", "7c 8c", pile="6d").lapses(BOB) is None
    assert position("", "7c 8c", open=("5c 4d",), pile="6d").lapses(ANA) == "pickup 4d"
    assert position("", "7c 8c", down=("5c 4d",), pile="6d").lapses(ANA) == "flip 1"


def test_the_report_of_a_record_has_all_secrets_and_sorted_lists() -> None:
    table = position("Tc 5c", "7c 8c", open=("Qc Jc",), down=("Kc",), pile="6d 7d", draw="As")
    assert table.report() == {
        "phase": "play",
        "actors": ["Ana"],
        "turn": "Ana",
        "direction": "cw",
        "top": "7d",
        "pile": 2,
        "draw": 1,
        "hands": {"Ana": ["5c", "Tc"], "Bob": ["7c", "8c"]},
        "places": [],
        "drinks": {"Ana": 0, "Bob": 0},
        "open": {"Ana": ["Jc", "Qc"], "Bob": []},
        "down": {"Ana": 1, "Bob": 0},
        "pile_cards": ["6d", "7d"],
        "burned": 0,
        "roles": None,
    }
