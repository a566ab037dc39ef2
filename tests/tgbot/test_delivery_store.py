"""Delivery over the real store and limiter, in real time."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from core.night import News, Night
from tests.idle import idle
from tests.patience import PATIENCE, keep_leases
from tests.tgbot.delivery_ties import WorldRequest
from tests.tgbot.store_nights import a_night, opened
from tgbot.delivery import Delivery, Hooks, Views, worker
from tgbot.delivery.ports import Painter
from tgbot.delivery.transport import QuietBot
from tgbot.playground.api import Api
from tgbot.playground.delivery import Timing
from tgbot.playground.limits import Limits
from tgbot.playground.world import World
from tgbot.screens import Screen, Slot
from tgbot.store import Commit, Committed, Connection, Limiter, Refused, Store, Unavailable, limits
from tgbot.store.keys import keys_of


class Evening:
    """Ana's private chat shows how many games the night has had; the group is told the news."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.store = Store(connection)
        self.world = World(token="42:secret")
        self.ana = self.world.add_person("Ana")
        self.group = self.world.migrate(self.world.add_group("U Tygra", [self.ana]).id)
        self.world.keep(replace(self.world.chats[self.ana.id], started=True))
        self.broken: set[str] = set()
        self.request = WorldRequest(Api(self.world, limits=Limits(), timing=Timing(), local=True))

    def _painters(self, night: Night) -> dict[int, Painter]:
        if night.id in self.broken:
            raise RuntimeError
        return {self.ana.id: lambda: {Slot(self.ana.id, "hand"): Screen(f"game {night.games}")}}

    def _announcement(self, night: Night, news: Sequence[News]) -> Screen:
        return Screen("\n".join(one.kind for one in news))

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Delivery]:
        async def nothing(*_: object) -> None:
            pass

        delivery = Delivery(
            self.store,
            Limiter(self.connection),
            QuietBot("42:secret", request=self.request, get_updates_request=self.request),
            views=Views(self._painters, self._announcement),
            hooks=Hooks(nothing, nothing, nothing, nothing),
            most_nights=worker.MOST_NIGHTS,
        )
        running = asyncio.create_task(delivery.run())
        try:
            yield delivery
        finally:
            await delivery.stop()
            await running

    async def opens(self) -> Night:
        """A night in version 1."""
        return await opened(self.store, replace(a_night(), chat=self.group.id, topic=None))

    async def plays(self, night: Night, *news: str) -> Night:
        """One more game; the version of a night is one more than its games."""
        night = replace(night, games=night.games + 1)
        change = Commit(night, expected=night.games, news=tuple(News(kind=one) for one in news))
        assert isinstance(await self.store.commit(change), Committed)
        return night

    def sees(self, chat: int) -> list[str]:
        bot = self.world.bot.id
        return [one.text for one in self.world.messages_in(chat) if one.sender_id == bot and not one.service]


@pytest.fixture
def e(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> Evening:
    keep_leases(monkeypatch)
    return Evening(connection)


async def test_what_is_committed_is_shown_and_not_due_any_more(e: Evening) -> None:
    night = await e.opens()
    async with e.worker() as delivery:
        night = await e.plays(night, "Ana draws 2", "Ana drinks")
        delivery.poke(night.id)
        await idle(delivery)
        assert e.sees(e.ana.id) == ["game 1"]
        assert e.sees(e.group.id) == ["Ana draws 2\nAna drinks"]
        await e.plays(night)
        await idle(delivery)
        assert e.sees(e.ana.id) == ["game 2"]
    snapshot = await e.store.snapshot(night.id)
    assert snapshot is not None
    assert snapshot.news == ()


async def test_two_workers_share_a_night(e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CHAT", (1000, 1000))
    night = await e.opens()
    async with e.worker() as first, e.worker() as second:
        for _ in range(30):
            night = await e.plays(night, "news")
            first.poke(night.id)
            second.poke(night.id)
            await asyncio.sleep(0.01)
        async with asyncio.timeout(PATIENCE):
            while e.sees(e.ana.id) != ["game 30"]:  # noqa: ASYNC110 - either may be the one
                await asyncio.sleep(0.01)
    assert not e.request.overlaps
    assert set(e.sees(e.group.id)[0].split("\n")) == {"news"}


@pytest.mark.parametrize("in_the_way", ["held by others", "of a newer release", "with screens that cannot be made"])
async def test_whatever_has_been_due_for_longer_a_night_that_can_be_served_is(
    e: Evening, in_the_way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "POLL", 0.01)
    monkeypatch.setattr(worker, "MOST_NIGHTS", 2)
    others = [await e.opens() for _ in range(20)]
    for night in others:
        if in_the_way == "held by others":
            assert await e.store.lease(night.id, "another", 60_000)
        if in_the_way == "of a newer release":
            await e.connection.command("HSET", keys_of(night.id).night, "schema", 99)
        if in_the_way == "with screens that cannot be made":
            e.broken.add(night.id)
    night = await e.opens()
    async with e.worker():
        async with asyncio.timeout(PATIENCE):
            while night.id in await e.store.due(100):  # noqa: ASYNC110 - whoever serves it tells nobody
                await asyncio.sleep(0.01)
        assert set(await e.store.due(100)) == {other.id for other in others}


@pytest.mark.parametrize("refusal", [Unavailable("full"), Refused("NOPERM")], ids=["away", "refused"])
async def test_whatever_the_store_refuses_it_goes_on_when_that_is_over(
    e: Evening, refusal: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "POLL", 0.01)
    monkeypatch.setattr(worker, "CALM", 0.0)
    asked, due = 0, Store.due

    async def refuses(self: Store, limit: int) -> list[str]:
        nonlocal asked
        asked += 1
        raise refusal

    monkeypatch.setattr(Store, "due", refuses)
    await e.opens()
    async with e.worker(), asyncio.timeout(PATIENCE):
        with capture_logs() as logs:
            while asked < 5:  # noqa: ASYNC110 - whoever asks tells nobody
                await asyncio.sleep(0.01)
            monkeypatch.setattr(Store, "due", due)
            while e.sees(e.ana.id) != ["game 0"]:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert [line["event"] for line in logs if "store" in line["event"]][1:] == ["the store is back"]


async def test_messages_of_others_are_noted_for_the_table(e: Evening) -> None:
    night = await e.opens()
    async with e.worker() as delivery:
        await delivery.seen_message(night.id, e.group.id, 77)
    snapshot = await e.store.snapshot(night.id)
    assert snapshot is not None
    assert snapshot.shown[f"seen:{e.group.id}"] == "77"
