"""The page with the phones: its files, the live channel that tells it everything, and what people do on it.

The channel is a stream of server-sent events: first the whole state (`snapshot`), then every change. A browser that
lost it comes back by itself and gets a new snapshot.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeAlias

from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route

from tgbot.playground import views
from tgbot.playground.calls import Params
from tgbot.playground.changes import BotChanged, Change, ChatChanged, Gone, Queued, UserAdded
from tgbot.playground.phone import CannotDo, Phone
from tgbot.playground.records import Chat, JsonObject, Message, Standing
from tgbot.playground.world import World

STATIC = Path(__file__).parent / "static"
FILES = {path.name for path in STATIC.iterdir()}
# Everything comes from here; styles and scripts in files only, so that no text of a message can become one.
SAFE = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
HOSTS = ["127.0.0.1", "localhost"]
KEEP_ALIVE = 15.0
"""Seconds of silence after which a comment is sent, so that a dead channel is noticed."""

RETRY = 1000
"""Milliseconds after which a browser tries again when the channel broke."""

Act: TypeAlias = Callable[[Phone, Params], object]


def routes(world: World) -> list[BaseRoute]:
    """The page at `/` and what it needs; answers to the names of this machine only, against DNS rebinding."""
    channel = Channel(world)

    async def index(_: Request) -> Response:
        return FileResponse(STATIC / "index.html", headers=SAFE)

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        return FileResponse(STATIC / name, headers=SAFE) if name in FILES else Response(status_code=404)

    async def media(request: Request) -> Response:
        file = world.files.get(request.path_params["file_id"])
        if file is None:
            return Response(status_code=404)
        # An uploaded page or drawing with scripts must not run here.
        mime = file.mime if file.mime in ("image/png", "image/jpeg", "image/webp") else "application/octet-stream"
        return Response(file.content, media_type=mime, headers=SAFE)

    async def live(_: Request) -> Response:
        return StreamingResponse(channel.listen(), media_type="text/event-stream", headers=SAFE)

    async def act(request: Request) -> Response:
        # A form of a foreign page cannot send JSON, so nobody acts from there.
        if request.headers.get("content-type") != "application/json":
            return Response(status_code=415)
        try:
            params = Params(await request.json())
        except ValueError:
            return Response(status_code=400)
        action, person = ACTS.get(params.text("do")), world.users.get(params.integer("person"))
        if params.text("do") == "add_person":
            return JSONResponse({"ok": add_person(world, params)})
        if action is None or person is None:
            return JSONResponse({"ok": False}, 404)
        try:
            action(Phone(world, person), params)
        except CannotDo as reason:
            return JSONResponse({"ok": False, "why": str(reason)}, 409)
        return JSONResponse({"ok": True})

    pages: list[BaseRoute] = [
        Route("/", index),
        Route("/static/{name}", static),
        Route("/media/{file_id}", media),
        Route("/live", live),
        Route("/act", act, methods=["POST"]),
    ]
    return [Mount("/", routes=pages, middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS)])]


class Channel:
    """Everybody who watches; each gets its own queue of events."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._watchers: set[asyncio.Queue[str]] = set()
        self._bot: JsonObject = {}
        world.listeners.append(self._hear)

    async def listen(self) -> AsyncIterator[str]:
        """The events for one browser, as the lines of the stream."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        self._watchers.add(queue)
        try:
            yield f"retry: {RETRY}\n{_event(views.snapshot(self._world))}"
            while True:
                try:
                    async with asyncio.timeout(KEEP_ALIVE):
                        event = await queue.get()
                except TimeoutError:
                    event = ": still here\n\n"
                yield event
        finally:
            self._watchers.discard(queue)

    def _hear(self, change: Change) -> None:
        if not self._watchers:
            return
        if not isinstance(change, Queued | Gone | BotChanged):
            self._tell(views.change(self._world, change))
        if isinstance(change, BotChanged | ChatChanged | UserAdded):
            self._tell_bot()

    def _tell(self, body: JsonObject) -> None:
        event = _event(body)
        for queue in self._watchers:
            queue.put_nowait(event)

    def _tell_bot(self) -> None:
        """The bot's commands depend on who is where; a failed delivery, say, changes nothing that people see."""
        bot = views.bot(self._world)
        if bot != self._bot:
            self._bot = bot
            self._tell({"type": "bot", "bot": bot})


def add_person(world: World, params: Params) -> bool:
    """Somebody comes in during the evening and joins the group."""
    name = params.text("name").strip()[:64]
    if not name:
        return False
    with world.change():
        person = world.add_person(name, language_code=params.text("language") or "cs")
        for group in world.groups():
            Phone(world, person).joins(group)
    return True


def _event(body: JsonObject) -> str:
    return f"data: {json.dumps(body, ensure_ascii=False)}\n\n"


def _chat(phone: Phone, params: Params) -> Chat:
    chat = phone.world.chats.get(params.integer("chat"))
    if chat is None:
        raise CannotDo("Ta skupina už tu není.")
    return chat


def _say(phone: Phone, params: Params) -> object:
    reply = phone.world.find_message(_chat(phone, params).id, params.integer("reply_to"))
    return phone.says(params.text("text"), _chat(phone, params), reply_to=reply)


def _message(phone: Phone, params: Params) -> Message:
    message = phone.world.find_message(_chat(phone, params).id, params.integer("message"))
    if message is None:
        raise CannotDo("Ta zpráva už tu není.")
    return message


def _seat_bot(standing: Standing) -> Act:
    return lambda phone, params: phone.seats(_chat(phone, params), phone.world.bot, standing)


ACTS: dict[str, Act] = {
    "say": _say,
    "press": lambda phone, params: phone.taps_data(params.text("data"), _message(phone, params)),
    "edit": lambda phone, params: phone.edits(_message(phone, params), params.text("text")),
    "delete": lambda phone, params: phone.deletes(_message(phone, params)),
    "start": lambda phone, params: phone.starts(params.text("payload")),
    "open": lambda phone, params: phone.opens(params.text("link")),
    "block": lambda phone, _: phone.blocks(),
    "unblock": lambda phone, _: phone.unblocks(),
    "join": lambda phone, params: phone.joins(_chat(phone, params)),
    "leave": lambda phone, params: phone.leaves(_chat(phone, params)),
    "add_bot": _seat_bot(Standing.MEMBER),
    "promote_bot": _seat_bot(Standing.ADMINISTRATOR),
    "mute_bot": _seat_bot(Standing.RESTRICTED),
    "kick_bot": _seat_bot(Standing.KICKED),
    "found": lambda phone, _: phone.founds(),
    "migrate": lambda phone, params: phone.migrates(_chat(phone, params)),
}
