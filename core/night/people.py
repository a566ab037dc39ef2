"""Who is there, who sits where (N1, N3, N6)."""

from dataclasses import replace

from core.games import GAMES
from core.ledger import PersonId
from core.night.declined import Decline, Declined
from core.night.person import Person, is_bot
from core.night.values import News, Night, Table


def put(night: Night, person: Person) -> Night:
    """The night with this person as they are now, known before or not."""
    if night.person(person.id) is None:
        return replace(night, people=(*night.people, person))
    return replace(night, people=tuple(person if other.id == person.id else other for other in night.people))


def put_table(night: Night, table: Table) -> Night:
    """The night with this table as it is now."""
    return replace(night, tables=tuple(table if other.id == table.id else other for other in night.tables))


def known(night: Night, person_id: PersonId) -> Person:
    """Somebody who takes part in the night, or did; Declined for a stranger."""
    person = night.person(person_id)
    if person is None:
        raise Declined(Decline.STRANGER)
    return person


def at_a_table(night: Night, person_id: PersonId) -> tuple[Person, Table]:
    """Somebody with a seat, or waiting for one, and their table; Declined for all others."""
    person = known(night, person_id)
    table = next((table for table in night.tables if table.keeps_a_place_for(person_id)), None)
    if table is None:
        raise Declined(Decline.STRANGER)
    return person, table


def table_between_games(night: Night, person_id: PersonId, table_id: int) -> Table:
    """The table, for somebody who has a place there; Declined for others, and while a game is running."""
    _, table = at_a_table(night, person_id)
    if table.id != table_id:
        raise Declined(Decline.OLD_BUTTON)
    if table.round is not None:
        raise Declined(Decline.GAME_RUNNING)
    return table


def fact(kind: str, person: Person, table: Table, **data: object) -> News:
    """A fact about somebody at a table."""
    return News(kind=kind, data=(("person", person.id), *data.items()), table=table.id)


def gone(kind: str, person: Person, before: Table, after: Table, **data: object) -> News:
    """Somebody has left the table between two games; with it who deals now, if they were to (N6)."""
    deals = after.dealer if before.dealer == person.id and after.round is None else None
    return fact(kind, person, after, **data, **({} if deals is None else {"deals": deals}))


def sit(table: Table, person: PersonId) -> Table:
    """The person with a seat before the dealer, or waiting for one while a game runs or the table is full (N1, N6)."""
    if table.keeps_a_place_for(person):
        return table
    if table.round is not None:
        return replace(table, queue=(*table.queue, person))
    if len(table.seats) >= GAMES[table.game].seats[-1]:
        bots = [seated for seated in table.seats if is_bot(seated)]
        if not bots or is_bot(person):
            return replace(table, queue=(*table.queue, person))
        # A bot player makes room for somebody (N21).
        table = _without(table, bots[-1])
    before = table.seats.index(table.dealer) if table.dealer is not None else len(table.seats)
    return replace(table, seats=(*table.seats[:before], person, *table.seats[before:]))


def place_in_queue(table: Table, person: PersonId) -> int:
    """Which number somebody has among those whom no seat is left for; 0: they play the next game (N1). A bot player is
    in nobody's way: it makes room (N21)."""
    if person not in table.queue:
        return 0
    rivals = [one for one in (*table.seats, *table.queue) if is_bot(person) or not is_bot(one)]
    return max(rivals.index(person) + 1 - GAMES[table.game].seats[-1], 0)


def stand_up(table: Table, person: PersonId) -> Table:
    """The table without the person: who waits may have the seat, if they were to deal, the player clockwise of them
    does (N6), and they are asked for no rule any more (N17)."""
    table = _without(table, person)
    return table if table.round is not None else seat_the_queue(table)


def unasked(table: Table, person: PersonId) -> Table:
    """The table that waits for no rule of this person (N17)."""
    asked = table.proposal
    return replace(table, proposal=None) if asked is not None and asked.person == person else table


def _without(table: Table, person: PersonId) -> Table:
    dealer = table.dealer
    if dealer == person:
        others = from_seat(table, person)[1:]
        dealer = others[0] if others else None
    return replace(
        unasked(table, person),
        dealer=dealer,
        seats=tuple(other for other in table.seats if other != person),
        queue=tuple(other for other in table.queue if other != person),
    )


def seat_the_queue(table: Table) -> Table:
    """Between two games: those who wait sit down in their order, as long as there is room (N1)."""
    waiting = table.queue
    table = replace(table, queue=())
    for person in waiting:
        table = sit(table, person)
    return table


def seat_for_game(table: Table) -> Table:
    """The seats that the chosen game has: when they are too few, those right before the dealer, who mostly came last,
    wait again, ahead of all others."""
    most = GAMES[table.game].seats[-1]
    too_many = from_seat(table, table.dealer)[most:]
    seated = tuple(person for person in table.seats if person not in too_many)
    return seat_the_queue(replace(table, seats=seated, queue=too_many + table.queue))


def from_seat(table: Table, person: PersonId | None) -> tuple[PersonId, ...]:
    """Everybody with a seat, clockwise from this person, None from where the table begins."""
    at = 0 if person is None else table.seats.index(person)
    return table.seats[at:] + table.seats[:at]


def next_dealer(table: Table, players: tuple[PersonId, ...]) -> PersonId | None:
    """Who of these deals: whose turn it is and who sits out passes it on clockwise; None before the first lot (N6)."""
    if table.dealer is None:
        return None
    return next((person for person in from_seat(table, table.dealer) if person in players), None)


def players_of_next_deal(night: Night, table: Table) -> tuple[PersonId, ...]:
    """Those at the table who do not sit out the next deal, clockwise (N2, N15a)."""
    sitting_out = {person.id for person in night.people if person.sits_out}
    return tuple(person for person in table.seats if person not in sitting_out)


def resting(night: Night, table: Table) -> tuple[PersonId, ...]:
    """Who keeps a seat and does not play the running game, or else the next one (N2, N15a)."""
    players = table.round.players if table.round else players_of_next_deal(night, table)
    return tuple(person for person in table.seats if person not in players)


def is_enough_for_a_game(night: Night, table: Table) -> bool:
    """Whether so many play the next deal as the game is for, one of them no bot player."""
    players = players_of_next_deal(night, table)
    return len(players) >= GAMES[table.game].seats[0] and not all(map(is_bot, players))
