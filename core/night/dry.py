"""The bottles are empty: another one, to the end of the game without, or good night (N11)."""

from dataclasses import replace

from core.night.closing import ask
from core.night.declined import Decline, Declined
from core.night.intents import GoOnDry
from core.night.people import at_a_table
from core.night.stock import is_dry, not_empty
from core.night.values import News, Night, Step

ANSWER_WITHIN = 600_000
"""Milliseconds for an answer; without one the night ends by itself (N11)."""


def due(night: Night) -> int | None:
    """When the night ends by itself, None while nothing is asked."""
    return night.dry_at + ANSWER_WITHIN if night.dry_at else None


def watch(before: Night, step: Step, now: int) -> Step:
    """The step, with the question when the last drop is gone, and without it when there is something again."""
    night = step.night
    if night.ended_at:
        return step
    if not is_dry(night):
        settled = (News(kind="BottleCame"),) if night.dry_at else ()
        night = replace(night, dry_at=0, dry_until=0) if night.dry_at or night.dry_until else night
        return replace(step, night=night, news=(*step.news, *settled, *_emptied(before, night)))
    if night.dry_at or _plays_on(night):
        return step
    # Anew, so that the answers lie below the question.
    night = replace(night, dry_at=now, dry_until=0, posted=night.posted + 1)
    return replace(step, night=night, news=(*step.news, News(kind="StockDry")))


def _plays_on(night: Night) -> bool:
    """Whether the game is not over yet that shall be played without drinks."""
    running = [table.round.number for table in night.tables if table.round is not None]
    return night.games < night.dry_until or any(number <= night.dry_until for number in running)


def _emptied(before: Night, night: Night) -> tuple[News, ...]:
    gone = {drink.name for drink in not_empty(before)} - {drink.name for drink in not_empty(night)}
    empty = [drink.name for drink in night.stock if drink.name in gone]
    return tuple(News(kind="BottleEmpty", data=(("drink", name),)) for name in empty)


def go_on(night: Night, intent: GoOnDry) -> Step:
    """To the end of the running game, or of the next one, doses are counted and nothing is poured.

    Or it is asked whether to end the night: whoever does not confirm it leaves the question open.
    """
    person, _ = at_a_table(night, intent.person)
    if not night.dry_at:
        raise Declined(Decline.OLD_BUTTON)
    if not intent.plays:
        return ask(night, person.id)
    running = any(table.round is not None for table in night.tables)
    told = News(kind="WithoutDrinks", data=(("person", person.id),))
    return Step(night=replace(night, dry_at=0, dry_until=night.games + (not running)), news=(told,))
