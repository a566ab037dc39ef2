"""A night as it was last looked at: what its chats should show, and what they do show."""

import asyncio
from asyncio import get_running_loop
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from typing import TypeAlias

import structlog

from core.night import News, Night, wakes_at
from tgbot.delivery.lease import Lease, LeaseLost
from tgbot.delivery.pauses import Pauses
from tgbot.delivery.plan import Announcement, Later, Step, Wish, next_step
from tgbot.delivery.ports import ChatId, Hooks, Limiter, NightId, Painter, Store, Views
from tgbot.delivery.shown import (
    NEW_CHAT,
    Mark,
    Shown,
    chat_of,
    is_supergroup,
    mark_key,
    read_mark,
    read_shown,
    seen_key,
    write,
)
from tgbot.delivery.telegram import Telegram
from tgbot.delivery.trouble import attempt, described
from tgbot.newest import Newest
from tgbot.screens import Screen, Slot
from tgbot.store import Snapshot, Unavailable

Painted: TypeAlias = Mapping[Slot, Screen]

MOST_NEWS = 20
"""News merged into one message at most."""
TICK = 1.0
"""Seconds between two ticks of a night, also when one did not move the deadline."""
NO_WISH = Wish({})
NOTE_PATIENCE, NOTE_PAUSE = 120.0, 0.2
"""Seconds for which a store that is away is asked again to note what was sent, or it would be sent twice; and between
two attempts."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Tools:
    """What all nights of a process share.

    `painted` are screens made lately, by night and version: what has not changed is not painted again when somebody
    looks at it once more. `latest` is the newest message that this process has sent to each chat.
    """

    store: Store
    limiter: Limiter
    telegram: Telegram
    views: Views
    hooks: Hooks
    pauses: Pauses[ChatId] = field(default_factory=Pauses)
    ticks: Pauses[NightId] = field(default_factory=Pauses)
    unpainted: Pauses[tuple[NightId, ChatId]] = field(default_factory=Pauses)
    painted: Newest[tuple[NightId, int], dict[ChatId, Painted]] = field(default_factory=lambda: Newest(512))
    latest: Newest[ChatId, int] = field(default_factory=lambda: Newest(10_000))


class Scene:
    """The latest state of a night, rendered; and what was last sent of it, in step with the store.

    `shut` are chats that turned out to be closed since the state last changed.
    """

    def __init__(self, tools: Tools, night_id: NightId, lease: Lease) -> None:
        self.night: Night
        self.version = 0
        self.shut: set[ChatId] = set()
        self._tools = tools
        self._id = night_id
        self._lease = lease
        self._wishes: dict[ChatId, Wish] = {}
        self._slots: dict[ChatId, dict[str, Shown]] | None = None
        self._marks: dict[ChatId, Mark] = {}
        self._seen = 0
        self._news: tuple[tuple[int, News], ...] = ()
        self._most_news = MOST_NEWS
        self._cursor = 0
        self._clock = (0, 0.0)

    def now(self) -> int:
        """The server's clock, in ms."""
        at, measured = self._clock
        return at + round((get_running_loop().time() - measured) * 1000)

    async def look(self) -> bool:
        """Take the night's present state; what is due happens first. False when there is no such night."""
        snapshot = await self._snapshot()
        due = wakes_at(snapshot.night) if snapshot else None
        if due is not None and due <= self.now() and not self._tools.ticks.left(self._id):
            self._tools.ticks.hold(self._id, TICK)
            await attempt(self._tools.hooks.tick(self._id), self._id, "tick")
            snapshot = await self._snapshot()
        if snapshot is None:
            return False
        if self._slots is None:
            self._recall(snapshot)
        self._seen = int(snapshot.shown.get(seen_key(snapshot.night.chat), 0))
        is_new = snapshot.version != self.version
        if is_new:
            self.shut.clear()
        self.night, self.version = snapshot.night, snapshot.version
        await self._leave_old_groups()
        await self._render(snapshot, is_new)
        return True

    def wake_at(self) -> int | None:
        """When the night itself has to be looked at again."""
        due = wakes_at(self.night)
        return None if due is None else max(due, self.now() + ceil(self._tools.ticks.left(self._id) * 1000))

    def chats(self) -> list[ChatId]:
        """The chats that show something or should: those of the persons on turn first, then the group."""
        chats = dict.fromkeys((*self._wishes, *self._known_slots()))
        return sorted(chats, key=lambda chat: (not self._is_urgent(chat), chat > 0))

    def next_step(self, chat: ChatId) -> Step | Later | None:
        """What to do next in a chat."""
        if self._is_closed(chat):
            return None
        wish, shown = self._wishes.get(chat, NO_WISH), self._known_slots().get(chat, {})
        mark = self.mark(chat)
        if self.counts_ids(chat):
            mark = replace(mark, place=max(mark.place, self._seen))
        step = next_step(wish, shown, mark, self.now(), group=chat < 0)
        if step is None and wish.screens is None:
            return Later(self.now() + ceil(self._tools.unpainted.left((self._id, chat)) * 1000))
        return step

    def shown(self, chat: ChatId, key: str) -> Shown:
        """What the slot shows."""
        return self._known_slots().get(chat, {}).get(key, Shown())

    def slots(self, chat: ChatId) -> dict[str, Shown]:
        """All that the chat shows, by slot."""
        return dict(self._known_slots().get(chat, {}))

    def mark(self, chat: ChatId) -> Mark:
        return self._marks.get(chat, NEW_CHAT)

    def counts_ids(self, chat: ChatId) -> bool:
        """Whether message ids tell how far something has scrolled away: in supergroups without topics."""
        return is_supergroup(chat) and self.night.topic is None

    def topic(self, chat: ChatId, topic: int | None) -> int | None:
        """Where to post in the chat: when the night's topic is gone, outside of all."""
        return None if self.mark(chat).homeless else topic

    # Notes: in memory and in the store

    async def note(self, chat: ChatId, key: str, shown: Shown | None) -> None:
        """The slot shows this now. Raises LeaseLost when somebody else delivers this night by now."""
        slots = self._known_slots().setdefault(chat, {})
        if shown is None:
            slots.pop(key, None)
        else:
            slots[key] = shown
        await self._noted(lambda: self._note_shown(key, None if shown is None else write(shown)))

    async def note_mark(self, chat: ChatId, mark: Mark) -> None:
        self._marks[chat] = mark
        await self._noted(lambda: self._note_shown(mark_key(chat), write(mark)))

    async def note_told(self, cursor: int) -> None:
        """All news before the cursor are told; what is left of them comes next."""
        await self._drop_news(cursor)
        await self._render_news()

    async def tell_fewer(self, news: int) -> None:
        """Put so many news into one message at most, since more were refused."""
        self._most_news = news
        await self._render_news()

    async def check_lease(self) -> None:
        """Raises LeaseLost when somebody else may be at work on the night."""
        await self._lease.check()

    def _note_shown(self, key: str, text: str | None) -> Awaitable[bool]:
        return self._tools.store.note_shown(self._id, key, text, self._lease.token)

    async def _noted(self, note: Callable[[], Awaitable[bool]]) -> None:
        patience = get_running_loop().time() + NOTE_PATIENCE
        while True:
            try:
                if await note():
                    return
            except Unavailable:
                if get_running_loop().time() > patience:
                    raise
                await asyncio.sleep(NOTE_PAUSE)
            else:
                raise LeaseLost

    # Looking

    async def _snapshot(self) -> Snapshot | None:
        snapshot = await self._tools.store.snapshot(self._id)
        if snapshot is not None:
            self._clock = (snapshot.now, get_running_loop().time())
        return snapshot

    def _known_slots(self) -> dict[ChatId, dict[str, Shown]]:
        assert self._slots is not None, "the night was not looked at"
        return self._slots

    def _recall(self, snapshot: Snapshot) -> None:
        """What was sent before the lease began; from then on only we change it, but for orphans, which come next."""
        self._slots = defaultdict(dict)
        for key, text in snapshot.shown.items():
            chat = chat_of(key)
            if chat is not None:
                self._slots[chat][key] = read_shown(text)
        group = snapshot.night.chat
        self._marks = {group: read_mark(snapshot.shown.get(mark_key(group)))}

    async def _leave_old_groups(self) -> None:
        """After a migration the messages of the old group cannot be reached any more."""
        for chat, slots in list(self._known_slots().items()):
            if chat < 0 and chat != self.night.chat:
                for key in list(slots):
                    await self.note(chat, key, None)
                del self._known_slots()[chat]

    async def _render(self, snapshot: Snapshot, is_new: bool) -> None:
        painters = self._tools.views.painters(snapshot.night)
        state = self._id, snapshot.version
        known = self._tools.painted[state] = self._tools.painted.get(state, {})
        self._wishes = {chat: Wish(self._painted(chat, painter, known, is_new)) for chat, painter in painters.items()}
        self._news = snapshot.news
        await self._render_news()

    def _painted(self, chat: ChatId, painter: Painter, known: dict[ChatId, Painted], is_new: bool) -> Painted | None:
        """The screens of a chat; None when they cannot be made: it is tried again with a new state, or after a rest."""
        if chat in known:
            return known[chat]
        unpainted, place = self._tools.unpainted, (self._id, chat)
        if unpainted.left(place) and not is_new:
            return None
        try:
            screens = known[chat] = painter()
        except Exception as error:  # noqa: BLE001 - one person's screen must not keep the others' from them
            if not unpainted.left(place):
                unpainted.failed(place)
                _log.error("a chat's screens cannot be made", night=self._id, **described(error))
            return None
        unpainted.well(place)
        return screens

    async def _render_news(self) -> None:
        group = self.night.chat
        told: Announcement | None = None
        while told is None and (news := [(at, one) for at, one in self._news if at >= self._cursor][: self._most_news]):
            cursor = news[-1][0] + 1
            try:
                screen = self._tools.views.announcement(self.night, [one for _, one in news])
            except Exception as error:  # noqa: BLE001 - news without words must not silence a whole night
                if len(news) > 1:
                    self._most_news = len(news) // 2
                    continue
                _log.error("news cannot be told", night=self._id, kind=news[0][1].kind, **described(error))
                screen = None
            if screen is None:
                await self._drop_news(cursor)
            else:
                told = Announcement(screen, self.night.topic, cursor, len(news))
        if told or group in self._wishes:
            self._wishes[group] = replace(self._wishes.get(group, NO_WISH), news=told)

    async def _drop_news(self, cursor: int) -> None:
        self._cursor = cursor
        await self._noted(lambda: self._tools.store.note_news(self._id, cursor, self._lease.token))

    def _is_urgent(self, chat: ChatId) -> bool:
        wish = self._wishes.get(chat, NO_WISH)
        screens = (wish.screens or {}).values()
        return any(screen.urgent for screen in screens) or bool(wish.news and wish.news.screen.urgent)

    def _is_closed(self, chat: ChatId) -> bool:
        """Whether nothing can be said there until the night's state changes."""
        if chat in self.shut:
            return True
        if chat < 0:
            return self.mark(chat).lost == self.night.posted
        person = self.night.person(chat)
        return person is not None and person.reachable is False
