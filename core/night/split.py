"""Two tables side by side, when there are too many for one (N5)."""

from dataclasses import replace
from random import Random

from core.games import GAMES
from core.ledger import PersonId
from core.night.declined import Decline, Declined
from core.night.house import together
from core.night.intents import DrawTables, JoinTables, MovePerson, SettleTables
from core.night.people import at_a_table, from_seat, known, put, sit
from core.night.person import Person, is_bot
from core.night.rules import Page, Proposal
from core.night.values import News, Night, Split, Step, Table


def watch(step: Step, random: Random) -> Step:
    """The step, and a proposal as long as there are many around one table and no game runs; empty tables are gone."""
    night = step.night
    if night.ended_at:
        return step
    if len(night.tables) > 1:
        kept = tuple(table for table in night.tables if table.round is not None or people_at(table))
        kept = kept or night.tables[:1]
        return step if kept == night.tables else replace(step, night=replace(night, tables=kept))
    (table,) = night.tables
    people = people_at(table)
    crowd = GAMES[table.game].traits.crowd
    if crowd is None or len(people) < crowd:
        return step if night.split is None else replace(step, night=replace(night, split=None))
    there = () if night.split is None else night.split.tables[0] + night.split.tables[1]
    if table.round is not None:
        return step
    if night.split is not None and set(there) == set(people):
        decider = known(night, night.split.decider)
        if decider.reachable is not False and not decider.exiting:
            return step
        split = replace(night.split, decider=_soberest(night, list(people), random))
        return step.then(_asking(night, split))
    by_tally = night.split is not None and night.split.by_tally
    return step.then(_proposed(night, table, random, by_tally=by_tally))


def people_at(table: Table) -> tuple[PersonId, ...]:
    """All people with a place at the table, also those who wait for one."""
    return tuple(one for one in (*table.seats, *table.queue) if not is_bot(one))


def _proposed(night: Night, table: Table, random: Random, *, by_tally: bool) -> Step:
    """Two halves, drawn by lot, or the drunker with the drunker; whoever has had least alcohol decides."""
    people = list(people_at(table))
    random.shuffle(people)
    if by_tally:
        people.sort(key=lambda one: -night.books.of(one).ethanol)
    half = (len(people) + 1) // 2
    split = Split(
        tables=(tuple(people[:half]), tuple(people[half:])),
        decider=_soberest(night, people, random),
        by_tally=by_tally,
    )
    return _asking(night, split)


def _asking(night: Night, split: Split) -> Step:
    """The night with this proposal. Whoever has to decide now, and had not before, sees it: no menu is in its way; and
    the group is told who, above the table, which says who would sit where."""
    before, asked = night.split, known(night, split.decider)
    if before is not None and not before.refused and before.decider == asked.id:
        return Step(night=replace(night, split=split))
    night = put(night, replace(asked, menu=None, menu_on=""))
    told = News(kind="TablesProposed", data=(("person", asked.id),))
    return Step(night=replace(night, split=split, posted=night.posted + 1), news=(told,))


def _soberest(night: Night, people: list[PersonId], random: Random) -> PersonId:
    """The least pure alcohol tonight, of those who are there, do not go home and can be asked in private; ties by lot,
    which is not drawn again for nothing."""
    there = [one for one in people if _can_be_asked(known(night, one))]
    there = [one for one in there if known(night, one).reachable] or there or people
    least = min(night.books.of(one).ethanol for one in there)
    tied = [one for one in there if night.books.of(one).ethanol == least]
    if night.split is not None and night.split.decider in tied:
        return night.split.decider
    return random.choice(tied)


def _can_be_asked(person: Person) -> bool:
    return person.reachable is not False and not (person.is_away or person.exiting)


def _asked(night: Night, person_id: PersonId) -> tuple[Split, Table]:
    at_a_table(night, person_id)
    split = night.split
    if split is None or split.decider != person_id or len(night.tables) > 1 or night.tables[0].round is not None:
        raise Declined(Decline.OLD_BUTTON)
    return split, night.tables[0]


def draw_tables(night: Night, intent: DrawTables, random: Random) -> Step:
    """Anew, by lot or by tally."""
    _, table = _asked(night, intent.person)
    return _proposed(night, table, random, by_tally=intent.by_tally)


def move_person(night: Night, intent: MovePerson) -> Step:
    """Two taps, one at each table, and the two have changed places."""
    split, _ = _asked(night, intent.person)
    first, second = split.tables
    if intent.who not in first + second:
        raise Declined(Decline.OLD_BUTTON)
    other = split.marked
    if other is None or (other in first) == (intent.who in first):
        marked = None if other == intent.who else intent.who
        return Step(night=replace(night, split=replace(split, marked=marked)))
    swapped = {other: intent.who, intent.who: other}
    tables = (tuple(swapped.get(one, one) for one in first), tuple(swapped.get(one, one) for one in second))
    return Step(night=replace(night, split=replace(split, tables=tables, marked=None)))


def settle_tables(night: Night, intent: SettleTables) -> Step:
    """Two tables from now on, everybody in the order in which they sat; or one, where the others wait."""
    split, table = _asked(night, intent.person)
    person = replace(known(night, intent.person), menu=None, menu_on="")
    night = put(night, person)
    if not intent.two:
        told = News(kind="TablesRefused", data=(("person", person.id),))
        return Step(night=replace(night, split=replace(split, refused=True)), news=(told,))
    # The table that is there may be the second one, when the first was left empty before.
    parts = split.tables if table.id == 1 else split.tables[::-1]
    first, second = (tuple(one for one in people_at(table) if one in part) for part in parts)
    order = from_seat(table, table.dealer)
    one = _table(replace(table, dealer=next((seat for seat in order if seat in first), None)), first)
    # What was agreed on holds for both; what was played was played at the first.
    other = _table(replace(table, id=3 - table.id, dealer=None, cut=None, result=None, earlier=()), second)
    night = replace(night, tables=(one, other) if one.id == 1 else (other, one), split=None, posted=night.posted + 1)
    return Step(night=night, news=(_seated("TablesSettled", person, night),))


def _seated(kind: str, person: Person, night: Night) -> News:
    """Who has decided what about the tables, and who sits where now: it concerns no single one of them."""
    people = tuple(people_at(table) for table in night.tables)
    return News(kind=kind, data=(("person", person.id), ("tables", people)))


def _table(table: Table, people: tuple[PersonId, ...]) -> Table:
    """The table for these people; a winner who still makes a rule takes the question along (N17)."""
    most, asked = GAMES[table.game].seats[-1], table.proposal
    proposal = asked if asked is not None and asked.person in people else None
    return replace(table, seats=people[:most], queue=people[most:], proposal=proposal)


def _moved(asked: Proposal | None) -> Proposal | None:
    """The question to a winner at the joined table, where a rule that was to be cancelled may have another number."""
    if asked is None or asked.target is None:
        return asked
    return replace(asked, page=Page.START, target=None)


def may_join(night: Night) -> bool:
    """Whether all who are left find a seat at one table."""
    if len(night.tables) == 1 or any(table.round is not None for table in night.tables):
        return False
    return sum(len(people_at(table)) for table in night.tables) <= GAMES[night.tables[0].game].seats[-1]


def join_tables(night: Night, intent: JoinTables) -> Step:
    """One table again, between two games, when everybody fits."""
    person, _ = at_a_table(night, intent.person)
    if not may_join(night):
        raise Declined(Decline.OLD_BUTTON)
    table, *others = night.tables
    for other in others:
        for one in people_at(other):
            table = sit(table, one)
        table = replace(
            table,
            earlier=(*table.earlier, *other.results),
            proposal=table.proposal or _moved(other.proposal),
            house=together(table.house, other.house),
        )
    night = replace(night, tables=(table,), posted=night.posted + 1)
    return Step(night=night, news=(_seated("TablesJoined", person, night),))
