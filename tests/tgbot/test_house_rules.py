"""Rules that winners make on their phones, votes on deeds, what a group keeps for its next night (N16, N17, P27)."""

import asyncio
import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from threading import Event, Semaphore

import pytest

from core.archive import faults, record_of
from core.house import Fault
from core.night import News, Night, deadline
from core.night import intents as want
from core.night.forget import without_person
from core.night.habits import Habits, habits_of, table_of
from core.night.house import MOST_RULES, TIME_TO_CHOOSE, try_out
from core.night.intents import Making
from core.night.rules import HouseRule, Page, Proposal
from core.record import parse, write
from core.record_replay import replay
from tests.core.nights import Evening
from tests.core.prsi_table import ANA, BOB, CYR, REST, house, position
from tests.pub import Guest, Pub
from tests.tgbot.phones import Phones
from tests.tgbot.test_akcni_evening import Player, choose, labels, plays_to_the_end
from tests.tgbot.updates import Doorman, private, tapped, user
from tgbot.own_data import forget
from tgbot.store import Connection, Store
from tgbot.store.codec import decode_habits, decode_night, encode_habits, encode_night
from tgbot.views import announcement

STRICT, GROWING = "chyby: stojí karty", "vítěz určuje pravidla: ne"
ONE_CARD = tuple(f"karet do ruky: {n}" for n in (5, 6, 7, 8))
"""From five cards each to one, past none: games are short."""


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
    await best.taps("📖 Z nabídky")
    await best.taps("eso: 🎭 ve stoje pronést přípitek")
    assert "Tvoje pravidlo" in best.hand.text
    await best.taps("✓ Platí")
    assert best.popup == "Platí. Skupina už to ví."
    told = f"🏠 {best.name} má nové pravidlo — eso: 🎭 ve stoje pronést přípitek (P27)"
    assert any(told in text for text in pub.said)
    assert f"🏠 eso: 🎭 ve stoje pronést přípitek ({best.name})" in pub.table.text
    await best.says("/pravidla", in_group=False)
    assert f"🏠 eso: 🎭 ve stoje pronést přípitek ({best.name})" in best.hand.text
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
    assert "· řekni „Na zdraví!“" in best.hand.text
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
    for n in (1, 2, 3, 4):
        await guest.taps(f"karet do ruky: {n}")
    await guest.taps("✓ Hotovo")


async def test_n17_a_rule_that_breaks_the_game_is_refused_with_the_reason(pub: Pub) -> None:
    _, best = await won(pub, "Ana", "Bob")
    for label in ("✍️ Vlastní", "jakákoli hodnota", "jakákoli barva", "🎴 ostatní lížou", "4", "✓ Platí"):
        await best.taps(label)
    assert best.popup == "Tohle by nemuselo nikdy skončit, mám to vyzkoušené na 200 hrách. Vymysli jiné."
    assert await rules_of(pub) == []
    assert "Tvoje pravidlo" in best.hand.text
    await best.taps("↩️ Zpět")
    for label in ("✍️ Vlastní", "král", "❤️ červené", "🎴 další líže"):
        await best.taps(label)
    await best.says("100", in_group=False)
    assert "Karet od 1 do 8." in [message.text for message in best.phone.sees()][-2]
    await best.says("3", in_group=False)
    await best.taps("➕ A ještě něco")
    await best.taps("🔄 směr se otočí")
    await best.taps("✓ Platí")
    assert await rules_of(pub) == [("Kh", ("next draws 3", "reverse"))]


async def test_n17_a_rule_is_cancelled_and_another_comes_back(pub: Pub) -> None:
    guests, best = await won(pub, "Ana", "Bob")
    await best.taps("🗑 Zrušit některé")
    await best.taps("devítka")
    assert "Zrušit tohle pravidlo?" in best.hand.text
    await best.taps("✓ Platí")
    assert any(f"🏠 {best.name} ruší pravidlo — devítka (P27)" in text for text in pub.said)
    assert "pravidla: bez: devítka" in pub.table.text
    await guests[0].taps("▶️ Rozdat", in_group=True)
    best = await winner(pub, guests)
    await best.taps("📖 Z nabídky")
    await best.taps("➕ devítka")
    await best.taps("✓ Platí")
    assert any(f"🏠 {best.name} zavádí pravidlo — devítka (P27)" in text for text in pub.said)
    assert "bez: devítka" not in pub.table.text


async def test_n17_a_house_rule_is_cancelled(pub: Pub) -> None:
    guests, best = await won(pub, "Ana", "Bob")
    for label in ("📖 Z nabídky", "❤️ Král: další přijde o tah", "✓ Platí"):
        await best.taps(label)
    await guests[0].taps("▶️ Rozdat", in_group=True)
    best = await winner(pub, guests)
    for label in ("🗑 Zrušit některé", "🏠 ❤️ Král: další přijde o tah", "✓ Platí"):
        await best.taps(label)
    assert await rules_of(pub) == []
    assert any("ruší pravidlo — ❤️ Král: další přijde o tah (P27)" in text for text in pub.said)


async def test_n17_two_taps_on_done_make_one_rule(pub: Pub) -> None:
    _, best = await won(pub, "Ana", "Bob")
    for label in ("📖 Z nabídky", "❤️ Král: další přijde o tah"):
        await best.taps(label)
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
        go_on.wait(60)

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
    for label in ("📖 Z nabídky", "❤️ Král: další přijde o tah", "✓ Platí"):
        await best.taps(label)
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
    for label in ("📖 Z nabídky", "❤️ Král: další přijde o tah", "✓ Platí"):
        await best.taps(label)
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


def test_all_of_it_is_stored_and_read_again() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    rule = HouseRule(id="h1", author=1, by="Ana", when="K*", effects=("say Na zdraví!", "next draws 1"))
    proposal = Proposal(
        person=1, game=1, since=5, page=Page.ARGUMENT, rank="K", effects=("again",), kind="say", target="#h1"
    )
    at_table = replace(phones.night.tables[0], house=(rule,), proposal=proposal, cut="h", kept=True, out_of_turn=True)
    night = replace(phones.night, tables=(at_table,))
    assert night.tables[0].round is not None
    assert night.tables[0].round.vote is not None
    assert decode_night(encode_night(night)) == night
    assert decode_habits(encode_habits(habits_of(night))) == habits_of(night)


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


# Time


def asked(page: Page = Page.START, rules: tuple[HouseRule, ...] = ()) -> Evening:
    """An evening on which Ana has won and is asked for a rule."""
    evening = Evening("Ana", "Bob", "Cyr", game="prsi", options={"growing": True, "supervision": "strict"})
    proposal = Proposal(person=1, game=0, since=evening.now, page=page)
    evening.night = replace(evening.night, tables=(replace(evening.table, proposal=proposal, house=rules),))
    return evening


def make(verb: Making, argument: str = "", *effects: str, fault: Fault | None = None) -> want.MakeRule:
    return want.MakeRule(person=1, table=1, game=0, verb=verb, argument=argument, effects=effects, fault=fault)


def test_n17_after_three_minutes_nobody_waits_any_more() -> None:
    evening = asked()
    assert deadline(evening.night) == evening.table.proposal.since + TIME_TO_CHOOSE  # type: ignore[union-attr]
    assert evening.declines(want.Deal(person=2, table=1, after=0)) == "rule-pending"
    evening.passes(179)
    assert evening.table.proposal is not None
    evening.passes(2)
    assert evening.table.proposal is None
    assert evening.declines(make(Making.SKIP)) == "old-button"
    evening.deals("Bob")


def test_n17_after_an_outage_the_winner_has_the_three_minutes_again() -> None:
    evening = asked()
    evening.now += 400_000
    evening.wants(want.Tick())
    assert evening.table.proposal is not None
    assert evening.table.proposal.since == evening.now
    evening.passes(181)
    assert evening.table.proposal is None


def test_n17_a_winner_who_leaves_is_not_waited_for() -> None:
    for leaves in (Evening.leaves, Evening.is_unwell):
        evening = asked()
        leaves(evening, "Ana")
        assert evening.table.proposal is None
        evening.deals("Bob")


def test_another_game_does_not_wait_for_a_rule() -> None:
    evening = asked()
    evening.wants(want.PickGame(person=2, table=1, game="shithead"))
    evening.deals("Bob")
    assert evening.round.game == "shithead"


# What is no rule


@pytest.mark.parametrize(
    "kind, argument, reason",
    [
        ("say", "", "no-words"),
        ("say", "  \n ", "no-words"),
        ("say", "x" * 37, "words-too-long"),
        ("say", "žluťoučký kůň úpěl ďábelské ódy a kdesi cosi", "words-too-long"),
        ("do", "x" * 61, "deed-too-long"),
        ("do", "tabs\tare fine", None),
        ("do", "\u202eturned", "no-words"),
        ("next draws", "0", "not-so-many"),
        ("next draws", "9", "not-so-many"),
        ("next draws", "-1", "not-so-many"),
        ("next draws", "٣", "not-so-many"),
        ("next draws", "two", "not-so-many"),
        ("next draws", "9" * 400, "not-so-many"),
        ("all drink", "101", "not-so-much"),
        ("all drink", "0", "not-so-much"),
        ("all drink", "100", None),
        ("say", "Na zdraví!", None),
    ],
)
def test_n17_a_wrong_number_or_text_has_its_reason(kind: str, argument: str, reason: str | None) -> None:
    evening = asked(page=Page.EFFECT)
    evening.wants(make(Making.EFFECT, kind))
    step = make(Making.ARGUMENT, argument)
    if reason is None:
        evening.wants(step)
        assert evening.table.proposal is not None
        assert evening.table.proposal.page is Page.REVIEW
    else:
        before = evening.night
        assert evening.declines(step) == reason
        assert evening.night == before


@pytest.mark.parametrize(
    "fault, reason",
    [
        (Fault.NEVER_ENDS, "rule-never-ends"),
        (Fault.CARDS_LOST, "rule-loses-cards"),
        (Fault.NOBODY_TO_ACT, "rule-stops"),
    ],
)
def test_n17_what_a_trial_finds_keeps_a_rule_out(fault: Fault, reason: str) -> None:
    evening = asked(page=Page.CATALOGUE)
    evening.wants(make(Making.READY, "K*", "again"))
    assert evening.declines(make(Making.DONE, fault=fault)) == reason
    evening.wants(make(Making.DONE))
    assert [rule.effects for rule in evening.table.house] == [("again",)]


def test_n17_a_trial_is_of_all_rules_together() -> None:
    harmless = HouseRule(id="h1", author=1, by="Ana", when="K*", effects=("again",))
    endless = replace(harmless, id="h2", when="**", effects=("all others draw 4",))
    for rules, fault in (((harmless,), None), ((endless,), Fault.NEVER_ENDS)):
        evening = asked(page=Page.CATALOGUE, rules=rules)
        evening.wants(make(Making.READY, "9h", "reverse"))
        assert try_out(evening.night, make(Making.DONE), 1) is fault
        assert try_out(evening.night, make(Making.SKIP), 1) is None
        assert try_out(evening.night, replace(make(Making.DONE), person=2), 1) is None


def test_p27_only_so_many_house_rules_find_room() -> None:
    one = HouseRule(id="h1", author=1, by="Ana", when="K*", effects=("again",))
    rules = tuple(replace(one, id=f"h{number}") for number in range(1, MOST_RULES + 1))
    evening = asked(rules=rules)
    assert evening.declines(make(Making.PAGE, "rank")) == "old-button"
    evening.wants(make(Making.PAGE, "cancel"))
    evening.wants(make(Making.DROP, "#h3"))
    evening.wants(make(Making.DONE))
    assert len(evening.table.house) == MOST_RULES - 1
    assert evening.told("RuleDropped") == [{"person": 1, "when": "K*", "effects": ("again",)}]


def test_n20_the_line_of_a_deal_has_the_house_rules_and_the_cut() -> None:
    rule = HouseRule(id="h1", author=2, by="Bob", when="K*", effects=("say Na zdraví!",))
    evening = asked(rules=(rule,))
    evening.wants(make(Making.SKIP))
    evening.wants(want.SetOption(person=1, table=1, option="action_suit", setting="cut"))
    evening.deals("Ana")
    deal = json.loads(evening.log[-1])["deal"]
    assert deal["house"] == [{"id": "h1", "author": 2, "when": "K*", "effect": ["say Na zdraví!"]}]
    assert deal["cut"] in "hlba"
    assert "cut" not in deal["options"]


def test_p27_a_game_with_house_rules_is_replayed_from_its_record() -> None:
    rule = HouseRule(id="h1", author=2, by="Bob", when="9*", effects=("reverse", "next draws 1"))
    evening = asked(rules=(rule,))
    evening.wants(make(Making.SKIP))
    evening.wants(want.SetOption(person=1, table=1, option="action_suit", setting="cut"))
    evening.deals("Ana")
    evening.plays_to_the_end()
    record = record_of(evening.log, 1, {1: "Ana", 2: "Bob", 3: "Cyr"}, "one")
    assert record is not None
    assert record.house[0]["author"] == "Bob"
    again = parse(write(record))
    assert faults(again) == ()
    *_, last = replay(again)
    assert isinstance(last["state"], dict)
    assert last["state"]["phase"] == "over"


def test_n12_whoever_is_forgotten_leaves_rules_behind_but_no_name() -> None:
    rule = HouseRule(id="h1", author=2, by="Bob", when="9*", effects=("again",))
    evening = asked(rules=(rule, replace(rule, id="h2", author=3, by="Cyr")))
    night = without_person(evening.night, 2, 1 << 52)
    assert [(one.author, one.by) for one in night.tables[0].house] == [(1 << 52, ""), (3, "Cyr")]


async def test_n12_nor_in_what_the_group_keeps(pub: Pub) -> None:
    guests, best = await won(pub, "Ana", "Bob")
    for label in ("📖 Z nabídky", "❤️ Král: další přijde o tah", "✓ Platí"):
        await best.taps(label)
    await best.taps("⚙️ Nastavit hru", in_group=True)
    await best.taps("📌 pravidla nechat i na příště: ne")
    assert await forget(pub.bot.store, best.id)
    habits = await pub.bot.store.habits(pub.group.id)
    assert habits is not None
    assert [(rule.by, rule.author == best.id) for rule in habits.house] == [("", False)]
    other = next(guest for guest in guests if guest is not best)
    await other.says("/hra")
    assert best.name not in pub.table.text


def test_growing_off_house_rules_rest() -> None:
    rule = HouseRule(id="h1", author=2, by="Bob", when="K*", effects=("again",))
    evening = asked(rules=(rule,))
    evening.wants(make(Making.SKIP))
    evening.wants(want.SetOption(person=1, table=1, option="growing", setting=False))
    evening.deals("Ana")
    assert evening.round.state.house == ()
    assert evening.table.house == (rule,)


# The cut


def test_p13_whoever_sits_on_the_dealers_right_cuts() -> None:
    phones = Phones(position("8h 8a", "9h 9b", "Ta 8l", pile="7h", draw=REST))
    lobby = replace(phones.night.tables[0], round=None, dealer=2, options=(("prsi", (("action_suit", "cut"),)),))
    phones.night = replace(phones.night, tables=(lobby,))
    assert "✂️ Akční barvu snímá Ana, nebo náhoda." in phones.group
    assert "Sejmi akční barvu" in phones.hand(ANA).text
    assert "Sejmi" not in phones.hand(BOB).text + phones.hand(CYR).text
    cut = phones.button(ANA, "🌰")
    phones.presses(BOB, cut)
    assert phones.popup == "Tohle tlačítko už neplatí. Koukni na nejnovější zprávu."
    phones.presses(ANA, cut)
    assert phones.popup == "✂️ Akční barva je sejmutá: 🌰"
    assert "✂️ Akční barva je sejmutá: 🌰" in phones.group
    phones.taps(BOB, "▶️ Rozdat")
    assert "akční barva 🌰" in phones.group
    assert phones.round.state.action_suit == "a"
    assert phones.night.tables[0].cut is None


def test_p01_in_a_big_round_everybody_gets_as_many_cards_as_there_are() -> None:
    evening = Evening("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab", game="prsi")
    evening.deals("Ana")
    assert {len(hand) for hand in evening.round.state.hands} == {4}
    assert evening.table.options == ()


def test_p13_nobody_waits_for_the_cut() -> None:
    suits = set()
    for seed in range(12):
        evening = Evening("Ana", "Bob", game="prsi", seed=seed, options={"action_suit": "cut"})
        evening.deals("Ana")
        suits.add(evening.round.state.action_suit)
    assert len(suits) > 1


# Votes


DEED = ("9*", "do zatleskej", "Ana")


def table(players: int) -> Phones:
    hands = ("9h 8h 8a 7a", "Tb 9b 7b", "Tl 8l 7l", "Ta Ua Ub")[:players]
    return Phones(position(*hands, pile="7h", draw=REST, rules=house(DEED)))


def test_p28_a_majority_of_the_others_makes_it_a_breach_which_costs_the_author_double() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    assert phones.said == "⚖️ Bob žaluje: <b>Ana</b> prý vynechává „zatleskej“. Ostatní hlasují u stolu. (P28)"
    assert phones.group_labels[:2] == ["👎 Nesplněno (1)", "👍 Splněno (0)"]
    phones.taps(ANA, "👍 Splněno (0)", in_group=True)
    assert phones.popup == "O sobě se nehlasuje. (P28)"
    phones.taps(CYR, "👎 Nesplněno (1)", in_group=True)
    assert phones.said == "❌ <b>Ana</b>: „zatleskej“ se nekonalo. +4 karty (P28)"
    assert phones.round.vote is None
    assert "🚨 Ana: nesplněno" not in phones.group_labels


def test_p28_without_a_majority_within_a_minute_it_is_done() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    phones.taps(CYR, "👍 Splněno (0)", in_group=True)
    phones.passes(59)
    assert phones.round.vote is not None
    phones.passes(2)
    assert phones.said == "⚖️ Stůl rozhoduje 1 : 1, <b>Ana</b> má „zatleskej“ splněno. (P28)"
    assert "🚨 Ana: nesplněno" not in phones.group_labels
    phones.presses(CYR, f"{phones.night.id}:act:1:1:0:breach 0")
    assert phones.popup == "Stůl už rozhodl, že je to splněné. (P28)"
    assert phones.cards(ANA) == 3


def test_p28_a_card_that_is_taken_back_opens_no_new_vote() -> None:
    phones = table(3)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    phones.taps(CYR, "👍 Splněno (0)", in_group=True)
    phones.taps(CYR, "🎴 Líznout 1")
    phones.taps(ANA, "🌰 8")
    assert "🌰 8 sem nepatří" in phones.said
    assert "🚨 Ana: nesplněno" not in phones.group_labels


def test_p28_half_of_the_others_is_enough_to_acquit() -> None:
    phones = table(3)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    phones.taps(CYR, "👍 Splněno (0)", in_group=True)
    assert phones.said == "⚖️ Stůl rozhoduje 1 : 1, <b>Ana</b> má „zatleskej“ splněno. (P28)"


def test_p28_with_two_the_other_one_is_the_majority() -> None:
    phones = table(2)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    assert phones.said == "❌ <b>Ana</b>: „zatleskej“ se nekonalo. +4 karty (P28)"


def test_p28_nobody_breaks_a_deed_alone_by_a_forged_action_and_nobody_accuses_themselves() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    before = phones.cards(ANA)
    phones.acts(BOB, "breach 0")
    assert phones.cards(ANA) == before
    assert phones.round.vote is not None
    phones.acts(CYR, "breach 0")
    assert phones.popup == "Nejdřív se dohlasuje, nejdéle minutu. (P28)"
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(ANA, "🚨 Ana: nesplněno", in_group=True)
    assert phones.round.vote is None
    assert phones.popup


def test_p28_the_accused_waits_for_the_vote_before_the_next_card_and_then_it_is_over() -> None:
    phones = table(3)
    phones.taps(ANA, "❤️ 9")
    phones.taps(CYR, "🎴 Líznout 1")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    assert phones.round.state.turn == ANA
    phones.taps(ANA, "❤️ 8")
    assert phones.popup == "Nejdřív se dohlasuje, nejdéle minutu. (P28)"
    phones.passes(61)
    phones.taps(ANA, "❤️ 8")
    assert phones.popup.endswith("❤️ 8.")
    assert "🚨 Ana: nesplněno" not in phones.group_labels


def test_p28_who_is_unwell_is_voted_on_no_more() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    phones.acts(ANA, "collapse")
    assert phones.round.vote is None


def test_after_an_outage_a_vote_has_its_minute_again() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    phones.passes(500)
    assert phones.round.vote is not None
    phones.passes(61)
    assert phones.round.vote is None


def test_n19_the_rules_with_all_that_a_house_can_have_fit_one_message() -> None:
    effects = ("do " + "ř" * 60, "say " + "x" * 36, "all drink 100")
    rule = HouseRule(id="h1", author=1, by="Ana", when="K*", effects=effects)
    many = tuple(replace(rule, id=f"h{number}") for number in range(1, MOST_RULES + 1))
    phones = Phones(position("8h 8a", "9h 9b", pile="7h", draw=REST))
    options = (("prsi", (("growing", True), ("open", 3))),)
    full = replace(phones.night.tables[0], options=options, house=many)
    told = announcement(replace(phones.night, tables=(full,)), [News(kind="Rules")], "bot")
    assert told is not None
    assert "(Ana)" in told.text
    assert "<b>P4</b>" in told.text
    assert len(unescape(re.sub("<[^>]*>", "", told.text))) < 4096
