"""What a step of a game is to those who hear of it: the group, and whoever's hand it has changed."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from itertools import takewhile
from typing import Any

from core.akcni.events import HouseRuleApplied
from core.game import Charged, Event, Seat
from core.ledger import Entry, PersonId
from core.night.person import is_bot
from core.night.values import Handed, News, Round

SEATS = ("cheat", "giver", "seats")
"""Fields of events that say whose hand they change, beside `seat`."""


def as_news(event: Event, table: int, round_: Round) -> News:
    """What everybody may know of an event."""
    hidden = event.private_to
    data = tuple((field.name, getattr(event, field.name)) for field in fields(event) if field.name not in hidden)
    return fact_of_game(type(event).__name__, data, table, round_)


def fact_of_game(kind: str, data: tuple[tuple[str, Any], ...], table: int, round_: Round) -> News:
    """A fact about a running game."""
    return News(kind=kind, data=data, table=table, number=round_.number, game=round_.game, players=round_.players)


def with_coefficients(news: tuple[News, ...], debts: Sequence[Entry]) -> tuple[News, ...]:
    """The news, in which each charge also says the coefficient of its debt's drink, in halves (N7)."""
    halves = (debt.halves for debt in debts)
    return tuple(
        replace(fact, data=(*fact.data, ("halves", next(halves)))) if fact.kind == Charged.__name__ else fact
        for fact in news
    )


def with_doses(news: tuple[News, ...]) -> tuple[News, ...]:
    """The news, in which a house rule also says whom it charges how much: one line tells all of them (P28)."""
    told = []
    for at, fact in enumerate(news):
        of_it = takewhile(lambda after: after.kind == Charged.__name__, news[at + 1 :])
        is_rule = fact.kind == HouseRuleApplied.__name__
        told.append(replace(fact, data=(*fact.data, *_charges(of_it))) if is_rule else fact)
    return tuple(told)


def with_end(news: tuple[News, ...], dealer: PersonId | None) -> tuple[News, ...]:
    """The news, in which the game's end also says whom it charges how much by which clause, and who deals next, now
    that people have left: it may be read when the table has moved on."""
    more = (*_charges(fact for fact in news if fact.kind == Charged.__name__), ("deals", dealer))
    return tuple(replace(fact, data=(*fact.data, *more)) if fact.kind == "GameEnded" else fact for fact in news)


def _charges(facts: Iterable[News]) -> tuple[tuple[str, Any], ...]:
    """Whom these facts charge how much by which clause, and the coefficients, in halves."""
    charged = tuple(facts)
    return (
        ("charged", tuple((fact.get("seat"), fact.get("ml"), fact.get("rule")) for fact in charged)),
        ("halves", tuple(fact.get("halves") for fact in charged)),
    )


def handed(before: Round, after: Round, events: Sequence[Event], by: Seat | None) -> tuple[Handed, ...]:
    """The hands that others have changed, after an action by this seat."""
    hands = enumerate(zip(before.state.hands, after.state.hands, strict=True))
    changed = [
        seat
        for seat, (one, other) in hands
        if seat != by and not is_bot(after.players[seat]) and one is not other and one != other
    ]
    if not changed:
        return tuple(told for told in before.handed if told.seat != by)
    earlier = (told for told in before.handed if told.seat not in (by, *changed))
    later = (Handed(seat=seat, by=by, at=after.moved_at, facts=_about(seat, events)) for seat in changed)
    return (*earlier, *later)


def _about(seat: Seat, events: Sequence[Event]) -> tuple[News, ...]:
    """The facts about a player, as that player may see them: only an event's own `seat` sees what is private in it."""
    told = []
    for event in events:
        own = getattr(event, "seat", None) == seat
        data = tuple(
            (each.name, getattr(event, each.name)) for each in fields(event) if own or each.name not in event.private_to
        )
        if own or any(
            seat in (named if isinstance(named, tuple) else (named,)) for name, named in data if name in SEATS
        ):
            told.append(News(kind=type(event).__name__, data=data))
    return tuple(told)
