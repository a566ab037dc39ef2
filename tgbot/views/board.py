"""The tally of the night (N9, N12), ordered by wins and never by litres (N13)."""

from collections.abc import Sequence
from html import unescape

from core.ledger import Entry, EntryKind
from core.night import Night, Person
from core.night.person import ASSISTANT, is_bot
from tgbot.screens import Button
from tgbot.taps import Kind
from tgbot.views.care import alcohol
from tgbot.views.frame import Frame, clock, dose_sign
from tgbot.views.lengths import first_lines, length, unbroken
from tgbot.views.stock import stock_lines
from tgbot.words import Words

MOST = 3_400
"""Characters: a board leaves room for news above it in one message."""


def board(frame: Frame) -> str:
    """How the night stands, for everybody there is room for; after its end the table of honour (N12)."""
    words, night = frame.words, frame.night
    if night.ended_at:
        span = f"{clock(night.opened_at)}–{clock(night.ended_at)}"
        heading = words("🏅 <b>Roll of honour</b> · {span}", span=span)
    else:
        heading = words("📋 <b>Tonight's board</b> · since {span}", span=clock(night.opened_at))
    seen = (person for person in night.people if _is_listed(night, person))
    last = [*_games(words, night), *stock_lines(frame)]
    everybody = [_line(frame, person) for person in sorted(seen, key=standing)]
    there = first_lines(everybody, MOST - length("\n".join((heading, "", "", *last))))
    return unbroken("\n".join((heading, *(("", *there) if there else ()), *last)))


def _is_listed(night: Night, person: Person) -> bool:
    """Who is there; in the table of honour only of whom there is something to say."""
    if person.games or (not night.ended_at and not is_bot(person.id)):
        return True
    sums = night.books.of(person.id)
    return bool(sums.doses or sums.drunk or sums.forgiven)


def standing(person: Person) -> tuple[int, ...]:
    """What people are ordered by: wins; where these are equal, people come before bot players; then losses (N13)."""
    return (-person.wins, is_bot(person.id), person.losses, person.id)


def _games(words: Words, night: Night) -> list[str]:
    """How many games there were tonight: those that somebody has won, as in everybody's own line."""
    finished, dealt = len(night.wins), night.games - sum(table.round is not None for table in night.tables)
    if finished:
        others = words(" (dealt {n}×)", n=dealt) if dealt > finished else ""
        return ["", words.count("{n} game finished", "{n} games finished", finished) + others]
    if not night.games:
        return ["", words("Nothing has been played yet.")]
    if night.games == 1 and any(table.round for table in night.tables):
        return ["", words("The first game is still on.")]
    return ["", words("No game has been won yet.")]


def _line(frame: Frame, person: Person) -> str:
    """Games and titles in one line, doses in another (N12)."""
    words = frame.words
    titles = (words("🎓 Arcipíč") if person.hat else "", words("🐣 Phoenix") if person.phoenix else "")
    name = " ".join(part for part in (f"<b>{frame.names[person.id]}</b>", *titles) if part)
    line = [name]
    if person.games:
        line += [
            words.count("{n} game", "{n} games", person.games),
            *(["🏆 " + words.count("{n} win", "{n} wins", person.wins)] if person.wins else []),
            *([words.count("{n} loss", "{n} losses", person.losses)] if person.losses else []),
            *_titles(words, person),
        ]
    if any(round_.person == person.id for round_ in frame.night.books.rounds):
        line.append(words("🍻 gets the next round"))
    if person.score:
        line.append(f"{person.score:+d}".replace("-", "−"))
    return "\n".join((" · ".join(line), *_doses(frame, person)))


def _titles(words: Words, person: Person) -> tuple[str, ...]:
    """What their games have made them tonight, and how often; () for nothing (N12)."""
    called = {
        "arcipic": words("Arcipíč"),
        "vrchni": words("Vrchní píč"),
        "shithead": words.context("title", "shithead"),
        ASSISTANT: words("Assistant"),
    }
    times = [(person.titles.count(title), name) for title, name in called.items() if title in person.titles]
    titles = ", ".join(f"{n}×\u00a0{name}" if n > 1 else name for n, name in times)
    return (titles,) if titles else ()


def _doses(frame: Frame, person: Person) -> tuple[str, ...]:
    """A line of doses, none for whoever has had none."""
    words, books = frame.words, frame.night.books
    sums = books.of(person.id)
    if not (sums.doses or sums.drunk or sums.forgiven):
        return ()
    parts = [words.count("{n} dose", "{n} doses", sums.doses) + f" {sums.assigned} ml" * bool(sums.doses)]
    # What is charged and what comes on top is what was drunk, forgiven, or is owed.
    told = (
        (books.on_top(person.id), words("extra {ml} ml", ml=books.on_top(person.id))),
        (sums.drunk, words("drunk {ml} ml", ml=sums.drunk)),
        (sums.forgiven, words("forgiven {ml} ml", ml=sums.forgiven)),
        (books.owed(person.id), words("owes {ml} ml", ml=books.owed(person.id))),
        (sums.ethanol, alcohol(words, sums.ethanol)),
    )
    parts += [text for number, text in told if number]
    return (f"   {dose_sign(frame.night, person.id)} " + " · ".join(parts),)


def correct_row(frame: Frame) -> tuple[Button, ...]:
    """The door from the board to the latest entries (N8)."""
    return (frame.button(frame.words("🛠 Correct"), Kind.MENU, "correct"),)


def cause(words: Words, rule: str) -> str:
    """What a clause charges for, in a word or two, and the clause."""
    causes = {
        "S5": words("nothing to draw"),
        "S11": words("end of the game"),
        "S13": words("an attack"),
        "S14": words("value-added tax"),
        "S17": words("the green king"),
        "S24": words("the bell nine"),
        "S27": words("the bottom card"),
        "S29": words("“Cheating!”"),
        "H14": words("end of the game"),
        "P28": words("a house rule"),
        "N3": words("finish a bottle before leaving"),
    }
    return f"{causes[rule]} ({rule})" if rule in causes else f"({rule})"


def entry_words(frame: Frame, entry: Entry, *, plain: bool = False) -> str:
    """A line of the ledger: who, what, why; `plain` for a button, which knows no HTML.

    Of what it was is not said: others would see when somebody has reached a limit of their own (N13).
    """
    words, name = frame.words, frame.names.get(entry.person, "?")
    sign = "" if entry.kind in (EntryKind.ROUND, EntryKind.FETCHED) else f" {dose_sign(frame.night, entry.person)}"
    match entry.kind:
        case EntryKind.DRUNK:
            text = words("{name}: drunk {ml} ml, {why}", name=name, ml=entry.ml, why=cause(words, entry.rule))
        case EntryKind.ROUND:
            text = words("{name}: the next round ({rule})", name=name, rule=entry.rule)
        case EntryKind.FETCHED:
            text = words("{name}: the round is on the table", name=name)
        case EntryKind.FORGIVEN:
            text = words("{name}: forgiven {ml} ml, {why}", name=name, ml=entry.ml, why=cause(words, entry.rule))
        case _:
            text = words("{name}: {ml} ml, {why}", name=name, ml=entry.ml, why=cause(words, entry.rule))
    text += f"{sign} · {clock(entry.at)}"
    return unescape(text) if plain else text


def tap_words(frame: Frame, entries: Sequence[Entry]) -> str:
    """All that one tap has noted as drunk, for a button."""
    words, first = frame.words, entries[0]
    name, ml = frame.names.get(first.person, "?"), sum(entry.ml for entry in entries)
    text = words("{name}: drunk {ml} ml ({n}×)", name=name, ml=ml, n=len(entries))
    return unescape(f"{text} {dose_sign(frame.night, first.person)} · {clock(first.at)}")
