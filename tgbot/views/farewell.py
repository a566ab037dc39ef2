"""Going home where the house rule asks for a bottle to be finished first (N3)."""

from html import unescape

from core.ledger import TAKEN_ALONG
from core.night import Night, Person, Table
from core.night.farewell import rest
from core.night.people import known
from core.night.stock import not_empty
from tgbot.screens import Button, Screen
from tgbot.taps import Kind
from tgbot.views.care import debt_rows
from tgbot.views.frame import Frame, in_rows, widened
from tgbot.views.names import drink_name
from tgbot.views.stock import litres

MOST_WAIVERS = 3
"""Rows below a table for those who go without a bottle."""


def farewell_screen(frame: Frame, called: tuple[str, ...]) -> Screen:
    """Which bottle; and the ways out without one."""
    words, night = frame.words, frame.night
    text = words(
        "🚪 <b>Good night?</b> The rule at this table: finish a bottle of your choice first. What's left in it "
        "goes down as your debt, and you don't have to drink it today. Anybody else can let you off with one "
        "tap; if you're unwell, just go, no bottle: /unwell. (N3)"
    )
    bottles = [
        frame.button(f"🍾 {drink_name(words, drink.name)} {litres(words, rest(night, drink))}", Kind.BOTTLE, drink.name)
        for drink in not_empty(night)
    ]
    stay = frame.button(words("↩️ Stay"), Kind.LEAVE)
    return Screen(text, (*in_rows(bottles, 2), (stay,)), fresh=called)


def good_night(frame: Frame, person: Person) -> Screen | None:
    """What is left in private for whoever is gone, or of a night that is over; while it goes on, they can come back
    (N4), and still say what they have drunk (N9)."""
    words, night = frame.words, frame.night
    if not person.reachable:
        return None
    line, owed = words("👋 Good night!"), night.books.owed(person.id)
    if person.unwell:
        line = words("👋 Good night, and get well soon!")
    back = () if night.ended_at else ((frame.link(words("↩️ Back to the table"), "hand"),),)
    if not owed:
        return Screen(line, back, silent=True, tidy=True)
    if night.ended_at:
        left = words("The {ml} ml left over stays with tonight; next time you start at zero.", ml=owed)
        return Screen(f"{line} {left}", silent=True, tidy=True)
    if person.unwell:
        # No dunning letter for whoever is not well; the keys are there all the same.
        debt = words("<i>Nothing more is added, and what you already owe ({ml} ml) can wait.</i>", ml=owed)
    else:
        debt = words("You owe {ml} ml.", ml=owed)
    return Screen(widened(f"{line} {debt}"), (*debt_rows(frame, person), *back), silent=True, tidy=True)


def waiver_rows(frame: Frame, table: Table) -> tuple[tuple[Button, ...], ...]:
    """One tap of anybody else, and somebody goes without, or need not drink what they took along."""
    words, night = frame.words, frame.night
    waiting = waiting_for_a_waiver(night, table)
    taken = [known(night, debt.person) for debt in night.books.open if debt.rule == TAKEN_ALONG]
    # The oldest ones only: buttons of more people would push the table off the screen.
    there = [*waiting, *(person for person in taken if _sat_at(night, person) == table.id)][:MOST_WAIVERS]
    return tuple(
        (
            frame.button(
                words("🙏 Let {name} off the bottle", name=unescape(frame.names[person.id])), Kind.WAIVE, person.id
            ),
        )
        for person in dict.fromkeys(there)
    )


def waiting_for_a_waiver(night: Night, table: Table) -> list[Person]:
    """Who would go home from this table, and has chosen no bottle yet."""
    return [person for person in night.people if person.exiting and table.keeps_a_place_for(person.id)]


def _sat_at(night: Night, person: Person) -> int:
    """The table that somebody sits at or has played the last game at; where nobody knows that any more, the first."""
    table = night.table_of(person.id)
    played = (one for one in night.tables if any(person.id in result.players for result in one.results))
    return (table or next(played, night.tables[0])).id
