"""On a machine that stands still for seconds, at any line, no test gives up: how long that takes is said here.

What this process itself would give up soon, as it should at work, is waited for just as long. A test of that sets its
own time; bots that run as processes keep theirs.
"""

import asyncio
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

PATIENCE = 150.0
"""Seconds for anything at all, on the busiest machine."""
OF_THE_BOT = (
    ("tgbot.app", "PATIENCE"),
    ("tgbot.delivery.transport", "CONNECT_TIMEOUT"),
    ("tgbot.patience", "GRACE"),
    ("tgbot.patience", "PATIENCE"),
    ("tgbot.store.cluster", "TIMEOUT"),
    ("tgbot.store.embedded", "PATIENCE"),
    ("tgbot.web", "LONGEST_BODY"),
)
"""What the bot waits for a shorter time."""


@pytest.fixture(scope="session", autouse=True)
def patient() -> Iterator[None]:
    """Nobody in this process gives up early."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in OF_THE_BOT:
            patch.setattr(import_module(module), name, PATIENCE)
        yield


async def awake(work: "asyncio.Task[Any]") -> float:
    """Seconds until something is done, without those in which the machine stood still."""
    tenths = 0
    async with asyncio.timeout(PATIENCE):
        while not (await asyncio.wait([work], timeout=0.1))[0]:
            tenths += 1
    return tenths / 10


def keep_leases(patch: pytest.MonkeyPatch) -> None:
    """Who delivers a night in this process does not lose it by standing still."""
    patch.setattr(import_module("tgbot.delivery.lease"), "LEASE", PATIENCE)
