"""What the world tells its listeners."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.playground.records import Chat, Message, Tap, Update, User


@dataclass(frozen=True)
class Posted:
    message: Message


@dataclass(frozen=True)
class Edited:
    """A message changed in place: text, buttons, media or reactions."""

    message: Message


@dataclass(frozen=True)
class Deleted:
    chat_id: int
    message_id: int


@dataclass(frozen=True)
class Tapped:
    """A tap began, or (when it has an answer) ended."""

    tap: Tap


@dataclass(frozen=True)
class ChatChanged:
    """Members, pins, blocking or the start of a chat."""

    chat: Chat


@dataclass(frozen=True)
class UserAdded:
    user: User


@dataclass(frozen=True)
class BotChanged:
    """Commands, texts or the webhook."""


@dataclass(frozen=True)
class Typing:
    """The bot shows that it is writing; the mark fades after 5 seconds."""

    chat_id: int


@dataclass(frozen=True)
class Queued:
    """An update waits for the bot."""

    update: Update


@dataclass(frozen=True)
class Gone:
    """An update waits no more: the bot took it, or it became too old."""

    update: Update


Change: TypeAlias = Posted | Edited | Deleted | Tapped | ChatChanged | UserAdded | BotChanged | Typing | Queued | Gone
