"""The few calls that delivery makes, each with its answer."""

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputFile, LinkPreviewOptions, Message
from telegram.constants import ParseMode
from telegram.error import TelegramError

from tgbot.charts import png
from tgbot.delivery.answers import Answer, Ok, RetryAfter, answer_to
from tgbot.metrics import RETRY_AFTER
from tgbot.screens import Button, Screen

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class Telegram:
    """Brings screens to chats."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def send(self, chat: int, topic: int | None, screen: Screen) -> Answer:
        """Post a new message; Ok has its id."""
        if screen.chart is not None:
            picture = await asyncio.to_thread(png, screen.chart)
            showing = self._bot.send_photo(
                chat_id=chat,
                photo=InputFile(picture, filename="stamgast.png"),
                caption=screen.text,
                parse_mode=ParseMode.HTML,
                message_thread_id=topic,
                disable_notification=screen.silent,
            )
            return await self._call(chat, showing)
        sending = self._bot.send_message(
            chat_id=chat,
            text=screen.text,
            parse_mode=ParseMode.HTML,
            message_thread_id=topic,
            reply_markup=_markup(screen),
            disable_notification=screen.silent,
            protect_content=screen.protect,
            link_preview_options=_NO_PREVIEW,
        )
        return await self._call(chat, sending)

    async def edit(self, chat: int, message_id: int, screen: Screen) -> Answer:
        """Change text and buttons of a message."""
        editing = self._bot.edit_message_text(
            chat_id=chat,
            message_id=message_id,
            text=screen.text,
            parse_mode=ParseMode.HTML,
            reply_markup=_markup(screen),
            link_preview_options=_NO_PREVIEW,
        )
        return await self._call(chat, editing)

    async def strip(self, chat: int, message_id: int) -> Answer:
        """Take the buttons from a message."""
        stripping = self._bot.edit_message_reply_markup(chat_id=chat, message_id=message_id)
        return await self._call(chat, stripping)

    async def delete(self, chat: int, message_ids: Sequence[int]) -> Answer:
        """Delete one to a hundred messages; those that are not there any more do not matter.

        One that cannot be deleted (older than 48 hours) saves all the others too.
        """
        if len(message_ids) == 1:
            return await self._call(chat, self._bot.delete_message(chat, message_ids[0]))
        return await self._call(chat, self._bot.delete_messages(chat, message_ids))

    async def upload(self, reply: Mapping[str, Any]) -> None:
        """Send the files of a reply; whoever misses one asks again."""
        chat, files = reply["chat_id"], reply["files"]
        for place, (name, text) in enumerate(files, 1):
            sending = self._bot.send_document(
                chat_id=chat,
                document=InputFile(text.encode(), filename=name),
                caption=reply["caption"] if place == len(files) else None,
                message_thread_id=reply["message_thread_id"],
            )
            await self._call(chat, sending)

    async def _call(self, chat: int, call: Awaitable[Message | bool]) -> Answer:
        answer: Answer
        try:
            result = await call
        except TelegramError as failure:
            answer = answer_to(failure, chat)
        else:
            answer = Ok(result.message_id if isinstance(result, Message) else 0)
        if isinstance(answer, RetryAfter):
            RETRY_AFTER.observe(answer.seconds)
        return answer


def _markup(screen: Screen) -> InlineKeyboardMarkup | None:
    if not screen.keyboard:
        return None
    return InlineKeyboardMarkup([[_button(button) for button in row] for row in screen.keyboard])


def _button(button: Button) -> InlineKeyboardButton:
    return InlineKeyboardButton(button.text, url=button.url, callback_data=button.data, style=button.style)
