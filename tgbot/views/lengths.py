"""What one message holds, and how more than that is cut: at whole lines, and it is said how many are left out."""

import re
from collections.abc import Sequence
from html import unescape

LONGEST = 4_000
"""Characters of a message; Telegram takes 4,096 after parsing."""
_COUNTED = re.compile(r"(?<=\d) (?=[^\W\d])")
_TAG = re.compile(r"<(/?)(\w+)[^>]*>")


def length(html: str) -> int:
    """How many characters it has once Telegram has parsed it."""
    return len(unescape(_TAG.sub("", html)))


def unbroken(html: str) -> str:
    """The text with no line end between a number and what it counts: on a phone nearly every line is too long."""
    return _COUNTED.sub("\u00a0", html)


def first_lines(lines: Sequence[str], room: int = LONGEST) -> list[str]:
    """As many of the first lines as there is room for, and how many more there are."""
    if length("\n".join(lines)) <= room:
        return list(lines)
    kept: list[str] = []
    left = room - len("… +999")
    for line in lines:
        left -= length(line) + 1
        if left < 0:
            break
        kept.append(line)
    return [*kept, f"… +{len(lines) - len(kept)}"]


def last_lines(lines: Sequence[str], room: int = LONGEST) -> list[str]:
    """As many of the last lines as there is room for, below how many were before."""
    return first_lines(lines[::-1], room)[::-1]


def within(html: str, room: int = LONGEST) -> str:
    """The text, as far as there is room, with all that is open at the cut closed."""
    if len(html) <= room or length(html) <= room:
        return html
    kept = "\n".join(first_lines(html.split("\n"), room))
    open_tags: list[str] = []
    for closes, tag in _TAG.findall(kept):
        if closes:
            open_tags.remove(tag)
        else:
            open_tags.append(tag)
    return kept + "".join(f"</{tag}>" for tag in reversed(open_tags))
