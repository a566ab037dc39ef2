"""Words at the table as people type them: in any case, with or without accents, with a slip of the finger."""

import re
from collections.abc import Iterable

from core.house import heard
from tgbot.views.cards import SUIT_SIGNS

SAFE = 6
"""From so many letters on a word is known with one slip in it; shorter ones are too much alike."""
STANDING = frozenset({"stojim", "stoju", "stojim si", "i stand", "stand"})
_DRAWING = ("lizu", "lizam", "liznu", "liznout", "lizat", "beru", "vezmu", "tahnu", "taham", "draw", "take")
_DRAWN = re.compile(r"(i )?(?P<verb>\w+)( si)?( (?P<number>\d{1,3}))?( karti?| kartu| karet| cards?)?")
_CARDS = (
    "sedm", "osm", "devit", "devet", "desit", "deset", "spod", "svrs", "filk", "kluk", "dam", "zolik", "dvojk", "trojk",
    "ctyrk", "petk", "sestk", "cerven", "zelen", "kulov", "zalud", "srdc", "pikov", "krizov", "karov", "seven", "eight",
    "nine", "unter", "ober", "queen", "joker", "hearts", "leaves", "bells", "acorns", "spades", "clubs", "diamonds",
)  # fmt: skip
"""How names of cards begin."""
_SHORT_CARDS = frozenset({"kral", "krale", "eso", "esa", "esem", "ten", "king", "ace", "jack"})
_SIGNS = (*(sign[0] for sign in SUIT_SIGNS.values()), "♥", "♦", "♠", "♣")


def typed(text: str, vocabulary: Iterable[str] = ()) -> str:
    """What of somebody's words is compared: `plain`, and words of the vocabulary without a slip of the finger."""
    known = {word: word for phrase in vocabulary for word in plain(phrase).split() if len(word) >= SAFE}
    return " ".join(known.get(word) or _mended(word, known) for word in plain(text).split())


def plain(text: str) -> str:
    """A text as it sounds: what is `heard` of it, with one i for both."""
    return heard(text).replace("y", "i")


def _mended(word: str, known: Iterable[str]) -> str:
    return next((right for right in known if _is_a_slip(word, right)), word)


def _is_a_slip(word: str, right: str) -> bool:
    """Whether a letter is wrong, missing or too many in the word, or two have changed places."""
    start = next((at for at, (a, b) in enumerate(zip(word, right, strict=False)) if a != b), min(len(word), len(right)))
    a, b = word[start:], right[start:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return (len(a) < 2 and len(b) < 2) or (len(a) == 2 and a == b[::-1])


def drawing(said: str) -> tuple[bool, int | None]:
    """Whether somebody says that they draw or take, and how many if they say it."""
    found = _DRAWN.fullmatch(typed(said, _DRAWING))
    if found is None or found["verb"] not in map(plain, _DRAWING):
        return False, None
    return True, int(found["number"]) if found["number"] else None


def is_standing(said: str) -> bool:
    """Whether somebody says that they stand."""
    return typed(said, STANDING) in STANDING


def names_a_card(text: str) -> bool:
    """Whether a card is named, which only a tap plays."""
    said = heard(text).split()
    return any(sign in text for sign in _SIGNS) or any(word in _SHORT_CARDS or word.startswith(_CARDS) for word in said)
