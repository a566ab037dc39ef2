"""Opponents played by the bot as people meet them: seated, played against and sent away by taps (N21)."""

import random

import pytest
from structlog.testing import capture_logs

from core.night import bots
from core.smidary.actions import SLAP
from tests.pub import Pub
from tgbot.delivery import scene


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "hesitation", lambda *_: 0)
    monkeypatch.setattr(scene, "TICK", 0.0)


async def test_n21_one_person_alone_plays_a_whole_game_by_taps(pub: Pub) -> None:
    (ana,) = await pub.seat("Ana")
    await ana.taps("🤖 Soupeř", in_group=True)
    await ana.taps("➕ 🙂 lehký")
    await ana.taps("➕ 😐 střední")
    assert "🤖 Pepa" in pub.table.text
    await ana.taps("✓ Hotovo")
    await ana.taps("▶️ Rozdat")
    assert await pub.play([ana], random.Random(1))
    night = await pub.night()
    assert {one.games for one in night.people} == {1}
    assert all(not night.books.of(one.id).doses for one in night.people if one.bot)
    assert any("🤖" in said and "Konec" in said for said in pub.said)


async def test_n21_hrac_opens_the_opponents_anywhere_and_sends_them_away(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    await bob.says("/hrac")
    await bob.taps("➕ 😈 silný")
    assert bob.popup == "🤖 Pepa přisedá."
    await ana.says("/bot", in_group=False)
    assert "Pepa · 😈 silný" in " ".join(button["text"] for button in ana.buttons(":bot:off:"))
    await ana.taps("✖ 🤖 Pepa · 😈 silný")
    assert len((await pub.night()).tables[0].seats) == 2
    await ana.taps("✓ Hotovo")
    assert "🤖" not in pub.table.text


async def test_n21_bots_have_no_chat_that_anything_is_sent_to(pub: Pub) -> None:
    (ana,) = await pub.seat("Ana")
    await ana.says("/hrac")
    await ana.taps("➕ 🙂 lehký")
    await ana.taps("✓ Hotovo")
    await ana.taps("▶️ Rozdat")
    assert "📵" not in pub.table.text
    await ana.says("/tabule")
    assert "Ana" in pub.said[-1]


async def test_n21_an_opponent_who_wants_what_cannot_be_is_logged_and_plays_on(
    pub: Pub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "choose", lambda *_, **__: SLAP)
    (ana,) = await pub.seat("Ana")
    await ana.says("/hrac")
    await ana.taps("➕ 🙂 lehký")
    await ana.taps("✓ Hotovo")
    with capture_logs() as logs:
        await ana.taps("▶️ Rozdat")
        assert await pub.play([ana], random.Random(1))
    faults = [line for line in logs if line["event"] == "bot player refused"]
    assert {(line["log_level"], line["error"]) for line in faults} == {("error", "RefusedBot")}
    assert "smidary: slap (not-now S24)" in {line["reason"] for line in faults}
