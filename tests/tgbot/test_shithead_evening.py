"""Shithead as people play it, to its end."""

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from core import shithead
from core.cards import Cards
from core.night import Round
from core.shithead.state import Phase, State
from tests.core.shithead_table import deal as dealt
from tests.pub import Guest, Pub
from tests.tgbot.phones import Phones

CARD = re.compile(r"(?:10|[2-9JQKA])[♥♦♣♠]")
"""A card as people read it."""


def named(text: str) -> set[str]:
    """The cards in a text, without the signs that make them colourful."""
    return set(CARD.findall(text.replace("\ufe0f", "")))


def as_read(codes: Cards) -> set[str]:
    """Cards as people read them."""
    signs = {"h": "♥", "d": "♦", "c": "♣", "s": "♠"}
    return {f"{'10' if code[0] == 'T' else code[0]}{signs[code[1]]}" for code in codes if code[0] != "X"}


def laid_by(round_: Round) -> Cards:
    """The cards that the latest action laid or turned up before everybody's eyes, also if they are gone by now."""
    laid = [card for fact in round_.last if fact.kind == "CardsPlayed" for card in fact.get("cards")]
    return (*laid, *(fact.get("card") for fact in round_.last if fact.kind == "CardFlipped"))


async def choose_shithead(pub: Pub, guest: Guest) -> None:
    """In the lobby, on somebody's own phone."""
    await guest.taps("⚙️ Nastavit hru", in_group=True)
    await guest.taps("Shithead")
    await guest.taps("✓ Hotovo")
    assert "příští hra: Shithead" in pub.table.text


async def deal(pub: Pub, *names: str) -> list[Guest]:
    """These people in a game of Shithead."""
    guests = await pub.seat(*names)
    await choose_shithead(pub, guests[0])
    await guests[0].taps("▶️ Rozdat", in_group=True)
    return guests


async def state_of(pub: Pub) -> State:
    """The running game as it is stored."""
    round_ = (await pub.night()).tables[0].round
    assert round_ is not None
    state = round_.state
    assert isinstance(state, State)
    return state


async def all_ready(guests: Sequence[Guest]) -> None:
    for guest in guests:
        await guest.taps("✓ Hotovo")


def labels(guest: Guest) -> list[str]:
    return [str(button["text"]) for button in guest.hand.buttons]


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_game_of_three_is_played_by_taps_to_its_shithead(pub: Pub, seed: int) -> None:
    rng = random.Random(seed)
    guests = await deal(pub, "Ana", "Bob", "Cyril")
    for guest in guests:
        for _ in range(2):
            await guest.taps(rng.choice([label for label in labels(guest) if label.startswith("✋")]))
            await guest.taps(rng.choice([label for label in labels(guest) if label.startswith("👁")]))
    await all_ready(guests)
    known: set[str] = set()
    while (round_ := (await pub.night()).tables[0].round) is not None:
        known |= as_read((*(code for shown in round_.state.open for code in shown), *round_.state.pile))
        known |= as_read(laid_by(round_))
        assert {card for text in pub.said for card in named(text)} <= known
        guest = rng.choice([guest for guest in guests if guest.buttons(":act:") + guest.buttons(":mark:")])
        await guest.taps(sensible(guest))
    assert any("Konec 1. hry" in text and "Shithead 💩" in text for text in pub.said)
    assert "příští hra: Shithead" in pub.table.text
    night = await pub.night()
    shithead = next(person for person in night.people if person.losses)
    assert night.tables[0].dealer == shithead.id
    assert sum(person.wins for person in night.people) == 1


def sensible(guest: Guest) -> str:
    """The lowest card that goes, with all others of its rank; else a blind one; else the pile."""
    offered = labels(guest)
    lay = [label for label in offered if label.startswith("Položit")]
    green = [str(button["text"]) for button in guest.hand.buttons if button.get("style") == "success"]
    return [*reversed(lay), *green, *(label for label in offered if label[0] in "🙈📥")][0]


async def test_h3_while_somebody_exchanges_no_other_phone_stirs(pub: Pub) -> None:
    ana, bob, cyril = await deal(pub, "Ana", "Bob", "Cyril")
    for guest in (bob, ana, bob):
        others = {other.name: (other.hand.id, other.hand.text, labels(other)) for other in (ana, bob, cyril)}
        await guest.taps(next(label for label in labels(guest) if label.startswith("✋")))
        await guest.taps(next(label for label in labels(guest) if label.startswith("👁")))
        del others[guest.name]
        for other in (ana, bob, cyril):
            if other is not guest:
                assert others[other.name] == (other.hand.id, other.hand.text, labels(other))
    await cyril.taps("✓ Hotovo")
    assert "✅ 🎴🎴🎴 Cyril" in pub.table.text
    assert (await state_of(pub)).phase is Phase.SWAP


async def test_old_and_foreign_buttons_change_nothing(pub: Pub) -> None:
    ana, bob = await deal(pub, "Ana", "Bob")
    stranger = pub.guest("Dana")
    exchange = ana.hand
    await all_ready([ana, bob])
    beginner = next(guest for guest in (ana, bob) if guest.buttons(":act:"))
    other = bob if beginner is ana else ana
    begin = beginner.buttons(":act:")[0]["callback_data"]
    before = await state_of(pub)
    ready = str(exchange.buttons[-1]["callback_data"])
    await ana.sends(ready, pub.table)
    assert ana.popup == "Tohle tlačítko už neplatí. Koukni na nejnovější zprávu."
    await stranger.sends(begin, pub.table)
    assert stranger.popup == "U tohohle stolu nesedíš. Ťukni ve skupině na Přidat se."
    await other.sends(begin.rsplit(":", 1)[0] + f":play {before.down[0][0]}")
    assert await state_of(pub) == before


async def test_a_preset_sets_its_options_and_the_others_back(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    await choose_shithead(pub, ana)
    await ana.taps("⚙️ Nastavit hru", in_group=True)
    assert "✓ klasika" in labels(ana)
    await ana.taps("žolíci: žádní")
    assert "klasika" in labels(ana)
    await ana.taps("sedm dolů + průhledná osma")
    assert "✓ sedm dolů + průhledná osma" in labels(ana)
    assert {"na sedmičku: 7 a níž", "osmička: průhledná", "žolíci: žádní"} <= set(labels(ana))
    assert "na sedmičku: 7 a níž" in pub.table.text
    await bob.says("/pravidla", in_group=False)
    assert "H15 Na sedmičku jde jen 7 a níž. Osmička je průhledná" in bob.hand.text
    old = ana.buttons(":preset:")[0]["callback_data"]
    await ana.taps("Smidarské prší")
    await ana.sends(old)
    night = await pub.night()
    assert night.tables[0].game == "smidary"
    assert dict(night.tables[0].options)["shithead"] == (("eight", "transparent"), ("seven_lower", True))
    assert "sedmičku" not in pub.table.text


@pytest.mark.parametrize(
    "players, options",
    [
        (2, {"open_strict": True, "take_open": False}),
        (3, {}),
        (4, {"jokers": 2, "eight": "skip", "seven_lower": True}),
        (6, {"eight": "transparent", "voluntary_pickup": False, "forfeit_ml": 20, "jokers": 4}),
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_any_game_by_taps_shows_no_hidden_card_disturbs_nobody_and_ends(
    players: int, options: dict[str, Any], seed: int
) -> None:
    rng = random.Random(f"{players}{seed}")
    chosen = shithead.parse_options(options)
    deck = list(shithead.pack(chosen, players))
    rng.shuffle(deck)
    table = dealt(*(" ".join(deck[3 * n : 3 * n + 3]) for n in range(players)), **options)
    phones = Phones(table)
    seen_by_all: set[str] = set()
    while phones.is_running:
        round_ = phones.night.tables[0].round
        assert round_ is not None
        state = round_.state
        seen_by_all |= as_read((*(code for shown in state.open for code in shown), *state.pile))
        assert named(phones.group) <= seen_by_all
        screens = {seat: phones.hand(seat) for seat in range(players)}
        offers = [(seat, b) for seat, screen in screens.items() for row in screen.keyboard for b in row if b.data]
        good = [offer for offer in offers if offer[1].style == "success"]
        better = good or [offer for offer in offers if offer[1].style] or offers
        seat, button = rng.choice(offers if state.phase is Phase.SWAP and rng.random() < 0.8 else better)
        phones.presses(seat, button)
        assert len(phones.popup) <= 200
        after = phones.night.tables[0].round
        if after is None:
            break
        seen_by_all |= as_read(laid_by(after))
        assert named(phones.said) <= seen_by_all
        waiting = set(range(players)) - {seat}
        if after.state.phase is not Phase.SWAP:
            waiting -= {*shithead.actors(state), *shithead.actors(after.state)}
        assert all(phones.hand(other) == screens[other] for other in waiting)
    assert "Konec 1. hry" in phones.said
