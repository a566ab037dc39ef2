"""Thinking ahead: moves are tried in deals that may be, and played on by rules of thumb (determinised Monte Carlo)."""

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TypeVar

from core.game import OVER, Seat, State
from core.players.tactics import Tactics

V = TypeVar("V")
S = TypeVar("S", bound=State)
A = TypeVar("A")

DOUBT = 1.0
"""By how many standard errors another move must do better than the most promising one."""


def search(tactics: Tactics[V, S, A], view: V, seat: Seat, moves: tuple[A, ...], random: Random, playouts: int) -> A:
    """The one of these moves, the most promising first, that does best on average in at most so many playouts.

    All moves are tried in the same deals with the same luck, so that only what they do makes the difference; after each
    round the worse half of the rivals is left out (sequential halving). What is not clearly better than the most
    promising one does not replace it.
    """
    # One deal for each move, then for the better half of them, and so on, takes less than three times as many playouts.
    favourite, *rivals = moves[: max(1, playouts // 3)]
    results: dict[A, list[float]] = {move: [] for move in moves}
    while rivals:
        rounds_left = len(rivals).bit_length()
        tried = (favourite, *rivals)
        for _ in range(max(1, playouts // rounds_left // len(tried))):
            deal, luck = tactics.imagined(view, random), random.random()
            for move in tried:
                results[move].append(_play_out(tactics, deal, seat, move, Random(luck)))
            playouts -= len(tried)
        # Sorting is stable: of equals the more promising one stays.
        rivals.sort(key=lambda move: -sum(results[move]))
        if len(rivals) == 1:
            break
        del rivals[(len(rivals) + 1) // 2 :]
    return rivals[0] if rivals and _is_better(results[rivals[0]], results[favourite]) else favourite


def _is_better(rival: Sequence[float], favourite: Sequence[float]) -> bool:
    """Whether the results of the same deals are clearly higher."""
    gains = [new - old for new, old in zip(rival, favourite, strict=True)]
    return len(gains) > 1 and fmean(gains) > DOUBT * stdev(gains) / sqrt(len(gains))


def _play_out(tactics: Tactics[V, S, A], deal: S, seat: Seat, move: A, random: Random) -> float:
    """What becomes of the move in this deal, at the end of the game or the horizon."""
    state, _ = tactics.step(deal, seat, move)
    for _ in range(tactics.horizon):
        if state.phase == OVER:
            break
        state, _ = tactics.step(state, *tactics.next_move(state, random))
    return tactics.worth(state, seat)
