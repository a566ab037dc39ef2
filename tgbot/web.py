"""The routes: Telegram's updates, and whether this process is well.

An update is answered with 200 only after its change is committed, so what Telegram regards as delivered is on disk.
Whatever cannot be done now is given back with 503, and Telegram delivers it again.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import perf_counter
from typing import Any, TypeAlias

import structlog
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import TypeAdapter, ValidationError
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from structlog.contextvars import bound_contextvars

from tgbot import inbound
from tgbot.afterwards import being_answered
from tgbot.changes import Busy
from tgbot.delivery.ports import Limiter
from tgbot.delivery.trouble import described
from tgbot.floods import everybody
from tgbot.inbound import Heard
from tgbot.metrics import LATENCY, UPDATES
from tgbot.replies import Reply
from tgbot.service import Service
from tgbot.store import Admission, Unavailable

_log = structlog.get_logger(__name__)

PATH = "/telegram"
UPDATES_HEARD = ("message", "callback_query", "my_chat_member")
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 (the header's name)
LARGEST_BODY = 256 * 1024
"""Bytes; updates of the kinds we ask for stay far below."""
LONGEST_BODY = 5.0
"""Seconds that a body may take to come in."""
MOST_WAIT, MOST_WAIT_IN_GROUP = 3_000, 1_500
"""Ms that an answer may wait until Telegram's limits let it through: in a group the game comes first."""
AGAIN_IN = "2"
"""Seconds until Telegram should try again."""

Upload: TypeAlias = Callable[[Reply], Awaitable[None]]
Admit: TypeAlias = Callable[[Heard], Awaitable[Admission]]

_OBJECT = TypeAdapter(dict[str, Any])


class Ears:
    """Updates in, replies out; the same for the webhook and for long polling.

    `upload` sends the files of a reply, `admit` says who is heard.
    """

    def __init__(self, service: Service, bot: str, limiter: Limiter, upload: Upload, admit: Admit = everybody) -> None:
        self._service = service
        self._bot = bot
        self._limiter = limiter
        self._upload = upload
        self._admit = admit

    async def hear(self, raw: dict[str, Any]) -> Reply:
        """What to answer to an update as Telegram sends it; Busy or Unavailable when it has to come again."""
        with bound_contextvars(**_named(raw)):
            started, outcome = perf_counter(), "again"
            try:
                outcome, reply = await self._heard(raw)
            finally:
                took = perf_counter() - started
                UPDATES.labels(outcome).inc()
                LATENCY.observe(took)
                _log.debug("update", outcome=outcome, ms=round(1000 * took, 1))
        return reply

    async def give_up(self, raw: dict[str, Any], error: Exception) -> None:
        """Keep an update that failed again and again, since others cannot wait for it any longer."""
        with bound_contextvars(**_named(raw)):
            _log.error("update given up", **described(error))
            with suppress(Unavailable):
                await self._keep(raw, error)

    async def _heard(self, raw: dict[str, Any]) -> tuple[str, Reply]:
        """What became of an update, and the answer to it."""
        try:
            number: int = raw["update_id"]
            heard = inbound.read(raw, self._bot)
        except Exception:  # noqa: BLE001 (whatever the library does with a body nobody foresaw)
            _log.warning("an update that cannot be read was dropped")
            return "unreadable", {}
        if heard is None:
            return "ignored", {}
        try:
            admission = await self._admit(heard)
            if admission is not Admission.FREE:
                return "flood", self._service.slower(heard) if admission is Admission.FIRST_EXCESS else {}
            reply = await self._service.hear(heard, number)
        except (Busy, Unavailable):
            raise
        except Exception as error:  # noqa: BLE001 - repeating the update would only hold up the person's next ones
            _log.exception("update failed", heard=type(heard).__name__)
            await self._keep(raw, error)
            return "failed", self._service.sorry(heard)
        try:
            has_room = await self._has_room(reply)
        except Unavailable:
            raise
        except Exception:  # noqa: BLE001 - Telegram counts as well
            _log.exception("nobody counts what is sent")
            has_room = True
        if not has_room:
            return "done", {}
        if "files" in reply:
            await self._upload(reply)
            return "done", {}
        return "done", reply

    async def _keep(self, raw: dict[str, Any], error: Exception) -> None:
        """Keep an update that broke us; that it cannot be kept must not break us again."""
        try:
            await self._service.put_aside(raw, described(error))
        except Unavailable:
            raise
        except Exception:  # noqa: BLE001 - see above
            _log.exception("an update that failed could not be kept")

    async def _has_room(self, reply: Reply) -> bool:
        """Whether a message may be sent now: one too many, and Telegram would take none from the game either.

        It may soon where only the latest seconds were full: whoever asks would take silence for a fault.
        """
        if reply.get("method") not in ("sendMessage", "sendDocument"):
            return True
        chat = reply["chat_id"]
        left = MOST_WAIT if chat > 0 else MOST_WAIT_IN_GROUP
        while wait := await self._limiter.take(chat, chat < 0, urgent=True):
            if wait > left:
                return False
            await asyncio.sleep(wait / 1000)
            left -= wait
        return True


def _named(raw: dict[str, Any]) -> dict[str, int]:
    """What all that is logged about an update begins with; nothing when it has no sensible number."""
    number = raw.get("update_id")
    return {"update": number} if isinstance(number, int) and abs(number) < 2**63 else {}


async def nothing() -> None:
    """What there is to measure where nobody asks."""


def app(
    ears: Ears | None,
    secret: str,
    ready: Callable[[], Awaitable[str]],
    measure: Callable[[], Awaitable[None]] = nothing,
) -> Starlette:
    """The web application; without `ears` it takes no updates.

    `ready` says what is missing, empty when nothing is; `measure` brings the metrics up to date.
    """

    async def updates(request: Request) -> Response:
        given = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(given.encode(), secret.encode()):
            UPDATES.labels("forged").inc()
            return PlainTextResponse("wrong secret", 403)
        try:
            async with asyncio.timeout(LONGEST_BODY):
                body = await _body(request)
        except (ClientDisconnect, TimeoutError):
            UPDATES.labels("incomplete").inc()
            return PlainTextResponse("incomplete", 400, {"Connection": "close"})
        if body is None:
            UPDATES.labels("too_large").inc()
            return PlainTextResponse("too large", 413)
        assert ears is not None
        try:
            # Stricter than the standard library's parser: no half characters, which nobody could write down again.
            raw = _OBJECT.validate_json(body)
        except ValidationError:
            _log.warning("a body that is no update was dropped")
            UPDATES.labels("unreadable").inc()
            return Response()
        try:
            with being_answered() as afterwards:
                reply = await ears.hear(raw)
        except (Busy, Unavailable, asyncio.CancelledError):  # cancelled: the grace of a SIGTERM is over
            return PlainTextResponse("try again", 503, {"Retry-After": AGAIN_IN})
        response = JSONResponse(dict(reply)) if reply else Response()
        response.background = BackgroundTask(afterwards.done)
        return response

    async def healthz(_: Request) -> Response:
        return PlainTextResponse("ok")

    async def readyz(_: Request) -> Response:
        missing = await ready()
        return PlainTextResponse(missing or "ready", 503 if missing else 200)

    async def metrics(_: Request) -> Response:
        await measure()
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
