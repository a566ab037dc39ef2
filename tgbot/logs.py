"""Logs for people or for collectors, without tokens and without anybody's cards.

One line an event, with the same names everywhere: `night`, `table` and `game` (its number in the night), `update`,
`chat`, `error` (its kind) and `exception` or `at` (where it was).
"""

import logging
import re
import sys
from collections.abc import Iterator
from traceback import format_tb
from typing import Any, Literal

import structlog

from tgbot.metrics import LOGGED

_TOKEN = re.compile(r"\d{4,}:[\w-]{30,}")
_KIND = re.compile(r"[A-Za-z_]{0,60}")


def set_up(level: str, form: Literal["text", "json"]) -> None:
    """Everything goes to standard error, one line an event; tracebacks of people's logs take more."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        _without_colours,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_words,
        _counted,
    ]
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    render: structlog.typing.Processor = structlog.dev.ConsoleRenderer(colors=False)
    if form == "json":
        render = structlog.processors.JSONRenderer(ensure_ascii=False)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render, _redact],
        )
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for talkative in ("httpx", "httpcore", "uvicorn.access", "aiohttp.access"):
        logging.getLogger(talkative).setLevel(logging.WARNING)


def _without_colours(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """The web server sends each of its messages a second time, painted for a terminal."""
    event.pop("color_message", None)
    return event


def _without_words(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """An error by its kind and place: its words are left out, since they may quote somebody's cards."""
    match event.pop("exc_info", None):
        case BaseException() as error:
            pass
        case (_, error, _):
            pass
        case about:
            error = sys.exc_info()[1] if about else None
    if error is not None:
        event["exception"] = "".join(_kinds_and_places(error))
        event.setdefault("error", type(error).__name__)
    return event


def _counted(_: object, level: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """What went wrong shows in the metrics as well."""
    if level in ("warning", "error", "critical"):
        error = str(event.get("error", ""))
        LOGGED.labels(level, error if _KIND.fullmatch(error) else "other").inc()
    return event


def _kinds_and_places(error: BaseException) -> Iterator[str]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _kinds_and_places(before)
        yield "\nand then\n"
    yield from format_tb(error.__traceback__)
    yield type(error).__qualname__


def _redact(_: object, __: str, line: Any) -> str:
    """A second line of defence: whatever looks like a token is not printed."""
    return _TOKEN.sub("<token>", str(line))
