"""Opponents played by the bot: they get a view, never a state, and answer with an action (N21)."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from core.players import akcni, shithead, smidary
from core.players.search import search
from core.players.strength import Strength
from core.players.tactics import Tactics

__all__ = ["Strength", "choose", "hesitation"]

TACTICS: Mapping[str, Tactics[Any, Any, Any]] = {"smidary": smidary, "prsi": akcni, "shithead": shithead}
"""How games are played, by their ids. A game that is not in here is played at random."""
HEAD_START = {Strength.EASY: 10_000, Strength.FAIR: 8_000, Strength.STRONG: 6_000}
"""Ms in a race before a bot player does anything: people have to notice it, read and find the button first."""
SPREAD = 2_000
"""Ms within which it acts then."""
THINKING = (1_500, 3_500)
"""Between how many milliseconds everything else is done, so that people can follow."""


def choose(
    game_id: str,
    view: Any,
    strength: Strength,
    random: Random,
    playouts: int | None = None,
    drinks: Sequence[str] = (),
) -> Any | None:
    """What a bot player does on seeing this view, or None when there is nothing that it would do now.

    To be asked whenever its view has changed, also when it is not on turn: there may be something to say, or to object
    to. It depends on nothing but the arguments. `playouts` bound what a strong player thinks, by default as
    the tactics say; `drinks` are what the winner may choose from, without any they do not choose (S10).
    """
    tactics = TACTICS.get(game_id)
    if tactics is None:
        return random.choice(view.actions) if view.actions and view.viewer in view.actors else None
    action = tactics.aside(view, strength, random, drinks)
    if action is not None:
        return action
    if strength is Strength.EASY:
        moves = tactics.sensible(view)
        return random.choice(moves) if moves else None
    if strength is Strength.FAIR:
        return tactics.by_thumb(view, random)
    moves = tactics.ranked(view, random)
    most = tactics.playouts if playouts is None else playouts
    return search(tactics, view, view.viewer, moves, random, most) if moves else None


def hesitation(game_id: str, view: Any, strength: Strength, random: Random) -> int:
    """After how many milliseconds to act on this view: people have a head start in a race, else they can follow."""
    if game_id in TACTICS and TACTICS[game_id].is_race(view):
        return HEAD_START[strength] + random.randrange(SPREAD)
    return random.randint(*THINKING)
