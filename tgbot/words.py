"""Words in the reader's language: English sentences in the code, their Czech in `locales/cs.po`."""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from core.house import heard

LANGUAGES = ("cs", "en")
LOCALES = Path(__file__).parent / "locales"


class Words:
    """One language. Sentences hold `{fields}`; what is put into them is ready for HTML."""

    def __init__(self, language: str, catalogue: NullTranslations, clean: bool = False) -> None:
        self.language = language
        self._catalogue = catalogue
        self._cleaned = CLEANED[language] if clean else ()

    def __call__(self, sentence: str, **fields: object) -> str:
        """The sentence in this language."""
        return self._clean(self._catalogue.gettext(sentence)).format(**fields)

    def context(self, context: str, sentence: str, **fields: object) -> str:
        """A sentence or word that this language says differently in this context (a grammatical case, say)."""
        return self._clean(self._catalogue.pgettext(context, sentence)).format(**fields)

    def count(self, one: str, many: str, n: int, **fields: object) -> str:
        """The sentence that fits the number `n`, which is the field `{n}` in it."""
        return self._clean(self._catalogue.ngettext(one, many, n)).format(n=n, **fields)

    def ordinal(self, n: int) -> str:
        """A place in a row, in figures: “1st”, “22nd”, “13th”; “1.” in Czech."""
        if self.language != "en":
            return f"{n}."
        teens = n % 100 in (11, 12, 13)
        return f"{n}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"

    def _clean(self, sentence: str) -> str:
        # The game itself keeps its name: it is what people look for.
        if sentence in GAME_TITLES:
            return sentence
        for coarse, clean in self._cleaned:
            sentence = sentence.replace(coarse, clean)
        return sentence


GAME_TITLES = ("Shithead",)
CLEANED = {
    "cs": (
        ("Poslední je Vrchní píč a pije", "Poslední pije"),
        ("Poslední s kartami je shithead", "Poslední s kartami prohrává"),
        ("nikdo není shithead", "nikdo neprohrál"),
        ("Asistent vrchního píče", "Předposlední"),
        ("asistent ", "předposlední "),
        ("Asistent", "Předposlední"),
        ("Vrchní píč", "Poslední"),
        ("Arcipíč", "Arcimistr"),
        ("za buzeraci", "za křivé obvinění"),
        ("Shithead", "Poslední"),
        ("shithead", "poslední"),
        (" 💩", ""),
        ("💩 ", "🏁 "),
    ),
    "en": (
        ("The last one is Vrchní píč (head prick) and drinks", "The last one drinks"),
        (" (arch-prick)", ""),
        ("is the shithead", "loses"),
        ("Assistant", "Last but one"),
        ("the assistant", "the last but one"),
        ("Vrchní píč", "Last"),
        ("Arcipíč", "Arch-master"),
        ("The shithead", "The last one"),
        ("the shithead", "the last one"),
        ("shithead", "last"),
        ("Shithead", "Last"),
        (" 💩", ""),
        ("💩 ", "🏁 "),
    ),
}
"""Titles that can be said before children, in the order in which they are looked for (N15)."""


@cache
def speak(language: str, clean: bool = False) -> Words:
    """The words of a language that we speak; `clean`: with titles that can be said before children (N15)."""
    path = LOCALES / f"{language}.po"
    if not path.exists():
        return Words(language, NullTranslations(), clean)
    with path.open("rb") as source:
        catalogue = read_po(source, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Words(language, GNUTranslations(compiled), clean)


def language_of(code: str | None, default: str) -> str:
    """What we speak with somebody whose Telegram says `code` (an IETF tag like "cs-CZ", or None); Slovaks get Czech."""
    spoken = (code or "").split("-")[0].lower()
    return {"cs": "cs", "sk": "cs", "en": "en"}.get(spoken, default)


_CALLED = {
    "cs": ("cs", "cz", "cesky", "cestina", "czech"),
    "en": ("en", "eng", "english", "anglicky", "anglictina"),
}


def language_called(name: str) -> str | None:
    """The language of ours that somebody means by its code or name; None for anything else."""
    return next((code for code, names in _CALLED.items() if heard(name) in names), None)
