"""Bottles in words: how people write them, how they read them, and what is said of those that cannot be (N7)."""

import re
from collections.abc import Mapping
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.ledger import Drink, Entry, EntryKind, add
from core.night import Care, Menu, News, Night
from tests.tgbot.test_drinks import owing
from tests.tgbot.updates import BOT, Doorman, buttons_of, private, said, user
from tgbot.bottles import flaw_of, read_bottle
from tgbot.screens import Slot
from tgbot.views import screens, texts
from tgbot.views.announcement import announcement
from tgbot.views.care import dose_lines, drink_screen
from tgbot.views.frame import frame
from tgbot.views.games import drink_rows
from tgbot.views.small_talk import bottle_not_understood
from tgbot.views.stock import USUAL, stock_lines, stock_screen
from tgbot.words import speak

ANA, BOB = user(1, "Ana"), user(2, "Bob", "en")

# A bottle in words


@pytest.mark.parametrize(
    "text, expected",
    [
        ("slivovice 0,7 52", Drink(name="slivovice", ml=700, abv=520)),
        ("Slivovice od dědy 0.5 l 52,5 %", Drink(name="Slivovice_od_dědy", ml=500, abv=525)),
        ("rum 700 ml 37.5%", Drink(name="rum", ml=700, abv=375)),
        ("rum 700 38", Drink(name="rum", ml=700, abv=380)),
        ("víno 0,75 12 2,5", Drink(name="víno", ml=750, abv=120, halves=5)),
        ("víno 7,5 dl 12 ×2", Drink(name="víno", ml=750, abv=120, halves=4)),
        ("pivo 30 l 4 4x", Drink(name="pivo", ml=30_000, abv=40, halves=8)),
        ("kofola 1,5 0", Drink(name="kofola", ml=1500, abv=0)),
        ("Gin 9:1 0,7 40", Drink(name="Gin_9-1", ml=700, abv=400)),
        ("Tullamore Dew, 0,7 l, 40 %", Drink(name="Tullamore_Dew", ml=700, abv=400)),
        ("rum 40% 0,7l", Drink(name="rum", ml=700, abv=400)),
        ("fernet 40 0,5", Drink(name="fernet", ml=500, abv=400)),
        ("domácí 60 1", Drink(name="domácí", ml=1000, abv=600)),
        ("víno 12 0,75 ×2", Drink(name="víno", ml=750, abv=120, halves=4)),
        ("pivo 30 4", Drink(name="pivo", ml=30_000, abv=40)),
        ("pivo 30 l 0,5", Drink(name="pivo", ml=30_000, abv=5)),
        ("pivo 30 0,5 %", Drink(name="pivo", ml=30_000, abv=5)),
    ],
)
def test_n07_a_bottle_is_read_as_people_write_it(text: str, expected: Drink) -> None:
    assert read_bottle(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "slivovice", "slivovice 0,7", "0,7 52", "kde je 7", "slivovice 0,7 52 hned", "/zasoby", "rum -1 40", "a\n"],
)
def test_n07_other_words_are_no_bottle(text: str) -> None:
    assert read_bottle(text) is None


async def test_n07_whoever_asks_is_not_taught_how_to_write_a_bottle(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    assert "Název, litry, procenta" in await bar.whispers(ANA, "rum 0,7")
    assert "🤷" in await bar.whispers(ANA, "kdo má 0,5 l rumu?")
    assert "fernet, 0,5 l, 40 %" in await bar.whispers(ANA, "fernet 40 0,5")


async def test_n07_people_read_a_bottles_name_as_it_was_typed(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    read = [await bar.whispers(ANA, "Domácí švestkovice 0,7 52")]
    await bar.taps(ANA, f"care:{Care.ALCOHOL}", in_private=True)
    night = await bar.night()
    (drink,) = night.stock
    for menu in ("menu:stock", f"menu:stock:{drink.name}", "menu:drink", "menu"):
        read.append(await bar.taps(ANA, menu, in_private=True))
        night = await bar.night()
        read += [screen.text for screen in screens(night, BOT).values()]
        read += [button.text for person in (1, night.chat) for button in buttons_of(night, person)]
    await bar.becomes(owing(night, 20))
    read.append(await bar.whispers(ANA, "/tabule"))
    read += [button.text for row in drink_rows(frame(night, "cs", BOT), 1, 1, None) for button in row]
    assert not any(drink.name in text for text in read)
    assert sum("Domácí švestkovice" in text for text in read) > 6


# What is said of it


async def test_n07_a_bottle_without_a_night_is_just_words(bar: Doorman) -> None:
    reply: Mapping[str, Any] = await bar.hears(said(ANA, private(ANA), "slivovice 0,7 52"))
    assert reply["text"] == texts.at_no_table(speak("cs"))


@pytest.mark.parametrize("in_game", [False, True])
@pytest.mark.parametrize("text", ["Tullamore 0,7 40", "/zasoby Tullamore 0,7 40"])
async def test_n07_a_bottle_in_words_is_confirmed_as_it_was_understood(bar: Doorman, text: str, in_game: bool) -> None:
    await (bar.deals if in_game else bar.seats)(ANA, BOB)
    told = await bar.whispers(ANA, text)
    assert told == "🍾 Na stole je Tullamore, 0,7 l, 40 %. Všechny lahve ukáže /zasoby."
    assert told in await bar.says(ANA, "/zasoby Tullamore 0,7 40")


@pytest.mark.parametrize(
    "bottle, why",
    [
        ("slivovice 0,7 99", "96 %"),
        ("slivovice 900 l 52", "100 litrů"),
        ("slivovice 0,7 52 9", "po půlkách"),
        ("slivovice-od-pradědečka-z-Vizovic 0,7 52", "etiketu"),
    ],
)
async def test_n07_a_bottle_that_cannot_be_is_explained(bar: Doorman, bottle: str, why: str) -> None:
    await bar.seats(ANA)
    for told in (await bar.whispers(ANA, bottle), await bar.says(ANA, f"/zasoby {bottle}")):
        assert why in told
        assert "/zasoby slivovice 0,7 52" in told


@pytest.mark.parametrize("text", ["rum 0,7 40\nvodka 0,5 38", "/zasoby rum 0,7 40\n\nvodka 0,5 38 "])
async def test_n07_each_line_is_a_bottle(bar: Doorman, text: str) -> None:
    await bar.seats(ANA, BOB)
    told = await bar.whispers(ANA, text)
    assert told == "🍾 Na stole je rum, 0,7 l, 40 %; vodka, 0,5 l, 38 %. Všechny lahve ukáže /zasoby."
    assert [drink.name for drink in (await bar.night()).stock] == ["rum", "vodka"]


async def test_n07_of_bottles_in_lines_all_come_or_none(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    assert "96 %" in await bar.whispers(ANA, "rum 0,7 40\nvodka 0,5 99")
    assert not (await bar.night()).stock


async def test_n07_a_bottle_is_told_of_in_the_group_also_to_whom_nobody_can_write(bar: Doorman) -> None:
    eve = user(9, "Eve")
    await bar.seats(ANA)
    await bar.taps(eve, "join:1")
    assert "slivovice" in await bar.says(eve, "/zasoby slivovice 0,7 52")
    assert [drink.name for drink in (await bar.night()).stock] == ["slivovice"]


@pytest.mark.parametrize(
    "bottle, why, hint",
    [
        ("slivovice 0,7", "kolik to má procent", "slivovice 0,7 40"),
        ("slivovice 700ml", "kolik to má procent", "slivovice 700ml 40"),
        ("slivovice 52 %", "jak je ta lahev velká?", "slivovice 0,7 52"),
        ("slivovice", "ta lahev velká a kolik", "slivovice 0,7 40"),
        ("slivovice 0,7 52 hned", "nepřečtu", "slivovice 0,7 52"),
        ("slivovice 0,7l 52% od dědy", "nepřečtu", "slivovice 0,7l 52"),
        ("Kofola 2l", "kolik to má procent", "Kofola 2l 0"),
        ("pivo 0,5", "kolik to má procent", "pivo 0,5 5"),
        ("Víno červené 1 l", "kolik to má procent", "Víno červené 1l 12"),
        ("víno 11 %", "jak je ta lahev velká?", "víno 0,75 11"),
        ("gin -1 40 %", "nepřečtu", "gin 0,7 40"),
        ("rum 0,7 40\nvodka 0,5", "kolik to má procent", "vodka 0,5 40"),
    ],
)
async def test_n07_what_is_no_bottle_yet_says_what_is_missing_and_how_to_write_it(
    bar: Doorman, bottle: str, why: str, hint: str
) -> None:
    await bar.deals(ANA, BOB)
    for told in (await bar.whispers(ANA, bottle), await bar.says(ANA, f"/zasoby {bottle}")):
        assert why in told
        assert f"<code>{hint}</code>" in told
    assert read_bottle(hint) is not None
    assert not (await bar.night()).stock
    assert (await bar.night()).stock == ()


@pytest.mark.parametrize("text", ["ahoj 0,7", "0,7 52", "škopek"])
async def test_n07_in_the_list_of_bottles_any_words_are_meant_as_one(bar: Doorman, text: str) -> None:
    await bar.seats(ANA)
    await bar.whispers(ANA, "/zasoby")
    assert "🍾" in await bar.whispers(ANA, text)
    ana = (await bar.night()).person(1)
    assert ana is not None
    assert ana.menu is Menu.STOCK


async def test_n07_every_button_of_the_stock_fits_whatever_the_name(bar: Doorman) -> None:
    await bar.seats(ANA)
    await bar.whispers(ANA, "ž" * 12 + " 0,7 52")
    await bar.whispers(ANA, "/zasoby")
    night = await bar.night()
    assert night.stock[0].name == "ž" * 12
    await bar.taps(ANA, f"menu:stock:{night.stock[0].name}", in_private=True)
    assert any(button.data and ":stock:dose:" in button.data for button in buttons_of(await bar.night(), 1))


@given(st.text(st.sampled_from("ginvoPivo 0,7.54-%lmdx×\n"), max_size=16))
@example("gin -1 40").via("a stray dash")
@example("7")
def test_n07_every_example_of_a_bottle_can_be_read(text: str) -> None:
    flaw = flaw_of(text)
    if flaw is None:
        return
    told = bottle_not_understood(speak("cs"), *flaw)
    (hint,) = re.findall("<code>(.*)</code>", told)
    assert read_bottle(unescape(hint)) is not None, hint


@pytest.mark.parametrize("drink", USUAL, ids=lambda drink: ascii(drink.name))
@pytest.mark.parametrize(
    "language, called", [("cs", {}), ("en", {"pivo": "beer", "víno": "wine", "zelená": "peppermint"})]
)
async def test_n07_usual_bottles_are_called_as_the_reader_calls_them(
    bar: Doorman, drink: Drink, language: str, called: Mapping[str, str]
) -> None:
    """Records have one name for all, with a number where another bottle has it; others stay as they were typed."""
    await bar.seats(ANA, BOB)
    night = replace(
        await bar.night(),
        stock=(drink, replace(drink, name=f"{drink.name}-2"), Drink(name="Tři_ráje", ml=700, abv=400)),
    )
    seen = frame(night, language, "bot")
    name = called.get(drink.name, drink.name)
    shown = [stock_screen(seen, night.people[0], ()).text, *stock_lines(seen)]
    labels = [button.text for row in drink_rows(seen, 1, 1, None) for button in row]
    assert labels == [name, f"{name}-2", "Tři ráje"]
    assert all(name in text and f"{name}-2" in text and "Tři ráje" in text for text in shown)
    assert name == drink.name or not any(drink.name in text for text in shown)


# What is empty


def drunk_up(night: Night, *names: str) -> Night:
    """The night with these bottles empty."""
    books = night.books
    for drink in night.stock:
        if drink.name in names:
            drunk = Entry(
                number=books.last + 1, kind=EntryKind.DRUNK, person=1, ml=drink.ml, rule="S13", game=1, at=1,
                drink=drink.name,
            )  # fmt: skip
            books = add(books, drunk)
    return replace(night, books=books)


RUM, WINE = Drink(name="rum", ml=700, abv=400), Drink(name="víno", ml=750, abv=120, halves=4)


async def test_n11_the_lobby_and_the_board_list_what_there_is(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    night = replace(await bar.night(), stock=(RUM, WINE))
    assert stock_lines(frame(night, "cs", BOT)) == ["🍾 rum 0,7 l, víno 0,75 l"]
    assert stock_lines(frame(drunk_up(night, "rum"), "cs", BOT)) == ["🍾 víno 0,75 l"]
    assert stock_lines(frame(drunk_up(night, "rum", "víno"), "cs", BOT)) == ["🍾 Všechny lahve jsou prázdné."]
    assert stock_lines(frame(replace(night, stock=()), "cs", BOT)) == []


async def test_n10_whose_bottle_is_empty_reads_what_they_drink_now_until_they_choose(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    night = replace(await bar.night(), stock=(RUM, WINE))
    ana = replace(night.people[0], care=Care.ALCOHOL, drink="víno")
    night = replace(night, people=(ana, *night.people[1:]))
    seen = frame(night, "cs", BOT)
    assert dose_lines(seen, ana) == []
    dry = frame(drunk_up(night, "víno"), "cs", BOT)
    assert dose_lines(dry, ana) == ["🍷 Došlo: víno. Teď máš: <b>rum</b>. Jinak: /piju"]
    assert dose_lines(dry, ana)[0] in screens(dry.night, BOT)[Slot(1, "hand")].text
    for other in (replace(ana, care=Care.SOFT), replace(ana, drink="rum"), replace(ana, drink=None)):
        assert dose_lines(dry, other) == []
    assert dose_lines(frame(drunk_up(night, "rum", "víno"), "cs", BOT), ana) == []
    told = announcement(dry.night, [News(kind="BottleEmpty", data=(("drink", "víno"),))], BOT)
    assert told is not None
    assert "Kdo to pil, má teď: <b>rum</b>. Jinak: /piju" in told.text


async def test_n10_a_drink_that_was_never_chosen_is_not_said_to_be(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    night = replace(await bar.night(), stock=(RUM, WINE))
    ana = replace(night.people[0], care=Care.ALCOHOL)
    assert "Ještě nemáš vybráno, tak piješ: <b>rum</b>." in drink_screen(frame(night, "cs", BOT), ana, ()).text
    chosen = drink_screen(frame(night, "cs", BOT), replace(ana, drink="rum"), ()).text
    assert "Piješ: <b>rum</b>." in chosen


async def test_n07_where_all_bottles_are_listed_below_it_nobody_is_told_where_they_are(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    await bar.whispers(ANA, "/zasoby")
    assert await bar.whispers(ANA, "rum 0,7 40") == "🍾 Na stole je rum, 0,7 l, 40 %."
