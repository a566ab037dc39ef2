"""The bottles of the night on a person's own screen, and in the lobby (N7, N11)."""

from collections.abc import Sequence

from core.ledger import Drink
from core.night import Person
from core.night.stock import HALVES, MOST_BOTTLES, MOST_DRINKS, fewest_bottles, find, is_dry, not_empty
from tgbot.screens import Button, Rows, Screen
from tgbot.taps import Kind
from tgbot.views.frame import Frame, choices_in_rows, in_rows, ticked
from tgbot.views.names import drink_name
from tgbot.words import Words

USUAL = (
    Drink(name="rum", ml=700, abv=375),
    Drink(name="slivovice", ml=700, abv=500),
    Drink(name="becherovka", ml=700, abv=380),
    Drink(name="zelená", ml=700, abv=200),
    Drink(name="pivo", ml=500, abv=40, halves=8),
    Drink(name="víno", ml=750, abv=120, halves=4),
    Drink(name="kofola", ml=1500, abv=0),
)
"""What is on many a table (N7)."""


def stock_screen(frame: Frame, person: Person, called: tuple[str, ...]) -> Screen:
    """All bottles, or one of them."""
    drink = find(frame.night, person.menu_on)
    return _one(frame, drink, called) if drink is not None else _all(frame, called)


def _all(frame: Frame, called: tuple[str, ...]) -> Screen:
    words, stock = frame.words, frame.night.stock
    lines = [
        words("🍾 <b>What's on the table tonight?</b>"),
        words(
            "Tap to add a bottle. Something else? Write its name, litres and strength: <code>Tullamore 0.7 40</code>"
        ),
    ]
    if stock:
        lines += ["", *(f"• {_line(frame, drink)}" for drink in stock)]
    else:
        lines += ["", words("Without bottles only the doses are counted.")]
    own = [frame.button(f"✏️ {drink_name(words, drink.name)}", Kind.MENU, "stock", drink.name) for drink in stock]
    new = [
        frame.button(f"➕ {drink_name(words, drink.name)} {litres(words, drink.ml)}", Kind.STOCK, "add", place)
        for place, drink in enumerate(USUAL)
        if len(stock) < MOST_DRINKS and find(frame.night, drink.name) is None
    ]
    back = (frame.button(words("✓ Done"), Kind.MENU),)
    return Screen("\n".join(lines), (*rows_of_names(own), *in_rows(new, 2), back), fresh=called)


def _line(frame: Frame, drink: Drink) -> str:
    words = frame.words
    count = f"{drink.bottles}× " if drink.bottles > 1 else ""
    parts = [
        f"<b>{frame.drink(drink.name)}</b> {percent(words, drink.abv)}",
        count + litres(words, drink.ml),
        words("{litres} left", litres=litres(words, frame.night.books.left(drink))),
    ]
    if drink.halves != HALVES[0]:
        parts.append(words("dose ×{factor}", factor=factor(words, drink.halves)))
    return " · ".join(parts)


def _one(frame: Frame, drink: Drink, called: tuple[str, ...]) -> Screen:
    words = frame.words
    lines = [
        f"🍾 {_line(frame, drink)}",
        words("A dose of 20 ml is {ml} ml of this. Changes count from the next dose on.", ml=drink.dose(20)),
    ]
    fewer, more = drink.bottles - 1, drink.bottles + 1
    bottles = []
    if fewer >= fewest_bottles(frame.night, drink):
        bottles.append(frame.button(words("− a bottle"), Kind.STOCK, "bottles", drink.name, fewer))
    if more <= MOST_BOTTLES:
        bottles.append(frame.button(words("+ a bottle"), Kind.STOCK, "bottles", drink.name, more))
    doses = [
        frame.button(
            ticked(f"×{factor(words, halves)}", halves == drink.halves),
            Kind.STOCK,
            "dose",
            drink.name,
            halves,
        )
        for halves in HALVES
    ]
    back = (frame.button(words("↩️ All bottles"), Kind.MENU, "stock"),)
    return Screen("\n".join(lines), (tuple(bottles), *choices_in_rows(doses, 4), back), fresh=called)


def stock_lines(frame: Frame) -> list[str]:
    """What is left, in one line of the lobby; none without a stock."""
    night, words = frame.night, frame.words
    if is_dry(night):
        return [words("🍾 All the bottles are empty.")]
    there = not_empty(night)
    left = ", ".join(f"{frame.drink(drink.name)} {litres(words, night.books.left(drink))}" for drink in there)
    return [f"🍾 {left}"] if there else []


def rows_of_names(buttons: Sequence[Button]) -> Rows:
    """Drinks three in a row, or as many as their names leave room for."""
    return choices_in_rows(buttons, 3)


def litres(words: Words, ml: int) -> str:
    """So many ml in litres."""
    return words("{n} l", n=decimal(words, f"{ml / 1000:.3f}".rstrip("0").rstrip(".")))


def percent(words: Words, abv: int) -> str:
    """A strength in tenths of a percent."""
    return words("{n} %", n=decimal(words, f"{abv / 10:g}"))


def factor(words: Words, halves: int) -> str:
    """A coefficient in halves."""
    return decimal(words, f"{halves / 2:g}")


def tenths(words: Words, number: float) -> str:
    """A number to one decimal place."""
    return decimal(words, f"{number:.1f}")


def decimal(words: Words, number: str) -> str:
    """A number as people of this language write it."""
    return number.replace(".", words.context("decimal separator", "."))
