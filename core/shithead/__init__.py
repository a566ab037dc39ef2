"""Shithead: get rid of the hand, then of the face-up cards, then of the blind ones (H1–H17)."""

from core.game import Traits
from core.house import no_rules as parse_house
from core.shithead.actions import format_action, parse_action
from core.shithead.deal import place, setup
from core.shithead.lapse import lapse
from core.shithead.legal import actors, legal
from core.shithead.options import SEATS, SETUP_KEYS, fit, pack, parse_options
from core.shithead.report import outcome, report
from core.shithead.step import step
from core.shithead.view import view

id = "shithead"
seats = SEATS
setup_keys = SETUP_KEYS
player_verbs: frozenset[str] = frozenset()
traits = Traits(round_clause="H14")

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
    "traits",
    "view",
]
