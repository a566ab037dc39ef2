"""House rules in words: which cards, what they do, who made them; the built-in rules by name (P20, P27, P28)."""

from collections.abc import Iterable, Sequence

from core.house import Effect, Kind, read_effect, read_pattern
from core.night.rules import HouseRule
from tgbot.views.akcni.catalogue import in_words
from tgbot.views.cards import SUIT_SIGNS, card
from tgbot.views.frame import Frame
from tgbot.words import Words


def rank_card(words: Words, rank: str) -> str:
    """A card of a rank as one speaks of it (nominative in Czech: "sedmička")."""
    return {
        "7": words.context("card", "seven"),
        "8": words.context("card", "eight"),
        "9": words.context("card", "nine"),
        "T": words.context("card", "ten"),
        "U": words.context("card", "Unter"),
        "O": words.context("card", "Ober"),
        "K": words.context("card", "King"),
        "A": words.context("card", "Ace"),
    }[rank]


def built_in_rule(words: Words, rule: str) -> str:
    """The name of a built-in rule."""
    ranks = {
        "seven": "7",
        "eight": "8",
        "nine": "9",
        "ten": "T",
        "unter": "U",
        "ober": "O",
        "king": "K",
        "ace": "A",
    }
    if rule in ranks:
        return rank_card(words, ranks[rule])
    return {
        "action_changer": words("action changer"),
        "action_king": words("action king"),
        "action_ace": words("action ace"),
        "last": words("the last card"),
        "prsi": words("it's raining"),
    }[rule]


def pattern_words(words: Words, when: str) -> str:
    """The cards that a rule is about."""
    pattern = read_pattern(when)
    if pattern.rank is not None and pattern.suit is not None:
        return card(words, pattern.rank + pattern.suit)
    if pattern.rank is not None:
        return rank_card(words, pattern.rank)
    return words("every {suit}", suit=SUIT_SIGNS[pattern.suit]) if pattern.suit is not None else words("every card")


def effect_words(words: Words, effect: Effect) -> str:
    """What a rule does; its text as it is, not ready for HTML."""
    number, text = effect.number, in_words(words, effect.text)
    match effect.kind:
        case Kind.NEXT_DRAWS:
            return words.count("the next one draws {n} card", "the next one draws {n} cards", number)
        case Kind.NEXT_LOSES_TURN:
            return words("the next one loses the turn")
        case Kind.PREVIOUS_PLAYS:
            return words("the one before plays")
        case Kind.REVERSE:
            return words("play reverses")
        case Kind.AGAIN:
            return words("whoever plays it plays again")
        case Kind.ALL_OTHERS_DRAW:
            return words.count("all others draw {n} card", "all others draw {n} cards", number)
        case Kind.PLAYER_DRAWS:
            return words.count("whoever plays it draws {n} card", "whoever plays it draws {n} cards", number)
        case Kind.PASS_ONE_CARD:
            return words("everybody passes a card back")
        case Kind.NEXT_DRINKS:
            return words("the next one drinks {ml} ml", ml=number)
        case Kind.ALL_DRINK:
            return words("all drink {ml} ml", ml=number)
        case Kind.PLAYER_DRINKS:
            return words("whoever plays it drinks {ml} ml", ml=number)
        case Kind.SAY:
            return words("you say “{text}”", text=text)
        case Kind.DO:
            return words("do: {text}", text=text)


def rule_words(words: Words, when: str, effects: Iterable[str]) -> str:
    """A rule in one line, not ready for HTML."""
    told = (effect_words(words, read_effect(effect)) for effect in effects)
    return f"{pattern_words(words, when)}: {', '.join(told)}"


def author(frame: Frame, rule: HouseRule) -> str:
    """Whose rule it is, as the table calls them, ready for HTML."""
    return frame.names.get(rule.author) or frame.plain(rule.by) or "?"


def house_lines(frame: Frame, rules: Sequence[HouseRule]) -> tuple[str, ...]:
    """The rules with who made them, ready for HTML."""
    words = frame.words
    return tuple(
        f"🏠 {frame.plain(rule_words(words, rule.when, rule.effects))} <i>({author(frame, rule)})</i>" for rule in rules
    )
