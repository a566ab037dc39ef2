"""The world's values as the JSON objects of the Bot API."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgbot.playground.records import (
    Chat,
    ChatKind,
    JsonObject,
    Keyboard,
    Media,
    Message,
    Standing,
    StoredFile,
    Tap,
    User,
)

if TYPE_CHECKING:
    from tgbot.playground.world import World

NO_GIFTS: JsonObject = {
    "unlimited_gifts": False,
    "limited_gifts": False,
    "unique_gifts": False,
    "premium_subscription": False,
    "gifts_from_channels": False,
}
MEMBER_RIGHTS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_invite_users",
    "can_react_to_messages",
)
KEPT_RIGHTS = ("can_change_info", "can_pin_messages", "can_manage_topics", "can_edit_tag")
"""What a member may not do unless the group wants it."""
ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
)


def user(who: User) -> JsonObject:
    shape: JsonObject = {"id": who.id, "is_bot": who.is_bot, "first_name": who.first_name}
    if who.username:
        shape["username"] = who.username
    if who.language_code:
        shape["language_code"] = who.language_code
    return shape


def bot_user(who: User) -> JsonObject:
    """The answer to getMe."""
    return {
        **user(who),
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def chat(world: World, which: Chat) -> JsonObject:
    if which.is_private:
        person = world.users[which.id]
        shape: JsonObject = {"id": which.id, "first_name": person.first_name, "type": "private"}
        if person.username:
            shape["username"] = person.username
        return shape
    shape = {"id": which.id, "title": which.title, "type": which.kind.value}
    if which.kind is ChatKind.GROUP:
        shape["all_members_are_administrators"] = False
    return shape


def full_chat(world: World, which: Chat) -> JsonObject:
    """The answer to getChat."""
    shape = chat(world, which) | {
        "accent_color_id": which.id % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": NO_GIFTS,
    }
    if not which.is_private:
        shape["permissions"] = {
            **dict.fromkeys(MEMBER_RIGHTS, True),
            **dict.fromkeys(KEPT_RIGHTS, False),
        }
    if which.pinned:
        shape["pinned_message"] = message(world, world.messages[which.id][which.pinned[-1]], with_reply=False)
    return shape


def member(world: World, which: Chat, user_id: int) -> JsonObject:
    """A ChatMember: the fields that its status demands."""
    standing = which.standing(user_id)
    shape: JsonObject = {"user": user(world.users[user_id]), "status": standing.value}
    if standing is Standing.CREATOR:
        shape["is_anonymous"] = False
    elif standing is Standing.ADMINISTRATOR:
        shape |= {**dict.fromkeys(ADMIN_RIGHTS, True), "can_be_edited": False, "is_anonymous": False}
    elif standing is Standing.RESTRICTED:
        shape |= {**dict.fromkeys((*MEMBER_RIGHTS, *KEPT_RIGHTS), False), "is_member": True, "until_date": 0}
    elif standing is Standing.KICKED:
        shape["until_date"] = 0
    return shape


def message(world: World, which: Message, *, with_reply: bool = True) -> JsonObject:
    """A Message as the bot sees it; the message replied to is shown one level deep."""
    shape: JsonObject = {
        "message_id": which.id,
        "from": user(world.users[which.sender_id]),
        "chat": chat(world, world.chats[which.chat_id]),
        "date": which.date,
    }
    if which.edit_date is not None:
        shape["edit_date"] = which.edit_date
    replied = world.find_message(which.chat_id, which.reply_to) if which.reply_to is not None else None
    if with_reply and replied is not None:
        shape["reply_to_message"] = message(world, replied, with_reply=False)
    if which.media is not None:
        shape |= media(which.media, world.files[which.media.file_id])
        if which.text:
            shape |= {"caption": which.text}
        if which.entities:
            shape["caption_entities"] = list(which.entities)
    elif which.text:
        shape["text"] = which.text
        if which.entities:
            shape["entities"] = list(which.entities)
    if which.keyboard:
        shape["reply_markup"] = keyboard(which.keyboard)
    if which.service is not None:
        shape |= which.service
    return shape | which.extras


def inaccessible_message(world: World, chat_id: int, message_id: int) -> JsonObject:
    return {"chat": chat(world, world.chats[chat_id]), "message_id": message_id, "date": 0}


def keyboard(rows: Keyboard) -> JsonObject:
    return {"inline_keyboard": [list(row) for row in rows]}


def media(which: Media, file: StoredFile) -> JsonObject:
    common: JsonObject = {
        "file_id": file.id,
        "file_unique_id": file.id[-16:],
        "file_size": len(file.content),
    }
    if which.kind == "photo":
        return {"photo": [common | {"width": which.width, "height": which.height}]}
    return {"document": common | {"file_name": file.name, "mime_type": file.mime}}


def callback_query(world: World, tap: Tap) -> JsonObject:
    found = world.find_message(tap.chat_id, tap.message_id)
    return {
        "id": tap.id,
        "from": user(world.users[tap.person_id]),
        "message": message(world, found) if found else inaccessible_message(world, tap.chat_id, tap.message_id),
        "chat_instance": str(abs(tap.chat_id) * 7919),
        "data": tap.data,
    }
