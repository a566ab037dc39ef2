"""Going home where the house rule asks for a bottle to be finished first, and anybody may waive it (N3)."""

from dataclasses import replace

from core.ledger import TAKEN_ALONG, Drink, Entry, EntryKind
from core.night.care import is_soft, softened
from core.night.declined import Decline, Declined
from core.night.intents import FinishBottle, WaiveBottle
from core.night.people import at_a_table, fact, gone, known, put, put_table, stand_up, unasked
from core.night.person import Person, is_bot
from core.night.stock import find, not_empty
from core.night.tally import written
from core.night.values import Custom, News, Night, Step, Table


def is_asked_of(night: Night, table: Table, person: Person) -> bool:
    """Whether somebody who leaves this table is asked to finish a bottle: there is one, and somebody to waive it."""
    others = [other for other in table.seats if other != person.id and not is_bot(other)]
    is_custom = Custom.EXIT_BOTTLE in table.customs and person.id in table.seats and not is_bot(person.id)
    return is_custom and bool(others) and bool(not_empty(night))


def rest(night: Night, drink: Drink) -> int:
    """The ml that are left in the bottle of this drink that is open, or in a full one."""
    left = night.books.left(drink)
    return (left - 1) % drink.ml + 1 if left else 0


def asks(night: Night, person: Person, table: Table) -> tuple[Night, News]:
    """The night in which somebody may choose a bottle; they stay at the table until then, and no card is dealt to
    them, nor does it wait for a rule of theirs (N17)."""
    night = put_table(night, unasked(table, person.id))
    return put(night, replace(person, exiting=True, leaving=False)), fact("BottleAsked", person, table)


def finish_bottle(night: Night, intent: FinishBottle, now: int) -> Step:
    """The rest of the bottle is theirs to drink, and they are gone."""
    person, table = at_a_table(night, intent.person)
    drink = find(night, intent.drink)
    if not person.exiting or drink is None or not night.books.left(drink):
        raise Declined(Decline.OLD_BUTTON)
    # The volume is that of the bottle: no coefficient makes more of it.
    ml = rest(night, drink)
    debt = Entry(
        number=0, kind=EntryKind.ASSIGNED, person=person.id, ml=ml, rule=TAKEN_ALONG, game=night.games, at=now,
        drink=drink.name, abv=drink.abv,
    )  # fmt: skip
    if is_soft(night, person):
        # Where it is only their own limit, the bottle is gone for the others all the same, and turns soft when drunk.
        debt = softened(debt)
    night, entries = written(night, [debt])
    after = _gone(night, person, table)
    told = gone("BottleTaken", person, table, after.table(table.id) or table, ml=ml, drink=drink.name)
    return Step(night=after, entries=entries, news=(told,))


def waive_bottle(night: Night, intent: WaiveBottle, now: int) -> Step:
    """Another player lets somebody go without, or forgives what they have taken along."""
    by, _ = at_a_table(night, intent.person)
    person = known(night, intent.whom)
    debts = [debt for debt in night.books.debts(person.id) if debt.rule == TAKEN_ALONG]
    table = night.table_of(person.id)
    if person.id == by.id or not (person.exiting or debts):
        raise Declined(Decline.OLD_BUTTON)
    forgiven = [replace(debt, kind=EntryKind.FORGIVEN, refers=debt.number, at=now, by=by.id) for debt in debts]
    night, entries = written(night, forgiven)
    told = News(kind="BottleWaived", data=(("by", by.id), ("person", person.id)))
    if person.exiting and table is not None:
        night = _gone(night, person, table)
        told = gone("BottleWaived", person, table, night.table(table.id) or table, by=by.id)
    return Step(night=night, entries=entries, news=(told,))


def watch(step: Step) -> Step:
    """The step, after which nobody is asked to choose a bottle where none is left: they simply go."""
    night, told = step.night, step.news
    if not_empty(night):
        return step
    for person in night.people:
        table = night.table_of(person.id)
        if person.exiting and table is not None:
            night = _gone(night, person, table)
            told += (gone("Left", person, table, night.table(table.id) or table),)
    return replace(step, night=night, news=told)


def _gone(night: Night, person: Person, table: Table) -> Night:
    night = put(night, replace(person, exiting=False, menu=None))
    return put_table(night, stand_up(table, person.id))
