"""The bots: real processes, started and killed."""

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import aiohttp

from tests.patience import PATIENCE
from tgbot.playground.listening import listen

ROOT = Path(__file__).parents[3]


class Births(Protocol):
    """How bots come to life."""

    def start(self, env: Mapping[str, str], log: Path, spoils: Sequence[str]) -> int:
        """The pid of a new bot."""

    def status(self, pid: int) -> int:
        """The exit status of a bot, negative for a signal; waits for its end."""


class Cold:
    """As in life: every bot imports for itself what it is made of. None is spoilt."""

    def __init__(self) -> None:
        self._running: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, env: Mapping[str, str], log: Path, spoils: Sequence[str]) -> int:
        assert not spoils
        command = [sys.executable, "-m", "tgbot", "serve"]
        with log.open("ab") as written:
            process = subprocess.Popen(command, env=env, cwd=log.parent, stderr=written)
        self._running[process.pid] = process
        return process.pid

    def status(self, pid: int) -> int:
        return self._running.pop(pid).wait()


class Nursery:
    """Where bots are born (`nursery.py`); importing what they are made of takes a second, once."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.harness.nursery"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, env: Mapping[str, str], log: Path, spoils: Sequence[str]) -> int:
        return self._ask({"env": dict(env), "log": str(log), "spoils": list(spoils)})

    def status(self, pid: int) -> int:
        return self._ask({"ended": pid})

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _ask(self, wish: Mapping[str, object]) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(wish) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@dataclass
class Bot:
    """One `python -m tgbot serve`; it keeps port and log over all its lives. `kills` counts the violent ends."""

    births: Births
    env: Mapping[str, str]
    log: Path
    spoils: Sequence[str] = ()
    pid: int | None = None
    port: int = 0
    kills: int = 0
    ends: list[int] = field(default_factory=list)
    """Exit statuses of all its lives so far."""

    def __post_init__(self) -> None:
        with listen(0) as free:
            self.port = free.getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def lives(self) -> bool:
        return self.pid is not None

    def start(self) -> None:
        """Begin a life; it takes a moment until it serves."""
        assert self.pid is None
        self.pid = self.births.start({**self.env, "PORT": str(self.port)}, self.log, self.spoils)

    async def ready(self) -> None:
        """Until it serves; TimeoutError after `PATIENCE`."""
        async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as session:
            while not await self._is_ready(session):
                assert self.pid is not None
                assert not _is_over(self.pid), f"the bot does not start: {self.log.read_text()[-2000:]}"
                await asyncio.sleep(0.02)

    async def _is_ready(self, session: aiohttp.ClientSession) -> bool:
        try:
            async with session.get(f"{self.url}/readyz") as response:
                return response.status == 200
        except aiohttp.ClientError:
            return False

    def send(self, what: signal.Signals) -> None:
        """A signal that does not end it, or whose end is waited for elsewhere."""
        assert self.pid is not None
        os.kill(self.pid, what)

    async def ended(self) -> int:
        """Its exit status, once it has ended."""
        assert self.pid is not None
        await _gone(self.pid)
        status = self.births.status(self.pid)
        self.pid = None
        self.ends.append(status)
        return status

    async def kill(self) -> None:
        """kill -9."""
        self.kills += 1
        self.send(signal.SIGKILL)
        await self.ended()

    async def terminate(self) -> int:
        """SIGTERM, as at a rolling restart; the exit status."""
        self.send(signal.SIGTERM)
        return await self.ended()


def _is_over(pid: int) -> bool:
    about = os.pidfd_open(pid)
    try:
        return bool(select.select([about], [], [], 0)[0])
    finally:
        os.close(about)


async def _gone(pid: int) -> None:
    """Until the process has ended."""
    about = os.pidfd_open(pid)
    loop, gone = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(about, gone.set)
    try:
        await gone.wait()
    finally:
        loop.remove_reader(about)
        os.close(about)
