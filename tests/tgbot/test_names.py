"""Any name can be shown, and all are told apart."""

import logging
from dataclasses import replace
from html import unescape

import pytest

from tests.pub import Pub
from tests.tgbot.updates import (
    group,
    said,
    user,
)
from tests.tgbot.wire import Wire
from tgbot.playground.phone import Phone
from tgbot.views.names import names as names_of

ANA, BOB, CYRIL = user(1, "Ana"), user(2, "Bob", "en"), user(3, "Cyril")


# Names


NAMES = [
    "<b>Ana</b> & <a href='tg://user?id=1'>x",
    "&lt;i&gt; &amp;",
    "\u05e9\u202e\u05dc\u05d5\u05dd\u200f \u0645\u0631\u062d\u0628\u0627",
    "Z\u0335\u0321a\u0334\u0322l\u0336g\u0335o" + "\u0301" * 60,
    "n" * 200,
    "🍺" * 60,
    "\u3164",
    "\u2068\u2069\u200b",
    "{name} %s {0}",
    "`*_[x](y)",
    "Ana",
    "Ana",
    "ana",
]


@pytest.mark.parametrize("names", [NAMES[:4], NAMES[4:8], NAMES[8:10], NAMES[10:]])
async def test_any_name_can_be_shown_and_all_are_told_apart(
    pub: Pub, names: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever comes by whatever name: Telegram takes every message, and nobody's name changes another's."""
    world = pub.telegram.world
    first = pub.guest("Ana")
    world.keep(replace(pub.group, title=names[0][:128]))
    await first.says("/hra")
    for name in names:
        phone = Phone(world, world.add_person(name))
        phone.joins(pub.group)
        phone.starts()
        await pub.settled()
        phone.taps("➕ Přidat se", pub.group)
        await pub.settled()
    await first.says("/tabule")
    await first.taps("▶️ Rozdat", in_group=True)
    night = await pub.night()
    assert night.tables[0].round is not None
    assert {call.description for call in pub.telegram.api.calls if call.error == 400} <= {""}
    board = next(text for text in pub.said if text.startswith("📋"))
    shown = [unescape(name) for name in names_of(night.people).values()]
    assert len(shown) == len({name.casefold() for name in shown}) == len(names) + 1
    assert all(len(name) < 30 and name in board for name in shown)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_who_changes_their_name_is_called_by_the_new_one(wire: Wire) -> None:
    bar = wire.bar
    await bar.deals(ANA, BOB)
    await bar.taps(user(1, "Anička"), "join:1")
    person = (await bar.night()).person(1)
    assert person is not None
    assert person.name == "Anička"


async def test_somebody_without_a_first_name_can_play(wire: Wire) -> None:
    nobody = {**user(8), "first_name": ""}
    assert (await wire.posts(said(nobody, group(), "/hra"))).status == 200
    await wire.bar.taps(BOB, "join:1")
    await wire.bar.taps(nobody, "deal:1:0")
    assert (await wire.bar.night()).games == 1
