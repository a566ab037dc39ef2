"""HTML as the Bot API reads it: plain text with entities, or the parser's complaint in Telegram's words.

Offsets and lengths of entities count UTF-16 code units, the complaints name bytes of UTF-8.
"""

import re
from dataclasses import dataclass, field

from tgbot.playground.entities import by_place, utf16_length, utf16_slice
from tgbot.playground.records import JsonObject

NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
STYLES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
SPACE = " \t\r\n\0\v"
END = "\0"

REFERENCE = re.compile(r"&(?:#x(?P<hex>[0-9a-fA-F]*)|#(?P<decimal>[0-9]*)|(?P<name>[a-zA-Z]*));?")
MENTIONED_USER = re.compile(r"tg://user\?id=(\d+)")


class BadEntities(ValueError):
    """Text that cannot be parsed; the message is Telegram's."""


def parse_html(html: str) -> tuple[str, tuple[JsonObject, ...]]:
    """Plain text and its entities, before trimming; raises BadEntities."""
    text, found = _Parser(html.replace(END, "") + END).run()
    for entity in found:
        if entity["type"] == "code":
            entity.pop("language", None)
    return text, by_place(found)


@dataclass
class _Tag:
    name: str
    argument: str
    start: int


@dataclass
class _Parser:
    """A walk over the HTML; `text` ends with NUL, as the original reads a C string."""

    text: str
    at: int = 0
    offset: int = 0
    plain: list[str] = field(default_factory=list)
    found: list[JsonObject] = field(default_factory=list)
    nested: list[_Tag] = field(default_factory=list)

    def run(self) -> tuple[str, list[JsonObject]]:
        end = len(self.text) - 1
        while self.at < end:
            char = self.text[self.at]
            if char == "&":
                self._emit(self._reference() or self._step())
            elif char != "<":
                self._emit(self._step())
            elif self.text[self.at + 1] == "/":
                self._end_tag()
            else:
                self._start_tag()
        if self.nested:
            raise BadEntities(f'Can\'t find end tag corresponding to start tag "{self.nested[-1].name}"')
        return "".join(self.plain), self.found

    def _step(self) -> str:
        self.at += 1
        return self.text[self.at - 1]

    def _emit(self, char: str) -> None:
        self.plain.append(char)
        self.offset += utf16_length(char)

    def _byte(self, position: int) -> int:
        return len(self.text[:position].encode())

    def _reference(self) -> str:
        """The character of a reference such as `&lt;`, and a step behind it; "" when it is plain text."""
        match = REFERENCE.match(self.text, self.at)
        assert match is not None
        if match["name"] is not None:
            char = NAMED.get(match["name"], "")
        else:
            digits, base = (match["hex"], 16) if match["hex"] is not None else (match["decimal"], 10)
            code = int(digits or "0", base)
            length = len(match[0].rstrip(";"))
            char = chr(code) if 0 < code < 0x10FFFF and length < 10 else ""
            if 0xD800 <= code <= 0xDFFF:
                raise BadEntities(
                    "Text contains invalid Unicode characters after decoding HTML entities, "
                    "check for unmatched surrogate code units"
                )
        if char:
            self.at = match.end()
        return char

    def _until(self, stops: str) -> str:
        start = self.at
        while self.text[self.at] not in stops:
            self.at += 1
        return self.text[start : self.at]

    def _skip_space(self) -> None:
        while self.text[self.at] != END and self.text[self.at] in SPACE:
            self.at += 1

    def _start_tag(self) -> None:
        begin = self.at
        self.at += 1
        name = self._until(SPACE + ">").lower()
        if self.text[self.at] == END:
            raise BadEntities(f"Unclosed start tag at byte offset {self._byte(begin)}")
        if name not in STYLES:
            raise BadEntities(f'Unsupported start tag "{name}" at byte offset {self._byte(begin)}')
        argument = ""
        while self.text[self.at] != ">":
            self._skip_space()
            if self.text[self.at] == ">":
                break
            attribute, value = self._attribute(name, begin)
            argument = _argument(name, attribute, value, argument)
        self.at += 1
        if name == "span" and argument != "spoiler":
            raise BadEntities(f'Tag "span" must have class "tg-spoiler" at byte offset {self._byte(begin)}')
        self.nested.append(_Tag(name, argument, self.offset))

    def _attribute(self, tag: str, begin: int) -> tuple[str, str | None]:
        """The next attribute and its value, None without one."""
        unclosed = f'Unclosed start tag "{tag}" at byte offset {self._byte(begin)}'
        name = self._until(SPACE + "=>/\"'")
        if not name:
            raise BadEntities(f'Empty attribute name in the tag "{tag}" at byte offset {self._byte(begin)}')
        self._skip_space()
        if self.text[self.at] != "=":
            if self.text[self.at] == END:
                raise BadEntities(unclosed)
            return name, None
        self.at += 1
        self._skip_space()
        if self.text[self.at] == END:
            raise BadEntities(unclosed)
        value = self._quoted() if self.text[self.at] in "'\"" else self._token()
        if self.text[self.at] == END:
            raise BadEntities(f"Unclosed start tag at byte offset {self._byte(begin)}")
        return name, value

    def _token(self) -> str:
        start = self.at
        while (char := self.text[self.at]).isascii() and (char.isalnum() or char in ".-"):
            self.at += 1
        if self.text[self.at] not in SPACE + ">":
            raise BadEntities(f"Unexpected end of name token at byte offset {self._byte(start)}")
        return self.text[start : self.at].lower()

    def _quoted(self) -> str:
        quote = self._step()
        value = []
        while (char := self.text[self.at]) not in (quote, END):
            value.append((self._reference() if char == "&" else "") or self._step())
        if self.text[self.at] == quote:
            self.at += 1
        return "".join(value)

    def _end_tag(self) -> None:
        begin = self.at
        if not self.nested:
            raise BadEntities(f"Unexpected end tag at byte offset {self._byte(begin)}")
        self.at += 2
        name = self._until(SPACE + ">").lower()
        self._skip_space()
        if self.text[self.at] != ">":
            raise BadEntities(f"Unclosed end tag at byte offset {self._byte(begin)}")
        self.at += 1
        tag = self.nested[-1]
        if name not in ("", tag.name):
            raise BadEntities(
                f'Unmatched end tag at byte offset {self._byte(begin)}, expected "</{tag.name}>", found "</{name}>"'
            )
        if self.offset > tag.start:
            self._close(tag)
        self.nested.pop()

    def _close(self, tag: _Tag) -> None:
        length = self.offset - tag.start
        entity: JsonObject = {"type": STYLES[tag.name], "offset": tag.start, "length": length}
        last = self.found[-1] if self.found else {}
        same_span = last.get("offset") == tag.start and last.get("length") == length
        if tag.name == "pre" and same_span and last["type"] == "code" and "language" in last:
            last["type"] = "pre"
            return
        if tag.name == "code" and same_span and last["type"] == "pre" and tag.argument:
            last["language"] = tag.argument
            return
        if tag.name == "code" and tag.argument:
            entity["language"] = tag.argument
        elif tag.name == "blockquote" and tag.argument:
            entity["type"] = "expandable_blockquote"
        elif tag.name == "tg-emoji":
            if not tag.argument.isdecimal() or int(tag.argument) == 0:
                raise BadEntities("Invalid custom emoji identifier specified")
            entity["custom_emoji_id"] = tag.argument
        elif tag.name == "tg-time":
            entity["unix_time"] = int(tag.argument) if tag.argument.isdecimal() else 0
        elif tag.name == "a" and not self._link(entity, tag):
            return
        self.found.append(entity)

    def _link(self, entity: JsonObject, tag: _Tag) -> bool:
        """Give the entity its target; False when the link leads nowhere and stays plain text."""
        url = tag.argument or utf16_slice("".join(self.plain), tag.start, self.offset)
        if mentioned := MENTIONED_USER.fullmatch(url):
            entity |= {"type": "text_mention", "user_id": int(mentioned[1])}
            return True
        if not re.match(r"[a-z][a-z0-9+.-]*:", url):
            url = f"http://{url}"
        if re.fullmatch(r"(?:https?://[^\s/]+\.[^\s]+|https?://(?:localhost|\d)[^\s]*|(?:tg|tel|mailto):[^\s]+)", url):
            entity["url"] = url if url.count("/") > 2 or ":" not in url[:6] or "?" in url else f"{url}/"
            return True
        return False


def _argument(tag: str, attribute: str, value: str | None, before: str) -> str:
    match tag, attribute, value:
        case "blockquote", "expandable", _:
            return "1"
        case ("a", "href", str(target)) | ("tg-emoji", "emoji-id", str(target)) | ("tg-time", "unix", str(target)):
            return target
        case "code", "class", str(language) if language.startswith("language-"):
            return language.removeprefix("language-")
        case "span", "class", str(style) if style.startswith("tg-"):
            return style.removeprefix("tg-")
    return before
