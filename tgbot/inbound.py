"""What an update of Telegram's means; pure, so that it can be tried with any update."""

import re
from dataclasses import dataclass
from typing import Any, TypeAlias

from telegram import Chat, ChatMember, Message, Update, User

from core.night import Care, Custom, Menu
from core.night import intents as want
from core.players.strength import Strength
from tgbot.spelling import COMMANDS, command_called
from tgbot.taps import Kind, Tap, parse, unwire
from tgbot.views.registry import preset
from tgbot.views.stock import USUAL
from tgbot.words import LANGUAGES

LONGEST_WORDS = 100
"""Characters of what may be words at the table; longer messages in a group are talk."""


@dataclass(frozen=True)
class Sender:
    """Who did it; `language` is their Telegram's."""

    id: int
    name: str
    language: str | None


@dataclass(frozen=True)
class Command:
    """A command, by its Czech name; in a group `topic` is the topic it was given in, and `title` the group's."""

    sender: Sender
    name: str
    argument: str
    chat: int
    private: bool
    topic: int | None
    title: str
    message: int


@dataclass(frozen=True)
class Tapped:
    """A button was pressed; `tap` is None when no view of ours wrote its data."""

    sender: Sender
    query: str
    tap: Tap | None
    chat: int | None
    message: int | None
    topic: int | None = None


@dataclass(frozen=True)
class Nameless:
    """A command in a group's or a channel's name: nobody can be seated or answered by name."""

    chat: int
    topic: int | None


@dataclass(frozen=True)
class Text:
    """Words that are no command; `addressed`: said to the bot, in private or in reply to it.

    In private a picture, a sticker and the like are words, too: those below it, or none.
    """

    sender: Sender
    chat: int
    text: str = ""
    private: bool = True
    addressed: bool = True
    topic: int | None = None
    message: int = 0


@dataclass(frozen=True)
class Reachability:
    """Somebody blocked the bot in private, or let it write again."""

    sender: Sender
    reachable: bool


@dataclass(frozen=True)
class Added:
    """The bot came into a group."""

    chat: int
    sender: Sender


@dataclass(frozen=True)
class Unmuted:
    """The bot may write in a group again; `sender` has seen to it."""

    chat: int
    sender: Sender


@dataclass(frozen=True)
class Left:
    """Somebody is not in a group any more."""

    chat: int
    sender: Sender


@dataclass(frozen=True)
class Removed:
    """The bot was thrown out of a group."""

    chat: int


@dataclass(frozen=True)
class Moved:
    """A group became a supergroup and has another id."""

    old: int
    new: int


Heard: TypeAlias = Command | Tapped | Nameless | Text | Reachability | Added | Unmuted | Left | Removed | Moved


def read(raw: dict[str, Any], bot: str) -> Heard | None:
    """What the bot, by its user name, has to do with an update as Telegram sends it; None: nothing.

    Raises anything for a body that nobody foresaw.
    """
    if "callback_query" in raw:
        return _tapped(raw["callback_query"])
    update = Update.de_json(raw, None)
    if update.my_chat_member is not None:
        return _membership(update)
    message = update.message
    if message is None:
        return None
    if message.migrate_to_chat_id is not None:
        return Moved(message.chat.id, message.migrate_to_chat_id)
    if message.migrate_from_chat_id is not None:
        # The first message of the new group, so it is heard before any command there; both may come.
        return Moved(message.migrate_from_chat_id, message.chat.id)
    if message.left_chat_member is not None and not message.left_chat_member.is_bot:
        return Left(message.chat.id, _sender(message.left_chat_member))
    words = _words(message)
    if message.from_user is None or words is None or message.is_automatic_forward:
        return None
    if message.sender_chat is not None:
        return _nameless(message, message.from_user, bot)
    if message.from_user.is_bot:
        return None
    if words.startswith("/"):
        return _command(message, message.from_user, bot)
    return _text(message, message.from_user, words, bot)


def _words(message: Message) -> str | None:
    """What a message says; None for one that says nothing, like the notice of a pinned message."""
    if message.text or message.chat.type != Chat.PRIVATE or message.effective_attachment is None:
        return message.text
    return message.caption or ""


def _sender(user: User) -> Sender:
    return Sender(user.id, user.first_name or user.username or "", user.language_code)


def _command(message: Message, user: User, bot: str) -> Command | None:
    words = (message.text or message.caption or "").split(maxsplit=1)
    name, _, addressee = words[0][1:].partition("@")
    if addressee and addressee.lower() != bot.lower():
        return None
    private = message.chat.type == Chat.PRIVATE
    if message.chat.type not in (Chat.PRIVATE, Chat.GROUP, Chat.SUPERGROUP):
        return None
    return Command(
        sender=_sender(user),
        name=command_called(name) or name,
        argument=words[1].strip() if len(words) > 1 else "",
        chat=message.chat.id,
        private=private,
        topic=_topic(message),
        title=message.chat.title or "",
        message=message.message_id,
    )


def _text(message: Message, user: User, text: str, bot: str) -> Text | None:
    if message.chat.type == Chat.PRIVATE:
        return Text(_sender(user), message.chat.id, text)
    if message.chat.type not in (Chat.GROUP, Chat.SUPERGROUP) or len(text) > LONGEST_WORDS:
        return None
    answered = message.reply_to_message.from_user if message.reply_to_message else None
    return Text(
        sender=_sender(user),
        chat=message.chat.id,
        text=text,
        private=False,
        addressed=answered is not None and answered.is_bot and (answered.username or "").lower() == bot.lower(),
        topic=_topic(message),
        message=message.message_id,
    )


def _topic(message: Message) -> int | None:
    """General, the first topic of a forum, is written to without a topic."""
    return message.message_thread_id if message.is_topic_message else None


def _nameless(message: Message, user: User, bot: str) -> Nameless | None:
    """Anonymous admins, and people who write as one of their channels."""
    command = _command(message, user, bot) if (message.text or "").startswith("/") else None
    if command is None or command.name not in COMMANDS:
        return None
    return Nameless(command.chat, command.topic)


def _tapped(query: dict[str, Any]) -> Tapped:
    """Most updates are taps: objects made of each, with the whole message of ours, would cost a tenth of a tap."""
    try:
        tap = parse(query.get("data") or "")
    except ValueError:
        tap = None
    sender, message = query["from"], query.get("message")
    return Tapped(
        sender=Sender(sender["id"], sender["first_name"] or sender.get("username") or "", sender.get("language_code")),
        query=query["id"],
        tap=tap,
        chat=message["chat"]["id"] if message else None,
        message=message["message_id"] if message else None,
        topic=message.get("message_thread_id") if message and message.get("is_topic_message") else None,
    )


def _membership(update: Update) -> Heard | None:
    change = update.my_chat_member
    assert change is not None
    there = change.new_chat_member.status not in (ChatMember.LEFT, ChatMember.BANNED)
    if change.chat.type == Chat.PRIVATE:
        return Reachability(_sender(change.from_user), there)
    if change.chat.type not in (Chat.GROUP, Chat.SUPERGROUP):
        return None
    if not there:
        return Removed(change.chat.id)
    sender, before = _sender(change.from_user), change.old_chat_member.status
    if before in (ChatMember.LEFT, ChatMember.BANNED):
        return Added(change.chat.id, sender)
    return Unmuted(change.chat.id, sender) if before == ChatMember.RESTRICTED else None


def _number(word: str) -> int:
    """A number as views write it; ValueError for any other way to write one, of which `int` takes many."""
    if not re.fullmatch("0|[1-9][0-9]{0,15}", word):
        raise ValueError(word)
    return int(word)


def intent_of(tapped: Tapped) -> want.Intent | None:  # noqa: C901 - one case a kind of button
    """What a tap wants of its night; None when its arguments are not what a view would write."""
    tap, sender = tapped.tap, tapped.sender
    if tap is None:
        return None
    who, arguments = sender.id, tap.arguments
    try:
        match tap.kind, arguments:
            case Kind.ACT, (table, game, ply, action):
                return want.Act(person=who, table=_number(table), game=_number(game), ply=_number(ply), action=action)
            case Kind.JOIN, (table,):
                return want.Join(person=who, name=sender.name, language=sender.language, table=_number(table))
            case Kind.DEAL, (table, after):
                return want.Deal(person=who, table=_number(table), after=_number(after))
            case Kind.PICK, (table, game):
                return want.PickGame(person=who, table=_number(table), game=game)
            case Kind.OPTION, (table, option, setting):
                return want.SetOption(person=who, table=_number(table), option=option, setting=unwire(setting))
            case Kind.PRESET, (table, game, place):
                return want.SetOptions(
                    person=who, table=_number(table), game=game, options=preset(game, _number(place))
                )
            case Kind.SWITCH, (table, rule, "yes" | "no" as reply):
                return want.SwitchRule(person=who, table=_number(table), rule=rule, on=reply == "yes")
            case Kind.MIND, (table, "yes" | "no" as reply):
                return want.MindTurns(person=who, table=_number(table), on=reply == "yes")
            case Kind.KEEP, (table, "yes" | "no" as reply):
                return want.KeepRules(person=who, table=_number(table), on=reply == "yes")
            case Kind.CUT, (table, after, suit):
                return want.Cut(person=who, table=_number(table), after=_number(after), suit=suit)
            case Kind.RULE, (table, game, verb, chosen):
                return want.MakeRule(
                    person=who, table=_number(table), game=_number(game), verb=want.Making(verb), argument=chosen
                )
            case Kind.VOTE, (table, game, accused, "yes" | "no" as reply):
                return want.CastVote(
                    person=who,
                    table=_number(table),
                    game=_number(game),
                    accused=_number(accused),
                    breach=reply == "yes",
                )
            case Kind.LIMIT, (table, seconds):
                return want.SetLimit(person=who, table=_number(table), seconds=_number(seconds))
            case Kind.SLAP_LIMIT, (table, seconds):
                return want.SetSlapLimit(person=who, table=_number(table), seconds=_number(seconds))
            case Kind.MENU, ():
                return want.OpenMenu(person=who, menu=None)
            case Kind.MENU, (menu, *on):
                # The board is no screen of one's own: what it opens comes below it.
                anew = tapped.chat != who or menu == Menu.CORRECT
                return want.OpenMenu(person=who, menu=Menu(menu), on=":".join(on), anew=anew)
            case Kind.MARK, (card, "yes" | "no" as reply):
                return want.Mark(person=who, card=card, on=reply == "yes")
            case Kind.DRUNK, ("oldest" | "all" as which,):
                return want.DrinkUp(person=who, everything=which == "all")
            case Kind.DRUNK, (entry,):
                return want.DrinkUp(person=who, entry=_number(entry))
            case Kind.ROUND, (entry,):
                return want.FetchRound(person=who, entry=_number(entry))
            case Kind.FIX, (entry,):
                return want.Correct(person=who, entry=_number(entry))
            case Kind.CHOICE, (table, game, drink):
                return want.ChooseDrink(person=who, table=_number(table), game=_number(game), drink=drink)
            case Kind.STOCK, ("add", place):
                usual = USUAL[_number(place)]
                return want.AddBottle(person=who, name=usual.name, ml=usual.ml, abv=usual.abv, halves=usual.halves)
            case Kind.STOCK, ("bottles", drink, number):
                return want.ChangeStock(person=who, drink=drink, bottles=_number(number))
            case Kind.STOCK, ("dose", drink, number):
                return want.ChangeStock(person=who, drink=drink, halves=_number(number))
            case Kind.DRINK, (drink,):
                return want.PickDrink(person=who, drink=drink)
            case Kind.CARE, (care,):
                return want.ChooseCare(person=who, care=Care(care))
            case Kind.OWN_LIMIT, (drinks,):
                return want.SetOwnLimit(person=who, drinks=_number(drinks))
            case Kind.LANGUAGE, ("me", "auto"):
                return want.SetLanguage(person=who, language=None)
            case Kind.LANGUAGE, ("me", code) if code in LANGUAGES:
                return want.SetLanguage(person=who, language=code)
            case Kind.LANGUAGE, ("group", code) if code in LANGUAGES:
                return want.SetGroupLanguage(person=who, language=code)
            case Kind.ALLOW, ("yes" | "no" as reply,):
                return want.AllowSettings(person=who, admins_only=reply == "yes")
            case Kind.SPLIT, ("lot" | "tally" as how,):
                return want.DrawTables(person=who, by_tally=how == "tally")
            case Kind.SPLIT, ("two" | "one" as number,):
                return want.SettleTables(person=who, two=number == "two")
            case Kind.SPLIT, ("join",):
                return want.JoinTables(person=who)
            case Kind.SWAP, (person,):
                return want.MovePerson(person=who, who=_number(person))
            case Kind.PAUSE, (table, "yes" | "no" as reply):
                return want.Pause(person=who, table=_number(table), on=reply == "yes")
            case Kind.BREAK, ():
                return want.TakeBreak(person=who)
            case Kind.SEATED, ("yes" | "no" as reply,):
                return want.StaySeated(person=who, on=reply == "yes")
            case Kind.BOT, ("add", table, strength, _):
                return want.SeatBot(person=who, table=_number(table), strength=Strength(strength))
            case Kind.BOT, ("off", number):
                return want.DismissBot(person=who, bot=-_number(number))
            case Kind.REST, ("yes" | "no" as reply,):
                return want.Rest(person=who, sits_out=reply == "yes")
            case Kind.LEAVE, ():
                return want.Leave(person=who)
            case Kind.ANSWER, (dispute, place):
                return want.AnswerDispute(person=who, dispute=_number(dispute), answer=_number(place))
            case Kind.RULING, (dispute,):
                return want.ConfirmRuling(person=who, dispute=_number(dispute))
            case Kind.UNWELL, ():
                return want.Unwell(person=who)
            case Kind.BOARD, ():
                return want.ShowBoard(person=who)
            case Kind.BOTTLE, (drink,):
                return want.FinishBottle(person=who, drink=drink)
            case Kind.WAIVE, (whom,):
                return want.WaiveBottle(person=who, whom=_number(whom))
            case Kind.CUSTOM, (table, custom, "yes" | "no" as reply):
                return want.SetCustom(person=who, table=_number(table), custom=Custom(custom), on=reply == "yes")
            case Kind.DRY, ("play" | "end" as reply,):
                return want.GoOnDry(person=who, plays=reply == "play")
            case Kind.END, ("yes" | "no" as reply,):
                return want.EndNight(person=who, confirmed=reply == "yes", cancelled=reply == "no")
            case _:
                return None
    except (ValueError, LookupError):
        return None
