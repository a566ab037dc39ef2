"""What lives outside of nights: which night a chat points to, what is known of groups and people, and letters."""

import json
import re
from collections.abc import Mapping
from typing import Any

import structlog

from core.night.habits import Habits
from core.night.person import Care
from tgbot.store import codec, keys
from tgbot.store.connection import Connection, Script
from tgbot.store.keys import keys_of
from tgbot.store.values import PersonRecord

DAY = 24 * 3600
LETTERS, LETTERS_KEPT = 100, 14 * DAY
"""Updates that met a fault of ours: at most so many of them, and how many seconds after the latest."""
IDLE = 90 * DAY
"""Seconds that a night is kept that nobody ends and nobody touches."""
OPENING = 600
"""Seconds that a chat points to a night which is not there yet."""

_CLOCK, _CLAIM, _RELEASE, _PERSON, _LETTER = map(Script, ("clock", "claim", "release", "person", "letter"))

_log = structlog.get_logger(__name__)


class Directory:
    """Every method is one round trip unless it says otherwise, and raises Unavailable when Redis is away."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def now(self, night_id: str | None = None) -> int:
        """The clock, in Unix ms, of the server where this night lives, the only one that counts for it; without a night
        that of whichever server answers."""
        if night_id is None:
            return int(max(await self._connection.run_each(_CLOCK, keys.WAKES)))
        return await self._clock(keys_of(night_id).wake)

    async def _clock(self, key: str) -> int:
        return int(await self._connection.run(_CLOCK, (key,)))

    # Chats

    async def night_of_chat(self, chat: int, topic: int | None) -> str | None:
        """The night that a chat points to."""
        night = await self._connection.command("GET", keys.chat(chat, topic))
        return None if night is None else night.decode()

    async def claim_chat(self, chat: int, topic: int | None, night_id: str) -> str:
        """Point a chat to this night, for good, unless it points to another; the night it points to."""
        night: bytes = await self._connection.run(_CLAIM, (keys.chat(chat, topic),), (night_id,))
        return night.decode()

    async def claim_to_open(self, chat: int, topic: int | None, night_id: str) -> str:
        """The same for ten minutes, in which the night has to be committed and claimed for good.

        When `load` does not find the winner and `is_opening`, its process has died: then commit the new night under the
        winner's id.
        """
        night: bytes = await self._connection.run(_CLAIM, (keys.chat(chat, topic),), (night_id, OPENING * 1000))
        return night.decode()

    async def is_opening(self, chat: int, topic: int | None) -> bool:
        """Whether the night that the chat points to is about to be committed; one that is gone was there long ago."""
        return int(await self._connection.command("PTTL", keys.chat(chat, topic))) > 0

    async def release_chat(self, chat: int, topic: int | None, night_id: str) -> None:
        """Let the chat point nowhere, if it still points to this night."""
        await self._connection.run(_RELEASE, (keys.chat(chat, topic),), (night_id,))

    async def move_chat(self, old: int, new: int) -> str | None:
        """A group became a supergroup, with another id: its pointer and its habits move. A few round trips, repeatable.

        The night that the new chat points to, None without one.
        """
        habits = await self._connection.command("GET", keys.habits(old))
        if habits is not None:
            await self._connection.run(_CLAIM, (keys.habits(new),), (habits,))
            await self._connection.command("DEL", keys.habits(old))
        rulings: dict[bytes, bytes] = await self._connection.command("HGETALL", keys.rulings(old))
        for name, line in rulings.items():
            await self._connection.command("HSETNX", keys.rulings(new), name, line)
        await self._connection.command("DEL", keys.rulings(old))
        night = await self.night_of_chat(old, None)
        if night is None:
            return await self.night_of_chat(new, None)
        winner = await self.claim_chat(new, None, night)
        await self.release_chat(old, None, night)
        return winner

    # Groups and people

    async def habits(self, chat: int) -> Habits | None:
        """What a group plays out of habit; None when nothing is known, or nothing that this release can read."""
        text = await self._connection.command("GET", keys.habits(chat))
        try:
            return None if text is None else codec.decode_habits(text)
        except codec.Unreadable as error:
            _log.error("habits left out: they cannot be read", chat=chat, why=str(error))
            return None

    async def keep_habits(self, chat: int, habits: Habits) -> None:
        """Keep what a group plays out of habit, in place of what it played before."""
        await self._connection.command("SET", keys.habits(chat), codec.encode_habits(habits))

    async def rulings(self, chat: int) -> tuple[tuple[str, str], ...]:
        """The rulings of a group, question and answer, the oldest first (N18)."""
        reply: dict[bytes, bytes] = await self._connection.command("HGETALL", keys.rulings(chat))
        found = sorted(json.loads(text) for text in reply.values())
        return tuple((question, answer) for _, question, answer in found)

    async def note_ruling(self, chat: int, ruling: tuple[str, str], name: str) -> None:
        """Keep a ruling of a group; the same one again, by its name, changes nothing. Two round trips."""
        line = json.dumps([await self._clock(keys.rulings(chat)), *ruling], ensure_ascii=False)
        await self._connection.command("HSETNX", keys.rulings(chat), name, line)

    async def person(self, person: int) -> PersonRecord:
        """What is known of somebody; an empty record for a stranger."""
        reply: dict[bytes, bytes] = await self._connection.command("HGETALL", keys.person(person))
        record = {field.decode(): text.decode() for field, text in reply.items()}
        return PersonRecord(
            started=record.get("started") == "1",
            blocked=record.get("blocked") == "1",
            language=record.get("language"),
            speaks=record.get("speaks") or None,
            nights={field[6:]: int(at) for field, at in record.items() if field.startswith("night:")},
            named=tuple(field[6:] for field in record if field.startswith("named:")),
            wrote=tuple(int(field[6:]) for field in record if field.startswith("wrote:")),
            care=next((care for care in Care if care == record.get("care")), None),
        )

    async def note_person(
        self,
        person: int,
        *,
        started: bool | None = None,
        blocked: bool | None = None,
        language: str | None = None,
        speaks: str | None = None,
        care: Care | None = None,
        joined: str | None = None,
        named: str | None = None,
        wrote: int | None = None,
        only_known: bool = False,
    ) -> None:
        """Keep what is given: they started or blocked the bot, speak a language, chose one ("": none), drink
        alcohol or none, joined a night; a night or a group has house rules of theirs. `only_known`: nothing of
        strangers.

        Who joins a night is not known any more to be in those that are gone: a round trip for each old one.
        """
        known = {
            "started": None if started is None else int(started),
            "blocked": None if blocked is None else int(blocked),
            "language": language,
            "speaks": speaks,
            "care": care,
            f"named:{named}": None if named is None else await self._clock(keys.person(person)),
            f"wrote:{wrote}": None if wrote is None else 1,
        }
        fields = [part for field, fact in known.items() if fact is not None for part in (field, fact)]
        about = (joined or "", (IDLE + DAY) * 1000, int(only_known), *fields)
        old: list[bytes] = await self._connection.run(_PERSON, (keys.person(person),), about)
        for field in old:
            names = keys_of(field.decode().partition(":")[2])
            # A night that somebody plays on is kept, however long ago it was joined.
            if not await self._connection.command("EXISTS", names.night, names.aside):
                await self._connection.command("HDEL", keys.person(person), field)

    async def forget_person(self, person: int) -> None:
        """Drop what is known of somebody outside of nights. One round trip, and one for each letter about them."""
        await self._connection.command("DEL", keys.person(person))
        for letter in await self.letters_about(person):
            await self._connection.command("LREM", keys.LETTERS, 0, letter)

    # Updates that met a fault of ours

    async def put_aside(self, letter: Mapping[str, Any]) -> None:
        """Keep an update and what has become of it for the owner of the bot."""
        text = json.dumps(letter, ensure_ascii=False, separators=(",", ":"))
        await self._connection.run(_LETTER, (keys.LETTERS,), (text, LETTERS, LETTERS_KEPT * 1000))

    async def letters(self) -> tuple[str, ...]:
        """What was put aside, as JSON, the newest first."""
        letters = await self._connection.command("LRANGE", keys.LETTERS, 0, -1)
        return tuple(letter.decode() for letter in letters)

    async def letters_about(self, person: int) -> tuple[str, ...]:
        """Those of them that name this person."""
        about = re.compile(rf'"id":{person}[,}}]')
        return tuple(letter for letter in await self.letters() if about.search(letter))
