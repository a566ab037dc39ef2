"""From the wish to the commit: load the night, take its step, write it down.

Whatever happens in between (a lost race, a repeated delivery, a crash), an update changes a night at most once.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import structlog

from core.highlights import LONGEST_LOG, just_ended, told_of
from core.night import Declined, Night, Step
from core.night.forget import NAMELESS
from core.night.habits import Habits, habits_of
from tgbot.metrics import COMMITS
from tgbot.replies import Reply
from tgbot.store import Commit, Committed, Conflict, Loaded, Repeated, Store
from tgbot.views import announced

ATTEMPTS = 5
"""So often a lost race is tried again before the update is given back to Telegram, which delivers it anew."""


_log = structlog.get_logger(__name__)


class Busy(Exception):
    """The night changed under every attempt; the update has to come again."""


class Changes:
    """Changes of nights; `changed` is called with the id of every night that this process has just written."""

    def __init__(self, store: Store, changed: Callable[[str], None]) -> None:
        self._store = store
        self._changed = changed
        self._queues: dict[str, tuple[asyncio.Lock, int]] = {}

    async def make(
        self,
        night_id: str,
        change: Callable[[Night, int], Step],
        reply: Callable[[Night, Step | Declined], Reply],
        update: int | None,
    ) -> Reply | None:
        """Load, step, commit, and again when somebody else was faster."""
        key = None if update is None else str(update)
        async with self._queue(night_id):
            for _ in range(ATTEMPTS):
                loaded = await self._store.load(night_id, key)
                if loaded is None:
                    return None
                if loaded.repeated is not None:
                    await self._follow(loaded.night)
                    return _stored(loaded.repeated)
                try:
                    after = change(loaded.night, loaded.now)
                    said = reply(loaded.night, after)
                except Declined as why:
                    after, said = Step(night=why.night or loaded.night), reply(loaded.night, why)
                if after == Step(night=loaded.night):
                    return said
                after = await self._with_highlights(loaded, after)
                done = await self.write(after, loaded.version, key, said)
                if isinstance(done, Committed):
                    _note(loaded.night, after.night)
                    await self._remember(loaded.night, after.night)
                    return said
        raise Busy(night_id)

    async def quietly(self, night_id: str, change: Callable[[Night, int], Step]) -> None:
        """A change that nobody waits to be told of."""
        await self.make(night_id, change, lambda *_: {}, None)

    async def write(
        self, after: Step, version: int, update: str | None, said: Reply
    ) -> Committed | Repeated | Conflict:
        """Commit a step that was made from this version of the night."""
        night = after.night
        done = await self._store.commit(
            Commit(
                night=night,
                expected=version,
                update=update,
                answer=json.dumps(said, ensure_ascii=False),
                entries=after.entries,
                news=tuple(fact for fact in after.news if announced(fact)),
                log=after.log,
                by_tap=said.get("method") == "answerCallbackQuery",
            )
        )
        COMMITS.labels(type(done).__name__.lower()).inc()
        if isinstance(done, Committed):
            self._changed(night.id)
            await self._let_go(night)
        return done

    async def _with_highlights(self, loaded: Loaded, after: Step) -> Step:
        """The step, and news of what was remarkable about the games that end with it.

        The log may be younger than the night before, and make no game with this step: then the night has another
        version, and nothing is committed.
        """
        over = just_ended(loaded.night, after.night)
        if not over:
            return after
        log = (*await self._store.log(after.night.id, LONGEST_LOG), *after.log)
        try:
            told = [news for table, result in over for news in told_of(table, result, log)]
        except Exception:  # noqa: BLE001 - a game that a release before ours has begun by other rules has to end as well
            now = await self._store.load(after.night.id)
            if now is not None and now.version == loaded.version:
                _log.exception("nothing told of a game", night=after.night.id)
            return after
        return replace(after, news=(*after.news, *told))

    async def _follow(self, night: Night) -> None:
        """All that follows from a commit, once more: whoever made it may have died before."""
        if not night.ended_at:
            # What the group has chosen since the end of a night counts, and not again what it had before.
            await keep_habits(self._store, night.chat, habits_of(night))
        await self._let_go(night)

    async def _let_go(self, night: Night) -> None:
        """A night that is over has no claim to its chat any more."""
        if night.ended_at:
            await self._store.release_chat(night.chat, night.topic, night.id)

    async def _remember(self, before: Night, after: Night) -> None:
        """The group's next night begins with what was chosen in this one (N16)."""
        habits = habits_of(after)
        if habits != habits_of(before):
            await keep_habits(self._store, after.chat, habits)

    @asynccontextmanager
    async def _queue(self, night_id: str) -> AsyncIterator[None]:
        # Only spares lost races within this process: what keeps a night right is the version check of the commit.
        lock, waiting = self._queues.get(night_id, (asyncio.Lock(), 0))
        self._queues[night_id] = (lock, waiting + 1)
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._queues[night_id]
            if waiting > 1:
                self._queues[night_id] = (lock, waiting - 1)
            else:
                del self._queues[night_id]


def _note(before: Night, after: Night) -> None:
    """The milestones of a night, in the log."""
    for table in after.tables:
        earlier = before.table(table.id)
        was, now = earlier.round if earlier else None, table.round
        if was is not None and (now is None or now.number != was.number):
            _log.info("game over", night=after.id, table=table.id, game=was.number, plays=was.game)
        if now is not None and (was is None or now.number != was.number):
            seats = len(now.players)
            _log.info("game dealt", night=after.id, table=table.id, game=now.number, plays=now.game, seats=seats)
    if after.ended_at and not before.ended_at:
        _log.info("night ended", night=after.id, games=after.games)


def _stored(reply: str) -> Reply:
    return dict(json.loads(reply)) if reply else {}


async def keep_habits(store: Store, chat: int, habits: Habits) -> None:
    """Keep what a group plays out of habit; whoever made a rule of it can be forgotten there later (N12)."""
    await store.keep_habits(chat, habits)
    for author in {rule.author for rule in habits.house if rule.author < NAMELESS}:
        await store.note_person(author, wrote=chat)
