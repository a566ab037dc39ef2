"""Akční prší as people play it: the real bot, phones to tap on and to write with."""

import random
import re
from collections.abc import Sequence

import pytest

from core.akcni.state import Call, Phase, State, call_due
from tests.pub import Guest, Pub
from tgbot.playground.records import Message

CARD = re.compile(r"[❤🍃🔔🌰]\ufe0f? (?:10|[789]|Spo|Svr|Král|Eso)")
"""A card as people read it."""
SIGNS = {"h": "❤️", "l": "🍃", "b": "🔔", "a": "🌰"}
RANKS = {"T": "10", "U": "Spo", "O": "Svr", "K": "Král", "A": "Eso"}
GAME = "Akční prší"


def as_read(code: str) -> str:
    return f"{SIGNS[code[1]]} {RANKS.get(code[0], code[0])}"


def labels(guest: Guest) -> list[str]:
    return [str(button["text"]) for button in guest.hand.buttons]


async def choose(pub: Pub, guest: Guest, *taps: str) -> None:
    """The game and its options in the lobby, on somebody's own phone."""
    await guest.taps("⚙️ Nastavit hru", in_group=True)
    await guest.taps(GAME)
    for label in taps:
        await guest.taps(label)
    await guest.taps("✓ Hotovo")
    assert f"příští hra: {GAME}" in pub.table.text


async def deal(pub: Pub, *names: str, taps: Sequence[str] = ()) -> list[Guest]:
    """These people in a game."""
    guests = await pub.seat(*names)
    await choose(pub, guests[0], *taps)
    await guests[0].taps("▶️ Rozdat", in_group=True)
    return guests


async def state_of(pub: Pub) -> State | None:
    """The running game as it is stored."""
    round_ = (await pub.night()).tables[0].round
    return None if round_ is None else round_.state


class Player:
    """Somebody who knows the rules, and now and then makes a mistake."""

    def __init__(self, guests: Sequence[Guest], rng: random.Random, slips: float) -> None:
        self.guests = guests
        self.rng = rng
        self.slips = slips

    async def moves(self, state: State, players: Sequence[int]) -> None:
        """One tap by whoever has something to do."""
        by_id = {guest.id: guest for guest in self.guests}
        seated = [by_id[player] for player in players]
        due = call_due(state)
        if due is not None and state.latest is not None and self.rng.random() > self.slips:
            call = "☝️ Poslední!" if due is Call.LAST else "🌧 Prší – zmokne ti prádlo!"
            return await seated[state.latest].taps(call)
        if state.phase is Phase.ANNOUNCE:
            return await seated[state.dealer].taps(self.rng.choice(["🔄 Měníme", "✋ Neměníme"]))
        if state.phase is Phase.GIVE:
            guest = next(
                seated[seat] for seat, gift in enumerate(state.gifts) if gift is None and self._asked(seated[seat])
            )
            return await guest.taps(str(self.rng.choice(guest.buttons(":give "))["text"]))
        assert state.turn is not None
        guest = seated[state.turn]
        if self.rng.random() < self.slips:
            return await guest.taps(self.rng.choice([label for label in labels(guest) if "Zpět" not in label]))
        if "↩️ Zpět ke kartám" in labels(guest):
            return await guest.taps(self._name(guest, state))
        if state.greet:
            return await guest.taps("👋 Pozdravit")
        green = [str(button["text"]) for button in guest.hand.buttons if button.get("style") == "success"]
        if green:
            return await guest.taps(self.rng.choice(green))
        draw = next((label for label in labels(guest) if label.startswith("🎴")), "")
        return await guest.taps("🧍 Stát" if state.attack and not state.attack.cards else draw)

    def _asked(self, guest: Guest) -> bool:
        return any("give" in button["callback_data"] for button in guest.buttons(":act:"))

    def _name(self, guest: Guest, state: State) -> str:
        """What goes with the card, nothing in an action lap (P9, P10, P14, P15)."""
        offered = {button["callback_data"].rsplit("play ", 1)[-1]: button["text"] for button in guest.buttons(":act:")}
        card = next(iter(offered))[:2]
        kinds = {"U": "789TUOKA", "O": "hlba"}
        right = [text for said, text in offered.items() if said[3:] and said[3:] in kinds.get(card[0], ("yes", "no"))]
        return offered[card] if state.lap is not None else self.rng.choice(right)


def said_in_game(pub: Pub, number: int) -> list[str]:
    """What the group reads of a game: its table, and all that came after it."""
    said = pub.said
    first = next(at for at, text in enumerate(said) if f"{GAME} · {number}. hra" in text)
    return said[first:]


async def plays_to_the_end(pub: Pub, guests: Sequence[Guest], rng: random.Random, slips: float = 0.0) -> set[str]:
    """Whole game; no closed card is ever read in the group. What the group was told."""
    player, known = Player(guests, rng, slips), set[str]()
    for _ in range(800):
        round_ = (await pub.night()).tables[0].round
        if round_ is None:
            return set(pub.said)
        state = round_.state
        known |= {as_read(code) for zone in (*state.open, state.pile) for code in zone}
        # A card that was wrong goes back, but everybody has seen it.
        told = [line for text in said_in_game(pub, round_.number) for line in text.splitlines()]
        known |= {card for line in told if line.startswith("❌") for card in CARD.findall(line)}
        assert {card for line in told for card in CARD.findall(line)} <= known
        await player.moves(state, round_.players)
    raise AssertionError("the game does not end")


STRICT = "chyby: stojí karty"


@pytest.mark.parametrize(
    "taps, slips, seed",
    [((), 0.0, 1), ((), 0.1, 2), ((STRICT, "👁 +"), 0.0, 3), (("rychlá",), 0.0, 4)],
    ids=["pub", "careless", "strict, open cards", "quick"],
)
async def test_a_game_of_four_is_played_by_taps_to_its_end(
    pub: Pub, taps: Sequence[str], slips: float, seed: int
) -> None:
    guests = await deal(pub, "Ana", "Bob", "Cyril", "Dana", taps=taps)
    said = await plays_to_the_end(pub, guests, random.Random(seed), slips)
    assert any("Konec 1. hry" in text and "🏆 +1" in text and "−1" in text for text in said)
    night = await pub.night()
    assert sorted(person.score for person in night.people) == [-1, 0, 0, 1]
    loser = next(person for person in night.people if person.losses)
    assert night.tables[0].dealer == loser.id
    assert [line for text in said for line in text.splitlines() if "❌" in line] == [] or slips
    assert not (taps and any("🌧" in text for text in said))


# Typed words


async def test_p11_words_in_private_count_and_the_hand_comes_below_them(pub: Pub) -> None:
    guests = await deal(pub, "Ana", "Bob", "Cyril")
    night = await pub.night()
    on_turn = next(guest for guest in guests if guest.buttons(":draw"))
    before = on_turn.hand.id
    await on_turn.says("Poslední!", in_group=False)
    texts = [message.text for message in on_turn.phone.sees()]
    assert texts[-2].startswith("❌ „poslední“ patří k poslední kartě. (P25) Lízáš")
    assert "▶️ Jsi na tahu" in texts[-1] or "▶️ <b>Jsi na tahu</b>" in texts[-1]
    assert on_turn.hand.id > before
    assert any("„poslední“ patří k poslední kartě. +2 karty (P25)" in text for text in pub.said)
    assert night.games == 1
    await on_turn.says("kolik je hodin?", in_group=False)
    told, hand = (message.text for message in on_turn.phone.sees()[-2:])
    assert told == "🤷 Nechytám se. Jsi na tahu, karty máš dole ↓"
    assert hand == texts[-1]


async def test_p24_words_on_replaced_screens_are_old_and_cost_nothing(pub: Pub) -> None:
    guests = await deal(pub, "Ana", "Bob")
    player, bot = Player(guests, random.Random(3), 0.0), pub.telegram.world.bot.id

    def old_words(guest: Guest) -> list[tuple[Message, str]]:
        """The buttons for words under messages that newer ones have replaced."""
        own = [m for m in pub.telegram.world.messages_in(guest.id) if m.sender_id == bot and m.id != guest.hand.id]
        data = [(message, str(button.get("callback_data", ""))) for message in own for button in message.buttons]
        return [(message, said) for message, said in data if said.endswith((":last", ":prsi"))]

    for _ in range(40):
        round_ = (await pub.night()).tables[0].round
        assert round_ is not None, "the game was over before a hand was replaced"
        if all(map(old_words, guests)):
            break
        await player.moves(round_.state, round_.players)
    before = await state_of(pub)
    for guest in guests:
        for message, data in old_words(guest):
            await guest.sends(data, message)
            assert guest.popup.startswith("Tohle tlačítko už neplatí")
    assert await state_of(pub) == before
    newest = next(button for button in guests[0].buttons(":last"))
    await guests[0].taps(newest["text"])
    assert await state_of(pub) != before


async def test_in_the_group_a_reply_to_the_bot_is_heard_and_other_talk_is_not(pub: Pub) -> None:
    ana, _ = await deal(pub, "Ana", "Bob")
    state = await state_of(pub)
    ana.phone.says("poslední pivo", pub.group, reply_to=pub.table)
    ana.phone.says("poslední", pub.group)
    await pub.settled()
    assert await state_of(pub) == state
    ana.phone.says("Poslední…", pub.group, reply_to=pub.table)
    await pub.settled()
    assert any("Ana: „poslední“ patří k poslední kartě" in re.sub("<.*?>", "", text) for text in pub.said)
    dana = pub.guest("Dana")
    dana.phone.says("poslední", pub.group, reply_to=pub.table)
    await pub.settled()
    assert not any("Dana" in text for text in pub.said)


async def test_typed_words_of_a_stranger_and_after_the_game_do_nothing(pub: Pub) -> None:
    ana, bob = await deal(pub, "Ana", "Bob", taps=("rychlá",))
    await plays_to_the_end(pub, [ana, bob], random.Random(1))
    before = await pub.night()
    ana.phone.says("poslední", pub.group, reply_to=pub.table)
    await pub.settled()
    await bob.says("dobrý den", in_group=False)
    assert "🍺 Sedíš u stolu" in bob.hand.text
    assert (await pub.night()).books == before.books
