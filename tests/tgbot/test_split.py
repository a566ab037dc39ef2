"""Nine people at two tables in one group, by taps (N5)."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.night import Table
from tests.pub import Guest, Pub, _asked, opened
from tgbot.playground.records import Message


@pytest.fixture
async def full(valkey: str, tmp_path: Path) -> AsyncIterator[Pub]:
    """A pub for nine."""
    async with opened(valkey, tmp_path, people=9) as place:
        yield place


async def crowd(pub: Pub) -> list[Guest]:
    return await pub.seat(*(person.first_name for person in pub.telegram.world.people()))


async def decider(pub: Pub, guests: list[Guest]) -> Guest:
    split = (await pub.night()).split
    assert split is not None
    return next(guest for guest in guests if guest.id == split.decider)


def table_messages(pub: Pub) -> dict[str, Message]:
    """The newest message of each table with buttons."""
    bot = pub.telegram.world.bot.id
    messages = [m for m in pub.telegram.world.messages_in(pub.group.id) if m.sender_id == bot and m.buttons]
    return {m.text.split("\n")[0]: m for m in messages if m.text.startswith("Stůl")}


async def settled(pub: Pub) -> list[Guest]:
    guests = await crowd(pub)
    soberest = await decider(pub, guests)
    await soberest.taps("🪑🪑 Dva stoly?")
    await soberest.taps("✓ Dva stoly, takhle")
    return guests


async def test_n05_the_group_sees_the_proposal_and_the_soberest_settles_it(full: Pub) -> None:
    guests = await crowd(full)
    assert "Dva stoly?" in full.table.text
    soberest = await decider(full, guests)
    assert f"Rozhoduje {soberest.name}" in full.table.text
    await soberest.taps("🪑🪑 Dva stoly?")
    first = [button["text"] for button in soberest.buttons(":swap:")]
    await soberest.taps(first[0])
    await soberest.taps(first[-1])
    assert [button["text"] for button in soberest.buttons(":swap:")] != first
    for label in ("🎲 Losovat", "📋 Podle tabule", "✓ Dva stoly, takhle"):
        await soberest.taps(label)
    assert set(table_messages(full)) == {"Stůl 1", "Stůl 2"}


async def test_n05_nine_people_play_at_two_tables_side_by_side(full: Pub) -> None:
    guests, rng = await settled(full), random.Random(3)
    by_id = {guest.id: guest for guest in guests}
    for table in (await full.night()).tables:
        guest = by_id[table.seats[0]]
        assert guest.hand.text.startswith(f"Stůl {table.id}")
        await guest.taps("▶️ Rozdat")
    messages = table_messages(full)
    assert "1. hra" in messages["Stůl 1"].text
    assert "2. hra" in messages["Stůl 2"].text
    for _ in range(3000):
        tables: list[Table] = [table for table in (await full.night()).tables if table.round is not None]
        if not tables:
            break
        for table in tables:
            assert table.round is not None
            asked = next((by_id[one] for one in table.round.players if _asked(by_id[one])), None)
            if asked is not None:
                await asked.sends(str(rng.choice(_asked(asked))["callback_data"]))
    night = await full.night()
    assert {person.games for person in night.people} == {1}
    ends = [text for text in full.said if "Konec" in text and "hry" in text]
    assert any("Stůl 1" in text for text in ends)
    assert any("Stůl 2" in text for text in ends)
