"""How strong the bot players are: `python -m bench.players [--games 1000]` prints a tournament for each game."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import process_time
from typing import Any, NamedTuple

from core.game import Outcome, Seat
from core.games import GAMES
from core.players import PLAYOUTS, Strength, choose, hesitation

PAIRS = (
    (Strength.FAIR, Strength.EASY),
    (Strength.STRONG, Strength.EASY),
    (Strength.STRONG, Strength.FAIR),
)
LONGEST_GAME = 5_000
"""Actions; a longer game has no end."""
Z = 1.96
"""Standard errors of a confidence interval of 95 %."""


@dataclass
class Clock:
    """How long the players of one strength thought, in seconds of processor time; words and slaps do not count."""

    moves: int = 0
    total: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        """One more move."""
        self.moves += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)


@dataclass
class Tally:
    """What came of the games of a pair; the stronger one's share."""

    games: int = 0
    first: int = 0
    last: int = 0
    clocks: dict[Strength, Clock] = field(default_factory=lambda: {strength: Clock() for strength in Strength})

    def count(self, outcome: Outcome, strengths: Sequence[Strength], stronger: Strength) -> None:
        """One more game."""
        assert outcome.loser is not None, "nobody collapses"
        self.games += 1
        self.first += strengths[outcome.places[0]] is stronger
        self.last += strengths[outcome.loser] is stronger


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
    raw: Mapping[str, object],
    strengths: Sequence[Strength],
    random: Random,
    playouts: int,
    clocks: Mapping[Strength, Clock] | None = None,
) -> Any:
    """The last state of one game among players of these strengths, by seat."""
    game, players = GAMES[game_id], len(strengths)
    options = game.parse_options(raw)
    pack = game.pack(options, players)
    state, _ = game.setup(players, random.randrange(players), options, tuple(random.sample(pack, len(pack))))
    for _ in range(LONGEST_GAME):
        if state.phase == "over":
            return state
        for seat in _in_order(game_id, state, strengths, random):
            strength, begun = strengths[seat], process_time()
            action = choose(game_id, game.view(state, seat), strength, random, playouts)
            if clocks is not None and seat in game.actors(state):
                clocks[strength].add(process_time() - begun)
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
    games: int,
    *,
    players: int,
    playouts: int,
    seed: int,
    raw: Mapping[str, object] | None = None,
) -> Tally:
    """So many games of tables where every other seat is taken by the first of the pair, in turn."""
    tally = Tally()
    for number in range(games):
        strengths = [pair[(seat + number) % 2] for seat in range(players)]
        # Two games after one another have the same deal, with the seats exchanged.
        random = Random(f"{game_id} {seed} {number // 2}")
        state = play(game_id, raw or {}, strengths, random, playouts, tally.clocks)
        outcome = GAMES[game_id].outcome(state)
        assert outcome is not None, "play ends when the game does"
        tally.count(outcome, strengths, pair[0])
    return tally


def main(arguments: list[str] | None = None) -> None:
    """Print a line for every game and pair of strengths."""
    parser = argparse.ArgumentParser(prog="python -m bench.players", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games of each pair")
    parser.add_argument("--game", choices=[*GAMES], action="append", help="only this one; may be given again")
    parser.add_argument(
        "--players", type=int, default=4, help="an even number, so that the pair has as many seats each"
    )
    parser.add_argument(
        "--playouts", type=int, help="of each move of a strong player; by default what fits into 300 ms"
    )
    parser.add_argument("--seed", type=int, default=1)
    parsed = parser.parse_args(arguments)
    print(f"{'game':9} {'stronger':8} {'weaker':6} {'first places':26} {'last places':26} thinking: mean, longest")
    for game_id in parsed.game or GAMES:
        playouts = PLAYOUTS[game_id] if parsed.playouts is None else parsed.playouts
        for pair in PAIRS:
            tally = tournament(game_id, pair, parsed.games, players=parsed.players, playouts=playouts, seed=parsed.seed)
            first, last = share_of(tally.first, tally.games), share_of(tally.last, tally.games)
            clock = tally.clocks[pair[0]]
            thinking = f"{clock.total / clock.moves * 1000:6.2f} ms, {clock.longest * 1000:4.0f} ms"
            print(f"{game_id:9} {pair[0]:8} {pair[1]:6} {first!s:26} {last!s:26} {thinking}", flush=True)


if __name__ == "__main__":
    main()
