"""A bottle as people write it: "slivovice 0,7 52", "Tullamore Dew 700 ml 40 %", "víno 0,75 l 12 ×2" (N7)."""

import re
from enum import StrEnum

from core.house import heard
from core.ledger import Drink

_NUMBER = r"\d{1,6}(?:[.,]\d{1,3})?"
_VOLUME = rf"(?P<volume>{_NUMBER})\s*(?P<unit>ml|cl|dl|l)?"
_STRENGTH = rf"(?P<abv>{_NUMBER})\s*"
_COEFFICIENT = r"(?:\s+[×x*]?\s*(?P<coefficient>\d(?:[.,]\d)?)\s*[×x]?)?"
_BOTTLES = tuple(
    re.compile(rf"(?P<name>\D.*?),?\s+{numbers}{_COEFFICIENT}", re.IGNORECASE)
    for numbers in (rf"{_VOLUME},?\s+{_STRENGTH}%?", rf"{_STRENGTH}%,?\s*{_VOLUME}")
)
_ML = {"ml": 1, "cl": 10, "dl": 100, "l": 1000}
_MEASURED = re.compile(r"[^\W\d].*\d(?:[.,]\d|\s*(?:%|(?:ml|cl|dl|l)\b)).*", re.IGNORECASE)
"""A name, and somewhere behind it a number as only bottles have them."""
LARGEST_IN_LITRES = 50
"""A volume without a unit is in litres up to this, and in millilitres above."""


class Flaw(StrEnum):
    """What is wrong with words that should be a bottle."""

    NAME = "name"
    """There are only numbers, or they come first."""
    NUMBERS = "numbers"
    """Neither a volume nor a strength."""
    VOLUME = "volume"
    STRENGTH = "strength"
    ORDER = "order"
    """Everything may be there, but not as it is read."""


def read_bottle(text: str) -> Drink | None:
    """One bottle: its name as one word, volume, strength and coefficient (1 when none is said); None for other words.

    Whether there can be such a bottle is for the night to say.
    """
    line = " ".join(text.split())
    found = next((match for bottle in _BOTTLES if (match := bottle.fullmatch(line))), None)
    if found is None:
        return None
    volume, unit, abv = _number(found["volume"]), (found["unit"] or "").lower(), _number(found["abv"])
    if "%" not in line and not unit and _are_swapped(volume, abv):
        volume, abv = abv, volume
    ml = volume * (_ML[unit] if unit else 1000 if volume <= LARGEST_IN_LITRES else 1)
    return Drink(
        name=found["name"].replace(" ", "_").replace(":", "-"),
        ml=round(ml),
        abv=round(abv * 10),
        halves=round(_number(found["coefficient"] or "1") * 2),
    )


def _are_swapped(volume: float, abv: float) -> bool:
    """Whether the strength comes first: nearly water by the keg is a usual bottle the other way round."""
    return 5 < volume <= 96 and 0.1 <= abv <= 2


def read_bottles(text: str) -> tuple[Drink, ...]:
    """A bottle in each line; () when one of them is none."""
    bottles = tuple(read_bottle(line) for line in _lines(text))
    return tuple(bottle for bottle in bottles if bottle is not None) if all(bottles) else ()


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def is_like_a_bottle(text: str) -> bool:
    """Whether these words may well have been meant as one."""
    return _MEASURED.fullmatch(" ".join(text.split())) is not None


def flaw_of(text: str) -> tuple[str, Flaw] | None:
    """The first line that is no bottle, and why; None when all are."""
    return next(((line, _flaw(line)) for line in _lines(text) or [text] if read_bottle(line) is None), None)


def _flaw(text: str) -> Flaw:
    numbers = re.findall(rf"{_NUMBER}\s*(%|(?:ml|cl|dl|l)\b)?", text, re.IGNORECASE)
    if not numbers:
        return Flaw.NUMBERS
    if not re.match(r"[^\W\d]", text.strip()):
        return Flaw.NAME
    if len(numbers) > 1:
        return Flaw.ORDER
    return Flaw.VOLUME if numbers == ["%"] else Flaw.STRENGTH


_TYPED = re.compile(rf"(?<![\w.,-])({_NUMBER})\s*(%|(?:ml|cl|dl|l)\b)?", re.IGNORECASE)
"""A number that can be meant, and its unit."""
_KINDS = (
    ({"kofola", "cola", "kola", "limo", "limonada", "dzus", "voda", "juice", "water"}, "1.5", "0"),
    ({"pivo", "lezak", "beer"}, "0.5", "5"),
    ({"vino", "sekt", "wine"}, "0.75", "12"),
)
"""What drinks are called, their usual bottle in litres and their strength in percent."""


def typed_of(text: str) -> tuple[str, str, str]:
    """The name, the volume and the strength in words that are no bottle, as they were typed; "" for what is missing."""
    name = re.split(r"\s*-?\d", text, maxsplit=1)[0].strip(" ,.:;-–")
    volume = strength = ""
    for number, unit in _TYPED.findall(text):
        is_strength = unit == "%" or (not unit and 5 < _number(number) <= 96)
        if is_strength and not strength:
            strength = number
        elif unit != "%" and not volume:
            volume = number + unit
        elif not unit and not strength:
            strength = number
    return name, volume, strength


def usual_of(name: str) -> tuple[str, str]:
    """The litres and the percent that a bottle called so mostly has."""
    called = set(heard(name).split())
    return next(((volume, strength) for names, volume, strength in _KINDS if called & names), ("0.7", "40"))


def _number(digits: str) -> float:
    return float(digits.replace(",", "."))
