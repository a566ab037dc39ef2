"""The night ends because people want it to; where a game runs, no one ends it for all others alone."""

from dataclasses import replace

from core.ledger import PersonId
from core.night.declined import Decline, Declined
from core.night.intents import EndNight
from core.night.people import at_a_table, known
from core.night.person import is_bot
from core.night.values import News, Night, Step

QUIET = 600_000
"""Milliseconds without any action in all games: then nobody is there who could say something else."""


def end_night(night: Night, intent: EndNight, now: int) -> Step:
    """Asked first; with the night a running game ends, without a result or any penalty."""
    person, _ = at_a_table(night, intent.person)
    if intent.cancelled:
        told = () if night.ending is None else (News(kind="NightGoesOn", data=(("person", person.id),)),)
        return Step(night=replace(night, ending=None), news=told)
    if not intent.confirmed:
        return ask(night, person.id)
    if night.ending is None:
        raise Declined(Decline.OLD_BUTTON)
    if night.ending == person.id and may_confirm(night) and not _is_quiet(night, now):
        raise Declined(Decline.NOT_ALONE)
    return closed(night, now)


def ask(night: Night, person: PersonId) -> Step:
    """The night with the question below everything; a second one who wants it too can confirm what the first asked."""
    asker = night.ending
    is_there = asker is not None and any(table.keeps_a_place_for(asker) for table in night.tables)
    return Step(night=replace(night, ending=asker if is_there else person, posted=night.posted + 1))


def may_confirm(night: Night) -> tuple[PersonId, ...]:
    """Who has to say yes in mid-game beside whoever asks: people at a table who are awake; empty where one's own yes
    is enough."""
    if not any(table.round for table in night.tables):
        return ()
    there = (known(night, one) for table in night.tables for one in (*table.seats, *table.queue) if not is_bot(one))
    return tuple(one.id for one in there if one.id != night.ending and not (one.is_away or one.on_break))


def _is_quiet(night: Night, now: int) -> bool:
    """Whether nothing moves in any game, be it that the table has no limit for a turn, or that its clock stands."""
    rounds = [table.round for table in night.tables if table.round is not None]
    return all(now - round_.moved_at >= QUIET for round_ in rounds)


def closed(night: Night, now: int, *, unanswered: bool = False, idle: bool = False) -> Step:
    """The night after its end; with it running games end, without a result or any penalty.

    `unanswered` and `idle`: it ends by itself, since nobody wants a bottle, or nobody has played for long.
    """
    tables = tuple(replace(table, round=None) for table in night.tables)
    night = replace(night, tables=tables, ending=None, ended_at=now, dry_at=0)
    data = tuple((why, True) for why, holds in (("unanswered", unanswered), ("idle", idle)) if holds)
    return Step(night=night, news=(News(kind="NightEnded", data=data),))
