"""French cards as they look on a button and in a sentence."""

from collections.abc import Iterable

from core.cards import Card, Rank
from core.shithead.ranks import JOKER
from tgbot.words import Words

SUIT_SIGNS = {"h": "♥️", "d": "♦️", "c": "♣️", "s": "♠️"}
JOKER_SIGN = "🃏"
BLIND = "🙈"
"""A card that nobody knows, lying face down."""


def rank(code: Rank) -> str:
    """A rank as a sign, the same in every language: "7", "10", "J"."""
    return {"T": "10", JOKER: JOKER_SIGN}.get(code, code)


def card(code: Card) -> str:
    """A card: "10♦️", "K♠️"."""
    return JOKER_SIGN if code[0] == JOKER else rank(code[0]) + SUIT_SIGNS[code[1]]


def cards(codes: Iterable[Card]) -> str:
    """Several cards in the order they are in."""
    return " ".join(map(card, codes))


def opening_rank(words: Words, code: Rank) -> str:
    """A rank as the word for what one begins with (instrumental in Czech: "trojkou")."""
    return {
        "3": words.context("opening", "three"),
        "4": words.context("opening", "four"),
        "5": words.context("opening", "five"),
        "6": words.context("opening", "six"),
        "7": words.context("opening", "seven"),
        "8": words.context("opening", "eight"),
        "9": words.context("opening", "nine"),
        "J": words.context("opening", "jack"),
        "Q": words.context("opening", "queen"),
        "K": words.context("opening", "king"),
        "A": words.context("opening", "ace"),
    }[code]
