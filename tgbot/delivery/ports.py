"""What delivery needs of the rest of the bot."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from core.ledger import PersonId
from core.night import News, Night
from tgbot.screens import Screen, Slot
from tgbot.store import Snapshot

NightId: TypeAlias = str
ChatId: TypeAlias = int


class Store(Protocol):
    """The part of the store that delivery works with; all times in Unix ms of the server's clock."""

    async def now(self, night_id: NightId) -> int: ...

    async def due(self, limit: int) -> Sequence[NightId]: ...

    async def lease(self, night_id: NightId, token: str, ms: int) -> bool: ...

    async def hold(self, night_id: NightId, token: str, ms: int) -> bool: ...

    async def snapshot(self, night_id: NightId) -> Snapshot | None: ...

    async def shown(self, night_id: NightId, slot: str) -> str | None: ...

    async def note_shown(self, night_id: NightId, slot: str, text: str | None, token: str = "") -> bool: ...

    async def note_news(self, night_id: NightId, cursor: int, token: str = "") -> bool: ...

    async def finish(self, night_id: NightId, token: str, version: int, wake_at: int | None) -> bool: ...

    async def wake(self, night_id: NightId, at: int) -> None: ...


class Limiter(Protocol):
    """Telegram's limits, shared by all processes."""

    async def take(self, chat: ChatId, group: bool, urgent: bool) -> int: ...

    async def pause(self, chat: ChatId, ms: int) -> None: ...

    async def paused(self, chat: ChatId) -> int: ...

    async def resume(self, chat: ChatId) -> None: ...


Painter: TypeAlias = Callable[[], Mapping[Slot, Screen]]
"""Makes the screens of one chat."""


@dataclass(frozen=True)
class Views:
    """What chats should show: pure functions.

    `painters(night)`: who makes the screens of each chat; what is absent from them is removed, and one that fails
    leaves the other chats alone. `announcement(night, news)`: pending news as one message for the group, None when
    there is nothing to say.
    """

    painters: Callable[[Night], Mapping[ChatId, Painter]]
    announcement: Callable[[Night, Sequence[News]], Screen | None]


@dataclass(frozen=True)
class Hooks:
    """What delivery finds out or sets off; each commits to the night, and may be called again for the same thing.

    `tick(night_id)`: a deadline of the night is due. `unreachable(night_id, person)`: the bot may not write to them.
    `migrated(night_id, old, new)`: the group has another id. `topic_gone(night_id)`: the night's topic is closed or
    deleted.
    """

    tick: Callable[[NightId], Awaitable[None]]
    unreachable: Callable[[NightId, PersonId], Awaitable[None]]
    migrated: Callable[[NightId, ChatId, ChatId], Awaitable[None]]
    topic_gone: Callable[[NightId], Awaitable[None]]
