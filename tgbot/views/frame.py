"""What all screens of a night are made of: whose eyes, whose names, the marks beside a name, a button."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from itertools import accumulate
from typing import TypeAlias

from babel.dates import format_datetime

from core.ledger import PersonId
from core.night import Care, News, Night, Person, Round, Table
from core.night.care import has_clean_names, is_nealko
from tgbot.screens import Button, Style
from tgbot.taps import Kind, Tap
from tgbot.views.lengths import unbroken
from tgbot.views.names import drink_name, harmless, names, plain, shown
from tgbot.views.widths import columns
from tgbot.words import Words, speak
from tgbot.working_days import PRAGUE

LONGEST_TITLE = 60
"""Characters of a group's name."""


@dataclass(frozen=True)
class Frame:
    """One night seen in one language: its words, its people's names, the bot's user name."""

    night: Night
    words: Words
    names: Mapping[PersonId, str]
    bot: str

    def button(self, text: str, kind: Kind, *arguments: object, style: Style | None = None) -> Button:
        """A button of this night."""
        return Button(text, Tap(self.night.id, kind, tuple(map(str, arguments))).data, style=style)

    def link(self, text: str, payload: str, style: Style | None = None) -> Button:
        """A button that opens the private chat with the bot."""
        return Button(text, url=deep_link(self.bot, f"{payload}-{self.night.id}"), style=style)

    @property
    def title(self) -> str:
        """The group's name, ready for HTML."""
        return shown(plain(self.night.title, "…", LONGEST_TITLE))

    def plain(self, text: object) -> str:
        """Anybody's text, ready for HTML."""
        return escape(harmless(str(text)), quote=False)

    def drink(self, name: object) -> str:
        """A drink as the reader calls it, ready for HTML."""
        return self.plain(drink_name(self.words, str(name)))

    def seat(self, news: News, field: str = "seat") -> str:
        """The name of whoever sits at the seat that a fact names."""
        return self.names.get(news.players[news.get(field)], "?")


def frame(night: Night, language: str, bot: str) -> Frame:
    """The night in a language."""
    return Frame(night, speak(language, has_clean_names(night)), names(night.people), bot)


def act(frame: Frame, table: Table, round_: Round, text: str, action: str, style: Style | None = None) -> Button:
    """A button that plays an action of the running game, made for the present question."""
    return frame.button(text, Kind.ACT, table.id, round_.number, round_.state.ply, action, style=style)


def deep_link(bot: str, payload: str) -> str:
    """The address that opens the private chat with the bot and says /start PAYLOAD there."""
    return f"https://t.me/{bot}?start={payload}"


def clock(ms: int) -> str:
    """The time of day in the pub of a moment in Unix milliseconds."""
    return datetime.fromtimestamp(ms / 1000, PRAGUE).strftime("%H:%M")


def day(ms: int) -> str:
    """The date in the pub of a moment in Unix milliseconds."""
    return datetime.fromtimestamp(ms / 1000, PRAGUE).strftime("%Y-%m-%d")


def moment(words: Words, ms: int) -> str:
    """The day and the time of day in the pub of a moment in Unix milliseconds; no line ends within it."""
    at, pattern = datetime.fromtimestamp(ms / 1000, PRAGUE), words.context("date", "d MMM, HH:mm")
    return format_datetime(at, pattern, locale=words.language).replace(" ", "\u00a0")


def awaited(frame: Frame, round_: Round, person: Person) -> str:
    """Since when this person is on turn, or that nobody counts it (N2)."""
    words = frame.words
    if round_.paused_by is not None or person.on_break:
        return words("the clock has stopped")
    return words("to play since {time}", time=clock(round_.asked_at))


def fan(count: int) -> str:
    """The visible fan of cards (S6)."""
    return "🎴" * count if count <= 7 else f"🎴×{count}"


def dose_sign(night: Night, person_id: PersonId) -> str:
    """With alcohol or without; before they have said so, their doses are just written down (N13)."""
    person = night.person(person_id)
    care = Care.SOFT if is_nealko(night) else person.care if person else None
    return {Care.ALCOHOL: "🥃", Care.SOFT: "🧃", None: "📝"}[care]


def debt_mark(frame: Frame, person: PersonId) -> str:
    """What somebody still has to drink, empty when nothing."""
    owed = frame.night.books.owed(person)
    return unbroken(f" {dose_sign(frame.night, person)} {owed} ml") if owed else ""


def marks(frame: Frame, person: Person) -> str:
    """The signs beside a name: the hat, sitting out, no private chat yet, debts."""
    signs = [
        " 🎓" if person.hat else "",
        " 🐣" if person.phoenix else "",
        " 💤" if person.sits_out else "",
        " ☕" if person.on_break else "",
        " 🚪" if person.leaving else "",
        " 🍻" if any(round_.person == person.id for round_ in frame.night.books.rounds) else "",
        " 📵" if person.reachable is False else "",
    ]
    care = f" {dose_sign(frame.night, person.id)}" if person.care else ""
    return "".join(signs) + (debt_mark(frame, person.id) or care)


BLANK = "\u2800"
"""A blank that Telegram does not trim."""
_WIDTH = 26
_TAG = re.compile("<[^>]*>")


def widened(line: str) -> str:
    """The line with blanks up to a usual width: buttons are as wide as the text above them."""
    return line + BLANK * (_WIDTH - len(_TAG.sub("", line)))


def in_rows(buttons: Sequence[Button], longest: int, also: Iterable[str] = ()) -> tuple[tuple[Button, ...], ...]:
    """Buttons in as few rows as possible, about equally long: a lone one would be as wide as a whole row.

    No row is so long that a label would be cut; `also` are labels that they may have after a tap, so that it moves none
    of them.
    """
    rows = -(-len(buttons) // columns((*(button.text for button in buttons), *also), longest))
    sizes = [len(buttons) // rows + (row < len(buttons) % rows) for row in range(rows)]
    ends = list(accumulate(sizes))
    return tuple(tuple(buttons[end - size : end]) for size, end in zip(sizes, ends, strict=True))


def fitted(rows: Iterable[tuple[Button, ...]]) -> tuple[tuple[Button, ...], ...]:
    """The same buttons in the same order; where a label would be cut, its row is several."""
    return tuple(part for row in rows for part in in_rows(row, len(row)))


Entry: TypeAlias = tuple[tuple[Button, ...], Sequence[str]]
"""A row, and if it is a button that may stand beside another one, all labels that it can have."""


def paired(entries: Iterable[Entry]) -> tuple[tuple[Button, ...], ...]:
    """Rows of one short button each, two by two, where the first of them stands: a long list is scrolled less."""
    done: list[tuple[Button, ...]] = []
    waiting: int | None = None
    for row, labels in entries:
        if not labels or columns(labels, 2) < 2:
            done.append(row)
        elif waiting is None:
            waiting = len(done)
            done.append(row)
        else:
            done[waiting] = (*done[waiting], *row)
            waiting = None
    return tuple(done)


TICK = "✓ "


def ticked(label: str, chosen: bool) -> str:
    """The label of a choice, with a tick on the one that is chosen."""
    return TICK * chosen + label


def choices_in_rows(buttons: Sequence[Button], longest: int) -> tuple[tuple[Button, ...], ...]:
    """Buttons of which a tap may tick any."""
    return in_rows(buttons, longest, [TICK + button.text.removeprefix(TICK) for button in buttons])


def people_at(night: Night, table: Table) -> tuple[Person, ...]:
    """Those with a seat at the table, clockwise."""
    by_id = {person.id: person for person in night.people}
    return tuple(by_id[person] for person in table.seats)
