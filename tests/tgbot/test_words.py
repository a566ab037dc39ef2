"""Every sentence of the code has its Czech, with the same fields and tags."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from tgbot.words import LOCALES, language_of, speak

VIEWS = Path(__file__).parents[2] / "tgbot" / "views"
KEYWORDS = {"words": None, "count": (1, 2), "context": ((1, "c"), 2)}


def sentences() -> set[tuple[object, str | None]]:
    found = extract_from_dir(str(VIEWS), method_map=[("**.py", "python")], keywords=KEYWORDS)
    return {(message, context) for _, _, message, _, context in found}


@pytest.mark.parametrize(
    "n, expected",
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st")],
)
def test_english_says_a_place_as_it_is_spoken(n: int, expected: str) -> None:
    assert speak("en").ordinal(n) == expected


def test_every_place_is_told_as_an_ordinal() -> None:
    calls = (node for path in VIEWS.rglob("*.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    told = [
        ast.unparse(field.value)
        for call in calls
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "words"
        for field in call.keywords
        if field.arg == "place"
    ]
    assert told
    assert all(value.startswith("words.ordinal(") for value in told), told


def czech() -> Catalog:
    with (LOCALES / "cs.po").open("rb") as source:
        return read_po(source, locale="cs")


def test_every_sentence_of_the_code_has_its_czech_and_no_other_has() -> None:
    assert sentences() == {(message.id, message.context) for message in czech() if message.id}


def test_no_czech_is_empty_and_none_loses_a_field_or_a_tag() -> None:
    pattern = re.compile(r"\{\w+\}|</?\w+")
    for message in czech():
        if not message.id:
            continue
        english = message.id if isinstance(message.id, str) else message.id[1]
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        for form in forms:
            assert form, message.id
            assert sorted(pattern.findall(form)) == sorted(pattern.findall(english)), message.id


def test_there_is_one_kind_of_dash() -> None:
    texts = (path.read_text(encoding="utf-8") for path in (*VIEWS.rglob("*.py"), LOCALES / "cs.po"))
    assert not any("\u2014" in text for text in texts)


@pytest.mark.parametrize(
    "n, expected",
    [(0, "0 karet"), (1, "1 karta"), (2, "2 karty"), (4, "4 karty"), (5, "5 karet"), (22, "22 karet")],
)
def test_czech_counts_one_few_many(n: int, expected: str) -> None:
    assert speak("cs").count("{n} card", "{n} cards", n) == expected


@pytest.mark.parametrize(
    "code, expected", [("cs", "cs"), ("cs-CZ", "cs"), ("sk", "cs"), ("en-GB", "en"), ("de", "cs"), (None, "cs")]
)
def test_people_are_spoken_to_in_their_language_and_others_in_the_group_s(code: str | None, expected: str) -> None:
    assert language_of(code, "cs") == expected
