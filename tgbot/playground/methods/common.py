"""What every method needs: the world, and the checks of chats and messages in the server's words."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from tgbot.playground.calls import ApiError, Params, bad_request, forbidden
from tgbot.playground.limits import FloodControl
from tgbot.playground.records import Chat, ChatKind, Message, Standing
from tgbot.playground.world import World


@dataclass(frozen=True)
class Context:
    """What a method works on."""

    world: World
    flood: FloodControl


Method: TypeAlias = Callable[[Context, Params], JsonValue]


def read_chat(context: Context, params: Params, name: str = "chat_id") -> Chat:
    """The chat a call names, if the bot may look at it."""
    world, text = context.world, params.text(name).strip()
    if not text:
        raise bad_request("chat_id is empty")
    chat = world.chats.get(params.integer(name))
    if chat is None:
        raise bad_request("chat not found")
    if chat.is_private:
        return chat
    if chat.migrated_to is not None:
        reason = "Bad Request: group chat was upgraded to a supergroup chat"
        raise ApiError(400, reason, migrate_to_chat_id=chat.migrated_to)
    sort = "group" if chat.kind is ChatKind.GROUP else "supergroup"
    match chat.members.get(world.bot.id):
        case None:
            raise bad_request("chat not found")
        case Standing.KICKED:
            raise forbidden(f"bot was kicked from the {sort} chat")
        case Standing.LEFT:
            raise forbidden(f"bot is not a member of the {sort} chat")
    return chat


def writable_chat(context: Context, params: Params) -> Chat:
    """The chat a call names, if the bot may write there."""
    chat = read_chat(context, params)
    if not chat.started:
        raise forbidden("bot can't initiate conversation with a user")
    if chat.standing(context.world.bot.id) is Standing.KICKED:
        raise forbidden("bot was blocked by the user")
    return chat


def known_message(context: Context, chat: Chat, params: Params, what: str) -> Message:
    """The message a call names; `what` it is for goes into "message to edit not found"."""
    found = context.world.find_message(chat.id, params.integer("message_id"))
    if found is None:
        raise bad_request(f"{what} not found")
    return found


def is_admin(context: Context, chat: Chat) -> bool:
    return chat.standing(context.world.bot.id).rules


def required(params: Params, name: str) -> str:
    text = params.text(name)
    if not text:
        raise bad_request(f'parameter "{name}" is required')
    return text
