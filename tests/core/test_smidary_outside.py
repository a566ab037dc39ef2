"""What the world outside sees of Smidarské prší: views, words of actions, lapses, plies (S6, N2)."""

import pytest

from core import smidary
from core.games import GAMES
from core.smidary.actions import PLAYS, Action, Announce, Choose, Play
from core.smidary.state import Phase
from tests.core.smidary_table import ANA, BOB, CYR, deal, position


def test_registered_under_its_id() -> None:
    assert GAMES["smidary"] is smidary


@pytest.mark.parametrize(
    "words",
    ["play Kl", "play Oh=a", "play Uh=9", "play Oh=", "draw", "drink", "stand", "challenge", "admit", "show", "slap",
     "timeout", "announce 9h", "doubt", "choose rum", "call", "collapse"],
)  # fmt: skip
def test_words_of_actions_round_trip(words: str) -> None:
    assert smidary.format_action(smidary.parse_action(words)) == words


@pytest.mark.parametrize(
    "words",
    ["", "play", "play 7z", "play 10h", "play Kl 9h", "play =h", "draw 2", "announce", "announce x", "choose",
     "choose a b", "Draw", "say rum", "play Qs", "play Xr", "drinks"],
)  # fmt: skip
def test_words_that_are_no_action(words: str) -> None:
    with pytest.raises(ValueError, match="no"):
        smidary.parse_action(words)


def test_words_mean_one_action_each() -> None:
    plays = [play for plays in PLAYS.values() for play in plays]
    actions: list[Action] = [*plays, Announce(card="9h"), Choose(drink="rum"), Play(card="9h", name="a")]
    assert len({smidary.format_action(action) for action in actions}) == len(actions)


def test_a_view_shows_the_own_hand_and_counts_of_the_others() -> None:
    table = position("Kl 9h", "9l Tb 8a", "Tl", pile="8h 9b", draw="Oa Ua")
    view = table.sees(BOB)
    assert view.hand == ("9l", "Tb", "8a")
    assert view.counts == (2, 3, 1)
    assert (view.top, view.pile, view.draw) == ("9b", 2, 2)
    assert (view.turn, view.next_turn, view.actors) == (ANA, BOB, (ANA,))
    assert view.playable == ()
    assert view.actions == ()
    assert table.sees(ANA).playable == ("Kl", "9h")
    assert table.sees(None).hand == ()


def test_a_view_of_an_attack() -> None:
    table = position("Kl 9l", "7l Tb 8a", "Tl Ta", pile="8h", draw="Oa Ua").does("Ana play Kl")
    attack = table.sees(CYR).attack
    assert attack is not None
    assert (attack.by, attack.cards, attack.ml, attack.drinkable, attack.challengeable) == (ANA, 4, 40, True, ANA)
    assert not hasattr(attack, "guilty")
    assert table.sees(BOB).playable == ("7l",)


def test_a_view_tells_who_may_choose_and_collapse() -> None:
    table = position("Kh", "7l Tb 8a", "Tl Ta", pile="8h", draw="Oa Ua").does("Ana play Kh")
    assert table.sees(ANA).can_choose
    assert not table.sees(BOB).can_choose
    assert not table.sees(ANA).can_collapse
    assert table.sees(BOB).can_collapse


def test_n2_lapses_are_the_least_harmful_actions() -> None:
    table = position("Kl 9l", "7l Tb 8a", "Tl Ta", pile="8h", draw="Oa Ua Ka Kb").does("Ana play Kl")
    assert table.lapse(BOB) == "draw"
    assert table.lapse(ANA) is None
    table.does("Bob challenge")
    assert table.lapse(ANA) == "show"
    assert table.does("Ana admit").lapse(ANA) == "draw"
    assert position("Ah 9l", "7l Tb", pile="8h").does("Ana play Ah").lapse(BOB) == "stand"


def test_n2_a_race_is_closed_by_the_table() -> None:
    table = position("9b 9l", "7l Tb", "Ta Tl", pile="8b").does("Ana play 9b")
    assert [table.lapse(seat) for seat in (ANA, BOB, CYR)] == [None, None, None]


def test_ply_counts_what_the_table_is_asked() -> None:
    table = position("Kh", "9b 9l", "Tb Ta", "Ka Kb", pile="8h", draw="Oa Ua").does("Ana play Kh")
    assert table.state.ply == 1
    assert table.does("Ana choose rum").state.ply == 1
    table.where(pile=("Kh", "Ab")).does("Bob play 9b")
    assert table.state.ply == 2
    assert table.does("Bob slap").state.ply == 2
    assert table.does("Cyr slap").state.ply == 3
    assert table.phase is Phase.PLAY


def test_deal_is_private() -> None:
    table = deal("9l Tl 8l Ka", "9a Ta 8a Ub", turned="Kh", under="7a", deal=4)
    hidden = {type(event).__name__: type(event).private_to for event in table.events}
    assert hidden["CardsDealt"] == ("cards",)
    assert hidden["CardTurnedUp"] == ()
