"""Drinks: what is charged, drunk, fetched, corrected, what the winner chooses (N2, N8–N10, N14, S10, S11, S29)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.game import Charged, ChargeUndone, Event, Outcome, Refusal, Refused, Seat
from core.ledger import Books, Entry, EntryKind, PersonId, add
from core.night.declined import Decline, Declined
from core.night.intents import ChooseDrink, Correct, DrinkUp, FetchRound
from core.night.people import at_a_table, known, put_table
from core.night.person import is_bot
from core.night.rounds import game_of
from core.night.stock import poured, served
from core.night.values import News, Night, Result, Round, Step, Table

SAME_TAP = 2_000
"""A second *Vypito* for the oldest debt by the same person within so many ms is the same tap."""
LONGEST_DRINK = 32
"""Characters of what the winner may choose."""


def charge(
    night: Night, round_: Round, events: Sequence[Event], now: int, chosen: str | None, lapsed: Seat | None
) -> tuple[Night, tuple[Entry, ...], tuple[Event, ...]]:
    """The night with its new debts and the corrections of those taken back, all these entries, and the events as they
    are booked: with the ml of their entries, and none that has no entry.

    `chosen` is what the end-of-game doses are to be drunk of (S10), `lapsed` for whom the clock has acted.
    """
    all_entries: tuple[Entry, ...] = ()
    booked: list[Event] = []
    for event in events:
        if not isinstance(event, Charged | ChargeUndone):
            booked.append(event)
            continue
        entry = (
            _debt(night, round_, event, chosen, lapsed) if isinstance(event, Charged) else _undone(night, round_, event)
        )
        if entry is not None:
            night, entries = written(night, [replace(entry, at=now)])
            all_entries += entries
            booked.append(replace(event, ml=entry.ml))
    return night, all_entries, tuple(booked)


def _debt(night: Night, round_: Round, event: Charged, chosen: str | None, lapsed: Seat | None) -> Entry | None:
    """None for what the clock would make somebody drink (N2)."""
    if event.seat == lapsed and event.rule in game_of(round_).traits.waived_in_lapses:
        return None
    dose = Entry(
        number=0,
        kind=EntryKind.ASSIGNED,
        person=round_.players[event.seat],
        ml=event.ml,
        rule=event.rule,
        game=round_.number,
        at=0,
        drink=chosen if event.chosen_drink else None,
    )
    return served(night, dose)


def _undone(night: Night, round_: Round, event: ChargeUndone) -> Entry | None:
    """The correction of the debt that is void with its card; None when somebody has corrected it already."""
    debt = (round_.players[event.seat], event.ml, event.rule)
    for entry in round_.charged:
        if (entry.person, entry.dose, entry.rule) == debt and entry.number not in night.books.void:
            return replace(entry, kind=EntryKind.CORRECTION, refers=entry.number)
    return None


def price(night: Night, person: PersonId, *doses: int) -> int:
    """The ml that doses at coefficient 1, one after the other, would be to somebody now (N7, N10, N13)."""
    total = 0
    for ml in doses:
        dose = Entry(number=0, kind=EntryKind.ASSIGNED, person=person, ml=ml, rule="", game=0, at=0)
        night, entries = written(night, [served(night, dose)])
        total += entries[0].ml
    return total


def charge_round(
    night: Night, round_: Round, outcome: Outcome, events: Sequence[Event], now: int
) -> tuple[Night, tuple[Entry, ...]]:
    """The night where the loser fetches the next round, if the game has it so (N14).

    Not where ml were charged for it instead (H14), nor a bot player.
    """
    clause, loser = game_of(round_).traits.round_clause, outcome.loser
    if clause is None or loser is None or is_bot(round_.players[loser]):
        return night, ()
    if any(isinstance(event, Charged) and event.rule == clause for event in events):
        return night, ()
    due = Entry(
        number=0, kind=EntryKind.ROUND, person=round_.players[loser], ml=0, rule=clause, game=round_.number, at=now
    )
    return written(night, [due])


def fetch_round(night: Night, intent: FetchRound, now: int) -> Step:
    """Anybody at the table sees that the round is there (N14)."""
    person, _ = at_a_table(night, intent.person)
    due = next((round_ for round_ in night.books.rounds if round_.number == intent.entry), None)
    if due is None:
        raise Declined(Decline.JUST_DONE)
    fetched = replace(due, kind=EntryKind.FETCHED, refers=due.number, at=now, by=person.id)
    night, entries = written(night, [fetched])
    return Step(night=night, entries=entries, news=(News(kind="RoundFetched", data=(("person", due.person),)),))


def drink_up(night: Night, intent: DrinkUp, now: int) -> Step:
    """One tap settles the oldest debt, or a certain one, or all (N9)."""
    person = known(night, intent.person)
    debts = night.books.debts(person.id)
    if not debts:
        raise Declined(Decline.NOTHING_OWED)
    if intent.entry is not None:
        debts = tuple(debt for debt in debts if debt.number == intent.entry)
    elif not intent.everything:
        debts = () if _just_drunk(night.books, intent, now) else debts[:1]
    if not debts:
        raise Declined(Decline.JUST_DONE)
    all_entries: tuple[Entry, ...] = ()
    for debt in debts:
        drunk = poured(night, debt)
        drunk = replace(drunk, kind=EntryKind.DRUNK, refers=debt.number, at=now, by=person.id)
        night, entries = written(night, [drunk])
        all_entries += entries
    return Step(night=night, entries=all_entries)


def _just_drunk(books: Books, intent: DrinkUp, now: int) -> bool:
    """Whether this tap may be the one before once more."""
    mine = [entry for entry in books.recent if entry.kind is EntryKind.DRUNK and entry.person == intent.person]
    return bool(mine) and 0 <= now - mine[-1].at < SAME_TAP


def correct(night: Night, intent: Correct, now: int) -> Step:
    """Anybody at the table takes back an entry that is open or recent, or a correction, and the group sees it (N8)."""
    person, _ = at_a_table(night, intent.person)
    entry = night.books.find(intent.entry)
    if entry is not None and (charge := night.books.struck(entry)) is not None:
        return _put_back(night, person.id, charge, entry, now)
    if entry is None or not night.books.stands(entry):
        raise Declined(Decline.NOT_CORRECTABLE)
    wrong = night.books.of_one_tap(entry) if intent.whole else (entry,)
    corrections = [replace(one, kind=EntryKind.CORRECTION, refers=one.number, at=now, by=person.id) for one in wrong]
    night, entries = written(night, corrections)
    still_open = {debt.number for debt in night.books.open}
    again = [one for one in wrong if one.refers in still_open]
    news = [_corrected(person.id, again[0], sum(one.ml for one in again), again=True)] if again else []
    news += [_corrected(person.id, one, one.ml, again=False) for one in wrong if one not in again]
    return Step(night=night, entries=entries, news=tuple(news))


def _corrected(by: PersonId, entry: Entry, ml: int, *, again: bool) -> News:
    """What the group is told of an entry, or of all that one tap has noted; `again`: it is owed again."""
    data = (
        ("by", by),
        ("person", entry.person),
        ("ml", ml),
        ("rule", entry.rule),
        ("was", entry.kind.value),
        ("again", again),
    )
    return News(kind="Corrected", data=data)


def _put_back(night: Night, by: PersonId, charge: Entry, correction: Entry, now: int) -> Step:
    """The night where the charge stands again: a new entry in the place of its correction."""
    night, entries = written(night, [replace(charge, refers=correction.number, at=now, by=by)])
    data = (("by", by), ("person", charge.person), ("ml", charge.ml), ("rule", charge.rule), ("was", charge.kind.value))
    return Step(night=night, entries=entries, news=(News(kind="PutBack", data=data),))


def check_drink(word: str) -> None:
    """Declined for a choice that is no word: one word, that everybody can read, and not a long one (S10)."""
    if not (0 < len(word) <= LONGEST_DRINK and word.isprintable() and " " not in word):
        raise Declined(Decline.REFUSED, Refused(Refusal.BAD_NAME, "S10"))


def choose_after_the_end(night: Night, table: Table, intent: ChooseDrink, now: int) -> Step:
    """The winner's choice until the next deal: end-of-game doses that are still open become that drink (S10)."""
    result = next((result for result in table.results if result.number == intent.game), None)
    if result is None or not result.doses:
        raise Declined(Decline.OLD_BUTTON)
    if result.players[result.outcome.places[0]] != intent.person:
        raise Declined(Decline.REFUSED, Refused(Refusal.NOT_YOUR_TURN, "S10"))
    all_entries: tuple[Entry, ...] = ()
    doses: tuple[int, ...] = ()
    for number in result.doses:
        night, new_number, entries = _rebooked(night, number, intent, now)
        all_entries += entries
        doses += (new_number,)
    anew = {entry.person: entry.ml for entry in all_entries if entry.kind is EntryKind.ASSIGNED}
    owed = tuple((person, anew.get(person, ml)) for person, ml in result.owed)
    chosen = replace(result, outcome=replace(result.outcome, chosen=intent.drink), doses=doses, owed=owed)
    table = replace(
        table,
        result=chosen if result is table.result else table.result,
        earlier=tuple(chosen if result is other else other for other in table.earlier),
    )
    news = (_poured_anew(table, chosen, intent.drink, all_entries),) if all_entries else ()
    return Step(night=put_table(night, table), entries=all_entries, news=news)


def _poured_anew(table: Table, result: Result, drink: str, entries: Sequence[Entry]) -> News:
    """What the winner has chosen, and for whom: the seat, the ml, and what they were before."""
    was = {entry.person: entry.ml for entry in entries if entry.kind is EntryKind.CORRECTION}
    doses = tuple(
        (result.players.index(entry.person), entry.ml, was[entry.person])
        for entry in entries
        if entry.kind is EntryKind.ASSIGNED
    )
    halves = tuple(entry.halves for entry in entries if entry.kind is EntryKind.ASSIGNED)
    data = (("seat", result.outcome.places[0]), ("drink", drink), ("doses", doses), ("halves", halves))
    return News(
        kind="PouredAnew", data=data, table=table.id, number=result.number, game=result.game, players=result.players
    )


def _rebooked(night: Night, number: int, intent: ChooseDrink, now: int) -> tuple[Night, int, tuple[Entry, ...]]:
    """The night where this dose is of the chosen drink, if it is still open; its number then, and what that took."""
    dose = next((debt for debt in night.books.open if debt.number == number), None)
    if dose is None:
        return night, number, ()
    undone = replace(dose, kind=EntryKind.CORRECTION, refers=number, at=now, by=intent.person)
    without, correction = written(night, [undone])
    plain = replace(
        dose, ml=dose.dose, drink=intent.drink, halves=2, abv=0, limited=False, at=now, refers=without.books.last
    )
    other = served(without, plain)
    if (other.drink, other.ml) == (dose.drink, dose.ml):
        return night, number, ()
    after, entries = written(without, [other])
    return after, after.books.last, correction + entries


def written(night: Night, entries: Iterable[Entry]) -> tuple[Night, tuple[Entry, ...]]:
    """The entries with the next numbers, in the books."""
    books = night.books
    numbered: list[Entry] = []
    for entry in entries:
        numbered.append(replace(entry, number=books.last + 1))
        books = add(books, numbered[-1])
    return replace(night, books=books), tuple(numbered)
