"""Akční prší as people see it."""

from tgbot.views.akcni.answers import answer, handed, refusal
from tgbot.views.akcni.facts import announced, last, told
from tgbot.views.akcni.hand import asked
from tgbot.views.akcni.lobby import lobby_lines, own_lines, settings_rows
from tgbot.views.akcni.rules import choices, presets, rules_in_force
from tgbot.views.akcni.speech import spoken
from tgbot.views.akcni.table import on_table, seat_line, table_rows
from tgbot.words import Words


def title(words: Words) -> str:
    """The game's name."""
    return words("Akční prší")


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
