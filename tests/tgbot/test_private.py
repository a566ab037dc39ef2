"""The private chat: whatever somebody writes there is answered, and their own screen is what they find."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import reduce
from itertools import product
from random import Random
from typing import TypeAlias

import pytest

from core.games import GAMES
from core.ledger import Books, Entry, EntryKind, add
from core.night import Menu, Night, Person
from core.night import intents as want
from core.night.slips import SLIP
from tests.core.nights import NAMES, Evening, Options, move, person_of, playing
from tests.tgbot.server_time import ServerTime
from tests.tgbot.updates import BOT, GROUP, Doorman, Json, group, private, said, user
from tgbot.screens import Button, Screen, Slot, Style
from tgbot.spelling import COMMANDS
from tgbot.taps import Kind, Tap
from tgbot.views import screens, texts
from tgbot.views.frame import frame
from tgbot.views.hand import hand_screen
from tgbot.views.registry import GAME_WORDS
from tgbot.views.widths import room, width
from tgbot.words import LANGUAGES, speak

ANA, BOB, CYRIL = user(1, "Ana"), user(2, "Bob"), user(3, "Cyril")
EVE = user(9, "Eve")
"""Somebody who sits nowhere."""
DANA = user(4, "Dana")
State: TypeAlias = Callable[[Doorman], Awaitable[None]]
OF_THE_GAME = {Menu.NAME, Menu.MARK}
"""Menus that are a question's own."""


async def deal(bar: Doorman, game: str) -> Night:
    """Three people in the middle of a game."""
    await bar.seats(ANA, BOB, CYRIL)
    await bar.taps(ANA, "menu:settings")
    await bar.taps(ANA, f"pick:1:{game}")
    await bar.taps(ANA, "deal:1:0")
    return await bar.night()


def asked(night: Night) -> set[int]:
    """Whom the running game asks."""
    round_ = night.tables[0].round
    assert round_ is not None
    return {round_.players[seat] for seat in GAMES[round_.game].actors(round_.state)}


def on_turn(night: Night) -> Person:
    return next(person for person in night.people if person.id in asked(night))


def waiting(night: Night) -> Person:
    return next(person for person in night.people if person.id not in asked(night))


def screen(night: Night, person: Person) -> Screen:
    shown = hand_screen(frame(night, "cs", BOT), person)
    assert shown is not None
    return shown


def buttons(shown: Screen) -> list[Button]:
    return [button for row in shown.keyboard for button in row]


# Menus


@pytest.mark.parametrize("game", GAME_WORDS)
async def test_a_menu_does_not_hide_that_one_is_on_turn(bar: Doorman, game: str) -> None:
    night = await deal(bar, game)
    person = on_turn(night)
    hand = screen(night, person)
    question = hand.text.split("\n")[0]
    for menu in set(Menu) - OF_THE_GAME:
        shown = screen(night, replace(person, menu=menu))
        assert shown.text.split("\n")[0] == question, menu
        assert (shown == hand) == (menu in (Menu.SETTINGS, Menu.SPLIT)), menu
        if shown != hand:
            back = [button for button in buttons(shown) if button.data == Tap(night.id, Kind.MENU).data]
            assert [button.style for button in back] == [Style.PRIMARY], menu
            assert shown.keyboard[-1] == tuple(back), menu
            assert shown.urgent


@pytest.mark.parametrize("game", ["smidary", "prsi"])
async def test_a_menu_of_whoever_waits_says_nothing_of_the_turn(bar: Doorman, game: str) -> None:
    night = await deal(bar, game)
    person = waiting(night)
    for menu in set(Menu) - OF_THE_GAME:
        assert "Jsi na tahu" not in screen(night, replace(person, menu=menu)).text


async def test_n02_a_reminder_comes_through_an_open_menu(bar: Doorman) -> None:
    night = await deal(bar, "smidary")
    table = night.tables[0]
    assert table.round is not None
    person = replace(on_turn(night), menu=Menu.DRINK)
    before = screen(night, person)
    nudged = replace(night, tables=(replace(table, round=replace(table.round, nudged=True)),))
    after = screen(nudged, person)
    assert after.text.startswith("⏰")
    assert set(after.fresh) > set(before.fresh)


# Never silence


PHOTO = [{"file_id": "a", "file_unique_id": "b", "width": 90, "height": 90}]
WORDS = ("ahoj", "tabule", "Tabulka", "/tabulka", "/odejít", "/nesmysl", "/", "na zdraví", "rum 0,7", "Rum 0,7 40")


async def lobby(bar: Doorman) -> None:
    await bar.seats(ANA, BOB, CYRIL)


async def game(bar: Doorman) -> None:
    await bar.deals(ANA, BOB, CYRIL)


async def on_a_break(bar: Doorman) -> None:
    await game(bar)
    await bar.says(BOB, "/pauza")


async def late(bar: Doorman) -> None:
    """Cyril comes while the others play."""
    await bar.deals(ANA, BOB)
    await bar.taps(CYRIL, "join:1")


async def left(bar: Doorman) -> None:
    """Ana has gone home."""
    await lobby(bar)
    await bar.whispers(ANA, "/odejit")


async def unreachable(bar: Doorman) -> None:
    """Dana sits there and has never written to the bot."""
    await lobby(bar)
    await bar.taps(DANA, "join:1")
    await bar.taps(ANA, "deal:1:0")


async def over(bar: Doorman) -> None:
    await lobby(bar)
    await bar.says(ANA, "/konec")
    await bar.taps(ANA, "end:yes")


async def nothing(bar: Doorman) -> None:
    """No table has ever been open."""


STATES = (nothing, lobby, game, on_a_break, late, left, unreachable, over)


async def answers(bar: Doorman, message: Json) -> bool:
    """Whether words, a file, a screen or a message in the group answers this; the night is as before afterwards."""
    before = await night_of(bar)
    told = await news_of(bar, before)
    bar.files.clear()
    reply = await bar.hears(message)
    after = await night_of(bar)
    shows = after is not None and (before is None or screens(after, BOT) != screens(before, BOT))
    tells = await news_of(bar, after) > told
    if before is not None and after != before:
        await bar.becomes(before)
    return bool(reply.get("text") or bar.files or shows or tells)


async def night_of(bar: Doorman) -> Night | None:
    return await bar.night() if await bar.store.night_of_chat(GROUP, None) else None


async def news_of(bar: Doorman, night: Night | None) -> int:
    """How much the group is about to be told."""
    snapshot = None if night is None else await bar.store.snapshot(night.id)
    return 0 if snapshot is None else len(snapshot.news)


@pytest.mark.parametrize("state", STATES, ids=lambda state: str(state.__name__))
async def test_all_that_is_written_in_private_is_answered(bar: Doorman, state: State) -> None:
    await state(bar)
    commands = [f"/{name}" for name in COMMANDS]
    for person in (ANA, BOB, CYRIL, DANA, EVE):
        private_words = [said(person, private(person), text) for text in (*commands, *WORDS)]
        picture = said(person, private(person), None, photo=PHOTO)
        for message in (*private_words, picture):
            assert await answers(bar, message), (person["first_name"], message["message"].get("text"))


async def called(bar: Doorman, person: Json) -> int:
    """How often somebody's own screen was sent anew."""
    somebody = (await bar.night()).person(person["id"])
    assert somebody is not None
    return somebody.called


@pytest.mark.parametrize("state", [lobby, game, on_a_break], ids=lambda state: str(state.__name__))
async def test_whatever_is_written_ones_own_screen_comes_below_it(bar: Doorman, state: State) -> None:
    await state(bar)
    for number, text in enumerate(("ahoj", "/tabulka", "rum 0,7", "rum 0,7 40"), await called(bar, ANA) + 1):
        assert len((await bar.whispers(ANA, text)).splitlines()) == 1
        assert await called(bar, ANA) == number
    before = await called(bar, ANA)
    assert await bar.hears(said(ANA, private(ANA), None, photo=PHOTO)) == {}
    assert await called(bar, ANA) == before + 1


async def test_the_hand_comes_below_what_a_player_asks_for(bar: Doorman) -> None:
    for dealt in (False, True):
        await (game if dealt else lobby)(bar)
        for text in ("/pomoc", "/domu", "/pravidla", "/tabule"):
            before = await called(bar, ANA)
            assert await bar.whispers(ANA, text)
            # Between games there are many buttons: they would push away what was asked for.
            assert await called(bar, ANA) == before + dealt, text


async def test_a_menu_stays_open_below_words_that_mean_nothing(bar: Doorman) -> None:
    await lobby(bar)
    await bar.whispers(ANA, "/piju")
    await bar.whispers(ANA, "ahoj")
    ana = (await bar.night()).person(1)
    assert ana is not None
    assert ana.menu is Menu.DRINK


async def test_the_line_says_whose_turn_it_is(bar: Doorman) -> None:
    await game(bar)
    night = await bar.night()
    for person in (ANA, BOB, CYRIL):
        is_asked = person["id"] in asked(night)
        assert ("Jsi na tahu" in await bar.whispers(person, "co teď?")) == is_asked
    assert "pomoc" not in await bar.whispers(ANA, "co teď?")


@pytest.mark.parametrize(
    "text, meant",
    [
        ("/tabulka", "/tabule"),
        ("tabulka", "/tabule"),
        ("kde je tabule?", "/tabule"),
        ("/nastavit", "/nastaveni"),
        ("konec", "/konec"),
        ("odejít", "/odejit"),
        ("/setings", "/nastaveni"),
    ],
)
async def test_a_command_that_was_nearly_spelt_is_offered(bar: Doorman, text: str, meant: str) -> None:
    await lobby(bar)
    before = (await bar.night()).tables
    assert await bar.whispers(ANA, text) == f"🤔 Nemyslíš {meant}?"
    assert (await bar.night()).tables == before


@pytest.mark.parametrize("text", ["/Tabule", "/TABULE@stamgastbot", "tabule", "Tabule!", "/tábule", "/board", "board"])
async def test_a_command_is_understood_in_any_spelling(bar: Doorman, text: str) -> None:
    await game(bar)
    assert await bar.whispers(ANA, text) == await bar.whispers(ANA, "/tabule")


async def test_who_reads_english_is_offered_english_commands(bar: Doorman) -> None:
    await bar.seats(user(1, "Ana", "en"))
    assert await bar.whispers(user(1, "Ana", "en"), "/tabulka") == "🤔 Did you mean /board?"


async def test_without_a_table_it_is_said_how_to_begin_and_how_to_know_all_the_rest(bar: Doorman) -> None:
    for text in ("/start", "ahoj", "/karty", "/nesmysl"):
        reply = await bar.hears(said(ANA, private(ANA), text))
        words = speak("cs")
        assert reply["text"] == (texts.hello(words, BOT) if text == "/start" else texts.at_no_table(words))
        assert "/pomoc" in reply["text"]


# Labels


def fits(shown: Screen, about: object = "") -> None:
    """No label is cut on a phone of 320 px."""
    for row in shown.keyboard:
        for button in row:
            assert width(button.text) <= room(len(row)), (about, [other.text for other in row])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("dealt", [False, True])
async def test_every_label_fits_a_phone(bar: Doorman, language: str, dealt: bool) -> None:
    await lobby(bar)
    for bottle in ("Tullamore 0,7 40", "Hruška-od-dědy-Karla 0,7 52"):
        await bar.whispers(ANA, bottle)
    await bar.taps(ANA, "care:alcohol", in_private=True)
    nights = [await bar.night()]
    for name in GAMES:
        await bar.taps(ANA, "menu:settings")
        await bar.taps(ANA, f"pick:1:{name}")
        if dealt:
            await bar.taps(ANA, f"deal:1:{len(nights) - 1}")
        nights.append(await bar.night())
        await bar.becomes(nights[0])
    menus = [*((menu, "") for menu in (None, *Menu)), (Menu.STOCK, "Tullamore"), (Menu.SETTINGS, "rules")]
    for night, (menu, about) in product(nights, menus):
        for person in night.people:
            shown = hand_screen(frame(night, language, BOT), replace(person, menu=menu, menu_on=about))
            assert shown is not None
            fits(shown, menu)


PLAYED: tuple[tuple[str, Options], ...] = (
    ("smidary", {"cheating": "drink", "bottom": "dealer", "six": True}),
    ("prsi", {"open": 3, "closed": 2}),
    ("prsi", {"supervision": "strict", "open": 2}),
    ("shithead", {"jokers": 4}),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game, options", PLAYED)
def test_every_label_of_every_hand_fits_a_narrow_phone(game: str, options: Options, language: str) -> None:
    for seed in range(3):
        evening, rng = Evening(*NAMES[:4], game=game, seed=seed, options=options), Random(seed)
        evening.deals("Ana")
        for _ in range(50):
            if evening.table.round is None:
                break
            for person in evening.night.people:
                menus = [(None, ""), *((Menu.NAME, code) for code in (*CHANGERS, "bottom"))]
                menus += [(Menu.MARK, code) for code in evening.round.state.hands[person.id - 1]]
                for menu, about in menus:
                    opened = replace(person, menu=menu, menu_on=about)
                    people = tuple(opened if one is person else one for one in evening.night.people)
                    shown = hand_screen(frame(replace(evening.night, people=people), language, BOT), opened)
                    assert shown is not None
                    fits(shown, (menu, about))
            evening.wants(move(evening.night, evening.round, rng))
            evening.passes(SLIP / 1000)


CHANGERS = ("Uh", "Ol", "Kl", "Ob")


async def test_what_a_game_has_left_is_cleared_once_it_is_over(bar: Doorman) -> None:
    night = await deal(bar, "smidary")
    assert not any(screen(night, person).tidy for person in night.people)
    over = replace(night, tables=(replace(night.tables[0], round=None),))
    assert all(screen(over, person).tidy for person in over.people)


# Two groups at once


async def test_words_mean_the_table_that_one_sits_at_not_one_that_was_left(
    bar: Doorman, server_time: ServerTime
) -> None:
    await game(bar)
    server_time.pass_by(1)
    other = Doorman(bar.store, chat=group(GROUP - 1, "U Fleků"))
    await other.seats(ANA, BOB)
    await other.whispers(ANA, "/odejit")
    before = await called(bar, ANA)
    assert "Karty máš dole" in await bar.whispers(ANA, "ahoj") or "Jsi na tahu" in await bar.whispers(ANA, "ahoj")
    assert await called(bar, ANA) > before
    assert await bar.whispers(BOB, "ahoj") == "🤷 Nechytám se. Co teď jde, máš dole ↓ Se zbytkem poradí /pomoc."


# What a hand says


def hand_of(evening: Evening, person: int) -> str:
    own = evening.night.person(person)
    assert own is not None
    shown = hand_screen(frame(evening.night, "cs", BOT), own)
    assert shown is not None
    return shown.text


def test_s14_whom_an_attack_comes_from_is_not_whom_it_is_on() -> None:
    evening = playing("Kl Th", "9b Tb", pile="9l", draw="9a Ta Ka Tl Uh 8a")
    evening.does("Ana play Kl")
    assert "40 ml</b> (od: Ana)" in hand_of(evening, 2)


@pytest.mark.parametrize("game", GAME_WORDS)
def test_n04_whoever_is_back_after_leaving_for_health_is_told_when_they_play(game: str) -> None:
    evening = Evening("Ana", "Bob", "Cyr", game=game)
    evening.wants(want.Deal(person=1, table=1, after=0))
    evening.wants(want.Unwell(person=2))
    assert "příští hře" not in hand_of(evening, 2)
    evening.joins("Bob")
    assert "Jsi zpátky: karty dostaneš v příští hře." in hand_of(evening, 2)


def private_text(evening: Evening, person: int) -> str | None:
    shown = screens(evening.night, BOT).get(Slot(person, "hand"))
    return None if shown is None else shown.text


def test_n03_whoever_goes_home_is_left_a_good_night_with_their_debt() -> None:
    evening = playing("7h", "9b Tb", pile="Kh", draw="9a Ta Ka Tl Uh 8a", late="Dan")
    for name in ("Ana", "Bob", "Dan"):
        evening.wants(want.Reachable(person=person_of(name), reachable=True))
    evening.does("Ana play 7h")
    evening.does("Bob draw")
    for name in ("Ana", "Bob", "Dan"):
        evening.wants(want.Leave(person=person_of(name)))
    assert private_text(evening, person_of("Ana")) == "👋 Dobrou noc! Dlužíš 20 ml."
    assert private_text(evening, person_of("Bob")) == "👋 Dobrou noc! Dlužíš 40 ml."
    assert private_text(evening, person_of("Dan")) == "👋 Dobrou noc!", "also who has not played yet finds a way back"
    evening.joins("Ana")
    assert "Dobrou noc" not in (private_text(evening, person_of("Ana")) or "")
    evening.night = replace(evening.night, ended_at=evening.now, books=Books())
    assert private_text(evening, person_of("Ana")) == "👋 Dobrou noc!"


def test_n09_who_is_out_of_the_running_game_or_gone_home_can_say_what_they_have_drunk() -> None:
    evening = playing("8h", "9b Tb", "Kb Ob", pile="Kh", draw="9a Ta Ka Tl Uh 8a")
    people = evening.round.players
    debts = [
        Entry(number=n, kind=EntryKind.ASSIGNED, person=person, ml=20, rule="S13", game=1, at=1)
        for n, person in enumerate(people, 1)
    ]
    evening.night = replace(evening.night, books=reduce(add, debts, Books()))
    for person in people:
        evening.wants(want.Reachable(person=person, reachable=True))

    def keys(person: int) -> list[str]:
        rows = screens(evening.night, BOT)[Slot(person, "hand")].keyboard
        return [button.text for row in rows for button in row if "vypito" in button.text]

    out = person_of("Ana")
    waiting = next(person for person in people[1:] if evening.round.seat(person) != evening.round.state.turn)
    assert keys(waiting) == [], "others' moves change nothing on the screens of those who wait"
    evening.does("Ana play 8h")
    assert keys(out) == ["✅ Mám vypito 20 ml"]
    evening.wants(want.Leave(person=out))
    evening.wants(want.Unwell(person=people[1]))
    assert keys(people[1]) == ["✅ Mám vypito 20 ml"]
    evening.plays_to_the_end()
    for person in (out, people[1]):
        assert evening.night.table_of(person) is None
        assert keys(person)
    evening.wants(want.DrinkUp(person=out, everything=True))
    assert keys(out) == []
    evening.wants(want.EndNight(person=people[2]))
    evening.wants(want.EndNight(person=people[2], confirmed=True))
    assert keys(people[1]) == [], "it is over"
    assert "20 ml zůstává tomuhle večeru" in (private_text(evening, people[1]) or "")
