"""Updates that come again, meet a store that is away, or break us: each is done once, and nobody waits for nothing."""

import asyncio
import logging

import pytest

from core.night import Night
from tests.tgbot.updates import (
    GROUP,
    Doorman,
    Json,
    buttons_of,
    group,
    private,
    said,
    tapped,
    user,
)
from tests.tgbot.wire import Moody, Wire
from tgbot.store import Connection, Store, Unavailable
from tgbot.store.keys import keys_of
from tgbot.views import texts
from tgbot.words import speak

ANA, BOB, CYRIL = user(1, "Ana"), user(2, "Bob", "en"), user(3, "Cyril")


async def round_of(bar: Doorman) -> tuple[Night, Json, str]:
    """The night, who is on turn, and the data of a button of theirs that draws a card."""
    night = await bar.night()
    round_ = night.tables[0].round
    assert round_ is not None
    person = round_.players[round_.state.turn]
    data = next(b.data for b in buttons_of(night, person) if b.data and b.data.endswith(":draw"))
    return night, next(one for one in (ANA, BOB, CYRIL) if one["id"] == person), data


# Twice and thrice


async def test_a_tap_delivered_three_times_is_done_once_and_answered_the_same(wire: Wire) -> None:
    await wire.bar.deals(ANA, BOB, CYRIL)
    night, person, data = await round_of(wire.bar)
    raw = tapped(person, group(), data)
    answers = [await wire.posts(raw) for _ in range(3)]
    assert [answer.status for answer in answers] == [200] * 3
    assert len({answer.body for answer in answers}) == 1
    assert answers[0].reply["callback_query_id"] == raw["callback_query"]["id"]
    assert answers[0].reply["text"]
    assert len(await wire.bar.store.log(night.id)) == 2


async def test_an_update_is_known_again_for_as_long_as_telegram_repeats_it(
    bar: Doorman, connection: Connection
) -> None:
    """A tap for minutes, anything else for a day."""
    await bar.seats(ANA)
    night = await bar.night()
    lives = []
    for raw in (
        tapped(BOB, bar.chat, f"{night.id}:join:1"),
        said(BOB, bar.chat, "/odejit"),
        said(ANA, bar.chat, "/hra"),
    ):
        await bar.hears(raw)
        lives.append(await connection.command("TTL", keys_of(night.id).answer_to(str(raw["update_id"]))))
    assert 0 < lives[0] <= 600
    assert min(lives[1:]) > 24 * 3600


async def test_a_tap_delivered_three_times_at_once_is_done_once(wire: Wire) -> None:
    await wire.bar.deals(ANA, BOB, CYRIL)
    night, person, data = await round_of(wire.bar)
    raw = tapped(person, group(), data)
    answers = await asyncio.gather(*(wire.posts(raw) for _ in range(3)))
    assert len({answer.body for answer in answers}) == 1
    assert len(await wire.bar.store.log(night.id)) == 2


async def test_an_opening_delivered_three_times_opens_one_night(wire: Wire) -> None:
    raw = said(ANA, group(), "/hra")
    assert [(await wire.posts(raw)).body for _ in range(3)] == [b"", b"", b""]
    night = await wire.bar.night()
    assert (night.posted, night.tables[0].seats) == (0, (1,))


# When Redis is away


async def test_without_redis_an_update_comes_again_later_and_is_done_once(wire: Wire, moody: Moody) -> None:
    await wire.bar.deals(ANA, BOB, CYRIL)
    night, person, data = await round_of(wire.bar)
    raw = tapped(person, group(), data)

    def away() -> None:
        raise Unavailable("gone for a beer")

    moody.on_load = away
    for _ in range(2):
        answer = await wire.posts(raw)
        assert answer.status == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert b"beer" not in answer.body
    moody.on_load = lambda: None
    assert (await wire.posts(raw)).reply["text"]
    assert len(await wire.bar.store.log(night.id)) == 2


async def test_a_commit_whose_reply_was_lost_is_not_done_again(wire: Wire, moody: Moody) -> None:
    await wire.bar.deals(ANA, BOB, CYRIL)
    night, person, data = await round_of(wire.bar)
    raw = tapped(person, group(), data)

    def lost() -> None:
        moody.after_commit = lambda: None
        raise Unavailable("the reply was lost")

    moody.after_commit = lost
    assert (await wire.posts(raw)).status == 503
    assert (await wire.posts(raw)).reply["text"]
    assert len(await wire.bar.store.log(night.id)) == 2


async def test_a_night_opened_by_a_process_that_died_then_is_its_openers_too(wire: Wire, moody: Moody) -> None:
    """Whatever was cut off after the commit is made up for when the update comes again."""
    raw = said(ANA, group(), "/hra")

    def lost() -> None:
        moody.after_commit = lambda: None
        raise Unavailable("the process died")

    moody.after_commit = lost
    assert (await wire.posts(raw)).status == 503
    assert (await wire.posts(raw)).status == 200
    await wire.bar.whispers(ANA, "/start")
    assert await wire.bar.whispers(ANA, "/karty") == ""
    assert (await wire.bar.night()).person(1) is not None


async def test_a_night_whose_end_was_cut_off_lets_its_group_go(wire: Wire, moody: Moody) -> None:
    """Ending and releasing the chat are two steps; between them the process may die."""
    bar = wire.bar
    await bar.deals(ANA, BOB)
    ended = (await bar.night()).id
    await bar.says(BOB, "/konec")
    yes = tapped(ANA, group(), f"{ended}:end:yes")

    def lost() -> None:
        moody.after_commit = lambda: None
        raise Unavailable("the process died")

    moody.after_commit = lost
    assert (await wire.posts(yes)).status == 503
    assert (await wire.posts(yes)).status == 200
    assert await bar.says(BOB, "/hra") == ""
    night = await bar.night()
    assert night.id != ended
    assert not night.ended_at
    assert [person.id for person in night.people] == [2]


async def test_a_redis_that_nobody_can_reach_is_no_fault_of_the_update(caplog: pytest.LogCaptureFixture) -> None:
    async with Connection("redis://127.0.0.1:1/0") as nowhere:
        bar = Doorman(Store(nowhere))
        for raw in (said(ANA, group(), "/hra"), said(ANA, private(ANA), "/start"), tapped(ANA, group(), "a:join:1")):
            with pytest.raises(Unavailable):
                await bar.hears(raw)
    assert not caplog.records


async def test_a_race_lost_again_and_again_is_given_back(wire: Wire, moody: Moody) -> None:
    await wire.bar.deals(ANA, BOB, CYRIL)
    _, person, data = await round_of(wire.bar)
    moody.loses_every_race = True
    assert (await wire.posts(tapped(person, group(), data))).status == 503


# When something breaks


async def test_a_fault_is_said_in_the_persons_language_and_the_next_update_is_heard(
    wire: Wire, moody: Moody, caplog: pytest.LogCaptureFixture
) -> None:
    await wire.bar.deals(ANA, BOB, CYRIL)
    night, person, data = await round_of(wire.bar)

    def breaks() -> None:
        raise RuntimeError("7h 8l Kb")

    moody.on_load = breaks
    czech = (await wire.posts(tapped(ANA, group(), data))).reply
    english = (await wire.posts(tapped(BOB, group(), data))).reply
    assert czech["text"] == texts.sorry(speak("cs"))
    assert english["text"] == texts.sorry(speak("en"))
    said_in_group = (await wire.posts(said(BOB, group(), "/karty"))).reply
    assert (said_in_group["chat_id"], said_in_group["text"]) == (GROUP, english["text"])
    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) == 3
    moody.on_load = lambda: None
    assert (await wire.posts(tapped(person, group(), data))).reply["text"]
    assert len(await wire.bar.store.log(night.id)) == 2
