"""Templates of nights, played by the bot itself; and tables that go on from there."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from bench.load import nights, tables
from bench.load.nights import Template, new_place
from bench.load.place import SOON, Place
from core.night import Night
from tgbot.store import Commit, Committed
from tgbot.taps import Kind, Tap

GAMES = ("smidary", "prsi", "shithead")
BEFORE = 30
"""Moves that were made in a running game before it is copied."""


async def opened(place: Place) -> nights.Place:
    """A night where four have sat down and chosen between 🥃 and 🧃."""
    where = new_place()
    await place.ask(tables.said(next(place.numbers), where.people[0], "/hra", where.chat))
    night_id = await place.store.night_of_chat(where.chat, None)
    assert night_id is not None
    where = replace(where, night=night_id)
    for person in where.people:
        await place.ask(tables.said(next(place.numbers), person, f"/start hand-{night_id}"))
        await tap(place, person, Tap(night_id, Kind.CARE, ("soft",)).data)
    return where


async def dealt(place: Place, game: str, random: Random) -> nights.Place:
    """A night in the middle of a game, with no limit for a turn: nothing happens there by itself."""
    where = await opened(place)
    loaded = await place.store.load(where.night)
    assert loaded is not None
    table = replace(loaded.night.tables[0], game=game, limit=0)
    done = await place.store.commit(Commit(replace(loaded.night, tables=(table,)), loaded.version))
    assert isinstance(done, Committed)
    night = await _night(place, where.night)
    await tap(place, where.people[0], tables.deal(where, night))
    round_ = (await _night(place, where.night)).tables[0].round
    assert round_ is not None
    for (person, data), _ in zip(tables.moves(where, round_, random), range(BEFORE), strict=False):
        await tap(place, person, data)
    return where


async def tap(place: Place, person: int, data: str) -> None:
    """One tap, answered."""
    await place.ask(tables.tapped(next(place.numbers), person, place.telegram.newest(person), data))


async def template(place: Place, where: nights.Place, soon: float = SOON) -> Template:
    """The night as it is once nothing of it is left to be shown for so many seconds."""
    await place.delivered([where.night], soon)
    return await Template.of(place.redis, where)


async def copied(place: Place, template: Template, random: Random) -> "Playing":
    """A table that goes on where the night of the template was."""
    where = new_place()
    await nights.write(place.redis, template, [where])
    place.telegram.copy(template.place.chats, where.chats)
    return Playing(place, where, random)


async def _night(place: Place, night_id: str) -> Night:
    loaded = await place.store.load(night_id)
    assert loaded is not None
    return loaded.night


@dataclass
class Playing:
    """A table that is played at: one tap after the other, game after game."""

    place: Place
    where: nights.Place
    random: Random
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _moves: Iterator[tuple[int, str]] = field(default_factory=lambda: iter(()))

    async def tap(self) -> None:
        """One tap, answered."""
        await tap(self.place, *await self.next_tap())

    async def next_tap(self) -> tuple[int, str]:
        """Who taps next, and what; a new game is dealt when one is over."""
        for person, data in self._moves:
            return person, data
        night = await _night(self.place, self.where.night)
        if night.tables[0].round is None:
            await tap(self.place, self.where.people[0], tables.deal(self.where, night))
            night = await _night(self.place, self.where.night)
        round_ = night.tables[0].round
        assert round_ is not None
        self._moves = tables.moves(self.where, round_, self.random)
        return await self.next_tap()
