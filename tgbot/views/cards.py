"""German-suited cards as they look on a button and in a sentence."""

from collections.abc import Iterable

from core.cards import THE_SIX, Card, Suit
from core.game import CLOCKWISE
from tgbot.words import Words

SUIT_SIGNS = {"h": "❤️", "l": "🍃", "b": "🔔", "a": "🌰"}
NO_BREAK = "\u00a0"
_ORDER = "hlba"
_RANKS = "6789TUOKA"


def card(words: Words, code: Card) -> str:
    """A card: "❤️ 7", "🌰 Svr" (Czech: svršek Svr, spodek Spo, král, eso); no line ends within it."""
    if code == THE_SIX:
        return f"🃏{NO_BREAK}6"
    return f"{SUIT_SIGNS[code[1]]}{NO_BREAK}{rank(words, code[0])}"


def cards(words: Words, codes: Iterable[Card]) -> str:
    """Several cards, sorted by suit."""
    return " · ".join(card(words, code) for code in by_suit(codes))


def by_suit(codes: Iterable[Card]) -> list[Card]:
    """Hearts, leaves, bells, acorns, each from the seven up; the six last."""
    return sorted(codes, key=lambda code: (_ORDER.find(code[1]) % 5, _RANKS.index(code[0])))


def rank(words: Words, code: str) -> str:
    """A rank as a sign."""
    signs = {
        "T": "10",
        "U": words.context("sign of the Unter", "U"),
        "O": words.context("sign of the Ober", "O"),
        "K": words.context("sign of the King", "K"),
        "A": words.context("sign of the Ace", "A"),
    }
    return signs.get(code, code)


def rank_name(words: Words, code: str) -> str:
    """A rank as a word, as one demands it (accusative in Czech: "sedmičku")."""
    return {
        "7": words.context("demanded", "a seven"),
        "8": words.context("demanded", "an eight"),
        "9": words.context("demanded", "a nine"),
        "T": words.context("demanded", "a ten"),
        "U": words.context("demanded", "an Unter"),
        "O": words.context("demanded", "an Ober"),
        "K": words.context("demanded", "a king"),
        "A": words.context("demanded", "an ace"),
    }[code]


def suit_name(words: Words, suit: Suit) -> str:
    """A suit as a word ("červené")."""
    return {
        "h": words.context("suit", "hearts"),
        "l": words.context("suit", "leaves"),
        "b": words.context("suit", "bells"),
        "a": words.context("suit", "acorns"),
    }[suit]


def demand(words: Words, code: str | None) -> str:
    """The suit that a changer stands for, or the rank that it demands, after its card; empty for none."""
    if not code:
        return ""
    if code in SUIT_SIGNS:
        return f" → {suit_name(words, code)}"
    return " " + words("wants {rank}", rank=rank_name(words, code))


def direction(words: Words, way: int) -> str:
    """Which way round it goes, as the players stand one below the other."""
    return words("↻ play goes down") if way == CLOCKWISE else words("↺ play goes up")


def in_the_pile(words: Words, count: int) -> str:
    """How many cards are left to draw."""
    if not count:
        return words("<i>The pack is empty</i>")
    return words.count("<i>{n} card in the pile</i>", "<i>{n} cards in the pile</i>", count)
