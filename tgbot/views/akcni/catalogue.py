"""Ready-made house rules for a winner without an idea (N17)."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from core.house import Effect, Kind, heard, read_effect
from tgbot.words import LANGUAGES, Words, speak


class Ready(NamedTuple):
    """A rule as records have it, without its author: the cards and the effects."""

    when: str
    effects: tuple[str, ...]


def catalogue(words: Words) -> tuple[Ready, ...]:
    """The rules in the words of the group that plays by them; their order and number are the same in all languages."""
    return (
        _rule("K*", _say(words("Long live the king!"))),
        _rule("O*", _say(words("A little bird told me"))),
        _rule("U*", _do(words("cards into the other hand until your next turn"))),
        _rule("*b", _do(words("whisper until your next turn"))),
        _rule("T*", Effect(kind=Kind.ALL_DRINK, number=10)),
        _rule("A*", _do(words("make a toast, standing"))),
        _rule("7h", Effect(kind=Kind.NEXT_DRAWS, number=1), _say(words("My pleasure"))),
        _rule("8*", Effect(kind=Kind.AGAIN)),
        _rule("9a", Effect(kind=Kind.PASS_ONE_CARD)),
        _rule("Kh", Effect(kind=Kind.NEXT_LOSES_TURN)),
        _rule("8a", Effect(kind=Kind.PLAYER_DRAWS, number=1), _say(words("Ouch"))),
        _rule("Ab", Effect(kind=Kind.ALL_OTHERS_DRAW, number=1)),
        _rule("9b", Effect(kind=Kind.REVERSE), _do(words("slap the table"))),
        _rule("Uh", Effect(kind=Kind.NEXT_DRINKS, number=20)),
    )


def in_words(words: Words, text: str) -> str:
    """A text of the catalogue in the reader's language, whatever the rule has it in; one of somebody's own as it is."""
    place = _places().get(heard(text))
    theirs = text if place is None else _texts(words.language)[place]
    return text if heard(theirs) == heard(text) else theirs


def heard_as(text: str) -> frozenset[str]:
    """All that counts as this text when it is said: one of the catalogue in any language (P28)."""
    place = _places().get(heard(text))
    return frozenset({heard(text)} if place is None else (heard(_texts(language)[place]) for language in LANGUAGES))


@cache
def _places() -> Mapping[str, int]:
    return {heard(text): place for language in LANGUAGES for place, text in enumerate(_texts(language))}


@cache
def _texts(language: str) -> tuple[str, ...]:
    effects = (read_effect(effect) for rule in catalogue(speak(language)) for effect in rule.effects)
    return tuple(effect.text for effect in effects if effect.text)


def _rule(when: str, *effects: Effect) -> Ready:
    return Ready(when, tuple(map(str, effects)))


def _say(text: str) -> Effect:
    return Effect(kind=Kind.SAY, text=text)


def _do(text: str) -> Effect:
    return Effect(kind=Kind.DO, text=text)
