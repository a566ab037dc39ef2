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


async def test_n20_the_last_board_of_a_game_says_that_it_is_over_and_keeps_the_proof_of_its_shuffle(pub: Pub) -> None:
    guests = await pub.deal("Ana", "Bob")
    proof = (await pub.night()).tables[0].round
    assert proof is not None
    await pub.play(guests, random.Random(3))
    # In a long game the table comes anew below the talk: the last one of it is what stays.
    messages = pub.telegram.world.messages_in(pub.group.id)
    (left,) = (one for one in messages if one.text.startswith("🏁 Smidarské prší · 1. hra dohrána"))
    assert proof.commitment in left.text
    assert "na tahu" not in left.text
    assert not left.buttons
