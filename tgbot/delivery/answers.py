"""What Telegram makes of a call: a small closed set, whatever words and classes it came in."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

from telegram import error

MUTED_PAUSE = 60.0
"""Seconds until a group where the bot may not write at present is tried again."""


@dataclass(frozen=True)
class Ok:
    """Done; `message_id` of what was sent, 0 where nothing was."""

    message_id: int = 0


@dataclass(frozen=True)
class NotModified:
    """The message shows this already."""


@dataclass(frozen=True)
class Gone:
    """The message is not there any more, or can never be changed or deleted again."""


@dataclass(frozen=True)
class Blocked:
    """The person blocked the bot or has not started it."""


@dataclass(frozen=True)
class Kicked:
    """The group is closed to the bot, or gone."""


@dataclass(frozen=True)
class Migrated:
    """The group became a supergroup with another id."""

    chat: int


@dataclass(frozen=True)
class TopicGone:
    """The topic is deleted or closed."""


@dataclass(frozen=True)
class WordsOnly:
    """The group takes no pictures, or no files; words are another matter."""


@dataclass(frozen=True)
class RetryAfter:
    """Nothing more may be said in this chat for so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Rejected:
    """Telegram does not take what we said, and never will: a bug of ours. `reason` quotes nothing of the message."""

    reason: str


@dataclass(frozen=True)
class Unclear:
    """It may have happened or not: a timeout, a broken connection, an error inside Telegram."""

    reason: str


Answer: TypeAlias = (
    Ok | NotModified | Gone | Blocked | Kicked | Migrated | TopicGone | WordsOnly | RetryAfter | Rejected | Unclear
)

# Words of the official server (telegram-bot-api, Client.cpp), lower case; python-telegram-bot cuts off "Bad Request: ".
_NOT_MODIFIED = ("message is not modified",)
_GONE = (
    "message to edit not found",
    "message to delete not found",
    "message can't be edited",
    "message can't be deleted",
    "message_id_invalid",
)
_TOPIC_GONE = ("message thread not found", "topic_closed", "topic_deleted")
_CHAT_UNKNOWN = ("chat not found", "chat_id_invalid", "peer_id_invalid")
_WORDS_ONLY = (
    "rights to send photos",
    "rights to send documents",
    "chat_send_photos_forbidden",
    "chat_send_docs_forbidden",
)
_MUTED = (
    "not enough rights to send",
    "no rights to send",
    "chat_write_forbidden",
    "chat_restricted",
    "chat_send_plain_forbidden",
)


def answer_to(failure: error.TelegramError, chat: int) -> Answer:
    """What a failed call to this chat means."""
    words = failure.message.lower()
    match failure:
        case error.RetryAfter():
            return RetryAfter(seconds_of(failure))
        case error.ChatMigrated():
            return Migrated(failure.new_chat_id)
        case error.Forbidden() | error.BadRequest() if _has(words, _WORDS_ONLY):
            return WordsOnly()
        case error.Forbidden() | error.BadRequest() if _has(words, _MUTED):
            return RetryAfter(MUTED_PAUSE)
        case error.Forbidden():
            return Blocked() if chat > 0 else Kicked()
        case error.BadRequest():  # before NetworkError, which it is a kind of
            return _bad_request(words, chat)
        case error.NetworkError() | error.InvalidToken() | error.Conflict():
            return Unclear(type(failure).__name__)
        case _:
            return Unclear("Unreadable")


def _bad_request(words: str, chat: int) -> Answer:
    if _has(words, _NOT_MODIFIED):
        return NotModified()
    if _has(words, _GONE):
        return Gone()
    if _has(words, _TOPIC_GONE):
        return TopicGone()
    if _has(words, _CHAT_UNKNOWN):
        return Blocked() if chat > 0 else Kicked()
    # What follows a colon or quotes may be a piece of the message.
    return Rejected(re.split(r'[:"]', words, maxsplit=1)[0][:60])


def _has(words: str, known: tuple[str, ...]) -> bool:
    return any(one in words for one in known)


def seconds_of(failure: error.RetryAfter) -> float:
    """For how long Telegram wants to be left alone."""
    wait = failure.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)
