"""What Shithead says: of the pile, to who may not, at the end, in which language, of options and rules."""

from dataclasses import fields
from typing import Any

import pytest

from core import shithead
from core.shithead.options import Options
from tests.core.shithead_table import ANA, BOB, CYR, deal, position
from tests.tgbot.phones import Phones
from tgbot.views import shithead as words_of_it
from tgbot.views.shithead.cards import several
from tgbot.words import speak

# The pile


def test_h6_a_ten_burns_the_pile() -> None:
    phones = Phones(position("Td 9h", "3c", pile="3h 4s 5s 6s"))
    phones.taps(ANA, "10♦️")
    assert phones.popup == "Zahráno: 10♦. Balík hoří, hraješ znovu!"
    assert phones.said == "🔥 <b>Ana</b> pálí balík desítkou: 5 karet je pryč. (H6)"
    assert "Stůl je prázdný, jde cokoli." in phones.group
    assert "spáleno 5" in phones.group
    assert "<i>Ana: 10♦️ · 🔥 balík hoří</i>" in phones.group


def test_h7_the_row_on_top_lies_there_and_says_what_is_missing() -> None:
    phones = Phones(position("9d 9h", "9s Kc", pile="4c 9c"))
    phones.taps(ANA, "9♦️")
    phones.taps(ANA, "Položit 9♦️")
    assert "Na stole <b>9♣️ 9♦️</b> – <b>jde 9 a výš</b>\n🔥 ještě 2× 9 a balík hoří" in phones.group
    phones.taps(BOB, "9♠️")
    phones.taps(ANA, "9♥️")
    assert phones.said.splitlines()[0] == "🔥 Čtyři stejné! <b>Ana</b> pálí balík: 5 karet je pryč. (H7)"
    assert phones.popup == "Zahráno: 9♥. Jsi bez karet, 1. místo! Balík hoří!"


def test_h8_the_popup_says_what_was_drawn() -> None:
    phones = Phones(position("9d 4h 5h", "3c", draw="Qs 2c"))
    phones.taps(ANA, "9♦️")
    assert phones.popup == "Zahráno: 9♦. Lízáš Q♠."
    assert "Q♠" not in phones.group


@pytest.mark.parametrize(
    "pile, options, line",
    [
        ("", {}, "Stůl je prázdný, jde cokoli."),
        ("9c", {}, "Na stole <b>9♣️</b> – <b>jde 9 a výš</b>"),
        ("Kc", {}, "Na stole <b>K♣️</b> – <b>jde K a výš</b>"),
        ("Ac", {}, "Na stole <b>A♣️</b> – <b>jde jen A, 2, 10</b>"),
        ("2c", {}, "Na stole <b>2♣️</b> – <b>jde cokoli</b>"),
        ("7c", {"seven_lower": True}, "Na stole <b>7♣️</b> – <b>jde 7 a níž</b>"),
        ("Qc 8c", {"eight": "transparent"}, "Na stole <b>8♣️</b> na Q♣️ – <b>jde Q a výš</b>"),
        ("8c", {"eight": "transparent"}, "Na stole <b>8♣️</b> – <b>jde cokoli</b>"),
        ("Ac Xr", {"jokers": 2}, "Na stole <b>🃏</b> na A♣️ – <b>jde jen A, 2, 10, 🃏</b>"),
    ],
)
def test_h5_h6_h13_h15_the_table_says_what_goes(pile: str, options: dict[str, Any], line: str) -> None:
    phones = Phones(position("3d 4d", "3c", pile=pile, **options))
    assert line in phones.group
    assert line in phones.hand(ANA).text


@pytest.mark.parametrize("pile, goes", [("9c", "jde 10 a výš"), ("Kc", "jde jen A, 2, 10"), ("Ac", "jde jen 2, 10")])
def test_h15_strictly_higher_face_up_cards(pile: str, goes: str) -> None:
    phones = Phones(position("", "3c", open=("9d Kd Ad",), pile=pile, open_strict=True))
    assert f"<b>{goes}</b>" in phones.group


def test_h13_a_joker_turns_the_arrow() -> None:
    phones = Phones(position("Xr 4d", "3c", "3d", pile="9c", jokers=2))
    assert "↻" in phones.group
    phones.taps(ANA, "🃏")
    assert "↺" in phones.group
    assert "<i>Ana: 🃏 · směr se obrací</i>" in phones.group


def test_h15_eights_that_skip_say_whom() -> None:
    phones = Phones(position("8c 4d", "3c", "3d", pile="5c", eight="skip"))
    phones.taps(ANA, "8♣️")
    assert "<i>Ana: 8♣️ · osmička přeskakuje: Bob</i>" in phones.group


# Refusals


def test_h5_a_card_that_does_not_go_is_refused_with_its_clause_and_the_way_out() -> None:
    phones = Phones(position("5d 9h Kd Ks", "3c", pile="7h"))
    phones.taps(ANA, "5♦️")
    assert phones.popup == "Na 7♥ jde 7 a výš. Můžeš: zahrát 9 K, vzít balík. (H5)"


def test_h15_seven_lower_is_named() -> None:
    phones = Phones(position("5d 9h", "3c", pile="7h", seven_lower=True))
    phones.taps(ANA, "9♥️")
    assert phones.popup == "Na 7♥ jde 7 a níž. Můžeš: zahrát 5, vzít balík. (H15)"


@pytest.mark.parametrize(
    "seat, action, popup",
    [
        (ANA, "play 9h Ks", "Společně jdou jen karty stejné hodnoty. Můžeš: zahrát 9 K, vzít balík. (H5)"),
        (ANA, "play Qs", "Tuhle kartu nemáš. Můžeš: zahrát 9 K, vzít balík. (H5)"),
        (ANA, "play 9h 9h", "Tuhle kartu nemáš. Můžeš: zahrát 9 K, vzít balík. (H5)"),
        (ANA, "swap 5d 9h", "Měnit už nejde, hraje se. Můžeš: zahrát 9 K, vzít balík. (H3)"),
        (ANA, "flip 7", "Teď to nejde. Můžeš: zahrát 9 K, vzít balík."),
        (ANA, "challenge", "Teď to nejde. Můžeš: zahrát 9 K, vzít balík."),
        (BOB, "play 3c", "Nejsi na tahu. Čeká se na: Ana. (H5)"),
    ],
)
def test_forged_buttons_change_nothing_and_say_why(seat: int, action: str, popup: str) -> None:
    phones = Phones(position("5d 9h Ks", "3c", pile="7h"))
    before = phones.night
    phones.acts(seat, action)
    assert phones.popup == popup
    assert phones.night == before


def test_h3_nothing_is_played_during_the_exchange_and_nothing_else_in_the_beginning() -> None:
    phones = Phones(deal("3c 4c 5c", "6c 7c 8c"))
    phones.acts(ANA, "play 3c")
    assert phones.popup == "Ještě se mění karty. Můžeš: měnit karty, nebo Hotovo. (H3)"
    phones.taps(ANA, "✓ Hotovo")
    phones.taps(BOB, "✓ Hotovo")
    phones.acts(BOB, "pickup")
    assert phones.popup == "Nejdřív musí někdo začít. (H4)"


def test_h12_the_dead_do_not_talk() -> None:
    phones = Phones(position("Kd", "3c 3d", "3h 3s", pile="7h"))
    phones.taps(ANA, "K♦️")
    assert phones.popup == "Zahráno: K♦. Jsi bez karet, 1. místo!"
    assert phones.hand(ANA).text == "🏁 <b>Jsi bez karet, 1. místo.</b>\n<i>U Kalicha</i>"
    assert "🏆 Ana" in phones.group
    phones.acts(ANA, "pickup")
    assert phones.popup == "Už máš dohráno, jen koukej. (H12)"


# The end


def test_h12_h14_the_last_one_is_the_shithead_and_pays_the_next_round() -> None:
    phones = Phones(position("Kd", "3c 3d", pile="7h"))
    phones.taps(ANA, "K♦️")
    assert phones.said.splitlines() == [
        "🏁 <b>Ana</b> bere 1. místo. (H12)",
        "🏁 <b>Konec 1. hry</b>",
        "1. Ana 🏆",
        "2. Bob – <b>Shithead</b> 💩",
        "<i>Příště rozdává a další rundu nese Bob. (H14)</i>",
    ]


def test_h14_a_forfeit_is_charged_and_named() -> None:
    phones = Phones(position("Kd", "3c 3d", pile="7h", forfeit_ml=40))
    phones.taps(ANA, "K♦️")
    assert phones.said.splitlines()[-2:] == [
        "2. Bob – <b>Shithead</b> 💩, 📝 40 ml",
        "<i>Příště rozdává Bob. (H14)</i>",
    ]
    assert phones.night.books.owed(phones.night.people[BOB].id) == 40


def test_h17_somebody_leaves_and_the_game_ends_without_a_shithead() -> None:
    phones = Phones(position("Kd 4d", "3c 3d", "3h", pile="7h"))
    phones.presses(CYR, f"{phones.night.id}:unwell")
    assert phones.said == "🚑 <b>Cyr</b> končí hru, zdraví má přednost. Nic dalšího v ní nedluží. (H17)"
    assert "🚑 Cyr" in phones.group
    assert "Z téhle hry jsi venku" in phones.hand(CYR).text
    phones.presses(BOB, f"{phones.night.id}:unwell")
    assert phones.said.splitlines()[-2:] == [
        "🚑 <b>1. hra je nedohraná a nepočítá se</b>",
        "<i>Hra končí kvůli zdraví, nikdo není shithead. (H17)</i>",
    ]


# Languages, options, rules


def test_everybody_reads_their_own_language_and_the_group_its_own() -> None:
    phones = Phones(position("5d 9h 9s", "3c", pile="7h"), english=ANA)
    assert "On the table: <b>7♥️</b> – <b>7 or higher</b>" in phones.hand(ANA).text
    assert "Na stole <b>7♥️</b>" in phones.group
    phones.taps(ANA, "5♦️")
    assert phones.popup == "On 7♥: 7 or higher. You can: play 9, take the pile. (H5)"


def test_every_option_is_offered_its_default_first_and_every_value_is_one() -> None:
    choices = words_of_it.choices(speak("cs"))
    assert {choice.option for choice in choices} == {field.name for field in fields(Options)}
    for choice in choices:
        assert choice.values[0][0] == getattr(Options(), choice.option)
        for value, _ in choice.values:
            shithead.parse_options({choice.option: value})


@pytest.mark.parametrize("language", ["cs", "en"])
def test_labels_of_the_lobby_fit_their_buttons(language: str) -> None:
    words = speak(language)
    for choice in words_of_it.choices(words):
        assert all(len(f"{choice.label}: {label}") <= 40 for _, label in choice.values)
    assert all(len(preset.label) <= 36 for preset in words_of_it.presets(words))


@pytest.mark.parametrize("language", ["cs", "en"])
def test_n19_rules_in_force_follow_the_options(language: str) -> None:
    def told(**options: Any) -> dict[str, str]:
        return dict(words_of_it.rules_in_force(speak(language), tuple(options.items())))

    plain = told()
    assert list(plain) == [f"H{number}" for number in range(1, 18) if number not in (13, 15)]
    assert "H13" in told(jokers=2)
    for option, value, clause in [
        ("decks", 2, "H1"),
        ("jokers", 4, "H1"),
        ("swap", False, "H3"),
        ("start", "seat", "H4"),
        ("voluntary_pickup", False, "H9"),
        ("take_open", False, "H10"),
        ("forfeit_ml", 40, "H14"),
        ("seven_lower", True, "H15"),
        ("eight", "transparent", "H15"),
        ("eight", "skip", "H15"),
        ("open_strict", True, "H15"),
    ]:
        assert told(**{option: value})[clause] != plain.get(clause)


@pytest.mark.parametrize(
    "count, rank, czech, english",
    [
        (2, "2", "dvě dvojky", "two twos"),
        (2, "4", "dvě čtyřky", "two fours"),
        (3, "T", "tři desítky", "three tens"),
        (4, "7", "čtyři sedmičky", "four sevens"),
        (2, "J", "dva kluky", "two jacks"),
        (2, "Q", "dvě dámy", "two queens"),
        (2, "K", "dva krále", "two kings"),
        (2, "A", "dvě esa", "two aces"),
        (2, "X", "dva žolíky", "two jokers"),
        (5, "4", "5× 4", "5× 4"),
    ],
)
def test_several_cards_are_counted_as_people_do(count: int, rank: str, czech: str, english: str) -> None:
    assert (several(speak("cs"), count, rank), several(speak("en"), count, rank)) == (czech, english)
