"""The use cases: what an update wants, done, and what to answer to it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom
from typing import Any, TypeAlias

import structlog

from core.ledger import PersonId
from core.night import Decline, Declined, Menu, Night, Step, Table, bots, step
from core.night import intents as want
from core.night.clock import OUTAGE, deadline
from core.night.dry import closed
from core.night.habits import Habits, table_of
from core.night.house import try_out
from core.night.settings import OF_SETTINGS, needs_an_admin
from tgbot import inbound, own_data, papers, replies
from tgbot.bottles import read_bottle
from tgbot.changes import Changes, keep_habits
from tgbot.inbound import Command, Heard, Sender, Tapped
from tgbot.metrics import LATENESS
from tgbot.offers import check_offer, is_short_lived
from tgbot.replies import Reply, Say
from tgbot.rulings import GroupMoved, dispute_of, may_confirm, rulings_of
from tgbot.screens import Button
from tgbot.store import Conflict, Damaged, Store, new_night_id
from tgbot.talk import NotMeant, bottle_of, wanted
from tgbot.taps import Kind, Tap
from tgbot.views import frame, texts
from tgbot.views import own_data as say_of_data
from tgbot.views.akcni.making import spelled_out
from tgbot.views.answers import Answer, answer, declined
from tgbot.views.board import board, correct_row
from tgbot.views.care import way_home
from tgbot.views.disputes import not_an_admin, rulings_text
from tgbot.views.frame import Frame, deep_link
from tgbot.views.settings import NO_NIGHT, language_chosen, languages_without_night
from tgbot.words import Words, language_of, speak

FIRST_GAME = "smidary"
OF_A_SCREEN = (want.ShowHand, want.OpenMenu, want.Mark)
"""What is about one's own screen, which only those at a table have."""
IN_PRIVATE = ("karty", "zdravi", "zasoby", "piju", "hrac", "nastaveni", "jazyk")
"""Commands that are answered in the private chat, wherever they are given."""

Meant: TypeAlias = Callable[[Night], want.Intent]

_log = structlog.get_logger(__name__)


class Service:
    """The use cases.

    `changed` is called with the id of every night that this process has just written, `is_admin` is asked whether
    somebody rules a chat, `seen` is told of every message of people in the group of a night, `pressed` of every message
    whose button was pressed: night, chat, message; `may_write` when the bot may write in the group of a night again.
    """

    def __init__(
        self,
        store: Store,
        bot: str,
        default_language: str,
        changed: Callable[[str], None],
        random: Random | None = None,
        is_admin: Callable[[int, PersonId], Awaitable[bool]] | None = None,
        seen: Callable[[str, int, int], Awaitable[None]] | None = None,
        pressed: Callable[[str, int, int], None] | None = None,
        may_write: Callable[[str, int], Awaitable[None]] | None = None,
    ) -> None:
        self._store = store
        self._bot = bot
        self._default_language = default_language
        self._changes = Changes(store, changed)
        self._is_admin = is_admin or _nobody
        self._seen = seen
        self._pressed = pressed
        self._may_write = may_write
        self._random = random or SystemRandom()

    async def hear(self, heard: Heard, update: int) -> Reply:
        """Do what an update wants; Busy or Unavailable when it has to be delivered again."""
        match heard:
            case Tapped():
                return await self._tapped(heard, update)
            case Command():
                return await self._command(heard, update)
            case inbound.Text(private=True):
                return await self._in_words(heard, update)
            case inbound.Text():
                return await self._overheard(heard, update)
            case inbound.Nameless(chat=chat, topic=topic):
                return replies.message(chat, texts.nameless(speak(self._default_language)), topic)
            case inbound.Reachability(sender=sender, reachable=reachable):
                await self._store.note_person(sender.id, started=reachable or None, blocked=not reachable)
                for night_id in (await self._store.person(sender.id)).nights:
                    with suppress(Damaged):
                        await self.reachable(night_id, sender.id, reachable)
            case inbound.Added(chat=chat, sender=sender):
                return await self._added(chat, sender)
            case inbound.Left(chat=chat, sender=sender):
                await self._left(chat, sender.id)
            case inbound.Moved(old=old, new=new):
                await self.move_chat(old, new)
            case inbound.Unmuted(chat=chat, sender=sender):
                for night in await self._nights_in(chat, sender.id):
                    if self._may_write is not None:
                        await self._may_write(night.id, chat)
            case inbound.Removed():
                pass
        return {}

    async def put_aside(self, update: Mapping[str, Any], fault: Mapping[str, str]) -> None:
        """Keep an update that met a fault of ours: it can be looked into, and sent again once that is mended."""
        await self._store.put_aside({"when": await self._store.now(), **fault, "update": update})

    def sorry(self, heard: Heard) -> Reply:
        """What is said to somebody whose wish met a fault of ours."""
        match heard:
            case Tapped(sender=sender, query=query):
                return replies.popup(query, Answer(texts.sorry(self._words_of(sender))))
            case Command(sender=sender):
                return replies.reply(heard, texts.sorry(self._words_of(sender)))
        return {}

    def slower(self, heard: Heard) -> Reply:
        """What is said, once, to somebody who taps too fast; to words nothing is: it would be more of them."""
        if not isinstance(heard, Tapped):
            return {}
        return replies.popup(heard.query, Answer(texts.slower(self._words_of(heard.sender))))

    # Words

    async def _in_words(self, said: inbound.Text, update: int) -> Reply:
        """Words to the bot: what they want is done, and one's own screen comes below them; others get help."""
        night = await self._night_of(said.sender.id)
        if night is not None:
            with suppress(NotMeant):
                meant, say = partial(wanted, said=said), partial(replies.answered, said)
                return await self._do(night.id, meant, update, say, said.sender, anew=True) or {}
        return replies.message(said.chat, texts.help_text(self._words_of(said.sender)))

    async def _overheard(self, said: inbound.Text, update: int) -> Reply:
        """Words in the group: whatever they want is done and seen at the table; why not, is said to whoever asked."""
        night_id = await self._store.night_of_chat(said.chat, said.topic)
        if night_id is None:
            return {}
        await self._note_message(night_id, said)
        with suppress(NotMeant, Damaged):
            say = partial(replies.refused_words, said)
            return await self._do(night_id, partial(wanted, said=said), update, say, said.sender) or {}
        return {}

    async def _note_message(self, night_id: str, message: Command | inbound.Text) -> None:
        """People talk in the group, and the table scrolls away."""
        if self._seen is not None:
            await self._seen(night_id, message.chat, message.message)

    # Taps

    async def _tapped(self, tapped: Tapped, update: int) -> Reply:
        spoken = self._words_of(tapped.sender)
        if tapped.tap is not None and tapped.tap.kind is Kind.FORGET:
            done_so = await own_data.forget(self._store, tapped.sender.id)
            words = say_of_data.forgotten(spoken) if done_so else say_of_data.not_in_a_game(spoken)
            return replies.popup(tapped.query, Answer(words, alert=True))
        intent = inbound.intent_of(tapped)
        if tapped.tap is None or intent is None:
            return replies.popup(tapped.query, Answer(texts.unknown_button(spoken)))
        if tapped.tap.night == NO_NIGHT:
            return replies.popup(tapped.query, Answer(await self._language_chosen(tapped, intent)))
        night_id = tapped.tap.night
        if self._pressed is not None and tapped.chat and tapped.message and not tapped.tap.stays:
            self._pressed(night_id, tapped.chat, tapped.message)
        joins = isinstance(intent, want.Join)
        if isinstance(intent, want.Join):
            intent = replace(
                intent, reachable=await self._reaches(intent.person), speaks=await self._speaks(intent.person)
            )
        try:
            if not await self._may(night_id, intent):
                return replies.popup(tapped.query, Answer(texts.admins_only(spoken), alert=True))
            if isinstance(intent, want.ConfirmRuling):
                allowed = await may_confirm(self._store, self._is_admin, night_id, intent)
                if not allowed:
                    return replies.popup(tapped.query, Answer(not_an_admin(spoken), alert=True))
            if isinstance(intent, want.MakeRule):
                intent = await self._tried(night_id, intent)
            done = await self._do(
                night_id,
                partial(_with_ready_rule, intent),
                update,
                lambda told, _: replies.popup(tapped.query, told),
                tapped.sender,
                tapped.tap,
            )
        except Damaged:
            return replies.popup(tapped.query, Answer(texts.damaged(spoken), alert=True))
        except GroupMoved as moved:
            await self.follow_chat(night_id, moved.old, moved.new)
            return await self._tapped(tapped, update)
        if joins and done is not None:
            await self._store.note_person(tapped.sender.id, joined=night_id)
        if isinstance(intent, want.SetLanguage):
            await self._store.note_person(tapped.sender.id, speaks=intent.language or "")
        return done if done is not None else replies.popup(tapped.query, Answer(texts.night_over(spoken)))

    async def _language_chosen(self, tapped: Tapped, intent: want.Intent) -> str:
        """A language where no table is open: it is kept with the person, or with the group for its next night."""
        spoken, sender, chat = self._words_of(tapped.sender), tapped.sender, tapped.chat
        if isinstance(intent, want.SetLanguage):
            await self._store.note_person(sender.id, speaks=intent.language or "")
            return language_chosen(await self._words_for(sender), private=True)
        if not isinstance(intent, want.SetGroupLanguage) or chat is None:
            return texts.unknown_button(spoken)
        if await self._store.night_of_chat(chat, None) is not None:
            return texts.old_button(spoken)
        habits = await self._store.habits(chat) or Habits(game=FIRST_GAME)
        if habits.admins_only and not await self._is_admin(chat, sender.id):
            return texts.admins_only(spoken)
        await self._store.keep_habits(chat, replace(habits, language=intent.language))
        return language_chosen(speak(intent.language), private=False)

    async def _tried(self, night_id: str, intent: want.MakeRule) -> want.MakeRule:
        """A rule is tried before it counts, by games that take seconds: beside everything else (N17)."""
        loaded = await self._store.load(night_id) if intent.verb is want.Making.DONE else None
        if loaded is None:
            return intent
        seed = self._random.getrandbits(64)
        return replace(intent, fault=await asyncio.to_thread(try_out, loaded.night, intent, seed))

    async def _do(
        self,
        night_id: str,
        wish: want.Intent | Meant,
        update: int,
        say: Say,
        sender: Sender,
        tap: Tap | None = None,
        *,
        anew: bool = False,
    ) -> Reply | None:
        """One intent of a person, at most once; the reply, also to a refusal, or None when there is no such night.

        What words mean can depend on the night; `anew`: one's own screen is sent again.
        """

        def meant(night: Night) -> want.Intent:
            return wish(night) if callable(wish) else wish

        def change(night: Night, now: int) -> Step:
            intent = meant(night)
            if tap is not None and is_short_lived(night, intent, tap):
                check_offer(self._frame(night, sender), sender.id, tap, now)
            if isinstance(intent, OF_A_SCREEN) and not night.ended_at and night.table_of(sender.id) is None:
                raise Declined(Decline.STRANGER)
            if anew:
                night = step(night, want.ShowHand(person=sender.id), now, self._random).night
            return step(night, intent, now, self._random)

        def reply(before: Night, after: Step | Declined) -> Reply:
            night = before if isinstance(after, Declined) else after.night
            seen = self._frame(night, sender)
            if isinstance(after, Declined):
                return say(declined(seen, meant(before), after), False)
            return say(answer(seen, before, meant(before), after), True)

        return await self._changes.make(night_id, change, reply, update)

    # Commands

    async def _command(self, command: Command, update: int) -> Reply:
        spoken = self._words_of(command.sender)
        if command.name not in inbound.COMMANDS:
            return replies.reply(command, texts.help_text(spoken)) if command.private else {}
        try:
            return await (self._in_private if command.private else self._in_group)(command, update)
        except Damaged:
            if not command.private:
                night_id = await self._store.night_of_chat(command.chat, command.topic)
                if night_id is not None:
                    await self._store.release_chat(command.chat, command.topic, night_id)
            return replies.reply(command, texts.damaged(spoken))

    async def _in_private(self, command: Command, update: int) -> Reply:
        sender, spoken = command.sender, await self._words_for(command.sender)
        await self._store.note_person(sender.id, started=True, blocked=False, language=sender.language)
        payload, _, night_id = command.argument.partition("-")
        if command.name == "start" and night_id and payload in ("hand", "rules"):
            return await self._opened(command, payload, night_id, update)
        if command.name == "pomoc":
            return replies.reply(command, texts.help_text(spoken))
        if command.name == "domu":
            return replies.reply(command, way_home(spoken))
        if command.name == "zaznam":
            return await self._record(command)
        if command.name == "mojedata":
            return await own_data.own_data(self._store, spoken, command)
        if command.name == "smazat":
            yes = Button(say_of_data.yes_forget(spoken), Tap(NO_NIGHT, Kind.FORGET).data)
            return {
                **replies.reply(command, say_of_data.shall_i_forget(spoken)),
                "reply_markup": replies.keyboard((yes,)),
            }
        night = await self._night_of(sender.id)
        if command.name == "pravidla":
            words = spoken if night is None else self._frame(night, sender).words
            return replies.reply(command, await self._rules(words, night, None, sender))
        if night is None and command.name == "jazyk":
            return self._languages(command, spoken)
        if night is None:
            return replies.reply(
                command, texts.hello(spoken, self._bot) if command.name == "start" else texts.no_night(spoken)
            )
        if command.name == "tabule":
            seen = self._frame(night, sender)
            return {**replies.reply(command, board(seen)), "reply_markup": replies.keyboard(correct_row(seen))}
        intent = await self._wish(command, reachable=True)
        # What is opened comes as a screen of its own.
        say = replies.refused if isinstance(intent, want.OpenMenu) else replies.said
        return await self._do(night.id, intent, update, partial(say, command), sender) or {}

    async def _opened(self, command: Command, payload: str, night_id: str, update: int) -> Reply:
        """The private chat was opened from the group: the hand comes, and who is not at the table yet sits down."""
        sender, spoken = command.sender, await self._words_for(command.sender)
        loaded = await self._store.load(night_id)
        if loaded is not None and payload == "rules":
            words = self._frame(loaded.night, sender).words
            return replies.reply(command, await self._rules(words, loaded.night, None, sender))
        if loaded is None or loaded.night.ended_at:
            return replies.reply(command, texts.night_over(spoken))
        seated = loaded.night.table_of(sender.id) is not None
        intent: want.Intent = want.ShowHand(person=sender.id, reachable=True)
        if not seated:
            intent = want.Join(
                person=sender.id,
                name=sender.name,
                language=sender.language,
                reachable=True,
                speaks=await self._speaks(sender.id),
            )
            await self._store.note_person(sender.id, joined=night_id)
        return await self._do(night_id, intent, update, partial(replies.refused, command), sender) or {}

    async def _in_group(self, command: Command, update: int) -> Reply:
        sender, spoken = command.sender, await self._words_for(command.sender)
        if command.name == "hra":
            return await self._open_table(command, update)
        if command.name in ("pomoc", "start"):
            return replies.reply(command, texts.help_text(spoken))
        if command.name == "domu":
            return replies.reply(command, way_home(spoken))
        if command.name == "zaznam":
            return await self._record(command)
        if command.name in ("mojedata", "smazat"):
            return replies.reply(command, say_of_data.only_in_private(spoken, deep_link(self._bot, "data")))
        night_id = await self._store.night_of_chat(command.chat, command.topic)
        done = None
        if night_id is not None:
            await self._note_message(night_id, command)
            wish = await self._wish(command)
            done = await self._do(night_id, wish, update, partial(replies.refused, command), sender)
        if done is None and command.name == "jazyk":
            return self._languages(command, spoken)
        if done is None:
            is_about_rules = command.name == "pravidla"
            rules = await self._rules(spoken, None, command.chat, sender) if is_about_rules else texts.no_night(spoken)
            return replies.reply(command, rules)
        if not done and command.name in IN_PRIVATE and not await self._reaches(sender.id):
            return replies.reply(command, texts.open_chat(spoken, deep_link(self._bot, f"hand-{night_id}")))
        return done

    def _languages(self, command: Command, words: Words) -> Reply:
        text, rows = languages_without_night(words, private=command.private)
        return {**replies.reply(command, text), "reply_markup": replies.keyboard(*rows)}

    async def _wish(self, command: Command, reachable: bool | None = None) -> want.Intent:
        """What a command wants of the night, with what only the store knows."""
        if command.name == "spor":
            return dispute_of(command, await self._store.now())
        if command.name == "pravidla":
            return want.ShowRules(person=command.sender.id, rulings=await rulings_of(self._store, command.chat))
        return _intent_of(command, reachable)

    async def _rules(self, words: Words, night: Night | None, chat: int | None, sender: Sender) -> str:
        """The rules of the game at the sender's table and the rulings of the group (N18, N19)."""
        group = chat if night is None else night.chat
        rulings = () if group is None else await rulings_of(self._store, group)
        table = None if night is None else night.table_of(sender.id)
        rules = texts.rules(words, night, table.id if table else 0)
        return "\n\n".join(part for part in (rules, rulings_text(words, rulings)) if part)

    async def _record(self, command: Command) -> Reply:
        """The record of a finished game (N20)."""
        found = await papers.record(self._store, self._words_of(command.sender), command)
        return replies.reply(command, found) if isinstance(found, str) else found

    async def _open_table(self, command: Command, update: int) -> Reply:
        """The group's table again, or a new night, with whoever opened it at the table."""
        sender = command.sender
        night_id = await self._claim(command)
        again = want.ShowTable(person=sender.id)
        done = await self._do(night_id, again, update, partial(replies.refused, command), sender)
        if done is not None:
            return done
        join = want.Join(
            person=sender.id,
            name=sender.name,
            language=sender.language,
            reachable=await self._reaches(sender.id),
            speaks=await self._speaks(sender.id),
        )
        clock, habits = await self._store.now(), await self._store.habits(command.chat)
        opened = Night(
            id=night_id,
            chat=command.chat,
            topic=command.topic,
            title=command.title,
            language=language_of(habits.language if habits else None, self._default_language),
            admins_only=habits is not None and habits.admins_only,
            opened_at=clock,
            tables=(table_of(habits) if habits else Table(id=1, game=FIRST_GAME),),
        )
        after = replace(step(opened, join, clock, self._random), news=())
        # Before the commit: an update that comes again after it does nothing any more.
        await self._store.note_person(sender.id, joined=night_id)
        for author in {rule.author for rule in after.night.tables[0].house}:
            await self._store.note_person(author, named=night_id)
        if isinstance(await self._changes.write(after, 0, str(update), {}), Conflict):
            return await self._do(night_id, again, update, partial(replies.refused, command), sender) or {}
        _log.info("night opened", night=night_id, chat=command.chat)
        return {}

    async def _claim(self, command: Command) -> str:
        """The id of the chat's night: of the running one, or of one that is still to be opened."""
        chat, topic = command.chat, command.topic
        night_id = await self._store.claim_chat(chat, topic, new_night_id())
        loaded = await self._store.load(night_id)
        if loaded is None or not loaded.night.ended_at:
            return night_id
        # Whoever ended that night died before letting the chat go.
        await self._store.release_chat(chat, topic, night_id)
        return await self._store.claim_chat(chat, topic, new_night_id())

    # Groups

    async def _added(self, chat: int, sender: Sender) -> Reply:
        """The bot is in a group now; after it was thrown out in the middle of a night, the table is shown again."""
        for night in await self._nights_in(chat, sender.id):
            await self._quietly(night.id, want.ShowTable(person=sender.id))
        return replies.message(chat, texts.hello_group(speak(self._default_language)))

    async def _left(self, chat: int, person: PersonId) -> None:
        """Somebody is not in the group any more; they leave all its tables, in whichever topic."""
        for night in await self._nights_in(chat, person):
            await self._quietly(night.id, want.LeftGroup(person=person))

    async def _nights_in(self, chat: int, person: PersonId) -> list[Night]:
        """The nights of a group: the one outside of topics, and those in topics that this person has joined."""
        outside = await self._store.night_of_chat(chat, None)
        joined = (await self._store.person(person)).nights
        found = []
        for night_id in dict.fromkeys((*([outside] if outside else ()), *joined)):
            with suppress(Damaged):
                loaded = await self._store.load(night_id)
                if loaded is not None and loaded.night.chat == chat and not loaded.night.ended_at:
                    found.append(loaded.night)
        return found

    # What delivery and the clock report

    async def tick(self, night_id: str) -> None:
        """Do what time makes due, and what bot players have thought of (N21)."""
        served_since = await self._store.served_since(night_id, OUTAGE)
        tick = want.Tick(served_since=served_since)
        await self._changes.make(night_id, partial(self._ticked, tick), lambda *_: {}, None)
        loaded = await self._store.load(night_id)
        looked = () if loaded is None else bots.looks(loaded.night, loaded.now)
        if looked:
            # Thinking ahead is work for a while: meanwhile others are served.
            chance = Random(self._random.getrandbits(64))  # noqa: S311
            await self._quietly(night_id, await asyncio.to_thread(bots.think, looked, chance))

    def _ticked(self, tick: want.Tick, night: Night, now: int) -> Step:
        due = deadline(night)
        if due is not None and due <= now:
            LATENESS.observe((now - due) / 1000)
        return step(night, tick, now, self._random)

    async def reachable(self, night_id: str, person: PersonId, reachable: bool) -> None:
        """The bot learned whether it may write to somebody."""
        await self._quietly(night_id, want.Reachable(person=person, reachable=reachable))

    async def move_chat(self, old: int, new: int) -> None:
        """A group became a supergroup: its night goes on there.

        Should there be another night already, the one where nothing has happened gives way; if both have begun, the
        former one ends there, with its table of honour, so that nothing of it is lost.
        """
        moving, there = await self._store.night_of_chat(old, None), await self._store.night_of_chat(new, None)
        if moving is not None and there is not None and moving != there:
            if await self._has_begun(there):
                await self._quietly(moving, want.MoveChat(chat=new))
                await self._end(moving)
            else:
                await self._end(there)
                await self._store.release_chat(new, None, there)
        night_id = await self._store.move_chat(old, new)
        habits = await self._store.habits(new)
        if habits is not None and habits.house:
            await keep_habits(self._store, new, habits)
        if night_id is not None:
            await self._quietly(night_id, want.MoveChat(chat=new))

    async def follow_chat(self, night_id: str, old: int, new: int) -> None:
        """This night's group became a supergroup; no chat points any more to a night that is over."""
        await self.move_chat(old, new)
        await self._quietly(night_id, want.MoveChat(chat=new))

    async def _has_begun(self, night_id: str) -> bool:
        """Whether cards were dealt or somebody owed something."""
        loaded = await self._store.load(night_id)
        return loaded is not None and bool(loaded.night.games or loaded.night.books.last)

    async def _end(self, night_id: str) -> None:
        def ended(night: Night, now: int) -> Step:
            return Step(night=night) if night.ended_at else closed(night, now)

        await self._changes.make(night_id, ended, lambda *_: {}, None)

    async def leave_topic(self, night_id: str) -> None:
        """The night's topic is closed or gone: it goes on outside of topics, unless another night is there."""
        loaded = await self._store.load(night_id)
        if loaded is None or loaded.night.topic is None:
            return
        chat, topic = loaded.night.chat, loaded.night.topic
        if await self._store.claim_chat(chat, None, night_id) == night_id:
            await self._quietly(night_id, want.MoveChat(chat=chat))
            await self._store.release_chat(chat, topic, night_id)

    async def _quietly(self, night_id: str, intent: want.Intent) -> None:
        await self._changes.make(
            night_id, lambda night, now: step(night, intent, now, self._random), lambda *_: {}, None
        )

    # Whose words, and whether they arrive

    async def _reaches(self, person: PersonId) -> bool:
        """Whether the bot may write to somebody in private, as far as it knows."""
        known = await self._store.person(person)
        return known.started and not known.blocked

    async def _speaks(self, person: PersonId) -> str | None:
        """The language that somebody has chosen, in whatever night."""
        return (await self._store.person(person)).speaks

    async def _may(self, night_id: str, intent: want.Intent) -> bool:
        """Whether they may change what they want to change, as Telegram knows the group's administrators."""
        if not isinstance(intent, OF_SETTINGS):
            return True
        loaded = await self._store.load(night_id)
        if loaded is None or loaded.night.ended_at or not needs_an_admin(loaded.night, intent):
            return True
        return await self._is_admin(loaded.night.chat, intent.person)

    async def _words_for(self, sender: Sender) -> Words:
        """In the language that they have chosen, or else in that of their Telegram."""
        return speak(language_of(await self._speaks(sender.id) or sender.language, self._default_language))

    def _words_of(self, sender: Sender) -> Words:
        return speak(language_of(sender.language, self._default_language))

    def _frame(self, night: Night, sender: Sender) -> Frame:
        person = night.person(sender.id)
        chosen = person.speaks if person is not None else None
        return frame(night, language_of(chosen or sender.language, self._default_language), self._bot)

    async def _night_of(self, person: PersonId) -> Night | None:
        """The night that somebody joined last, of those that still run."""
        record = await self._store.person(person)
        for night_id, _ in sorted(record.nights.items(), key=lambda item: -item[1]):
            try:
                loaded = await self._store.load(night_id)
            except Damaged:
                continue
            if loaded is not None and not loaded.night.ended_at:
                return loaded.night
        return None


def _intent_of(command: Command, reachable: bool | None = None) -> want.Intent:
    """What a command wants of the night."""
    who = command.sender.id
    match command.name:
        case "tabule":
            return want.ShowBoard(person=who)
        case "pravidla":
            return want.ShowRules(person=who)
        case "odejit":
            return want.Leave(person=who)
        case "zdravi":
            return want.OpenMenu(person=who, menu=Menu.UNWELL, anew=True)
        case "zasoby":
            bottle = read_bottle(command.argument)
            if bottle is not None:
                return bottle_of(who, bottle)
            return want.OpenMenu(person=who, menu=Menu.STOCK, anew=True)
        case "piju":
            return want.OpenMenu(person=who, menu=Menu.DRINK, anew=True)
        case "nastaveni":
            return want.OpenMenu(person=who, menu=Menu.GROUP, anew=True)
        case "jazyk":
            return want.OpenMenu(person=who, menu=Menu.LANGUAGE, anew=True)
        case "pauza" if command.private:
            return want.OpenMenu(person=who, menu=Menu.PAUSE, anew=True)
        case "pauza":
            return want.Pause(person=who)
        case "hrac":
            return want.OpenMenu(person=who, menu=Menu.BOT, anew=True)
        case "konec":
            return want.EndNight(person=who)
        case "hra" if not command.private:
            return want.ShowTable(person=who)
        case _:
            return want.ShowHand(person=who, reachable=reachable)


def _with_ready_rule(intent: want.Intent, night: Night) -> want.Intent:
    """The intent, with the rule of the catalogue that it may be about in the group's words."""
    return spelled_out(intent, night.language) if isinstance(intent, want.MakeRule) else intent


async def _nobody(chat: int, person: PersonId) -> bool:
    """Where nobody can be asked, nobody is an administrator."""
    return False
