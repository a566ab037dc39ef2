"""Breaks as people take them (N2), and playing on without standing up (N3)."""

from dataclasses import replace

from core.night import Night
from tests.pub import Pub
from tests.tgbot.updates import BOT
from tgbot.views import screens


def table_text(night: Night) -> str:
    return next(screen.text for slot, screen in screens(night, BOT).items() if slot.name == "table:1")


async def test_n02_pauza_in_the_group_stops_the_clock_for_all_to_see(pub: Pub) -> None:
    ana, bob = await pub.deal("Ana", "Bob")
    await bob.says("/pauza")
    assert "⏸" in pub.table.text
    assert "Bob: hodiny stojí" in pub.table.text
    await ana.taps("▶️ Hrajeme dál", in_group=True)
    assert "⏸" not in pub.table.text
    assert ana.popup == "▶️ Hodiny zase běží."


async def test_n02_in_private_the_whole_table_or_only_me(pub: Pub) -> None:
    ana, bob = await pub.deal("Ana", "Bob")
    await ana.says("/pause", in_group=False)
    await ana.taps("⏸ Celý stůl")
    assert "⏸" in pub.table.text
    await ana.says("/pauza", in_group=False)
    await ana.taps("▶️ Hrajeme dál")
    await bob.says("/pauza", in_group=False)
    await bob.taps("☕ Jen já")
    assert "Bob ☕" in pub.table.text
    assert "Máš pauzu" in bob.hand.text
    await bob.says("/karty", in_group=False)
    assert "☕" not in pub.table.text


async def test_n03_who_is_unwell_and_plays_on_need_not_stand(pub: Pub) -> None:
    ana, _ = await pub.deal("Ana", "Bob")
    await ana.says("/zdravi", in_group=False)
    await ana.taps("🪑 Hraju dál, ale nevstávám")
    night = await pub.night()
    (table,) = night.tables
    assert table.round is not None
    standing = replace(table.round.state, standing=(0, 1))
    night = replace(night, tables=(replace(table, round=replace(table.round, state=standing)),))
    lines = table_text(night).split("\n")
    assert "🧍" not in next(line for line in lines if "Ana" in line and "🎴" in line)
    assert "🧍" in next(line for line in lines if "Bob" in line and "🎴" in line)
