"""What follows from a commit is done by whoever hears the update again, when its first hearer dies in between (F6)."""

from collections.abc import Awaitable, Callable

import pytest

from core.night import Night
from tests.tgbot.updates import GROUP, Doorman, Json, group, tapped, user
from tgbot.store import Commit, Committed, Conflict, Repeated, Store, Unavailable

ANA, BOB = user(1, "Ana"), user(2, "Bob")


@pytest.fixture
async def bar(store: Store) -> Doorman:
    bar = Doorman(store)
    await bar.seats(ANA, BOB)
    return bar


async def dies_at(store: Store, name: str, work: Callable[[], Awaitable[object]]) -> None:
    """The process dies, once, where the store is asked for this."""
    whole = getattr(store, name)

    async def dead(*_: object) -> None:
        raise Unavailable("as good as dead")

    setattr(store, name, dead)
    with pytest.raises(Unavailable):
        await work()
    setattr(store, name, whole)


def tap(night: Night, rest: str) -> Json:
    return tapped(ANA, group(), f"{night.id}:{rest}")


async def test_n16_the_groups_habits_are_kept(bar: Doorman, store: Store) -> None:
    night = await bar.night()
    raw = tap(night, "pick:1:prsi")
    await bar.taps(ANA, "menu:settings", in_private=True)
    await dies_at(store, "keep_habits", lambda: bar.hears(raw))
    assert (await bar.night()).tables[0].game == "prsi"
    assert await store.habits(GROUP) is None
    await bar.hears(raw)
    habits = await store.habits(GROUP)
    assert habits is not None
    assert habits.game == "prsi"


async def test_a_night_that_is_over_lets_its_chat_go(bar: Doorman, store: Store) -> None:
    night = await bar.night()
    await bar.says(ANA, "/konec")
    raw = tap(night, "end:yes")
    await dies_at(store, "release_chat", lambda: bar.hears(raw))
    assert await store.night_of_chat(GROUP, None) == night.id
    await bar.hears(raw)
    assert await store.night_of_chat(GROUP, None) is None


async def test_n16_a_repeated_update_of_a_night_that_is_over_brings_back_no_habits(bar: Doorman, store: Store) -> None:
    await bar.says(ANA, "/konec")
    ended = tap(await bar.night(), "end:yes")
    await bar.hears(ended)
    await bar.says(ANA, "/hra")
    await bar.taps(ANA, "menu:settings", in_private=True)
    await bar.taps(ANA, "pick:1:prsi", in_private=True)
    chosen = await store.habits(GROUP)
    assert chosen is not None
    assert chosen.game == "prsi"
    await bar.hears(ended)
    assert await store.habits(GROUP) == chosen


async def test_f10_habits_are_kept_also_when_the_reply_to_the_commit_was_lost(
    bar: Doorman, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await bar.night()
    await bar.taps(ANA, "menu:settings", in_private=True)
    commit = store.commit

    async def twice(change: Commit) -> Committed | Repeated | Conflict:
        await commit(change)
        return await commit(change)

    monkeypatch.setattr(store, "commit", twice)
    await bar.hears(tap(night, "pick:1:prsi"))
    habits = await store.habits(GROUP)
    assert habits is not None
    assert habits.game == "prsi"
