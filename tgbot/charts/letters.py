"""Letters of any size, and what to do about those that the font does not have."""

import unicodedata
from functools import cache
from pathlib import Path

from PIL import ImageFont

FONT = Path(__file__).parent / "DejaVuSans.ttf"
_NOBODYS = "\U000f0000"
"""A character that no font has: it looks like all that are missing."""


class Letters:
    """A font at one size in pixels; without its file Pillow's own, which has no accents."""

    def __init__(self, size: int, path: Path = FONT) -> None:
        self.size = size
        self.font: ImageFont.FreeTypeFont | ImageFont.ImageFont
        try:
            self.font = ImageFont.truetype(path, size)
        except OSError:
            self.font = ImageFont.load_default(size)
        self._missing = bytes(self.font.getmask(_NOBODYS))
        self._known: dict[str, bool] = {}

    def readable(self, text: str) -> str:
        """The text in characters that there are: without accents where need be, without emoji."""
        kept = []
        for char in unicodedata.normalize("NFC", text):
            plain = unicodedata.normalize("NFKD", char)[0]
            kept.append(char if self._has(char) else plain if self._has(plain) else "")
        return " ".join("".join(kept).split())

    def width(self, text: str) -> int:
        """Pixels of a text."""
        return round(self.font.getlength(text))

    def fitting(self, text: str, width: int) -> str:
        """As much of the text as fits into so many pixels."""
        if self.width(text) <= width:
            return text
        while text and self.width(text + "…") > width:
            text = text[:-1]
        return text.rstrip() + "…"

    def _has(self, char: str) -> bool:
        if char not in self._known:
            blank = unicodedata.category(char)[0] in "CM"
            self._known[char] = char.isspace() or (not blank and bytes(self.font.getmask(char)) != self._missing)
        return self._known[char]


@cache
def letters(size: int) -> Letters:
    """The letters of a size in pixels."""
    return Letters(size)
