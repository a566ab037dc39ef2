"""The world as the page shows it: JSON for the phones, service messages in Czech."""

import re
from hashlib import sha256

from pydantic import JsonValue

from tgbot.playground.changes import Change, ChatChanged, Deleted, Edited, Posted, Tapped, Typing, UserAdded
from tgbot.playground.methods.settings import commands_for
from tgbot.playground.records import Chat, ChatKind, JsonObject, Message, Standing, Tap, User
from tgbot.playground.world import ANSWER_WINDOW, World

DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of writing."""
SHOWN = 200
"""How many of a chat's newest messages a page gets when it comes."""


def snapshot(world: World) -> JsonObject:
    """All there is to see."""
    chats = [one for one in world.chats.values() if one.migrated_to is None]
    horizon = world.clock() - ANSWER_WINDOW
    return {
        "type": "snapshot",
        "bot": bot(world),
        "people": [person(one) for one in world.people()],
        "chats": [chat(world, one) for one in chats],
        "messages": [message(world, one) for each in chats for one in world.messages_in(each.id)[-SHOWN:]],
        "taps": [tap(one) for one in world.taps.values() if one.answer is None and one.at > horizon],
    }


def change(world: World, news: Change) -> JsonObject:
    """One change; the page puts it in place of what it had."""
    match news:
        case Posted(one):
            return {"type": "posted", "message": message(world, one)}
        case Edited(one):
            return {"type": "edited", "message": message(world, one)}
        case Deleted(chat_id, message_id):
            return {"type": "deleted", "chat": chat_id, "id": message_id}
        case Tapped(one):
            return {"type": "tap", "tap": tap(one)}
        case ChatChanged(one):
            return {"type": "chat", "chat": chat(world, one)}
        case UserAdded(one):
            return {"type": "person", "person": person(one)}
        case Typing(chat_id):
            return {"type": "typing", "chat": chat_id}
    raise AssertionError(f"nothing to show of {news}")


def bot(world: World) -> JsonObject:
    """The bot's profile; the commands by person and chat, as "1001/-4001"."""
    offered: JsonObject = {}
    for who in world.people():
        for where in world.chats.values():
            if where.migrated_to is None and where.standing(who.id).is_in:
                offered[f"{who.id}/{where.id}"] = [dict(one) for one in commands_for(world, where.id, who.id)]
    texts = world.settings.texts
    return {
        "id": world.bot.id,
        # Tells a browser whether what it remembers belongs to this playground.
        "home": sha256(world.settings.token.encode()).hexdigest()[:12],
        "name": world.bot.first_name,
        "username": world.bot.username,
        "description": texts.get("description/cs") or texts.get("description/", ""),
        "commands": offered,
    }


def person(who: User) -> JsonObject:
    return {"id": who.id, "name": who.first_name, "language": who.language_code}


def chat(world: World, which: Chat) -> JsonObject:
    members: JsonObject = {str(user): standing.value for user, standing in which.members.items()}
    return {
        "id": which.id,
        "kind": which.kind.value,
        "title": which.title or world.bot.first_name,
        "members": members,
        "count": sum(standing.is_in for standing in which.members.values()),
        "started": which.started,
        "blocked": which.kind is ChatKind.PRIVATE and which.standing(world.bot.id) is Standing.KICKED,
        "pinned": which.pinned[-1] if which.pinned else None,
        "before": which.migrated_from,
        "after": which.migrated_to,
    }


def message(world: World, which: Message) -> JsonObject:
    sender = world.users[which.sender_id]
    replied = world.find_message(which.chat_id, which.reply_to) if which.reply_to is not None else None
    shape: JsonObject = {
        "id": which.id,
        "chat": which.chat_id,
        "from": sender.id,
        "name": sender.first_name,
        "date": which.date,
        "text": which.text,
        "entities": [dict(one) for one in which.entities],
        "keyboard": [[dict(button) for button in row] for row in which.keyboard],
        # Telegram marks edits of people, not those of bots.
        "edited": which.edit_date is not None and not sender.is_bot,
        "reactions": [emoji for _, emoji in sorted(which.reactions.items())],
        "protected": bool(which.extras.get("has_protected_content")),
    }
    if which.service is not None:
        shape["service"] = service_text(world, which)
    if replied is not None:
        shape["reply"] = {"id": replied.id, "name": world.users[replied.sender_id].first_name, "text": preview(replied)}
    if which.media is not None:
        file = world.files[which.media.file_id]
        shape["media"] = {
            "kind": which.media.kind,
            "url": f"/media/{file.id}",
            "width": which.media.width,
            "height": which.media.height,
            "name": file.name,
            "size": len(file.content),
        }
    return shape


def preview(which: Message) -> str:
    """One line that stands for a message."""
    if which.media is not None and not which.text:
        return "🖼 Obrázek" if which.media.kind == "photo" else "📎 Soubor"
    return which.text.replace("\n", " ")[:120]


def tap(which: Tap) -> JsonObject:
    answer: JsonValue = None
    if which.answer is not None:
        answer = {"text": which.answer.text, "alert": which.answer.show_alert, "url": which.answer.url}
    return {
        "id": which.id,
        "person": which.person_id,
        "chat": which.chat_id,
        "message": which.message_id,
        "data": which.data,
        "answer": answer,
    }


def service_text(world: World, which: Message) -> str:
    """A service message in words without gender."""
    by, event = _apart(world.users[which.sender_id].first_name), which.service or {}
    if "group_chat_created" in event:
        return f"{by} zakládá skupinu „{_apart(world.chats[which.chat_id].title)}“"
    for verb, moves, whom in (
        ("přidává", "přichází", event.get("new_chat_member")),
        ("odebírá", "odchází", event.get("left_chat_member")),
    ):
        if isinstance(whom, dict):
            alone = whom["id"] == which.sender_id
            return f"{by} {moves}" if alone else f"{by} {verb}: {_apart(str(whom['first_name']))}"
    if isinstance(pinned := event.get("pinned_message"), dict):
        text = str(pinned.get("text") or pinned.get("caption") or "obrázek").replace("\n", " ")
        return f"{by} připíná „{_apart(text[:30])}{'…' if len(text) > 30 else ''}“"
    return "Ze skupiny se stává superskupina"


def _apart(name: str) -> str:
    """A name within a sentence (isolated), whose own direction of writing ends with it."""
    return f"\u2068{DIRECTIONS.sub('', name)}\u2069"
