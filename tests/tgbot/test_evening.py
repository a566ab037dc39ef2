"""A whole game as people see it."""

import random

import pytest

from tests.pub import Pub


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_game_of_four_is_played_to_its_result(pub: Pub, seed: int) -> None:
    guests = await pub.deal("Ana", "Bob", "Cyril", "Dana")
    await pub.play(guests, random.Random(seed))
    assert any("Konec 1. hry" in text for text in pub.said)
    assert "příští hra" in pub.table.text
    night = await pub.night()
    assert {person.games for person in night.people} == {1}
