"""What becomes of nights when their chats change: groups move, topics go, people and the bot come and leave."""

from contextlib import suppress
from dataclasses import dataclass
from random import Random

from core.ledger import PersonId
from core.night import Night, Step, step
from core.night import intents as want
from core.night.closing import closed
from tgbot.changes import Changes, keep_habits
from tgbot.store import Damaged, NewerSchema, Store


@dataclass(frozen=True)
class Chats:
    """The chats of nights, as Telegram and delivery report of them; each may be reported again."""

    store: Store
    changes: Changes
    random: Random

    # People and the bot

    async def note_private(self, person: PersonId, reachable: bool) -> None:
        """Somebody lets the bot write to them in private, or has blocked it: all their nights learn of it."""
        # Who blocks the bot after /smazat stays forgotten.
        await self.store.note_person(person, started=reachable or None, blocked=not reachable, only_known=not reachable)
        for night_id in (await self.store.person(person)).nights:
            with suppress(Damaged):
                await self.note_reachable(night_id, person, reachable)

    async def note_reachable(self, night_id: str, person: PersonId, reachable: bool) -> None:
        """The night learns whether the bot may write to somebody."""
        await self._take(night_id, want.Reachable(person=person, reachable=reachable))

    async def bot_added(self, chat: int, person: PersonId) -> None:
        """The bot is in a group now; after it was thrown out in the middle of a night, the table is shown again."""
        for night in await self.nights_in(chat, person):
            await self._take(night.id, want.ShowTable(person=person))

    async def left(self, chat: int, person: PersonId) -> None:
        """Somebody is not in the group any more; they leave all its tables, in whichever topic."""
        for night in await self.nights_in(chat, person):
            await self._take(night.id, want.LeftGroup(person=person))

    async def nights_in(self, chat: int, person: PersonId) -> list[Night]:
        """The nights of a group: the one outside of topics, and those in topics that this person has joined."""
        outside = await self.store.night_of_chat(chat, None)
        joined = (await self.store.person(person)).nights
        found = []
        for night_id in dict.fromkeys((*([outside] if outside else ()), *joined)):
            with suppress(Damaged):
                loaded = await self.store.load(night_id)
                if loaded is not None and loaded.night.chat == chat and not loaded.night.ended_at:
                    found.append(loaded.night)
        return found

    # Groups and topics

    async def move(self, old: int, new: int) -> None:
        """A group became a supergroup: its night goes on there.

        Should there be another night already, the one where nothing has happened gives way; if both have begun, the
        former one ends there, with its table of honour, so that nothing of it is lost.
        """
        moving, there = await self.store.night_of_chat(old, None), await self.store.night_of_chat(new, None)
        if moving is not None and there is not None and moving != there:
            if await self._has_begun(there):
                await self._take(moving, want.MoveChat(chat=new))
                await self._end(moving)
            else:
                await self._end(there)
                await self.store.release_chat(new, None, there)
        night_id = await self.store.move_chat(old, new)
        habits = await self.store.habits(new)
        if habits is not None and habits.house:
            await keep_habits(self.store, new, habits)
        if night_id is not None:
            await self._take(night_id, want.MoveChat(chat=new))

    async def follow(self, night_id: str, old: int, new: int) -> None:
        """This night's group became a supergroup; no chat points any more to a night that is over."""
        await self.move(old, new)
        await self._take(night_id, want.MoveChat(chat=new))

    async def leave_topic(self, night_id: str) -> None:
        """The night's topic is closed or gone: it goes on outside of topics, unless another night is there."""
        loaded = await self.store.load(night_id)
        if loaded is None or loaded.night.topic is None:
            return
        chat, topic = loaded.night.chat, loaded.night.topic
        if await self.store.claim_chat(chat, None, night_id) == night_id:
            await self._take(night_id, want.MoveChat(chat=chat))
            await self.store.release_chat(chat, topic, night_id)

    async def give_way(self, night_id: str) -> None:
        """A night that was put back goes on in its chat, or ends, with its table of honour, when another is there."""
        with suppress(Damaged, NewerSchema):
            loaded = await self.store.load(night_id)
            if loaded is None or loaded.night.ended_at:
                return
            chat, topic = loaded.night.chat, loaded.night.topic
            there = await self.store.claim_chat(chat, topic, night_id)
            if there == night_id:
                return
            other = await self.store.load(there)
            if other is not None and not other.night.ended_at:
                await self._end(night_id)
            else:
                await self.store.release_chat(chat, topic, there)
                await self.store.claim_chat(chat, topic, night_id)

    async def _has_begun(self, night_id: str) -> bool:
        """Whether cards were dealt or somebody owed something."""
        loaded = await self.store.load(night_id)
        return loaded is not None and bool(loaded.night.games or loaded.night.books.last)

    async def _end(self, night_id: str) -> None:
        def ended(night: Night, now: int) -> Step:
            return Step(night=night) if night.ended_at else closed(night, now)

        await self.changes.quietly(night_id, ended)

    async def _take(self, night_id: str, intent: want.Intent) -> None:
        await self.changes.quietly(night_id, lambda night, now: step(night, intent, now, self.random))
