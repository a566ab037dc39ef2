"""Smidarské prší: a shedding game with attacks that can be drunk (S1–S31)."""

from core.game import Traits
from core.house import no_rules as parse_house
from core.smidary.actions import format_action, parse_action
from core.smidary.lapse import lapse
from core.smidary.legal import actors, legal
from core.smidary.options import SEATS, fit, pack, parse_options
from core.smidary.report import outcome, report
from core.smidary.start import place, setup
from core.smidary.state import Phase
from core.smidary.step import step
from core.smidary.view import view

id = "smidary"
seats = SEATS
setup_keys: frozenset[str] = frozenset()
player_verbs: frozenset[str] = frozenset()
traits = Traits(
    race=Phase.SLAP,
    # Whoever draws may be charged that; the clock only draws for them.
    waived_in_lapses=frozenset({"S5", "S14"}),
    hat="arcipic",
    crowd=8,
)

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
