"""Bottles, one's own drink, water and the way home, as people see them (N7, N10, N12, N13)."""

import json
import re
from dataclasses import replace
from itertools import chain

import pytest
from babel.messages.pofile import read_po

from core.ledger import Drink, Entry, EntryKind, add
from core.night import Care, Custom, Night, Table
from tests.pub import Guest, Pub
from tests.tgbot.updates import BOT, Doorman, buttons_of, private, tapped, user
from tgbot.screens import Screen
from tgbot.store import Commit
from tgbot.views import screens
from tgbot.views.care import debt_rows
from tgbot.views.frame import dose_sign, frame
from tgbot.views.games import drink_rows
from tgbot.views.table import table_screen
from tgbot.words import LANGUAGES, LOCALES, speak

ANA, BOB = user(1, "Ana"), user(2, "Bob", "en")


# The screens


async def test_n07_the_stock_is_tapped_together_and_the_lobby_shows_it(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    assert "🍾" not in pub.table.text
    await ana.taps("🍾 Zásoby")
    await ana.taps("➕ rum 0,7 l")
    assert ana.popup == "🍾 Na stole je rum, 0,7 l, 37,5 %.", "all bottles are listed below it"
    await ana.says("Hruška od dědy 0,5 52", in_group=False)
    assert "Hruška_od_dědy" in (await pub.night()).stock[1].name
    await ana.says("/zasoby", in_group=False)
    await ana.taps("✏️ rum")
    await ana.taps("+ lahev")
    await ana.taps("×1,5")
    assert "dávka ×1,5" in ana.hand.text
    assert "30 ml" in ana.hand.text
    assert "rum 1,4 l, Hruška od dědy 0,5 l" in pub.table.text
    await ana.taps("− lahev")
    await ana.taps("− lahev")
    assert [drink.name for drink in (await pub.night()).stock] == ["Hruška_od_dědy"]
    await ana.taps("✓ Hotovo")
    assert "🍾 Zásoby" in [button["text"] for button in ana.buttons()]
    await bob.says("/zasoby Tullamore Dew 0,7 40")
    assert (await pub.night()).stock[-1] == Drink(name="Tullamore_Dew", ml=700, abv=400)


async def test_n07_a_second_tap_adds_no_second_bottle(pub: Pub) -> None:
    (ana,) = await pub.seat("Ana")
    await ana.taps("🍾 Zásoby")
    add_rum = next(button["callback_data"] for button in ana.buttons(":stock:add:"))
    await ana.sends(add_rum)
    await ana.sends(add_rum)
    assert [(drink.name, drink.bottles) for drink in (await pub.night()).stock] == [("rum", 1)]


async def test_n13_two_equal_buttons_and_the_others_see_an_emoji(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    row = next(row for row in ana.hand.keyboard if ":care:" in str(row[0]["callback_data"]))
    assert [button["text"] for button in row] == ["🥃 Je mi 18+", "🧃 Nealko"]
    assert not any("style" in button for button in row)
    before = len(pub.said)
    await ana.taps("🧃 Nealko")
    await bob.taps("🥃 Je mi 18+")
    assert "Ana 🧃" in pub.table.text.replace(" · rozdává", "")
    assert "Bob 🥃" in pub.table.text.replace(" · rozdává", "")
    assert len(pub.said) == before
    await ana.taps("🥃 Je mi 18+")
    assert (await pub.night()).people[0].care is Care.ALCOHOL


async def test_n13_everybody_chooses_once_and_can_change_it_with_one_tap(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    await bar.taps(ANA, "care:soft", in_private=True)
    await bar.taps(BOB, "care:alcohol", in_private=True)
    assert (await bar.store.person(1)).care is Care.SOFT
    await bar.says(ANA, "/konec")
    await bar.taps(ANA, "end:yes")
    await bar.seats(ANA, BOB)
    night = await bar.night()
    assert [person.care for person in night.people] == [Care.SOFT, Care.ALCOHOL]
    row = [button.text for button in buttons_of(night, 1) if ":care:" in (button.data or "")]
    assert row == ["🥃 Je mi 18+", "✓ 🧃 Nealko"]
    await bar.taps(ANA, "care:alcohol", in_private=True)
    assert (await bar.store.person(1)).care is Care.ALCOHOL
    played = replace(await bar.night(), people=tuple(replace(one, games=1) for one in (await bar.night()).people))
    assert not [button for button in buttons_of(played, 1) if ":care:" in (button.data or "")]
    await bar.becomes(played)
    await bar.taps(ANA, "care:soft", in_private=True)
    assert (await bar.store.person(1)).care is Care.ALCOHOL, "the button is old"


async def test_n13_the_question_is_asked_until_it_is_answered(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    seen = hand_of(await bar.night())
    assert "Piješ alkohol, nebo nealko?</b> Dokud si nevybereš, počítá se ti to jako nealko." in seen.text
    await bar.whispers(ANA, "/zasoby rum 0,7 40")
    await bar.taps(ANA, "menu:drink", in_private=True)
    assert "Nejdřív si vyber, pak tu budou lahve." in hand_of(await bar.night()).text
    await bar.taps(ANA, "menu", in_private=True)
    await bar.taps(ANA, "deal:1:0")
    night = await bar.night()
    asked = next(person for person in night.people if any(":act:" in str(b.data) for b in buttons_of(night, person.id)))
    assert [b.text for b in buttons_of(night, asked.id)][-2:] == (
        ["🥃 Je mi 18+", "🧃 Nealko"] if asked.id == 1 else ["🥃 I am 18+", "🧃 Soft"]
    )
    person = ANA if asked.id == 1 else BOB
    await bar.taps(person, f"care:{Care.SOFT}", in_private=True)
    assert not any(":care:" in str(button.data) for button in buttons_of(await bar.night(), asked.id))


def hand_of(night: Night) -> Screen:
    """Ana's private screen."""
    return next(screen for slot, screen in screens(night, BOT).items() if slot.chat == ANA["id"])


async def test_n13_what_was_chosen_can_be_taken_along_and_is_forgotten(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    await bar.taps(ANA, "care:alcohol", in_private=True)
    await bar.whispers(ANA, "/mojedata")
    (_, machine), (_, read) = bar.files[-1]["files"]
    assert json.loads(machine)["care"] == "alcohol"
    assert "Na příště si pamatuju: s alkoholem, 18 a víc" in read
    await bar.hears(tapped(ANA, private(ANA), "-:forget"))
    assert (await bar.store.person(1)).care is None
    await bar.seats(ANA)
    await bar.taps(ANA, "join:1")
    night = await bar.night()
    ana = night.person(1)
    assert ana is not None
    assert ana.care is None


async def test_n10_ones_own_drink_and_limit(pub: Pub) -> None:
    (ana,) = await pub.seat("Ana")
    await ana.says("/zasoby rum 0,7 40")
    await ana.says("/zasoby víno 0,75 12 2")
    await ana.says("/piju")
    assert not ana.buttons(":drink:"), "first 🥃 or 🧃"
    await ana.taps("🥃 Je mi 18+")
    await ana.taps("víno")
    assert "Piješ: víno" in ana.popup
    await ana.taps("3")
    (person,) = (await pub.night()).people
    assert (person.drink, person.limit) == ("víno", 3)
    await ana.taps("bez limitu")
    assert (await pub.night()).people[0].limit == 0


async def test_n10_the_winner_chooses_from_the_stock(pub: Pub) -> None:
    (ana,) = await pub.seat("Ana")
    await ana.says("/zasoby Hruška 0,5 52")
    rows = drink_rows(frame(await pub.night(), "cs", "bot"), 1, 1, None)
    assert [button.text for row in rows for button in row] == ["Hruška"]


def owing(night: Night, *ml: int, abv: int = 400, person: int = 1) -> Night:
    """The night with debts of somebody who drinks alcohol."""
    books = night.books
    for amount in ml:
        debt = Entry(
            number=books.last + 1, kind=EntryKind.ASSIGNED, person=person, ml=amount, rule="S13", game=1, at=1,
            drink="rum", abv=abv,
        )  # fmt: skip
        books = add(books, debt)
    people = tuple(replace(one, care=Care.ALCOHOL) if one.id == person else one for one in night.people)
    return replace(night, books=books, people=people)


async def test_n13_a_reminder_of_water_in_a_popup_and_nowhere_else(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    await bar.becomes(owing(await bar.night(), 80, 40))
    assert "vody" not in await bar.taps(ANA, "drunk:1")
    reply = await bar.taps(ANA, "drunk:2")
    assert "💧 Je čas na sklenici vody." in reply


@pytest.mark.parametrize("command", ["/domu", "/home"])
async def test_n13_words_for_a_way_home_with_or_without_a_night(bar: Doorman, command: str) -> None:
    assert "taxi" in await bar.whispers(ANA, command)
    assert "taxi" in await bar.says(ANA, command)


async def test_n07_a_bottle_with_bigger_doses_says_so_when_it_comes(pub: Pub) -> None:
    (ana,) = await pub.seat("Ana")
    await ana.taps("🍾 Zásoby")
    await ana.taps("➕ pivo 0,5 l")
    assert "4 %, dávka ×4" in ana.popup.replace("\xa0", " ")


# The board


async def test_n12_the_board_says_all_of_everybody(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    await bar.whispers(ANA, "/zasoby rum 0,7 40")
    night = owing(owing(await bar.night(), 80, 40), 20, person=2)
    people = tuple(
        replace(one, games=3, wins=2 * (one.id == 2), losses=one.id == 1, score=3 - 2 * one.id, hat=one.id == 1)
        for one in night.people
    )
    await bar.becomes(replace(night, people=people, games=3))
    await bar.taps(ANA, "drunk:1")
    board = (await bar.whispers(ANA, "/tabule")).replace("\xa0", " ").split("\n")
    assert "<b>Bob</b> · 3 hry · 🏆 2 výhry · −1" in board[2]
    assert board[3] == "   🥃 1 dávka 20 ml · dluh 20 ml"
    assert board[4] == "<b>Ana</b> 🎓 Arcipíč · 3 hry · 1 prohra · +1"
    assert board[5] == "   🥃 2 dávky 120 ml · vypito 80 ml · dluh 40 ml · 25,2 g alkoholu (2,5 standardního drinku)"
    assert board[-1] == "🍾 rum 0,62 l"


async def test_n13_the_board_goes_by_wins_and_never_by_litres(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    night = owing(await bar.night(), *[160] * 5)
    await bar.becomes(replace(night, people=tuple(replace(one, wins=one.id - 1) for one in night.people)))
    board = await bar.whispers(ANA, "/tabule")
    assert board.index("Bob") < board.index("Ana")


async def test_n08_the_board_opens_what_can_be_corrected_with_one_tap(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    loaded = await pub.bot.store.load((await pub.night()).id)
    assert loaded is not None
    night = owing(loaded.night, 20, person=ana.id)
    await pub.bot.store.commit(Commit(night=night, expected=loaded.version))
    await bob.says("/tabule")
    assert "dluh 20\xa0ml" in pub.said[-1]
    await bob.taps("🛠 Opravit", in_group=True)
    assert bob.popup == "Mrkni do soukromého chatu, máš to tam."
    (wrong,) = bob.buttons(":fix:")
    assert wrong["text"].startswith("Ana: 20 ml, útok (S13) 🥃")
    await bob.taps(wrong["text"])
    assert (await pub.night()).books.owed(ana.id) == 0
    assert pub.said[-1] == "🛠 Bob škrtá z tabule: Ana, 20 ml, útok (S13)."
    assert bob.popup == "Škrtnuto a stůl o tom ví. Omyl? Dole je „Vrátit“."
    (back,) = bob.buttons(":fix:")
    assert back["text"].startswith("Vrátit Ana: 20 ml, útok (S13) 🥃")
    await bob.taps(back["text"])
    assert (await pub.night()).books.owed(ana.id) == 20
    assert pub.said[-1] == "🛠 Bob vrací na tabuli: Ana, 20 ml, útok (S13)."
    (wrong,) = bob.buttons(":fix:")
    assert wrong["text"].startswith("Ana: 20 ml, útok (S13) 🥃")


async def test_n08_a_board_without_entries_has_nothing_to_correct(pub: Pub) -> None:
    bob, _ = await pub.seat("Bob", "Ana")
    await bob.says("/tabule", in_group=False)
    await bob.taps("🛠 Opravit")
    assert "Není co opravovat." in bob.hand.text


async def test_n12_the_night_ends_with_the_table_of_honour(pub: Pub) -> None:
    ana, _ = await pub.seat("Ana", "Bob")
    await ana.says("/konec")
    await ana.taps("Ano, končíme", in_group=True)
    assert any("Tabule cti" in text for text in pub.said)


# Empty bottles, and what is due


async def dried_up(pub: Pub) -> list[Guest]:
    """Ana has just drunk the last drop, between two games."""
    guests = await pub.seat("Ana", "Bob")
    await guests[0].says("/zasoby rum 20 ml 40")
    loaded = await pub.bot.store.load((await pub.night()).id)
    assert loaded is not None
    night = owing(loaded.night, 20, person=guests[0].id)
    await pub.bot.store.commit(Commit(night=night, expected=loaded.version))
    await guests[0].taps("🍷 Co piju")
    await guests[0].taps("✓ Hotovo")
    await guests[0].taps("✅ Mám vypito 20 ml")
    return guests


async def test_n11_the_empty_table_is_asked_and_another_bottle_goes_on(pub: Pub) -> None:
    _, bob = await dried_up(pub)
    assert sum("Další, dál nasucho, nebo dobrou noc?" in text for text in pub.said) == 1
    assert "Lahve jsou prázdné. Jak dál?" in pub.table.text
    assert "Dohrát nasucho" not in [button["text"] for button in pub.table.buttons], "no game is running"
    await bob.taps("🍾 Další lahev", in_group=True)
    await bob.taps("➕ slivovice 0,7 l")
    assert "Lahve jsou prázdné" not in pub.table.text


async def test_n11_on_without_or_good_night(pub: Pub) -> None:
    ana, bob = await dried_up(pub)
    await bob.taps("Ještě hra nasucho", in_group=True)
    assert "Lahve jsou prázdné" not in pub.table.text
    await ana.taps("▶️ Rozdat")
    assert (await pub.night()).dry_until == 1


async def test_n11_good_night_is_asked_back(pub: Pub) -> None:
    ana, bob = await dried_up(pub)
    await bob.taps("🌙 Ukončit večer", in_group=True)
    await ana.taps("Ano, končíme", in_group=True)
    assert any("Tabule cti" in text for text in pub.said)


async def test_n09_the_arcipic_sees_until_when_it_is_due_and_the_others_how_much(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    loaded = await pub.bot.store.load((await pub.night()).id)
    assert loaded is not None
    debt = Entry(number=1, kind=EntryKind.ASSIGNED, person=bob.id, ml=160, rule="S11", game=0, at=1)
    people = tuple(replace(one, hat=one.id == bob.id) for one in loaded.night.people)
    night = replace(loaded.night, books=add(loaded.night.books, debt), people=people)
    await pub.bot.store.commit(Commit(night=night, expected=loaded.version))
    await bob.says("/karty")
    assert "🎓 Do konce příští hry ti zbývá vypít 160 ml. (N9)" in bob.hand.text
    await ana.says("/hra")
    assert "📝 160\xa0ml" in pub.table.text


# Customs of a table


async def test_n03_who_leaves_chooses_a_bottle_or_is_let_go(pub: Pub) -> None:
    ana, bob, cyril = await pub.seat("Ana", "Bob", "Cyril")
    await ana.says("/zasoby rum 0,7 40")
    await ana.taps("⚙️ Nastavit hru")
    await ana.taps("lahev před odchodem: ne")
    await ana.taps("✓ Hotovo")
    assert "lahev před odchodem: ano" in pub.table.text
    await bob.taps("🚪 Odejít domů")
    assert "dopíjí lahev" in bob.hand.text
    assert "Která lahev?" in bob.popup
    await cyril.taps("🙏 Bob odejde bez lahve", in_group=True)
    assert "Cyril: Bob může jít bez lahve. (N3)" in pub.said[-1]
    await cyril.taps("🚪 Odejít domů")
    await cyril.taps("🍾 rum 0,7 l")
    night = await pub.night()
    assert (night.books.owed(cyril.id), night.tables[0].seats) == (700, (ana.id,))
    assert "zbytek lahve bere s sebou: rum, 700 ml. (N3)" in pub.said[-1]
    await ana.taps("🙏 Cyril odejde bez lahve", in_group=True)
    assert (await pub.night()).books.owed(cyril.id) == 0


COARSE = re.compile("píč|buzer|asistent|assistant|shithead|prick|💩", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_n15_clean_names_leave_no_coarse_word_in_any_sentence(language: str) -> None:
    words = speak(language, clean=True)
    with (LOCALES / "cs.po").open("rb") as source:
        sentences = [message for message in read_po(source, locale="cs") if message.id]
    for message in sentences:
        english = message.id if isinstance(message.id, str) else message.id[0]
        if english == "Shithead":
            continue
        fields = dict.fromkeys(re.findall(r"{(\w+)}", english), "x")
        said = words.context(message.context, english, **fields) if message.context else words(english, **fields)
        assert not COARSE.search(said), said


def test_n15_the_names_of_the_rule() -> None:
    words = speak("cs", clean=True)
    titles = ("Vrchní píč", " – Assistant", "Arcipíč", "accused for no reason")
    assert [words(title) for title in titles] == ["Poslední", " – Předposlední", "Arcimistr", "za křivé obvinění"]
    assert words.context("loser", "<b>Shithead</b> 💩") == "<b>Poslední</b>"
    assert words("Shithead") == "Shithead", "the game"
    assert speak("cs")("Vrchní píč") == "Vrchní píč"


@pytest.mark.parametrize("custom", [Custom.CLEAN_NAMES, Custom.NEALKO])
def test_n15_on_where_the_table_chose_it_and_in_a_night_without_alcohol(custom: Custom) -> None:
    night = Night(
        id="n", chat=-1, topic=None, title="Pub", language="cs", opened_at=1,
        tables=(Table(id=1, game="smidary", customs=(custom,)),),
    )  # fmt: skip
    assert frame(night, "cs", "bot").words("Vrchní píč") == "Poslední"
    plain = replace(night, tables=(Table(id=1, game="smidary", customs=(Custom.EXIT_BOTTLE,)),))
    assert frame(plain, "cs", "bot").words("Vrchní píč") == "Vrchní píč"


@pytest.mark.parametrize("language", ["cs", "en"])
async def test_n09_paying_a_debt_looks_unlike_drinking_in_the_game(bar: Doorman, language: str) -> None:
    """Whoever is under attack has both buttons below each other."""
    await bar.seats(ANA, BOB)
    seen = frame(owing(await bar.night(), 20, 180), language, "bot")
    rows = debt_rows(seen, seen.night.people[0])
    assert [button.text[0] for button in chain.from_iterable(rows)] == ["✅", "✅"]
    payers = [button for row in table_screen(seen, seen.night.tables[0]).keyboard for button in row]
    assert [button.text[0] for button in payers if ":drunk:" in (button.data or "")] == ["✅"]
    drinking = speak(language)("{sign} Drink {ml} ml", sign=dose_sign(seen.night, 1), ml=20)
    assert drinking[0] != "✅"
