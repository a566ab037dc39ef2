"""How strong the bot players are: `python -m bench.players [--games 1000]` prints a tournament for each game.

Deals and luck follow from the seed and the number of a game, and playouts are counted, not timed; so wins are the same
on every machine, with any number of processes. Only the milliseconds are this machine's own.
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from random import Random
from time import process_time
from typing import Any, NamedTuple

from core.game import Outcome, Seat
from core.games import GAMES
from core.players import Strength, choose, hesitation

PAIRS = (
    (Strength.FAIR, Strength.EASY),
    (Strength.STRONG, Strength.EASY),
    (Strength.STRONG, Strength.FAIR),
)
LONGEST_GAME = 5_000
"""Actions; a longer game has no end."""
BATCH = 20
"""Games that a process plays in one go; an even number, for the sake of the pairs."""
Z = 1.96
"""Standard errors of a confidence interval of 95 %."""


@dataclass
class Tally:
    """What came of the games of a pair: the first and last places of the stronger one, and how long it thought."""

    games: int = 0
    first: int = 0
    last: int = 0
    moves: list[float] = field(default_factory=list)
    """Milliseconds of processor time for each of its moves; words and slaps are none."""

    def count(self, outcome: Outcome, strengths: Sequence[Strength], stronger: Strength) -> None:
        """One more game."""
        assert outcome.loser is not None, "nobody collapses"
        self.games += 1
        self.first += strengths[outcome.places[0]] is stronger
        self.last += strengths[outcome.loser] is stronger

    def add(self, other: "Tally") -> None:
        """The games of another tally are counted as well."""
        self.games += other.games
        self.first += other.first
        self.last += other.last
        self.moves += other.moves

    def slowest(self, share: float) -> float:
        """The milliseconds that this share of the moves took at most."""
        return sorted(self.moves)[min(int(share * len(self.moves)), len(self.moves) - 1)]


class Share(NamedTuple):
    """A share with its confidence interval (Wilson), from 0 to 1."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:6.1%} ({self.low:5.1%} to {self.high:5.1%})"


def share_of(hits: int, games: int) -> Share:
    """The share of so many hits."""
    share, n = hits / games, games
    middle = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
    spread = Z / (1 + Z**2 / n) * sqrt(share * (1 - share) / n + Z**2 / (4 * n * n))
    return Share(share, middle - spread, middle + spread)


def play(
    game_id: str,
    strengths: Sequence[Strength],
    random: Random,
    playouts: int | None,
    timed: Strength,
    moves: list[float],
) -> Any:
    """The last state of one game among players of these strengths, by seat.

    `moves` gets the milliseconds that each move of the `timed` ones takes.
    """
    game, players = GAMES[game_id], len(strengths)
    options = game.parse_options({})
    pack = game.pack(options, players)
    state, _ = game.setup(players, random.randrange(players), options, tuple(random.sample(pack, len(pack))))
    for _ in range(LONGEST_GAME):
        if state.phase == "over":
            return state
        for seat in _in_order(game_id, state, strengths, random):
            strength, begun = strengths[seat], process_time()
            action = choose(game_id, game.view(state, seat), strength, random, playouts)
            if strength is timed and seat in game.actors(state):
                moves.append((process_time() - begun) * 1000)
            if action is not None:
                state, _ = game.step(state, seat, action)
                break
    raise RuntimeError(f"a game of {game_id} without an end")


def _in_order(game_id: str, state: Any, strengths: Sequence[Strength], random: Random) -> Iterator[Seat]:
    """Who may speak first: those who are not asked, then those who are, the quickest one first."""
    game = GAMES[game_id]
    actors = game.actors(state)
    yield from random.sample(others := [seat for seat in range(len(strengths)) if seat not in actors], len(others))
    if len(actors) == 1:
        yield from actors
        return
    pauses = {seat: hesitation(game_id, game.view(state, seat), strengths[seat], random) for seat in actors}
    yield from sorted(actors, key=pauses.__getitem__)


def tournament(
    game_id: str,
    pair: tuple[Strength, Strength],
    numbers: range,
    *,
    players: int,
    playouts: int | None,
    seed: int,
) -> Tally:
    """The games of these numbers; every other seat is taken by the first of the pair, the stronger one, in turn."""
    tally = Tally()
    for number in numbers:
        strengths = [pair[(seat + number) % 2] for seat in range(players)]
        # Two games after one another have the same deal, with the seats exchanged.
        random = Random(f"{game_id} {seed} {number // 2}")
        state = play(game_id, strengths, random, playouts, pair[0], tally.moves)
        outcome = GAMES[game_id].outcome(state)
        assert outcome is not None, "play ends when the game does"
        tally.count(outcome, strengths, pair[0])
    return tally


def main(arguments: list[str] | None = None) -> None:
    """Print a line for every game and pair of strengths."""
    parser = argparse.ArgumentParser(prog="python -m bench.players", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games of each pair")
    parser.add_argument("--game", choices=[*GAMES], action="append", help="only this one; may be given again")
    parser.add_argument("--players", type=int, default=2, help="an even number: the pair has as many seats each")
    parser.add_argument("--playouts", type=int, help="of each move of a strong player; by default as in play")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parsed = parser.parse_args(arguments)
    print(
        f"{'game':9} {'stronger':8} {'weaker':7} {'games':>5} {'first':>5} {'share':24} {'last':>5} ms: p50, p99, max"
    )
    batches = [range(first, min(first + BATCH, parsed.games)) for first in range(0, parsed.games, BATCH)]
    with ProcessPoolExecutor(parsed.processes) as pool:
        for game_id in parsed.game or GAMES:
            for pair in PAIRS:
                some = partial(
                    tournament, game_id, pair, players=parsed.players, playouts=parsed.playouts, seed=parsed.seed
                )
                tally = Tally()
                for part in pool.map(some, batches):
                    tally.add(part)
                print(_line(game_id, pair, tally), flush=True)


def _line(game_id: str, pair: tuple[Strength, Strength], tally: Tally) -> str:
    share = share_of(tally.first, tally.games)
    times = ", ".join(f"{tally.slowest(part):.1f}" for part in (0.5, 0.99, 1))
    return f"{game_id:9} {pair[0]:8} {pair[1]:7} {tally.games:5} {tally.first:5} {share!s:24} {tally.last:5} {times}"


if __name__ == "__main__":
    main()
