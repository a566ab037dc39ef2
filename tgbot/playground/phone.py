"""A person with a phone: what people can do in Telegram and what they see. The page and the tests act through it."""

import re
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

from tgbot.playground.entities import tidy
from tgbot.playground.records import Answer, Chat, ChatKind, JsonObject, Message, Standing, Tap, User
from tgbot.playground.world import World

START_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{0,64}")


class CannotDo(Exception):
    """What this person cannot do now, and why: in Czech where the page shows it."""


class Phone:
    """One person's hands and eyes. Where a chat is wanted, None is the private chat with the bot."""

    def __init__(self, world: World, person: User) -> None:
        self.world = world
        self.person = person

    # --- eyes ---

    @property
    def private(self) -> Chat:
        return self.world.chats[self.person.id]

    def sees(self, chat: Chat | None = None) -> list[Message]:
        """The messages of a chat, oldest first."""
        return self.world.messages_in(self._chat(chat).id)

    def last(self, chat: Chat | None = None) -> Message:
        """The newest message of the bot in a chat, service messages aside."""
        for message in reversed(self.sees(chat)):
            if message.sender_id == self.world.bot.id and message.service is None:
                return message
        raise CannotDo(f"the bot has said nothing to {self.person.first_name}")

    @property
    def popups(self) -> list[Answer]:
        """The toasts and alerts that this person's taps of the last minutes brought, oldest first."""
        answers = [tap.answer for tap in self.world.taps.values() if tap.person_id == self.person.id]
        return [answer for answer in answers if answer is not None and answer.text]

    # --- hands: talking ---

    def says(self, text: str, chat: Chat | None = None, *, reply_to: Message | None = None) -> Message:
        """Write a message; commands are marked as Telegram marks them."""
        chat = self._own(chat)
        if chat.is_private and not chat.started:
            raise CannotDo("Nejdřív je potřeba START.")
        if chat.standing(self.world.bot.id) is Standing.KICKED and chat.is_private:
            raise CannotDo("Bot je zablokovaný.")
        kept, entities = tidy(text, ())
        if not kept:
            raise CannotDo("Zpráva je prázdná.")
        draft = Message(
            chat_id=chat.id,
            sender_id=self.person.id,
            text=kept,
            entities=entities,
            reply_to=reply_to.id if reply_to else None,
        )
        return self.world.post(draft)

    def starts(self, payload: str = "") -> Message:
        """Press START in the private chat (after a deep link: with its payload); a blocked bot is unblocked."""
        if not START_PAYLOAD.fullmatch(payload):
            raise CannotDo("Takový odkaz Telegram botovi nepředá.")
        with self.world.change():
            self.world.block(self.person.id, False)
            if not self.private.started:
                self.world.keep(replace(self.private, started=True))
            return self.says(f"/start {payload}".rstrip())

    def opens(self, link: str) -> Message:
        """Follow a link to the bot and press START, or add the bot to the first group (`?startgroup=`)."""
        parts = urlsplit(link)
        if parts.hostname != "t.me" or parts.path.strip("/").lower() != self.world.bot.username.lower():
            raise CannotDo(f"Odkaz nevede k botovi: {link}")
        query = parse_qs(parts.query, keep_blank_values=True)
        if "startgroup" in query:
            return self._starts_group(query["startgroup"][0])
        return self.starts(query.get("start", [""])[0])

    def _starts_group(self, payload: str) -> Message:
        group = next((chat for chat in self.world.groups() if chat.standing(self.person.id).is_in), None)
        if group is None:
            raise CannotDo("Není skupina, kam bota přidat.")
        self.adds_bot(group)
        return self.says(f"/start@{self.world.bot.username} {payload}".rstrip(), group)

    def edits(self, message: Message, text: str) -> None:
        """Change one's own message."""
        kept, entities = tidy(text, ())
        if message.sender_id != self.person.id or message.service is not None or not kept:
            raise CannotDo("Upravit jde jen vlastní zpráva, a ne na prázdnou.")
        self.world.edit(replace(message, text=kept, entities=entities))

    def deletes(self, message: Message) -> None:
        """Delete a message for everyone; the bot is not told, as in Telegram."""
        chat = self.world.chats[message.chat_id]
        if message.sender_id != self.person.id and not chat.is_private and not chat.standing(self.person.id).rules:
            raise CannotDo("Cizí zprávu smazat nejde.")
        self.world.delete(message)

    # --- hands: buttons ---

    def taps(self, label: str, chat: Chat | None = None, *, message: Message | None = None) -> Tap | Message:
        """Press the button with this text, on the newest message that has it. A link button is followed."""
        chat = self._own(chat if message is None else self.world.chats[message.chat_id])
        candidates = reversed(self.sees(chat)) if message is None else [self._current(message)]
        for one in candidates:
            for button in one.buttons:
                if _as_read(str(button["text"])) == _as_read(label):
                    return self._press(one, button)
        raise CannotDo(f"{self.person.first_name} sees no button {label!r}")

    def taps_data(self, data: str, message: Message) -> Tap:
        """Send any callback data from a message, also such as no button of it has: a forged client."""
        self._own(self.world.chats[message.chat_id])
        return self.world.press(self.person.id, message.chat_id, message.id, data)

    def _press(self, message: Message, button: JsonObject) -> Tap | Message:
        if "disabled" in button:
            raise CannotDo(f"the button {button['text']!r} is disabled")
        if url := button.get("url"):
            return self.opens(str(url))
        return self.world.press(self.person.id, message.chat_id, message.id, str(button.get("callback_data", "")))

    # --- hands: chats and members ---

    def blocks(self) -> None:
        self.world.block(self.person.id, True)

    def unblocks(self) -> None:
        self.world.block(self.person.id, False)

    def joins(self, chat: Chat) -> None:
        self.world.seat(chat.id, self.person.id, Standing.MEMBER, by=self.person.id)

    def leaves(self, chat: Chat) -> None:
        self.world.seat(chat.id, self.person.id, Standing.LEFT, by=self.person.id)

    def adds_bot(self, chat: Chat) -> None:
        self.seats(chat, self.world.bot, Standing.MEMBER)

    def kicks_bot(self, chat: Chat) -> None:
        self.seats(chat, self.world.bot, Standing.KICKED)

    def seats(self, chat: Chat, user: User, standing: Standing) -> None:
        """Add, promote, demote, mute or kick somebody. Whether this person may is not asked: it sets the scene."""
        chat = self._own(chat)
        if standing is Standing.RESTRICTED and chat.kind is not ChatKind.SUPERGROUP:
            raise CannotDo("Umlčet někoho jde jen v superskupině.")
        self.world.seat(chat.id, user.id, standing, by=self.person.id)

    def founds(self) -> Chat:
        """Make one more group, with the bot and nobody else yet."""
        return self.world.add_group(f"{len(self.world.groups()) + 1}. parta", [self.person])

    def migrates(self, chat: Chat) -> Chat:
        """Make a basic group a supergroup; gives the new chat."""
        chat = self._own(chat)
        if chat.kind is not ChatKind.GROUP:
            raise CannotDo("Superskupina už to je.")
        return self.world.migrate(chat.id)

    def _chat(self, chat: Chat | None) -> Chat:
        """The chat as it is now; a migrated group is its supergroup."""
        current = self.world.chats[chat.id] if chat is not None else self.private
        return current if current.migrated_to is None else self.world.chats[current.migrated_to]

    def _own(self, chat: Chat | None) -> Chat:
        chat = self._chat(chat)
        if not chat.standing(self.person.id).is_in:
            raise CannotDo(f"V téhle skupině teď nejsi: {chat.title}")
        return chat

    def _current(self, message: Message) -> Message:
        found = self.world.find_message(message.chat_id, message.id)
        if found is None:
            raise CannotDo("Ta zpráva už tu není.")
        return found


def _as_read(label: str) -> str:
    """To the eye a space that breaks no line is a space."""
    return label.replace("\u00a0", " ")
