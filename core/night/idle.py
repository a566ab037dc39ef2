"""A night is one evening: where nobody has played for three days, it is over, whether somebody says so or not."""

from core.night.values import Night

IDLE = 3 * 24 * 3_600_000
"""Milliseconds from the last trace of anybody to the end of the night."""


def since(night: Night) -> int:
    """When the last thing happened that the night knows the time of: a question of a game, a win, a drink (Unix ms)."""
    rounds = [table.round for table in night.tables if table.round is not None]
    times = (
        night.opened_at,
        *(round_.asked_at for round_ in rounds),
        *(round_.vote.since for round_ in rounds if round_.vote is not None),
        *(table.proposal.since for table in night.tables if table.proposal is not None),
        *(night.opened_at + ms for ms, _ in night.wins[-1:]),
        *(entry.at for entry in night.books.recent[-1:]),
    )
    return max(times)


def due(night: Night) -> int | None:
    """When the night ends by itself, None when it is over."""
    return None if night.ended_at else since(night) + IDLE
