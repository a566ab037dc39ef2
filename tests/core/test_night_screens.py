"""What is open on whose screen, and what becomes of the whole night (N16, H1, H5)."""

import pytest

from core.night import Menu, Night
from core.night import intents as want
from tests.core.nights import OPENED, Evening, empty_night, person_of, running

STRANGER = 99


# Screens


def test_a_menu_is_closed_by_the_question_that_its_owner_is_asked() -> None:
    evening = running()
    for name in ("Ana", "Bob", "Cyr", "Dan"):
        evening.wants(want.OpenMenu(person=person_of(name), menu=Menu.UNWELL))
    evening.does("Bob draw")
    menus = {name: evening.person(name).menu for name in ("Ana", "Bob", "Cyr", "Dan")}
    assert menus == {"Ana": Menu.UNWELL, "Bob": None, "Cyr": None, "Dan": Menu.UNWELL}


@pytest.mark.parametrize("menu", [Menu.NAME, Menu.MARK])
def test_what_was_opened_to_answer_is_closed_with_the_question(menu: Menu) -> None:
    evening = running()
    for name in ("Ana", "Bob"):
        evening.wants(want.OpenMenu(person=person_of(name), menu=menu, on="9b"))
    evening.does("Bob draw")
    for name in ("Ana", "Bob"):
        assert (evening.person(name).menu, evening.person(name).menu_on) == (None, "")


def marks(evening: Evening, *cards: str, on: bool = True) -> str:
    for card in cards:
        evening.wants(want.Mark(person=1, card=card, on=on))
    return evening.person("Ana").menu_on


def test_h5_cards_of_one_rank_are_marked_one_by_one_those_of_another_no_longer() -> None:
    evening = Evening("Ana", "Bob", game="shithead")
    evening.deals("Ana")
    assert marks(evening, "5d", "5h", "5d") == "5d 5h 5d"
    assert marks(evening, "5d", on=False) == "5h 5d"
    assert marks(evening, "Qs") == "Qs"
    assert marks(evening, "Qs", on=False) == ""
    assert evening.person("Ana").menu is None


def test_h1_no_card_is_marked_more_often_than_two_packs_have_it() -> None:
    evening = Evening("Ana", "Bob", game="shithead")
    assert marks(evening, *["5d"] * 10, *["5h"] * 10) == "5d 5d 5h 5h"
    assert marks(evening, *["Xr"] * 3) == "Xr Xr"
    for card in ("", "5", "5x", "5d 5h", "5d\n", "Xx", "x" * 200):
        assert evening.declines(want.Mark(person=1, card=card, on=True)) == "old-button"


def test_the_deal_shows_everybody_their_cards() -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.rests("Cyr")
    for name in ("Ana", "Bob", "Cyr"):
        evening.wants(want.OpenMenu(person=person_of(name), menu=Menu.CORRECT))
    evening.deals("Ana")
    assert [person.menu for person in evening.night.people] == [None, None, Menu.CORRECT]


def test_a_hand_can_be_asked_for_again() -> None:
    evening = running()
    called = evening.person("Bob").called
    evening.wants(want.ShowHand(person=2))
    evening.wants(want.OpenMenu(person=2, menu=Menu.UNWELL, anew=True))
    bob = evening.person("Bob")
    assert (bob.called, bob.menu) == (called + 2, Menu.UNWELL)
    evening.wants(want.OpenMenu(person=2, menu=None))
    assert (evening.person("Bob").called, evening.person("Bob").menu) == (called + 2, None)


def test_what_the_bot_learns_of_somebody_is_told_once() -> None:
    evening = Evening("Ana")
    evening.wants(want.Reachable(person=1, reachable=False))
    assert evening.told("Unreachable") == [{"person": 1}]
    assert evening.person("Ana").reachable is False
    evening.wants(want.Reachable(person=1, reachable=False))
    assert evening.news == ()
    evening.wants(want.Reachable(person=1, reachable=True))
    assert evening.news == ()
    assert evening.declines(want.Reachable(person=STRANGER, reachable=True)) == "stranger"


def test_a_group_that_becomes_another_chat_is_followed_once() -> None:
    evening = Evening("Ana")
    moved = want.MoveChat(chat=-100)
    evening.wants(moved)
    assert evening.night.chat == -100
    before = evening.night
    evening.wants(moved)
    assert evening.night == before


# The end of a night


def test_a_night_ends_also_in_mid_game_without_penalties() -> None:
    evening = running()
    evening.does("Bob draw")
    evening.wants(want.EndNight(person=person_of("Dan")))
    evening.wants(want.EndNight(person=person_of("Ana"), confirmed=True))
    night: Night = evening.night
    assert night.ended_at == evening.now
    assert evening.table.round is None
    assert evening.table.result is None
    assert evening.entries == ()
    assert [fact.kind for fact in evening.news] == ["NightEnded"]
    assert all((person.games, person.losses) == (0, 0) for person in night.people)


def test_a_night_begins_empty() -> None:
    night = empty_night()
    assert (night.people, night.games, night.books.last, night.opened_at) == ((), 0, 0, OPENED)
