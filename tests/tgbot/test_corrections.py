"""The list of what can be corrected: all of some minutes, few buttons at a time, each does what it says (N8)."""

from collections.abc import Iterator

import pytest

from core.ledger import RECENT
from core.night import Menu, step
from core.night import intents as want
from tests.core.nights import Evening
from tests.core.test_night_drinks import BOB, dry
from tests.tgbot.updates import BOT
from tgbot.buttons import intent_of
from tgbot.inbound import Sender, Tapped
from tgbot.screens import Button
from tgbot.taps import parse
from tgbot.views.frame import frame
from tgbot.views.menus import ENTRIES_ON_A_PAGE, menu_screen


def page(evening: Evening, on: str) -> list[Button]:
    evening.wants(want.OpenMenu(person=BOB, menu=Menu.CORRECT, on=on))
    screen = menu_screen(frame(evening.night, "cs", BOT), evening.person("Bob"), evening.table, ())
    assert screen is not None
    return [button for row in screen.keyboard for button in row]


def pages(evening: Evening) -> Iterator[list[Button]]:
    """The entries of each page, from the newest on, as one turns them."""
    on = ""
    while True:
        buttons = page(evening, on)
        yield [button for button in buttons if ":fix:" in (button.data or "")]
        older = [button.data for button in buttons if button.text == "↓ Starší"]
        if not older:
            return
        on = parse(str(older[0])).arguments[1]


def test_n08_whatever_was_noted_since_older_entries_are_reached_by_taps() -> None:
    evening = dry(3 * ENTRIES_ON_A_PAGE)
    listed = list(pages(evening))
    assert all(0 < len(buttons) <= ENTRIES_ON_A_PAGE for buttons in listed)
    numbers = [int(parse(str(button.data)).arguments[0]) for buttons in listed for button in buttons]
    assert numbers == [entry.number for entry in reversed(evening.entries)]


def test_n08_what_is_still_owed_is_in_the_list_however_old_it_is() -> None:
    evening = dry(2)
    for _ in range(RECENT):
        evening.does("Ana draw", "Bob draw")
        evening.passes(10)
        evening.drinks_up("Bob", entry=evening.night.books.last)
    numbers = [int(parse(str(button.data)).arguments[0]) for buttons in pages(evening) for button in buttons]
    assert {debt.number for debt in evening.night.books.open} <= set(numbers)


def test_n08_what_one_tap_has_noted_is_one_row() -> None:
    evening = dry(6)
    evening.drinks_up("Ana", everything=True)
    first, *_ = next(pages(evening))
    assert first.text.startswith("Ana: vypito 60 ml (6×) 📝 · ")
    evening.wants(intent(first))
    assert evening.owed("Ana") == 60


@pytest.mark.parametrize("steps", range(4))
def test_n08_every_button_of_the_list_does_something(steps: int) -> None:
    evening = dry(4)
    evening.drinks_up("Ana", everything=True)
    evening.corrects("Ana", 2)
    for _ in range(steps):
        evening.wants(intent(next(pages(evening))[-1]))
    for button in [button for buttons in pages(evening) for button in buttons]:
        assert step(evening.night, intent(button), evening.now, evening.random).entries


def test_a_page_that_is_gone_is_the_last_one() -> None:
    evening = dry(2)
    assert [b.data for b in page(evening, "99")] == [b.data for b in page(evening, "")]
    assert page(evening, "rubbish")


def intent(button: Button) -> want.Intent:
    found = intent_of(Tapped(Sender(BOB, "Bob", "cs"), "q", parse(str(button.data)), BOB, 1))
    assert found is not None
    return found
