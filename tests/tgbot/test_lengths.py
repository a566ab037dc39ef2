"""What is too long for one message is cut at lines: Telegram takes it, and something is left to be read."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ledger import Drink, Entry, EntryKind, add
from core.night import Care, News, Night, Person, Table
from core.night.house import LONGEST_DEED, LONGEST_WORDS, MOST_RULES
from core.night.rules import HouseRule
from core.night.stock import MOST_DRINKS
from tests.tgbot.updates import BOT
from tgbot import replies
from tgbot.playground.html import parse_html
from tgbot.views import announcement, screens
from tgbot.views.board import board
from tgbot.views.disputes import rulings_text
from tgbot.views.frame import frame
from tgbot.views.lengths import LONGEST, first_lines, last_lines, length, within
from tgbot.views.registry import GAME_WORDS
from tgbot.views.texts import rules
from tgbot.words import LANGUAGES, speak

TELEGRAM_TAKES = 4_096
EFFECTS = (f"do {'ž' * LONGEST_DEED}", f"say {'w' * LONGEST_WORDS}", "all drink 100")
QUESTION = "Počítá se svršek, " * 10
RULINGS = tuple(f"{QUESTION}{number} → ano" for number in range(40))


def crowd(people: int, game: str, language: str, *, ended: bool = False) -> Night:
    """A long night of so many, with as many rules and bottles as there may be."""
    house = tuple(HouseRule(id=f"h{n}", author=1, by="Ana", when="K*", effects=EFFECTS) for n in range(MOST_RULES))
    options = (("prsi", (("growing", True), ("open", 3))),)
    seats = tuple(range(1, min(people, 8) + 1))
    night = Night(
        id="abcdefghij",
        chat=-4001,
        topic=None,
        title="&" * 60,
        language=language,
        opened_at=1,
        games=40,
        tables=(Table(id=1, game=game, options=options, house=house, seats=seats, queue=tuple(range(9, people + 1))),),
        people=tuple(
            Person(id=one, name=f"Jméno <Příjmení> {one}", games=12, wins=3, losses=2, score=-12, care=Care.ALCOHOL)
            for one in range(1, people + 1)
        ),
        stock=tuple(Drink(name=f"Nejaka slivovice c. {n:03}", ml=700, abv=500) for n in range(MOST_DRINKS)),
        ended_at=10**7 if ended else 0,
    )
    books = night.books
    for number, one in enumerate(range(1, people + 1), 1):
        dose = Entry(number=number, kind=EntryKind.ASSIGNED, person=one, ml=120, rule="S11", game=1, at=1)
        books = add(books, dose)
    return replace(night, books=books)


def check(html: str) -> str:
    """What can be read of it; Telegram parses and takes it."""
    text, _ = parse_html(html)
    assert len(text) == length(html) <= TELEGRAM_TAKES
    assert any(character.isalpha() for character in text), f"nothing to be read in {text!r}"
    return text


CROWDS = [*product((1, 8, 25, 60), GAME_WORDS, LANGUAGES)]
NEWS = {
    "a board": [News(kind="Board")],
    "the end": [News(kind="NightEnded", data=())],
    "rules": [News(kind="Rules", table=1, data=(("rulings", RULINGS),))],
    "all at once": [News(kind="Joined", data=(("person", 1),)), News(kind="Rules", table=1), News(kind="Board")],
    "many": [News(kind="BottleTaken", data=(("person", n), ("drink", "x" * 24), ("ml", 700))) for n in range(1, 200)],
}


@pytest.mark.parametrize("people, game, language", CROWDS)
def test_whatever_the_group_is_told_fits_and_says_something(people: int, game: str, language: str) -> None:
    for told, news in NEWS.items():
        screen = announcement(crowd(people, game, language, ended=told == "the end"), news, BOT)
        assert screen is not None, told
        text = check(screen.text)
        if told == "the end":
            assert text.startswith("🌙"), "the farewell is above the table of honour"
            assert "🏅" in text


@pytest.mark.parametrize("people, game, language", CROWDS)
def test_all_screens_and_answers_fit(people: int, game: str, language: str) -> None:
    night, words = crowd(people, game, language), speak(language)
    for screen in screens(night, BOT).values():
        check(screen.text)
    tally = check(board(frame(night, language, BOT)))
    assert tally.splitlines()[-1].startswith("🍾"), "what stands below the people is there, however many they are"
    told = check(rules(words, night))
    assert ("🏠" in told) == (game == "prsi")
    ruled = rulings_text(words, RULINGS)
    assert f"{len(RULINGS) - 1} → ano" in check(ruled), "the latest counts"
    assert f"{len(RULINGS) - 1} → ano" in check("\n\n".join((rules(words, night), ruled)))
    check(replies.message(1, "\n\n".join((board(frame(night, language, BOT)), rules(words, night), ruled)))["text"])


LINES = st.lists(st.sampled_from(("a", "<b>b</b>", "&lt;" * 9, "é" * 30, "", '<a href="https://t.me/x">c</a>')))


@given(LINES, st.integers(40, 200))
def test_it_is_cut_at_whole_lines_and_what_is_open_is_closed(lines: list[str], room: int) -> None:
    for kept in (first_lines(lines, room), last_lines(lines, room)):
        assert length("\n".join(kept)) <= room
        left_out = [line for line in kept if line.startswith("… +")]
        assert len(kept) - len(left_out) + sum(int(line[3:]) for line in left_out) == len(lines)
    text, entities = parse_html(within("<b>x</b>\n<blockquote expandable>" + "\n".join(lines) + "</blockquote>", room))
    assert len(text) <= room
    assert entities[0]["type"] == "bold"


def test_what_fits_stays_as_it_is() -> None:
    text = "&amp;" * LONGEST
    assert within(text) == text
    assert first_lines(("a", "b")) == last_lines(("a", "b")) == ["a", "b"]
