"""The Bot API over HTTP: `/bot<token>/METHOD` with a query, a form or JSON, and `/file/bot<token>/PATH`."""

import hmac
import json
from email.message import Message as Headers
from email.parser import HeaderParser
from urllib.parse import parse_qsl

from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tgbot.playground.api import Api
from tgbot.playground.calls import ApiError, Params, Upload, bad_request


class LostAnswer(Response):
    """An answer that never arrives: the server closes the connection in the middle of it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})


def routes(api: Api) -> list[Route]:
    """The routes a bot uses."""

    async def call(request: Request) -> Response:
        try:
            _check_token(api, request)
            params = await read_params(request)
        except ApiError as error:
            return JSONResponse(error.as_json(), error.code)
        reply = await api.call(request.path_params["method"], params)
        if reply.lost:
            return LostAnswer()
        headers = {}
        if isinstance(wait := reply.body.get("parameters"), dict) and "retry_after" in wait:
            headers["Retry-After"] = str(wait["retry_after"])
        return JSONResponse(reply.body, reply.status, headers)

    async def file(request: Request) -> Response:
        try:
            _check_token(api, request)
        except ApiError as error:
            return JSONResponse(error.as_json(), error.code)
        stored = api.world.files.get(request.path_params["file_id"])
        if stored is None:
            return JSONResponse(ApiError(404, "Not Found").as_json(), 404)
        return Response(stored.content, media_type=stored.mime)

    return [
        Route("/bot{token}/{method}", call, methods=["GET", "POST"]),
        Route("/file/bot{token}/{file_id}/{name}", file),
    ]


async def read_params(request: Request) -> Params:
    """The parameters of a request; those of the body win over those of the query."""
    values: dict[str, JsonValue] = dict(request.query_params)
    uploads: dict[str, Upload] = {}
    kind = request.headers.get("content-type", "")
    body = await request.body()
    if kind.startswith("application/json"):
        values |= _read_json(body)
    elif kind.startswith("application/x-www-form-urlencoded"):
        values |= dict(parse_qsl(body.decode(errors="replace"), keep_blank_values=True))
    elif kind.startswith("multipart/form-data"):
        _read_multipart(kind, body, values, uploads)
    return Params(values, uploads)


def _check_token(api: Api, request: Request) -> None:
    token = request.path_params["token"]
    if not hmac.compare_digest(token.encode(), api.world.settings.token.encode()):
        raise ApiError(401, "Unauthorized" if ":" in token else "Unauthorized: invalid token specified")


def _read_json(body: bytes) -> dict[str, JsonValue]:
    try:
        parsed = json.loads(body or b"{}")
    except ValueError:
        parsed = None
    if not isinstance(parsed, dict):
        raise bad_request("can't parse JSON object")
    return parsed


def _read_multipart(kind: str, body: bytes, values: dict[str, JsonValue], uploads: dict[str, Upload]) -> None:
    header = Headers()
    header["Content-Type"] = kind
    boundary = header.get_param("boundary")
    if not isinstance(boundary, str):
        raise bad_request("boundary not found")
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary.encode())[1:]:
        if part.startswith(b"--"):
            return
        head, _, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        headers = HeaderParser().parsestr(head.decode(errors="replace"))
        name = headers.get_param("name", header="content-disposition")
        if not isinstance(name, str):
            continue
        filename = headers.get_filename()
        if filename is None:
            values[name] = content.decode(errors="replace")
        else:
            uploads[name] = Upload(filename, headers.get_content_type(), content)
