"""A call of a Bot API method: its parameters, its errors, and the note of it in the log."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from tgbot.playground.records import JsonObject


class ApiError(Exception):
    """A refusal in the official server's words; `parameters` as in the Bot API's ResponseParameters."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(code, description)
        self.code = code
        self.description = description
        self.parameters: JsonObject = dict(parameters)

    def as_json(self) -> JsonObject:
        body: JsonObject = {"ok": False, "error_code": self.code, "description": self.description}
        return body | {"parameters": self.parameters} if self.parameters else body


def bad_request(reason: str) -> ApiError:
    return ApiError(400, f"Bad Request: {reason}")


def forbidden(reason: str) -> ApiError:
    return ApiError(403, f"Forbidden: {reason}")


def too_many_requests(retry_after: int) -> ApiError:
    """A flood wait of so many seconds."""
    return ApiError(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)


@dataclass(frozen=True)
class Upload:
    """A file that came with a call."""

    name: str
    mime: str
    content: bytes


@dataclass(frozen=True)
class Params:
    """The parameters of a call. Forms carry text where JSON carries values: each is read as what the method wants."""

    values: Mapping[str, JsonValue] = field(default_factory=dict)
    uploads: Mapping[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A parameter as text; "" when it is missing."""
        value = self.values.get(name)
        if value is None:
            return ""
        return value if isinstance(value, str) else json.dumps(value)

    def integer(self, name: str, default: int = 0) -> int:
        """A parameter as a number; nonsense counts as the default, as it does officially."""
        text = self.text(name).strip()
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() else default

    def flag(self, name: str) -> bool:
        return self.text(name).strip().lower() in ("true", "yes", "1")

    def json(self, name: str, what: str) -> JsonValue:
        """A parameter as a JSON value, also when it is text with JSON in it; None when missing."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            parsed: JsonValue = json.loads(value)
        except ValueError:
            raise bad_request(f"can't parse {what} JSON object") from None
        return parsed


@dataclass(frozen=True, kw_only=True)
class Call:
    """One call in the log: when (seconds since 1970), of what, to which chat, and what came of it.

    `error` is 0 for success. `by_webhook`: it came in the body of a webhook's answer.
    """

    at: float
    method: str
    chat_id: int | None
    params: Params
    error: int = 0
    description: str = ""
    by_webhook: bool = False
