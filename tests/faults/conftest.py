"""What the rows of the fault matrix share."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

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
def fresh(nursery: Nursery, tmp_path: Path) -> Opener:
    """Opens pubs (`harness.pub.opened`), each in a folder of its own."""
    numbers = itertools.count(1)

    def open_one(**how: Any) -> AbstractAsyncContextManager[Pub]:
        return opened(nursery, tmp_path / str(next(numbers)), **how)

    return open_one


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
