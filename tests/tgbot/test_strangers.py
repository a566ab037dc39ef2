"""Who is not at the table and not in its group: whatever they send, nothing happens there and nothing is told."""

from dataclasses import replace
from typing import Any

import pytest

from core.ledger import Books, Drink, Entry, EntryKind, add
from core.night import Decline, Declined, Night
from core.night import intents as want
from core.night.values import Dispute
from tests.tgbot.updates import BOT, Doorman, Json, group, private, said, tapped, user
from tgbot.taps import Kind
from tgbot.views import frame, texts
from tgbot.views.answers import declined
from tgbot.views.disputes import not_an_admin
from tgbot.words import speak

ANA, BOB = user(1, "Ana"), user(2, "Bob")
EVE = user(8, "Eve")
"""A complete stranger, with the night's id from somewhere."""
LEA = user(9, "Lea")
"""Somebody who sat there, and is not in the group any more."""
ELSEWHERE = {"private": None, "another group": group(-4002, "Jinde"), "inline": None}
BUTTONS: dict[Kind, tuple[str, ...]] = {
    Kind.ACT: ("1:1:0:draw", "1:1:0:slap", "1:1:0:collapse"),
    Kind.JOIN: ("1",),
    Kind.DEAL: ("1:0", "1:1"),
    Kind.PICK: ("1:shithead",),
    Kind.OPTION: ("1:deal:7",),
    Kind.PRESET: ("1:shithead:0",),
    Kind.SWITCH: ("1:seven:no",),
    Kind.MIND: ("1:yes",),
    Kind.KEEP: ("1:yes",),
    Kind.CUT: ("1:0:h",),
    Kind.RULE: ("1:1:skip:-",),
    Kind.VOTE: ("1:1:0:yes",),
    Kind.LIMIT: ("1:120",),
    Kind.SLAP_LIMIT: ("1:30",),
    Kind.MENU: ("", "settings", "correct", "stock", "group", "language", "bot", "pause", "drink", "unwell", "split"),
    Kind.MARK: ("7h:yes",),
    Kind.DRUNK: ("oldest", "all", "1"),
    Kind.ROUND: ("3",),
    Kind.FIX: ("1", "2", "2:all"),
    Kind.CHOICE: ("1:1:rum",),
    Kind.STOCK: ("add:0", "bottles:rum:2", "dose:rum:4"),
    Kind.DRINK: ("rum",),
    Kind.CARE: ("alcohol", "soft"),
    Kind.OWN_LIMIT: ("3",),
    Kind.BOTTLE: ("rum",),
    Kind.WAIVE: ("1",),
    Kind.CUSTOM: ("1:clean_names:yes",),
    Kind.DRY: ("play", "end"),
    Kind.LANGUAGE: ("group:en",),
    Kind.ALLOW: ("yes",),
    Kind.SPLIT: ("lot", "tally", "two", "one", "join"),
    Kind.SWAP: ("1",),
    Kind.PAUSE: ("1:yes",),
    Kind.BREAK: ("",),
    Kind.SEATED: ("yes",),
    Kind.BOT: ("add:1:easy:0", "off:1"),
    Kind.REST: ("yes",),
    Kind.LEAVE: ("",),
    Kind.UNWELL: ("",),
    Kind.ANSWER: ("1:0",),
    Kind.RULING: ("1", "2"),
    Kind.BOARD: ("",),
    Kind.END: ("yes", "no"),
}
OF_NO_NIGHT = (Kind.FORGET,)
"""About nobody but whoever presses them."""


def test_there_is_a_button_of_every_kind() -> None:
    assert {*BUTTONS, *OF_NO_NIGHT} == set(Kind)


async def lively(bar: Doorman, running: bool) -> Night:
    """A night that Lea has left with the group, where everything could happen."""
    await bar.seats(ANA, BOB, LEA)
    await bar.hears(said(BOB, bar.chat, None, left_chat_member=LEA))
    if running:
        await bar.taps(ANA, "deal:1:0")
    night, books = await bar.night(), Books()
    for number, person in enumerate((LEA["id"], ANA["id"]), 1):
        books = add(
            books, Entry(number=number, kind=EntryKind.ASSIGNED, person=person, ml=20, rule="S13", game=1, at=number)
        )
    books = add(books, Entry(number=3, kind=EntryKind.ROUND, person=ANA["id"], ml=0, rule="N14", game=1, at=3))
    answers = ("Ano", "Ne")
    votes = tuple((one["id"], 0) for one in (ANA, BOB, LEA))
    disputes = (
        Dispute(number=1, question="Platí to?", answers=answers, closes_at=2**50),
        Dispute(number=2, question="A tohle?", answers=answers, closes_at=2**50, votes=votes, closed=True),
    )
    stock = (Drink(name="rum", ml=500, abv=400),)
    night = replace(night, books=books, disputes=disputes, stock=stock, ending=ANA["id"], dry_at=night.opened_at)
    await bar.becomes(night)
    return await bar.night()


def in_vain(night: Night) -> set[str]:
    """Words that tell nothing of a night: you do not sit here; that counts no more; for administrators only."""
    words, seen = speak("cs"), frame(night, "cs", BOT)
    stranger = declined(seen, want.ShowHand(person=8), Declined(Decline.STRANGER)).text
    return {stranger, texts.old_button(words), texts.admins_only(words), not_an_admin(words)}


async def everything(bar: Doorman, night: Night) -> tuple[Any, ...]:
    """All that anybody could change or post."""
    seen = await bar.store.snapshot(night.id)
    assert seen is not None
    kept = (await bar.store.habits(night.chat), await bar.store.rulings(night.chat))
    return (seen.night, seen.version, seen.news, await bar.store.entries(night.id), await bar.store.log(night.id), kept)


@pytest.mark.parametrize("running", [True, False], ids=["in a game", "between games"])
@pytest.mark.parametrize("where", ELSEWHERE)
@pytest.mark.parametrize("who", [EVE, LEA], ids=["stranger", "leaver"])
async def test_no_button_of_a_night_does_or_tells_anything_elsewhere(
    bar: Doorman, who: Json, where: str, running: bool
) -> None:
    night = await lively(bar, running)
    before, known = await everything(bar, night), await bar.store.person(who["id"])
    chat = ELSEWHERE[where] or private(who)
    fields: Json = {"message": None, "inline_message_id": "AAAA"} if where == "inline" else {}
    for kind, variants in BUTTONS.items():
        if kind is Kind.DRUNK and (who, where) == (LEA, "private"):
            continue  # what they owe
        for rest in variants:
            data = ":".join(filter(None, (night.id, kind, rest)))
            reply = await bar.hears(tapped(who, chat, data, **fields))
            assert reply["method"] == "answerCallbackQuery", data
            assert reply["text"] in in_vain(night), data
            assert await everything(bar, night) == before, data
    after = await bar.store.person(who["id"])
    assert (after.nights.keys(), after.care) == (known.nights.keys(), known.care)


@pytest.mark.parametrize("running", [True, False], ids=["in a game", "between games"])
async def test_n09_who_has_left_says_in_private_what_they_have_drunk(bar: Doorman, running: bool) -> None:
    night = await lively(bar, running)
    assert night.books.owed(LEA["id"])
    data = f"{night.id}:{Kind.DRUNK}:all"
    assert (await bar.hears(tapped(LEA, private(LEA), data)))["text"].startswith("Zapsáno")
    after = await bar.night()
    assert not after.books.owed(LEA["id"])
    assert (after.tables, after.people) == (night.tables, night.people)


@pytest.mark.parametrize("who", [EVE, LEA], ids=["stranger", "leaver"])
async def test_nothing_written_in_private_does_or_tells_anything(bar: Doorman, who: Json) -> None:
    night = await lively(bar, running=True)
    before = await everything(bar, night)
    commands = ("/spor Kup si levné pilulky | ano | ne", "/tabule", "/pravidla", "/konec", "/odejit", "/karty", "/hra")
    others = (
        "/zasoby slivovice 0.7 52",
        "/zdravi",
        "/piju",
        "/pauza",
        "/hrac",
        "/nastaveni",
        "slivovice 0.7 52",
        "ahoj",
    )
    for words in (*commands, *others):
        told = await bar.whispers(who, words)
        assert "Ana" not in told, words
        assert "Platí to?" not in told, words
        assert await everything(bar, night) == before, words


async def test_whoever_is_removed_may_finish_the_game_but_asks_the_group_nothing(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    await bar.hears(said(BOB, bar.chat, None, left_chat_member=ANA))
    await bar.whispers(ANA, "/spor Kup si levné pilulky | ano | ne")
    assert not (await bar.night()).disputes


async def test_in_the_nights_own_chat_anybody_may_look_and_join(bar: Doorman) -> None:
    night = await lively(bar, running=False)
    for rest in ("board", "join:1"):
        assert await bar.taps(EVE, rest) not in in_vain(night)
    assert (await bar.night()).table_of(EVE["id"]) is not None
    assert [*(await bar.store.person(EVE["id"])).nights] == [night.id]
