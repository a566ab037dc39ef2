"""Words in the reader's language: English sentences in the code, their Czech in `locales/cs.po`."""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("cs", "en")
LOCALES = Path(__file__).parent / "locales"


class Words:
    """One language. Sentences hold `{fields}`; what is put into them is ready for HTML."""

    def __init__(self, language: str, catalogue: NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def __call__(self, sentence: str, **fields: object) -> str:
        """The sentence in this language."""
        return self._catalogue.gettext(sentence).format(**fields)

    def context(self, context: str, sentence: str, **fields: object) -> str:
        """A sentence or word that this language says differently in this context (a grammatical case, say)."""
        return self._catalogue.pgettext(context, sentence).format(**fields)

    def count(self, one: str, many: str, n: int, **fields: object) -> str:
        """The sentence that fits the number `n`, which is the field `{n}` in it."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **fields)


@cache
def speak(language: str) -> Words:
    """The words of a language that we speak."""
    path = LOCALES / f"{language}.po"
    if not path.exists():
        return Words(language, NullTranslations())
    with path.open("rb") as source:
        catalogue = read_po(source, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Words(language, GNUTranslations(compiled))


def language_of(code: str | None, default: str) -> str:
    """What we speak with somebody whose Telegram says `code` (an IETF tag like "cs-CZ", or None); Slovaks get Czech."""
    spoken = (code or "").split("-")[0].lower()
    return {"cs": "cs", "sk": "cs", "en": "en"}.get(spoken, default)
