"""Letters and emoji of any size, and what to do about those that the fonts do not have."""

import unicodedata
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

from PIL import ImageDraw, ImageFont

FONT = Path(__file__).parent / "DejaVuSans.ttf"
EMOJI = Path(__file__).parent / "NotoEmoji.ttf"
_NOBODYS = "\U000f0000"
"""A character that no font has: it looks like all that are missing."""
_PASSED_OVER = ("C", "M", "Sk")
"""Categories of what is no sign of its own: controls, marks, the colours of skin."""

Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont


class Letters:
    """A font at one size in pixels, with one for emoji beside it; without its file Pillow's own, without accents."""

    def __init__(self, size: int, path: Path = FONT) -> None:
        self._text, self._emoji = (_Font(file, size) for file in (path, EMOJI))

    def readable(self, text: str) -> str:
        """The text in characters that there are: without accents where need be."""
        kept = []
        for char in unicodedata.normalize("NFC", text):
            plain = unicodedata.normalize("NFKD", char)[0]
            kept.append(next((one for one in (char, plain) if self._of(one).has(one)), ""))
        return " ".join("".join(kept).split())

    def width(self, text: str) -> int:
        """Pixels of a text."""
        return round(sum(font.getlength(piece) for piece, font in self._pieces(text)))

    def fitting(self, text: str, width: int) -> str:
        """As much of the text as fits into so many pixels."""
        if self.width(text) <= width:
            return text
        while text and self.width(text + "…") > width:
            text = text[:-1]
        return text.rstrip() + "…"

    def write(self, draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, colour: str) -> None:
        """Draw a text in characters that there are, from this point in the middle of its height on."""
        across, middle = at
        for piece, font in self._pieces(text):
            draw.text((across, middle), piece, colour, font, "lm")
            across += font.getlength(piece)

    def _pieces(self, text: str) -> list[tuple[str, Font]]:
        return [("".join(piece), font.font) for font, piece in groupby(text, self._of)]

    def _of(self, char: str) -> "_Font":
        return self._emoji if not self._text.has(char) and self._emoji.has(char) else self._text


class _Font:
    """One font, and which characters it has."""

    def __init__(self, path: Path, size: int) -> None:
        self.font: Font
        try:
            self.font = ImageFont.truetype(path, size)
        except OSError:
            self.font = ImageFont.load_default(size)
        self._missing = bytes(self.font.getmask(_NOBODYS))
        self._known: dict[str, bool] = {}

    def has(self, char: str) -> bool:
        if char not in self._known:
            blank = unicodedata.category(char).startswith(_PASSED_OVER)
            self._known[char] = char.isspace() or (not blank and bytes(self.font.getmask(char)) != self._missing)
        return self._known[char]


@cache
def letters(size: int) -> Letters:
    """The letters of a size in pixels."""
    return Letters(size)
