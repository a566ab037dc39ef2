"""What was remarkable about a finished game, read out of its record: nothing that not everybody at the table saw."""

from collections.abc import Iterable, Mapping

from core.archive import record_of
from core.game import Seat
from core.highlights.course import Course, Finders, course_of
from core.highlights.feats import Feat, Highlight
from core.highlights.prsi import AKCNI, SMIDARY
from core.highlights.shithead import SHITHEAD
from core.night.values import News, Night, Result
from core.record import Record

__all__ = ["FINDERS", "LONGEST_LOG", "Feat", "Highlight", "highlights", "just_ended", "remarkable", "told_of"]

FINDERS: Mapping[str, Finders] = {"smidary": SMIDARY, "prsi": AKCNI, "shithead": SHITHEAD}
"""What is looked for, by the ids of games, the rarest first. Of a game that is not in here nothing is told."""
MOST = 2
"""So much of a game is told at most."""
LONGEST_LOG = 600
"""Lines, from the end of a night's log, in which a game is looked for; of a longer game nothing is told."""


def highlights(record: Record) -> tuple[Highlight, ...]:
    """What is told of a record's game; nothing of one that nobody has lost.

    The record has accepted actions only, as every one that is made from a log.
    """
    finders = FINDERS.get(record.game)
    course = course_of(record) if finders is not None else None
    return () if finders is None or course is None else remarkable(course, finders)


def remarkable(course: Course, finders: Finders) -> tuple[Highlight, ...]:
    """What these finders find, the first ones, of each player at most one."""
    told: dict[Seat | None, Highlight] = {}
    for find, least in finders:
        found = find(course, least)
        if found is not None:
            told.setdefault(found.seat, found)
    return tuple(told.values())[:MOST]


def just_ended(before: Night, after: Night) -> tuple[tuple[int, Result], ...]:
    """The games that somebody has lost between two states of a night, each after the id of its table."""
    known = {result.number for table in before.tables for result in table.results}
    return tuple(
        (table.id, table.result)
        for table in after.tables
        if table.result is not None and table.result.number not in known and table.result.outcome.loser is not None
    )


def told_of(table: int, result: Result, log: Iterable[str]) -> tuple[News, ...]:
    """What the group is told of a game that has just ended, by the last lines of the night's log."""
    seats = {player: str(seat) for seat, player in enumerate(result.players)}
    record = record_of(log, result.number, seats, title="")
    return tuple(
        News(
            kind="Highlight",
            data=(("feat", found.feat.value), ("seat", found.seat), ("number", found.number), ("other", found.other)),
            table=table,
            number=result.number,
            game=result.game,
            players=result.players,
        )
        for found in (highlights(record) if record is not None else ())
    )
