"""The lease of a night in the real store: it may run out without being lost; whoever has lost it notes nothing more."""

import asyncio

from tests.tgbot.store_nights import a_night, opened
from tgbot.store import Connection, Store
from tgbot.store.keys import keys_of

MINUTE = 60_000
MOMENT = 50
"""Ms of a lease that is to run out."""


async def run_out(store: Store, night_id: str, token: str) -> None:
    assert await store.lease(night_id, token, MOMENT)
    await asyncio.sleep(2 * MOMENT / 1000)


async def test_who_stood_still_goes_on_as_long_as_nobody_else_has_come(store: Store) -> None:
    night = await opened(store)
    await run_out(store, night.id, "ana")
    assert await store.hold(night.id, "ana", MINUTE)
    assert not await store.lease(night.id, "bob", MINUTE)
    assert await store.note_shown(night.id, "8:0:hand", "a", "ana")


async def test_who_stood_still_does_not_go_on_when_somebody_has_come(store: Store) -> None:
    night = await opened(store)
    await run_out(store, night.id, "ana")
    await run_out(store, night.id, "bob")
    assert not await store.hold(night.id, "ana", MINUTE)
    assert await store.hold(night.id, "bob", MINUTE)


async def test_also_when_they_are_done_already(store: Store) -> None:
    night = await opened(store)
    await run_out(store, night.id, "ana")
    assert await store.lease(night.id, "bob", MINUTE)
    assert await store.finish(night.id, "bob", 1, None)
    assert not await store.hold(night.id, "ana", MINUTE)
    assert await store.lease(night.id, "cyril", MINUTE)


async def test_a_lease_given_back_is_not_prolonged_any_more(store: Store) -> None:
    night = await opened(store)
    assert await store.lease(night.id, "ana", MINUTE)
    assert await store.finish(night.id, "ana", 1, None)
    assert not await store.hold(night.id, "ana", MINUTE)


async def test_a_wake_up_while_it_had_run_out_is_not_lost(store: Store) -> None:
    night = await opened(store)
    await run_out(store, night.id, "ana")
    await store.wake(night.id, await store.now())
    assert await store.hold(night.id, "ana", MINUTE)
    assert not await store.finish(night.id, "ana", 1, await store.now() + MINUTE)
    assert await store.due(10) == [night.id]


async def test_notes_of_who_has_lost_it_are_not_taken(store: Store) -> None:
    night = await opened(store)
    await run_out(store, night.id, "ana")
    assert await store.note_shown(night.id, "8:0:hand", "late, but nobody else has come", "ana")
    assert await store.lease(night.id, "bob", MINUTE)
    assert not await store.note_shown(night.id, "8:0:hand", "too late", "ana")
    assert not await store.note_shown(night.id, "8:0:hand", None, "ana")
    assert not await store.note_news(night.id, 1, "ana")
    seen = await store.snapshot(night.id)
    assert seen is not None
    assert seen.shown == {"8:0:hand": "late, but nobody else has come"}
    assert await store.note_shown(night.id, "seen:-100", "7"), "what is seen in the group is noted by anybody"


async def test_nothing_is_noted_of_a_night_that_is_not_there(store: Store, connection: Connection) -> None:
    night = a_night()
    assert not await store.note_shown(night.id, "8:0:hand", "a")
    assert await connection.command("EXISTS", keys_of(night.id).shown) == 0
