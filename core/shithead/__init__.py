"""Shithead: get rid of the hand, then of the face-up cards, then of the blind ones (H1–H17)."""

from core.shithead.actions import format_action, parse_action
from core.shithead.deal import place, setup
from core.shithead.lapse import lapse
from core.shithead.legal import actors, legal
from core.shithead.options import SEATS, pack, parse_options
from core.shithead.report import outcome, report
from core.shithead.step import step
from core.shithead.view import view

id = "shithead"
seats = SEATS

__all__ = [
    "actors",
    "format_action",
    "id",
    "lapse",
    "legal",
    "outcome",
    "pack",
    "parse_action",
    "parse_options",
    "place",
    "report",
    "seats",
    "setup",
    "step",
    "view",
]
