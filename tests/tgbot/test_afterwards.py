"""The answer to an update goes out first, and then the screens that change with it: they belong below it."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from starlette.types import Message, Scope

from tests.patience import PATIENCE
from tests.pub import Pub
from tests.tgbot.updates import Json, private, said, user
from tests.tgbot.wire import KNOCK, SECRET, well
from tgbot import web
from tgbot.afterwards import being_answered, once_answered
from tgbot.delivery import worker
from tgbot.polling import Polling

HELLO = said(user(1, "Ana"), private(user(1, "Ana")), "ahoj")


class Ears:
    """Answers in words, and changes something that is to be shown."""

    def __init__(self, events: list[str]) -> None:
        self._events = events

    async def hear(self, raw: Json) -> Mapping[str, Any]:
        once_answered(partial(self._events.append, "shown"))
        await asyncio.sleep(0)
        return {"method": "sendMessage", "chat_id": 1, "text": "Ahoj."}


async def test_a_webhook_answers_before_what_it_changes_is_shown() -> None:
    events: list[str] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": json.dumps(HELLO).encode(), "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body" and message["body"]:
            events.append("answered")

    headers = [(name.lower().encode(), value.encode()) for name, value in KNOCK.items()]
    scope: Scope = {"type": "http", "method": "POST", "path": web.PATH, "headers": headers, "query_string": b""}
    await web.app(Ears(events), SECRET, well)(scope, receive, send)  # type: ignore[arg-type]
    assert events == ["answered", "shown"]


async def test_polling_answers_before_what_it_changes_is_shown() -> None:
    events: list[str] = []
    shown = asyncio.Event()

    class Telegram:
        async def updates(self, offset: int, kinds: Sequence[str], wait: float) -> list[Json]:
            await asyncio.sleep(0)
            return [HELLO] if offset <= HELLO["update_id"] else []

        async def call(self, method: str, parameters: Mapping[str, Any]) -> None:
            await asyncio.sleep(0.01)
            events.append("answered")
            once_answered(shown.set)

    polling = asyncio.create_task(Polling(Telegram(), Ears(events)).run())  # type: ignore[arg-type]
    async with asyncio.timeout(PATIENCE):
        await shown.wait()
    polling.cancel()
    with suppress(asyncio.CancelledError):
        await polling
    assert events == ["answered", "shown"]


async def test_what_nobody_is_answered_for_waits_for_nothing() -> None:
    events: list[str] = []
    once_answered(partial(events.append, "before"))
    with being_answered() as afterwards:
        once_answered(partial(events.append, "during"))
        late = asyncio.create_task(_said_later(events))  # it knows the update that it was begun for
    assert events == ["before"]
    await afterwards.done()
    await late
    assert events == ["before", "during", "late"]


async def _said_later(events: list[str]) -> None:
    await asyncio.sleep(0.01)
    once_answered(partial(events.append, "late"))


@pytest.mark.parametrize("words", ["/piju nafta", "ahoj", "kule osm"])
async def test_one_s_own_screen_comes_below_an_answer_that_takes_its_time(
    pub: Pub, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def after_a_while(ears: web.Ears, reply: Mapping[str, Any]) -> bool:
        await asyncio.sleep(0.2)
        return True

    ana, _ = await pub.deal("Ana", "Bob")
    soon = 2 * worker.POLL
    monkeypatch.setattr(worker, "POLL", PATIENCE)  # else it may be seen to be due in just that time
    await asyncio.sleep(soon)
    monkeypatch.setattr(web.Ears, "_has_room", after_a_while)
    await ana.says(words, in_group=False)
    texts = [message.text for message in pub.telegram.world.messages_in(ana.id)]
    assert texts.index(words) < len(texts) - 2
    assert ana.hand.buttons or "V ruce" in ana.hand.text
