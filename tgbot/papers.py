"""What the bot hands out as files: records of finished games (N20)."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any

from core.archive import is_running, last_finished, record_of
from core.ledger import PersonId
from core.night import Night, Person
from core.record import LONGEST_NAME, write
from tgbot.inbound import Command
from tgbot.store import Damaged, Store
from tgbot.views.names import names
from tgbot.views.papers import no_such_game, record_caption, record_title, still_running
from tgbot.words import Words


@dataclass(frozen=True)
class Paper:
    """A text file."""

    name: str
    text: str


def handed_out(command: Command, caption: str, *papers: Paper) -> dict[str, Any]:
    """A reply of files where the command was given, the caption under the last one.

    No webhook's response can carry files: whoever brings replies to Telegram uploads them, one call a file. In a group
    that takes none they need more than that: whose private chat they go to (`asker`), and the replies `sent_in_private`
    and `not_sent`, when not even that works.
    """
    files = [(paper.name, paper.text) for paper in papers]
    return {
        "method": "sendDocument",
        "chat_id": command.chat,
        "message_thread_id": command.topic,
        "caption": caption,
        "files": files,
    }


async def nights_of(store: Store, command: Command) -> AsyncIterator[Night]:
    """The nights that a command may be about, the latest first, also those that are over: in private all that somebody
    joined, in a group the one that is running there and those that they joined there."""
    running = None if command.private else await store.night_of_chat(command.chat, command.topic)
    joined = (await store.person(command.sender.id)).nights
    by_time = sorted(joined, key=lambda night_id: -joined[night_id])
    for night_id in dict.fromkeys((*([running] if running else []), *by_time)):
        try:
            loaded = await store.load(night_id)
        except Damaged:
            continue
        if loaded is not None and (command.private or loaded.night.chat == command.chat):
            yield loaded.night


async def record(store: Store, words: Words, command: Command) -> dict[str, Any] | str:
    """The record of the last finished game, or of the one that the command names by its number (N20); or why not."""
    wanted = int(command.argument) if command.argument.isdecimal() and len(command.argument) < 6 else None
    running = False
    async for night in nights_of(store, command):
        number = last_finished(night) if not command.argument else wanted
        if number is None:
            continue
        if is_running(night, number):
            running = True
            continue
        # The log is read after the state: a game that was over by then stays so.
        title, names_in_it = record_title(words, night, number), record_names(night.people)
        log = await store.log(night.id)
        # Of a long night it takes a while, which nobody else shall wait for.
        found = await asyncio.to_thread(record_of, log, number, names_in_it, title)
        me = command.sender.id
        if found is not None and command.private and night.table_of(me) is None:
            # Who is at none of its tables may not be in the group any more: only what they have played is theirs.
            found = found if names_in_it.get(me) in found.players else None
        if found is not None:
            name = f"{found.game}-{number}.toml"
            return handed_out(command, record_caption(words, number, name, found.commitment), Paper(name, write(found)))
    return still_running(words) if running else no_such_game(words)


def record_names(people: Iterable[Person]) -> Mapping[PersonId, str]:
    """Everybody's name as records have it: without spaces, told apart."""
    named: dict[PersonId, str] = {}
    for person, shown in names(people).items():
        word = "_".join(unescape(shown).strip("\u2068\u2069").split())[: LONGEST_NAME - 4]
        name, number = word, 2
        while name in named.values() or name == "*":
            name, number = f"{word}_{number}", number + 1
        named[person] = name
    return named
