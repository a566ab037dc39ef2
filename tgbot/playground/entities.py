"""Entities of a text: what a message keeps of them, those Telegram finds by itself, and their HTML.

Offsets and lengths count UTF-16 code units, the limit of 4096 counts code points.
"""

import re
from html import escape

from tgbot.playground.records import JsonObject

MAX_ENTITIES = 100
PLAIN_TAGS = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "strikethrough": "s",
    "spoiler": "tg-spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
}

AUTOMATIC = re.compile(
    r"(?P<url>https?://[^\s<>\"]*[^\s<>\".,:;!?)\]])"
    r"|(?P<mention>(?<![\w@])@[A-Za-z]\w{3,31})"
    r"|(?P<bot_command>(?<![\w/@<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z]\w{3,31})?(?![\w/<>]))"
    r"|(?P<hashtag>(?<![\w#])#\w*[^\W\d]\w*)",
)


def tidy(text: str, entities: tuple[JsonObject, ...]) -> tuple[str, tuple[JsonObject, ...]]:
    """What a message keeps: trimmed text and at most 100 entities that fit in it, with the commands and links found."""
    text = text.replace("\r", "")
    kept = text.rstrip()
    first = min((_number(entity, "offset") for entity in entities), default=len(kept))
    start = 0
    while start < min(first, len(kept)) and kept[start] in " \n":
        start += 1
    kept = kept[start:]
    total = utf16_length(kept)
    fitting = []
    for entity in entities:
        offset = _number(entity, "offset") - start
        length = min(_number(entity, "length"), total - offset)
        if length > 0:
            fitting.append(entity | {"offset": offset, "length": length})
    fitting = [one for one in fitting if not any(_inside_code(one, other) for other in fitting)]
    return kept, by_place(fitting + automatic_entities(kept, fitting))[:MAX_ENTITIES]


def automatic_entities(text: str, given: list[JsonObject]) -> list[JsonObject]:
    """Commands, links, mentions and hashtags that Telegram marks by itself outside of code and links."""
    taken = [
        range(_number(entity, "offset"), _number(entity, "offset") + _number(entity, "length"))
        for entity in given
        if entity["type"] in ("code", "pre", "text_link", "text_mention")
    ]
    found: list[JsonObject] = []
    for match in AUTOMATIC.finditer(text):
        offset = utf16_length(text[: match.start()])
        if match.lastgroup is not None and not any(offset in span for span in taken):
            found.append({"type": match.lastgroup, "offset": offset, "length": utf16_length(match[0])})
    return found


def as_html(text: str, entities: tuple[JsonObject, ...]) -> str:
    """The text with the tags that would make these entities; automatic ones have none."""
    units = text.encode("utf-16-le")
    marks: list[tuple[int, int, str]] = []
    for entity in entities:
        start, end = _number(entity, "offset"), _number(entity, "offset") + _number(entity, "length")
        if tags := _tags(entity):
            marks += [(start, 1, tags[0]), (end, 0, tags[1])]
    # At one place ends come before starts; inner ends before outer ones, outer starts before inner ones.
    ends = [mark for mark in reversed(marks) if not mark[1]]
    starts = [mark for mark in marks if mark[1]]
    html, position = [], 0
    for at, _, tag in sorted(ends + starts, key=lambda mark: mark[:2]):
        html += [escape(units[2 * position : 2 * at].decode("utf-16-le"), quote=False), tag]
        position = at
    return "".join(html) + escape(units[2 * position :].decode("utf-16-le"), quote=False)


def _tags(entity: JsonObject) -> tuple[str, str] | None:
    match entity:
        case {"type": "text_link", "url": str(url)}:
            return f'<a href="{escape(url)}">', "</a>"
        case {"type": "text_mention", "user": {"id": int(number)}}:
            return f'<a href="tg://user?id={number}">', "</a>"
        case {"type": "expandable_blockquote"}:
            return "<blockquote expandable>", "</blockquote>"
    name = PLAIN_TAGS.get(str(entity["type"]))
    return (f"<{name}>", f"</{name}>") if name else None


def _number(entity: JsonObject, name: str) -> int:
    number = entity[name]
    assert isinstance(number, int)
    return number


def _inside_code(inner: JsonObject, outer: JsonObject) -> bool:
    if inner is outer or outer["type"] not in ("code", "pre"):
        return False
    start, end = _number(outer, "offset"), _number(outer, "offset") + _number(outer, "length")
    return start <= _number(inner, "offset") and _number(inner, "offset") + _number(inner, "length") <= end


def utf16_length(text: str) -> int:
    return len(text) + sum(char > "\uffff" for char in text)


def utf16_slice(text: str, start: int, end: int) -> str:
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le", "replace")


def by_place(entities: list[JsonObject]) -> tuple[JsonObject, ...]:
    """Entities in the order of their starts, an outer one before those inside it."""
    return tuple(sorted(entities, key=lambda entity: (_number(entity, "offset"), -_number(entity, "length"))))
