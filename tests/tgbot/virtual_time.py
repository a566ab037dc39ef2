"""An event loop whose clock jumps to the next timer when nobody has anything to do: minutes pass in no time."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

P = ParamSpec("P")

START = 1_800_000_000.0
"""When the clock begins, in seconds since 1970."""


class _Jumping(selectors.DefaultSelector):
    """Does not wait: the time it was to wait for has passed. While a thread is at work no time passes."""

    now = START
    threads = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        events = super().select(None if self.threads and timeout != 0 else 0)
        if not events:
            if timeout is None:
                raise AssertionError("everybody waits for something that will never happen")
            self.now += max(timeout, 0)
        return events


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)
        self._clock_resolution = 1e-5  # a float of this size cannot be more exact

    def time(self) -> float:
        return self._jumping.now

    def jump(self, seconds: float) -> None:
        self._jumping.now += seconds

    def run_in_executor(self, *work: Any) -> "asyncio.Future[Any]":  # type: ignore[override]
        done = super().run_in_executor(*work)
        self._jumping.threads += 1
        done.add_done_callback(self._is_back)
        return done

    def _is_back(self, _: object) -> None:
        self._jumping.threads -= 1


def jump(seconds: float) -> None:
    """So much time passes at once, without anybody having been at work meanwhile."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop.jump(seconds)


def virtual_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an async test on a loop of its own with virtual time."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runner.run(test(*args, **kwargs))

    return run


async def eventually(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until something holds; AssertionError when it does not within so many seconds."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 - anything may change
            await asyncio.sleep(0.02)
