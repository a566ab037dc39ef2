"""A worker's ties to the world: Telegram without HTTP, and a life that may end at any moment."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable

from telegram._utils.types import ODVInput
from telegram.error import NetworkError
from telegram.request import BaseRequest, RequestData

from tests.tgbot.virtual_time import jump
from tgbot.playground.api import Api
from tgbot.playground.calls import Params
from tgbot.store import Unavailable


class WorldRequest(BaseRequest):
    """Calls straight into the playground's API. `slow` are seconds before and after a call by chat; `overlaps` are the
    chats where a call began while another one was under way, also one of the transport `beside` it."""

    def __init__(self, api: Api, beside: "WorldRequest | None" = None) -> None:
        self.api = api
        self.slow: dict[int, float] = {}
        self.under_way: defaultdict[int, int] = beside.under_way if beside else defaultdict(int)
        self.freeze = 0.0
        """Seconds for which the process stands still in its next call."""
        self.meanwhile: Callable[[], None] = lambda: None
        """What happens while it does."""
        self.overlaps: list[int] = beside.overlaps if beside else []

    @property
    def read_timeout(self) -> float:
        return 20.0

    async def initialize(self) -> None:
        pass

    async def shutdown(self) -> None:
        pass

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        write_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        connect_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        pool_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        params = Params(dict(request_data.json_parameters) if request_data else {})
        chat = params.integer("chat_id")
        if self.under_way[chat]:
            self.overlaps.append(chat)
        self.under_way[chat] += 1
        try:
            await asyncio.sleep(self.slow.get(chat, 0.01))
            reply = await self.api.call(url.rsplit("/", 1)[1], params)
            if self.freeze:
                jump(self.freeze)
                self.meanwhile()
            else:
                await asyncio.sleep(self.slow.get(chat, 0.01))
        finally:
            self.under_way[chat] -= 1
        if reply.lost:
            raise NetworkError("the connection broke")
        return reply.status, json.dumps(reply.body).encode()


class Mortal:
    """A worker's ties to the world: each call of the store, the limiter and Telegram comes before and after its effect
    to a point, and at the point number `dies_at` the worker stops for ever. One that is `cut_off` finds no store."""

    def __init__(self, dies_at: int | None = None) -> None:
        self.points = 0
        self.dies_at = dies_at
        self.cut_off = False

    @property
    def is_dead(self) -> bool:
        return self.dies_at is not None and self.points >= self.dies_at

    async def point(self) -> None:
        if not self.is_dead:
            self.points += 1
        if self.is_dead:
            await asyncio.Event().wait()

    def tie(self, target: object, *names: str) -> "Tied":
        return Tied(self, target, names)


class Tied:
    """Something whose named methods go through the points of a worker's life."""

    def __init__(self, mortal: Mortal, target: object, names: tuple[str, ...]) -> None:
        for name in names:
            setattr(self, name, self._tied(mortal, getattr(target, name)))

    @staticmethod
    def _tied(mortal: Mortal, method: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
        async def call(*args: object) -> object:
            await mortal.point()
            if mortal.cut_off:
                raise Unavailable("cut off")
            result = await method(*args)
            await mortal.point()
            return result

        return call


class MortalRequest(WorldRequest):
    def __init__(self, api: Api, mortal: Mortal, beside: WorldRequest) -> None:
        super().__init__(api, beside)
        self._mortal = mortal

    async def do_request(self, *args: object, **kwargs: object) -> tuple[int, bytes]:
        await self._mortal.point()
        result = await super().do_request(*args, **kwargs)  # type: ignore[arg-type]
        await self._mortal.point()
        return result
