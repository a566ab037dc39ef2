"""Whatever people call themselves, their group, their bottles and their questions: every text stays what it is.

Through every view that shows something of somebody's own: Telegram can parse it, it is not too long, nobody's words
become anything but words, and no invisible character turns a line round or hides in it.
"""

import unicodedata
from dataclasses import replace
from itertools import groupby
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.game import Outcome
from core.ledger import Entry, EntryKind, add
from core.night import Declined, Night, Person, Step, Table, step
from core.night import intents as want
from core.night.values import Result
from tests.tgbot.updates import BOT
from tgbot import replies
from tgbot.bottles import read_bottle
from tgbot.buttons import intent_of
from tgbot.inbound import Command, Sender, Tapped, Text
from tgbot.playground.html import parse_html
from tgbot.rulings import dispute_of
from tgbot.screens import Button, Screen, Slot
from tgbot.talk import bottles_of
from tgbot.taps import parse
from tgbot.views import announced, announcement, frame, screens
from tgbot.views.answers import Answer, answer, declined
from tgbot.views.board import board
from tgbot.views.names import names, plain
from tgbot.views.own_data import readable
from tgbot.views.registry import GAME_WORDS
from tgbot.words import LANGUAGES, speak

NOW = 1_800_000_000_000
GROUP = -4001
PIECES = (
    "<u>", "</u>", "<pre>", '<a href="https://evil.example">', "</a>", "<tg-spoiler>", "<!--", "&lt;u&gt;", "&#60;u>",
    "&", "{name}", "{0}", "%s", "\\", "`*_[x](y)", "@admin", "/konec", "t.me/evil", ":", "|", " ",
    "Ana", "Bob", "n" * 40,
    "\u202e", "\u202d", "\u2066", "\u2067", "\u2069", "\u200b", "\u200d", "\ufeff", "\u00ad", "\u061c",
    "\u034f", "\u180e",
    "\u3164", "\U000e0041", "\u0301", "\u0336" * 30, "\u05e9\u05dc", "\u0645\u0631", "\u2028", "\t", "\n", "\r", "\x00",
    "\x1b[31m", "\x7f", "🍺", "👨\u200d👩\u200d👧", "🏴", "ß", "İ", "ﷺ", "ů",
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.characters()), max_size=8).map("".join)
OF_OURS = {"bold", "italic", "text_link", "code"}
"""Entities that our sentences have; none of `PIECES` would be one of them, but for a link."""
INVISIBLE = {"\u2068", "\u2069", "\u200d"}
"""Isolates around names that read from the right, and parts of emoji."""
LONGEST, LONGEST_POPUP = 4096, 200
EMPTY = Night(id="abcdefghij", chat=GROUP, topic=None, title="", language="cs", opened_at=NOW, tables=())
FRAME = frame(EMPTY, "cs", BOT)


def check_plain(text: str) -> None:
    """Nothing in it can be misunderstood by whoever reads it."""
    for line in text.split("\n"):
        hidden = {char for char in line if unicodedata.category(char)[0] == "C" and not is_emoji(char)} - INVISIBLE
        # What is not assigned yet may be anything one day, so it counts as hidden, but where only emoji come.
        assert not hidden, f"{hidden} in {line!r}"
        assert line.count("\u2068") == line.count("\u2069"), line
        stacks = (sum(1 for _ in run) for marks, run in groupby(line, lambda c: unicodedata.combining(c) > 0) if marks)
        assert max(stacks, default=0) <= 2, line


def is_emoji(char: str) -> bool:
    return 0x1F000 <= ord(char) <= 0x1FAFF


def check_html(text: str) -> None:
    plain, entities = parse_html(text)
    assert 0 < len(plain) <= LONGEST
    assert {entity["type"] for entity in entities} <= OF_OURS, text
    for entity in entities:
        if entity["type"] == "text_link":
            assert str(entity["url"]).startswith(f"https://t.me/{BOT}?"), text
    check_plain(plain)


def check_screen(screen: Screen) -> None:
    check_html(screen.text)
    for button in (button for row in screen.keyboard for button in row):
        assert button.text.strip()
        check_plain(button.text)
        if button.url is not None:
            assert button.url.startswith(f"https://t.me/{BOT}?")
    if screen.chart is not None:
        for words in (screen.chart.title, *(bar.name for bar in screen.chart.bars)):
            check_plain(words)


def check_popup(told: Answer) -> None:
    assert len(told.text) <= LONGEST_POPUP
    check_plain(told.text)


def a_night(game: str, texts: list[str]) -> Night:
    """People, a group, bottles and a question with these texts."""
    people = tuple(
        Person(id=n, name=name, reachable=True, language=("cs", "en")[n % 2]) for n, name in enumerate(texts[:5], 1)
    )
    night = Night(
        id="abcdefghij", chat=GROUP, topic=None, title=texts[5], language="cs", opened_at=NOW, people=people,
        tables=(Table(id=1, game=game, seats=(1, 2, 3, 4)),),
    )  # fmt: skip
    asked = dispute_of(command(1, f"{texts[6]}|{texts[7]}|ano"), NOW)
    said = Sender(1, texts[0], "cs")
    for intent in (asked, want.AddBottle(person=2, name=texts[8], ml=700, abv=400, halves=2)):
        after, told = tried(night, intent, Random(1))
        check_popup(told)
        # Words are answered and refused with the name of whoever said them.
        for reply in (replies.said(command(1, ""), told, False), replies.refused_words(Text(said, GROUP), told, False)):
            if reply:
                check_html(reply["text"])
        night = after.night if after else night
    return night


def command(person: int, argument: str) -> Command:
    return Command(Sender(person, "", "cs"), "spor", argument, GROUP, False, None, "", 1)


def tried(night: Night, intent: want.Intent, rng: Random) -> tuple[Step | None, Answer]:
    """What comes of it, and what whoever wants it is told."""
    try:
        after = step(night, intent, NOW, rng)
    except Declined as why:
        return None, declined(frame(night, "cs", BOT), intent, why)
    return after, answer(frame(after.night, "cs", BOT), night, intent, after)


def check_night(night: Night, step_: Step | None) -> list[tuple[int, Button]]:
    """All that is shown and told; the buttons, and whose chat they are in."""
    shown = screens(night, BOT)
    for screen in shown.values():
        check_screen(screen)
    check_html(board(frame(night, "cs", BOT)))
    facts = [fact for fact in step_.news if announced(fact)] if step_ else []
    told = announcement(night, facts, BOT) if facts else None
    if told is not None:
        check_screen(told)
    return [(slot.chat, button) for slot, screen in shown.items() for row in screen.keyboard for button in row]


def evening(game: str, texts: list[str], rng: Random, taps: int) -> Night:
    """Anybody taps anything, from the lobby into the game, and in the end the night is over."""
    night = a_night(game, texts)
    buttons = check_night(night, None)
    dealt = step(night, want.Deal(person=1, table=1, after=0), NOW, rng)
    night = dealt.night
    buttons = check_night(night, dealt)
    for _ in range(taps):
        chat, button = rng.choice(buttons)
        if button.data is None:
            continue
        person = chat if chat > 0 else rng.randint(1, 6)
        name = texts[(person - 1) % 5]
        intent = intent_of(Tapped(Sender(person, name, "cs"), "1", parse(button.data), chat, 1))
        assert intent is not None
        after, told = tried(night, intent, rng)
        check_popup(told)
        if after is not None:
            night = after.night
            buttons = check_night(night, after)
    night = replace(night, tables=(replace(night.tables[0], round=None),), ending=1)
    ended = step(night, want.EndNight(person=1, confirmed=True), NOW, rng)
    check_night(ended.night, ended)
    return ended.night


@pytest.mark.parametrize(
    "name, read",
    [
        ("A\u200dna", "Ana"),
        ("Ana\ufe0f", "Ana"),
        ("A\u034fn\ufe01a\u3164", "Ana"),
        ("\u2800", "Host"),
        ("\u0301" * 9, "Host"),
        ("a\u0336\u202e\u0336\u0336\u0336", "a\u0336\u0336"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("🏳\ufe0f\u200d🌈 Bob", "🏳\ufe0f\u200d🌈 Bob"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("🍺\u200d", "🍺"),
    ],
)
def test_nothing_hides_in_a_name(name: str, read: str) -> None:
    assert plain(name) == read


def test_names_that_look_alike_are_told_apart() -> None:
    alike = ("Ana", "ana", "A\u200bna", "Ana\ufe0f", "An\u034fa", "\u202eAna", "Ana5", "Ana5\ufe0f")
    found = names(Person(id=number, name=name) for number, name in enumerate(alike))
    visible = [name.replace("\ufe0f", "").casefold() for name in found.values()]
    assert len(set(visible)) == len(alike)


@settings(max_examples=200)
@given(TEXTS)
def test_bottles_have_names_that_can_be_read(name: str) -> None:
    drink = read_bottle(f"{name} 0,7 40")
    if drink is not None:
        check_plain(bottles_of(1, [drink]).name)


@settings(max_examples=200)
@given(TEXTS)
def test_what_is_shown_of_anybodys_words_is_harmless(text: str) -> None:
    plain, entities = parse_html("x" + FRAME.plain(text))
    assert not entities
    check_plain(plain)


@pytest.mark.parametrize("game", GAME_WORDS)
@settings(
    max_examples=8,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(texts=st.lists(TEXTS, min_size=9, max_size=9), seed=st.integers(0, 2**32))
def test_nobodys_words_become_anything_but_words(game: str, texts: list[str], seed: int) -> None:
    night = evening(game, texts, Random(seed), 12)
    for line in readable(speak("cs"), 1, None, [(night, ())]).splitlines():
        check_plain(line)


def test_s10_the_drink_that_the_winner_chose_is_no_more_than_words() -> None:
    """A forged button chooses any word that can be printed."""
    drink, people = "r" + "\u0301" * 9 + "&<b>um", tuple(Person(id=n, name="Ana", reachable=True) for n in (1, 2, 3))
    over = Outcome(places=(0, 1, 2), loser=2, assistant=1, title=None, next_dealer=0, scores=(0, 0, 0), chosen=drink)
    result = Result(number=1, game="smidary", players=(1, 2, 3), outcome=over, doses=(1,))
    table = Table(id=1, game="smidary", seats=(1, 2, 3), result=result)
    debt = Entry(number=1, kind=EntryKind.ASSIGNED, person=3, ml=40, rule="S10", game=1, at=NOW)
    night = replace(EMPTY, people=people, tables=(table,), games=1, books=add(EMPTY.books, debt))
    shown = screens(night, BOT)
    check_night(night, None)
    wish = want.ChooseDrink(person=1, table=1, game=1, drink=drink)
    for seen in (frame(night, language, BOT) for language in LANGUAGES):
        check_plain(answer(seen, night, wish, step(night, wish, NOW, Random(1))).text)
    assert sum("&amp;&lt;b&gt;um" in screen.text for screen in shown.values()) == 2, "at the table, and to the winner"
    lobby = replace(night, tables=(replace(table, result=None),))
    night = step(lobby, want.Deal(person=1, table=1, after=0), NOW, Random(1)).night
    [table] = night.tables
    assert table.round is not None
    playing = replace(table.round, state=replace(table.round.state, places=(0,), chosen=drink))
    night = replace(night, tables=(replace(table, round=playing),))
    check_night(night, None)
    assert "&amp;&lt;b&gt;um" in screens(night, BOT)[Slot(GROUP, "table:1")].text
