"""Errors of others: what is logged of them, and what they do not stop."""

from collections.abc import Awaitable
from pathlib import Path
from traceback import extract_tb

import structlog

from tgbot.store import Unavailable

FRAMES = 4

_log = structlog.get_logger(__name__)


def described(error: BaseException) -> dict[str, str]:
    """An error for logs: its kind and the innermost lines of code it went through. Its text may quote cards."""
    frames = extract_tb(error.__traceback__)[-FRAMES:]
    places = (f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
    return {"error": type(error).__name__, "at": " < ".join(places)}


async def attempt(work: Awaitable[None], night_id: str, what: str) -> bool:
    """Whether a hook did its work; when it fails, that is logged, and people still see what else there is to see.

    Unavailable is passed on: without the store nothing goes on.
    """
    try:
        await work
    except Unavailable:
        raise
    except Exception as error:  # noqa: BLE001 - see above
        _log.error("a hook of delivery failed", night=night_id, hook=what, **described(error))
        return False
    return True
