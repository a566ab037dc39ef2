"""What people say in their own words, in private or at the table: pure, like inbound."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.house import WITH_TEXT
from core.ledger import Drink, PersonId
from core.night import Night, Person, Table
from core.night import intents as want
from core.night.rules import Page
from tgbot.bottles import read_bottles
from tgbot.inbound import Text
from tgbot.views.names import harmless
from tgbot.views.registry import GAME_WORDS

MILLILITRES = re.compile(r"(?P<number>\d+)( ?(ml|mililitr\w*))?\.?")
CARDS = re.compile(r"(?P<number>\d+)( ?(kart\w*|karet|cards?))?\.?")


class NotMeant(Exception):
    """The words want nothing of the night."""


def wanted(night: Night, said: Text) -> want.Intent:
    """What these words want: a rule's text, an action of the running game, a bottle; NotMeant when it is nothing."""
    person, table = night.person(said.sender.id), night.table_of(said.sender.id)
    if night.ended_at or person is None or table is None:
        raise NotMeant
    intent = _of_rule(table, said) if said.private else None
    intent = intent or _of_game(table, person, said)
    if intent is None and said.private and (bottles := read_bottles(said.text)):
        intent = bottles_of(person.id, bottles)
    if intent is None:
        raise NotMeant
    return intent


def bottles_of(person: PersonId, bottles: Sequence[Drink]) -> want.AddBottle:
    """Bottles, at least one, that somebody puts on the table."""
    first, *others = (replace(drink, name=harmless(drink.name)) for drink in bottles)
    name, ml, abv, halves = first.name, first.ml, first.abv, first.halves
    return want.AddBottle(person=person, name=name, ml=ml, abv=abv, halves=halves, also=tuple(others))


def _of_rule(table: Table, said: Text) -> want.Intent | None:
    """The text or the number that the winner's rule still wants (N17)."""
    proposal = table.proposal
    if proposal is None or proposal.person != said.sender.id or table.round is not None:
        return None
    if proposal.page is not Page.ARGUMENT:
        return None
    argument = harmless(said.text) if proposal.kind in WITH_TEXT else _number_in(said.text, proposal.kind or "")
    if argument is None:
        return None
    return want.MakeRule(
        person=said.sender.id,
        table=table.id,
        game=proposal.game,
        verb=want.Making.ARGUMENT,
        argument=argument,
    )


def _number_in(text: str, kind: str) -> str | None:
    """The whole number in a text like "15 ml", or else what begins with a digit, to be told that it is none."""
    found = (MILLILITRES if "drink" in kind else CARDS).fullmatch(text.strip().casefold())
    if found is not None:
        return found["number"]
    return harmless(text) if text.strip()[:1].isdigit() else None


def _of_game(table: Table, person: Person, said: Text) -> want.Intent | None:
    round_ = table.round
    if round_ is None or round_.seat(person.id) is None:
        return None
    action = GAME_WORDS[round_.game].spoken(round_, person, said.text, addressed=said.addressed)
    if action is None:
        return None
    return want.Act(person=person.id, table=table.id, game=round_.number, ply=round_.state.ply, action=action)
