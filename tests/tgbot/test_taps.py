"""Taps that should change nothing: old ones, other people's, forged ones, twice, at once, too late."""

import asyncio
import json
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.games import FIRST_GAME, GAMES
from core.ledger import Books, Entry, EntryKind, add
from core.night import Decline, Declined, Menu, Night
from core.night.intents import ShowHand
from core.night.play import is_timeless
from core.smidary import state as smidary
from tests.pub import Pub
from tests.tgbot.updates import BOT, Doorman, Json, buttons_of, group, moves, private, tapped, user
from tgbot.playground.phone import CannotDo
from tgbot.store import Commit, Connection, Store, codec
from tgbot.taps import Kind, parse
from tgbot.views import frame, texts
from tgbot.views.answers import declined
from tgbot.views.registry import GAME_WORDS
from tgbot.words import speak

ANA, BOB, CYRIL, DAN = user(1, "Ana"), user(2, "Bob", "en"), user(3, "Cyril", None), user(4, "Dan", "de")
PEOPLE = (ANA, BOB, CYRIL)
OVER = texts.night_over(speak("en"))
EVE = user(9, "Eve", "en")
"""Somebody who sits nowhere."""


@pytest.fixture
def bar(store: Store) -> Doorman:
    """A bot that hears updates."""
    return Doorman(store)


@pytest.fixture(autouse=True)
def _no_faults(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No tap whatsoever is a fault."""
    yield
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def essence(night: Night) -> Night:
    """The night without what everybody may change for themselves: what is open on their screen, being here again."""
    own = [replace(person, called=0, menu=None, menu_on="", missed=0) for person in night.people]
    return replace(night, people=tuple(own), posted=0)


async def press(bar: Doorman, person: Json, data: str, **fields: object) -> str:
    """A tap with this data; the popup, which every tap gets."""
    reply = await bar.hears(tapped(person, group(), data, **fields))
    assert reply["method"] == "answerCallbackQuery"
    text = str(reply.get("text", ""))
    assert len(text) <= 200
    return text


async def refuses(bar: Doorman, person: Json, data: str, **fields: object) -> str:
    """A tap that changes nothing and is told why; the popup."""
    before = essence(await bar.night())
    text = await press(bar, person, data, **fields)
    assert essence(await bar.night()) == before, data
    assert text, f"{data} is not told why"
    assert in_language(text, str(person.get("language_code", "cs"))), text
    return text


CZECH = re.compile("[ěščřžýáíéúůťďňĚŠČŘŽÝÁÍÉÚŮŤĎŇ]")
ENGLISH = re.compile(r"\b(the|you|your|this|not|is|it)\b", re.IGNORECASE)


def in_language(text: str, language: str) -> bool:
    """Whether a popup is in somebody's language; who speaks neither is spoken to in Czech, as the bot is set."""
    return not CZECH.search(text) if language == "en" else not ENGLISH.search(text)


async def play_on(bar: Doorman, rng: Random) -> bool:
    """One sensible move by whoever is asked; whether the game goes on."""
    possible = moves(await bar.night())
    who, data = rng.choice([move for move in possible if ":play" in move[1] or ":ready" in move[1]] or possible)
    await press(bar, user(who), data)
    return (await bar.night()).tables[0].round is not None


async def choose(bar: Doorman, person: Json, kind: Kind, *wanted: str) -> None:
    """Tap through the settings until the lobby has this game or option."""
    await bar.taps(person, "menu:settings")
    for _ in range(12):
        offers = [parse(b.data) for b in buttons_of(await bar.night(), person["id"]) if b.data]
        offer = next(o for o in offers if o.kind is kind and (kind is not Kind.PICK or o.arguments[1:] == wanted))
        for one in offers:
            if one.kind is kind and one.arguments[1] == wanted[0]:
                offer = one
        await press(bar, person, offer.data)
        if offer.arguments[1:] == wanted:
            return
    raise AssertionError(f"the lobby does not offer {wanted}")


async def everything_shown(bar: Doorman) -> set[tuple[int, str]]:
    """All buttons that stand on screens now, with who sees them; those of the group are seen by everybody."""
    night = await bar.night()
    own = {(person.id, b.data) for person in night.people for b in buttons_of(night, person.id) if b.data}
    table = {(person.id, b.data) for person in night.people for b in buttons_of(night, night.chat) if b.data}
    return own | table


# Old buttons


@pytest.mark.parametrize("game", GAME_WORDS)
async def test_buttons_of_all_past_messages_change_nothing_in_a_game_and_after_it(bar: Doorman, game: str) -> None:
    rng = Random(5)
    await bar.seats(*PEOPLE)
    if (await bar.night()).tables[0].game != game:
        await choose(bar, ANA, Kind.PICK, game)
    await bar.taps(ANA, "deal:1:0")
    past: set[tuple[int, str]] = set()
    for move in range(24):
        past |= await everything_shown(bar)
        if move == 9:
            await old_ones_are_refused(bar, past)
        assert await play_on(bar, rng)
    for person in (ANA, BOB):
        await bar.taps(person, "unwell")
    assert (await bar.night()).tables[0].round is None
    await old_ones_are_refused(bar, past)


async def old_ones_are_refused(bar: Doorman, past: set[tuple[int, str]]) -> None:
    """All buttons that are not on any screen now are pressed by those who have seen them."""
    old = past - await everything_shown(bar)
    assert len(old) > 20
    for who, data in sorted(old):
        await refuses_or_repeats(bar, who, data)


async def refuses_or_repeats(bar: Doorman, who: int, data: str) -> None:
    """A button that is not for this person now is refused; one that closes or opens a menu may do that again."""
    night = await bar.night()
    opened_meanwhile = data in {button.data for button in buttons_of(night, who)}
    is_own_move = night.tables[0].round is not None and (who, data) in moves(night)
    # Some words can be said whatever the table was asked since (S10, P25).
    verb = data.rpartition(":")[2].split(" ")[0]
    is_said_at_any_time = parse(data).kind is Kind.ACT and any(is_timeless(game, verb) for game in GAMES.values())
    if opened_meanwhile or is_own_move or is_said_at_any_time or await is_own_debt(bar, who, data):
        return
    person = next(person for person in (*PEOPLE, DAN) if person["id"] == who)
    before = essence(await bar.night())
    text = await press(bar, person, data)
    assert essence(await bar.night()) == before, data
    assert text or parse(data).kind is Kind.MENU, data


async def is_own_debt(bar: Doorman, who: int, data: str) -> bool:
    """Whether the button settles what this person still owes, which it does from any message (N9)."""
    tap, owed = parse(data), (await bar.night()).books.debts(who)
    return tap.kind is Kind.DRUNK and any(tap.arguments[0] in (str(debt.number), "all", "oldest") for debt in owed)


async def test_no_button_of_a_night_does_anything_after_its_end(bar: Doorman) -> None:
    await bar.deals(*PEOPLE)
    shown = await everything_shown(bar)
    night = await bar.night()
    await bar.taps(ANA, "unwell")
    await bar.whispers(ANA, "/start")
    await bar.says(BOB, "/konec")
    await press(bar, BOB, f"{night.id}:end:yes")
    loaded = await bar.store.load(night.id)
    assert loaded is not None
    assert loaded.night.ended_at
    for who, data in sorted(shown):
        for person in (user(who, language="en"), EVE):
            assert await press(bar, person, data) == OVER
    after = await bar.store.load(night.id)
    assert after is not None
    assert after.night == loaded.night


# Other people's buttons


@pytest.mark.parametrize("game", GAME_WORDS)
async def test_nobody_plays_with_other_peoples_buttons(bar: Doorman, game: str) -> None:
    rng = Random(11)
    await bar.seats(*PEOPLE)
    await bar.whispers(DAN, "/start")
    if (await bar.night()).tables[0].game != game:
        await choose(bar, ANA, Kind.PICK, game)
    await bar.taps(ANA, "deal:1:0")
    await bar.taps(DAN, "join:1")  # waits for the next game
    for move in range(13):
        if move % 6 == 0:
            await everybody_presses_everything(bar)
        if not await play_on(bar, rng):
            break


async def everybody_presses_everything(bar: Doorman) -> None:
    """Every button of one person's screen, pressed by all others who do not have it."""
    shown = await everything_shown(bar)
    for person in (*PEOPLE, DAN, EVE):
        mine = {data for who, data in shown if who == person["id"]}
        for data in sorted({data for _, data in shown} - mine):
            if parse(data).kind in (Kind.JOIN, Kind.BOARD):
                continue  # open to whoever stands at the table
            await refuses_or_repeats(bar, person["id"], data) if person is not EVE else await refuses(bar, EVE, data)


async def test_s3_other_peoples_cards_and_other_tables_cannot_be_played(bar: Doorman) -> None:
    await bar.deals(*PEOPLE)
    night = await bar.night()
    round_ = night.tables[0].round
    assert round_ is not None
    on_turn = GAMES[round_.game].actors(round_.state)[0]
    person = next(person for person in PEOPLE if person["id"] == round_.players[on_turn])
    for seat, hand in enumerate(round_.state.hands):
        if seat != on_turn:
            for card in hand:
                await refuses(bar, person, f"{night.id}:act:1:1:0:play {card}")
    for table, game, ply in ((2, 1, 0), (1, 2, 0), (1, 0, 0), (1, 1, 1), (0, 0, 0), (1, 1, 10**15)):
        await refuses(bar, person, f"{night.id}:act:{table}:{game}:{ply}:draw")


async def test_a_tap_from_one_group_changes_nothing_in_another(bar: Doorman, store: Store) -> None:
    other = Doorman(store, chat=group(-4002, "Jinde"))
    await bar.deals(*PEOPLE)
    await other.deals(BOB, CYRIL)
    before = essence(await other.night())
    here = (await bar.night()).id
    there = (await other.night()).id
    for who, data in sorted(await everything_shown(bar)):
        if who == ANA["id"] and parse(data).kind not in (Kind.JOIN, Kind.BOARD):
            await press(bar, ANA, data.replace(here, there))
    assert essence(await other.night()) == before


# Forged data


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """For tests that hypothesis runs many times: they cannot be coroutines."""
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def mid_game(loop: asyncio.AbstractEventLoop, valkey: str) -> Iterator[tuple[Doorman, Connection, Night]]:
    """A bot, the way to its store, and a game in which some moves are old."""

    async def begin() -> Night:
        await connection.everywhere("FLUSHALL")
        await bar.deals(*PEOPLE)
        rng = Random(3)
        for _ in range(6):
            await play_on(bar, rng)
        night = with_debts(await bar.night(), 1, 2)
        await bar.becomes(night)
        return night

    connection = Connection(valkey)
    bar = Doorman(Store(connection))
    yield bar, connection, loop.run_until_complete(begin())
    loop.run_until_complete(connection.close())


FORGED = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
)
WORDS = (
    *("draw", "drink", "stand", "challenge", "admit", "show", "slap", "timeout", "doubt", "call", "collapse"),
    *("ready", "pickup", "name", "mark", "settings", "unwell", "correct", "yes", "no", "oldest", "all"),
    *("smidary", "prsi", "shithead", "deal", "six", "cheating", "false_call", "rum"),
)
numbers = st.one_of(st.integers(-3, 60).map(str), st.integers().map(str), st.sampled_from(["", "٣", "+1", "1_0", " 1"]))
cards = st.tuples(st.sampled_from("6789TUOKAJQX2345"), st.sampled_from("hlbacdsxr")).map("".join)
words = st.one_of(
    cards,
    cards.map("play {}".format),
    st.tuples(cards, st.sampled_from("hlba789TUOKA")).map("play {0[0]}={0[1]}".format),
    st.sampled_from(WORDS),
    st.sampled_from(["choose <b>rum", "choose rum", "announce 7h", "announce 6x", "flip 9", "swap 7h 7h", "play"]),
    st.text(max_size=12),
)
pieces = st.lists(st.one_of(numbers, words), max_size=6)


@FORGED
@given(kind=st.one_of(st.sampled_from(list(Kind)), st.text(max_size=8)), rest=pieces, person=st.sampled_from(range(4)))
def test_forged_data_does_nothing_that_a_button_could_not(
    loop: asyncio.AbstractEventLoop,
    mid_game: tuple[Doorman, Connection, Night],
    kind: str,
    rest: list[str],
    person: int,
) -> None:
    bar, connection, night = mid_game
    data = ":".join((night.id, kind, *rest))
    loop.run_until_complete(_forged(bar, connection, night, (*PEOPLE, EVE)[person], data))


@FORGED
@given(at=st.integers(0, 200), cut=st.integers(0, 64), new=st.one_of(numbers, words), person=st.sampled_from(range(4)))
def test_damaged_data_of_real_buttons_does_nothing_that_a_button_could_not(
    loop: asyncio.AbstractEventLoop,
    mid_game: tuple[Doorman, Connection, Night],
    at: int,
    cut: int,
    new: str,
    person: int,
) -> None:
    bar, connection, night = mid_game
    real = sorted({button.data for button in buttons_of(night) if button.data})
    pieces = real[at % len(real)].split(":")
    pieces[cut % len(pieces)] = new
    loop.run_until_complete(_forged(bar, connection, night, (*PEOPLE, EVE)[person], ":".join(pieces)))


@FORGED
@given(data=st.one_of(st.text(max_size=70), st.binary(max_size=64).map(lambda raw: raw.decode("latin-1"))))
def test_data_that_no_view_wrote_is_an_unknown_button(
    loop: asyncio.AbstractEventLoop, mid_game: tuple[Doorman, Connection, Night], data: str
) -> None:
    reply = loop.run_until_complete(mid_game[0].hears(tapped(EVE, group(), data)))
    assert reply["text"] == texts.unknown_button(speak("en"))


async def put_back(bar: Doorman, connection: Connection, night: Night) -> None:
    """This night and nothing else."""
    await connection.everywhere("FLUSHALL")
    await bar.store.claim_chat(night.chat, None, night.id)
    await bar.store.commit(Commit(night=night, expected=0))


async def _forged(bar: Doorman, connection: Connection, before: Night, person: Json, data: str) -> None:
    """The tap is answered, and has at most the effect of something that this person may do."""
    await put_back(bar, connection, before)
    await press(bar, person, data)
    after = await bar.night()
    assert buttons_of(after), "the screens can still be drawn"
    if essence(after) != essence(before):
        shown = {button.data for viewer in (person["id"], before.chat) for button in buttons_of(before, viewer)}
        tap = parse(data)
        free = (Kind.JOIN, Kind.UNWELL, Kind.FIX, Kind.DRUNK)
        is_legal = (person["id"], data) in moves(before) or tap.arguments[-1:] == ("collapse",)
        assert data in shown or is_legal or tap.kind in free, data
        assert person != EVE or tap.kind is Kind.JOIN


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


def with_debts(night: Night, *people: int) -> Night:
    """Everybody of these owes three drinks."""
    books = night.books
    for person in people:
        for _ in range(3):
            debt = Entry(number=books.last + 1, kind=EntryKind.ASSIGNED, person=person, ml=20, rule="S13", game=1, at=1)
            books = add(books, debt)
    return replace(night, books=books)


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
    await bar.says(ANA, "/konec")
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


# Where a tap comes from


@pytest.mark.parametrize(
    "fields",
    [
        {"message": None},
        {"message": {"message_id": 5, "chat": group(), "date": 0}},
        {"message": {"message_id": 5, "chat": private(ANA), "date": 1_800_000_000, "text": "🃏"}},
        {"inline_message_id": "AAAA"},
        {"game_short_name": "chess"},
    ],
)
async def test_a_tap_counts_wherever_its_message_is(bar: Doorman, fields: Json) -> None:
    await bar.deals(*PEOPLE)
    who, data = moves(await bar.night())[0]
    await refuses(bar, user(9), data, **fields)
    assert await press(bar, user(who), data, **fields)
    assert len(await bar.store.log((await bar.night()).id)) == 2
    reply = await bar.hears(tapped(ANA, group(), None, **fields))
    assert reply["text"] == texts.unknown_button(speak("cs"))


async def test_every_forged_tap_over_the_wire_is_taken_and_answered(pub: Pub) -> None:
    """All at once, from everybody, without waiting: each update is answered with 200 and each tap gets its popup."""
    guests = await pub.deal("Ana", "Bob", "Cyril")
    night = await pub.night()
    rng = Random(2)
    real = [button["callback_data"] for guest in guests for button in guest.buttons(":")]
    everybody = [*guests, pub.guest("Dana"), pub.guest("Egon")]
    taps = []
    for _ in range(25):
        for guest in everybody:
            data = rng.choice(real)
            at = rng.randrange(len(data))
            forged = data[:at] + rng.choice(["", "9", ":", "💥", "0" * 30]) + data[at + rng.randrange(2) :]
            chat = pub.table if guest not in guests else guest.hand
            taps.append(guest.phone.taps_data(rng.choice([data, forged]) if guest not in guests else forged, chat))
    await pub.settled()
    assert {attempt.status for attempt in pub.telegram.delivery.attempts} == {200}
    answers = [pub.telegram.world.taps[tap.id].answer for tap in taps]
    assert all(answer is not None and len(answer.text) <= 200 for answer in answers)
    assert (await pub.night()).games == night.games


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


# Why not


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("reason", sorted(set(Decline) - {Decline.REFUSED}))
def test_every_reason_is_told_in_words_that_fit_a_popup(reason: Decline, language: str) -> None:
    night = Night(id="abcdefghij", chat=-1, topic=None, title="", language="cs", opened_at=0)
    told = declined(frame(night, language, BOT), ShowHand(person=1), Declined(reason)).text
    assert 0 < len(told) <= 200
    assert in_language(told, language)
