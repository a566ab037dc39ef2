"""Who is there, who sits where (N1, N3, N4, N6)."""

from dataclasses import replace

from core.game import Game
from core.games import GAMES
from core.ledger import PersonId
from core.night.values import Night, Person, Table


def put(night: Night, person: Person) -> Night:
    """The night with this person as they are now, known before or not."""
    if night.person(person.id) is None:
        return replace(night, people=(*night.people, person))
    return replace(night, people=tuple(person if other.id == person.id else other for other in night.people))


def put_table(night: Night, table: Table) -> Night:
    """The night with this table as it is now."""
    return replace(night, tables=tuple(table if other.id == table.id else other for other in night.tables))


def game_of(table: Table) -> "Game":  # type: ignore[type-arg]
    """The game that the table has chosen."""
    return GAMES[table.game]


def sit(table: Table, person: PersonId) -> Table:
    """The person with a seat before the dealer, or waiting for one while a game runs or the table is full (N1, N6)."""
    if person in table.seats or person in table.queue:
        return table
    if table.round is not None or len(table.seats) >= game_of(table).seats[-1]:
        return replace(table, queue=(*table.queue, person))
    before = table.seats.index(table.dealer) if table.dealer in table.seats else len(table.seats)
    return replace(table, seats=(*table.seats[:before], person, *table.seats[before:]))


def stand_up(table: Table, person: PersonId) -> Table:
    """The table without the person; when they were to deal, the player clockwise of them deals (N6)."""
    dealer = table.dealer
    if dealer == person:
        at = table.seats.index(person) if person in table.seats else -1
        rest = (*table.seats[at + 1 :], *table.seats[:at]) if at >= 0 else ()
        dealer = rest[0] if rest else None
    return replace(
        table,
        dealer=dealer,
        seats=tuple(other for other in table.seats if other != person),
        queue=tuple(other for other in table.queue if other != person),
    )


def seat_the_queue(table: Table) -> Table:
    """Those who wait sit down, as long as there is room (N1)."""
    waiting = table.queue
    table = replace(table, queue=())
    for person in waiting:
        table = sit(table, person)
    return table


def players_of_next_deal(night: Night, table: Table) -> tuple[PersonId, ...]:
    """Those at the table who do not sit out the next deal, clockwise (N2, N15a)."""
    people = {person.id: person for person in night.people}
    return tuple(person for person in table.seats if not people[person].sits_out)
