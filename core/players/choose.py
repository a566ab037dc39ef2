"""What a bot player does: the one question that the night asks (N21)."""

from random import Random
from typing import Any

from core.players import akcni, shithead, smidary
from core.players.search import search
from core.players.strength import Strength
from core.players.tactics import Tactics

TACTICS: dict[str, Tactics[Any, Any, Any]] = {"smidary": smidary, "prsi": akcni, "shithead": shithead}
PLAYOUTS = 90
"""So many games the strongest plays to their end in its head, before each move."""


def choose(game: str, view: Any, strength: Strength, random: Random) -> Any:
    """The action of the viewer, None when there is nothing to do; from the view alone, which has no secrets."""
    tactics = TACTICS[game]
    aside = tactics.aside(view, strength, random)
    if aside is not None:
        return aside
    if strength is Strength.EASY:
        sensible = tactics.sensible(view)
        return random.choice(sensible) if sensible else None
    ranked = tactics.ranked(view, random)
    if not ranked:
        return None
    if strength is Strength.FAIR or len(ranked) == 1:
        return ranked[0]
    return search(tactics, view, view.viewer, ranked, random, PLAYOUTS)
