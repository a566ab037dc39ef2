"""How a group gets its table: a new night, or the one that runs there."""

from dataclasses import dataclass
from functools import partial
from random import Random

import structlog

from core.games import FIRST_GAME
from core.night import Night, Table, step
from core.night import intents as want
from core.night.habits import table_of
from tgbot import replies
from tgbot.changes import Changes
from tgbot.inbound import Command
from tgbot.people import People
from tgbot.replies import Reply
from tgbot.store import Committed, Store, new_night_id
from tgbot.wishes import Wishes
from tgbot.words import language_of

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Openings:
    """Nights that people open; a group without habits of its own begins in `language`."""

    store: Store
    changes: Changes
    people: People
    wishes: Wishes
    language: str
    random: Random

    async def open_table(self, command: Command, update: int) -> Reply:
        """The group's table again, or a new night, with whoever opened it at the table."""
        sender = command.sender
        night_id = await self._claim(command)
        again, say = want.ShowTable(person=sender.id), partial(replies.said, command)
        done = await self.wishes.do(night_id, again, update, say, sender, aloud=True)
        if done is not None:
            return done
        join = await self.people.coming(sender)
        clock, habits = await self.store.now(night_id), await self.store.habits(command.chat)
        opened = Night(
            id=night_id,
            chat=command.chat,
            topic=command.topic,
            title=command.title,
            language=language_of(habits.language if habits else None, self.language),
            admins_only=habits is not None and habits.admins_only,
            opened_at=clock,
            tables=(table_of(habits) if habits else Table(id=1, game=FIRST_GAME),),
        )
        after = step(opened, join, clock, self.random)
        # Before the commit: an update that comes again after it does nothing any more.
        await self.store.note_person(sender.id, joined=night_id)
        for author in {rule.author for rule in after.night.tables[0].house}:
            await self.store.note_person(author, named=night_id)
        written = await self.changes.write(after, 0, str(update), {})
        await self.store.claim_chat(command.chat, command.topic, night_id)
        if isinstance(written, Committed):  # else somebody else has opened it at the same moment: the table comes
            _log.info("night opened", night=night_id, chat=command.chat)
        return {}

    async def _claim(self, command: Command) -> str:
        """The id of the chat's night: of the running one, or of one that is still to be opened."""
        chat, topic = command.chat, command.topic
        night_id = await self.store.claim_to_open(chat, topic, new_night_id())
        loaded = await self.store.load(night_id)
        if loaded is None and await self.store.is_opening(chat, topic):
            return night_id
        if loaded is not None and not loaded.night.ended_at:
            # Whoever opened that night may have died before.
            await self.store.claim_chat(chat, topic, night_id)
            return night_id
        # Whoever ended that night died before letting the chat go. Or nobody ever ended it and it is gone: then its id
        # is known from links and buttons, which must not count in another night.
        await self.store.release_chat(chat, topic, night_id)
        return await self.store.claim_to_open(chat, topic, new_night_id())
