"""python-telegram-bot over aiohttp: several times as fast as its stock transport, and no token in any text."""

import json
import logging
import os
from collections.abc import Sequence
from http import HTTPStatus
from time import perf_counter

import aiohttp
from telegram import Bot
from telegram._utils.types import JSONDict, ODVInput
from telegram.error import InvalidToken, NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData

from tgbot.metrics import CALL_SECONDS, CALLS

CONNECTIONS = 400
"""More than one process has calls under way at once, however slow Telegram is: no call waits for another one's end."""
CONNECT_TIMEOUT = 5.0
ANSWER_TIMEOUT = 20.0
"""Seconds; long, since a message whose answer came too late is sent twice."""

# Spans of time as timedelta, as the next python-telegram-bot has them; without this it warns at every RetryAfter.
os.environ["PTB_TIMEDELTA"] = "1"


class AiohttpRequest(BaseRequest):
    """One pool of connections to the Bot API; errors name what happened, never the URL."""

    def __init__(self, connections: int = CONNECTIONS) -> None:
        self._connections = connections
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        return ANSWER_TIMEOUT

    async def initialize(self) -> None:
        if self._session is None:
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=self._connections))

    async def shutdown(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

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
        if self._session is None:
            raise NetworkError("the transport is not open")
        patience = read_timeout if isinstance(read_timeout, int | float) else ANSWER_TIMEOUT
        timeout = aiohttp.ClientTimeout(total=CONNECT_TIMEOUT + patience, sock_connect=CONNECT_TIMEOUT)
        headers, body = _message(request_data)
        headers["User-Agent"] = self.USER_AGENT
        started, outcome = perf_counter(), "network"
        try:
            async with self._session.request(method, url, data=body, headers=headers, timeout=timeout) as response:
                payload = await response.read()
                outcome = "ok" if response.status == HTTPStatus.OK else str(response.status)
                return response.status, payload
        # What aiohttp raises may hold the URL, and with it the token: its name is enough.
        except TimeoutError as error:
            outcome = "timeout"
            raise TimedOut(type(error).__name__) from None
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(type(error).__name__) from None
        finally:
            name = url.rpartition("/")[2]
            CALLS.labels(name, outcome).inc()
            if name != "getUpdates":
                CALL_SECONDS.observe(perf_counter() - started)

    @staticmethod
    def parse_json_payload(payload: bytes) -> JSONDict:
        """The same as in the base class, which would log the payload."""
        try:
            parsed = json.loads(payload)
        except ValueError:
            parsed = None
        if not isinstance(parsed, dict):
            raise TelegramError("the answer is no JSON object")
        return parsed


def _message(data: RequestData | None) -> tuple[dict[str, str], bytes | aiohttp.FormData | None]:
    """Headers and body: JSON, which is written much faster than a form; with files only a form will do."""
    if data is None or not data.parameters:
        return {}, None
    if not data.contains_files:
        return {"Content-Type": "application/json"}, data.json_payload
    form = aiohttp.FormData(data.json_parameters)
    for name, (filename, content, mime) in data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=mime)
    return {}, form


class QuietBot(Bot):
    """A bot that does not print its token."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "QuietBot"

    async def call(self, method: str, parameters: JSONDict) -> JSONDict | bool:
        """What Telegram answers to a call, as it is: an object made of a message costs more than all the rest."""
        answer: JSONDict | bool = await self._post(method, parameters)
        return answer

    async def updates(self, offset: int, kinds: Sequence[str], wait: float) -> Sequence[JSONDict]:
        """The first hundred updates of these kinds from the offset on, as they are, after so many seconds at most."""
        asked_for = {"offset": offset, "timeout": wait, "allowed_updates": list(kinds)}
        found: list[JSONDict] = await self._post("getUpdates", asked_for, read_timeout=wait + 10)
        return found

    async def initialize(self) -> None:
        """Open the connections and ask who the bot is; InvalidToken when Telegram does not know the token."""
        try:
            await super().initialize()
        except InvalidToken:
            raise InvalidToken("Telegram does not accept the token") from None


def new_bot(token: str, api_url: str) -> QuietBot:
    """A bot on `{api_url}/bot{token}/METHOD`, to be used as `async with`."""
    # At DEBUG python-telegram-bot logs the URL with the token and the parameters with people's cards.
    logging.getLogger("telegram").setLevel(logging.INFO)
    url = api_url.rstrip("/")
    return QuietBot(
        token,
        base_url=f"{url}/bot",
        base_file_url=f"{url}/file/bot",
        request=AiohttpRequest(),
        get_updates_request=AiohttpRequest(connections=1),
    )
