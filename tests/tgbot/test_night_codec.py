"""Whatever an evening comes to, it is read as it was written, together with all that was written of it (N8, N20)."""

from random import Random

import pytest

from core.games import GAMES
from core.night import Declined, deadline, step
from core.night import intents as want
from tests.core.wishes import anything, opened
from tgbot.store import codec

WISHES = 400
LARGEST = 20_000
"""Bytes of a night that has gone on for a while: it is read and written with every tap."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("people", [2, 5, 9])
def test_a_night_is_read_as_it_was_written(game: str, people: int) -> None:
    random = Random(people)
    evening = opened(game, people, random)
    night, now = evening.night, evening.now
    for _ in range(WISHES):
        now = max(now + random.choice((300, 30_000)), deadline(night) or 0)
        wish = random.choice((want.Tick(), anything(night, random)))
        try:
            done = step(night, wish, now, random)
        except Declined:
            continue
        text = codec.encode_night(done.night)
        read = codec.decode_night(text)
        assert read == done.night
        assert codec.encode_night(read) == text, "1 is not True"
        assert len(text) < LARGEST
        for entry in done.entries:
            assert codec.decode_entry(codec.encode_entry(entry)) == entry
        for fact in done.news:
            assert codec.decode_news(codec.encode_news(fact)) == fact
        night = read
