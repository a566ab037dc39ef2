"""Akční prší: every card does something, and whoever makes a mistake pays for it (P1–P29)."""

from core.akcni.actions import format_action, parse_action
from core.akcni.lapse import lapse
from core.akcni.legal import actors, legal
from core.akcni.mistakes import mistakes
from core.akcni.options import SEATS, fit, pack, parse_options
from core.akcni.report import outcome, report
from core.akcni.start import place, setup
from core.akcni.step import step
from core.akcni.trial import trial
from core.akcni.view import view
from core.game import Traits
from core.house import read_rules as parse_house

id = "prsi"
seats = SEATS
setup_keys = frozenset({"open", "cut"})
player_verbs = frozenset({"breach"})
traits = Traits(
    spoken=frozenset({"greet", "last", "prsi", "say"}),
    out_of_turn=frozenset({"play", "greet"}),
)

__all__ = [
    "actors",
    "fit",
    "format_action",
    "id",
    "lapse",
    "legal",
    "mistakes",
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
    "traits",
    "trial",
    "view",
]
