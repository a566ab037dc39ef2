"""The few calls that delivery makes, each with its answer."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from telegram import InputFile
from telegram.constants import ParseMode
from telegram.error import TelegramError

from tgbot.charts import png
from tgbot.delivery.answers import Answer, Ok, RetryAfter, Unclear, WordsOnly, answer_to
from tgbot.delivery.transport import QuietBot
from tgbot.delivery.trouble import described
from tgbot.metrics import RETRY_AFTER
from tgbot.screens import Button, Screen

_log = structlog.get_logger(__name__)

_NO_PREVIEW = {"is_disabled": True}


class Telegram:
    """Brings screens to chats."""

    def __init__(self, bot: QuietBot) -> None:
        self._bot = bot

    async def send(self, chat: int, topic: int | None, screen: Screen) -> Answer:
        """Post a new message; Ok has its id. A picture that cannot be drawn is none that any group would take."""
        if screen.chart is not None:
            try:
                picture = await asyncio.to_thread(png, screen.chart)
            except Exception as error:  # noqa: BLE001 - the next attempt would be no better; the words are said already
                _log.error("a picture cannot be drawn", **described(error))
                return WordsOnly()
            return await self._call(
                "sendPhoto",
                chat_id=chat,
                photo=InputFile(picture, filename="stamgast.png"),
                caption=screen.text,
                parse_mode=ParseMode.HTML,
                message_thread_id=topic,
                disable_notification=screen.silent,
            )
        return await self._call(
            "sendMessage",
            chat_id=chat,
            text=screen.text,
            parse_mode=ParseMode.HTML,
            message_thread_id=topic,
            reply_markup=_markup(screen),
            disable_notification=screen.silent,
            protect_content=screen.protect,
            link_preview_options=_NO_PREVIEW,
        )

    async def edit(self, chat: int, message_id: int, screen: Screen) -> Answer:
        """Change text and buttons of a message."""
        return await self._call(
            "editMessageText",
            chat_id=chat,
            message_id=message_id,
            text=screen.text,
            parse_mode=ParseMode.HTML,
            reply_markup=_markup(screen),
            link_preview_options=_NO_PREVIEW,
        )

    async def strip(self, chat: int, message_id: int, text: str = "") -> Answer:
        """Take the buttons from a message, and give it another text if there is one."""
        if text:
            return await self.edit(chat, message_id, Screen(text))
        return await self._call("editMessageReplyMarkup", chat_id=chat, message_id=message_id)

    async def delete(self, chat: int, message_ids: Sequence[int]) -> Answer:
        """Delete one to a hundred messages; those that are not there any more do not matter.

        One that cannot be deleted (older than 48 hours) saves all the others too.
        """
        if len(message_ids) == 1:
            return await self._call("deleteMessage", chat_id=chat, message_id=message_ids[0])
        return await self._call("deleteMessages", chat_id=chat, message_ids=message_ids)

    async def upload(self, reply: Mapping[str, Any]) -> None:
        """Send the files of a reply; where a group does not take them, to whoever asked, in private.

        What comes of that is said in the group. Where nobody knows whether they have arrived, whoever misses them asks
        again.
        """
        answer = await self._send_files(reply, reply["chat_id"], reply["message_thread_id"])
        if isinstance(answer, Ok | Unclear) or "asker" not in reply:
            return
        in_private = await self._send_files(reply, reply["asker"], None)
        if not isinstance(answer, RetryAfter):
            await self._call(**reply["sent_in_private" if isinstance(in_private, Ok) else "not_sent"])

    async def _send_files(self, reply: Mapping[str, Any], chat: int, topic: int | None) -> Answer:
        """The answer to the first file that is not taken, or to the last one, which has the caption."""
        answer: Answer = Ok()
        files = reply["files"]
        for place, (name, text) in enumerate(files, 1):
            answer = await self._call(
                "sendDocument",
                chat_id=chat,
                document=InputFile(text.encode(), filename=name),
                caption=reply["caption"] if place == len(files) else None,
                message_thread_id=topic,
            )
            if not isinstance(answer, Ok):
                break
        return answer

    async def _call(self, method: str, *, chat_id: int, **parameters: object) -> Answer:
        answer: Answer
        try:
            result = await self._bot.call(method, {"chat_id": chat_id, **parameters})
        except TelegramError as failure:
            answer = answer_to(failure, chat_id)
        else:
            answer = Ok(result["message_id"] if isinstance(result, dict) else 0)
        if isinstance(answer, RetryAfter):
            RETRY_AFTER.observe(answer.seconds)
        return answer


def _markup(screen: Screen) -> dict[str, object] | None:
    if not screen.keyboard:
        return None
    return {"inline_keyboard": [[_button(button) for button in row] for row in screen.keyboard]}


def _button(button: Button) -> dict[str, str]:
    known = {"text": button.text, "url": button.url, "callback_data": button.data, "style": button.style}
    return {name: value for name, value in known.items() if value is not None}
