"""Smidarské prší: a shedding game with attacks that can be drunk (S1–S31)."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.smidary.actions import format_action, parse_action
from core.smidary.lapse import lapse
from core.smidary.legal import actors, legal
from core.smidary.options import SEATS, fit, pack, parse_options
from core.smidary.report import outcome, report
from core.smidary.start import place, setup
from core.smidary.step import step
from core.smidary.view import view

id = "smidary"
seats = SEATS
setup_keys: frozenset[str] = frozenset()
player_verbs: frozenset[str] = frozenset()


def parse_house(raw: Sequence[Mapping[str, object]], names: Sequence[str]) -> Sequence[Any]:
    """There are no house rules in this game."""
    return ()


__all__ = [
    "actors",
    "fit",
    "format_action",
    "id",
    "lapse",
    "legal",
    "outcome",
    "pack",
    "parse_action",
    "parse_house",
    "parse_options",
    "place",
    "player_verbs",
    "report",
    "seats",
    "setup",
    "setup_keys",
    "step",
    "view",
]
