"""The bottles on the table: what there is, who drinks what of it, how a dose is poured (N7, N8, N10, N11)."""

from dataclasses import replace

from core.house import heard
from core.ledger import SOFT, Drink, Entry
from core.night.care import goes_over_limit, is_nealko, is_soft, softened
from core.night.declined import Decline, Declined
from core.night.intents import AddBottle, ChangeStock, PickDrink
from core.night.people import at_a_table, known, put
from core.night.person import Care, Person
from core.night.values import Night, Step

HALVES = range(2, 9)
"""Coefficients from 1 to 4, in halves (N7)."""
VOLUMES = range(10, 100_001)
"""Millilitres of a bottle: from a miniature to a barrel."""
STRENGTHS = range(961)
"""Tenths of a percent: from water to rectified spirit."""
MOST_BOTTLES = 99
MOST_DRINKS = 12
LONGEST_NAME = 24
"""Bytes of a drink's name, which travels in buttons."""


def find(night: Night, name: str | None) -> Drink | None:
    """The drink of the stock with this name."""
    return next((drink for drink in night.stock if drink.name == name), None)


def called(night: Night, name: str) -> Drink | None:
    """The drink of the stock that people call so, in whatever letters."""
    return next((drink for drink in night.stock if _heard(drink.name) == _heard(name)), None)


def _heard(name: str) -> str:
    return heard(name.replace("_", " "))


def not_empty(night: Night) -> tuple[Drink, ...]:
    """The drinks that something is left of."""
    return tuple(drink for drink in night.stock if night.books.left(drink))


def is_dry(night: Night) -> bool:
    """Whether there was a stock, and nothing is left of it."""
    return bool(night.stock) and not not_empty(night)


def own_drink(night: Night, person: Person) -> Drink | None:
    """What somebody drinks: their choice, or the first of the stock, of those that something is left of (N10)."""
    there = not_empty(night)
    return next((drink for drink in there if drink.name == person.drink), there[0] if there else None)


# What is on the table


def add_bottle(night: Night, intent: AddBottle) -> Step:
    """One more bottle, or some: of a drink that is there, or of another one."""
    at_a_table(night, intent.person)
    for drink in intent.drinks:
        night = _with_bottle(night, drink)
    return Step(night=night)


def _with_bottle(night: Night, drink: Drink) -> Night:
    there = called(night, drink.name)
    if there is not None and (there.ml, there.abv) == (drink.ml, drink.abv):
        return _with(night, replace(there, bottles=there.bottles + 1)).night
    if len(night.stock) == MOST_DRINKS:
        raise Declined(Decline.STOCK_FULL)
    return _with(night, replace(drink, name=_free_name(night, drink.name))).night


def _free_name(night: Night, name: str) -> str:
    """The name, with a number when another bottle is called so already."""
    number, free = 1, name
    while called(night, free) or free == SOFT:
        number += 1
        free = f"{name}-{number}"
    return free


def change_stock(night: Night, intent: ChangeStock) -> Step:
    """Another number of bottles or another coefficient; what is charged already stays as it is."""
    at_a_table(night, intent.person)
    drink = find(night, intent.drink)
    if drink is None:
        raise Declined(Decline.OLD_BUTTON)
    changed = replace(
        drink,
        bottles=drink.bottles if intent.bottles is None else intent.bottles,
        halves=drink.halves if intent.halves is None else intent.halves,
    )
    if changed.bottles < fewest_bottles(night, drink):
        raise Declined(Decline.OLD_BUTTON)
    return _with(night, changed)


def fewest_bottles(night: Night, drink: Drink) -> int:
    """What is drunk or taken along was there: so many bottles at least, none when nothing was opened."""
    return -(-night.books.gone(drink) // drink.ml)


def _with(night: Night, drink: Drink) -> Step:
    """The night with this drink as it is now, without it when no bottle is left of it; Declined for no drink at all."""
    name = drink.name
    is_word = name.isprintable() and name and not set(name) & {" ", ":"} and len(name.encode()) <= LONGEST_NAME
    if not (is_word and drink.ml in VOLUMES and drink.abv in STRENGTHS and drink.halves in HALVES):
        raise Declined(Decline.NO_BOTTLE)
    if not 0 <= drink.bottles <= MOST_BOTTLES:
        raise Declined(Decline.OLD_BUTTON)
    if find(night, name) is None:
        return Step(night=replace(night, stock=(*night.stock, drink)))
    stock = tuple(drink if other.name == name else other for other in night.stock)
    return Step(night=replace(night, stock=tuple(other for other in stock if other.bottles)))


# Who drinks what


def pick_drink(night: Night, intent: PickDrink) -> Step:
    """Somebody's own drink from now on (N10); what is charged already stays what it is."""
    person = known(night, intent.person)
    if find(night, intent.drink) is None:
        raise Declined(Decline.OLD_BUTTON)
    return Step(night=put(night, replace(person, drink=intent.drink)))


def served(night: Night, debt: Entry) -> Entry:
    """A dose at coefficient 1 as a dose of a drink: of the one it names, else of the person's own (N7, N10).

    It is a soft one for whoever drinks none, or would owe more than their own limit (N13).
    """
    person = known(night, debt.person)
    if is_soft(night, person):
        return softened(debt)
    drink = find(night, debt.drink) if debt.drink else own_drink(night, person)
    if drink is None:
        return debt
    debt = replace(debt, drink=drink.name, ml=drink.dose(debt.ml), halves=drink.halves, abv=drink.abv)
    pending = sum(other.ethanol for other in night.books.debts(person.id))
    taken = night.books.of(person.id).ethanol + pending
    return _limited(debt) if goes_over_limit(person, taken + debt.ethanol) else debt


def poured(night: Night, debt: Entry) -> Entry:
    """A debt as it is drunk now, as many ml as it says.

    Soft for whoever drinks no alcohol any more, or has reached their limit (N13); of nothing as far as the bottle has
    no more (N11).
    """
    person, there = known(night, debt.person), _from_the_bottle(night, debt)
    if person.care is Care.SOFT or is_nealko(night):
        return replace(debt, drink=SOFT, abv=0, limited=False)
    taken = night.books.of(person.id).ethanol
    return _limited(debt) if debt.drink != SOFT and goes_over_limit(person, taken + there.ethanol) else there


def _limited(debt: Entry) -> Entry:
    """A soft dose of as many ml as with alcohol: the others do not see that somebody has reached their limit."""
    return replace(debt, drink=SOFT, abv=0, limited=True)


def _from_the_bottle(night: Night, debt: Entry) -> Entry:
    """A debt with as much of its drink as there is; of nothing when the bottle is empty, or all of them are."""
    drink = find(night, debt.drink)
    if drink is not None:
        dry = debt.ml - night.books.there(drink, debt)
    else:
        dry = debt.ml if debt.drink is None and is_dry(night) else 0
    return replace(debt, drink=None, abv=0, dry=dry) if dry == debt.ml > 0 else replace(debt, dry=dry)


def is_over_limit(night: Night, person: Person) -> bool:
    """Whether it is only their own limit that makes a debt of theirs a soft one (N13)."""
    return not is_soft(night, person) and any(poured(night, debt).limited for debt in night.books.debts(person.id))
