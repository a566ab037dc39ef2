"""House rules as data: patterns, effects, tables (P27, P28)."""

import pytest

from core.akcni.options import PACK
from core.game import InvalidSetup
from core.house import Effect, Kind, Pattern, Rule, heard, is_sayable, read_effect, read_pattern, read_rule, read_rules

WORDS = {
    "next draws 2": Effect(kind=Kind.NEXT_DRAWS, number=2),
    "next loses turn": Effect(kind=Kind.NEXT_LOSES_TURN),
    "previous plays": Effect(kind=Kind.PREVIOUS_PLAYS),
    "reverse": Effect(kind=Kind.REVERSE),
    "again": Effect(kind=Kind.AGAIN),
    "all others draw 1": Effect(kind=Kind.ALL_OTHERS_DRAW, number=1),
    "player draws 12": Effect(kind=Kind.PLAYER_DRAWS, number=12),
    "pass one card": Effect(kind=Kind.PASS_ONE_CARD),
    "next drinks 20": Effect(kind=Kind.NEXT_DRINKS, number=20),
    "all drink 5": Effect(kind=Kind.ALL_DRINK, number=5),
    "player drinks 40": Effect(kind=Kind.PLAYER_DRINKS, number=40),
    "say dobrý den": Effect(kind=Kind.SAY, text="dobrý den"),
    "do clap your hands": Effect(kind=Kind.DO, text="clap your hands"),
}


def table(**changes: object) -> dict[str, object]:
    return {"id": "x", "author": "Bob", "when": "K*", "effect": ["again"], **changes}


@pytest.mark.parametrize("words, effect", WORDS.items())
def test_p28_every_effect_has_its_words_and_they_give_it_back(words: str, effect: Effect) -> None:
    assert read_effect(words) == effect
    assert str(effect) == words


def test_p28_every_kind_of_effect_is_there() -> None:
    assert {effect.kind for effect in WORDS.values()} == set(Kind)


@pytest.mark.parametrize(
    "words",
    [
        "next flies away",
        "next draws",
        "next draws x",
        "next draws 2 cards",
        "next draws -1",
        "next draws 0",
        "next draws 1.5",
        "next draws ٣",
        "next draws2",
        "all drink",
        "again 2",
        "reverse reverse",
        "say",
        "say   ",
        "do",
        "saydobrý den",
        "Again",
        "",
        7,
        None,
        ["again"],
    ],
)
def test_p28_anything_else_is_no_effect_and_one_line_says_so(words: object) -> None:
    with pytest.raises(InvalidSetup) as invalid:
        read_effect(words)
    assert "\n" not in str(invalid.value)


@pytest.mark.parametrize(
    "text, matching",
    [
        ("K*", ["Kh", "Kl", "Kb", "Ka"]),
        ("9h", ["9h"]),
        ("*b", ["7b", "8b", "9b", "Tb", "Ub", "Ob", "Kb", "Ab"]),
        ("**", list(PACK)),
    ],
)
def test_p27_a_pattern_is_a_rank_and_a_suit_or_any(text: str, matching: list[str]) -> None:
    pattern = read_pattern(text)
    assert [card for card in PACK if pattern.matches(card)] == matching
    assert str(pattern) == text


@pytest.mark.parametrize("text", ["K", "", "Kx", "6h", "*", "***", "hK", "k*", "10h", 9, None, "Qs", "K* "])
def test_p27_anything_else_is_no_pattern(text: object) -> None:
    with pytest.raises(InvalidSetup):
        read_pattern(text)


def test_p27_the_author_is_a_seat_or_nobody_at_the_table() -> None:
    rules = read_rules([table(id="a"), table(id="b", author="Zoe")], ("Ana", "Bob"))
    assert [(rule.id, rule.author) for rule in rules] == [("a", 1), ("b", None)]
    again = Effect(kind=Kind.AGAIN)
    assert rules[0] == Rule(id="a", author=1, when=Pattern(rank="K", suit=None), effects=(again,))


@pytest.mark.parametrize("key", ["id", "author", "when", "effect"])
def test_p27_all_four_keys_are_needed(key: str) -> None:
    incomplete = table()
    del incomplete[key]
    with pytest.raises(InvalidSetup):
        read_rule(incomplete)


@pytest.mark.parametrize(
    "changes",
    [
        {"id": ""},
        {"id": 3},
        {"author": ""},
        {"author": None},
        {"effect": "again"},
        {"effect": []},
        {"effect": [1]},
        {"x": 1},
    ],
)
def test_p27_a_wrong_table_is_refused_in_one_line(changes: dict[str, object]) -> None:
    with pytest.raises(InvalidSetup) as invalid:
        read_rule(table(**changes))
    assert "\n" not in str(invalid.value)


def test_n17_a_good_table_passes_the_check() -> None:
    read_rule(table(effect=["say na zdraví", "next draws 1"]))


def test_p28_case_accents_punctuation_and_spaces_are_not_heard() -> None:
    assert heard("  Dobrý   DEN, pane!  ") == heard("dobry den pane")
    assert heard("dobry den") != heard("dobry veden")
    assert heard("Na zdraví! 🍺") == heard("na zdravi")
    assert heard("🍺") != heard("🍷")


@pytest.mark.parametrize(
    "text",
    ["🍻", "❤️", "👨\u200d👩\u200d👧", "🏴\u200d☠️", "🇨🇿", "👍🏽", "1️⃣", "\U0001fae8", "\U0001fae9 a 🍻"],
    ids=ascii,
)
def test_p28_emoji_can_be_asked_for_and_are_told_apart(text: str) -> None:
    assert is_sayable(text)
    assert str(read_effect(f"say {text}")) == f"say {text}"
    assert heard(text) == heard(text.replace("\ufe0f", ""))
    assert heard(text) != heard("👨\u200d👨\u200d👦")


@pytest.mark.parametrize("text", ["", "\u202eahoj", "a\u200bb", "a\nb", "\ufeff", "a\x00"], ids=ascii)
def test_p28_what_does_not_show_cannot_be_asked_for(text: str) -> None:
    assert not is_sayable(text)
