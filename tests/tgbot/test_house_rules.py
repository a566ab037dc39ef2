"""Rules that winners make on their phones, and what a group keeps for its next night (N16, N17, P27)."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from threading import Event, Semaphore

import pytest

from core.night import Night
from core.night.habits import Habits, habits_of, table_of
from core.night.rules import HouseRule, Page, Proposal
from tests.patience import PATIENCE
from tests.pub import Guest, Pub
from tests.tgbot.phones import to_the_eye
from tests.tgbot.test_akcni_evening import Player, choose, labels, plays_to_the_end
from tests.tgbot.updates import Doorman, private, tapped, user
from tgbot.own_data import forget
from tgbot.store import Connection, Store

STRICT, GROWING = "chyby: stojí karty", "vítěz určuje pravidla: ne"
ONE_CARD = ("✋ −",) * 4
"""From five cards each to one: games are short."""


async def won(pub: Pub, *names: str, taps: Sequence[str] = (STRICT, GROWING, *ONE_CARD)) -> tuple[list[Guest], Guest]:
    """A game with growing rules, played to its end; the winner is asked."""
    guests = await pub.seat(*names)
    await choose(pub, guests[0], *taps)
    await guests[0].taps("▶️ Rozdat", in_group=True)
    return guests, await winner(pub, guests)


async def winner(pub: Pub, guests: Sequence[Guest]) -> Guest:
    """Play to the end; who is asked."""
    await plays_to_the_end(pub, guests, random.Random(3))
    proposal = (await pub.night()).tables[0].proposal
    assert proposal is not None
    return next(guest for guest in guests if guest.id == proposal.person)


async def takes(best: Guest, rule: str) -> None:
    """A rule of the catalogue by the number that it has there."""
    await best.taps("📖 Z nabídky")
    await best.taps(number(best, rule))


def number(best: Guest, rule: str) -> str:
    """The button of a rule in a numbered list."""
    lines = to_the_eye(best.hand.text).splitlines()
    return next(line for line in lines if line.endswith(f". {rule}")).partition(".")[0]


async def rules_of(pub: Pub) -> list[tuple[str, tuple[str, ...]]]:
    return [(rule.when, rule.effects) for rule in (await pub.night()).tables[0].house]


# Asking and skipping


async def test_n17_the_winner_is_asked_in_private_and_the_others_wait_for_the_deal(pub: Pub) -> None:
    guests, best = await won(pub, "Ana", "Bob", "Cyril")
    other = next(guest for guest in guests if guest is not best)
    assert "Vyhráváš, tak určuješ pravidla!" in best.hand.text
    assert labels(best) == ["📖 Z nabídky", "✍️ Vlastní", "🗑 Zrušit některé", "⏭ Nechat, jak je to"]
    assert f"🏆 {best.name} vymýšlí pravidlo, nejdéle do" in pub.table.text
    await other.taps("▶️ Rozdat", in_group=True)
    assert other.popup == "Ještě se vymýšlí pravidlo, nejdéle tři minuty."
    await other.sends(best.buttons(":skip:")[0]["callback_data"])
    assert other.popup == "Tohle tlačítko už neplatí. Koukni na nejnovější zprávu."
    await best.taps("⏭ Nechat, jak je to")
    assert "Sedíš u stolu" in best.hand.text
    await other.taps("▶️ Rozdat", in_group=True)
    assert (await pub.night()).games == 2


async def test_n17_without_growing_rules_nobody_is_asked(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    await choose(pub, ana, STRICT, *ONE_CARD)
    await ana.taps("▶️ Rozdat", in_group=True)
    await plays_to_the_end(pub, [ana, bob], random.Random(1))
    assert (await pub.night()).tables[0].proposal is None
    assert "Sedíš u stolu" in bob.hand.text


# Making rules


async def test_n17_a_rule_of_the_catalogue_is_told_shown_and_played(pub: Pub) -> None:
    guests, best = await won(pub, "Ana", "Bob")
    await takes(best, "eso: 🎭 za úkol ve stoje pronést přípitek")
    assert "Tvoje pravidlo" in best.hand.text
    await best.taps("✓ Platí")
    assert best.popup == "Platí. Skupina už to ví."
    told = f"🏠 {best.name} má nové pravidlo – eso: 🎭 za úkol ve stoje pronést přípitek (P27)"
    assert any(told in text for text in pub.said)
    assert f"🏠 eso: 🎭 za úkol ve stoje pronést přípitek ({best.name})" in pub.table.text
    await best.says("/pravidla", in_group=False)
    assert f"🏠 eso: 🎭 za úkol ve stoje pronést přípitek ({best.name})" in best.hand.text
    await guests[0].taps("▶️ Rozdat", in_group=True)
    round_ = (await pub.night()).tables[0].round
    assert round_ is not None
    rule = round_.state.house[0]
    assert (str(rule.when), round_.players[rule.author]) == ("A*", best.id)


async def test_n17_a_composed_rule_works_in_the_next_game_and_costs_its_author_double(pub: Pub) -> None:
    guests, best = await won(pub, "Ana", "Bob", taps=(GROWING, *ONE_CARD))
    other = next(guest for guest in guests if guest is not best)
    for label in ("✍️ Vlastní", "jakákoli hodnota", "jakákoli barva", "💬 něco říct"):
        await best.taps(label)
    assert "Napiš mi sem, co má zaznít" in best.hand.text
    await best.says("Na zdraví!", in_group=False)
    assert "každá karta" in best.hand.text
    assert "· říká se „Na zdraví!“" in best.hand.text
    await best.taps("✓ Platí")
    await choose_more_cards(best)
    await other.taps("▶️ Rozdat", in_group=True)
    costs: dict[str, str] = {}
    player = Player(guests, random.Random(1), slips=0.0)  # who knows the rules of the book, but not this one
    while len(costs) < 2:
        round_ = (await pub.night()).tables[0].round
        assert round_ is not None
        assert all("💬 Na zdraví!" in labels(guest) for guest in guests)
        await player.moves(round_.state, round_.players)
        for line in "\n".join(pub.said).splitlines():
            if "mělo zaznít „Na zdraví!“" in line:
                costs[line.removeprefix("❌ ").split(":")[0]] = line.rsplit("+", 1)[1].split(" (")[0]
    assert costs == {best.name: "4 karty", other.name: "2 karty"}


async def choose_more_cards(guest: Guest) -> None:
    """Five cards each again."""
    await guest.taps("⚙️ Nastavit hru", in_group=True)
    for _ in range(4):
        await guest.taps("✋ +")
    await guest.taps("✓ Hotovo")


async def test_n17_a_rule_that_breaks_the_game_is_refused_with_the_reason(pub: Pub) -> None:
    _, best = await won(pub, "Ana", "Bob")
    for label in ("✍️ Vlastní", "jakákoli hodnota", "jakákoli barva", "🎴 ostatní lížou", "4", "✓ Platí"):
        await best.taps(label)
    assert best.popup == "Tohle by nemuselo nikdy skončit, mám to vyzkoušené na 200 hrách. Vymysli jiné."
    assert await rules_of(pub) == []
    assert "Tvoje pravidlo" in best.hand.text
    for label in (*["↩️ Zpět"] * 4, "✍️ Vlastní", "král", "❤️ červené", "🎴 další líže"):
        await best.taps(label)
    await best.says("100", in_group=False)
    assert "Karet od 1 do 8." in [message.text for message in best.phone.sees()][-2]
    await best.says("3", in_group=False)
    await best.taps("➕ A ještě něco")
    await best.taps("🔄 směr se otočí")
    await best.taps("✓ Platí")
    assert await rules_of(pub) == [("Kh", ("next draws 3", "reverse"))]


@pytest.mark.parametrize("typed, effect", [("15 ml", "15"), ("15ml", "15"), ("15", "15"), ("15 mililitrů", "15")])
async def test_n17_the_number_may_be_written_as_the_buttons_read(pub: Pub, typed: str, effect: str) -> None:
    _, best = await won(pub, "Ana", "Bob")
    for label in ("✍️ Vlastní", "král", "❤️ červené", "🥃 další pije"):
        await best.taps(label)
    for wrong in ("12,5 ml", "0.5", "2 karty", "1000 ml"):
        await best.says(wrong, in_group=False)
        assert "Celé číslo, od 1 do 100 ml." in [message.text for message in best.phone.sees()][-2]
    await best.says(typed, in_group=False)
    await best.taps("✓ Platí")
    assert await rules_of(pub) == [("Kh", (f"next drinks {effect}",))]


async def test_n17_a_rule_is_cancelled_and_another_comes_back(pub: Pub) -> None:
    guests, best = await won(pub, "Ana", "Bob")
    await best.taps("🗑 Zrušit některé")
    await best.taps(number(best, "devítka (vestavěné pravidlo)"))
    assert "Zrušit tohle pravidlo?" in best.hand.text
    await best.taps("✓ Platí")
    assert any(f"🏠 {best.name} ruší pravidlo – devítka (P27)" in text for text in pub.said)
    assert "pravidla: neplatí devítka" in pub.table.text
    await guests[0].taps("▶️ Rozdat", in_group=True)
    best = await winner(pub, guests)
    await best.taps("📖 Z nabídky")
    await best.taps(number(best, "devítka (vestavěné pravidlo)"))
    await best.taps("✓ Platí")
    assert any(f"🏠 {best.name} zavádí pravidlo – devítka (P27)" in text for text in pub.said)
    assert "neplatí devítka" not in pub.table.text


async def test_n17_a_house_rule_is_cancelled(pub: Pub) -> None:
    guests, best = await won(pub, "Ana", "Bob")
    await takes(best, "❤️ Král: další přijde o tah")
    await best.taps("✓ Platí")
    await guests[0].taps("▶️ Rozdat", in_group=True)
    best = await winner(pub, guests)
    await best.taps("🗑 Zrušit některé")
    await best.taps(number(best, "🏠 ❤️ Král: další přijde o tah"))
    await best.taps("✓ Platí")
    assert await rules_of(pub) == []
    assert any("ruší pravidlo – ❤️ Král: další přijde o tah (P27)" in text for text in pub.said)


async def test_n17_two_taps_on_done_make_one_rule(pub: Pub) -> None:
    _, best = await won(pub, "Ana", "Bob")
    await takes(best, "❤️ Král: další přijde o tah")
    data, message = best.buttons(":done:")[0]["callback_data"], best.hand
    best.phone.taps_data(data, message)
    best.phone.taps_data(data, message)
    await pub.settled()
    assert len(await rules_of(pub)) == 1


async def test_n17_a_rule_is_tried_once_however_often_done_is_tapped(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each trial takes a processor for a second."""
    bar, ana, bob, go_on, tried = Doorman(store), user(1, "Ana"), user(2, "Bob"), Event(), Semaphore(0)

    def slowly(*_: object) -> None:
        tried.release()
        go_on.wait(PATIENCE)

    monkeypatch.setattr("tgbot.service.try_out", slowly)
    await bar.seats(ana, bob)
    night = await bar.night()
    proposal = Proposal(
        person=1, game=1, since=night.opened_at, page=Page.REVIEW, rank="K", suit="*", effects=("again",)
    )
    await bar.becomes(replace(night, tables=(replace(night.tables[0], game="prsi", proposal=proposal),)))
    done = f"{night.id}:rule:1:1:done:"
    first = asyncio.create_task(bar.hears(tapped(ana, private(ana), done)))
    await asyncio.to_thread(tried.acquire)
    for _ in range(5):
        assert "právě zkouší" in (await bar.hears(tapped(ana, private(ana), done)))["text"]
    go_on.set()
    assert "zkouší" not in (await first)["text"]
    assert not tried.acquire(blocking=False)
    assert len((await bar.night()).tables[0].house) == 1


async def test_n17_old_and_forged_buttons_make_no_rule(pub: Pub) -> None:
    guests, best = await won(pub, "Ana", "Bob")
    night = await pub.night()
    forged = (
        "done:", "ready:99", "ready:-1", "ready:", "use:seven", "drop:seven", "drop:#h1", "rank:K", "suit:h",
        "effect:again", "effect:fly", "argument:2", "more:", "page:review", "page:argument", "page:nowhere",
    )  # fmt: skip
    for guest in guests:
        for step in forged:
            await guest.sends(f"{night.id}:rule:1:1:{step}")
            assert guest.popup
            assert (await pub.night()).tables == night.tables, step
    await best.taps("✍️ Vlastní")
    old = best.buttons(":rank:")[0]["callback_data"]
    await best.taps("král")
    before = (await pub.night()).tables
    await best.sends(old)
    assert best.popup == "Tohle tlačítko už neplatí. Koukni na nejnovější zprávu."
    assert (await pub.night()).tables == before


# The group's next night


async def test_n17_kept_rules_and_n16_the_chosen_game_are_there_on_the_next_night(pub: Pub) -> None:
    guests, best = await won(pub, "Ana", "Bob")
    await takes(best, "❤️ Král: další přijde o tah")
    await best.taps("✓ Platí")
    await best.taps("⚙️ Nastavit hru", in_group=True)
    await best.taps("📌 pravidla nechat i na příště: ne")
    assert "📌 pravidla nechat i na příště: ano" in labels(best)
    await ends(guests)
    await guests[0].says("/hra")
    assert "příští hra: Akční prší" in pub.table.text
    assert "vítěz určuje pravidla: ano" in pub.table.text
    assert f"🏠 ❤️ Král: další přijde o tah ({best.name})" in pub.table.text
    assert (await pub.night()).tables[0].kept


async def ends(guests: Sequence[Guest]) -> None:
    await guests[0].says("/konec")
    await guests[0].taps("Ano, končíme", in_group=True)


async def test_n17_rules_that_are_not_kept_are_gone_with_the_night(pub: Pub) -> None:
    guests, best = await won(pub, "Ana", "Bob")
    await takes(best, "❤️ Král: další přijde o tah")
    await best.taps("✓ Platí")
    await ends(guests)
    await guests[0].says("/hra")
    assert "příští hra: Akční prší" in pub.table.text
    assert "🏠" not in pub.table.text


async def test_n16_habits_move_with_the_group(pub: Pub) -> None:
    ana, _ = await pub.seat("Ana", "Bob")
    await choose(pub, ana, STRICT)
    old = pub.group.id
    ana.phone.migrates(pub.group)
    await pub.settled()
    assert await pub.bot.store.habits(old) is None
    habits = await pub.bot.store.habits(pub.group.id)
    assert habits is not None
    assert (habits.game, dict(habits.options)["prsi"]) == ("prsi", (("supervision", "strict"),))


def test_n16_habits_that_a_release_does_not_know_are_left_out() -> None:
    rule = HouseRule(id="h1", author=1, by="Ana", when="K*", effects=("again",))
    unknown = replace(rule, id="h2", effects=("fly away",))
    options = (("canasta", (("x", 1),)), ("prsi", (("growing", True),)), ("smidary", (("wings", 2),)))
    table = table_of(Habits(game="canasta", options=options, limit=1, house=(rule, unknown)))
    assert (table.game, table.limit, table.house) == ("smidary", 90, (rule,))
    assert table.options == (("prsi", (("growing", True),)),)
    night = Night(id="n", chat=-1, topic=None, title="", language="cs", opened_at=0, tables=(table,))
    assert habits_of(night).house == (rule,)


async def test_habits_that_cannot_be_read_are_none(pub: Pub, valkey: str) -> None:
    async with Connection(valkey) as connection:
        await connection.command("SET", f"group:{pub.group.id}", '{"game": "prsi", "wings": 2}')
    assert await pub.bot.store.habits(pub.group.id) is None
    (ana,) = await pub.seat("Ana")
    assert "příští hra: Smidarské prší" in pub.table.text
    await ana.taps("⚙️ Nastavit hru", in_group=True)
    await ana.taps("Akční prší")
    habits = await pub.bot.store.habits(pub.group.id)
    assert habits is not None
    assert habits.game == "prsi"


async def test_n12_nor_in_what_the_group_keeps(pub: Pub) -> None:
    guests, best = await won(pub, "Ana", "Bob")
    await takes(best, "❤️ Král: další přijde o tah")
    await best.taps("✓ Platí")
    await best.taps("⚙️ Nastavit hru", in_group=True)
    await best.taps("📌 pravidla nechat i na příště: ne")
    assert await forget(pub.bot.store, best.id)
    habits = await pub.bot.store.habits(pub.group.id)
    assert habits is not None
    assert [(rule.by, rule.author == best.id) for rule in habits.house] == [("", False)]
    other = next(guest for guest in guests if guest is not best)
    await other.says("/hra")
    assert best.name not in pub.table.text
