"""One's own data in words (N12)."""

from collections.abc import Sequence

from core.ledger import Entry, EntryKind, PersonId
from core.night import Care, Night
from tgbot.views.frame import clock, day
from tgbot.views.names import drink_name, harmless
from tgbot.words import Words


def caption(words: Words) -> str:
    """What the files are; plain text."""
    return words("📦 Everything I know about you: for machines and for reading. /forget deletes it. (N12)")


def readable(words: Words, me: PersonId, care: Care | None, nights: Sequence[tuple[Night, tuple[Entry, ...]]]) -> str:
    """All nights of somebody in plain text: sums, and each line of the ledger about them."""
    lines = [words("Your data in Štamgast"), *_care(words, care), ""]
    if not nights:
        lines.append(words("No evenings in the last 30 days."))
    for night, entries in nights:
        end = f"–{clock(night.ended_at)}" if night.ended_at else ""
        lines.append(f"{day(night.opened_at)} {clock(night.opened_at)}{end} · {harmless(night.title)}")
        person = night.person(me)
        if person is not None:
            sums, owed, extra = night.books.of(me), night.books.owed(me), night.books.on_top(me)
            lines += [
                words("  name: {name}", name=harmless(person.name)),
                words(
                    "  games: {games}, won {won}, lost {lost}", games=person.games, won=person.wins, lost=person.losses
                ),
                words("  charged {charged} ml, extra {extra} ml", charged=sums.assigned, extra=extra),
                words(
                    "  drunk {drunk} ml, forgiven {ml} ml, owed {owed} ml",
                    drunk=sums.drunk,
                    ml=sums.forgiven,
                    owed=owed,
                ),
            ]
        lines += [f"  {clock(entry.at)}  {_entry(words, entry, me)}" for entry in entries]
        lines.append("")
    return "\n".join(lines) + "\n"


def _care(words: Words, care: Care | None) -> tuple[str, ...]:
    """What they said last of alcohol (N13)."""
    if care is None:
        return ()
    chosen = words("with alcohol, 18 or older") if care is Care.ALCOHOL else words("no alcohol")
    return (words("Remembered for the next night: {care}", care=chosen),)


def _entry(words: Words, entry: Entry, me: PersonId) -> str:
    drink = f" {drink_name(words, entry.drink)}" if entry.drink else ""
    what = f"{entry.ml} ml{drink} ({entry.rule})"
    if entry.person != me:
        return words("an entry by you about somebody else: {what}", what=what)
    match entry.kind:
        case EntryKind.ASSIGNED:
            return words("charged: {what}", what=what)
        case EntryKind.DRUNK:
            return words("drunk: {what}", what=what) + (words(", {ml} ml of it dry", ml=entry.dry) if entry.dry else "")
        case EntryKind.FORGIVEN:
            return words("forgiven: {what}", what=what)
        case EntryKind.ROUND:
            return words("you get the next round ({rule})", rule=entry.rule)
        case EntryKind.FETCHED:
            return words("your round is on the table ({rule})", rule=entry.rule)
        case EntryKind.CORRECTION:
            return words("corrected: {what}", what=what)


def shall_i_forget(words: Words) -> str:
    """The one question before everything is gone."""
    return words(
        "🗑 <b>Delete everything I know about you?</b>\nYour name, chat and settings go, and so does your place "
        "at the table. The others' sums stay right: your doses and games stay in them, without a name. It "
        "can't be undone. /mydata sends it all to you first. (N12)"
    )


def yes_forget(words: Words) -> str:
    return words("🗑 Yes, delete it")


def do_not_forget(words: Words) -> str:
    return words("✋ No, keep it")


def kept(words: Words) -> str:
    """Nothing was deleted."""
    return words("All right, nothing is deleted.")


def forgotten(words: Words) -> str:
    """It is done."""
    return words("Done: I've forgotten you. Cheers!")


def not_in_a_game(words: Words) -> str:
    """Somebody in a running game cannot be forgotten."""
    return words("Not in the middle of a game: finish it, or leave with /unwell, then /forget again.")


def only_in_private(words: Words, link: str) -> str:
    """What concerns one person is said in private."""
    return words('🔒 That\'s between us: <a href="{link}">open the chat with me</a> and say it there.', link=link)
