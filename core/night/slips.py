"""A finger that taps twice has meant it once (P24)."""

from collections.abc import Sequence
from typing import Any

from core.game import CHOOSE, COLLAPSE, AnyGame, Event, Seat, is_done_once
from core.night.rounds import game_of
from core.night.values import Round

SLIP = 5_000
"""Ms in which the same tap by the same person is the finger's doing, whoever has tapped in between."""


def is_once_more(round_: Round, seat: Seat, words: str, now: int) -> bool:
    """Whether it is what this seat did last, and a slip of the finger: nobody else has acted since, or it was just now
    and has not become their turn meanwhile.

    Whoever has done something else in between means it.
    """
    return round_.did[seat] == words and (round_.latest == seat or is_just_now(round_, seat, now))


def is_just_now(round_: Round, seat: Seat, now: int) -> bool:
    """Whether this seat's latest words or mistake may still be on the way of a finger."""
    at = round_.did_at[seat] if round_.did_at else 0
    return 0 < at <= now < at + SLIP


def is_timeless(game: AnyGame, verb: str) -> bool:
    """Whether an action stays the same whatever the table has been asked since: words, unless they are of a turn."""
    traits = game.traits
    return verb in (CHOOSE, COLLAPSE) or (verb in traits.spoken and verb not in traits.out_of_turn)


def moments(
    before: Round, did: tuple[str, ...], seat: Seat | None, state: Any, events: Sequence[Event], now: int
) -> tuple[int, ...]:
    """Unix ms of what everybody did last, if a second tap on it would be a slip of the finger; 0 if it may be meant."""
    game = game_of(before)
    # Whoever comes on turn means what depends on it anew: there may be a king to greet now.
    on_turn = set(game.actors(state)) - set(game.actors(before.state))
    anew = {other for other in on_turn if not is_timeless(game, did[other].partition(" ")[0])}
    earlier = before.did_at or (0,) * len(did)
    at_last = [0 if other in anew else at for other, at in enumerate(earlier)]
    if seat is not None:
        at_last[seat] = now if is_done_once(game, did[seat], events) else 0
    return tuple(at_last)
