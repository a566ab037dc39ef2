"""Which language is spoken with somebody, and in a group: at an open table, and where there is none."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

from core.games import FIRST_GAME
from core.ledger import PersonId
from core.night import intents as want
from core.night.habits import Habits
from core.night.settings import needs_an_admin
from tgbot import replies
from tgbot.inbound import Command, Sender, Tapped
from tgbot.people import People
from tgbot.replies import Reply
from tgbot.store import Store
from tgbot.views import texts
from tgbot.views.settings import language_chosen
from tgbot.wishes import Wishes
from tgbot.words import Words, speak


@dataclass(frozen=True)
class Languages:
    """Choices of a language; `is_admin` says whether somebody rules a chat."""

    store: Store
    people: People
    wishes: Wishes
    is_admin: Callable[[int, PersonId], Awaitable[bool]]

    async def named(self, command: Command, language: str, update: int) -> Reply:
        """A language that was named with the command: one's own in private, the group's in the group."""
        return await (self._own if command.private else self._of_group)(command, language, update)

    async def _own(self, command: Command, language: str, update: int) -> Reply:
        sender = command.sender
        night = await self.people.night_of(sender.id)
        if night is not None:
            intent = want.SetLanguage(person=sender.id, language=language)
            await self.wishes.do(night.id, intent, update, lambda *_: {}, sender)
        return replies.reply(command, await self._keep_own(sender, language))

    async def _of_group(self, command: Command, language: str, update: int) -> Reply:
        sender, chat = command.sender, command.chat
        night_id = await self.store.night_of_chat(chat, command.topic)
        loaded = None if night_id is None else await self.store.load(night_id)
        if loaded is None:
            spoken = await self.people.words_in(chat, command.topic, sender)
            return replies.reply(command, await self._keep_for_group(chat, sender, language, spoken))
        intent = want.SetGroupLanguage(person=sender.id, language=language)
        if needs_an_admin(loaded.night, intent) and not await self.is_admin(chat, sender.id):
            spoken = await self.people.words_in(chat, command.topic, sender)
            return replies.reply(command, texts.admins_only(spoken))
        say = partial(replies.said, command)
        return await self.wishes.do(loaded.night.id, intent, update, say, sender, aloud=True) or {}

    async def chosen(self, tapped: Tapped, intent: want.Intent) -> str:
        """A language that was tapped where no table is open: it is kept with the person, or for the group's next night;
        what to say to that."""
        sender, chat = tapped.sender, tapped.chat
        if isinstance(intent, want.SetLanguage):
            return await self._keep_own(sender, intent.language)
        spoken = await self.people.words_for(sender)
        if not isinstance(intent, want.SetGroupLanguage) or chat is None or chat == sender.id:
            return texts.unknown_button(spoken)
        if await self.store.night_of_chat(chat, tapped.topic) is not None:
            return texts.old_button(spoken)
        return await self._keep_for_group(chat, sender, intent.language, spoken)

    async def _keep_own(self, sender: Sender, language: str | None) -> str:
        """Keep what somebody reads, None: as their Telegram does; what to say to that, in this language."""
        await self.store.note_person(sender.id, speaks=language or "")
        return language_chosen(await self.people.words_for(sender), private=True)

    async def _keep_for_group(self, chat: int, sender: Sender, language: str, spoken: Words) -> str:
        """Keep what the group reads in its next nights; what to say to that, or in `spoken` why they may not."""
        habits = await self.store.habits(chat) or Habits(game=FIRST_GAME)
        if habits.admins_only and not await self.is_admin(chat, sender.id):
            return texts.admins_only(spoken)
        await self.store.keep_habits(chat, replace(habits, language=language))
        return language_chosen(speak(language), private=False)
