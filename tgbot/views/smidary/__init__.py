"""Smidarské prší as people see it."""

from tgbot.views.games import Preset, lobby_lines, own_lines, settings_rows
from tgbot.views.smidary.answers import answer, handed, refusal
from tgbot.views.smidary.facts import announced, last, told
from tgbot.views.smidary.hand import asked
from tgbot.views.smidary.rules import choices, rules_in_force
from tgbot.views.smidary.speech import spoken
from tgbot.views.smidary.table import on_table, seat_line, table_rows
from tgbot.words import Words


def title(words: Words) -> str:
    """The game's name."""
    return words("Smidarské prší")


def presets(words: Words) -> tuple[Preset, ...]:
    """Its variants are options."""
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
