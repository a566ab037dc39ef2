"""Commands and links: everywhere they can be said, by everybody, at every time."""

import asyncio
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.games import FIRST_GAME
from core.night import Decline, Declined, Menu, News, Night, Table, step
from core.night import intents as want
from tests.tgbot.updates import (
    BOT,
    GROUP,
    Doorman,
    Json,
    buttons_of,
    group,
    private,
    tapped,
    user,
)
from tgbot.playground.html import parse_html
from tgbot.spelling import ALIASES, COMMANDS, OTHER_NAMES
from tgbot.store import Connection, Store
from tgbot.store.keys import keys_of
from tgbot.views import announcement, frame, screens, texts
from tgbot.views.answers import declined
from tgbot.views.board import board
from tgbot.words import speak

ANA, BOB, CYRIL = user(1, "Ana"), user(2, "Bob"), user(3, "Cyril")
EVE = user(9, "Eve")
"""Somebody who sits nowhere."""
ABROAD = user(1, "Ana", "en")

HELP = texts.help_text(speak("cs"))
HELLO = texts.hello(speak("cs"), BOT)
NO_NIGHT = texts.no_night(speak("cs"))
NOT_SEATED = texts.at_no_table(speak("cs"))
OVER = texts.night_over(speak("cs"))
NOBODYS = Night(id="n", chat=GROUP, topic=None, title="", language="cs", opened_at=0)
STRANGER = declined(frame(NOBODYS, "cs", BOT), want.ShowHand(person=9), Declined(Decline.STRANGER)).text


pytestmark = pytest.mark.usefixtures("no_faults")


async def news_of(bar: Doorman) -> list[str]:
    """What the group is about to be told."""
    snapshot = await bar.store.snapshot((await bar.night()).id)
    assert snapshot is not None
    return [news.kind for _, news in snapshot.news]


def called(night: Night, person: int) -> int:
    """How often somebody's own screen was sent because they asked for it."""
    somebody = night.person(person)
    assert somebody is not None
    return somebody.called


# Without a night


@pytest.mark.parametrize(
    "command, in_group, in_private",
    [
        ("/start", HELP, HELLO),
        ("/karty", NO_NIGHT, NOT_SEATED),
        ("/tabule", NO_NIGHT, NOT_SEATED),
        ("/pravidla", "Smidarské prší", "Smidarské prší"),
        ("/odejit", NO_NIGHT, NOT_SEATED),
        ("/zdravi", NO_NIGHT, NOT_SEATED),
        ("/konec", NO_NIGHT, NOT_SEATED),
        ("/pomoc", HELP, HELP),
    ],
)
async def test_without_a_night_every_command_says_what_to_do(
    bar: Doorman, command: str, in_group: str, in_private: str
) -> None:
    assert in_group in await bar.says(ANA, command)
    assert in_private in await bar.whispers(ANA, command)
    assert await bar.store.night_of_chat(GROUP, None) is None


async def test_hra_opens_a_table_in_the_group_and_not_in_private(bar: Doorman) -> None:
    assert await bar.whispers(ANA, "/hra") == NOT_SEATED
    assert await bar.says(ANA, "/hra") == ""
    assert (await bar.night()).tables[0].seats == (1,)


# In a game


async def test_hra_in_a_game_posts_the_table_again_for_anybody(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    before = await bar.night()
    assert "posílám ho sem dolů" in await bar.says(EVE, "/hra")
    after = await bar.night()
    assert (after.posted, after.tables, after.people) == (before.posted + 1, before.tables, before.people)


@pytest.mark.parametrize("command", ["/start", "/hra", "/karty"])
async def test_in_private_the_hand_comes_again(bar: Doorman, command: str) -> None:
    await bar.deals(ANA, BOB)
    before = called(await bar.night(), 1)
    assert await bar.whispers(ANA, command) == ""
    assert called(await bar.night(), 1) == before + 1


async def test_karty_in_the_group_sends_the_hand_in_private(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    before = called(await bar.night(), 1)
    assert await bar.says(ANA, "/karty") == ""
    assert called(await bar.night(), 1) == before + 1
    assert await bar.says(EVE, "/karty") == STRANGER


@pytest.mark.parametrize("command", ["/karty", "/zdravi"])
async def test_whoever_cannot_be_written_to_is_shown_the_way(bar: Doorman, command: str) -> None:
    await bar.seats(ANA)
    await bar.hears(tapped(CYRIL, group(), f"{(await bar.night()).id}:join:1"))
    assert f"https://t.me/{BOT}?start=hand-{(await bar.night()).id}" in await bar.says(CYRIL, command)
    await bar.whispers(CYRIL, "/start")
    assert await bar.says(CYRIL, command) == ""


async def test_the_settings_lead_whoever_has_no_private_chat_there(bar: Doorman) -> None:
    await bar.seats(ANA)
    night = (await bar.night()).id
    await bar.hears(tapped(CYRIL, group(), f"{night}:join:1"))
    reply = await bar.hears(tapped(CYRIL, group(), f"{night}:menu:settings"))
    assert reply["url"] == f"https://t.me/{BOT}?start=hand-{night}"
    assert reply["text"] == "Napřed ťukni na 🃏 Moje karty a pak na Start."
    reply = await bar.hears(tapped(ANA, group(), f"{night}:menu:settings"))
    assert "url" not in reply


async def test_n12_tabule_tells_the_group_or_whoever_asks_in_private(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    assert await bar.says(EVE, "/tabule") == ""
    assert await news_of(bar) == ["Board"]
    assert "<b>Ana</b>" in await bar.whispers(ANA, "/tabule")
    assert await bar.whispers(EVE, "/tabule") == NOT_SEATED


async def test_n19_pravidla_tells_the_rules_of_the_game(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    assert await bar.says(EVE, "/pravidla") == ""
    assert await news_of(bar) == ["Rules"]
    for person in (ANA, EVE):
        assert "<b>S3</b>" in await bar.whispers(person, "/pravidla")


async def test_n3_odejit_in_a_game_counts_after_it_and_can_be_taken_back(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    for leaving in (True, False, True):
        told = await bar.whispers(ANA, "/odejit")
        assert told
        ana = (await bar.night()).person(1)
        assert ana is not None
        assert ana.leaving == leaving
    assert await bar.says(EVE, "/odejit") == STRANGER


async def test_n3_whoever_has_left_is_told_so_whatever_they_ask_for(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    assert await bar.whispers(ANA, "/odejit") not in ("", STRANGER)
    before = await bar.night()
    for command in ("/start", "/hra", "/karty", "/zdravi", "/odejit"):
        assert await bar.whispers(ANA, command) == STRANGER, command
    for command in ("/karty", "/zdravi", "/odejit"):
        assert await bar.says(ANA, command) == STRANGER, command
    assert await bar.night() == before
    assert await bar.whispers(ANA, "/tabule") == STRANGER


async def test_n3_zdravi_asks_in_private_and_lets_go_at_once(bar: Doorman) -> None:
    await bar.deals(ANA, BOB, CYRIL)
    assert await bar.says(ANA, "/zdravi") == ""
    night = await bar.night()
    ana = night.person(1)
    assert ana is not None
    assert ana.menu is Menu.UNWELL
    yes = next(button for button in buttons_of(night, 1) if button.data and ":unwell" in button.data)
    assert yes.data is not None
    await bar.hears(tapped(ANA, private(ANA), yes.data))
    assert (await bar.night()).table_of(1) is None or 1 not in (await bar.night()).tables[0].seats
    assert await bar.says(EVE, "/zdravi") == STRANGER


async def test_the_id_of_a_night_that_is_gone_is_never_used_again(bar: Doorman, connection: Connection) -> None:
    """Nobody ended it, and after three months it was forgotten: its links and buttons are still in the chat."""
    await bar.seats(ANA, BOB)
    old = (await bar.night()).id
    await connection.command("DEL", *vars(keys_of(old)).values())
    assert await bar.says(ANA, "/hra") == ""
    new = (await bar.night()).id
    assert new != old
    await bar.hears(tapped(EVE, bar.chat, f"{old}:join:1"))
    assert (await bar.night()).table_of(EVE["id"]) is None


async def test_a_night_whose_opening_died_is_opened_under_the_same_id(bar: Doorman, store: Store) -> None:
    await store.claim_to_open(bar.chat["id"], None, "abcdefghij")
    await bar.says(ANA, "/hra")
    assert (await bar.night()).id == "abcdefghij"
    assert not await store.is_opening(bar.chat["id"], None)


async def test_konec_asks_the_group_first(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    assert await bar.says(EVE, "/konec") == STRANGER
    assert await bar.whispers(ANA, "/konec") not in ("", STRANGER)
    night = await bar.night()
    assert (night.ending, night.ended_at) == (1, 0)
    await bar.taps(BOB, "end:no")
    assert (await bar.night()).ending is None
    assert await bar.says(ANA, "/konec") == ""
    await bar.taps(BOB, "end:yes")
    assert await bar.store.night_of_chat(GROUP, None) is None
    for command in ("/karty", "/odejit", "/konec"):
        assert await bar.says(ANA, command) == NO_NIGHT
        assert await bar.whispers(ANA, command) == NOT_SEATED
    assert await bar.says(BOB, "/hra") == ""
    assert (await bar.night()).tables[0].seats == (2,)


async def test_everybody_is_helped(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    for person in (ANA, EVE):
        for command in ("/pomoc", "/start"):
            assert await bar.says(person, command) == HELP
        assert await bar.whispers(person, "/pomoc") == HELP


@pytest.mark.parametrize("when", ["before", "in a game"])
@pytest.mark.parametrize(
    "text, meant",
    [("/tabulka", "/tabule"), ("/Pravidlo", "/pravidla"), ("/konecc", "/konec"), ("/weather", None), ("/ban", None)],
)
async def test_the_group_is_helped_with_a_misspelt_command_and_not_with_another_bots(
    bar: Doorman, when: str, text: str, meant: str | None
) -> None:
    if when == "in a game":
        await bar.deals(ANA, BOB)
    assert await bar.says(ANA, text) == (f"🤔 Nemyslíš {meant}?" if meant else "")


@pytest.mark.parametrize("name, command", sorted(OTHER_NAMES.items()))
async def test_what_people_try_first_is_another_name_of_a_command(bar: Doorman, name: str, command: str) -> None:
    await bar.seats(ANA, BOB)
    for tell in (bar.says, bar.whispers):
        assert await tell(ANA, f"/{name}") == await tell(ANA, f"/{command}")


@pytest.mark.parametrize("text, meant", [("/dobrou", "/odejit"), ("/dobrou_noc", "/odejit"), ("/ukoncit", "/konec")])
async def test_what_others_would_feel_is_offered_in_the_group_and_in_private(
    bar: Doorman, text: str, meant: str
) -> None:
    await bar.seats(ANA, BOB)
    before = (await bar.night()).tables
    assert await bar.says(ANA, text) == await bar.whispers(ANA, text) == f"🤔 Nemyslíš {meant}?"
    assert (await bar.night()).tables == before


async def test_the_board_of_the_last_evening_is_shown_until_the_next_one(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    await bar.says(ANA, "/konec")
    await bar.taps(ANA, "end:yes")
    for who in (ANA, BOB):
        told = await bar.says(who, "/tabule")
        assert told.startswith("🏅")
        assert told.endswith("Tenhle večer už skončil. Další otevře /hra.")
    assert await bar.says(EVE, "/tabule") == NO_NIGHT
    assert await bar.says(ANA, "/odejit") == NO_NIGHT
    await bar.says(ANA, "/hra")
    assert await bar.says(BOB, "/tabule") == ""


# In English


@pytest.mark.parametrize("alias, command", sorted(ALIASES.items()))
@pytest.mark.parametrize("place", ["group", "private"])
@pytest.mark.parametrize("when", ["before", "in a game"])
async def test_an_english_alias_does_what_the_czech_command_does(
    store: Store, alias: str, command: str, place: str, when: str
) -> None:
    told, nights = [], []
    for number, name in enumerate((alias, command)):
        bar = Doorman(store, chat=group(GROUP - number))
        if when == "in a game":
            await bar.deals(ABROAD, BOB)
        told.append(await (bar.says if place == "group" else bar.whispers)(ABROAD, f"/{name}"))
        night_id = await store.night_of_chat(bar.chat["id"], None)
        nights.append(await bar.night() if night_id else None)
        if night_id:
            told[-1] = told[-1].replace(night_id, "NIGHT")
    assert told[0] == told[1]
    if nights[0] is None or nights[1] is None:
        assert nights == [None, None]
    else:
        assert nights[0].people == nights[1].people
        assert (nights[0].posted, nights[0].ending) == (nights[1].posted, nights[1].ending)


def test_every_command_has_an_english_name() -> None:
    assert {"start", *ALIASES.values()} == set(COMMANDS)


# Whatever is said


def test_any_words_after_a_command_or_in_private_are_answered(valkey: str) -> None:
    """No words are a fault, and none that are not meant to be change a night."""
    numbers = st.one_of(st.integers(0, 10**30).map(str), st.sampled_from(["0,7", "1e999", "٤٠", "9" * 400, "-1"]))
    bottles = st.lists(st.one_of(numbers, st.sampled_from(["rum", "<b>", "ml", "l", "%", "×2", "{name}", "hand-x"])))
    words = st.one_of(st.text(max_size=60), bottles.map(" ".join))
    names = st.one_of(st.just(""), st.sampled_from(sorted(set(COMMANDS) - {"konec"})).map("/{} ".format), st.just("/"))

    with asyncio.Runner() as runner:
        connection = Connection(valkey)
        bar = Doorman(Store(connection))

        async def begin() -> None:
            await connection.everywhere("FLUSHALL")
            await bar.deals(ANA, BOB)

        async def say(person: Json, text: str) -> None:
            before = await bar.night()
            await bar.says(person, text)
            assert await bar.whispers(person, text) or text.startswith("/") or person == ANA
            after = await bar.night()
            assert buttons_of(after)
            played, playing = after.tables[0].round, before.tables[0].round
            assert played is not None
            assert playing is not None
            assert (played.state, after.books) == (playing.state, before.books)

        @settings(max_examples=100, suppress_health_check=list(HealthCheck))
        @given(name=names, said=words, person=st.sampled_from([ANA, EVE]))
        def check(name: str, said: str, person: Json) -> None:
            runner.run(say(person, (name + said).strip() or "?"))

        runner.run(begin())
        check()
        runner.run(connection.close())


# Links


async def test_the_link_to_the_hand_seats_newcomers_and_shows_others_their_hand(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    night = (await bar.night()).id
    before = called(await bar.night(), 1)
    assert await bar.whispers(ANA, f"/start hand-{night}") == ""
    assert called(await bar.night(), 1) == before + 1
    assert await bar.whispers(EVE, f"/start hand-{night}") == ""
    after = await bar.night()
    assert after.tables[0].queue == (9,)
    eve = after.person(9)
    assert eve is not None
    assert eve.reachable
    assert await bar.whispers(EVE, "/karty") == ""


async def test_the_link_to_the_rules_shows_them_to_anybody(bar: Doorman) -> None:
    await bar.seats(ANA)
    night = (await bar.night()).id
    assert "<b>S3</b>" in await bar.whispers(EVE, f"/start rules-{night}")
    assert (await bar.night()).person(9) is None


async def test_links_to_a_night_that_is_over_say_so(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    night = (await bar.night()).id
    await bar.says(ANA, "/konec")
    await bar.taps(ANA, "end:yes")
    for person in (ANA, EVE):
        assert await bar.whispers(person, f"/start hand-{night}") == OVER
        assert "<b>S3</b>" in await bar.whispers(person, f"/start rules-{night}")
    assert (await bar.store.person(9)).nights == {}


@pytest.mark.parametrize(
    "payload", ["hand-", "hand-nosuchnight", "rules-nosuchnight", "hand-ŘÍZEK", "hand-{p1}", "hand-a-b", "hand -x"]
)
async def test_a_link_to_no_night_says_so(bar: Doorman, payload: str) -> None:
    told = await bar.whispers(ANA, f"/start {payload}")
    assert told in (OVER, HELLO)
    assert await bar.whispers(ANA, "/start") != ""


# A crowd


@pytest.mark.parametrize("in_game", [False, True])
def test_n1_a_crowd_at_the_table_still_fits_into_telegrams_messages(in_game: bool) -> None:
    """Everybody of a large group taps Join: the table and the board can still be shown."""
    night, rng = (
        replace(NOBODYS, id="abcdefghij", title="&" * 128, tables=(Table(id=1, game=FIRST_GAME),)),
        Random(1),
    )
    for number in range(1, 201):
        night = step(
            night, want.Join(person=number, name=f"&&&&&&&&&&&&&&&& {number}", reachable=number < 12), 0, rng
        ).night
        if in_game and number == 7:
            night = step(night, want.Deal(person=1, table=1, after=0), 0, rng).night
    for slot, screen in screens(night, BOT).items():
        assert read(screen.text) < 4096, slot
    told = announcement(night, [News(kind="Board")], BOT)
    assert told is not None
    assert 500 < read(told.text) < 4096
    assert read(board(frame(night, "cs", BOT))) < 4096


def read(text: str) -> int:
    """Its length as Telegram counts: without the tags."""
    return len(parse_html(text)[0])
