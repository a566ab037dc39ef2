"""The private chat: whatever somebody writes there is answered, and their own screen is what they find."""

from dataclasses import replace

import pytest

from core.games import GAMES
from core.night import Menu, Night, Person
from tests.tgbot.updates import BOT, Doorman, user
from tgbot.screens import Button, Screen, Style
from tgbot.store import Store
from tgbot.taps import Kind, Tap
from tgbot.views.frame import frame
from tgbot.views.hand import hand_screen
from tgbot.views.registry import GAME_WORDS

ANA, BOB, CYRIL = user(1, "Ana"), user(2, "Bob"), user(3, "Cyril")
EVE = user(9, "Eve")
"""Somebody who sits nowhere."""
OF_THE_GAME = {Menu.NAME, Menu.MARK}
"""Menus that are a question's own."""


@pytest.fixture
def bar(store: Store) -> Doorman:
    """A bot that hears updates."""
    return Doorman(store)


async def deal(bar: Doorman, game: str) -> Night:
    """Three people in the middle of a game."""
    await bar.seats(ANA, BOB, CYRIL)
    await bar.taps(ANA, "menu:settings")
    await bar.taps(ANA, f"pick:1:{game}")
    await bar.taps(ANA, "deal:1:0")
    return await bar.night()


def asked(night: Night) -> set[int]:
    """Whom the running game asks."""
    round_ = night.tables[0].round
    assert round_ is not None
    return {round_.players[seat] for seat in GAMES[round_.game].actors(round_.state)}


def on_turn(night: Night) -> Person:
    return next(person for person in night.people if person.id in asked(night))


def waiting(night: Night) -> Person:
    return next(person for person in night.people if person.id not in asked(night))


def screen(night: Night, person: Person) -> Screen:
    shown = hand_screen(frame(night, "cs", BOT), person)
    assert shown is not None
    return shown


def buttons(shown: Screen) -> list[Button]:
    return [button for row in shown.keyboard for button in row]


# Menus


@pytest.mark.parametrize("game", GAME_WORDS)
async def test_a_menu_does_not_hide_that_one_is_on_turn(bar: Doorman, game: str) -> None:
    night = await deal(bar, game)
    person = on_turn(night)
    hand = screen(night, person)
    question = hand.text.split("\n")[0]
    for menu in set(Menu) - OF_THE_GAME:
        shown = screen(night, replace(person, menu=menu))
        assert shown.text.split("\n")[0] == question, menu
        assert (shown == hand) == (menu in (Menu.SETTINGS, Menu.SPLIT)), menu
        if shown != hand:
            back = [button for button in buttons(shown) if button.data == Tap(night.id, Kind.MENU).data]
            assert [button.style for button in back] == [Style.PRIMARY], menu
            assert shown.keyboard[-1] == tuple(back), menu
            assert shown.urgent


@pytest.mark.parametrize("game", ["smidary", "prsi"])
async def test_a_menu_of_whoever_waits_says_nothing_of_the_turn(bar: Doorman, game: str) -> None:
    night = await deal(bar, game)
    person = waiting(night)
    for menu in set(Menu) - OF_THE_GAME:
        assert "Jsi na tahu" not in screen(night, replace(person, menu=menu)).text


async def test_n02_a_reminder_comes_through_an_open_menu(bar: Doorman) -> None:
    night = await deal(bar, "smidary")
    table = night.tables[0]
    assert table.round is not None
    person = replace(on_turn(night), menu=Menu.DRINK)
    before = screen(night, person)
    nudged = replace(night, tables=(replace(table, round=replace(table.round, nudged=True)),))
    after = screen(nudged, person)
    assert after.text.startswith("⏰")
    assert set(after.fresh) > set(before.fresh)
