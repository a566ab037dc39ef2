"""What the tests of the bot share."""

import logging
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.tgbot.server_time import ServerTime
from tests.tgbot.updates import Doorman
from tests.tgbot.wire import Moody, Wire, wired
from tgbot.store import Connection, Store


@pytest.fixture
def server_time() -> Iterator[ServerTime]:
    """The store's clock, which stands until it is moved."""
    time = ServerTime()
    yield time
    time.end()


@pytest.fixture
def bar(store: Store, server_time: ServerTime) -> Doorman:
    """A bot that hears updates; however long that takes, two taps come at the same moment unless time is let pass."""
    return Doorman(store)


@pytest.fixture
def moody(connection: Connection) -> Moody:
    """A store that is away, or answers too late, or fails, when it is told to."""
    return Moody(connection)


@pytest.fixture
async def wire(moody: Moody) -> AsyncIterator[Wire]:
    """The webhook of a bot with this store, served over loopback."""
    async with wired(moody) as wire:
        yield wire


@pytest.fixture
def no_faults(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever people do is no fault of ours."""
    yield
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
