"""Disputes from the command to the ruling that a group keeps (N18)."""

import re
from collections.abc import Awaitable, Callable
from html import escape

from core.ledger import PersonId
from core.night import intents as want
from tgbot.inbound import Command
from tgbot.store import Store
from tgbot.views.disputes import ruling_of
from tgbot.views.names import harmless
from tgbot.working_days import after_working_days


class GroupMoved(Exception):
    """The group became a supergroup: `old` is no chat any more, `new` is."""

    def __init__(self, old: int, new: int) -> None:
        super().__init__(old, new)
        self.old = old
        self.new = new


class Unsaid(Exception):
    """Telegram does not say now who rules a group."""


WORKING_DAYS = 3
LISTED = 8
"""So many of the newest rulings are listed; a message of Telegram's has to hold the rules as well."""


def dispute_of(command: Command, now: int) -> want.OpenDispute:
    """A question and its answers; whether they make a dispute, the night says."""
    texts = [harmless(part) for part in parts_of(command.argument)]
    return want.OpenDispute(
        person=command.sender.id,
        question=texts[0],
        answers=tuple(texts[1:]),
        closes_at=after_working_days(now, WORKING_DAYS),
    )


def parts_of(text: str) -> list[str]:
    """A question and its answers by the bars between them; without any by the lines, or by the lone strokes.

    What follows the question mark is an answer, too; where nothing else parts the answers, strokes and commas do.
    """
    apart = next((apart for apart in ("|", "\n", " / ") if apart in text), None)
    question, *answers = text.split(apart) if apart else [text]
    asked, mark, first = question.rpartition("?")
    if mark and first.strip():
        question, answers = asked + mark, [first, *answers] if apart else re.split("[/,]", first)
    return [question, *(answer for answer in answers if answer.strip())]


async def rulings_of(store: Store, chat: int) -> tuple[str, ...]:
    """The newest rulings of a group, ready for HTML."""
    rulings = (await store.rulings(chat))[-LISTED:]
    escaped = ((escape(question, quote=False), escape(answer, quote=False)) for question, answer in rulings)
    return tuple(f"{question} <b>{answer}</b>" for question, answer in escaped)


async def may_confirm(
    store: Store, is_admin: Callable[[int, PersonId], Awaitable[bool]], night_id: str, intent: want.ConfirmRuling
) -> bool:
    """Whether this person may make it a ruling, which is then kept with the group.

    It is kept before the night says so: if the bot dies in between, the tap comes again.
    """
    loaded = await store.load(night_id)
    if loaded is None:
        return True
    if not await is_admin(loaded.night.chat, intent.person):
        return False
    ruling = ruling_of(loaded.night, intent.dispute)
    if ruling is not None:
        await store.note_ruling(loaded.night.chat, ruling, f"{night_id}:{intent.dispute}")
    return True
