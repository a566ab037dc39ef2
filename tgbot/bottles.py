"""A bottle as people write it: "slivovice 0,7 52", "Tullamore Dew 700 ml 40 %", "víno 0,75 l 12 ×2" (N7)."""

import re

from core.ledger import Drink

_NUMBER = r"\d{1,6}(?:[.,]\d{1,3})?"
_BOTTLE = re.compile(
    rf"(?P<name>\D.*?)\s+(?P<volume>{_NUMBER})\s*(?P<unit>ml|cl|dl|l)?\s+(?P<abv>{_NUMBER})\s*%?"
    r"(?:\s+[×x*]?\s*(?P<coefficient>\d(?:[.,]\d)?)\s*[×x]?)?",
    re.IGNORECASE,
)
_ML = {"ml": 1, "cl": 10, "dl": 100, "l": 1000}
LARGEST_IN_LITRES = 50
"""A volume without a unit is in litres up to this, and in millilitres above."""


def read_bottle(text: str) -> Drink | None:
    """One bottle: its name as one word, volume, strength and coefficient (1 when none is said); None for other words.

    Whether there can be such a bottle is for the night to say.
    """
    found = _BOTTLE.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    volume, unit = _number(found["volume"]), (found["unit"] or "").lower()
    ml = volume * (_ML[unit] if unit else 1000 if volume <= LARGEST_IN_LITRES else 1)
    return Drink(
        name=found["name"].replace(" ", "-").replace(":", "-"),
        ml=round(ml),
        abv=round(_number(found["abv"]) * 10),
        halves=round(_number(found["coefficient"] or "1") * 2),
    )


def _number(digits: str) -> float:
    return float(digits.replace(",", "."))
