"""Chats and their members: looking, pinning, leaving."""

from dataclasses import replace

from pydantic import JsonValue

from tgbot.playground import shapes
from tgbot.playground.calls import Params, bad_request
from tgbot.playground.methods.common import (
    Context,
    Method,
    is_admin,
    known_message,
    read_chat,
    writable_chat,
)
from tgbot.playground.records import Chat, ChatKind, Message, Standing


def get_chat(context: Context, params: Params) -> JsonValue:
    return shapes.full_chat(context.world, read_chat(context, params))


def get_chat_member(context: Context, params: Params) -> JsonValue:
    chat, user_id = read_chat(context, params), params.integer("user_id")
    if user_id not in context.world.users:
        raise bad_request("invalid user_id specified" if user_id <= 0 else "user not found")
    if chat.is_private and user_id not in chat.members:
        raise bad_request("member not found")
    return shapes.member(context.world, chat, user_id)


def get_chat_administrators(context: Context, params: Params) -> JsonValue:
    chat = read_chat(context, params)
    if chat.is_private:
        raise bad_request("there are no administrators in the private chat")
    return [shapes.member(context.world, chat, user) for user, standing in chat.members.items() if standing.rules]


def get_chat_member_count(context: Context, params: Params) -> JsonValue:
    return sum(standing.is_in for standing in read_chat(context, params).members.values())


def pin_chat_message(context: Context, params: Params) -> JsonValue:
    """Pin a message; in groups that makes a service message and needs an administrator."""
    world, chat = context.world, _pinnable_chat(context, params)
    message = known_message(context, chat, params, "message to pin")
    if message.service is not None:
        raise bad_request("message can't be pinned")
    if message.id not in chat.pinned:
        with world.change():
            world.keep(replace(chat, pinned=(*chat.pinned, message.id)))
            service = Message(
                chat_id=chat.id,
                sender_id=world.bot.id,
                service={"pinned_message": shapes.message(world, message, with_reply=False)},
            )
            world.post(service)
    return True


def unpin_chat_message(context: Context, params: Params) -> JsonValue:
    """Take one pin away, without a message_id the newest."""
    chat = _pinnable_chat(context, params)
    number = params.integer("message_id") or (chat.pinned[-1] if chat.pinned else 0)
    if number not in chat.pinned:
        raise bad_request("message to unpin not found")
    context.world.keep(replace(chat, pinned=tuple(one for one in chat.pinned if one != number)))
    return True


def unpin_all_chat_messages(context: Context, params: Params) -> JsonValue:
    context.world.keep(replace(_pinnable_chat(context, params), pinned=()))
    return True


def leave_chat(context: Context, params: Params) -> JsonValue:
    world, chat = context.world, read_chat(context, params)
    if chat.is_private:
        raise bad_request("chat member status can't be changed in private chats")
    world.seat(chat.id, world.bot.id, Standing.LEFT, by=world.bot.id)
    return True


def _pinnable_chat(context: Context, params: Params) -> Chat:
    chat = writable_chat(context, params)
    if chat.kind is not ChatKind.PRIVATE and not is_admin(context, chat):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    return chat


METHODS: dict[str, Method] = {
    "getchat": get_chat,
    "getchatmember": get_chat_member,
    "getchatadministrators": get_chat_administrators,
    "getchatmembercount": get_chat_member_count,
    "pinchatmessage": pin_chat_message,
    "unpinchatmessage": unpin_chat_message,
    "unpinallchatmessages": unpin_all_chat_messages,
    "leavechat": leave_chat,
}
