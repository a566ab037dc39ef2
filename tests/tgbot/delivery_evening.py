"""An evening for tests of delivery: people with phones, a night in memory, and workers that may die at any moment.

Time is virtual. Calls reach the playground's Telegram without HTTP.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from core.night import News, Night, Person, idle
from tests.tgbot.delivery_memory import NIGHT, MemoryLimiter, MemoryStore, clock
from tests.tgbot.delivery_ties import Mortal, MortalRequest, WorldRequest
from tests.tgbot.virtual_time import virtual_time
from tgbot.delivery import Delivery, Hooks, Views
from tgbot.delivery.ports import Painter
from tgbot.delivery.transport import QuietBot
from tgbot.playground.api import Api
from tgbot.playground.calls import ApiError, bad_request
from tgbot.playground.delivery import Timing
from tgbot.playground.limits import Limits
from tgbot.playground.records import Message, User
from tgbot.playground.world import World
from tgbot.screens import Button, Screen, Slot

STORE = "now", "due", "lease", "hold", "snapshot", "note_shown", "note_news", "finish", "wake"


class Evening:
    """A group with Ana, Bob and Cyril, a night in it, and what its chats should show (`show`, `hide`, `tell`)."""

    def __init__(self, *, supergroup: bool = True) -> None:
        self.world = World(clock=clock, token="42:secret")
        self.api = Api(self.world, limits=Limits(), timing=Timing(), local=True)
        self.ana, self.bob, self.cyril = (self._person(name) for name in ("Ana", "Bob", "Cyril"))
        group = self.world.add_group("U Tygra", [self.ana, self.bob, self.cyril])
        self._group = self.world.migrate(group.id) if supergroup else group
        people = tuple(Person(id=one.id, name=one.first_name) for one in (self.ana, self.bob, self.cyril))
        # Whatever time passes in a test, this night does not end by itself.
        opened = round((clock() + 366 * 24 * 3600) * 1000)
        self.store = MemoryStore(
            Night(id=NIGHT, chat=self._group.id, topic=None, title="", language="cs", opened_at=opened, people=people)
        )
        self.limiter = MemoryLimiter()
        self.request = WorldRequest(self.api)
        self.wanted: dict[Slot, Screen] = {}
        self.hooks: list[tuple[object, ...]] = []
        self.workers: list[tuple[Delivery, asyncio.Task[None]]] = []
        self.mortals: dict[Delivery, Mortal] = {}
        self.broken = False
        """Whether the views raise."""
        self.unpaintable: set[int] = set()
        """The chats for which they do."""
        self.reports_get_lost = False
        """Whether what delivery finds out changes nothing."""
        self.reports_fail = False
        self.after_report: Callable[[], None] = lambda: None
        self.vain_edits = False
        """Whether the test lets edits happen that change nothing; otherwise there must be none."""
        self.api.calls.clear()

    def _person(self, name: str) -> User:
        person = self.world.add_person(name)
        self.world.keep(replace(self.world.chats[person.id], started=True))
        return person

    # The group and the night

    @property
    def group(self) -> int:
        return self.store.night.chat

    def show(
        self,
        chat: int,
        slot: str,
        text: str,
        *buttons: str,
        fresh: tuple[str, ...] = (),
        silent: bool = False,
        protect: bool = False,
        urgent: bool = False,
        lasting: bool = False,
        passing: bool = False,
        leaves: str = "",
        tidy: bool = False,
    ) -> None:
        """From now on the slot should show this."""
        keyboard = (tuple(Button(button, data=button) for button in buttons),) if buttons else ()
        screen = Screen(
            text,
            keyboard,
            fresh,
            silent=silent,
            protect=protect,
            urgent=urgent,
            lasting=lasting,
            passing=passing,
            leaves=leaves,
            tidy=tidy,
        )
        self.wanted[Slot(chat, slot, self.store.night.topic if chat < 0 else None)] = screen
        self._commit(replace(self.store.night, games=self.store.night.games + 1))

    def hide(self, chat: int, slot: str) -> None:
        """From now on there should be nothing."""
        self.wanted = {one: screen for one, screen in self.wanted.items() if (one.chat, one.name) != (chat, slot)}
        self._commit(replace(self.store.night, games=self.store.night.games + 1))

    def tell(self, *news: str) -> None:
        """Something happens that the group is told.

        What begins with "(" is not worth a message, with "!" it is urgent, with "?" there are no words for it.
        """
        self._commit(self.store.night, *(News(kind=one) for one in news))

    def change(self, **fields: object) -> None:
        self._commit(replace(self.store.night, **fields))  # type: ignore[arg-type]

    def reach(self, person: User, reachable: bool) -> None:
        night = self.store.night
        people = tuple(replace(one, reachable=reachable) if one.id == person.id else one for one in night.people)
        self.change(people=people)

    def _commit(self, night: Night, *news: News) -> None:
        self.store.commit(night, *news)
        for delivery, _ in self.workers:
            delivery.poke(NIGHT)

    # Views and hooks

    def _painters(self, night: Night) -> dict[int, Painter]:
        if self.broken:
            raise KeyError(*(screen.text for screen in self.wanted.values()))
        return {chat: partial(self._paint, chat) for chat in dict.fromkeys(slot.chat for slot in self.wanted)}

    def _paint(self, chat: int) -> dict[Slot, Screen]:
        screens = {slot: screen for slot, screen in self.wanted.items() if slot.chat == chat}
        if chat in self.unpaintable:
            raise KeyError(*(screen.text for screen in screens.values()))
        return screens

    def _announcement(self, night: Night, news: Sequence[News]) -> Screen | None:
        if any(one.kind.startswith("?") for one in news):
            raise KeyError(*(one.kind for one in news))
        worth = [one.kind for one in news if not one.kind.startswith("(")]
        return Screen("\n".join(worth), urgent=any(one.startswith("!") for one in worth)) if worth else None

    async def _tick(self, night_id: str) -> None:
        self.hooks.append(("tick",))

    async def _unreachable(self, night_id: str, person: int) -> None:
        self.hooks.append(("unreachable", person))
        if self.reports_fail:
            raise RuntimeError
        if not self.reports_get_lost:
            self.reach(self.world.users[person], False)
        self.after_report()

    async def _migrated(self, night_id: str, old: int, new: int) -> None:
        self.hooks.append(("migrated", old, new))
        self.wanted = {replace(slot, chat=new) if slot.chat == old else slot: one for slot, one in self.wanted.items()}
        self.change(chat=new)

    async def _topic_gone(self, night_id: str) -> None:
        self.hooks.append(("topic gone",))
        if self.reports_fail:
            raise RuntimeError
        self.wanted = {replace(slot, topic=None): one for slot, one in self.wanted.items()}
        self.change(topic=None)

    # Workers

    def worker(self, mortal: Mortal | None = None, request: WorldRequest | None = None) -> Delivery:
        """One more process that delivers."""
        mortal = mortal or Mortal()
        request = request or (
            MortalRequest(self.api, mortal, self.request) if mortal.dies_at is not None else self.request
        )
        store = mortal.tie(self.store, *STORE)
        limiter = mortal.tie(self.limiter, "take", "pause", "paused", "resume")
        delivery = Delivery(
            store,  # type: ignore[arg-type]
            limiter,  # type: ignore[arg-type]
            QuietBot("42:secret", request=request, get_updates_request=request),
            views=Views(self._painters, self._announcement),
            hooks=Hooks(self._tick, self._unreachable, self._migrated, self._topic_gone),
        )
        self.workers.append((delivery, asyncio.create_task(delivery.run())))
        self.mortals[delivery] = mortal
        return delivery

    def stop_polling(self, delivery: Delivery) -> None:
        """This worker lives on pokes alone."""
        (task,) = (task for one, task in self.workers if one is delivery)
        task.cancel()

    def cut_off(self, delivery: Delivery) -> None:
        """This worker cannot reach the store any more."""
        self.mortals[delivery].cut_off = True

    def abandon(self, delivery: Delivery) -> None:
        """This worker is dead."""
        (task,) = (task for one, task in self.workers if one is delivery)
        task.cancel()
        self.workers = [(one, task) for one, task in self.workers if one is not delivery]

    async def settle(self, seconds: float = 120.0) -> None:
        """Until everything is delivered, also what has to wait for Telegram's limits."""
        async with asyncio.timeout(seconds):
            while self.store.holder or self._is_due_soon():  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    def _is_due_soon(self) -> bool:
        """Whether there is anything to be done before the night ends by itself."""
        due = self.store.due_at
        return due is not None and due < idle.since(self.store.night) + idle.IDLE

    async def close(self) -> None:
        for delivery, task in self.workers:
            await delivery.stop()
            await asyncio.wait((task,))
        self.world.close()
        assert not self.request.overlaps
        assert not [call for call in self.api.calls if "not modified" in call.description and not self.vain_edits]

    # What people see

    def sees(self, chat: int) -> list[str]:
        """The bot's messages in a chat, the oldest first: "text [button] [button]"."""
        own = (one for one in self.world.messages_in(chat) if one.sender_id == self.world.bot.id and not one.service)
        return [_as_seen(message) for message in own]

    def methods(self, chat: int | None = None) -> list[str]:
        """The calls so far, in a chat or in all; those that failed end in "!"."""
        return [call.method + "!" * bool(call.error) for call in self.api.calls_of(chat_id=chat)]

    def says(self, person: User, text: str) -> Message:
        """Somebody writes in the group; the bot does not see it."""
        return self.world.post(Message(chat_id=self.group, sender_id=person.id, text=text))

    async def hears(self, person: User, text: str) -> None:
        """Somebody writes in the group, and the bot sees it."""
        delivery, _ = self.workers[0]
        await delivery.seen_message(NIGHT, self.group, self.says(person, text).id)

    def forget_messages(self, chat: int) -> None:
        """Somebody deletes everything in the chat."""
        for message in list(self.world.messages_in(chat)):
            self.world.delete(message)

    def fail(self, method: str, reason: str, *, chat: int | None = None, times: int = 1) -> None:
        """Telegram refuses the next calls with "Bad Request: …"."""
        self.fail_with(bad_request(reason), method, chat=chat, times=times)

    def fail_with(self, error: ApiError, method: str, *, chat: int | None = None, times: int = 1) -> None:
        self.api.faults.fail(error, method=method, chat_id=chat, times=times)

    def wants(self, chat: int) -> list[str]:
        """The screens that a chat should show, as people would see them."""
        return [
            " ".join([screen.text, *(f"[{button.text}]" for row in screen.keyboard for button in row)])
            for slot, screen in self.wanted.items()
            if slot.chat == chat
        ]


def evening(
    test: Callable[[Evening], Coroutine[Any, Any, None]] | None = None, *, supergroup: bool = True
) -> Callable[..., Any]:
    """A test with an evening and one worker, in virtual time."""

    def with_evening(test: Callable[[Evening], Coroutine[Any, Any, None]]) -> Callable[[], None]:
        @virtual_time
        async def run() -> None:
            e = Evening(supergroup=supergroup)
            e.worker()
            await test(e)
            await e.close()

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return with_evening(test) if test else with_evening


def _as_seen(message: Message) -> str:
    return " ".join([message.text, *(f"[{button['text']}]" for row in message.keyboard for button in row)])
