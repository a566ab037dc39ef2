"""The bot's chance under test: every test has its own cards and lots, the same ones each time.

`--luck 7` deals others, to find what only some hands show: nothing may depend on them.
"""

import os
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, settings

from tgbot import app

# How long an example takes says how busy the machine is.
settings.register_profile("others", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("the same each time", settings.get_profile("others"), derandomize=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--luck", type=int, default=0, help="other cards and lots than those of 0, the same each time")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("others" if config.getoption("--luck") else "the same each time")


@pytest.fixture(scope="session", autouse=True)
def luck(pytestconfig: pytest.Config) -> Iterator[None]:
    """A bot within this process has the luck of the test that it was started for."""
    number = pytestconfig.getoption("--luck")

    def chance() -> Random:
        test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
        return Random(f"{number} {test}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "SystemRandom", chance)
        yield
