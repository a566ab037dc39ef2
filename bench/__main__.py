"""`python -m bench`: how fast the games are, how sparing the bot is with Telegram, how quick it answers."""

import argparse
import asyncio

from bench import core as games
from bench import pace, taps


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--tables", type=int, default=4, help="games at each pace; 0: none")
    parser.add_argument("--seconds", type=float, default=15.0, help="of taps; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    games.main([])
    if arguments.tables:
        pace.main(arguments.tables, arguments.seed)
    if arguments.seconds:
        asyncio.run(taps.main(arguments.seconds, arguments.seed))


if __name__ == "__main__":
    main()
