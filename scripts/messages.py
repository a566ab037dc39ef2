"""Bring tgbot/locales/cs.po in step with the sentences in the code: new ones are added empty, old ones dropped.

Prints what has no Czech yet; exit status 1 when there is something.
"""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
CATALOGUE = ROOT / "tgbot" / "locales" / "cs.po"
KEYWORDS = {"words": None, "count": (1, 2), "context": ((1, "c"), 2)}
HEADER = "# What players read, in Czech. The keys are the English sentences of the code; `make messages` adds new ones."


def extracted() -> Catalog:
    """The sentences of the code."""
    catalogue = Catalog()
    found = extract_from_dir(str(ROOT / "tgbot" / "views"), method_map=[("**.py", "python")], keywords=KEYWORDS)
    for _, _, message, _, context in found:
        catalogue.add(message, context=context)
    return catalogue


def main() -> int:
    with CATALOGUE.open("rb") as source:
        czech = read_po(source, locale="cs")
    wanted = extracted()
    current = Catalog(locale="cs", project="Štamgast", header_comment=HEADER, fuzzy=False)
    for message in wanted:
        if message.id:
            known = czech.get(message.id, message.context)
            current.add(message.id, known.string if known else "", context=message.context)
    missing = [message for message in current if message.id and not all(_forms(message.string))]
    for message in missing:
        print(f"no Czech: {message.context or ''} {message.id!r}")
    with CATALOGUE.open("wb") as target:
        write_po(target, current, width=0, omit_header=True)
    text = CATALOGUE.read_text(encoding="utf-8")
    plurals = czech.plural_forms
    header = f'{HEADER}\nmsgid ""\nmsgstr ""\n"Language: cs\\n"\n"Plural-Forms: {plurals}\\n"\n'
    header += '"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    CATALOGUE.write_text(header + text, encoding="utf-8")
    return int(bool(missing))


def _forms(string: str | tuple[str, ...]) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string)


if __name__ == "__main__":
    sys.exit(main())
