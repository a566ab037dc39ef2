"""How wide a label is on a button, so that none is cut on a narrow phone."""

import unicodedata
from collections.abc import Iterable

_SCREEN, _GAP, _PADDING = 260, 3, 12
"""Pixels of all buttons of a message on a phone of 320 px, between two of them, and beside the text in each."""
_SIGN, _CAPITAL, _OTHER = 19.0, 10.0, 8.6
"""Of a bold font of 15 px."""
_WIDTHS = {
    **dict.fromkeys(" \u00a0.,:;!|'ijlíI", 4.3),
    **dict.fromkeys("frtř()-/", 5.9),
    **dict.fromkeys("mwMW%…✓", 14.0),
    "\u200d": 0.0,
}


def width(label: str) -> float:
    """Pixels of a label."""
    return sum(_WIDTHS.get(sign) or _of_its_kind(sign) for sign in label)


def _of_its_kind(sign: str) -> float:
    kind = unicodedata.category(sign)
    if "\U0001f1e6" <= sign <= "\U0001f1ff":
        return _SIGN / 2  # two letters make a flag
    if kind in ("So", "Sk"):
        return _SIGN
    return 0.0 if kind in ("Mn", "Cf") else _CAPITAL if kind == "Lu" else _OTHER


def columns(labels: Iterable[str], most: int) -> int:
    """Into how many columns all these labels fit, at most so many; one has room for whatever there is."""
    widest = max(map(width, labels), default=0.0)
    return next((number for number in range(most, 1, -1) if widest <= room(number)), 1)


def room(number: int) -> float:
    """Pixels of a label in a row of so many buttons."""
    return (_SCREEN - _GAP * (number - 1)) / number - _PADDING
