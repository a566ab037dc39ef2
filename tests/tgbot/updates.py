"""Updates written by hand, also such as the local Telegram would not send, and a bot that hears them without HTTP."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, TypeAlias

from core.games import GAMES
from core.night import Night
from tgbot.changes import Changes
from tgbot.chats import Chats
from tgbot.delivery.ports import Limiter
from tgbot.floods import everybody
from tgbot.screens import Button
from tgbot.service import Hooks, Service
from tgbot.store import Commit, Store
from tgbot.ticks import Ticks
from tgbot.views import screens
from tgbot.web import Admit, Ears

Json: TypeAlias = dict[str, Any]

BOT = "StamgastBot"
GROUP = -4001
ANONYMOUS_ADMIN: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
"""As whom Telegram shows whoever writes in the name of the group."""
CHANNEL_POST: Json = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
"""As whom Telegram shows a post of the linked channel in a group."""

_numbers = count(500_000_000)


def user(number: int, name: str = "", language: str | None = "cs", **fields: object) -> Json:
    """A person; without a name their number is one."""
    shape: Json = {"id": number, "is_bot": False, "first_name": name or f"Host {number}", **fields}
    return shape if language is None else {**shape, "language_code": language}


def group(number: int = GROUP, title: str = "U Kalicha", kind: str = "group") -> Json:
    return {"id": number, "title": title, "type": kind}


def private(person: Json) -> Json:
    return {"id": person["id"], "first_name": person["first_name"], "type": "private"}


def update(kind: str, body: Json) -> Json:
    """An update with a number that no other has."""
    return {"update_id": next(_numbers), kind: body}


def said(person: Json, chat: Json, text: str | None, kind: str = "message", **fields: object) -> Json:
    """Somebody writes something; None: a message without text."""
    body: Json = {"message_id": 77, "from": person, "chat": chat, "date": 1_800_000_000, **fields}
    return update(kind, body if text is None else {**body, "text": text})


def tapped(person: Json, chat: Json, data: str | None, **fields: object) -> Json:
    """Somebody presses a button of a message that the bot cannot see any more."""
    message: Json = {"message_id": 78, "chat": chat, "date": 0}
    body: Json = {"id": f"tap{next(_numbers)}", "from": person, "message": message, "chat_instance": "1", **fields}
    return update("callback_query", body if data is None else {**body, "data": data})


def standing(person: Json, chat: Json, before: str, after: str) -> Json:
    """Somebody changes what the bot may do in a chat."""
    bot: Json = {"id": 4240, "is_bot": True, "first_name": "Štamgast", "username": BOT}
    body: Json = {"chat": chat, "from": person, "date": 1_800_000_000}
    body["old_chat_member"] = {"user": bot, "status": before, "until_date": 0}
    body["new_chat_member"] = {"user": bot, "status": after, "until_date": 0}
    return update("my_chat_member", body)


class Boundless:
    """A Telegram that takes any number of messages."""

    async def take(self, chat: int, group: bool, urgent: bool) -> int:
        return 0

    async def pause(self, chat: int, ms: int) -> None: ...

    async def paused(self, chat: int) -> int:
        return 0

    async def resume(self, chat: int) -> None: ...


@dataclass
class Doorman:
    """The bot from an update to its reply, over a real store; screens are looked at, not sent."""

    store: Store
    chat: Json = field(default_factory=group)
    changed: list[str] = field(default_factory=list)
    limiter: Limiter = field(default_factory=Boundless)
    files: list[Mapping[str, Any]] = field(default_factory=list)
    freed: list[tuple[str, int]] = field(default_factory=list)
    """Nights in whose groups, named with them, the bot may write again."""
    replaced: set[int] = field(default_factory=set)
    """Messages in private chats that newer screens have replaced."""
    admit: Admit = everybody

    def __post_init__(self) -> None:
        random, changes = Random(7), Changes(self.store, self.changed.append)
        self.chats = Chats(self.store, changes, random)
        self.ticks = Ticks(self.store, changes, random)
        hooks = Hooks(self.is_admin, self.seen, lambda *_: None, self.may_write, self.is_replaced)
        self.service = Service(self.store, changes, self.chats, BOT, "cs", random, hooks)
        self.ears = Ears(self.service, BOT, self.limiter, self.takes, self.admit)

    async def hears(self, raw: Json) -> Mapping[str, Any]:
        """The reply to an update."""
        return await self.ears.hear(raw)

    async def is_admin(self, chat: int, person: int) -> bool:
        """Nobody is one here."""
        return False

    async def seen(self, night_id: str, chat: int, message: int) -> None:
        """No table scrolls here."""

    async def may_write(self, night_id: str, chat: int) -> None:
        """Screens that waited would be sent."""
        self.freed.append((night_id, chat))

    async def is_replaced(self, night_id: str, person: int, message: int) -> bool:
        """Whether a test says that newer screens stand below this message."""
        return message in self.replaced

    async def takes(self, reply: Mapping[str, Any]) -> None:
        """Files that would be uploaded."""
        self.files.append(reply)

    async def seats(self, *people: Json) -> None:
        """These people at the table, with their private chats open."""
        for person in people:
            await self.hears(said(person, private(person), "/start"))
        await self.hears(said(people[0], self.chat, "/hra"))
        for person in people[1:]:
            await self.taps(person, "join:1")

    async def deals(self, *people: Json) -> None:
        """These people in a game."""
        await self.seats(*people)
        await self.taps(people[0], "deal:1:0")

    async def plays(self, *players: Json) -> None:
        """The running game of these people to its end. Whoever lays what they can comes to one soon."""
        people = {person["id"]: person for person in players}
        rng = Random(3)
        while (night := await self.night()).tables[0].round is not None:
            possible = moves(night)
            person, data = rng.choice([move for move in possible if ":play" in move[1]] or possible)
            await self.taps(people[person], data.partition(":")[2])

    async def taps(self, person: Json, rest: str, *, in_private: bool = False) -> str:
        """Press a button of the running night by what follows the night in its data; the popup's text."""
        night = await self.night()
        chat = private(person) if in_private else self.chat
        reply = await self.hears(tapped(person, chat, f"{night.id}:{rest}"))
        return str(reply.get("text", ""))

    async def says(self, person: Json, text: str) -> str:
        """Write in the group; the reply's text."""
        return str((await self.hears(said(person, self.chat, text))).get("text", ""))

    async def whispers(self, person: Json, text: str) -> str:
        """Write in private; the reply's text."""
        return str((await self.hears(said(person, private(person), text))).get("text", ""))

    async def becomes(self, night: Night) -> None:
        """Put a night in the place of the one that is there."""
        loaded = await self.store.load(night.id)
        assert loaded is not None
        await self.store.commit(Commit(night=night, expected=loaded.version))

    async def night(self, topic: int | None = None) -> Night:
        """The night of the group as it is stored."""
        night_id = await self.store.night_of_chat(self.chat["id"], topic)
        assert night_id is not None
        loaded = await self.store.load(night_id)
        assert loaded is not None
        return loaded.night


def buttons_of(night: Night, viewer: int | None = None) -> Sequence[Button]:
    """All buttons that the night shows now, or those in the private chat of `viewer`."""
    shown = screens(night, BOT)
    return [
        button
        for slot, screen in shown.items()
        if viewer is None or slot.chat == viewer
        for row in screen.keyboard
        for button in row
    ]


def moves(night: Night) -> list[tuple[int, str]]:
    """Everything that the players of the running game may do now: who, and the data of such a button."""
    round_ = night.tables[0].round
    assert round_ is not None
    game = GAMES[round_.game]
    data = f"{night.id}:act:1:{round_.number}:{round_.state.ply}:"
    return [
        (player, data + game.format_action(action))
        for seat, player in enumerate(round_.players)
        for action in game.legal(round_.state, seat)
    ]
