"""Somebody who wants to be forgotten: the others' sums stay, but nothing says any more whose they were (N12)."""

import json
from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from core.ledger import PersonId
from core.night.people import put, put_table, stand_up
from core.night.person import Person
from core.night.rules import HouseRule
from core.night.values import News, Night

T = TypeVar("T")

NAMELESS = 1 << 52
"""From here on numbers stand for people who were forgotten: no Telegram id is so large."""
_OF_PEOPLE = ("person", "by", "deals", "people", "tables")
"""The fields of news that hold somebody, or several."""


def is_in_a_game(night: Night, person: PersonId) -> bool:
    """Whether somebody still plays: the game cannot go on with nobody in their place."""
    return any(table.round is not None and person in table.round.players for table in night.tables)


def alias_in(night: Night) -> PersonId:
    """The number that stands for the next one forgotten in this night; nothing links it to other nights."""
    authors = (rule.author for table in night.tables for rule in table.house)
    return next_alias((*(person.id for person in night.people), *authors))


def next_alias(taken: Iterable[PersonId]) -> PersonId:
    """The first number for a nameless one that is not among these."""
    return max((one for one in taken if one >= NAMELESS), default=NAMELESS - 1) + 1


def without_person(night: Night, person_id: PersonId, alias: PersonId) -> Night:
    """The night with somebody nameless, who is not in a running game: away from the table, known by the alias only.

    Their house rules stay, also in a night where they are not (N17).
    """
    for table in night.tables:
        house = tuple(nameless(rule, person_id) for rule in table.house)
        night = put_table(night, stand_up(replace(table, house=house), person_id))
    person = night.person(person_id)
    if person is None:
        return renamed(night, person_id, alias)
    stays = Person(
        id=person_id,
        name="",
        reachable=False,
        wins=person.wins,
        losses=person.losses,
        games=person.games,
        score=person.score,
    )
    night = put(night, stays)
    return renamed(replace(night, ending=None if night.ending == person_id else night.ending), person_id, alias)


def nameless(rule: HouseRule, author: PersonId) -> HouseRule:
    """A house rule that does not say any more what this author was called."""
    return replace(rule, by="") if rule.author == author else rule


def renamed(whole: T, person: PersonId, alias: PersonId) -> T:
    """A value of the night or the ledger with another number wherever a field is declared to hold this person."""
    changed: T = _renamed(type(whole), whole, person, alias)
    return changed


def _renamed(hint: Any, found: Any, person: PersonId, alias: PersonId) -> Any:
    if hint is Any or found is None or isinstance(found, str | bool):
        return found
    if isinstance(found, int):
        return alias if found == person and _holds_people(hint) else found
    if isinstance(found, tuple):
        inner = next((arm for arm in (hint, *get_args(hint)) if getattr(arm, "__origin__", None) is tuple), None)
        hints = get_args(inner)
        if not hints:
            return found
        if len(hints) == 2 and hints[1] is Ellipsis:
            hints = (hints[0],) * len(found)
        return tuple(_renamed(one, part, person, alias) for one, part in zip(hints, found, strict=True))
    if isinstance(found, News):
        data = tuple((key, _nameless(told, person, alias) if key in _OF_PEOPLE else told) for key, told in found.data)
        players = tuple(alias if player == person else player for player in found.players)
        return replace(found, data=data, players=players)
    if is_dataclass(found) and not isinstance(found, type):
        hints_of = _hints(type(found))
        changes = {
            field.name: _renamed(hints_of[field.name], getattr(found, field.name), person, alias)
            for field in fields(found)
        }
        return replace(found, **changes)
    return found


def _nameless(told: Any, person: PersonId, alias: PersonId) -> Any:
    if isinstance(told, tuple):
        return tuple(_nameless(one, person, alias) for one in told)
    return alias if told == person else told


def _holds_people(hint: Any) -> bool:
    return PersonId in (hint, *get_args(hint))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def renamed_line(line: str, person: PersonId, alias: PersonId) -> str:
    """A line of the log: only that of a deal says who plays."""
    told = json.loads(line)
    deal = told.get("deal")
    if deal is None:
        return line
    players = [alias if player == person else player for player in deal["players"]]
    changed = {**deal, "players": players}
    if "house" in deal:
        changed["house"] = [
            {**rule, "author": alias if rule["author"] == person else rule["author"]} for rule in deal["house"]
        ]
    return json.dumps({**told, "deal": changed})
