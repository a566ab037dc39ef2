"""Nights as this release writes them, for all releases to come: `python -m tests.tgbot.schema_files` writes the files.

Each schema has a folder; those of former ones are never written again. Before a schema was released its files may be.
"""

from pathlib import Path
from random import Random

from core.games import GAMES
from core.night import Declined, deadline, step
from core.night import intents as want
from core.night.values import Night
from tests.core.wishes import anything, opened
from tgbot.store import codec

SCHEMAS = Path(__file__).with_name("schemas")
WISHES = 250


def an_evening(game: str, people: int) -> Night:
    """A night that has gone on for a while, with whatever comes to people's minds, in the middle of a game."""
    random = Random(people)
    evening = opened(game, people, random)
    night, now = evening.night, evening.now
    latest = night
    for _ in range(WISHES):
        now = max(now + random.choice((300, 30_000)), deadline(night) or 0)
        try:
            night = step(night, random.choice((want.Tick(), anything(night, random))), now, random).night
        except Declined:
            continue
        if night.tables[0].round is not None:
            latest = night
    return latest


def write() -> None:
    """The files of the present schema."""
    folder = SCHEMAS / str(codec.SCHEMA)
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        for people in (3, 5):
            text = codec.seal(codec.encode_night(an_evening(game, people)))
            (folder / f"{game}-{people}.jsonl").write_bytes(text)


if __name__ == "__main__":
    write()
