"""The use cases: what an update wants, done, and what to answer to it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from core.ledger import PersonId
from core.night import Night
from core.night import intents as want
from core.night.house import try_out
from core.night.settings import OF_SETTINGS, needs_an_admin
from tgbot import inbound, own_data, replies
from tgbot.buttons import intent_of
from tgbot.changes import Changes
from tgbot.chats import Chats
from tgbot.commands import Commands
from tgbot.floods import wants_papers
from tgbot.inbound import Command, Heard, Tapped
from tgbot.languages import Languages
from tgbot.offers import is_first_question, is_numberless
from tgbot.openings import Openings
from tgbot.people import People
from tgbot.replies import Reply
from tgbot.rulings import GroupMoved, Unsaid, may_confirm
from tgbot.small_talk import SmallTalk
from tgbot.spelling import command_called
from tgbot.store import Damaged, Store
from tgbot.talk import NotMeant, wanted
from tgbot.taps import Kind, Tap
from tgbot.views import own_data as say_of_data
from tgbot.views import texts
from tgbot.views.akcni.making import spelled_out
from tgbot.views.answers import Answer
from tgbot.views.disputes import not_an_admin
from tgbot.views.settings import NO_NIGHT
from tgbot.wishes import Wishes
from tgbot.words import Words

ONLY_WITH_A_SLASH = ("odejit", "konec")
"""Commands that others would feel: a word that may be chatter does not say them."""


@dataclass(frozen=True)
class Hooks:
    """What the service asks of a chat, and what it reports.

    `is_admin(chat, person)`: whether they rule the chat, GroupMoved when it has another id, Unsaid when Telegram does
    not say. `seen(night_id, chat,
    message)`: somebody wrote in the group of a night. `pressed(night_id, chat, message)`: a button of this message was
    pressed. `may_write(night_id, chat)`: the bot may write in the group of a night again. `is_replaced(night_id,
    person, message)`: a newer screen stands below this one in the private chat.
    """

    is_admin: Callable[[int, PersonId], Awaitable[bool]]
    seen: Callable[[str, int, int], Awaitable[None]]
    pressed: Callable[[str, int, int], None]
    may_write: Callable[[str, int], Awaitable[None]]
    is_replaced: Callable[[str, PersonId, int], Awaitable[bool]]


class Service:
    """The use cases of the bot of this name, which speaks `language` to whom no other is known of."""

    def __init__(
        self, store: Store, changes: Changes, chats: Chats, bot: str, language: str, random: Random, hooks: Hooks
    ) -> None:
        self._store = store
        self._chats = chats
        self._language = language
        self._random = random
        self._hooks = hooks
        self._trying: set[str] = set()
        self._people = People(store, bot, language)
        self._wishes = Wishes(changes, self._people, random)
        openings = Openings(store, changes, self._people, self._wishes, language, random)
        self._languages = Languages(store, self._people, self._wishes, hooks.is_admin)
        self._talk = SmallTalk(self._people, self._wishes)
        self._commands = Commands(
            store, bot, self._people, self._wishes, openings, self._languages, self._talk, hooks.seen
        )

    async def hear(self, heard: Heard, update: int) -> Reply:
        """Do what an update wants; Busy or Unavailable when it has to be delivered again."""
        match heard:
            case Tapped():
                return await self._tapped(heard, update)
            case Command():
                return await self._obeyed(heard, update)
            case inbound.Text(private=True):
                return await self._in_words(heard, update)
            case inbound.Text():
                return await self._overheard(heard, update)
            case inbound.Nameless(chat=chat, topic=topic):
                return replies.message(chat, texts.nameless(await self._people.words_in(chat, topic)), topic)
            case inbound.Reachability(sender=sender, reachable=reachable):
                await self._chats.note_private(sender.id, reachable)
            case inbound.Added(chat=chat, sender=sender):
                await self._chats.bot_added(chat, sender.id)
                return replies.message(chat, texts.hello_group(await self._people.words_in(chat, None)))
            case inbound.Left(chat=chat, sender=sender):
                await self._chats.left(chat, sender.id)
            case inbound.Moved(old=old, new=new):
                await self._chats.move(old, new)
            case inbound.Unmuted(chat=chat, sender=sender):
                for night in await self._chats.nights_in(chat, sender.id):
                    await self._hooks.may_write(night.id, chat)
            case inbound.Removed():
                pass
        return {}

    async def put_aside(self, update: Mapping[str, Any], fault: Mapping[str, str]) -> None:
        """Keep an update that met a fault of ours: it can be looked into, and sent again once that is mended."""
        await self._store.put_aside({"when": await self._store.now(), **fault, "update": update})

    def sorry(self, heard: Heard) -> Reply:
        """What is said to somebody whose wish met a fault of ours."""
        return self._told(heard, texts.sorry)

    def slower(self, heard: Heard) -> Reply:
        """What is said, once, to somebody who taps too fast, or wants files and gets none.

        To other words nothing is: it would be more of them.
        """
        return {} if isinstance(heard, Command) and not wants_papers(heard) else self._told(heard, texts.slower)

    def _told(self, heard: Heard, text: Callable[[Words], str]) -> Reply:
        """These words to a tap or a command, without a look into the store."""
        match heard:
            case Tapped(sender=sender, query=query):
                return replies.popup(query, Answer(text(self._people.words_of(sender))))
            case Command(sender=sender):
                return replies.reply(heard, text(self._people.words_of(sender)))
        return {}

    # Words

    async def _in_words(self, said: inbound.Text, update: int) -> Reply:
        """Words to the bot: what they want is done, and one's own screen comes below them."""
        night = await self._people.night_of(said.sender.id)
        if night is not None:
            with suppress(NotMeant):
                meant, say = partial(wanted, said=said), partial(replies.answered, said)
                return await self._wishes.do(night.id, meant, update, say, said.sender, private=True, anew=True) or {}
        named = command_called(said.text)
        if named is not None and named not in ONLY_WITH_A_SLASH:
            command = Command(
                said.sender, named, argument="", chat=said.chat, private=True, topic=None, title="", message=0
            )
            return await self._commands.obey(command, update)
        return await self._talk.answer(said, update)

    async def _overheard(self, said: inbound.Text, update: int) -> Reply:
        """Words in the group: whatever they want is done and seen at the table; why not, is said to whoever asked."""
        night_id = await self._store.night_of_chat(said.chat, said.topic)
        if night_id is None:
            return {}
        await self._hooks.seen(night_id, said.chat, said.message)
        with suppress(NotMeant, Damaged):
            say = partial(replies.refused_words, said)
            return (
                await self._wishes.do(night_id, partial(wanted, said=said), update, say, said.sender, aloud=True) or {}
            )
        return {}

    async def _obeyed(self, command: Command, update: int) -> Reply:
        """A command, in whatever chat its group has become."""
        try:
            return await self._commands.obey(command, update)
        except GroupMoved as moved:
            await self._chats.move(moved.old, moved.new)
            return await self._obeyed(replace(command, chat=moved.new), update)
        except Unsaid:
            spoken = await self._people.words_in(command.chat, command.topic, command.sender)
            return replies.reply(command, texts.telegram_is_busy(spoken))

    # Taps

    async def _tapped(self, tapped: Tapped, update: int) -> Reply:
        tap, intent = tapped.tap, intent_of(tapped)
        if tap is not None and tap.kind is Kind.FORGET:
            says_no = tap.arguments == ("no",)
            return await (self._refused(tapped, say_of_data.kept) if says_no else self._forgotten(tapped))
        if tap is None or intent is None:
            return await self._refused(tapped, texts.unknown_button)
        try:
            if tap.night == NO_NIGHT:
                return replies.popup(tapped.query, Answer(await self._languages.chosen(tapped, intent)))
            return await self._wished(tapped, tap, intent, update)
        except Damaged:
            return await self._refused(tapped, texts.damaged, alert=True)
        except GroupMoved as moved:
            await self._chats.follow(tap.night, moved.old, moved.new)
            chat = moved.new if tapped.chat == moved.old else tapped.chat
            return await self._tapped(replace(tapped, chat=chat), update)
        except Unsaid:
            return await self._refused(tapped, texts.telegram_is_busy, alert=True)

    async def _wished(self, tapped: Tapped, tap: Tap, intent: want.Intent, update: int) -> Reply:
        """What a button wants of its night, with what only the store and time can add to it."""
        if tapped.chat and tapped.message and not tap.stays:
            self._hooks.pressed(tap.night, tapped.chat, tapped.message)
        why_not = await self._against(tapped, tap, intent)
        if why_not is not None:
            return await self._refused(tapped, why_not, alert=why_not is not texts.old_button)
        match intent:
            case want.Join(table=table):
                intent = await self._people.coming(tapped.sender, table)
            case want.MakeRule(verb=want.Making.DONE):
                if tap.night in self._trying:
                    return await self._refused(tapped, texts.being_tried)
                intent = await self._tried(tap.night, intent)
        done = await self._wishes.do(
            tap.night,
            partial(_with_ready_rule, intent),
            update,
            lambda told, _: replies.popup(tapped.query, told),
            tapped.sender,
            tapped,
        )
        if done is None:
            return await self._refused(tapped, texts.night_over)
        await self._remember(tap.night, intent)
        return done

    async def _forgotten(self, tapped: Tapped) -> Reply:
        """Whoever tapped is forgotten, unless they play (N12)."""
        spoken = await self._people.words_for(tapped.sender)
        done_so = await own_data.forget(self._store, tapped.sender.id)
        words = say_of_data.forgotten(spoken) if done_so else say_of_data.not_in_a_game(spoken)
        return replies.popup(tapped.query, Answer(words, alert=True))

    async def _against(self, tapped: Tapped, tap: Tap, intent: want.Intent) -> Callable[[Words], str] | None:
        """Why a tap is not even tried: its screen was replaced, or it takes an administrator."""
        if await self._is_old(tapped, tap):
            return texts.old_button
        if not await self._may(tap.night, intent):
            return texts.admins_only
        if not isinstance(intent, want.ConfirmRuling):
            return None
        allowed = await may_confirm(self._store, self._hooks.is_admin, tap.night, intent)
        return None if allowed else not_an_admin

    async def _is_old(self, tapped: Tapped, tap: Tap) -> bool:
        """Whether a newer screen has replaced that of a button without a question: old words would cost cards (P24)."""
        message = tapped.message if tapped.chat == tapped.sender.id and is_numberless(tap) else None
        if not message or not await self._hooks.is_replaced(tap.night, tapped.sender.id, message):
            return False
        loaded = await self._store.load(tap.night)
        return loaded is None or not is_first_question(loaded.night, tap)

    async def _refused(self, tapped: Tapped, text: Callable[[Words], str], *, alert: bool = False) -> Reply:
        """A popup that no night has to say, in the language that they have chosen."""
        return replies.popup(tapped.query, Answer(text(await self._people.words_for(tapped.sender)), alert=alert))

    async def _remember(self, night_id: str, intent: want.Intent) -> None:
        """What of a tap outlives its night."""
        match intent:
            case want.SetLanguage(person=person_id, language=language):
                await self._store.note_person(person_id, speaks=language or "")
            case want.Join(person=person_id) | want.ChooseCare(person=person_id):
                # As the night has it by now: a tap from elsewhere seats nobody, an old button chooses nothing (N13).
                loaded = await self._store.load(night_id)
                person = None if loaded is None else loaded.night.person(person_id)
                if person is not None and isinstance(intent, want.Join):
                    await self._store.note_person(person_id, joined=night_id)
                elif person is not None:
                    await self._store.note_person(person_id, care=person.care)

    async def _tried(self, night_id: str, intent: want.MakeRule) -> want.MakeRule:
        """A rule is tried before it counts, by games that take seconds: beside everything else, and once (N17)."""
        self._trying.add(night_id)
        try:
            loaded = await self._store.load(night_id)
            if loaded is None:
                return intent
            seed = self._random.getrandbits(64)
            return replace(intent, fault=await asyncio.to_thread(try_out, loaded.night, intent, seed))
        finally:
            self._trying.discard(night_id)

    async def _may(self, night_id: str, intent: want.Intent) -> bool:
        """Whether they may change what they want to change, as Telegram knows the group's administrators."""
        if not isinstance(intent, OF_SETTINGS):
            return True
        loaded = await self._store.load(night_id)
        if loaded is None or loaded.night.ended_at or not needs_an_admin(loaded.night, intent):
            return True
        if loaded.night.table_of(intent.person) is None:
            return True  # the night refuses it; Telegram need not be asked
        return await self._hooks.is_admin(loaded.night.chat, intent.person)


def _with_ready_rule(intent: want.Intent, night: Night) -> want.Intent:
    """The intent, with the rule of the catalogue that it may be about in the group's words."""
    return spelled_out(intent, night.language) if isinstance(intent, want.MakeRule) else intent
