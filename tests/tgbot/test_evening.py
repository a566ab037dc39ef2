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


async def test_the_table_comes_back_below_the_talk_that_has_pushed_it_away(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    group = ana.phone.migrates(pub.group)
    await pub.settled()
    before = pub.telegram.world.messages_in(group.id)[-1].id
    for _ in range(20):
        bob.phone.says("To se mi snad zdá.", group)
    await bob.says("/tabule")
    await ana.taps("▶️ Rozdat")
    assert pub.telegram.world.messages_in(group.id)[-1].id > before + 20
    assert "1. hra" in pub.table.text
