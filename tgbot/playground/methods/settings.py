"""The bot itself: who it is, its commands and texts, its files."""

import re
from dataclasses import replace

from pydantic import JsonValue

from tgbot.playground import shapes
from tgbot.playground.calls import Params, bad_request
from tgbot.playground.methods.common import Context, Method, read_chat, required
from tgbot.playground.records import JsonObject
from tgbot.playground.world import World

MAX_COMMANDS, MAX_COMMAND_DESCRIPTION = 100, 256
COMMAND_NAME = re.compile(r"[a-z0-9_]{1,32}")
LANGUAGE = re.compile(r"(?:[a-z]{2})?")
PLAIN_SCOPES = ("default", "all_private_chats", "all_group_chats", "all_chat_administrators")
CHAT_SCOPES = ("chat", "chat_administrators", "chat_member")


def get_me(context: Context, _: Params) -> JsonValue:
    return shapes.bot_user(context.world.bot)


def set_my_commands(context: Context, params: Params) -> JsonValue:
    world, key = context.world, _commands_key(context, params)
    given = params.json("commands", "commands")
    if not isinstance(given, list):
        raise bad_request("expected an Array of BotCommand")
    if len(given) > MAX_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    commands = tuple(_command(one) for one in given)
    world.keep(replace(world.settings, commands={**world.settings.commands, key: commands}))
    return True


def get_my_commands(context: Context, params: Params) -> JsonValue:
    return list(context.world.settings.commands.get(_commands_key(context, params), ()))


def delete_my_commands(context: Context, params: Params) -> JsonValue:
    world, key = context.world, _commands_key(context, params)
    world.keep(
        replace(world.settings, commands={one: them for one, them in world.settings.commands.items() if one != key})
    )
    return True


def set_chat_menu_button(context: Context, params: Params) -> JsonValue:
    button = params.json("menu_button", "menu button")
    if isinstance(button, dict):
        context.world.keep(replace(context.world.settings, menu_button=button))
    return True


def get_chat_menu_button(context: Context, _: Params) -> JsonValue:
    return context.world.settings.menu_button


def get_file(context: Context, params: Params) -> JsonValue:
    """Where a stored file can be fetched, under /file/bot<token>/."""
    file = context.world.files.get(required(params, "file_id"))
    if file is None:
        raise bad_request("invalid file_id")
    return {
        "file_id": file.id,
        "file_unique_id": file.id[-16:],
        "file_size": len(file.content),
        "file_path": f"{file.id}/{file.name}",
    }


def commands_for(world: World, chat_id: int, user_id: int) -> list[JsonObject]:
    """The commands a person is offered in a chat: the narrowest scope that has some, in their language or in none."""
    chat = world.chats[chat_id]
    scopes = [f"chat_member:{chat_id}:{user_id}"]
    if chat.standing(user_id).rules:
        scopes.append(f"chat_administrators:{chat_id}")
    scopes.append(f"chat:{chat_id}")
    if chat.standing(user_id).rules:
        scopes.append("all_chat_administrators")
    scopes += ["all_private_chats" if chat.is_private else "all_group_chats", "default"]
    language = world.users[user_id].language_code[:2]
    for scope in scopes:
        for key in (f"{scope}/{language}", f"{scope}/"):
            if found := world.settings.commands.get(key):
                return list(found)
    return []


def _text_methods(name: str, limit: int) -> dict[str, Method]:
    """The setter and the getter of one of the bot's texts, of at most so many characters."""
    field = re.sub(r"(?<=[a-z])([A-Z])", r"_\1", name).lower()

    def set_text(context: Context, params: Params) -> JsonValue:
        text, world = params.text(field), context.world
        if len(text) > limit:
            raise bad_request(f"bot {field.replace('_', ' ')} is too long")
        texts = {**world.settings.texts, f"{field}/{_language(params)}": text}
        world.keep(replace(world.settings, texts=texts))
        return True

    def get_text(context: Context, params: Params) -> JsonValue:
        texts = context.world.settings.texts
        return {field: texts.get(f"{field}/{_language(params)}", texts.get(f"{field}/", ""))}

    return {f"setmy{name.lower()}": set_text, f"getmy{name.lower()}": get_text}


def _language(params: Params) -> str:
    language = params.text("language_code")
    if not LANGUAGE.fullmatch(language):
        raise bad_request("invalid language code specified")
    return language


def _commands_key(context: Context, params: Params) -> str:
    """The scope and language of a call: "default/", "chat:-4001/cs"."""
    scope = params.json("scope", "BotCommandScope") or {"type": "default"}
    if not isinstance(scope, dict):
        raise bad_request("can't parse BotCommandScope: BotCommandScope must be an Object")
    inner, language = Params(scope), _language(params)
    kind = inner.text("type")
    if kind in PLAIN_SCOPES:
        return f"{kind}/{language}"
    if kind not in CHAT_SCOPES:
        raise bad_request("can't parse BotCommandScope: Unsupported type specified")
    chat = read_chat(context, inner)
    member = f":{inner.integer('user_id')}" if kind == "chat_member" else ""
    return f"{kind}:{chat.id}{member}/{language}"


def _command(given: JsonValue) -> JsonObject:
    if not isinstance(given, dict):
        raise bad_request("can't parse BotCommand: expected an Object")
    command = Params(given)
    name, description = command.text("command").removeprefix("/"), command.text("description")
    if not COMMAND_NAME.fullmatch(name):
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(description) <= MAX_COMMAND_DESCRIPTION:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return given | {"command": name}


METHODS: dict[str, Method] = {
    "getme": get_me,
    "setmycommands": set_my_commands,
    "getmycommands": get_my_commands,
    "deletemycommands": delete_my_commands,
    "setchatmenubutton": set_chat_menu_button,
    "getchatmenubutton": get_chat_menu_button,
    "getfile": get_file,
    **_text_methods("Description", 512),
    **_text_methods("ShortDescription", 120),
    **_text_methods("Name", 64),
}
