"""The commands, and where each is answered."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from core.house import heard
from core.ledger import Drink
from core.night import Care, Menu, Night
from core.night import intents as want
from core.night.stock import called
from tgbot import own_data, papers, replies
from tgbot.bottles import flaw_of, read_bottles
from tgbot.inbound import Command, Sender, Text
from tgbot.languages import Languages
from tgbot.openings import Openings
from tgbot.people import People
from tgbot.replies import Reply
from tgbot.rulings import dispute_of, rulings_of
from tgbot.screens import Button
from tgbot.small_talk import SmallTalk
from tgbot.spelling import COMMANDS, command_meant
from tgbot.store import Damaged, Store
from tgbot.talk import bottles_of
from tgbot.taps import Kind, Tap
from tgbot.views import own_data as say_of_data
from tgbot.views import texts
from tgbot.views.board import board, correct_row
from tgbot.views.care import way_home
from tgbot.views.disputes import rulings_text
from tgbot.views.frame import deep_link
from tgbot.views.names import drink_name
from tgbot.views.one_rule import one_rule
from tgbot.views.papers import not_sent, sent_in_private
from tgbot.views.settings import NO_NIGHT, languages_without_night
from tgbot.views.small_talk import bottle_not_understood, did_you_mean, drink_not_understood
from tgbot.wishes import Wishes
from tgbot.words import LANGUAGES, Words, language_called, speak

IN_PRIVATE = ("karty", "zdravi", "zasoby", "piju", "hrac", "nastaveni", "jazyk")
"""Commands that are answered in the private chat, wherever they are given."""
UNSEEN = (want.AddBottle, want.ChooseCare, want.PickDrink)
"""What the table shows at most, which may have scrolled away: in the group, too, it is answered in words."""
SOFT_WORDS = ("nealko", "soft", "soft drinks")
"""What people call a drink without alcohol, after /piju."""


@dataclass(frozen=True)
class Commands:
    """The commands of the bot of this name; `seen` is told of those that a night in their group hears."""

    store: Store
    bot: str
    people: People
    wishes: Wishes
    openings: Openings
    languages: Languages
    talk: SmallTalk
    seen: Callable[[str, int, int], Awaitable[None]]

    async def obey(self, command: Command, update: int) -> Reply:
        """Do what a command wants; the answer, where it was given."""
        if command.name not in COMMANDS:
            if not command.private:
                return await self._misspelt(command)
            return await self.talk.answer(Text(command.sender, command.chat, f"/{command.name}"), update)
        try:
            return await (self._in_private if command.private else self._in_group)(command, update)
        except Damaged:
            if not command.private:
                night_id = await self.store.night_of_chat(command.chat, command.topic)
                if night_id is not None:
                    await self.store.release_chat(command.chat, command.topic, night_id)
                spoken = await self.people.words_in(command.chat, command.topic, command.sender)
            else:
                spoken = await self.people.words_for(command.sender)
            return replies.reply(command, texts.damaged(spoken))

    async def _misspelt(self, command: Command) -> Reply:
        """What may have been meant; nothing for a command that rather is another bot's."""
        meant = command_meant(command.name)
        if meant is None:
            return {}
        spoken = await self.people.words_in(command.chat, command.topic, command.sender)
        return replies.reply(command, did_you_mean(spoken, meant))

    async def _in_private(self, command: Command, update: int) -> Reply:
        sender, spoken = command.sender, await self.people.words_for(command.sender)
        await self.store.note_person(sender.id, started=True, blocked=False, language=sender.language)
        payload, _, night_id = command.argument.partition("-")
        if command.name == "start" and night_id and payload in ("hand", "rules"):
            return await self._opened(command, spoken, payload, night_id, update)
        if (language := _language_named(command)) is not None:
            return await self.languages.named(command, language, update)
        if command.name in ("pomoc", "domu"):
            told = texts.help_text(spoken) if command.name == "pomoc" else way_home(spoken)
            return await self.talk.above_a_game(replies.reply(command, told), sender, update)
        if command.name == "zaznam":
            return await self._record(command, spoken)
        if command.name == "mojedata":
            return await own_data.own_data(self.store, spoken, command)
        if command.name == "smazat":
            if await own_data.is_playing(self.store, sender.id):
                return replies.reply(command, say_of_data.not_in_a_game(spoken))
            yes = Button(say_of_data.yes_forget(spoken), Tap(NO_NIGHT, Kind.FORGET).data)
            no = Button(say_of_data.do_not_forget(spoken), Tap(NO_NIGHT, Kind.FORGET, ("no",)).data)
            return {
                **replies.reply(command, say_of_data.shall_i_forget(spoken)),
                "reply_markup": replies.keyboard((yes, no)),
            }
        night = await self.people.night_of(sender.id)
        # Who is at none of its tables may not be in the group any more: nothing of it is told.
        is_there = night is not None and night.table_of(sender.id) is not None
        if command.name == "pravidla":
            night = night if is_there else None
            words = spoken if night is None else self.people.frame(night, sender).words
            if command.argument:
                table = None if night is None else night.table_of(sender.id)
                return replies.reply(command, one_rule(words, night, table, command.argument))
            rules = replies.reply(command, await self._rules(words, night, None, sender))
            return await self.talk.above_a_game(rules, sender, update)
        if night is None and command.name == "jazyk":
            return _which_language(command, spoken)
        if night is None and command.name == "start":
            return replies.reply(command, texts.hello(spoken, self.bot))
        if night is None:
            return replies.reply(command, texts.at_no_table(spoken))
        if command.name == "tabule" and is_there:
            seen = self.people.frame(night, sender)
            tally = {**replies.reply(command, board(seen)), "reply_markup": replies.keyboard(correct_row(seen))}
            return await self.talk.above_a_game(tally, sender, update)
        intent = await self._wish(command, night.id)
        # What is opened comes as a screen of its own.
        say = replies.refused if isinstance(intent, want.OpenMenu) else replies.said
        done = await self.wishes.do(night.id, intent, update, partial(say, command), sender, private=True)
        return done or _flaw(command, intent, self.people.frame(night, sender).words)

    async def _opened(self, command: Command, spoken: Words, payload: str, night_id: str, update: int) -> Reply:
        """The private chat was opened from the group: the hand comes, and who is not at the table yet sits down."""
        sender = command.sender
        loaded = await self.store.load(night_id)
        if loaded is not None and payload == "rules":
            words = self.people.frame(loaded.night, sender).words
            return replies.reply(command, await self._rules(words, loaded.night, None, sender))
        if loaded is None or loaded.night.ended_at:
            return replies.reply(command, texts.night_over(spoken))
        seated = loaded.night.table_of(sender.id) is not None
        intent: want.Intent = want.ShowHand(person=sender.id)
        if not seated:
            intent = await self.people.coming(sender)
            await self.store.note_person(sender.id, joined=night_id)
        return (
            await self.wishes.do(night_id, intent, update, partial(replies.refused, command), sender, private=True)
            or {}
        )

    async def _in_group(self, command: Command, update: int) -> Reply:
        sender, spoken = command.sender, await self.people.words_in(command.chat, command.topic, command.sender)
        if command.name == "hra":
            return await self.openings.open_table(command, update)
        if (language := _language_named(command)) is not None:
            return await self.languages.named(command, language, update)
        if command.name in ("pomoc", "start"):
            return replies.reply(command, texts.help_text(spoken))
        if command.name == "domu":
            return replies.reply(command, way_home(spoken))
        if command.name == "zaznam":
            return await self._record(command, spoken)
        if command.name in ("mojedata", "smazat"):
            return replies.reply(command, say_of_data.only_in_private(spoken, deep_link(self.bot, "data")))
        night_id = await self.store.night_of_chat(command.chat, command.topic)
        done, wish = None, None
        if command.name == "pravidla" and command.argument:
            return replies.reply(command, await self._one_rule(command, spoken, night_id))
        if night_id is not None:
            await self.seen(night_id, command.chat, command.message)
            wish = await self._wish(command, night_id)
            say = partial(replies.said if isinstance(wish, UNSEEN) else replies.refused, command)
            done = await self.wishes.do(night_id, wish, update, say, sender, aloud=True)
        if done is None and command.name == "jazyk":
            return _which_language(command, spoken)
        if done is None and command.name == "tabule" and (last := await self._board_of_the_last_evening(command)):
            return last
        if done is None:
            is_about_rules = command.name == "pravidla"
            rules = await self._rules(spoken, None, command.chat, sender) if is_about_rules else texts.no_night(spoken)
            return replies.reply(command, rules)
        if not done and command.name in IN_PRIVATE and not await self.people.reaches(sender.id):
            return replies.reply(command, texts.open_chat(spoken, deep_link(self.bot, f"hand-{night_id}")))
        if not done and command.name == "jazyk":
            return replies.reply(command, texts.languages_in_private(spoken))
        return done or _flaw(command, wish, spoken)

    async def _board_of_the_last_evening(self, command: Command) -> Reply | None:
        """How this group's last night ended that the sender was there, and how to begin another one."""
        night = await self.people.last_evening(command.sender.id, command.chat)
        if night is None:
            return None
        seen = self.people.frame_for_all(night)
        return replies.reply(command, "\n\n".join((board(seen), texts.night_over(seen.words, aloud=True))))

    async def _wish(self, command: Command, night_id: str) -> want.Intent:
        """What a command wants of the night, with what only the store knows."""
        if command.name == "spor":
            return dispute_of(command, await self.store.now(night_id))
        if command.name == "pravidla":
            return want.ShowRules(person=command.sender.id, rulings=await rulings_of(self.store, command.chat))
        if command.name == "piju" and command.argument:
            loaded = await self.store.load(night_id)
            return _intent_of(command) if loaded is None else _drink_named(loaded.night, command)
        return _intent_of(command)

    async def _rules(self, words: Words, night: Night | None, chat: int | None, sender: Sender) -> str:
        """The rules of the game at the sender's table and the rulings of the group (N18, N19)."""
        group = chat if night is None else night.chat
        rulings = () if group is None else await rulings_of(self.store, group)
        table = None if night is None else night.table_of(sender.id)
        rules = texts.rules(words, night, table.id if table else 0)
        return "\n\n".join(part for part in (rules, rulings_text(words, rulings)) if part)

    async def _one_rule(self, command: Command, words: Words, night_id: str | None) -> str:
        """The rule that a command names, as it is at the sender's table, or at any of this night (N19)."""
        loaded = None if night_id is None else await self.store.load(night_id)
        night = None if loaded is None else loaded.night
        table = None if night is None else night.table_of(command.sender.id) or night.tables[0]
        return one_rule(words, night, table, command.argument)

    async def _record(self, command: Command, spoken: Words) -> Reply:
        """The record of a finished game (N20)."""
        found = await papers.record(self.store, spoken, command)
        if isinstance(found, str):
            return replies.reply(command, found)
        if command.private:
            return found
        return {
            **found,
            "asker": command.sender.id,
            "sent_in_private": replies.reply(command, sent_in_private(spoken)),
            "not_sent": replies.reply(command, not_sent(spoken, deep_link(self.bot, "record"))),
        }


def _flaw(command: Command, wish: want.Intent | None, words: Words) -> Reply:
    """What is wrong with the bottle or the drink of a command, above the list of them; empty for anything else."""
    if command.name == "piju" and command.argument and isinstance(wish, want.OpenMenu):
        return replies.reply(command, drink_not_understood(words, command.argument))
    flaw = flaw_of(command.argument) if command.name == "zasoby" and command.argument else None
    return {} if flaw is None else replies.reply(command, bottle_not_understood(words, *flaw))


def _language_named(command: Command) -> str | None:
    return language_called(command.argument) if command.name == "jazyk" else None


def _which_language(command: Command, words: Words) -> Reply:
    text, rows = languages_without_night(words, private=command.private)
    return {**replies.reply(command, text), "reply_markup": replies.keyboard(*rows)}


def _drink_named(night: Night, command: Command) -> want.Intent:
    """The drink that a command names (N10), or none with alcohol; the choice of drinks for any other words."""
    who = command.sender.id
    if heard(command.argument) in SOFT_WORDS:
        return want.ChooseCare(person=who, care=Care.SOFT)
    drink = called(night, command.argument) or _drink_translated(night, command.argument)
    return _intent_of(command) if drink is None else want.PickDrink(person=who, drink=drink.name)


def _intent_of(command: Command) -> want.Intent:
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
            if bottles := read_bottles(command.argument):
                return bottles_of(who, bottles)
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
            return want.ShowHand(person=who)


def _drink_translated(night: Night, name: str) -> Drink | None:
    """The drink of the stock that is called so in any language."""
    names = ((drink, drink_name(speak(language), drink.name)) for drink in night.stock for language in LANGUAGES)
    return next((drink for drink, shown in names if heard(shown) == heard(name)), None)
