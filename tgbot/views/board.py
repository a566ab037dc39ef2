"""The tally of the night (N9, N12), ordered by wins and never by litres (N13)."""

from html import unescape

from core.ledger import Entry, EntryKind
from core.night import Person
from tgbot.views.frame import Frame, clock

MOST_LINES = 30
"""People on the board at most: a message of Telegram's holds 4,096 characters."""


def board(frame: Frame) -> str:
    """How the night stands, for everybody."""
    words, night = frame.words, frame.night
    span = clock(night.opened_at) + (f"–{clock(night.ended_at)}" if night.ended_at else "")
    lines = [words("📋 <b>Board of the night</b> · since {span}", span=span), ""]
    ranked = sorted(night.people, key=lambda person: (-person.wins, person.losses, person.id))
    lines += [_line(frame, person) for person in ranked[:MOST_LINES]]
    if len(ranked) > MOST_LINES:
        lines.append(f"… +{len(ranked) - MOST_LINES}")
    if not night.games:
        lines.append(words("Nothing has been played yet."))
    lines += ["", words.count("{n} game tonight", "{n} games tonight", night.games)]
    return "\n".join(lines)


def _line(frame: Frame, person: Person) -> str:
    words, books = frame.words, frame.night.books
    sums, owed = books.of(person.id), books.owed(person.id)
    cups = "🏆" * person.wins if person.wins <= 5 else f"🏆×{person.wins}"
    signs = f"{' ' + cups if cups else ''}{' 🎓' if person.hat else ''}{' 🔥' if person.phoenix else ''}"
    parts = [words("drunk {ml} ml", ml=sums.drunk), words("owes {ml} ml", ml=owed)]
    if sums.forgiven:
        parts.append(words("forgiven {ml} ml", ml=sums.forgiven))
    return f"<b>{frame.names[person.id]}</b>{signs} · " + " · ".join(parts)


def entry_words(frame: Frame, entry: Entry, *, plain: bool = False) -> str:
    """A line of the ledger: who, what, why; `plain` for a button, which knows no HTML."""
    words, name = frame.words, frame.names.get(entry.person, "?")
    drink = f" {entry.drink}" if entry.drink else ""
    match entry.kind:
        case EntryKind.DRUNK:
            text = words("{name}: drunk {ml} ml", name=name, ml=entry.ml)
        case EntryKind.FORGIVEN:
            text = words("{name}: forgiven {ml} ml", name=name, ml=entry.ml)
        case _:
            text = words("{name}: {ml} ml ({rule})", name=name, ml=f"{entry.ml}", rule=entry.rule) + drink
    return unescape(text) if plain else text
