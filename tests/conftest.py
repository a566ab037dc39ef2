"""What all tests share."""

import pytest

pytest_plugins = ["tests.browser", "tests.pub", "tests.valkey"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--games 100000`: a long night for the referee of random games; `--kills 500`: one for the bot's process."""
    parser.addoption("--games", type=int, default=2_000, help="random games to play of each kind")
    parser.addoption("--faults", type=int, default=1, help="how many times as long each row of the fault matrix runs")
    parser.addoption("--kills", type=int, default=10, help="how often the running bot is killed in a game")
