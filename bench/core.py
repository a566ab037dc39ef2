"""Random playouts: uniformly random legal moves a second, one process, with all events made. `python -m bench.core`."""

import argparse
from collections.abc import Mapping, Sequence
from random import Random
from time import process_time
from typing import NamedTuple

from core.games import GAMES

TABLES: Mapping[str, Sequence[Mapping[str, object]]] = {
    "smidary": ({}, {"six": True, "cheating": "drink"}),
    "prsi": ({"supervision": "strict"},),
    "shithead": ({}, {"jokers": 2, "eight": "transparent"}),
}
"""The options to measure each game with."""


class Measured(NamedTuple):
    """What some games took."""

    games: int
    moves: int
    seconds: float

    @property
    def moves_per_second(self) -> float:
        """The figure to compare."""
        return self.moves / self.seconds


def playouts(game_id: str, raw: Mapping[str, object], players: int, seconds: float, seed: int) -> Measured:
    """Play whole games by uniformly random legal actions for about so many seconds of processor time."""
    game, random = GAMES[game_id], Random(seed)
    options = game.parse_options(raw)
    pack = game.pack(options, players)
    games = moves = 0
    begun = process_time()
    while (taken := process_time() - begun) < seconds:
        state, _ = game.setup(players, games % players, options, tuple(random.sample(pack, len(pack))))
        games += 1
        while state.phase != "over":
            actors = game.actors(state)
            seat = actors[0] if len(actors) == 1 else random.choice(actors)
            state, _ = game.step(state, seat, random.choice(game.legal(state, seat)))
            moves += 1
    return Measured(games, moves, taken)


def main(arguments: list[str] | None = None) -> None:
    """Print a line for every game and set of options."""
    parser = argparse.ArgumentParser(prog="python -m bench.core", description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each line")
    parser.add_argument("--seed", type=int, default=1)
    parsed = parser.parse_args(arguments)
    for game_id in GAMES:
        for raw in TABLES[game_id]:
            found = playouts(game_id, raw, parsed.players, parsed.seconds, parsed.seed)
            words = " ".join(f"{name}={choice}" for name, choice in raw.items()) or "defaults"
            print(f"{game_id:9} {words:34} {found.moves_per_second:9,.0f} moves/s  {found.games:5} games")


if __name__ == "__main__":
    main()
