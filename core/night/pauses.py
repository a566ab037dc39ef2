"""The clock stands: for the whole table, or for one player on a break (N2)."""

from dataclasses import replace

from core.ledger import PersonId
from core.night.declined import Decline, Declined
from core.night.intents import Pause, StaySeated, TakeBreak
from core.night.people import at_a_table, fact, known, put, put_table
from core.night.rounds import asked
from core.night.values import Night, Round, Step, Table


def pause(night: Night, intent: Pause, now: int) -> Step:
    """Stop the clock of the running game, or let it run anew in full; without saying which, the other of the two."""
    person, table = at_a_table(night, intent.person)
    round_ = table.round
    if round_ is None:
        raise Declined(Decline.NO_GAME)
    if intent.table not in (None, table.id):
        raise Declined(Decline.OLD_BUTTON)
    night = put(night, replace(person, menu=None, menu_on=""))
    stops = round_.paused_by is None if intent.on is None else intent.on
    if not stops:
        told = () if round_.paused_by is None else (fact("PlayedOn", person, table),)
        return Step(night=put_table(night, resumed(table, now)), news=told)
    if round_.paused_by is not None:
        raise Declined(Decline.JUST_DONE)
    table = replace(table, round=replace(round_, paused_by=person.id))
    return Step(night=put_table(night, table), news=(fact("Paused", person, table),))


def take_break(night: Night, intent: TakeBreak) -> Step:
    """Whenever this person is asked, the clock stands, until they tap anything."""
    person, table = at_a_table(night, intent.person)
    night = put(night, replace(person, on_break=True, menu=None, menu_on=""))
    return Step(night=night, news=(fact("BreakTaken", person, table),))


def stay_seated(night: Night, intent: StaySeated) -> Step:
    """Unwell, but they play on: nobody asks them to stand up for an ace (N3)."""
    person = known(night, intent.person)
    return Step(night=put(night, replace(person, stays_seated=intent.on, menu=None, menu_on="")))


def resumed(table: Table, now: int) -> Table:
    """The table where the clock runs again: everything that is timed has its whole time once more."""
    round_ = table.round
    if round_ is None or round_.paused_by is None:
        return table
    vote = None if round_.vote is None else replace(round_.vote, since=now)
    return replace(table, round=replace(_anew(round_, now), paused_by=None, vote=vote))


def back(night: Night, person_id: PersonId, now: int) -> Night:
    """The night with somebody here again, also by a tap in vain: nothing is missed, a break is over (N2)."""
    person = night.person(person_id)
    if person is None or not (person.missed or person.on_break):
        return night
    night = put(night, replace(person, missed=0, on_break=False))
    if not person.on_break:
        return night
    table = night.table_of(person_id)
    round_ = table.round if table else None
    seat = round_.seat(person_id) if round_ else None
    if table is None or round_ is None or seat not in asked(round_):
        return night
    return put_table(night, replace(table, round=_anew(round_, now)))


def _anew(round_: Round, now: int) -> Round:
    return replace(round_, asked_at=now, nudged=False)
