"""Slapping the pile after a bell nine (S24)."""

from dataclasses import replace

from core.game import Seat
from core.smidary.effects import SLAP_ML
from core.smidary.events import PlayerSlapped, RaceEnded
from core.smidary.state import Phase, Race, State
from core.smidary.table import Events, charge, pass_turn
from core.tuples import without_item


def slap(table: State, seat: Seat, events: Events) -> None:
    """A hand on the pile; the race ends when one player is left."""
    race = _run(table)
    table.race = replace(race, waiting=without_item(race.waiting, seat), slapped=(*race.slapped, seat))
    events.append(PlayerSlapped(seat=seat))
    close_race_of_one(table, events)


def close_race_of_one(table: State, events: Events) -> None:
    """The race is over when only one player has not slapped."""
    if len(_run(table).waiting) == 1:
        close_race(table, events)


def close_race(table: State, events: Events) -> None:
    """All who have not slapped drink; the turn goes on from the last of them in direction from the nine's player."""
    race = _run(table)
    last = race.waiting[-1]
    table.race, table.phase = None, Phase.PLAY
    events.append(RaceEnded(late=race.waiting, last=last))
    for seat in race.waiting:
        charge(table, seat, SLAP_ML, "S24", events)
    pass_turn(table, race.by, events, via=None if last == race.by else last)


def _run(table: State) -> Race:
    assert table.race is not None, "refusal lets nobody slap without a race"
    return table.race
