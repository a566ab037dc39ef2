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


def several(words: Words, count: int, code: Rank) -> str:
    """Two to four cards of one rank in words ("dvě čtyřky"), more of them as "5× 4"."""
    ranks = {
        "2": words.context("several", "twos"),
        "3": words.context("several", "threes"),
        "4": words.context("several", "fours"),
        "5": words.context("several", "fives"),
        "6": words.context("several", "sixes"),
        "7": words.context("several", "sevens"),
        "8": words.context("several", "eights"),
        "9": words.context("several", "nines"),
        "T": words.context("several", "tens"),
        "J": words.context("several", "jacks"),
        "Q": words.context("several", "queens"),
        "K": words.context("several", "kings"),
        "A": words.context("several", "aces"),
        JOKER: words.context("several", "jokers"),
    }
    # In Czech jacks, kings and jokers are men.
    two = words.context("of men", "two") if code in ("J", "K", JOKER) else words.context("of cards", "two")
    numbers = {2: two, 3: words.context("of cards", "three"), 4: words.context("of cards", "four")}
    return f"{numbers[count]} {ranks[code]}" if count in numbers else f"{count}× {rank(code)}"


def opening_rank(words: Words, code: Rank) -> str:
    """A rank as the word for what one begins with (instrumental in Czech: "trojkou")."""
    return {
        "3": words.context("opening", "a three"),
        "4": words.context("opening", "a four"),
        "5": words.context("opening", "a five"),
        "6": words.context("opening", "a six"),
        "7": words.context("opening", "a seven"),
        "8": words.context("opening", "an eight"),
        "9": words.context("opening", "a nine"),
        "J": words.context("opening", "a jack"),
        "Q": words.context("opening", "a queen"),
        "K": words.context("opening", "a king"),
        "A": words.context("opening", "an ace"),
    }[code]
