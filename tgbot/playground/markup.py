"""Inline keyboards as the server checks them."""

import re

from tgbot.playground.calls import Params, bad_request
from tgbot.playground.records import JsonObject, Keyboard

MAX_ROW, MAX_BUTTONS, MAX_DATA_BYTES = 8, 100, 64
STYLES = ("", "default", "primary", "success", "danger")
TARGETS = (
    "url",
    "callback_data",
    "callback_game",
    "pay",
    "switch_inline_query",
    "switch_inline_query_chosen_chat",
    "switch_inline_query_current_chat",
    "login_url",
    "web_app",
    "copy_text",
    "disabled",
)
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d)")
URL_SCHEMES = ("http://", "https://", "tg://", "tel:", "mailto:")


def read_markup(params: Params) -> tuple[Keyboard, JsonObject | None]:
    """The inline keyboard of a call, and any other kind of markup (a reply keyboard) as it came."""
    markup = params.json("reply_markup", "reply keyboard markup")
    if markup is None:
        return (), None
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup")
    rows = markup.get("inline_keyboard")
    if rows is None:
        return (), markup or None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    keyboard = tuple(tuple(_button(button) for button in row) for row in rows if isinstance(row, list) and row)
    if any(len(row) > MAX_ROW for row in keyboard) or sum(map(len, keyboard)) > MAX_BUTTONS:
        raise bad_request("reply markup is too long")
    return keyboard, None


def _button(button: object) -> JsonObject:
    wrong = "can't parse inline keyboard button: "
    if not isinstance(button, dict):
        raise bad_request(f"{wrong}InlineKeyboardButton must be an Object")
    if not isinstance(button.get("text"), str):
        raise bad_request(f'{wrong}Can\'t find field "text"')
    if not button["text"].strip():
        raise bad_request("BUTTON_TEXT_INVALID")
    if str(button.get("style", "")).lower() not in STYLES:
        raise bad_request(f"{wrong}invalid button style specified")
    if not any(name in button and button[name] != "" for name in TARGETS):
        raise bad_request(f"{wrong}Text buttons are unallowed in the inline keyboard")
    if len(str(button.get("callback_data", "")).encode()) > MAX_DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")
    url = str(button.get("url", ""))
    if " " in url:
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
    if SCHEME.match(url) and not url.lower().startswith(URL_SCHEMES):
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: Unsupported URL protocol")
    return button
