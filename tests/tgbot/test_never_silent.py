"""Nobody who gives a command is left without an answer: every command, in every state of an evening, from everybody."""

from collections.abc import Awaitable, Callable

import pytest

from core.night import News, Night
from tests.tgbot.updates import BOT, Doorman, Json, group, private, said, tapped, user
from tgbot.spelling import COMMANDS
from tgbot.store import Store
from tgbot.views import announcement, screens

ANA, BOB, EVE, FAY = user(1, "Ana"), user(2, "Bob"), user(9, "Eve"), user(10, "Fay")
PEOPLE = {"a player": ANA, "whom the bot does not reach": BOB, "an onlooker": EVE, "a stranger": FAY}
"""Eve has opened the private chat once, Bob and Fay never."""
TOPIC = 5
ARGUMENTS = {
    "zasoby": ("", "rum 0,5 40", "??"),
    "jazyk": ("", "en", "klingonsky"),
    "spor": ("", "Platí svršek? | ano | ne"),
    "zaznam": ("", "1", "99"),
}

State = Callable[["Chat"], Awaitable[None]]


class Chat(Doorman):
    """A group, or a topic of a forum, in which all administrate."""

    def __init__(self, store: Store, topic: int | None = None) -> None:
        super().__init__(store, chat=group(-1_001_000_000_001, kind="supergroup"))
        self.topic = topic

    async def is_admin(self, chat: int, person: int) -> bool:
        return True

    async def told(self, person: Json, text: str, *, alone: bool = False) -> Json:
        """The reply to what somebody writes here, or in private."""
        where: Json = {} if alone or self.topic is None else {"message_thread_id": self.topic, "is_topic_message": True}
        return dict(await self.hears(said(person, private(person) if alone else self.chat, text, **where)))

    async def presses(self, person: Json, rest: str) -> None:
        await self.hears(tapped(person, self.chat, f"{(await self.night(self.topic)).id}:{rest}"))

    async def open_night(self) -> Night | None:
        night_id = await self.store.night_of_chat(self.chat["id"], self.topic)
        return None if night_id is None else await self.night(self.topic)

    async def answers(self, person: Json, text: str, before: Night | None, *, alone: bool) -> bool:
        """Whether anything comes of a command for whoever gives it in this night, which stays as it was."""
        if before is not None:
            await self.becomes(before)
        told, files = await self._news(before), len(self.files)
        reply = await self.told(person, text, alone=alone)
        if reply.get("text") or len(self.files) > files:
            return True
        after = await self.open_night()
        if after is None:
            return False
        news = (await self._news(after))[len(told) :]
        return sent_anew(before, after, person) or bool(news and announcement(after, news, BOT))

    async def _news(self, night: Night | None) -> tuple[News, ...]:
        snapshot = None if night is None else await self.store.snapshot(night.id)
        return () if snapshot is None else tuple(news for _, news in snapshot.news)


async def no_night(chat: Chat) -> None:
    for person in (ANA, EVE):
        await chat.told(person, "/start", alone=True)


async def lobby(chat: Chat) -> None:
    await no_night(chat)
    await chat.told(ANA, "/hra")
    await chat.presses(BOB, "join:1")


async def game(chat: Chat) -> None:
    await lobby(chat)
    await chat.presses(ANA, "deal:1:0")


async def pause(chat: Chat) -> None:
    await game(chat)
    await chat.told(BOB, "/pauza")


async def ending(chat: Chat) -> None:
    await game(chat)
    await chat.told(BOB, "/konec")


async def ended(chat: Chat) -> None:
    await ending(chat)
    await chat.presses(ANA, "end:yes")


def sent_anew(before: Night | None, after: Night, person: Json) -> bool:
    """Whether a message comes to the group or to this person: an edit is no answer, it may have scrolled away."""
    seen = {} if before is None else screens(before, BOT)
    return any(
        set(screen.reasons) - set(seen[slot].reasons if slot in seen else ())
        for slot, screen in screens(after, BOT).items()
        if slot.chat in (after.chat, person["id"])
    )


LAST = ("hra",)
"""Where no table is open, it opens one."""


@pytest.mark.parametrize(
    "state, topic",
    [*((state, None) for state in (no_night, lobby, game, pause, ending, ended)), (no_night, TOPIC), (game, TOPIC)],
)
async def test_no_command_is_met_with_silence(store: Store, state: State, topic: int | None) -> None:
    chat = Chat(store, topic)
    await state(chat)
    before = await chat.open_night()
    silent = []
    # In the group first: who writes in private has let the bot write there.
    for alone in (False, True) if topic is None else (False,):
        people = {who: person for who, person in PEOPLE.items() if not (alone and person is BOB)}
        for name in (*(name for name in COMMANDS if name not in LAST), *LAST):
            for text in (f"/{name} {argument}".strip() for argument in ARGUMENTS.get(name, ("",))):
                for who, person in people.items():
                    if not await chat.answers(person, text, before, alone=alone):
                        silent.append((text, who, "in private" if alone else "in the group"))
    assert not silent


@pytest.mark.parametrize(
    "command, answer",
    [
        ("/odejit", ""),
        ("/zasoby rum 0,5 40", "Na stole je"),
        ("/tabule", ""),
        ("/karty", ""),
    ],
)
async def test_in_the_group_it_is_said_to_whom_an_answer_is(store: Store, command: str, answer: str) -> None:
    chat = Chat(store, TOPIC)
    await game(chat)
    reply = await chat.told(ANA, command)
    assert answer in str(reply.get("text", ""))
    if answer:
        assert (reply["message_thread_id"], reply["reply_parameters"]["message_id"]) == (TOPIC, 77)


async def test_whoever_asks_for_a_table_that_is_open_is_told_that_it_comes_again_below(store: Store) -> None:
    chat = Chat(store)
    await lobby(chat)
    before = await chat.night()
    assert "Ťukni na Přidat se" in (await chat.told(EVE, "/hra"))["text"]
    assert (await chat.told(ANA, "/hra")) == {}
    assert (await chat.night()).posted == before.posted + 2
