"""What an update of Telegram's means; pure, so that it can be tried with any update."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from telegram import Chat, ChatMember, Message, Update, User

from tgbot.spelling import COMMANDS, command_called
from tgbot.taps import Tap, parse

LONGEST_WORDS = 100
"""Characters of what may be words at the table; longer messages in a group are talk."""


@dataclass(frozen=True)
class Sender:
    """Who did it; `language` is their Telegram's."""

    id: int
    name: str
    language: str | None


@dataclass(frozen=True)
class Command:
    """A command, by its Czech name; in a group `topic` is the topic it was given in, and `title` the group's."""

    sender: Sender
    name: str
    argument: str
    chat: int
    private: bool
    topic: int | None
    title: str
    message: int


@dataclass(frozen=True)
class Tapped:
    """A button was pressed; `tap` is None when no view of ours wrote its data."""

    sender: Sender
    query: str
    tap: Tap | None
    chat: int | None
    message: int | None
    topic: int | None = None


@dataclass(frozen=True)
class Nameless:
    """A command in a group's or a channel's name: nobody can be seated or answered by name."""

    chat: int
    topic: int | None


@dataclass(frozen=True)
class Text:
    """Words that are no command; `addressed`: said to the bot, in private or in reply to it.

    In private a picture, a sticker and the like are words, too: those below it, or none.
    """

    sender: Sender
    chat: int
    text: str = ""
    private: bool = True
    addressed: bool = True
    topic: int | None = None
    message: int = 0


@dataclass(frozen=True)
class Reachability:
    """Somebody blocked the bot in private, or let it write again."""

    sender: Sender
    reachable: bool


@dataclass(frozen=True)
class Added:
    """The bot came into a group."""

    chat: int
    sender: Sender


@dataclass(frozen=True)
class Unmuted:
    """The bot may write in a group again; `sender` has seen to it."""

    chat: int
    sender: Sender


@dataclass(frozen=True)
class Left:
    """Somebody is not in a group any more."""

    chat: int
    sender: Sender


@dataclass(frozen=True)
class Removed:
    """The bot was thrown out of a group."""

    chat: int


@dataclass(frozen=True)
class Moved:
    """A group became a supergroup and has another id."""

    old: int
    new: int


Heard: TypeAlias = Command | Tapped | Nameless | Text | Reachability | Added | Unmuted | Left | Removed | Moved


def read(raw: dict[str, Any], bot: str) -> Heard | None:
    """What the bot, by its user name, has to do with an update as Telegram sends it; None: nothing.

    Raises anything for a body that nobody foresaw.
    """
    if "callback_query" in raw:
        return _tapped(raw["callback_query"])
    update = Update.de_json(raw, None)
    if update.my_chat_member is not None:
        return _membership(update)
    message = update.message
    if message is None:
        return None
    if message.migrate_to_chat_id is not None:
        return Moved(message.chat.id, message.migrate_to_chat_id)
    if message.migrate_from_chat_id is not None:
        # The first message of the new group, so it is heard before any command there; both may come.
        return Moved(message.migrate_from_chat_id, message.chat.id)
    if message.left_chat_member is not None and not message.left_chat_member.is_bot:
        return Left(message.chat.id, _sender(message.left_chat_member))
    words = _words(message)
    if message.from_user is None or words is None or message.is_automatic_forward:
        return None
    if message.sender_chat is not None:
        return _nameless(message, message.from_user, bot)
    if message.from_user.is_bot:
        return None
    if words.startswith("/"):
        return _command(message, message.from_user, bot)
    return _text(message, message.from_user, words, bot)


def _words(message: Message) -> str | None:
    """What a message says; None for one that says nothing, like the notice of a pinned message."""
    if message.text or message.chat.type != Chat.PRIVATE or message.effective_attachment is None:
        return message.text
    return message.caption or ""


def _sender(user: User) -> Sender:
    return Sender(user.id, user.first_name or user.username or "", user.language_code)


def _command(message: Message, user: User, bot: str) -> Command | None:
    words = (message.text or message.caption or "").split(maxsplit=1)
    name, _, addressee = words[0][1:].partition("@")
    if addressee and addressee.lower() != bot.lower():
        return None
    private = message.chat.type == Chat.PRIVATE
    if message.chat.type not in (Chat.PRIVATE, Chat.GROUP, Chat.SUPERGROUP):
        return None
    return Command(
        sender=_sender(user),
        name=command_called(name) or name,
        argument=words[1].strip() if len(words) > 1 else "",
        chat=message.chat.id,
        private=private,
        topic=_topic(message),
        title=message.chat.title or "",
        message=message.message_id,
    )


def _text(message: Message, user: User, text: str, bot: str) -> Text | None:
    if message.chat.type == Chat.PRIVATE:
        return Text(_sender(user), message.chat.id, text)
    if message.chat.type not in (Chat.GROUP, Chat.SUPERGROUP) or len(text) > LONGEST_WORDS:
        return None
    answered = message.reply_to_message.from_user if message.reply_to_message else None
    return Text(
        sender=_sender(user),
        chat=message.chat.id,
        text=text,
        private=False,
        addressed=answered is not None and answered.is_bot and (answered.username or "").lower() == bot.lower(),
        topic=_topic(message),
        message=message.message_id,
    )


def _topic(message: Message) -> int | None:
    """General, the first topic of a forum, is written to without a topic."""
    return message.message_thread_id if message.is_topic_message else None


def _nameless(message: Message, user: User, bot: str) -> Nameless | None:
    """Anonymous admins, and people who write as one of their channels."""
    command = _command(message, user, bot) if (message.text or "").startswith("/") else None
    if command is None or command.name not in COMMANDS:
        return None
    return Nameless(command.chat, command.topic)


def _tapped(query: dict[str, Any]) -> Tapped:
    """Most updates are taps: objects made of each, with the whole message of ours, would cost a tenth of a tap."""
    try:
        tap = parse(query.get("data") or "")
    except ValueError:
        tap = None
    sender, message = query["from"], query.get("message")
    return Tapped(
        sender=Sender(sender["id"], sender["first_name"] or sender.get("username") or "", sender.get("language_code")),
        query=query["id"],
        tap=tap,
        chat=message["chat"]["id"] if message else None,
        message=message["message_id"] if message else None,
        topic=message.get("message_thread_id") if message and message.get("is_topic_message") else None,
    )


def _membership(update: Update) -> Heard | None:
    change = update.my_chat_member
    assert change is not None
    there = change.new_chat_member.status not in (ChatMember.LEFT, ChatMember.BANNED)
    if change.chat.type == Chat.PRIVATE:
        return Reachability(_sender(change.from_user), there)
    if change.chat.type not in (Chat.GROUP, Chat.SUPERGROUP):
        return None
    if not there:
        return Removed(change.chat.id)
    sender, before = _sender(change.from_user), change.old_chat_member.status
    if before in (ChatMember.LEFT, ChatMember.BANNED):
        return Added(change.chat.id, sender)
    return Unmuted(change.chat.id, sender) if before == ChatMember.RESTRICTED else None
