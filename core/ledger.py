"""Who owes which drink tonight: entries that are only ever added (N8, N9).

The ledger itself is the list of all entries, kept by the store. `Books` is what the night has to know of it at any
moment; it is at all times what adding the entries one by one from the first makes of it."""

from dataclasses import replace
from enum import StrEnum
from typing import Annotated, TypeAlias

from core.values import value

PersonId: TypeAlias = Annotated[int, "person"]
"""Telegram's; annotated, so that whoever wants to be forgotten is found in every field (N12)."""


class EntryKind(StrEnum):
    """What an entry says: a drink is due, was drunk, was forgiven; a round is to be fetched, is there; or an earlier
    entry is wrong."""

    ASSIGNED = "assigned"
    DRUNK = "drunk"
    FORGIVEN = "forgiven"
    ROUND = "round"
    """The person fetches the next round for everybody (N14): 0 ml, for it is no dose of theirs."""
    FETCHED = "fetched"
    CORRECTION = "correction"


TAKEN_ALONG = "N3"
"""The clause of a bottle that somebody takes along: as long as the debt is open, its rest is theirs."""
SOFT = "nealko"
"""The drink of whoever has it without alcohol: the same doses, 0 g (N13)."""


@value
class Drink:
    """One drink of the night's stock (N7)."""

    name: str
    """One word."""
    ml: int
    """The volume of one bottle."""
    abv: int
    """The strength in tenths of a percent."""
    halves: int = 2
    """The coefficient of a dose in halves (2 to 8: 1 to 4 in steps of 0.5)."""
    bottles: int = 1

    def dose(self, ml: int) -> int:
        """So many ml of this drink are a dose of `ml` at coefficient 1, rounded half up (N7).

        >>> Drink(name="wine", ml=750, abv=120, halves=5).dose(40)
        100
        """
        return (ml * self.halves + 1) // 2


@value
class Entry:
    """One line of the ledger (N8)."""

    number: int
    """From 1, without gaps."""
    kind: EntryKind
    person: PersonId
    ml: int
    """After the drink's coefficient, never negative."""
    rule: str
    """The clause that charges it."""
    game: int
    """Its number tonight."""
    at: int
    """Unix milliseconds."""
    drink: str | None = None
    """None without a stock, or when the bottle was empty (N7, N11)."""
    refers: int | None = None
    """The number of the entry that is drunk, forgiven, fetched or corrected; of a charge, that of the correction whose
    place it takes."""
    by: PersonId | None = None
    """Who tapped it."""
    halves: int = 2
    """The drink's coefficient at that time, in halves."""
    abv: int = 0
    """Its strength at that time, in tenths of a percent."""
    dry: int = 0
    """Of its ml, those that the bottle had no more: they are settled, and were drunk of nothing (N11)."""
    limited: bool = False
    """It is a soft one for nothing but a limit of the person's own (N13)."""

    @property
    def dose(self) -> int:
        """Its ml at coefficient 1."""
        # Rounding up by half a millilitre is undone by rounding down: the coefficient is more than half of one.
        return self.ml * 2 // self.halves

    @property
    def poured(self) -> int:
        """Its ml that came from a bottle."""
        return self.ml - self.dry

    @property
    def ethanol(self) -> int:
        """The pure alcohol in it, in µl."""
        return self.poured * self.abv


@value
class Sums:
    """One person's night in millilitres, the number of doses charged, and the pure alcohol that was drunk in µl."""

    person: PersonId
    assigned: int = 0
    drunk: int = 0
    forgiven: int = 0
    doses: int = 0
    ethanol: int = 0


RECENT = 32
"""How many of the latest entries can still be corrected with a tap, beside all that is open: some ten minutes of a full
table."""


@value
class Books:
    """The ledger at this moment."""

    last: int = 0
    """The number of the last entry."""
    open: tuple[Entry, ...] = ()
    """The debts, the oldest first."""
    sums: tuple[Sums, ...] = ()
    recent: tuple[Entry, ...] = ()
    """The latest entries, the newest last."""
    void: tuple[int, ...] = ()
    """The numbers of entries that were corrected."""
    poured: tuple[tuple[str, int], ...] = ()
    """The ml that were drunk of each drink (N11)."""
    rounds: tuple[Entry, ...] = ()
    """Those that are still to be fetched, the oldest first (N14)."""
    settled: tuple[Entry, ...] = ()
    """Debts and rounds that a recent entry has settled, which a correction would open again."""

    def of(self, person: PersonId) -> Sums:
        """The sums of one person, zero for somebody without entries."""
        return next((sums for sums in self.sums if sums.person == person), Sums(person=person))

    def debts(self, person: PersonId) -> tuple[Entry, ...]:
        """The person's open debts, the oldest first."""
        return tuple(entry for entry in self.open if entry.person == person)

    def owed(self, person: PersonId) -> int:
        """Millilitres the person still has to drink."""
        return sum(entry.ml for entry in self.open if entry.person == person)

    def on_top(self, person: PersonId) -> int:
        """Millilitres drunk or forgiven for charges that turned out void: so much is settled beyond what is charged."""
        sums = self.of(person)
        return sums.drunk + sums.forgiven + self.owed(person) - sums.assigned

    def left(self, drink: Drink) -> int:
        """Millilitres that are left of all its bottles: they go down by what is drunk, and taken along (N3, N11)."""
        return max(0, drink.ml * drink.bottles - self.gone(drink))

    def there(self, drink: Drink, debt: Entry) -> int:
        """Millilitres of this debt that the bottles can still give; what somebody has taken along is theirs (N3)."""
        if debt.rule == TAKEN_ALONG:
            return min(debt.ml, max(0, drink.ml * drink.bottles - dict(self.poured).get(drink.name, 0)))
        return min(debt.ml, self.left(drink))

    def gone(self, drink: Drink) -> int:
        """Millilitres that were drunk of it, or that somebody has taken along."""
        taken = sum(debt.ml for debt in self.open if (debt.rule, debt.drink) == (TAKEN_ALONG, drink.name))
        return dict(self.poured).get(drink.name, 0) + taken

    def find(self, number: int) -> Entry | None:
        """An entry that is open or recent, None for any other."""
        return next((entry for entry in (*self.open, *self.rounds, *self.recent) if entry.number == number), None)

    def stands(self, entry: Entry) -> bool:
        """Whether the entry counts, so that it can be corrected (N8)."""
        return entry.kind is not EntryKind.CORRECTION and entry.number not in self.void

    def struck(self, correction: Entry) -> Entry | None:
        """The charge that a tap has struck with this correction and another one may put back, None for any other.

        What was drunk all the same stays drunk, and is not charged again.
        """
        if correction.kind is not EntryKind.CORRECTION or correction.by is None or correction.number in self.void:
            return None
        of_it = [entry for entry in self.recent if correction.refers in (entry.number, entry.refers)]
        charge = next((entry for entry in of_it if entry.number == correction.refers), None)
        if charge is None or charge.kind not in (EntryKind.ASSIGNED, EntryKind.ROUND):
            return None
        settled = any(entry.refers == charge.number and self.stands(entry) for entry in of_it)
        return None if settled else charge

    def of_one_tap(self, entry: Entry) -> tuple[Entry, ...]:
        """What the same tap has noted as drunk and still counts, the oldest first; of any other entry only itself."""
        if entry.kind is not EntryKind.DRUNK:
            return (entry,)
        tap = (entry.kind, entry.person, entry.by, entry.at)
        return tuple(one for one in self.recent if (one.kind, one.person, one.by, one.at) == tap and self.stands(one))

    def listed(self) -> tuple[Entry, ...]:
        """What can be corrected or put back, the newest first: the latest entries, and what is open (N8)."""
        entries = {entry.number: entry for entry in (*self.open, *self.rounds, *self.recent)}
        return tuple(entries[number] for number in sorted(entries, reverse=True))

    def correctable(self) -> tuple[Entry, ...]:
        """The latest entries that can be corrected, the newest first (N8)."""
        return tuple(entry for entry in reversed(self.recent) if self.stands(entry))


def add(books: Books, entry: Entry) -> Books:
    """The books with one more entry, numbered `books.last + 1`.

    What it refers to must be open, or recent and not corrected yet; only a charge may be corrected at any time.
    """
    sums = books.of(entry.person)
    match entry.kind:
        case EntryKind.ASSIGNED:
            sums = replace(sums, assigned=sums.assigned + entry.ml, doses=sums.doses + 1)
            books = _in_place_of(replace(books, open=(*books.open, entry)), entry.refers)
        case EntryKind.DRUNK:
            sums = replace(sums, drunk=sums.drunk + entry.ml, ethanol=sums.ethanol + entry.ethanol)
            books = _pour(_close(books, entry.refers), entry, entry.poured)
        case EntryKind.FORGIVEN:
            sums = replace(sums, forgiven=sums.forgiven + entry.ml)
            books = _close(books, entry.refers)
        case EntryKind.ROUND:
            books = _in_place_of(replace(books, rounds=(*books.rounds, entry)), entry.refers)
        case EntryKind.FETCHED:
            books = _close(books, entry.refers)
        case EntryKind.CORRECTION:
            books, sums = _take_back(books, sums, entry)
    recent = (*books.recent, entry)[-RECENT:]
    refers = {one.refers for one in recent}
    return replace(
        books,
        last=entry.number,
        sums=(*(other for other in books.sums if other.person != entry.person), sums),
        recent=recent,
        settled=tuple(debt for debt in books.settled if debt.number in refers),
    )


def _in_place_of(books: Books, correction: int | None) -> Books:
    return books if correction is None else replace(books, void=(*books.void, correction))


def _close(books: Books, number: int | None) -> Books:
    """The books where this debt or round is open no more."""
    return replace(
        books,
        open=tuple(debt for debt in books.open if debt.number != number),
        rounds=tuple(round_ for round_ in books.rounds if round_.number != number),
        settled=(*books.settled, *(one for one in (*books.open, *books.rounds) if one.number == number)),
    )


def _reopen(books: Books, number: int, wrong: Entry) -> Books:
    """The books where what the wrong entry settled is open again, as it was charged.

    Books of an older release do not know that: then it is as it was settled.
    """
    kind = EntryKind.ROUND if wrong.kind is EntryKind.FETCHED else EntryKind.ASSIGNED
    as_settled = replace(wrong, kind=kind, number=number, refers=None, by=None, dry=0)
    again = next((one for one in books.settled if one.number == number), as_settled)
    if kind is EntryKind.ROUND:
        return replace(books, rounds=_in_order(*books.rounds, again))
    return replace(books, open=_in_order(*books.open, again))


def _pour(books: Books, entry: Entry, ml: int) -> Books:
    """The books with so many ml more of the entry's drink gone, or back again."""
    if entry.drink is None:
        return books
    poured = dict(books.poured)
    poured[entry.drink] = poured.get(entry.drink, 0) + ml
    return replace(books, poured=tuple(sorted((drink, gone) for drink, gone in poured.items() if gone)))


def _take_back(books: Books, sums: Sums, correction: Entry) -> tuple[Books, Sums]:
    """What was drunk for a wrong debt stays drunk; a wrong *drunk*, *forgiven* or *fetched* opens what it closed."""
    number = correction.refers
    wrong = books.find(number or 0)
    if number is None or number in books.void or (wrong and not books.stands(wrong)):
        raise ValueError(f"entry {correction.number} corrects nothing")
    books = replace(books, void=(*books.void, number))
    if wrong is None or wrong.kind is EntryKind.ASSIGNED:
        # Long drunk and forgotten, a charge can still be taken back together with its card (S29).
        return _close(books, number), replace(sums, assigned=sums.assigned - correction.ml, doses=sums.doses - 1)
    if wrong.kind is EntryKind.ROUND:
        return _close(books, number), sums
    if wrong.kind is EntryKind.DRUNK:
        sums = replace(sums, drunk=sums.drunk - wrong.ml, ethanol=sums.ethanol - wrong.ethanol)
        books = _pour(books, wrong, -wrong.poured)
    else:
        sums = replace(sums, forgiven=sums.forgiven - wrong.ml)
    assert wrong.refers is not None
    return (books if wrong.refers in books.void else _reopen(books, wrong.refers, wrong)), sums


def _in_order(*entries: Entry) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: entry.number))
