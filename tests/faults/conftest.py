"""What the rows of the fault matrix share."""

import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.cluster import clustered
from tests.faults.harness.processes import Nursery
from tests.faults.harness.pub import Pub, opened
from tests.faults.harness.row import Row, table

Opener: TypeAlias = Callable[..., AbstractAsyncContextManager[Pub]]


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """One for all rows: bots are forked from it."""
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture
def fresh(nursery: Nursery, tmp_path: Path, pytestconfig: pytest.Config) -> Opener:
    """Opens pubs (`harness.pub.opened`), each in a folder of its own; with `--cluster` on three servers, where a row
    does not bring its own."""
    numbers = itertools.count(1)

    def open_one(**how: Any) -> AbstractAsyncContextManager[Pub]:
        folder = tmp_path / str(next(numbers))
        if pytestconfig.getoption("--cluster") and not how.keys() & {"server", "redis_url"}:
            return _on_a_cluster(nursery, folder, **how)
        return opened(nursery, folder, **how)

    return open_one


@asynccontextmanager
async def _on_a_cluster(nursery: Nursery, folder: Path, **how: Any) -> AsyncIterator[Pub]:
    async with (
        clustered(folder / "cluster", durable=True) as cluster,
        opened(nursery, folder, server=cluster, **how) as pub,
    ):
        yield pub


@pytest.fixture
def row(request: pytest.FixtureRequest) -> Row:
    """The line of this test in the table at the end."""
    return Row(request.config.getoption("--faults"), request.node.user_properties)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Negative controls, which prove the rows and not the bot, are part of long runs."""
    if config.getoption("--faults") == 1:
        controls = [item for item in items if item.name.startswith("test_f") and "_control_" in item.name]
        config.hook.pytest_deselected(items=controls)
        items[:] = [item for item in items if item not in controls]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The table, when it was asked for a long run."""
    if config.getoption("--faults") > 1:
        ended = [one for stat in ("passed", "failed") for one in terminalreporter.stats.get(stat, ())]
        terminalreporter.section("fault matrix")
        for line in table(sorted((one for one in ended if "::test_f" in one.nodeid), key=lambda one: one.nodeid)):
            terminalreporter.line(line)
