"""What a chat should show: the words and buttons that views make and that delivery brings to Telegram."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from typing import TypeAlias


class Style(StrEnum):
    """Colours of buttons; apps that do not know them show them plain."""

    PRIMARY = "primary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True)
class Button:
    """An inline button: `data` (at most 64 bytes) comes back with the tap, or `url` is opened."""

    text: str
    data: str | None = None
    url: str | None = None
    style: Style | None = None


Rows: TypeAlias = tuple[tuple[Button, ...], ...]
"""A keyboard, or a part of one: rows of buttons."""


@dataclass(frozen=True)
class Bar:
    """One player in a chart: games won of those played."""

    name: str
    won: int
    played: int


@dataclass(frozen=True)
class Chart:
    """A picture of an evening in words and numbers, all texts plain.

    `course` are the wins in the order of time: when, and the place of the winner among the `bars`; `hours` are times
    with the words for them; `more` players have no bar. Times are in ms since the beginning, the last one is `span`.
    """

    title: str
    legend: str
    course_title: str
    bars: tuple[Bar, ...]
    course: tuple[tuple[int, int], ...]
    span: int
    hours: tuple[tuple[int, str], ...]
    more: int = 0


@dataclass(frozen=True)
class Screen:
    """One message as it should be now.

    `text` is Telegram's HTML. `fresh` are the reasons to notify: a message that has not had one of them yet is sent
    anew, since edits do not notify; otherwise it is edited. So a screen without reasons never sends anew what is
    there. `called`: further such reasons, by which nothing is new: it was asked for, and takes the place of the message
    before. `silent`: no sound when it is sent. `protect`: clients do not let it be forwarded or saved. `urgent`:
    before others when Telegram's limits are near. `lasting`: its buttons count whatever happens, so once another
    message has replaced it, it may lie about for a while. `passing`: nobody plays there yet, so each
    change is shown at once, and it is deleted once another message has replaced it, also where others are kept.
    `chart`: the message is a picture with the text below it; it is sent after pending news, and never changes.
    `tidy`: all that it has replaced in a private chat is deleted with it, however little.
    `leaves`: what a kept message that it has replaced says once its buttons are gone; empty: what it said."""

    text: str
    keyboard: Rows = ()
    fresh: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    silent: bool = False
    protect: bool = False
    urgent: bool = False
    lasting: bool = False
    passing: bool = False
    chart: Chart | None = None
    leaves: str = ""
    tidy: bool = False

    @cached_property
    def digest(self) -> str:
        """What distinguishes two screens in the eyes of Telegram: the text and the buttons."""
        return _digest(self.text, self.keyboard)

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """The reasons to notify, as digests."""
        return (*self.news, *map(_digest, self.called))

    @cached_property
    def news(self) -> tuple[str, ...]:
        """Those of them by which something is new."""
        return tuple(map(_digest, self.fresh))


@dataclass(frozen=True)
class Slot:
    """A place for one message: in a chat (and topic), by name ("table:1", "hand")."""

    chat: int
    name: str
    topic: int | None = None


def _digest(*parts: object) -> str:
    """Sixteen hex digits that differ when the parts do."""
    return blake2b(repr(parts).encode(), digest_size=8).hexdigest()
