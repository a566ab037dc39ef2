"""One chat: step by step, each call and what to make of its answer."""

from collections.abc import Awaitable
from dataclasses import replace
from math import ceil

import structlog

from tgbot.delivery import answers
from tgbot.delivery.answers import Answer
from tgbot.delivery.lease import LeaseLost
from tgbot.delivery.plan import (
    Announce,
    Delete,
    Edit,
    Forget,
    Later,
    Post,
    Step,
    Strip,
    is_table,
    is_urgent,
)
from tgbot.delivery.ports import ChatId
from tgbot.delivery.scene import Scene, Tools
from tgbot.delivery.shown import slot_key
from tgbot.delivery.trouble import attempt, described
from tgbot.store import Unavailable

_log = structlog.get_logger(__name__)


class Chat:
    """Brings one chat to what the scene shows, whose state may change meanwhile: each step follows the latest."""

    def __init__(self, scene: Scene, tools: Tools, chat: ChatId) -> None:
        self._scene = scene
        self._tools = tools
        self._chat = chat
        self.stopping = False
        self.is_settling = False
        """Whether it notes what came of a call."""
        self.version = 0

    async def serve(self) -> int | None:
        """Do all that can be done now; when there is more to do (server's ms), None for nothing.

        That holds for the state of the night that is `version`. A chat that fails rests, and the others go on. Raises
        LeaseLost and Unavailable.
        """
        try:
            return await self._serve()
        except (LeaseLost, Unavailable):
            raise
        except Exception as error:  # noqa: BLE001 - see above
            _log.error("a chat cannot be served", night=self._scene.night.id, **described(error))
            return self._scene.now() + await self._pause(self._tools.pauses.failed(self._chat))

    async def _serve(self) -> int | None:
        while not self.stopping:
            self.version = self._scene.version
            step = self._scene.next_step(self._chat)
            if step is None:
                return None
            if isinstance(step, Later):
                return step.at
            wait = await self._wait(step)
            # The state may have changed while we asked: the latest is what is said.
            if not wait and self._scene.next_step(self._chat) == step:
                await self._scene.check_lease()
                answer = await self._call(step)
                self.is_settling = True
                wait = await self._settle(step, answer)
                self.is_settling = False
            if wait:
                return self._scene.now() + wait
        return self._scene.now()

    async def _wait(self, step: Step) -> int:
        """Ms until Telegram's limits let this step through. Deleting is free, but not while the chat is paused."""
        match step:
            case Forget():
                return 0
            case Delete():
                return await self._tools.limiter.paused(self._chat)
            case _:
                return await self._tools.limiter.take(self._chat, self._chat < 0, is_urgent(step))

    async def _call(self, step: Step) -> Answer:
        telegram, chat = self._tools.telegram, self._chat
        match step:
            case Post(slot, screen):
                return await telegram.send(chat, self._scene.topic(chat, slot.topic), screen)
            case Edit(_, screen, message_id):
                return await telegram.edit(chat, message_id, screen)
            case Announce(news):
                return await telegram.send(chat, self._scene.topic(chat, news.topic), news.screen)
            case Strip(_, message_id, text):
                return await telegram.strip(chat, message_id, text)
            case Delete(_, message_ids):
                return await telegram.delete(chat, message_ids)
            case Forget():
                return answers.Ok()

    async def _settle(self, step: Step, answer: Answer) -> int:
        """Note what came of a call; ms to wait before the next one."""
        scene, chat = self._scene, self._chat
        match answer:
            case answers.RetryAfter(seconds):
                return await self._pause(seconds)
            case answers.Unclear(reason):
                if not self._tools.pauses.is_failing(chat):
                    _log.warning("no clear answer from telegram", night=scene.night.id, step=_kind(step), reason=reason)
                return await self._pause(self._tools.pauses.failed(chat))
            case answers.Blocked():
                # What was shown counts as replaced, so that it is sent anew once the person is back.
                for key, shown in scene.slots(chat).items():
                    await scene.note(chat, key, shown.shelved())
                return await self._report("unreachable", self._tools.hooks.unreachable(scene.night.id, chat))
            case answers.Kicked():
                _log.info("the bot is not in the group of a night any more", night=scene.night.id)
                await scene.note_mark(chat, replace(scene.mark(chat), lost=scene.night.posted))
            case answers.Migrated(new_chat):
                return await self._report("migrated", self._tools.hooks.migrated(scene.night.id, chat, new_chat))
            case answers.TopicGone() if scene.mark(chat).homeless:
                return await self._pause(answers.MUTED_PAUSE)
            case answers.TopicGone():
                # The evening goes on in the group's general topic: people are in the middle of a game.
                await scene.note_mark(chat, replace(scene.mark(chat), homeless=True))
                await attempt(self._tools.hooks.topic_gone(scene.night.id), scene.night.id, "topic_gone")
            case _:
                self._tools.pauses.well(chat)
                if isinstance(answer, answers.Rejected):
                    reason = answer.reason
                    _log.error("telegram refuses", night=scene.night.id, step=_kind(step), reason=reason)
                await self._note(step, answer)
        return 0

    async def _pause(self, seconds: float) -> int:
        ms = ceil(seconds * 1000)
        await self._tools.limiter.pause(self._chat, ms)
        return ms

    async def _report(self, what: str, report: Awaitable[None]) -> int:
        """Let the night know that this chat is closed; ms until that is tried again, 0 when it worked."""
        self._scene.shut.add(self._chat)
        if await attempt(report, self._scene.night.id, what):
            return 0
        return ceil(self._tools.pauses.failed(self._chat) * 1000)

    async def _note(self, step: Step, answer: Answer) -> None:
        scene, chat = self._scene, self._chat
        done = isinstance(answer, answers.Ok | answers.NotModified)
        match step:
            case Post(slot, screen):
                key = slot_key(slot)
                shown = scene.shown(chat, key)
                if isinstance(answer, answers.Ok):
                    place = self._place(answer.message_id)
                    keeps_old = is_table(slot.name)
                    shown = shown.posted(screen, answer.message_id, scene.now(), place, keeps_old=keeps_old)
                    await scene.note(chat, key, shown)
                    self._tools.latest[chat] = answer.message_id
                    await self._mark_group(place)
                else:
                    await scene.note(chat, key, shown.given_up(screen))
            case Edit(slot, screen):
                key = slot_key(slot)
                shown = scene.shown(chat, key)
                if done:
                    await scene.note(chat, key, shown.changed(screen, scene.now()))
                elif isinstance(answer, answers.Gone):
                    await scene.note(chat, key, shown.vanished())
                else:
                    await scene.note(chat, key, shown.given_up(screen))
            case Announce(news):
                if isinstance(answer, answers.Ok):
                    await scene.note_told(news.cursor)
                    await self._mark_group(self._place(answer.message_id), told_at=scene.now())
                elif news.size > 1:
                    await scene.tell_fewer(news.size // 2)
                else:
                    await scene.note_told(news.cursor)
            case Delete(key, message_ids) if isinstance(answer, answers.Gone):
                await scene.note(chat, key, scene.shown(chat, key).undeletable(message_ids))
            case Delete(key, message_ids):
                await scene.note(chat, key, scene.shown(chat, key).without(message_ids))
            case Strip(key, message_id):
                await scene.note(chat, key, scene.shown(chat, key).without((message_id,)))
            case Forget(key):
                await scene.note(chat, key, None)

    def _place(self, message_id: int) -> int:
        """The place of a new message in the chat."""
        return message_id if self._scene.counts_ids(self._chat) else self._scene.mark(self._chat).place + 1

    async def _mark_group(self, place: int, told_at: int | None = None) -> None:
        if self._chat < 0:
            before = self._scene.mark(self._chat)
            told_at = before.told_at if told_at is None else told_at
            await self._scene.note_mark(self._chat, replace(before, place=place, told_at=told_at))


def _kind(step: Step) -> str:
    return type(step).__name__
