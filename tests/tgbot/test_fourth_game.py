"""A fourth game as people meet it: chosen, played, drunk and kept with nothing but its words in the registry."""

import pytest

from core.games import GAMES
from tests.fourth import highest, words
from tests.pub import Guest, Pub
from tgbot.store.codec import decode_night, encode_night
from tgbot.views.games import GameWords
from tgbot.views.registry import GAME_WORDS

WORDS: GameWords = words


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, highest.id, highest)
    monkeypatch.setitem(GAME_WORDS, highest.id, WORDS)


async def chosen(pub: Pub, *names: str) -> list[Guest]:
    guests = await pub.seat(*names)
    await guests[0].taps("⚙️ Nastavit hru", in_group=True)
    await guests[0].taps("Highest card")
    return guests


async def all_show(pub: Pub, guests: list[Guest]) -> None:
    while (await pub.night()).tables[0].round is not None:
        asked = [guest for guest in guests if guest.buttons(":act:")]
        assert len(asked) == 1
        await asked[0].taps("👁 Show")


async def test_it_is_chosen_played_and_drunk_by_taps(pub: Pub) -> None:
    guests = await chosen(pub, "Ana", "Bob", "Cyril")
    await guests[0].taps("the loser drinks: 10 ml")
    await guests[0].taps("✓ Hotovo")
    assert "příští hra: Highest card" in pub.table.text
    assert "the loser drinks: 20 ml" in pub.table.text
    await guests[0].taps("▶️ Rozdat", in_group=True)
    assert "Everybody shows a card." in pub.table.text
    assert all("Your card:" in guest.hand.text for guest in guests)
    night = await pub.night()
    assert decode_night(encode_night(night)) == night
    await all_show(pub, guests)
    assert any("drinks 20 ml. (X2)" in said for said in pub.said)
    (debt,) = (await pub.night()).books.open
    loser = next(guest for guest in guests if guest.id == debt.person)
    await loser.taps("✅ Mám vypito 20 ml")
    assert not (await pub.night()).books.open


async def test_its_rules_are_told_and_its_record_is_sent(pub: Pub) -> None:
    guests = await chosen(pub, "Ana", "Bob", "Cyril")
    await guests[0].taps("✓ Hotovo")
    await guests[0].says("/pravidla")
    assert "X2 The highest card drinks 10 ml." in pub.said[-1]
    await guests[0].taps("▶️ Rozdat", in_group=True)
    await all_show(pub, guests)
    await guests[0].says("/zaznam", in_group=False)
    assert guests[0].hand.media is not None


async def test_two_are_too_few_for_it(pub: Pub) -> None:
    guests = await chosen(pub, "Ana", "Bob")
    assert "Na tuhle hru jich musí být aspoň 3. Kdo se přidá?" in pub.table.text
    await guests[0].sends(f"{(await pub.night()).id}:deal:1:0")
    assert guests[0].popup == "Na tuhle hru jich musí být aspoň 3. Kdo se přidá?"
    assert not [button for button in pub.table.buttons if button["text"] == "▶️ Rozdat"]


async def test_n21_an_opponent_plays_it(pub: Pub) -> None:
    guests = await chosen(pub, "Ana", "Bob")
    await guests[0].taps("✓ Hotovo")
    await guests[0].says("/hrac")
    await guests[0].taps("➕ 😈 silný")
    await guests[0].taps("✓ Hotovo")
    await guests[0].taps("▶️ Rozdat", in_group=True)
    assert "🤖 Pepa 🎴" in pub.table.text
