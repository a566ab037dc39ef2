"""What all tests share."""

import os

import pytest
import structlog

pytest_plugins = ["tests.luck", "tests.patience", "tests.browser", "tests.pub", "tests.valkey"]


def pytest_configure() -> None:
    """What is logged can be looked at: it goes to the standard library, as it does at work."""
    structlog.configure(
        processors=[structlog.contextvars.merge_contextvars, structlog.stdlib.render_to_log_kwargs],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--games 100000`: a long night for the referee of random games; `--kills 500`: one for the bot's process."""
    parser.addoption("--games", type=int, default=2_000, help="random games to play of each kind")
    parser.addoption("--faults", type=int, default=1, help="how many times as long each row of the fault matrix runs")
    parser.addoption("--cluster", action="store_true", help="only what uses the store, on a cluster of three servers")
    parser.addoption("--kills", type=int, default=10, help="how often the running bot is killed in a game")


def pytest_xdist_auto_num_workers() -> int:
    """Three for two processors: tests wait for browsers, other processes, the clock, and somebody has to work then."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors + (processors + 1) // 2


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Slow tests begin first, so that nobody waits for one at the end.

    With `--cluster` what does not use the store would only be the same again.
    """
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    if config.getoption("--cluster"):
        items[:] = [item for item in items if {"valkey", "fresh", "servers"} & set(getattr(item, "fixturenames", ()))]
