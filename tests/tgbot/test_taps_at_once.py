"""Two taps in the same millisecond, and whatever a whole table does at once (N8, N9, S24)."""

import asyncio
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from core.games import FIRST_GAME, GAMES
from core.ledger import Books, EntryKind, add
from core.night import Menu, Night
from core.smidary import state as smidary
from tests.pub import Pub
from tests.tgbot.tapping import ANA, BOB, CYRIL, DAN, OVER, PEOPLE, essence, press, put_back, refuses, with_debts
from tests.tgbot.updates import Doorman, Json, buttons_of, group, moves, tapped, user
from tgbot.playground.phone import CannotDo
from tgbot.store import Connection, Store, codec
from tgbot.taps import Kind, parse
from tgbot.views.registry import GAME_WORDS

pytestmark = pytest.mark.usefixtures("no_faults")


# Twice, and at once


async def at_once(bar: Doorman, *taps: tuple[Json, str]) -> list[str]:
    """Several people press in the same millisecond; their popups."""
    return await asyncio.gather(*(press(bar, person, data) for person, data in taps))


@pytest.mark.parametrize("first", ["same", "other"])
async def test_two_taps_on_deal_deal_once(bar: Doorman, first: str) -> None:
    await bar.seats(*PEOPLE)
    night = await bar.night()
    data = f"{night.id}:deal:1:0"
    popups = await at_once(bar, (ANA, data), (ANA if first == "same" else BOB, data))
    after = await bar.night()
    assert after.games == 1
    assert len(await bar.store.log(night.id)) == 1
    assert len(set(popups)) == 2


async def test_two_taps_on_join_seat_once(bar: Doorman) -> None:
    await bar.seats(ANA)
    await bar.whispers(BOB, "/start")
    data = f"{(await bar.night()).id}:join:1"
    await at_once(bar, (BOB, data), (BOB, data), (CYRIL, data), (CYRIL, data))
    after = await bar.night()
    assert after.tables[0].seats.count(2) == 1
    assert sorted(after.tables[0].seats) == [1, 2, 3]
    assert len(after.people) == 3


async def test_two_taps_on_a_card_play_one(bar: Doorman) -> None:
    await bar.deals(*PEOPLE)
    for _ in range(5):
        night = await bar.night()
        who, data = moves(night)[0]
        before = len(await bar.store.log(night.id))
        await at_once(bar, (user(who), data), (user(who), data))
        assert len(await bar.store.log(night.id)) == before + 1


@pytest.mark.parametrize(
    "first, second, drunk",
    [("oldest", "oldest", 1), ("1", "1", 1), ("all", "all", 3), ("1", "all", 3), ("all", "1", 3), ("1", "2", 2)],
)
async def test_n9_two_taps_on_drunk_settle_each_debt_once(bar: Doorman, first: str, second: str, drunk: int) -> None:
    await bar.deals(*PEOPLE)
    night = with_debts(await bar.night(), 1, 2)
    await bar.becomes(night)
    await at_once(bar, (ANA, f"{night.id}:drunk:{first}"), (ANA, f"{night.id}:drunk:{second}"))
    entries = await bar.store.entries(night.id)
    assert [entry.kind for entry in entries] == [EntryKind.DRUNK] * drunk
    assert len({entry.refers for entry in entries}) == drunk
    assert (await bar.night()).books.owed(1) == 60 - 20 * drunk
    assert (await bar.night()).books.owed(2) == 60


async def test_n8_two_people_correct_the_same_entry_once(bar: Doorman) -> None:
    await bar.deals(*PEOPLE)
    night = with_debts(await bar.night(), 1)
    await bar.becomes(night)
    popups = await at_once(bar, (BOB, f"{night.id}:fix:2"), (CYRIL, f"{night.id}:fix:2"), (BOB, f"{night.id}:fix:2"))
    assert [entry.kind for entry in await bar.store.entries(night.id)] == [EntryKind.CORRECTION]
    assert len(set(popups)) == 3


async def test_s24_hands_on_the_pile_in_the_same_millisecond_all_count(bar: Doorman) -> None:
    await bar.deals(*PEOPLE, DAN)
    night = await bar.night()
    round_ = night.tables[0].round
    assert round_ is not None
    race = replace(round_.state, phase=smidary.Phase.SLAP, turn=None, race=smidary.Race(by=0, waiting=(1, 2, 3, 0)))
    await bar.becomes(replace(night, tables=(replace(night.tables[0], round=replace(round_, state=race)),)))
    slap = f"{night.id}:act:1:1:{race.ply}:slap"
    people = [user(round_.players[seat]) for seat in (2, 0, 0, 1)]
    await at_once(bar, *((person, slap) for person in people))
    (debt,) = (await bar.night()).books.open
    assert (debt.person, debt.ml, debt.rule) == (round_.players[3], 20, "S24")
    await refuses(bar, user(round_.players[3]), slap)


async def test_two_taps_on_the_same_button_of_the_lobby_are_one(bar: Doorman) -> None:
    await bar.seats(*PEOPLE)
    night = await bar.night()
    await at_once(bar, (ANA, f"{night.id}:rest:yes"), (ANA, f"{night.id}:rest:yes"))
    ana = (await bar.night()).person(1)
    assert ana is not None
    assert ana.resting
    await bar.taps(ANA, "menu:settings")
    deal = next(b.data for b in buttons_of(await bar.night(), 1) if b.data and ":option:1:deal:" in b.data)
    await at_once(bar, (ANA, deal), (ANA, deal))
    assert dict((await bar.night()).tables[0].options)["smidary"] == (("deal", int(deal[-1])),)
    await at_once(bar, (CYRIL, f"{night.id}:leave"), (CYRIL, f"{night.id}:leave"))
    assert (await bar.night()).tables[0].seats == (1, 2)


async def test_two_people_end_the_night_once(bar: Doorman) -> None:
    await bar.deals(*PEOPLE)
    night = await bar.night()
    await bar.says(CYRIL, "/konec")
    popups = await at_once(bar, (ANA, f"{night.id}:end:yes"), (BOB, f"{night.id}:end:yes"))
    assert popups[1] == OVER
    snapshot = await bar.store.snapshot(night.id)
    assert snapshot is not None
    assert [news.kind for _, news in snapshot.news].count("NightEnded") == 1


async def test_two_processes_hear_everything_twice_and_do_it_once(bar: Doorman, store: Store) -> None:
    """Both get every tap, as when Telegram gave one up too early: whoever is later repeats the other's answer."""
    other = Doorman(store)
    await bar.deals(*PEOPLE)
    for _ in range(8):
        night = await bar.night()
        log = len(await store.log(night.id))
        rng = Random(log)
        who, data = rng.choice([move for move in moves(night) if ":play" in move[1]] or moves(night))
        raw = tapped(user(who), group(), data)
        here, there, again = await asyncio.gather(bar.hears(raw), other.hears(raw), bar.hears(raw))
        assert here == there == again
        assert len(await store.log(night.id)) == log + 1


@pytest.mark.parametrize(
    "game, menu",
    [
        *((None, menu) for menu in (None, *Menu)),
        *((FIRST_GAME, menu) for menu in Menu),
        *((game, None) for game in GAME_WORDS),
    ],
)
async def test_any_button_pressed_twice_at_once_is_pressed_once(
    bar: Doorman, connection: Connection, game: str | None, menu: Menu | None
) -> None:
    """Whatever somebody has open, between games and in one: the second of two taps changes nothing more."""
    await bar.seats(*PEOPLE)
    night = with_debts(await bar.night(), 1, 2)
    if game is not None:
        night = replace(night, tables=(replace(night.tables[0], game=game),))
        await bar.becomes(night)
        await bar.taps(ANA, "deal:1:0")
        night = await bar.night()
    people = tuple(replace(person, menu=menu) if person.id == 1 else person for person in night.people)
    night = replace(night, people=people)
    shown = [button.data for viewer in (1, night.chat) for button in buttons_of(night, viewer) if button.data]
    for data in dict.fromkeys(shown):
        if parse(data).kind in (Kind.DEAL, Kind.SPLIT):
            continue  # by lot
        once = await pressed(bar, connection, night, data)
        assert await pressed(bar, connection, night, data, data) == once, data


async def pressed(bar: Doorman, connection: Connection, night: Night, *data: str) -> str:
    """What becomes of the night when Ana presses these at once, whatever the time is."""
    await put_back(bar, connection, night)
    await at_once(bar, *((ANA, one) for one in data))
    return re.sub(r"\b1\d{12}\b", "now", codec.encode_night(essence(await bar.night())).decode())


# All of it at once


SAID = ("/hra", "/karty", "/tabule", "/pravidla", "/odejit", "/zdravi", "/pomoc", "/start", "ahoj")


@pytest.mark.parametrize("seed", [1, 2])
async def test_whatever_people_do_at_once_the_log_and_the_ledger_tell_the_whole_evening(pub: Pub, seed: int) -> None:
    """Anybody presses anything on any message, talks, blocks the bot and comes back, mostly without waiting."""
    rng = Random(seed)
    guests = [*await pub.deal("Ana", "Bob", "Cyril"), pub.guest("Dana")]
    night_id = (await pub.night()).id
    for _ in range(120):
        phone = rng.choice(guests).phone
        with suppress(CannotDo):
            what = rng.random()
            if what < 0.05:
                phone.says(rng.choice(SAID), rng.choice([pub.group, None]))
            elif what < 0.07:
                phone.blocks()
            elif what < 0.1:
                phone.starts()
            else:
                chat = rng.choice([pub.group, None, None, None])
                messages = [one for one in phone.sees(chat) if any("callback_data" in b for b in one.buttons)]
                message = (messages[-1] if rng.random() < 0.8 else rng.choice(messages)) if messages else phone.starts()
                data = [str(b["callback_data"]) for b in message.buttons if "callback_data" in b]
                phone.taps_data(rng.choice([*data, "?"]), message)
        if rng.random() < 0.2:
            await pub.settled()
    await pub.settled()
    assert {attempt.status for attempt in pub.telegram.delivery.attempts} == {200}
    assert all(tap.answer is not None for tap in pub.telegram.world.taps.values())
    loaded = await pub.bot.store.load(night_id)
    assert loaded is not None
    books = Books()
    for entry in await pub.bot.store.entries(night_id):
        books = add(books, entry)
    assert books == loaded.night.books
    round_ = loaded.night.tables[0].round
    assert round_ is None or replayed(await pub.bot.store.log(night_id), round_.number) == round_.state


def replayed(log: Iterable[str], number: int) -> object:
    """The state of a game after all that the log says of it."""
    first, *actions = [line for line in map(json.loads, log) if line["game"] == number]
    made_from = first["deal"]
    game, players = GAMES[made_from["game"]], len(made_from["players"])
    options = game.parse_options(made_from["options"])
    state, _ = game.setup(players, made_from["dealer"], options, tuple(made_from["deck"].split()))
    for line in actions:
        state, _ = game.step(state, line["seat"], game.parse_action(line["action"]))
    return state
