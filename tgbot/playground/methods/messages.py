"""Sending, editing and deleting messages, and the answers to taps."""

from dataclasses import replace

from pydantic import JsonValue

from tgbot.playground import shapes
from tgbot.playground.calls import Params, bad_request
from tgbot.playground.changes import Typing
from tgbot.playground.entities import tidy
from tgbot.playground.html import BadEntities, parse_html
from tgbot.playground.markup import read_markup
from tgbot.playground.methods.common import Context, Method, is_admin, known_message, read_chat, writable_chat
from tgbot.playground.methods.media import new_media, read_media
from tgbot.playground.records import Answer, Chat, JsonObject, Media, Message, Standing
from tgbot.playground.world import ANSWER_WINDOW

MAX_TEXT, MAX_CAPTION, MAX_ANSWER = 4096, 1024, 200
DELETABLE_FOR = 48 * 3600
"""Seconds in which a message can be deleted."""
MAX_DELETED_AT_ONCE = 100


def send_message(context: Context, params: Params) -> JsonValue:
    if not params.text("text"):
        raise bad_request("message text is empty")
    return _send(context, params, "text", None)


def send_photo(context: Context, params: Params) -> JsonValue:
    return _send(context, params, "caption", "photo")


def send_document(context: Context, params: Params) -> JsonValue:
    return _send(context, params, "caption", "document")


def edit_message_text(context: Context, params: Params) -> JsonValue:
    if not params.text("text"):
        raise bad_request("message text is empty")
    chat, message = _own_message(context, params)
    if message.media is not None:
        raise bad_request("there is no text in the message to edit")
    text, entities = _formatted(context, params, "text")
    extras = {name: value for name, value in message.extras.items() if name != "link_preview_options"}
    return _edit(context, chat, _with_markup(replace(message, text=text, entities=entities, extras=extras), params))


def edit_message_caption(context: Context, params: Params) -> JsonValue:
    chat, message = _own_message(context, params)
    if message.media is None:
        raise bad_request("there is no caption in the message to edit")
    text, entities = _formatted(context, params, "caption")
    return _edit(context, chat, _with_markup(replace(message, text=text, entities=entities), params))


def edit_message_media(context: Context, params: Params) -> JsonValue:
    """A new picture or file in place of the old one, or of a text."""
    chat, message = _own_message(context, params)
    media, inner = read_media(context.world, params)
    text, entities = _formatted(context, inner, "caption")
    return _edit(context, chat, _with_markup(replace(message, text=text, entities=entities, media=media), params))


def edit_message_reply_markup(context: Context, params: Params) -> JsonValue:
    chat, message = _own_message(context, params)
    return _edit(context, chat, _with_markup(message, params))


def delete_message(context: Context, params: Params) -> JsonValue:
    if not params.text("chat_id"):
        raise bad_request("chat identifier is not specified")
    if params.integer("message_id") == 0:
        raise bad_request("message identifier is not specified")
    chat = read_chat(context, params)
    message = known_message(context, chat, params, "message to delete")
    _check_deletable(context, chat, message)
    context.world.delete(message)
    return True


def delete_messages(context: Context, params: Params) -> JsonValue:
    """Delete up to 100 messages; those that are missing are passed over."""
    chat = read_chat(context, params)
    numbers = params.json("message_ids", "message_ids")
    if not numbers:
        raise bad_request("message identifiers are not specified")
    if not isinstance(numbers, list):
        raise bad_request("expected an Array of message identifiers")
    if len(numbers) > MAX_DELETED_AT_ONCE:
        raise bad_request("too many message identifiers specified")
    found = [context.world.find_message(chat.id, int(str(number))) for number in numbers if str(number).isdecimal()]
    doomed = [message for message in found if message is not None]
    for message in doomed:
        _check_deletable(context, chat, message)
    with context.world.change():
        for message in doomed:
            context.world.delete(message)
    return True


def answer_callback_query(context: Context, params: Params) -> JsonValue:
    world, text = context.world, params.text("text")
    tap = world.taps.get(params.text("callback_query_id"))
    if tap is None or tap.at < world.clock() - ANSWER_WINDOW:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    if len(text) > MAX_ANSWER:
        raise bad_request("MESSAGE_TOO_LONG")
    url = params.text("url")
    if url and not url.startswith(f"https://t.me/{world.bot.username}?start="):
        raise bad_request("URL_INVALID")
    world.answer(tap, Answer(text=text, show_alert=params.flag("show_alert"), url=url))
    return True


def set_message_reaction(context: Context, params: Params) -> JsonValue:
    """One emoji of the bot under a message, or none."""
    world = context.world
    message = known_message(context, writable_chat(context, params), params, "message to react")
    wanted = params.json("reaction", "reaction types") or []
    if not isinstance(wanted, list):
        raise bad_request("expected an Array of ReactionType")
    if len(wanted) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    others = {user: emoji for user, emoji in message.reactions.items() if user != world.bot.id}
    own = [
        (world.bot.id, str(one.get("emoji") or one.get("custom_emoji_id", "")))
        for one in wanted
        if isinstance(one, dict)
    ]
    world.rewrite(replace(message, reactions=others | dict(own)))
    return True


def send_chat_action(context: Context, params: Params) -> JsonValue:
    chat = writable_chat(context, params)
    if not params.text("action"):
        raise bad_request("wrong parameter action in request")
    context.world.tell(Typing(chat.id))
    return True


def _send(context: Context, params: Params, text_field: str, media_kind: str | None) -> JsonObject:
    chat = writable_chat(context, params)
    if chat.standing(context.world.bot.id) is Standing.RESTRICTED:
        what = "text messages" if media_kind is None else f"{media_kind}s"
        raise bad_request(f"not enough rights to send {what} to the chat")
    text, entities = _formatted(context, params, text_field)
    media = _sent_media(context, params, media_kind)
    keyboard, other_markup = read_markup(params)
    extras: JsonObject = {"reply_markup": other_markup} if other_markup else {}
    if params.flag("protect_content"):
        extras["has_protected_content"] = True
    if thread := params.integer("message_thread_id"):
        extras["message_thread_id"] = thread
    extras |= _link_preview(params)
    draft = Message(
        chat_id=chat.id,
        sender_id=context.world.bot.id,
        text=text,
        entities=entities,
        keyboard=keyboard,
        media=media,
        reply_to=_reply(context, chat, params),
        extras=extras,
    )
    context.flood.charge(chat.id, not chat.is_private)
    return shapes.message(context.world, context.world.post(draft))


def _sent_media(context: Context, params: Params, kind: str | None) -> Media | None:
    return new_media(context.world, params, kind, params.text(kind)) if kind else None


def _own_message(context: Context, params: Params) -> tuple[Chat, Message]:
    """The bot's own message that a call wants to edit."""
    chat = writable_chat(context, params)
    if params.integer("message_id") == 0:
        raise bad_request("message identifier is not specified")
    message = known_message(context, chat, params, "message to edit")
    # What once carried a reply keyboard stays as it is.
    if message.sender_id != context.world.bot.id or message.service is not None or "reply_markup" in message.extras:
        raise bad_request("message can't be edited")
    return chat, message


def _with_markup(message: Message, params: Params) -> Message:
    keyboard, _ = read_markup(params)
    return replace(message, keyboard=keyboard, extras=message.extras | _link_preview(params))


def _edit(context: Context, chat: Chat, edited: Message) -> JsonObject:
    current = context.world.messages[chat.id][edited.id]
    if edited.content == current.content:
        raise bad_request(
            "message is not modified: specified new message content and reply markup are exactly the same "
            "as a current content and reply markup of the message"
        )
    context.flood.charge(chat.id, not chat.is_private)
    return shapes.message(context.world, context.world.edit(edited))


def _link_preview(params: Params) -> JsonObject:
    options = params.json("link_preview_options", "link preview options")
    return {"link_preview_options": options} if options else {}


def _reply(context: Context, chat: Chat, params: Params) -> int | None:
    given = params.json("reply_parameters", "reply parameters")
    reply = Params(given) if isinstance(given, dict) else Params()
    target = reply.integer("message_id") or params.integer("reply_to_message_id")
    if not target:
        return None
    if context.world.find_message(chat.id, target) is not None:
        return target
    if reply.flag("allow_sending_without_reply") or params.flag("allow_sending_without_reply"):
        return None
    raise bad_request("message to be replied not found")


def _formatted(context: Context, params: Params, name: str) -> tuple[str, tuple[JsonObject, ...]]:
    """The text or caption of a call with its entities, trimmed and checked for its length."""
    raw, mode = params.text(name), params.text("parse_mode").lower()
    entities = _given_entities(params.json("entities" if name == "text" else "caption_entities", "entities"))
    if mode == "html":
        try:
            raw, entities = parse_html(raw)
        except BadEntities as error:
            raise bad_request(f"can't parse entities: {error}") from None
    elif mode not in ("", "none"):
        raise bad_request("unsupported parse_mode")
    text, entities = tidy(raw, tuple(_resolved(context, entity) for entity in entities))
    if name == "text" and not text:
        raise bad_request("text must be non-empty")
    if name == "text" and len(text) > MAX_TEXT:
        raise bad_request("message is too long")
    if len(text) > MAX_CAPTION and name == "caption":
        raise bad_request("message caption is too long")
    return text, entities


def _given_entities(given: JsonValue) -> tuple[JsonObject, ...]:
    found: list[JsonObject] = []
    for entity in given if isinstance(given, list) else []:
        match entity:
            case {"type": str(), "offset": int(), "length": int()} if isinstance(entity, dict):
                found.append(entity)
            case _:
                raise bad_request("can't parse MessageEntity: type, offset and length are required")
    return tuple(found)


def _resolved(context: Context, entity: JsonObject) -> JsonObject:
    """A mention of a person by id as a mention of that person; of a stranger, plain text."""
    number = entity.get("user_id")
    if not isinstance(number, int):
        return entity
    span: JsonObject = {"type": "text_mention", "offset": entity["offset"], "length": entity["length"]}
    who = context.world.users.get(number)
    return span | {"user": shapes.user(who)} if who else span | {"length": 0}


def _check_deletable(context: Context, chat: Chat, message: Message) -> None:
    own = message.sender_id == context.world.bot.id
    if not chat.is_private and not own and not is_admin(context, chat):
        raise bad_request("message can't be deleted")
    if message.date < context.world.clock() - DELETABLE_FOR:
        raise bad_request("message can't be deleted for everyone")


METHODS: dict[str, Method] = {
    "sendmessage": send_message,
    "sendphoto": send_photo,
    "senddocument": send_document,
    "editmessagetext": edit_message_text,
    "editmessagecaption": edit_message_caption,
    "editmessagemedia": edit_message_media,
    "editmessagereplymarkup": edit_message_reply_markup,
    "deletemessage": delete_message,
    "deletemessages": delete_messages,
    "answercallbackquery": answer_callback_query,
    "setmessagereaction": set_message_reaction,
    "sendchataction": send_chat_action,
}
