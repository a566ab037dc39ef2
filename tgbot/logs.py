"""Logs for people or for collectors, without tokens."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Literal

import structlog

_TOKEN = re.compile(r"\d{6,}:[\w-]{30,}")


def set_up(level: str, form: Literal["text", "json"]) -> None:
    """Everything goes to standard error, one line an event."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _redact,
    ]
    structlog.configure(
        processors=[*shared[:2], structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    lines = structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _redact, lines],
        )
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for talkative in ("httpx", "httpcore", "uvicorn.access", "aiohttp.access"):
        logging.getLogger(talkative).setLevel(logging.WARNING)


def _redact(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A second line of defence: whatever looks like a token is not printed."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = _TOKEN.sub("<token>", value)
    return event
