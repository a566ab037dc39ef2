"""Who comes, goes and rests (N1, N3, N4, N15a)."""

from dataclasses import replace

from core.game import COLLAPSE, Refusal
from core.ledger import PersonId
from core.night import farewell
from core.night.declined import Declined
from core.night.intents import Join, Leave, LeftGroup, Rest, Unwell
from core.night.people import at_a_table, fact, gone, known, place_in_queue, put, put_table, sit, stand_up
from core.night.person import Person
from core.night.play import leave_unwell, perform
from core.night.rounds import game_of, is_in_game
from core.night.values import News, Night, Step, Table


def join(night: Night, intent: Join) -> Step:
    """A seat now, or with the next deal (N1); whoever left for health and comes back is a Phoenix (N4)."""
    before = night.person(intent.person) or Person(id=intent.person, name=intent.name)
    here = night.table_of(before.id)
    person = replace(
        before,
        name=intent.name,
        language=intent.language or before.language,
        speaks=intent.speaks or before.speaks,
        care=before.care or intent.care,
        reachable=before.reachable if intent.reachable is None else intent.reachable,
        called=before.called + 1,
        leaving=False,
        exiting=False,
        resting=False,
        phoenix=before.phoenix or before.unwell,
        unwell=False,
    )
    night = put(night, person)
    if here is not None and here.keeps_a_place_for(person.id):
        return Step(night=night)
    table = here or (night.table(intent.table) if intent.table else None) or _with_most_room(night)
    after = sit(table, person.id)
    night = put_table(night, after)
    # A bot player that makes room says so (N21).
    gave_way = tuple(fact("Left", known(night, one), table) for one in table.seats if one not in after.seats)
    # Between games the table itself shows who is there; only a newcomer to a running game or a Phoenix is news.
    rises = person.phoenix and not before.phoenix
    told = rises or table.round is not None
    waits = {"waits": True} if place_in_queue(after, person.id) else {}
    joined = (fact("Joined", person, table, phoenix=rises, **waits),) if told else ()
    return Step(night=night, news=(*gave_way, *joined))


def _with_most_room(night: Night) -> Table:
    return min(night.tables, key=lambda table: len(table.seats) + len(table.queue))


def leave(night: Night, intent: Leave) -> Step:
    """Good night, between two games (N3); a player of the running game leaves after it, or stays after all."""
    person, table = at_a_table(night, intent.person)
    person = replace(person, menu=None)
    if table.round is not None and person.id in table.round.players:
        person = replace(person, leaving=not person.leaving)
        return Step(night=put(night, person), news=(fact("Leaving", person, table, stays=not person.leaving),))
    if person.exiting:
        return Step(
            night=put(night, replace(person, exiting=False)), news=(fact("Leaving", person, table, stays=True),)
        )
    if farewell.is_asked_of(night, table, person):
        night, asked = farewell.asks(night, person, table)
        return Step(night=night, news=(asked,))
    after = stand_up(table, person.id)
    return Step(night=put_table(put(night, person), after), news=(gone("Left", person, table, after),))


def left_group(night: Night, intent: LeftGroup) -> Step:
    """Who is not in the group any more goes home: at once, or after the running game, which they may still finish.

    Nobody asks them for a bottle (N3).
    """
    person = known(night, intent.person)
    table = night.table_of(person.id)
    if table is None or not table.keeps_a_place_for(person.id):
        return Step(night=night)
    if table.round is not None and person.id in table.round.players:
        return Step(night=put(night, replace(person, leaving=True)))
    after = stand_up(table, person.id)
    night = put_table(put(night, replace(person, exiting=False, menu=None)), after)
    return Step(night=night, news=(gone("Left", person, table, after),))


def unwell(night: Night, intent: Unwell, now: int) -> Step:
    """Out of the game at once, in every phase, and away from the table, without any duty (N3, S30)."""
    person, table = at_a_table(night, intent.person)
    round_ = table.round
    seat = round_.seat(person.id) if round_ else None
    if round_ is not None and seat is not None:
        collapse = game_of(round_).parse_action(COLLAPSE)
        try:
            return perform(night, table, round_, seat, collapse, now)
        except Declined as why:
            # Without cards they are out of the game already: they simply go.
            if why.refused is None or why.refused.code is not Refusal.DEAD_DONT_TALK:
                raise
    night = leave_unwell(night, table, person.id)
    return Step(night=night, news=(gone("LeftUnwell", person, table, night.table(table.id) or table),))


def watch(step: Step, now: int) -> Step:
    """The step, after which nobody is in a game who has gone home for health, though a card has brought them back."""
    for table in step.night.tables:
        for seat, player in enumerate(table.round.players if table.round else ()):
            present = step.night.table(table.id)
            round_ = present.round if present else None
            if present is None or round_ is None or present.keeps_a_place_for(player):
                continue
            if known(step.night, player).unwell and is_in_game(round_, seat):
                collapse = game_of(round_).parse_action(COLLAPSE)
                step = step.then(perform(step.night, present, round_, seat, collapse, now))
    return step


def watch_seats(before: Night, step: Step) -> Step:
    """The step, which tells for whom a seat has come free: they waited, and play the next game (N1).

    Where the number of tables has changed, the group is told of everybody where they sit (N5).
    """
    if len(before.tables) != len(step.night.tables):
        return step
    for table in before.tables:
        after = step.night.table(table.id)
        waited = [one for one in table.queue if place_in_queue(table, one)]
        if after is not None and (seated := [one for one in waited if _has_a_seat(after, one)]):
            news = News(kind="Seated", data=(("people", tuple(seated)),), table=table.id)
            step = replace(step, news=(*step.news, news))
    return step


def _has_a_seat(table: Table, person: PersonId) -> bool:
    return table.keeps_a_place_for(person) and not place_in_queue(table, person)


def rest(night: Night, intent: Rest) -> Step:
    """The next deal passes them by, or does not (N15a)."""
    person, _ = at_a_table(night, intent.person)
    return Step(night=put(night, replace(person, resting=intent.sits_out)))
