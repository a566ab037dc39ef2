"""Nights in topics that go, and groups where the bot gets its voice back: what the service makes of it."""

from dataclasses import replace

import pytest
from telegram import ChatMemberRestricted

from tests.tgbot.updates import GROUP, Doorman, Json, group, said, standing, user
from tgbot.store import Store

ANA = user(1, "Ana")
RIGHTS = [name for name in ChatMemberRestricted.__slots__ if name.startswith("can_")]


@pytest.fixture
def doorman(store: Store) -> Doorman:
    return Doorman(store)


async def opened_in_topic(doorman: Doorman, topic: int) -> str:
    await doorman.hears(said(ANA, doorman.chat, "/hra", message_thread_id=topic, is_topic_message=True))
    return (await doorman.night(topic)).id


def muted(update: Json) -> Json:
    """The update with all that Telegram says of a restricted member."""
    change = update["my_chat_member"]
    for member in (change["old_chat_member"], change["new_chat_member"]):
        if member["status"] == "restricted":
            member |= {"is_member": True, **dict.fromkeys(RIGHTS, False)}
    return update


async def test_a_night_whose_topic_is_gone_goes_on_outside_of_topics(doorman: Doorman) -> None:
    night = await opened_in_topic(doorman, 7)
    for _ in range(2):
        await doorman.chats.leave_topic(night)
    now = await doorman.night()
    assert (now.id, now.topic) == (night, None)
    assert await doorman.store.night_of_chat(GROUP, 7) is None
    await doorman.says(ANA, "/hra")
    assert (await doorman.night()).id == night


async def test_a_night_stays_where_it_is_when_another_one_is_outside_of_topics(doorman: Doorman) -> None:
    await doorman.says(ANA, "/hra")
    outside = await doorman.night()
    night = await opened_in_topic(doorman, 7)
    await doorman.chats.leave_topic(night)
    assert await doorman.night(7) == replace(await doorman.night(7), id=night, topic=7)
    assert await doorman.night() == outside
    assert outside.id != night


async def test_the_bots_voice_comes_back(doorman: Doorman) -> None:
    await doorman.says(ANA, "/hra")
    night = await doorman.night()
    await doorman.hears(muted(standing(ANA, group(), "member", "restricted")))
    assert doorman.freed == []
    reply = await doorman.hears(muted(standing(ANA, group(), "restricted", "member")))
    assert doorman.freed == [(night.id, GROUP)]
    assert reply == {}
    await doorman.hears(muted(standing(ANA, group(-4999), "restricted", "member")))
    assert len(doorman.freed) == 1


async def test_nights_in_topics_hear_of_it_too(doorman: Doorman) -> None:
    nights = {await opened_in_topic(doorman, topic) for topic in (7, 8)}
    await doorman.hears(muted(standing(ANA, group(), "restricted", "member")))
    assert sorted(doorman.freed) == sorted((night, GROUP) for night in nights)
    before = [(await doorman.night(topic)).posted for topic in (7, 8)]
    await doorman.hears(standing(ANA, group(), "left", "member"))
    assert [(await doorman.night(topic)).posted for topic in (7, 8)] == [posted + 1 for posted in before]
