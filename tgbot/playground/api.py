"""The Bot API without HTTP: a method's name and parameters in, the answer in JSON out, everything noted in the log."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from pydantic import JsonValue

from tgbot.playground.calls import ApiError, Call, Params, too_many_requests
from tgbot.playground.delivery import Delivery, Timing
from tgbot.playground.faults import Faults
from tgbot.playground.limits import FloodControl, Limits
from tgbot.playground.methods import chats, messages, settings, updates
from tgbot.playground.methods.common import Context, Method
from tgbot.playground.methods.updates import Described
from tgbot.playground.records import JsonObject
from tgbot.playground.world import World

METHODS: dict[str, Method] = {**messages.METHODS, **chats.METHODS, **settings.METHODS}
NOT_BY_WEBHOOK = ("setwebhook", "deletewebhook", "close", "logout")
SETTING_PAUSE = 1.0
"""Seconds between two calls of setWebhook."""


@dataclass(frozen=True)
class Reply:
    """The HTTP status and body of an answer; `lost` when the connection is to break instead."""

    status: int
    body: JsonObject
    lost: bool = False


class Api:
    """The methods a bot may call, and the delivery of its updates. `calls` is the log of all calls, the newest last.

    `limits` None switches flood control off. `local`: webhooks may be http and on any port, as with an own server.
    """

    def __init__(self, world: World, *, limits: Limits | None, timing: Timing, local: bool) -> None:
        self.world = world
        self.flood = FloodControl(world.clock, limits)
        self.faults = Faults()
        self.delivery = Delivery(world, self.call_by_webhook, timing)
        self.calls: deque[Call] = deque(maxlen=200_000)
        self.call_listeners: list[Callable[[Call], None]] = []
        self._context = Context(world, self.flood)
        self._local = local
        self._webhook_set_at = float("-inf")

    async def call(self, method: str, params: Params, *, by_webhook: bool = False) -> Reply:
        """Carry out one call; errors are answers too."""
        name = method.lower()
        if delay := self.faults.delay(name):
            await asyncio.sleep(delay)
        error: ApiError | None = None
        body: JsonObject = {"ok": True}
        try:
            self.faults.check(name, params)
            result = await self._result(name, params)
        except ApiError as refusal:
            error, body = refusal, refusal.as_json()
        else:
            if isinstance(result, Described):
                body |= {"result": result.result, "description": result.description}
            else:
                body["result"] = result
        self._note(method, params, error, by_webhook)
        return Reply(error.code if error else 200, body, self.faults.loses_answer(name))

    async def call_by_webhook(self, method: str, params: Params) -> None:
        """A call in the body of a webhook's answer: nobody hears the result, reading methods are passed over."""
        if method.lower() not in NOT_BY_WEBHOOK and not method.lower().startswith("get"):
            await self.call(method, params, by_webhook=True)

    def calls_of(self, *methods: str, chat_id: int | None = None) -> list[Call]:
        """The calls of these methods (of all without any), in one chat or in all."""
        wanted = {method.lower() for method in methods}
        return [
            call
            for call in self.calls
            if (not wanted or call.method.lower() in wanted) and chat_id in (None, call.chat_id)
        ]

    def busiest_minute(self, chat_id: int) -> int:
        """The most messages and edits that the chat got within any 60 seconds."""
        counted = [
            call.at for call in self.calls if call.chat_id == chat_id and not call.error and _is_counted(call.method)
        ]
        most, first = 0, 0
        for last, at in enumerate(counted):
            while counted[first] <= at - 60:
                first += 1
            most = max(most, last - first + 1)
        return most

    async def _result(self, name: str, params: Params) -> JsonValue | Described:
        if name == "getupdates":
            return await self.delivery.get_updates(params)
        if name == "setwebhook":
            self._pace_webhook(params)
            return updates.set_webhook(self._context, params, local=self._local)
        if name == "deletewebhook":
            return updates.delete_webhook(self._context, params)
        if name == "getwebhookinfo":
            return updates.get_webhook_info(self._context, params)
        if name not in METHODS:
            raise ApiError(404, "Not Found: method not found")
        return METHODS[name](self._context, params)

    def _pace_webhook(self, params: Params) -> None:
        now = self.world.clock()
        if self.flood.limits is None or not params.text("url"):
            return
        if now < self._webhook_set_at + SETTING_PAUSE:
            raise too_many_requests(1)
        self._webhook_set_at = now

    def _note(self, method: str, params: Params, error: ApiError | None, by_webhook: bool) -> None:
        call = Call(
            at=self.world.clock(),
            method=method,
            chat_id=params.integer("chat_id") or None,
            params=params,
            error=error.code if error else 0,
            description=error.description if error else "",
            by_webhook=by_webhook,
        )
        self.calls.append(call)
        for listener in list(self.call_listeners):
            listener(call)


def _is_counted(method: str) -> bool:
    return method.lower().startswith(("send", "editmessage")) and method.lower() != "sendchataction"
