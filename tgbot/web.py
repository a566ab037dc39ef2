"""The routes: Telegram's updates, and whether this process is well.

An update is answered with 200 only after its change is committed, so what Telegram regards as delivered is on disk.
Whatever cannot be done now is given back with 503, and Telegram delivers it again.
"""

import hmac
import logging
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any, TypeAlias

from prometheus_client import CONTENT_TYPE_LATEST, Counter, Histogram, generate_latest
from pydantic import TypeAdapter, ValidationError
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from telegram import Update

from tgbot import inbound
from tgbot.changes import Busy
from tgbot.delivery.ports import Limiter
from tgbot.replies import Reply
from tgbot.service import Service
from tgbot.store import Unavailable

log = logging.getLogger(__name__)

PATH = "/telegram"
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 (the header's name)
LARGEST_BODY = 256 * 1024
"""Bytes; updates of the kinds we ask for stay far below."""
AGAIN_IN = "2"
"""Seconds until Telegram should try again."""

Upload: TypeAlias = Callable[[Reply], Awaitable[None]]

_OBJECT = TypeAdapter(dict[str, Any])

UPDATES = Counter("stamgast_updates_total", "Updates heard, by what became of them", ["outcome"])
LATENCY = Histogram(
    "stamgast_update_seconds",
    "From the update to its answer",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)


class Ears:
    """Updates in, replies out; the same for the webhook and for long polling. `upload` sends the files of a reply."""

    def __init__(self, service: Service, bot: str, limiter: Limiter, upload: Upload) -> None:
        self._service = service
        self._bot = bot
        self._limiter = limiter
        self._upload = upload

    async def hear(self, raw: dict[str, Any]) -> Reply:
        """What to answer to an update as Telegram sends it; Busy or Unavailable when it has to come again."""
        try:
            update = Update.de_json(raw, None)
            heard = inbound.read(update, self._bot)
        except Exception:  # noqa: BLE001 (whatever the library does with a body nobody foresaw)
            log.warning("an update that cannot be read was dropped")
            UPDATES.labels("unreadable").inc()
            return {}
        if heard is None:
            UPDATES.labels("ignored").inc()
            return {}
        try:
            reply = await self._service.hear(heard, update.update_id)
        except (Busy, Unavailable):
            UPDATES.labels("again").inc()
            raise
        except Exception:
            # A fault of ours: repeating the update would only hold up the person's next ones.
            log.exception("update failed", extra={"heard": type(heard).__name__})
            UPDATES.labels("failed").inc()
            return self._service.sorry(heard)
        UPDATES.labels("done").inc()
        if not await self._has_room(reply):
            return {}
        if "files" in reply:
            await self._upload(reply)
            return {}
        return reply

    async def _has_room(self, reply: Reply) -> bool:
        """Whether a message may be sent now: one too many, and Telegram would take none from the game either."""
        if reply.get("method") not in ("sendMessage", "sendDocument"):
            return True
        chat = reply["chat_id"]
        return not await self._limiter.take(chat, chat < 0, urgent=True)


def app(ears: Ears | None, secret: str, ready: Callable[[], Awaitable[str]]) -> Starlette:
    """The web application; without `ears` it takes no updates. `ready` says what is missing, empty when nothing is."""

    async def updates(request: Request) -> Response:
        given = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(given.encode(), secret.encode()):
            return PlainTextResponse("wrong secret", 403)
        try:
            body = await _body(request)
        except ClientDisconnect:
            return PlainTextResponse("incomplete", 400)
        if body is None:
            return PlainTextResponse("too large", 413)
        assert ears is not None
        started = perf_counter()
        try:
            # Stricter than the standard library's parser: no half characters, which nobody could write down again.
            raw = _OBJECT.validate_json(body)
        except ValidationError:
            log.warning("a body that is no update was dropped")
            return Response()
        try:
            reply = await ears.hear(raw)
        except (Busy, Unavailable):
            return PlainTextResponse("try again", 503, {"Retry-After": AGAIN_IN})
        LATENCY.observe(perf_counter() - started)
        return JSONResponse(dict(reply)) if reply else Response()

    async def healthz(_: Request) -> Response:
        return PlainTextResponse("ok")

    async def readyz(_: Request) -> Response:
        missing = await ready()
        return PlainTextResponse(missing or "ready", 503 if missing else 200)

    async def metrics(_: Request) -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    routes = [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]
    if ears is not None:
        routes.append(Route(PATH, updates, methods=["POST"]))
    return Starlette(routes=routes)


async def _body(request: Request) -> bytes | None:
    """The body, None when it is larger than any update."""
    size = request.headers.get("content-length", "0")
    if size.isdigit() and int(size) > LARGEST_BODY:
        return None
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            return None
    return body
