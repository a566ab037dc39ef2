"""Names as everybody at the table can read them: harmless, short, told apart."""

import unicodedata
from collections.abc import Iterable, Sequence
from html import escape

from core.ledger import PersonId
from core.night import Person

LONGEST = 20
_JOINERS = ("\u200d", "\ufe0f")
"""Parts of emoji, the only invisible characters that a name may keep."""


def plain(name: str, fallback: str = "Host") -> str:
    """A name without controls, invisible and stacked characters, at most 20 characters long; `fallback` when nothing is
    left."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", name):
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") else 0
        if character in _JOINERS or (category[0] != "C" and marks <= 2):
            kept.append(" " if category.startswith("Z") else character)
    words = " ".join("".join(kept).split()).strip("\u200d\ufe0f ")
    if not any(unicodedata.category(character)[0] in "LNS" for character in words):
        return fallback
    return words if len(words) <= LONGEST else words[: LONGEST - 1].rstrip("\u200d\ufe0f ") + "…"


def in_a_row(shown: Sequence[str], most: int = 12) -> str:
    """Names after each other; of a crowd the first ones, and how many more there are."""
    more = len(shown) - most
    return ", ".join(shown[:most]) + (f" … +{more}" if more > 0 else "")


def names(people: Iterable[Person]) -> dict[PersonId, str]:
    """Everybody's name, ready for HTML; equal ones are numbered in the order of coming."""
    shown: dict[PersonId, str] = {}
    taken: set[str] = set()
    for person in people:
        name = plain(person.name)
        number = 2
        unique = name
        while unique.casefold() in taken:
            unique = f"{name} {number}"
            number += 1
        taken.add(unique.casefold())
        # The isolates keep a right-to-left name from turning the rest of its line round.
        text = escape(unique, quote=False)
        right_to_left = any(unicodedata.bidirectional(character) in ("R", "AL") for character in unique)
        shown[person.id] = f"\u2068{text}\u2069" if right_to_left else text
    return shown
