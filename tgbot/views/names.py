"""Names as everybody at the table can read them: harmless, short, told apart."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

from core.house import IN_COLOUR, JOINER, is_pictograph
from core.ledger import SOFT, PersonId
from core.night import Person
from tgbot.words import Words

LONGEST = 20
_JOINERS = (JOINER, IN_COLOUR)
"""Parts of emoji, the only invisible characters that a name may keep, and only behind a sign."""
_SIGNS = (IN_COLOUR, "\u20e3")
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0e\U000e0100-\U000e01ef]")
"""Letters, marks and signs that show nothing."""


def harmless(text: str) -> str:
    """Anybody's text in one line, without controls, invisible and stacked characters."""
    kept = [""]
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = _category(character)
        if character in _JOINERS:
            if kept[-1] in _SIGNS or _category(kept[-1] or " ")[0] in "SNP":
                kept.append(character)
        elif category[0] != "C" and not _BLANK.match(character):
            marks = marks + 1 if category[0] == "M" else 0
            if marks <= 2:
                kept.append(" " if category[0] == "Z" else character)
    return " ".join("".join(kept).split()).strip(f"{JOINER} ")


def as_typed(drink: str) -> str:
    """A drink's name as people write it: in records it is one word, with underscores for spaces (N7, S10)."""
    return harmless(drink.replace("_", " "))


def drink_name(words: Words, drink: str) -> str:
    """A drink as the reader calls it: records have the usual ones, and what is soft, by one name for all (N7, N10)."""
    usual = {
        "zelená": words.context("drink", "peppermint"),
        "pivo": words.context("drink", "beer"),
        "víno": words.context("drink", "wine"),
        SOFT: words.context("drink", "soft"),
    }
    name, dash, number = drink.partition("-")
    return f"{usual[name]}{dash}{number}" if name in usual and number.isdecimal() is bool(dash) else as_typed(drink)


def _category(character: str) -> str:
    """That of Unicode, with emoji that this Python does not know yet among the signs."""
    return "So" if is_pictograph(character) else unicodedata.category(character)


@lru_cache(maxsize=4096)
def plain(name: str, fallback: str = "Host", longest: int = LONGEST) -> str:
    """A harmless name of at most so many characters; `fallback` when nothing is left."""
    kept = harmless(name)
    if not any(_category(character)[0] in "LNS" for character in kept):
        return fallback
    return kept if len(kept) <= longest else kept[: longest - 1].rstrip("\u200d\ufe0f ") + "…"


@lru_cache(maxsize=4096)
def shown(name: str) -> str:
    """A plain name ready for HTML; one that reads from the right does not turn the rest of its line round."""
    text = escape(name, quote=False)
    right_to_left = any(unicodedata.bidirectional(character) in ("R", "AL") for character in name)
    return f"\u2068{text}\u2069" if right_to_left else text


def in_a_row(words: Words, names: Sequence[str], most: int = 12) -> str:
    """Names after each other; of a crowd the first ones, and how many more there are."""
    more, first = len(names) - most, ", ".join(names[:most])
    return words.count("{names} and {n} more", "{names} and {n} more", more, names=first) if more > 0 else first


@lru_cache(maxsize=4096)
def _heard(name: str) -> str:
    """What of a name tells it from others."""
    return name.casefold().translate(dict.fromkeys(map(ord, _JOINERS)))


def names(people: Iterable[Person]) -> dict[PersonId, str]:
    """Everybody's name, ready for HTML; equal ones are numbered in the order of coming."""
    found: dict[PersonId, str] = {}
    taken: set[str] = set()
    for person in people:
        name = plain(person.name)
        number = 2
        unique = name
        while _heard(unique) in taken:
            unique = f"{name} {number}"
            number += 1
        taken.add(_heard(unique))
        found[person.id] = shown(unique)
    return found
