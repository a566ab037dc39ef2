"""Answers as methods of the Bot API, for the body of the webhook's response."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any, TypeAlias

from tgbot.inbound import Command, Text
from tgbot.screens import Button
from tgbot.views.answers import Answer
from tgbot.views.lengths import within
from tgbot.views.names import plain

Reply: TypeAlias = Mapping[str, Any]
"""A method of the Bot API with its parameters, empty: nothing to say."""
Say: TypeAlias = Callable[[Answer, bool], Reply]
"""Puts an answer into a reply; the flag says whether the intent was done."""


def popup(query: str, told: Answer) -> Reply:
    """The answer to a tap, which also stops the button's spinner."""
    answered: dict[str, Any] = {"method": "answerCallbackQuery", "callback_query_id": query}
    if told.text:
        answered["text"] = told.text
    if told.alert:
        answered["show_alert"] = True
    if told.url:
        answered["url"] = told.url
    return answered


def keyboard(*rows: tuple[Button, ...]) -> Mapping[str, Any]:
    """Rows of buttons under a reply."""
    return {
        "inline_keyboard": [[{"text": button.text, "callback_data": button.data} for button in row] for row in rows]
    }


def message(chat: int, text: str, topic: int | None = None) -> Reply:
    """Words in a chat."""
    sent: dict[str, Any] = {"method": "sendMessage", "chat_id": chat, "text": within(text), "parse_mode": "HTML"}
    sent["link_preview_options"] = {"is_disabled": True}
    return sent if topic is None else {**sent, "message_thread_id": topic}


def reply(command: Command, text: str) -> Reply:
    """Words where the command was given; among many people it shows whom they answer."""
    said = message(command.chat, text, command.topic)
    if command.private:
        return said
    return {**said, "reply_parameters": {"message_id": command.message, "allow_sending_without_reply": True}}


def said(command: Command, told: Answer, done: bool) -> Reply:
    """The answer to a command, where it was given."""
    return reply(command, escape(told.text, quote=False)) if told.text else {}


def answered(text: Text, told: Answer, done: bool) -> Reply:
    """Words to somebody who has written some; they may name cards."""
    return {**message(text.chat, escape(told.text, quote=False)), "protect_content": True} if told.text else {}


def refused_words(text: Text, told: Answer, done: bool) -> Reply:
    """In the group only why nothing happened, and only to words that were said to the bot."""
    if done or not text.addressed or not told.text:
        return {}
    words = f"{escape(plain(text.sender.name), quote=False)}: {escape(told.text, quote=False)}"
    return message(text.chat, words, text.topic)


def refused(command: Command, told: Answer, done: bool) -> Reply:
    """Words only where nothing happened: whatever happens is seen anyway."""
    return {} if done else said(command, told, done)
