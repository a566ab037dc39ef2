"""Whom the bot talks to: in which language, of which night, and whether it reaches them."""

from contextlib import suppress
from dataclasses import dataclass

from core.ledger import PersonId
from core.night import Night
from core.night import intents as want
from tgbot.inbound import Sender
from tgbot.store import Damaged, Store
from tgbot.views.frame import Frame, frame
from tgbot.words import Words, language_of, speak


@dataclass(frozen=True)
class People:
    """What the store knows of people, to whom the bot of this name speaks `language` unless they have another."""

    store: Store
    bot: str
    language: str

    async def reaches(self, person: PersonId) -> bool:
        """Whether the bot may write to somebody in private, as far as it knows."""
        known = await self.store.person(person)
        return known.started and not known.blocked

    async def coming(self, sender: Sender, table: int | None = None) -> want.Join:
        """The wish to sit down, at a table if they said which, with what is known of them from other nights."""
        known = await self.store.person(sender.id)
        return want.Join(
            person=sender.id,
            name=sender.name,
            language=sender.language,
            reachable=known.started and not known.blocked,
            table=table,
            speaks=known.speaks,
            care=known.care,
        )

    async def speaks(self, person: PersonId) -> str | None:
        """The language that somebody has chosen, in whatever night."""
        return (await self.store.person(person)).speaks

    async def words_for(self, sender: Sender) -> Words:
        """In the language that they have chosen, or else in that of their Telegram."""
        return speak(language_of(await self.speaks(sender.id) or sender.language, self.language))

    async def words_in(self, chat: int, topic: int | None, sender: Sender | None = None) -> Words:
        """In the group's language, as everybody reads it: its night's or the one it keeps; before there is one, in that
        of `sender`."""
        night_id = await self.store.night_of_chat(chat, topic)
        if night_id is not None:
            with suppress(Damaged):
                loaded = await self.store.load(night_id)
                if loaded is not None:
                    return speak(loaded.night.language)
        habits = await self.store.habits(chat)
        if habits is not None and habits.language is not None:
            return speak(habits.language)
        return speak(self.language) if sender is None else await self.words_for(sender)

    def words_of(self, sender: Sender) -> Words:
        """In the language of their Telegram: what has to be said without the store."""
        return speak(language_of(sender.language, self.language))

    def frame(self, night: Night, sender: Sender) -> Frame:
        """The night as they are told of it."""
        person = night.person(sender.id)
        chosen = person.speaks if person is not None else None
        return frame(night, language_of(chosen or sender.language, self.language), self.bot)

    def frame_for_all(self, night: Night) -> Frame:
        """The night as its group is told of it."""
        return frame(night, night.language, self.bot)

    async def last_evening(self, person: PersonId, chat: int) -> Night | None:
        """The last night that somebody took part in, if it was in this group and is over."""
        record = await self.store.person(person)
        latest = max(record.nights, key=lambda night_id: record.nights[night_id], default=None)
        if latest is None:
            return None
        with suppress(Damaged):
            loaded = await self.store.load(latest)
            if loaded is not None and loaded.night.ended_at and loaded.night.chat == chat:
                return loaded.night
        return None

    async def night_of(self, person: PersonId) -> Night | None:
        """The night that somebody joined last, of those that still run: rather one that they have not left."""
        left: Night | None = None
        record = await self.store.person(person)
        for night_id, _ in sorted(record.nights.items(), key=lambda item: -item[1]):
            try:
                loaded = await self.store.load(night_id)
            except Damaged:
                continue
            if loaded is None or loaded.night.ended_at:
                continue
            if loaded.night.table_of(person) is not None:
                return loaded.night
            left = left or loaded.night
        return left
