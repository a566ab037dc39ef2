"""What waits until an update is answered.

An answer may be words, and the screens that change with them belong below: so nobody is served while the answer is
still being said. Nothing is lost with a process that dies in between, since the store knows what is due.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Work: TypeAlias = Callable[[], None]


class Afterwards:
    """Work that follows an answer; once `done` it waits for nothing any more."""

    def __init__(self) -> None:
        self._waiting: list[Work] | None = []

    def add(self, work: Work) -> None:
        if self._waiting is None:
            work()
        else:
            self._waiting.append(work)

    async def done(self) -> None:
        """The answer is on its way. A coroutine, as web servers would run a function in a thread."""
        waiting, self._waiting = self._waiting or [], None
        for work in waiting:
            work()


_AFTERWARDS: ContextVar[Afterwards | None] = ContextVar("afterwards", default=None)


@contextmanager
def being_answered() -> Iterator[Afterwards]:
    """While an update is heard: what it causes waits until whoever sends the answer says that it is `done`."""
    afterwards = Afterwards()
    before = _AFTERWARDS.set(afterwards)
    try:
        yield afterwards
    finally:
        _AFTERWARDS.reset(before)


def once_answered(work: Work) -> None:
    """Do this after the answer to the update that is being heard, at once when there is none."""
    afterwards = _AFTERWARDS.get()
    if afterwards is None:
        work()
    else:
        afterwards.add(work)
