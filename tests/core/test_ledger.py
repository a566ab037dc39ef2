"""The ledger: what the books make of its entries (N8, N9)."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ledger import RECENT, SOFT, Books, Entry, EntryKind, Sums, add

ANA, BOB = 1, 2


class Ledger:
    """Entries, and the books that they make."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.books = Books()

    def writes(self, kind: EntryKind, person: int, ml: int, refers: int | None = None, **fields: object) -> int:
        """One more entry; its number."""
        number = self.books.last + 1
        entry = Entry(number=number, kind=kind, person=person, ml=ml, rule="S13", game=1, at=number, refers=refers)
        entry = replace(entry, **fields)  # type: ignore[arg-type]
        self.books = add(self.books, entry)
        self.entries.append(entry)
        return number

    def assigns(self, person: int, ml: int) -> int:
        return self.writes(EntryKind.ASSIGNED, person, ml)

    def drinks(self, number: int) -> int:
        debt = self.entries[number - 1]
        return self.writes(EntryKind.DRUNK, debt.person, debt.ml, number)

    def forgives(self, number: int) -> int:
        debt = self.entries[number - 1]
        return self.writes(EntryKind.FORGIVEN, debt.person, debt.ml, number)

    def corrects(self, number: int) -> int:
        wrong = self.entries[number - 1]
        return self.writes(EntryKind.CORRECTION, wrong.person, wrong.ml, number)

    def owes_round(self, person: int) -> int:
        return self.writes(EntryKind.ROUND, person, 0)

    def fetches(self, number: int) -> int:
        return self.writes(EntryKind.FETCHED, self.entries[number - 1].person, 0, number)

    def sums(self, person: int) -> tuple[int, int, int, int]:
        """Assigned, drunk, forgiven, owed."""
        sums = self.books.of(person)
        return sums.assigned, sums.drunk, sums.forgiven, self.books.owed(person)


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


def test_n09_what_is_assigned_is_owed_until_it_is_drunk(ledger: Ledger) -> None:
    ledger.assigns(ANA, 20)
    second = ledger.assigns(ANA, 40)
    ledger.assigns(BOB, 10)
    assert ledger.sums(ANA) == (60, 0, 0, 60)
    ledger.drinks(second)
    assert ledger.sums(ANA) == (60, 40, 0, 20)
    assert ledger.sums(BOB) == (10, 0, 0, 10)
    assert [debt.number for debt in ledger.books.debts(ANA)] == [1]
    assert ledger.books.of(ANA).doses == 2


def test_n09_what_is_forgiven_is_not_owed(ledger: Ledger) -> None:
    ledger.forgives(ledger.assigns(ANA, 20))
    assert ledger.sums(ANA) == (20, 0, 20, 0)


@pytest.mark.parametrize("known", [True, False])
def test_n08_what_was_not_drunk_after_all_is_owed_as_it_was_charged(ledger: Ledger, known: bool) -> None:
    """It may have been poured soft, or of nothing, at that moment; books of older releases know no better."""
    debt = ledger.writes(EntryKind.ASSIGNED, ANA, 60, drink="rum", halves=3, abv=400)
    (charged,) = ledger.books.open
    drunk = ledger.writes(EntryKind.DRUNK, ANA, 60, debt, drink=SOFT, halves=3)
    if not known:
        ledger.books = replace(ledger.books, settled=())
    ledger.corrects(drunk)
    (again,) = ledger.books.open
    assert again == (charged if known else replace(charged, drink=SOFT, abv=0, at=drunk))
    ledger.drinks(debt)
    assert ledger.sums(ANA) == (60, 60, 0, 0)


def test_n09_what_can_be_opened_again_is_forgotten_with_the_entries_that_can_be_corrected(ledger: Ledger) -> None:
    for _ in range(3 * RECENT):
        ledger.drinks(ledger.assigns(ANA, 10))
    assert len(ledger.books.settled) == RECENT // 2


def test_somebody_without_entries_has_nothing() -> None:
    assert Books().of(ANA) == Sums(person=ANA)
    assert Books().owed(ANA) == 0
    assert Books().debts(ANA) == ()
    assert Books().find(1) is None


def test_n08_a_wrong_debt_is_not_owed_and_was_no_dose(ledger: Ledger) -> None:
    ledger.assigns(ANA, 20)
    ledger.corrects(ledger.assigns(ANA, 40))
    assert ledger.sums(ANA) == (20, 0, 0, 20)
    assert ledger.books.of(ANA).doses == 1


def test_n08_what_was_drunk_for_a_wrong_debt_stays_drunk(ledger: Ledger) -> None:
    debt = ledger.assigns(ANA, 40)
    ledger.drinks(debt)
    ledger.corrects(debt)
    assert ledger.sums(ANA) == (0, 40, 0, 0)


def test_n08_what_was_drunk_for_a_wrong_debt_is_extra_until_that_is_wrong_too(ledger: Ledger) -> None:
    debt = ledger.assigns(ANA, 40)
    ledger.forgives(ledger.assigns(ANA, 20))
    drunk = ledger.drinks(debt)
    assert ledger.books.on_top(ANA) == 0
    ledger.corrects(debt)
    assert ledger.books.on_top(ANA) == 40
    ledger.corrects(drunk)
    assert ledger.books.on_top(ANA) == 0


def test_n08_a_wrong_drunk_opens_its_debt_again(ledger: Ledger) -> None:
    debt = ledger.assigns(ANA, 40)
    later = ledger.assigns(ANA, 10)
    ledger.corrects(ledger.drinks(debt))
    assert ledger.sums(ANA) == (50, 0, 0, 50)
    assert [entry.number for entry in ledger.books.debts(ANA)] == [debt, later]
    ledger.drinks(debt)
    assert ledger.sums(ANA) == (50, 40, 0, 10)


def test_n08_a_wrong_forgiven_opens_its_debt_again(ledger: Ledger) -> None:
    ledger.corrects(ledger.forgives(ledger.assigns(ANA, 40)))
    assert ledger.sums(ANA) == (40, 0, 0, 40)


def test_n08_a_debt_that_is_open_again_can_be_corrected_too(ledger: Ledger) -> None:
    debt = ledger.assigns(ANA, 40)
    ledger.corrects(ledger.drinks(debt))
    ledger.corrects(debt)
    assert ledger.sums(ANA) == (0, 0, 0, 0)


def test_n08_a_wrong_drunk_of_a_wrong_debt_opens_nothing(ledger: Ledger) -> None:
    debt = ledger.assigns(ANA, 40)
    drunk = ledger.drinks(debt)
    ledger.corrects(debt)
    ledger.corrects(drunk)
    assert ledger.sums(ANA) == (0, 0, 0, 0)


def test_n08_nothing_is_corrected_twice_and_no_correction_at_all(ledger: Ledger) -> None:
    debt = ledger.assigns(ANA, 40)
    correction = ledger.corrects(debt)
    for number in (debt, correction):
        with pytest.raises(ValueError, match="corrects nothing"):
            ledger.corrects(number)
    assert ledger.books.correctable() == ()


def test_n08_a_correction_names_what_it_corrects(ledger: Ledger) -> None:
    ledger.assigns(ANA, 40)
    with pytest.raises(ValueError, match="corrects nothing"):
        ledger.writes(EntryKind.CORRECTION, ANA, 40)


def test_s29_a_charge_drunk_long_ago_can_be_taken_back(ledger: Ledger) -> None:
    debt = ledger.assigns(ANA, 20)
    ledger.drinks(debt)
    for _ in range(RECENT):
        ledger.assigns(BOB, 10)
    assert ledger.books.find(debt) is None
    ledger.corrects(debt)
    assert ledger.sums(ANA) == (0, 20, 0, 0)
    assert ledger.sums(BOB) == (10 * RECENT, 0, 0, 10 * RECENT)


def test_n08_the_latest_entries_that_count_can_be_corrected_newest_first(ledger: Ledger) -> None:
    debts = [ledger.assigns(ANA, 10) for _ in range(RECENT + 1)]
    assert [entry.number for entry in ledger.books.correctable()] == debts[:0:-1]
    drunk = ledger.drinks(debts[0])
    ledger.corrects(debts[-1])
    assert [entry.number for entry in ledger.books.correctable()] == [drunk, *debts[-2:2:-1]]


def test_n09_an_open_debt_is_found_however_old_it_is(ledger: Ledger) -> None:
    old = ledger.assigns(ANA, 10)
    for _ in range(2 * RECENT):
        ledger.assigns(BOB, 10)
    found = ledger.books.find(old)
    assert found is not None
    assert ledger.books.stands(found)


def test_n14_a_round_is_to_be_fetched_until_it_is_there_and_is_no_dose(ledger: Ledger) -> None:
    first, second = ledger.owes_round(ANA), ledger.owes_round(BOB)
    assert [due.number for due in ledger.books.rounds] == [first, second]
    ledger.fetches(first)
    assert [due.number for due in ledger.books.rounds] == [second]
    assert ledger.sums(ANA) == (0, 0, 0, 0)
    assert ledger.books.of(ANA).doses == 0
    assert ledger.books.open == ()


def test_n14_n08_a_wrong_round_is_gone_and_a_round_that_never_came_is_due_again(ledger: Ledger) -> None:
    first, second = ledger.owes_round(ANA), ledger.owes_round(BOB)
    ledger.corrects(ledger.fetches(first))
    assert [(due.number, due.person) for due in ledger.books.rounds] == [(first, ANA), (second, BOB)]
    ledger.corrects(first)
    assert [due.number for due in ledger.books.rounds] == [second]
    fetched = ledger.fetches(second)
    ledger.corrects(second)
    ledger.corrects(fetched)
    assert ledger.books.rounds == ()


def ml_of(entries: Iterable[Entry]) -> int:
    return sum(entry.ml for entry in entries)


def expected_sums(entries: Iterable[Entry], person: int) -> tuple[int, int, int, int, int]:
    """Assigned, drunk, forgiven, doses and owed, counted from the list of entries alone."""
    listed = list(entries)
    void = {entry.refers for entry in listed if entry.kind is EntryKind.CORRECTION}
    counting = [entry for entry in listed if entry.person == person and entry.number not in void]
    assigned = [entry for entry in counting if entry.kind is EntryKind.ASSIGNED]
    drunk = [entry for entry in counting if entry.kind is EntryKind.DRUNK]
    forgiven = [entry for entry in counting if entry.kind is EntryKind.FORGIVEN]
    settled = {entry.refers for entry in (*drunk, *forgiven)}
    owed = [entry for entry in assigned if entry.number not in settled]
    return ml_of(assigned), ml_of(drunk), ml_of(forgiven), len(assigned), ml_of(owed)


def expected_extra(entries: Iterable[Entry], person: int) -> int:
    """What was drunk or forgiven for charges that do not count, from the list of entries alone."""
    listed = list(entries)
    void = {entry.refers for entry in listed if entry.kind is EntryKind.CORRECTION}
    settling = (EntryKind.DRUNK, EntryKind.FORGIVEN)
    counting = (entry for entry in listed if entry.kind in settling and entry.number not in void)
    return ml_of(entry for entry in counting if entry.person == person and entry.refers in void)


def expected_rounds(entries: Iterable[Entry]) -> list[int]:
    """The rounds that are still to be fetched, from the list of entries alone."""
    listed = list(entries)
    void = {entry.refers for entry in listed if entry.kind is EntryKind.CORRECTION}
    there = {entry.refers for entry in listed if entry.kind is EntryKind.FETCHED and entry.number not in void}
    due = [entry.number for entry in listed if entry.kind is EntryKind.ROUND]
    return [number for number in due if number not in void | there]


WISHES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 50), st.sampled_from((ANA, BOB)), st.integers(0, 200)))


@given(WISHES)
def test_the_books_are_what_the_list_of_entries_says(wishes: list[tuple[int, int, int, int]]) -> None:
    ledger = Ledger()
    for kind, at, person, ml in wishes:
        before = ledger.books
        copy = replace(before)
        open_debts, correctable = before.open, before.correctable()
        if kind == 0:
            ledger.assigns(person, ml)
        elif kind < 3 and open_debts:
            debt = open_debts[at % len(open_debts)]
            (ledger.drinks if kind == 1 else ledger.forgives)(debt.number)
        elif kind == 3 and correctable:
            ledger.corrects(correctable[at % len(correctable)].number)
        elif kind == 4:
            ledger.owes_round(person)
        elif kind == 5 and before.rounds:
            ledger.fetches(before.rounds[at % len(before.rounds)].number)
        assert before == copy
        for who in (ANA, BOB):
            sums = ledger.books.of(who)
            said = (sums.assigned, sums.drunk, sums.forgiven, sums.doses, ledger.books.owed(who))
            assert said == expected_sums(ledger.entries, who)
            assert min(said) >= 0
            assert ledger.books.on_top(who) == expected_extra(ledger.entries, who)
        assert [due.number for due in ledger.books.rounds] == expected_rounds(ledger.entries)
        assert [debt.number for debt in ledger.books.open] == sorted(debt.number for debt in ledger.books.open)
        assert ledger.books.last == len(ledger.entries)
