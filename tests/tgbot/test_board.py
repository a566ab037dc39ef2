"""The board of the night, as people check it: every line adds up, and says nothing that is nothing (N8, N9, N12)."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ledger import Books, Entry, EntryKind, add
from core.night import Care, Custom, Night, Person, Table
from tests.core.nights import Evening
from tgbot.views.board import board
from tgbot.views.care import alcohol
from tgbot.views.frame import frame
from tgbot.views.own_data import readable
from tgbot.words import LANGUAGES, speak

WISHES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 50), st.sampled_from((10, 20, 40))), max_size=30)
PARTS = {
    "cs": {
        "charged": "dáv[a-z]+|dávk[ay]",
        "extra": "navíc",
        "drunk": "vypito",
        "forgiven": "odpuštěno",
        "owed": "dluh",
    },
    "en": {"charged": "doses?", "extra": "extra", "drunk": "drunk", "forgiven": "forgiven", "owed": "owes"},
}


def night_of(wishes: list[tuple[int, int, int]]) -> Night:
    """Ana's evening: she is charged, drinks, is forgiven, and entries are corrected, in any order."""
    books = Books()
    for kind, at, amount in wishes:
        number, open_debts, wrong = books.last + 1, books.open, books.correctable()
        refers: int | None = None
        if kind == 0:
            what, ml = EntryKind.ASSIGNED, amount
        elif kind == 3 and wrong:
            entry = wrong[at % len(wrong)]
            refers, what, ml = entry.number, EntryKind.CORRECTION, entry.ml
        elif kind in (1, 2) and open_debts:
            debt = open_debts[at % len(open_debts)]
            refers, what, ml = debt.number, EntryKind.DRUNK if kind == 1 else EntryKind.FORGIVEN, debt.ml
        else:
            continue
        entry = Entry(number=number, kind=what, person=1, ml=ml, rule="S13", game=1, at=number, refers=refers, abv=400)
        books = add(books, entry)
    people = (Person(id=1, name="Ana", care=Care.ALCOHOL),)
    return Night(id="n", chat=-1, topic=None, title="U Kalicha", language="cs", opened_at=0, people=people, books=books)


def read(line: str, language: str) -> dict[str, int]:
    """The ml of a line, 0 for what it does not mention."""
    found = {part: re.search(rf"(?:{label}) (\d+)\sml", line) for part, label in PARTS[language].items()}
    return {part: int(ml[1]) if ml else 0 for part, ml in found.items()}


@pytest.mark.parametrize("language", LANGUAGES)
@given(wishes=WISHES)
def test_n08_whatever_was_corrected_the_line_of_the_board_adds_up(
    language: str, wishes: list[tuple[int, int, int]]
) -> None:
    night = night_of(wishes)
    line = "".join(line for line in board(frame(night, language, "bot")).split("\n") if line.startswith(" "))
    # Whoever has had nothing has no line of doses.
    assert bool(line) == bool(night.books.of(1).doses or night.books.of(1).drunk or night.books.of(1).forgiven)
    said = read(line, language)
    assert said["charged"] + said["extra"] == said["drunk"] + said["forgiven"] + said["owed"], line
    assert said["owed"] == night.books.owed(1)
    assert " 0\xa0ml" not in line
    assert not re.search(r"\b0[,.]0\b", line)


@given(wishes=WISHES)
def test_n08_ones_own_data_add_up_like_the_board(wishes: list[tuple[int, int, int]]) -> None:
    text = readable(speak("en"), 1, None, [(night_of(wishes), ())])
    said = read(text, "en") | {"charged": int(re.search(r"charged (\d+) ml", text)[1])}  # type: ignore[index]
    said["owed"] = int(re.search(r"owed (\d+) ml", text)[1])  # type: ignore[index]
    assert said["charged"] + said["extra"] == said["drunk"] + said["forgiven"] + said["owed"], text


def test_n08_what_was_drunk_for_a_charge_that_is_void_is_said() -> None:
    night = night_of([(0, 0, 40), (0, 0, 20), (1, 0, 0), (3, 2, 0)])
    assert "1\xa0dávka 20\xa0ml · navíc 40\xa0ml · vypito 40\xa0ml · dluh 20\xa0ml" in board(frame(night, "cs", "bot"))


@pytest.mark.parametrize("care, sign", [(Care.ALCOHOL, "🥃"), (Care.SOFT, "🧃"), (None, "📝")])
def test_n13_nothing_before_ones_doses_can_be_read_as_a_minus(care: Care | None, sign: str) -> None:
    night = night_of([(0, 0, 20)])
    night = replace(night, people=(replace(night.people[0], care=care),))
    assert f"\n   {sign} 1\xa0dávka 20\xa0ml" in board(frame(night, "cs", "bot"))


@pytest.mark.parametrize(
    "ethanol, said", [(900, "0,7 g alkoholu"), (1_300, "1,0 g alkoholu (0,1 standardního drinku)")]
)
def test_n12_less_than_a_tenth_of_a_standard_drink_is_none(ethanol: int, said: str) -> None:
    assert alcohol(speak("cs"), ethanol) == said


def test_only_games_that_somebody_has_won_are_counted() -> None:
    night = replace(night_of([]), games=3, wins=((5, 1), (9, 1)))
    assert "Dnes: 2\xa0dohrané hry" in board(frame(night, "cs", "bot"))
    assert "Dnes" not in board(frame(replace(night, wins=()), "cs", "bot"))
    assert "Zatím se žádná hra nedohrála." in board(frame(replace(night, wins=()), "cs", "bot"))


def test_n12_games_that_nobody_has_won_are_told_apart_from_those_that_somebody_has() -> None:
    night = replace(Evening("Ana", "Bob").night, games=7, wins=((1, 1),) * 5)
    assert "Dnes: 5\xa0dohraných her (rozdáno 7×)" in board(frame(night, "cs", "bot"))
    running = Evening("Ana", "Bob")
    running.deals("Ana")
    night = replace(running.night, games=6, wins=((1, 1),) * 5)
    assert "rozdáno" not in board(frame(night, "cs", "bot")), "the sixth is being played"


def test_a_board_in_the_first_game_says_that_it_is_still_played() -> None:
    evening = Evening("Ana", "Bob")
    assert "Zatím se nehrálo." in board(frame(evening.night, "cs", "bot"))
    evening.deals("Ana")
    assert "První hra se ještě hraje." in board(frame(evening.night, "cs", "bot"))


def test_n12_the_table_of_honour_lists_nobody_of_whom_there_is_nothing_to_say() -> None:
    night = night_of([(0, 0, 20)])
    people = (*night.people, Person(id=2, name="Bob", games=1, wins=1), Person(id=3, name="Cyr"))
    night = replace(night, people=people, wins=((5, 2),))
    assert "<b>Cyr</b>" in board(frame(night, "cs", "bot")), "who is there"
    over = board(frame(replace(night, ended_at=9), "cs", "bot"))
    assert [name for name in ("Bob", "Ana", "Cyr") if f"<b>{name}</b>" in over] == ["Bob", "Ana"]
    nothing = replace(night, people=people[2:], books=Books(), wins=(), ended_at=9)
    assert board(frame(nothing, "cs", "bot")).split("\n")[1:] == ["", "Zatím se nehrálo."]


@pytest.mark.parametrize("is_over", [False, True])
def test_n12_titles_are_remembered_all_night_and_counted(is_over: bool) -> None:
    titles = ("arcipic", "vrchni", "assistant", "arcipic", "shithead")
    people = (Person(id=1, name="Ana", games=9, wins=1, losses=4, titles=titles), Person(id=2, name="Bob", games=9))
    night = replace(night_of([]), people=people, wins=((5, 1),), ended_at=9 if is_over else 0)
    lines = board(frame(night, "cs", "bot")).replace("\xa0", " ").split("\n")
    assert "<b>Ana</b> · 9 her · 🏆 1 výhra · 4 prohry · 2× Arcipíč, Vrchní píč, shithead, Asistent" in lines
    assert "<b>Bob</b> · 9 her" in lines
    clean = replace(night, tables=(Table(id=1, game="smidary", customs=(Custom.CLEAN_NAMES,)),))
    assert "2× Arcimistr, Poslední, poslední, Předposlední" in board(frame(clean, "cs", "bot")).replace("\xa0", " ")


@pytest.mark.parametrize("game", ["smidary", "shithead"])
def test_n12_s11_every_loser_has_the_title_of_the_game(game: str) -> None:
    evening = Evening("Ana", "Bob", "Cyr", game=game)
    made = Counter[str]()
    for _ in range(3):
        evening.deals("Ana")
        evening.plays_to_the_end()
        assert evening.table.result is not None
        outcome = evening.table.result.outcome
        made.update([outcome.title] if outcome.title else [])
        made.update(["assistant"] if outcome.assistant is not None else [])
    assert made.total() >= 3
    assert Counter(title for person in evening.night.people for title in person.titles) == made


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_board_ends_between_a_number_and_what_it_counts(language: str) -> None:
    night = replace(night_of([(0, 0, 40), (1, 0, 0), (0, 0, 20)]), wins=((5, 1), (9, 1)))
    night = replace(night, people=(replace(night.people[0], games=2, wins=2),))
    assert not re.search(r"\d [^\W\d]", board(frame(night, language, "bot")))
