"""Breaks: what the group sees of them, and how somebody takes one (N2)."""

from core.night import Table
from tgbot.screens import Button, Rows, Screen, Style
from tgbot.taps import Kind
from tgbot.views.frame import Frame


def pause_screen(frame: Frame, table: Table, called: tuple[str, ...]) -> Screen:
    """For everybody, or for oneself."""
    words, round_ = frame.words, table.round
    lines = [
        words("⏸ <b>A break?</b>"),
        words("The whole table: the clock stops until somebody plays."),
        words("Just me: my clock is off until I tap something. (N2)"),
    ]
    rows: list[tuple[Button, ...]] = []
    if round_ is not None:
        rows.append((_whole_table(frame, table, is_paused=round_.paused_by is not None),))
    rows.append((frame.button(words("☕ Just me"), Kind.BREAK),))
    rows.append((frame.button(words("✓ Done"), Kind.MENU),))
    return Screen("\n".join(lines), tuple(rows), fresh=called)


def _whole_table(frame: Frame, table: Table, *, is_paused: bool) -> Button:
    words = frame.words
    if is_paused:
        return frame.button(words("▶️ Play on"), Kind.PAUSE, table.id, "no", style=Style.SUCCESS)
    return frame.button(words("⏸ The whole table"), Kind.PAUSE, table.id, "yes")


def pause_line(frame: Frame, table: Table) -> str:
    """Who has stopped the clock of the table, empty when it runs."""
    by = table.round.paused_by if table.round else None
    if by is None:
        return ""
    return frame.words("⏸ <b>A break</b>, says {name}: the clock has stopped.", name=frame.names.get(by, "?"))


def pause_rows(frame: Frame, table: Table) -> Rows:
    """Let the clock run again, from the group."""
    is_paused = table.round is not None and table.round.paused_by is not None
    return ((_whole_table(frame, table, is_paused=True),),) if is_paused else ()
