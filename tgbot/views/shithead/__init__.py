"""Shithead as people see it."""

from core.night import Round, Table
from tgbot.screens import Button
from tgbot.views.frame import Frame
from tgbot.views.games import handed, lobby_lines, own_lines, settings_rows
from tgbot.views.shithead.answers import answer, refusal
from tgbot.views.shithead.facts import announced, last, told
from tgbot.views.shithead.hand import asked
from tgbot.views.shithead.rules import choices, presets, rules_in_force
from tgbot.views.shithead.speech import spoken
from tgbot.views.shithead.table import on_table, seat_line
from tgbot.words import Words


def title(words: Words) -> str:
    """The game's name."""
    return words("Shithead")


def table_rows(frame: Frame, table: Table, round_: Round) -> tuple[tuple[Button, ...], ...]:
    """The group presses nothing: to begin one has to name a card of the hand."""
    return ()


__all__ = [
    "announced",
    "answer",
    "asked",
    "choices",
    "handed",
    "last",
    "lobby_lines",
    "on_table",
    "own_lines",
    "presets",
    "refusal",
    "rules_in_force",
    "seat_line",
    "settings_rows",
    "spoken",
    "table_rows",
    "title",
    "told",
]
