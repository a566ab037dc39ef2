"""Looking after people, never in the way of play: with or without alcohol, a limit of one's own, water (N13)."""

from dataclasses import replace

from core.ledger import SOFT, Books, Entry, PersonId, Sums
from core.night.declined import Decline, Declined
from core.night.intents import ChooseCare, SetOwnLimit
from core.night.people import known, put
from core.night.person import Care, Person
from core.night.values import Custom, Night, Step

OWN_LIMITS = (0, 1, 2, 3, 4, 6, 8)
"""Standard drinks that somebody may set for themselves, 0 for no limit."""
WATER_AFTER = 3
"""So many standard drinks, and one is reminded of water."""
_ETHANOL = 789
"""The density of ethanol in µg per µl."""
_STANDARD = 10_000_000
"""Ethanol in a standard drink, in µg (N12)."""


def grams(ethanol: int) -> float:
    """The mass of so many µl of pure alcohol (N12)."""
    return ethanol * _ETHANOL / 1_000_000


def standard_drinks(ethanol: int) -> float:
    """So many µl of pure alcohol in standard drinks of 10 g (N12)."""
    return ethanol * _ETHANOL / _STANDARD


def choose_care(night: Night, intent: ChooseCare) -> Step:
    """🥃, which confirms to be 18 or older, or 🧃; nobody is told."""
    return Step(night=put(night, replace(known(night, intent.person), care=intent.care)))


def set_own_limit(night: Night, intent: SetOwnLimit) -> Step:
    """One's own limit; nobody is told."""
    person = known(night, intent.person)
    if intent.drinks not in OWN_LIMITS:
        raise Declined(Decline.OLD_BUTTON)
    return Step(night=put(night, replace(person, limit=intent.drinks)))


def is_nealko(night: Night) -> bool:
    """Whether nobody drinks alcohol tonight (N15)."""
    return any(Custom.NEALKO in table.customs for table in night.tables)


def has_clean_names(night: Night) -> bool:
    """Whether titles are those that can be said before children: it is one group that reads of all tables (N15)."""
    return is_nealko(night) or any(Custom.CLEAN_NAMES in table.customs for table in night.tables)


def is_soft(night: Night, person: Person) -> bool:
    """Whether their doses are soft ones: where real bottles are on the table, also before they have chosen."""
    return is_nealko(night) or person.care is Care.SOFT or (person.care is None and bool(night.stock))


def goes_over_limit(person: Person, ethanol: int) -> bool:
    """Whether somebody who has had so many µl of pure alcohol has had more than they wanted."""
    return bool(person.limit) and ethanol * _ETHANOL > person.limit * _STANDARD


def softened(entry: Entry) -> Entry:
    """The same dose without alcohol: as many ml as at coefficient 1."""
    return replace(entry, drink=SOFT, ml=entry.dose, halves=2, abv=0, limited=False)


def water_is_due(before: Books, after: Books, person: PersonId) -> bool:
    """Whether somebody has just had another three standard drinks."""
    return _waters(after.of(person)) > _waters(before.of(person))


def _waters(sums: Sums) -> int:
    return sums.ethanol * _ETHANOL // (_STANDARD * WATER_AFTER)
