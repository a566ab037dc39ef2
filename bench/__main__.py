"""`python -m bench`: how fast the games are, how quick the bot, how sparing with Telegram."""

import argparse
import asyncio

from bench import bot
from bench import core as games


def main() -> None:
    """Print all figures; the games at the pace of a pub take some minutes."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--tables", type=int, default=8, help="games at once at the pace of a pub; 0: none")
    parser.add_argument("--taps", type=int, default=2000, help="taps posted to the webhook; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    games.main([])
    if arguments.taps:
        asyncio.run(bot.tap_to_answer(4, arguments.taps, arguments.seed))
    if arguments.tables:
        asyncio.run(bot.calls_per_move(arguments.tables, arguments.seed))


if __name__ == "__main__":
    main()
