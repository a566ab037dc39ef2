"""What goes into the store and comes out of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.ledger import Entry
from core.night.person import Care
from core.night.values import News, Night


@dataclass(frozen=True)
class Loaded:
    """A night at one moment: `now` is the server's clock in ms, `repeated` the answer given to this update before."""

    night: Night
    version: int
    now: int
    repeated: str | None = None


@dataclass(frozen=True)
class Commit:
    """A change to be written whole or not at all.

    `night` is the state after it, `expected` the version it was made from (0: the night does not exist yet). `update`
    is the id of what caused it and `answer` what to say to its sender, then and whenever it is delivered again;
    `by_tap`: that was a tap, which Telegram repeats for a few minutes only.
    """

    night: Night
    expected: int
    update: str | None = None
    answer: str = ""
    entries: tuple[Entry, ...] = ()
    news: tuple[News, ...] = ()
    log: tuple[str, ...] = ()
    by_tap: bool = False


@dataclass(frozen=True)
class Rewriting:
    """A night as it is to be written anew, and what becomes of each line of its log, ledger and pending news."""

    night: Night
    line: Callable[[str], str]
    entry: Callable[[Entry], Entry]
    news: Callable[[News], News]


@dataclass(frozen=True)
class Committed:
    """The change is on the server's disk; `now` is its clock in ms."""

    version: int
    now: int


@dataclass(frozen=True)
class Repeated:
    """This update was applied before; nothing was written."""

    answer: str


@dataclass(frozen=True)
class Conflict:
    """Somebody else changed the night since it was loaded; nothing was written."""


@dataclass(frozen=True)
class Snapshot:
    """What delivery needs of a night: its state, what was last sent by slot, and the news not told yet, by index."""

    night: Night
    version: int
    now: int
    shown: Mapping[str, str]
    news: tuple[tuple[int, News], ...]


@dataclass(frozen=True)
class Census:
    """All nights of the store: how many, how many of them are due, and for how many ms the most overdue one is."""

    nights: int
    due: int
    overdue: int


@dataclass(frozen=True)
class PersonRecord:
    """What is known of somebody outside of any night.

    `speaks` is the language they chose, `care` whether with alcohol, as they said last (N13); `nights` are those they
    joined, by id, and when (server's ms). `named` are nights that began with house rules of theirs, `wrote` the groups
    that keep such rules (N12, N17).
    """

    started: bool
    blocked: bool
    language: str | None
    speaks: str | None
    nights: Mapping[str, int]
    named: tuple[str, ...] = ()
    wrote: tuple[int, ...] = ()
    care: Care | None = None
