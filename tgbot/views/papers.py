"""The words that go with files (N20)."""

from html import escape

from core.night import Night
from tgbot.views.frame import day
from tgbot.words import Words


def record_title(words: Words, night: Night, number: int) -> str:
    """The first line of a record: which evening, which game of it."""
    return words("{day}, game {number}", day=day(night.opened_at), number=number)


def record_caption(words: Words, number: int, name: str, digest: str) -> str:
    """What the file is good for; plain text."""
    return words(
        "📼 Game {number}, card by card. The table showed 🔏 {digest} before anybody saw a card; anybody can check the "
        "shuffle and the game: python -m core verify {name} (N20)",
        number=number,
        digest=digest or "–",
        name=name,
    )


def sent_in_private(words: Words) -> str:
    """The group takes no files: whoever asked has got them in the private chat."""
    return words("📎 I'm not allowed to post files here: it's in your chat with me.")


def not_sent(words: Words, link: str) -> str:
    """The group takes no files, and the private chat is closed to the bot."""
    return words(
        '📎 I\'m not allowed to post files here. <a href="{link}">Open the chat with me</a>, press Start, and '
        "say /record there.",
        link=escape(link),
    )


def still_running(words: Words) -> str:
    """No records of a running game."""
    return words("This game is still on; its record comes when it's over. (N20)")


def no_such_game(words: Words) -> str:
    """Nothing to hand out."""
    return words("I have no record of that game. Records are kept for 30 days after the night. (N20)")
