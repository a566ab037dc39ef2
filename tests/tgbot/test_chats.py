"""What happens to chats: topics, groups that move, and people and the bot who come and go."""

import asyncio

import pytest

from tests.pub import Guest, Pub
from tests.tgbot.test_commands import OVER, STRANGER
from tests.tgbot.updates import (
    BOT,
    GROUP,
    Doorman,
    Json,
    group,
    private,
    said,
    standing,
    update,
    user,
)
from tgbot.screens import Slot
from tgbot.store import Connection
from tgbot.store.keys import chat as chat_key
from tgbot.store.keys import keys_of
from tgbot.views import screens, texts
from tgbot.words import speak

ANA, BOB, CYRIL = user(1, "Ana"), user(2, "Bob"), user(3, "Cyril")

WHATEVER_WAS_DEALT = (":draw", ":stand", ":slap")
"""One of them answers the first question of any game: a card, an ace, the bell nine."""

pytestmark = pytest.mark.usefixtures("no_faults")


# Topics of a forum


async def test_every_topic_of_a_forum_has_its_own_night(bar: Doorman) -> None:
    forum = {**group(-1001), "type": "supergroup", "is_forum": True}
    bar.chat = forum

    async def says(person: Json, text: str, topic: int | None) -> Json:
        where: Json = {} if topic is None else {"message_thread_id": topic, "is_topic_message": True}
        return dict(await bar.hears(said(person, forum, text, **where)))

    for topic, person in ((5, ANA), (6, BOB), (None, CYRIL)):
        assert await says(person, "/hra", topic) == {}
    nights = [await bar.night(topic) for topic in (5, 6, None)]
    assert [night.topic for night in nights] == [5, 6, None]
    assert [night.tables[0].seats for night in nights] == [(1,), (2,), (3,)]
    reply = await says(ANA, "/karty", 6)
    assert (reply["text"], reply["message_thread_id"]) == (STRANGER, 6)
    assert "message_thread_id" not in await says(ANA, "/karty", None)
    # A reply in a group without topics has a thread, too.
    assert (await bar.hears(said(CYRIL, forum, "/tabule", message_thread_id=99))) == {}


# What happens to chats


async def test_a_night_is_found_in_its_group_for_as_long_as_it_lasts(bar: Doorman) -> None:
    """Who opens it claims the group for some minutes only, in case they die."""
    await bar.hears(said(ANA, group(), "/hra"))
    assert not await bar.store.is_opening(GROUP, None)


async def test_what_a_process_left_undone_that_died_at_an_opening_or_an_end_is_done_by_the_next_one(
    bar: Doorman, connection: Connection
) -> None:
    await bar.seats(ANA)
    first = (await bar.night()).id
    await connection.command("PEXPIRE", chat_key(GROUP, None), 60_000)
    await bar.says(BOB, "/hra")
    assert not await bar.store.is_opening(GROUP, None)
    await bar.says(ANA, "/konec")
    await bar.taps(ANA, "end:yes")
    await bar.store.claim_chat(GROUP, None, first)
    await bar.says(BOB, "/hra")
    night = await bar.night()
    assert night.id != first
    assert night.tables[0].seats == (BOB["id"],)


async def test_two_who_open_a_table_at_once_open_one(bar: Doorman) -> None:
    replies = await asyncio.gather(*(bar.says(person, "/hra") for person in (ANA, BOB)))
    assert replies == ["", ""], "they see the table"
    assert len((await bar.night()).tables[0].seats) == 1


async def test_channels_are_no_pubs(bar: Doorman) -> None:
    channel = group(-1009, "Zprávy", "channel")
    assert await bar.hears(standing(ANA, channel, "left", "administrator")) == {}
    for kind in ("group", "supergroup"):
        assert "Dobrý večer" in (await bar.hears(standing(ANA, group(kind=kind), "left", "member")))["text"]
    assert await bar.hears(standing(ANA, group(), "member", "administrator")) == {}
    assert await bar.hears(standing(ANA, group(), "member", "kicked")) == {}


async def test_n2_whoever_blocks_the_bot_is_missed_and_comes_back(pub: Pub) -> None:
    ana, bob = await pub.deal("Ana", "Bob")
    ana.phone.blocks()
    await pub.settled()
    person = (await pub.night()).person(ana.id)
    assert person is not None
    assert person.reachable is False
    assert any(text.startswith("📵") for text in pub.said)
    assert await plays(pub, [bob]) or (await pub.night()).tables[0].round is not None
    ana.phone.unblocks()
    await pub.settled()
    person = (await pub.night()).person(ana.id)
    assert person is not None
    assert person.reachable
    await ana.starts()
    assert ana.buttons(":act:") or "V ruce" in ana.hand.text


async def plays(pub: Pub, guests: list[Guest]) -> bool:
    """One of these does what goes whatever was dealt, if they are asked."""
    for guest in guests:
        for button in guest.buttons(":act:"):
            if button["callback_data"].endswith(WHATEVER_WAS_DEALT):
                await guest.sends(button["callback_data"])
                return True
    return False


async def test_a_bot_thrown_out_and_added_again_goes_on_with_the_game(pub: Pub) -> None:
    guests = await pub.deal("Ana", "Bob")
    before = (await pub.night()).tables[0].round
    assert before is not None
    guests[0].phone.kicks_bot(pub.group)
    await pub.settled()
    assert await plays(pub, guests), "in private it goes on"
    said = len(pub.said)
    guests[0].phone.adds_bot(pub.group)
    await pub.settled()
    assert len(pub.said) > said
    after = (await pub.night()).tables[0].round
    assert after is not None
    assert after.number == before.number
    assert "🃏" in pub.table.text
    assert await plays(pub, guests)


async def test_a_group_that_becomes_a_supergroup_in_mid_game_keeps_everything(pub: Pub) -> None:
    guests = await pub.deal("Ana", "Bob", "Cyril")
    before = await pub.night()
    assert before.tables[0].round is not None
    old_table = pub.table
    old_group = pub.group
    old = [(guest, guest.hand, guest.buttons(":act:")) for guest in guests]
    guests[0].phone.migrates(old_group)
    await pub.settled()
    after = await pub.night()
    assert after.chat == pub.group.id != before.chat
    assert after.tables[0].round == before.tables[0].round
    assert after.people == before.people
    assert "1. hra" in pub.table.text
    guest, hand, buttons = next(one for one in old if one[2])
    data = next(b["callback_data"] for b in buttons if b["callback_data"].endswith(WHATEVER_WAS_DEALT))
    await guest.sends(data, hand)
    now = (await pub.night()).tables[0].round
    assert now is not None
    assert now.state != before.tables[0].round.state
    # A slap race asks all the same until it is over.
    assert now.state.ply == before.tables[0].round.state.ply + (not data.endswith(":slap"))
    board = next(str(b["callback_data"]) for b in old_table.buttons if "join" in str(b.get("callback_data")))
    pub.telegram.world.press(guests[1].id, pub.group.id, old_table.id, board)
    await pub.settled()
    assert guests[1].popup not in ("", OVER, texts.unknown_button(speak("cs")))
    await guests[1].says("/tabule")
    assert any(text.startswith("📋") for text in pub.said)


async def test_a_migration_told_twice_moves_the_night_once(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    before = await bar.night()
    for _ in range(2):
        await bar.hears(said(ANA, group(), None, migrate_to_chat_id=-1000000004001))
    await bar.hears(said(ANA, group(-1000000004001), None, migrate_from_chat_id=GROUP))
    assert await bar.store.night_of_chat(GROUP, None) is None
    bar.chat = group(-1000000004001, kind="supergroup")
    after = await bar.night()
    assert (after.chat, after.posted) == (-1000000004001, before.posted + 1)
    assert after.tables == before.tables


async def test_blocked_is_noted_in_every_night_also_beside_a_damaged_one(bar: Doorman) -> None:
    here, there = bar, Doorman(bar.store, chat=group(-4002))
    await here.seats(ANA, BOB)
    await there.seats(ANA, BOB)
    damaged = (await here.night()).id
    await bar.store._connection.command("HSET", keys_of(damaged).night, "state", "{")
    await bar.hears(standing(ANA, private(ANA), "member", "kicked"))
    ana = (await there.night()).person(1)
    assert ana is not None
    assert ana.reachable is False
    assert await here.says(ANA, "/hra") != ""
    assert await here.says(ANA, "/hra") == ""


async def test_updates_of_other_kinds_about_members_are_passed_over(bar: Doorman) -> None:
    assert await bar.hears(update("chat_member", {"chat": group(), "from": ANA, "date": 1})) == {}


# Two groups at once


async def test_whoever_plays_in_two_groups_reads_on_each_hand_which_it_is(bar: Doorman) -> None:
    there = Doorman(bar.store, chat=group(-4002, title="U Tygra"))
    for pub in (bar, there):
        await pub.deals(ANA, BOB)
    for pub, title in ((bar, "U Kalicha"), (there, "U Tygra")):
        shown = screens(await pub.night(), BOT)
        assert [title in shown[Slot(person["id"], "hand")].text for person in (ANA, BOB)] == [True, True]


# Leaving the Telegram group


async def test_who_leaves_the_group_leaves_its_table_and_comes_back_with_one_tap(pub: Pub) -> None:
    ana, bob, _ = await pub.seat("Ana", "Bob", "Cyril")
    bob.phone.leaves(pub.group)
    await pub.settled()
    assert bob.id not in (await pub.night()).tables[0].seats
    assert any("Bob jde domů" in text for text in pub.said)
    bob.phone.joins(pub.group)
    await bob.taps("➕ Přidat se", in_group=True)
    assert bob.id in (await pub.night()).tables[0].seats
    await ana.taps("▶️ Rozdat", in_group=True)
    ana.phone.leaves(pub.group)
    await pub.settled()
    night = await pub.night()
    assert night.tables[0].round is not None
    assert night.people[0].leaving
