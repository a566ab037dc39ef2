"""The rules of a local Telegram: who is where, who may see what, what the bot is told. No HTTP, no waiting."""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from tgbot.playground import shapes
from tgbot.playground.changes import Deleted, Edited, Posted, Queued
from tgbot.playground.memory import Memory
from tgbot.playground.records import Answer, Chat, ChatKind, JsonObject, Message, Standing, Tap, Update, User

TAP_LIFE, MESSAGE_LIFE = 150.0, 86400.0
"""How many seconds an undelivered update is kept: callback queries, all others."""
ANSWER_WINDOW = 15.0
"""Seconds in which a tap can be answered; then the spinner stops and the query "is too old"."""


class World(Memory):
    """People, the bot, their chats and everything said in them."""

    def __init__(
        self, data_dir: Path | None = None, *, clock: Callable[[], float] = time.time, token: str = ""
    ) -> None:
        super().__init__(data_dir, token)
        self.clock = clock
        if self.settings.bot_id not in self.users:
            with self.change():
                self.keep(self.settings)
                self.keep(User(id=self.settings.bot_id, first_name="Štamgast", username="StamgastBot", is_bot=True))

    @property
    def bot(self) -> User:
        return self.users[self.settings.bot_id]

    def find_message(self, chat_id: int, message_id: int) -> Message | None:
        return self.messages.get(chat_id, {}).get(message_id)

    def messages_in(self, chat_id: int) -> list[Message]:
        """What stands in a chat, oldest first."""
        return [message for _, message in sorted(self.messages.get(chat_id, {}).items())]

    def groups(self) -> list[Chat]:
        """The groups people see: without those that have become a supergroup."""
        return [chat for chat in self.chats.values() if not chat.is_private and chat.migrated_to is None]

    def people(self) -> list[User]:
        return [user for user in self.users.values() if not user.is_bot]

    # --- people and chats ---

    def add_person(self, name: str, *, language_code: str = "cs", username: str = "") -> User:
        """A new person; the private chat with the bot exists, but START was not pressed."""
        with self.change():
            person = User(
                id=self.next_number("person"),
                first_name=name,
                username=username,
                language_code=language_code,
            )
            self.keep(person)
            members = {person.id: Standing.MEMBER, self.bot.id: Standing.MEMBER}
            self.keep(Chat(id=person.id, kind=ChatKind.PRIVATE, members=members, started=False))
        return person

    def add_group(self, title: str, people: Iterable[User], *, with_bot: bool = True) -> Chat:
        """A basic group made by the first of the people."""
        people = list(people)
        with self.change():
            members = {person.id: Standing.MEMBER for person in people} | {people[0].id: Standing.CREATOR}
            chat = Chat(id=-self.next_number("group"), kind=ChatKind.GROUP, title=title, members=members)
            self.keep(chat)
            self._serve(chat.id, people[0].id, {"group_chat_created": True})
            if with_bot:
                self.seat(chat.id, self.bot.id, Standing.MEMBER, by=people[0].id)
        return self.chats[chat.id]

    def seat(self, chat_id: int, user_id: int, standing: Standing, *, by: int) -> None:
        """Give somebody a status in a group (joining, leaving, kicking, promoting), with its messages and updates."""
        chat = self.chats[chat_id]
        before = chat.standing(user_id)
        if before is standing:
            return
        with self.change():
            self.keep(replace(chat, members={**chat.members, user_id: standing}))
            is_bot = user_id == self.bot.id
            person = shapes.user(self.users[user_id])
            if before.is_in and not standing.is_in:
                # A bot thrown out of a supergroup learns it from its status alone.
                self._serve(chat_id, by, {"left_chat_member": person}, is_bot and chat.kind is ChatKind.GROUP)
            self._tell_standing(chat_id, user_id, before, by)
            if standing.is_in and not before.is_in:
                joined: JsonObject = {"new_chat_participant": person, "new_chat_member": person}
                self._serve(chat_id, by, joined | {"new_chat_members": [person]})

    def block(self, person_id: int, blocked: bool) -> None:
        """Block the bot in the person's private chat, or unblock it."""
        chat, standing = self.chats[person_id], Standing.KICKED if blocked else Standing.MEMBER
        before = chat.standing(self.bot.id)
        if before is not standing:
            with self.change():
                self.keep(replace(chat, members={**chat.members, self.bot.id: standing}))
                self._tell_standing(chat.id, self.bot.id, before, person_id)

    def _tell_standing(self, chat_id: int, user_id: int, before: Standing, by: int) -> None:
        chat, is_bot = self.chats[chat_id], user_id == self.bot.id
        if not is_bot and not chat.standing(self.bot.id).rules:
            return
        old = replace(chat, members={**chat.members, user_id: before})
        body: JsonObject = {
            "chat": shapes.chat(self, chat),
            "from": shapes.user(self.users[by]),
            "date": int(self.clock()),
            "old_chat_member": shapes.member(self, old, user_id),
            "new_chat_member": shapes.member(self, chat, user_id),
        }
        kind, queue = ("my_chat_member", f"standing:{chat_id}") if is_bot else ("chat_member", f"member:{user_id}")
        self.queue_update(kind, body, queue, MESSAGE_LIFE)

    def migrate(self, chat_id: int) -> Chat:
        """Turn a basic group into a supergroup: a new chat with message ids from 1; the old one is closed."""
        old = self.chats[chat_id]
        with self.change():
            new_id = -1_000_000_000_000 - self.next_number("group")
            new = replace(old, id=new_id, kind=ChatKind.SUPERGROUP, migrated_from=old.id, pinned=(), last_message_id=0)
            inside = [user for user, standing in old.members.items() if standing.is_in]
            # Whoever made the group may have left it.
            by = min(inside, key=lambda user: old.standing(user) is not Standing.CREATOR)
            self.keep(new)
            self._serve(old.id, by, {"migrate_to_chat_id": new_id})
            self.keep(replace(self.chats[old.id], migrated_to=new_id))
            self._serve(new_id, by, {"migrate_from_chat_id": old.id})
        return self.chats[new_id]

    # --- messages ---

    def post(self, draft: Message, *, tell_bot: bool = False) -> Message:
        """Number and date a draft and show it; the bot is told when it may see it, or must (`tell_bot`)."""
        with self.change():
            chat = self.chats[draft.chat_id]
            if chat.kind is ChatKind.SUPERGROUP:
                number = chat.last_message_id + 1
                self.put(replace(chat, last_message_id=number))
            else:
                number = self.next_number("message")
            message = replace(draft, id=number, date=int(self.clock()))
            self.put(message, Posted(message))
            if tell_bot or self._bot_may_see(message):
                self.queue_update("message", shapes.message(self, message), f"chat:{chat.id}", MESSAGE_LIFE)
        return message

    def _serve(self, chat_id: int, by: int, event: JsonObject, tell_bot: bool = False) -> None:
        self.post(Message(chat_id=chat_id, sender_id=by, service=event), tell_bot=tell_bot)

    def _bot_may_see(self, message: Message) -> bool:
        """Privacy mode: in groups commands, replies to the bot and service messages; everything when it is an admin."""
        chat = self.chats[message.chat_id]
        standing = chat.standing(self.bot.id)
        if not standing.is_in or (message.sender_id == self.bot.id and message.service is None):
            return False
        if chat.is_private or message.service is not None or standing.rules:
            return True
        replied = self.find_message(chat.id, message.reply_to) if message.reply_to is not None else None
        if replied is not None and replied.sender_id == self.bot.id:
            return True
        command, _, addressee = message.text.partition(" ")[0].partition("@")
        return command.startswith("/") and addressee.lower() in ("", self.bot.username.lower())

    def edit(self, message: Message) -> Message:
        """Put an edited message in its place, with the time of the edit; the bot is told when it may see it."""
        edited = replace(message, edit_date=int(self.clock()))
        with self.change():
            self.rewrite(edited)
            if self._bot_may_see(edited):
                body = shapes.message(self, edited)
                self.queue_update("edited_message", body, f"chat:{message.chat_id}", MESSAGE_LIFE)
        return edited

    def rewrite(self, message: Message) -> None:
        """Put a changed message in its place, without the mark of an edit."""
        self.put(message, Edited(message))

    def delete(self, message: Message) -> None:
        with self.change():
            chat = self.chats[message.chat_id]
            if message.id in chat.pinned:
                self.keep(replace(chat, pinned=tuple(one for one in chat.pinned if one != message.id)))
            self.forget(message, Deleted(message.chat_id, message.id))

    def press(self, person_id: int, chat_id: int, message_id: int, data: str) -> Tap:
        """A tap on its way to the bot; whether the message has such a button is not asked (clients can be forged)."""
        with self.change():
            self._forget_old_taps()
            number = str(self.next_number("tap"))
            now = self.clock()
            tap = Tap(id=number, person_id=person_id, chat_id=chat_id, message_id=message_id, data=data, at=now)
            self.keep(tap)
            self.queue_update("callback_query", shapes.callback_query(self, tap), f"taps:{person_id}", TAP_LIFE)
        return tap

    def answer(self, tap: Tap, answer: Answer) -> None:
        """Show the answer of a tap; a second answer changes nothing."""
        if tap.answer is None:
            self.keep(replace(tap, answer=answer))

    def _forget_old_taps(self) -> None:
        horizon = self.clock() - 2 * TAP_LIFE
        while self.taps and (oldest := next(iter(self.taps.values()))).at < horizon:
            self.forget(oldest)

    # --- updates ---

    def queue_update(self, kind: str, body: JsonObject, queue: str, life: float) -> None:
        """News for the bot, unless it did not ask for this kind; `life` in seconds."""
        if kind not in self.settings.allowed_updates:
            return
        with self.change():
            number = self.next_number("update")
            update = Update(id=number, kind=kind, body=body, queue=queue, expires=self.clock() + life)
            self.put(update, Queued(update))
