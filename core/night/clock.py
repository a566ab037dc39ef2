"""What time does to a night: nudges, turn limits, the slap race (N2, S24).

All times are Unix milliseconds of the store's clock.
"""

from dataclasses import replace

from core.game import Seat
from core.games import GAMES
from core.night.people import put, put_table
from core.night.play import fact_of_game, perform
from core.night.values import Night, Person, Round, Step, Table

SLAP_LIMIT = 20_000
"""How long a slap race lasts at most, in ms."""
OUTAGE = 15_000
"""A clock that is noticed so much too late (ms) starts anew in full: the bot was away (N2)."""


def deadline(night: Night) -> int | None:
    """When the night has to be looked at again, None when nothing is timed."""
    times = [due for table in night.tables if (due := _due(night, table)) is not None]
    return min(times, default=None) if not night.ended_at else None


def _due(night: Night, table: Table) -> int | None:
    round_ = table.round
    if round_ is None:
        return None
    if round_.state.phase == "slap":
        return round_.asked_at + SLAP_LIMIT
    # Where nobody has acted for so long that all of them were asked to sit out, the table waits for the first tap.
    if not table.limit or all(_player(night, round_, seat).sits_out for seat in range(len(round_.players))):
        return None
    limit = table.limit * 1000
    return round_.asked_at + (limit if round_.nudged else limit * 2 // 3)


def tick(night: Night, now: int) -> Step:
    """What is due by now: somebody is reminded, or the least harmful action is taken; after an outage neither."""
    step = Step(night=night)
    for table in night.tables:
        due = _due(step.night, table)
        if due is None or due > now or table.round is None:
            continue
        if now - due > OUTAGE:
            step = _with_round(step, table, replace(table.round, asked_at=now, nudged=False))
        elif table.round.state.phase == "slap":
            step = _join(step, _end_race(step.night, table, table.round, now))
        elif not table.round.nudged:
            step = _with_round(step, table, replace(table.round, nudged=True))
        else:
            step = _lapse(step, table, table.round, now)
    return step


def _with_round(step: Step, table: Table, round_: Round) -> Step:
    return replace(step, night=put_table(step.night, replace(table, round=round_)))


def _end_race(night: Night, table: Table, round_: Round, now: int) -> Step:
    game = GAMES[round_.game]
    return perform(night, table, round_, None, game.parse_action("timeout"), now)


def _lapse(step: Step, table: Table, round_: Round, now: int) -> Step:
    """Everybody who is still asked does the least harmful thing."""
    game = GAMES[round_.game]
    for seat in game.actors(round_.state):
        present = step.night.table(table.id)
        assert present is not None
        if present.round is None or present.round.number != round_.number:
            break
        action = game.lapse(present.round.state, seat) if seat in game.actors(present.round.state) else None
        if action is None:
            continue
        step = _join(step, perform(step.night, present, present.round, seat, action, now, lapse=True))
        person = _player(step.night, round_, seat)
        step = replace(step, night=put(step.night, replace(person, missed=person.missed + 1)))
        lapsed = fact_of_game("Lapsed", (("seat", seat), ("missed", person.missed + 1)), table.id, round_)
        step = replace(step, news=(*step.news, lapsed))
    return step


def _join(step: Step, more: Step) -> Step:
    return Step(
        night=more.night,
        news=(*step.news, *more.news),
        entries=(*step.entries, *more.entries),
        log=(*step.log, *more.log),
        events=(*step.events, *more.events),
    )


def _player(night: Night, round_: Round, seat: Seat) -> Person:
    person = night.person(round_.players[seat])
    assert person is not None
    return person
