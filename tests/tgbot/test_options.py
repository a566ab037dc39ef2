"""The options of the next game on a phone, and what the pack holds of them (N16, P1, S1)."""

import re
from dataclasses import replace
from random import Random

import pytest

from core.games import GAMES
from core.night import Care, Custom, Declined, Menu, Night, Person, Table
from core.night import intents as want
from tests.core.nights import NAMES, Evening
from tgbot.buttons import intent_of
from tgbot.inbound import Sender, Tapped
from tgbot.screens import Button, Screen
from tgbot.taps import Kind, parse
from tgbot.views import screens
from tgbot.views.answers import answer
from tgbot.views.frame import frame
from tgbot.views.games import Idle
from tgbot.views.hand import hand_screen
from tgbot.views.registry import GAME_WORDS
from tgbot.views.table import table_screen
from tgbot.words import LANGUAGES, speak


def settings_of(evening: Evening, language: str, page: str = "") -> Screen:
    ana = replace(evening.night.people[0], menu=Menu.SETTINGS, menu_on=page)
    screen = hand_screen(frame(evening.night, language, "bot"), ana)
    assert screen is not None
    return screen


def tap(evening: Evening, button: Button, language: str) -> str:
    """The popup of somebody who taps it."""
    assert button.data is not None
    sender = Sender(1, "Ana", language)
    intent = intent_of(Tapped(sender=sender, query="q", tap=parse(button.data), chat=1, message=1))
    assert intent is not None
    before = evening.night
    done = evening.wants(intent)
    return answer(frame(done.night, language, "bot"), before, intent, done).text


SETTINGS = {Kind.OPTION, Kind.LIMIT, Kind.CUSTOM, Kind.MIND, Kind.KEEP, Kind.SWITCH}


def places(screen: Screen) -> list[list[str]]:
    """What every button is about, where it stands."""
    return [[button.text.lstrip("✓✗ ").split(":")[0].rstrip("0123456789") for button in row] for row in screen.keyboard]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("people", [1, 2, 3, 7])
@pytest.mark.parametrize("game", GAMES)
def test_n16_no_tap_moves_a_button_and_each_says_what_it_means(game: str, people: int, language: str) -> None:
    evening, random = Evening(*NAMES[:people], game=game), Random(people)
    for page in ("", "rules") if game == "prsi" else ("",):
        before = places(settings_of(evening, language, page))
        for _ in range(120):
            screen = settings_of(evening, language, page)
            assert [len(row) for row in screen.keyboard] == [len(row) for row in before]
            assert places(screen) == before
            every = [button for row in screen.keyboard for button in row if button.data]
            button = random.choice([one for one in every if parse(str(one.data)).kind in SETTINGS])
            said = tap(evening, button, language)
            assert 20 < len(said) <= 200, said
            assert not said.endswith("…"), said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("menu", [Menu.GROUP, Menu.LANGUAGE, Menu.DRINK])
def test_n16_nor_does_a_tap_on_other_settings(menu: Menu, language: str) -> None:
    evening, random = Evening(*NAMES[:3]), Random(1)
    evening.wants(want.AddBottle(person=1, name="rum", ml=700, abv=375, halves=2))
    evening.wants(want.ChooseCare(person=1, care=Care.ALCOHOL))
    opened = {Kind.MENU, Kind.CARE}
    before: list[int] = []
    for _ in range(60):
        ana = replace(evening.night.people[0], menu=menu)
        screen = hand_screen(frame(evening.night, language, "bot"), ana)
        assert screen is not None
        sizes = [len(row) for row in screen.keyboard]
        before = before or sizes
        assert sizes == before
        every = [button for row in screen.keyboard for button in row if button.data]
        assert tap(evening, random.choice([one for one in every if parse(str(one.data)).kind not in opened]), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_n16_every_value_of_every_option_is_explained(game: str, language: str) -> None:
    words = speak(language)
    for choice in GAME_WORDS[game].choices(words):
        number = len(choice.parts or choice.values)
        assert len(choice.means) in (1, number), choice.option
        assert all(choice.means)
        for place, (value, label) in enumerate(choice.values):
            evening = Evening(*NAMES[:2], game=game)
            if choice.idle is not None:
                counts(evening, choice.idle)
            intent = want.SetOption(person=1, table=1, option=choice.option, setting=value)
            try:
                done = evening.wants(intent)
            except Declined:
                assert (game, choice.option, value) == ("prsi", "closed", 0)
                continue
            said = answer(frame(done.night, language, "bot"), evening.night, intent, done).text
            assert label in said
            assert choice.means[place if len(choice.means) > 1 else 0] in said
            assert len(said) <= 200


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_n16_a_number_stands_between_less_and_more_with_its_sign(game: str, language: str) -> None:
    evening = Evening(*NAMES[:3], game=game)
    numbers = [choice for choice in GAME_WORDS[game].choices(speak(language)) if choice.sign]
    assert len({choice.sign for choice in numbers}) == len(numbers)
    for choice in numbers:
        numbers_of = [int(str(value)) for value, _ in choice.values]
        least, most = min(numbers_of), max(numbers_of)
        for sign, end in (("−", least + (game == "prsi" and choice.option == "closed")), ("+", most)):
            for _ in range(12):
                screen = settings_of(evening, language)
                row = next(row for row in screen.keyboard if row[0].text == f"{choice.sign} −")
                assert [one.text for one in row][::2] == [f"{choice.sign} −", f"{choice.sign} +"]
                assert f"{choice.sign} {choice.label}" in screen.text
                said = tap(evening, row[0] if sign == "−" else row[2], language)
                assert f"{least}" in said
                assert f"{most}" in said
            row = next(row for row in settings_of(evening, language).keyboard if row[0].text == f"{choice.sign} −")
            assert row[1].text == f"{choice.sign} {end}"


def counts(evening: Evening, idle: Idle) -> None:
    """From now on the option decides something."""
    choices = GAME_WORDS[evening.table.game].choices(speak("cs"))
    values = next(choice.values for choice in choices if choice.option == idle.option)
    other = next(value for value, _ in values if value != idle.value)
    evening.wants(want.SetOption(person=1, table=1, option=idle.option, setting=other))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_n16_an_option_that_decides_nothing_under_the_others_says_so(game: str, language: str) -> None:
    """Its button stays where it is: gone, it would move all others."""
    for choice in GAME_WORDS[game].choices(speak(language)):
        if choice.idle is None:
            continue
        for value, _ in choice.values:
            evening = Evening(*NAMES[:2], game=game)
            for option, setting in ((choice.option, value), (choice.idle.option, choice.idle.value)):
                evening.wants(want.SetOption(person=1, table=1, option=option, setting=setting))
            before = evening.table.options
            about = f":{Kind.OPTION}:1:{choice.option}:"
            buttons = [one for row in settings_of(evening, language).keyboard for one in row if about in str(one.data)]
            assert {tap(evening, one, language) for one in buttons} == {
                f"{choice.label[0].upper()}{choice.label[1:]}: {choice.idle.means}."
            }
            assert buttons[len(buttons) // 2].text.endswith(f" {choice.idle.label}")
            assert evening.table.options == before
            lobby = table_screen(frame(evening.night, language, "bot"), evening.table).text
            assert f"– {choice.label}" not in lobby
            counts(evening, choice.idle)
            lobby = table_screen(frame(evening.night, language, "bot"), evening.table).text
            assert (f"– {choice.label}" in lobby) == (value != choice.values[0][0])


@pytest.mark.parametrize("people, offered", [(1, True), (2, True), (3, False)])
def test_s31_the_shoot_out_is_offered_to_two_only(people: int, offered: bool) -> None:
    evening = Evening(*NAMES[:people])
    labels = [button.text for row in settings_of(evening, "cs").keyboard for button in row]
    assert any(label.startswith("varianta") for label in labels) == offered


@pytest.mark.parametrize("people, says", [(5, False), (7, True)])
def test_p01_the_lobby_says_when_the_pack_holds_fewer_cards_than_were_chosen(people: int, says: bool) -> None:
    names = tuple(Person(id=one, name=f"Host {one}") for one in range(1, people + 1))
    table = Table(id=1, game="prsi", seats=tuple(range(1, people + 1)))
    night = Night(
        id="n", chat=-1, topic=None, title="U Kalicha", language="cs", opened_at=0, people=names, tables=(table,)
    )
    lobby = next(screen.text for slot, screen in screens(night, "bot").items() if slot.chat == -1)
    assert ("⚠️ Na tolik lidí balíček nestačí: každý dostane jen 4 karty." in lobby) == says


def test_n16_the_lobby_lists_all_that_is_agreed_on_before_anything_else() -> None:
    evening = Evening("Ana", "Bob", "Cyr", game="prsi", options={"action_suit": "cut", "supervision": "strict"})
    evening.deals("Ana")
    evening.plays_to_the_end()
    options = (("prsi", (("action_suit", "cut"),)),)
    table = replace(evening.table, out_of_turn=True, customs=(Custom.EXIT_BOTTLE,), slap_limit=10, options=options)
    night = replace(evening.night, tables=(table,))
    lines = table_screen(frame(night, "cs", "bot"), night.tables[0]).text.split("\n")
    signs = "".join(line[0] for line in lines if line[:1] in ("–", "⏱", "✋", "✂"))
    assert re.fullmatch("–+✂⏱✋", signs), lines
