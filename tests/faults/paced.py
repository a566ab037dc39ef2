"""Whole games at the pace of people, in virtual time: real delivery and views, a store in memory, no HTTP."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random
from typing import Any

from core.games import GAMES
from core.night import Declined, News, Night, Step, Table, step
from core.night import intents as want
from tests.faults.harness.invariants import _as_seen as as_seen
from tests.tgbot.delivery_memory import MemoryLimiter, MemoryStore, clock
from tests.tgbot.delivery_ties import WorldRequest
from tgbot import inbound, views
from tgbot.buttons import intent_of
from tgbot.delivery import Delivery, Hooks, Views
from tgbot.delivery.shown import read_shown, slot_key
from tgbot.delivery.transport import QuietBot
from tgbot.playground.api import Api
from tgbot.playground.calls import ApiError, Call, Params
from tgbot.playground.delivery import Timing
from tgbot.playground.faults import Faults
from tgbot.playground.limits import Limits
from tgbot.playground.phone import CannotDo, Phone
from tgbot.playground.records import Message, User
from tgbot.playground.world import World
from tgbot.screens import Screen
from tgbot.store import Snapshot
from tgbot.taps import parse

WORDS = re.compile(":choose|:(last|prsi|say [^:]*)$")
"""What no player of the tests chooses: bottles, and words that can be said at any time."""
LIVELY = (1.5, 6.0)
"""Seconds that people take for a tap: at least, at most."""


class MemoryNights:
    """Several nights in memory, for one delivery."""

    def __init__(self) -> None:
        self.nights: dict[str, MemoryStore] = {}

    async def now(self, night_id: str) -> int:
        return round(clock() * 1000)

    async def due(self, limit: int) -> list[str]:
        return [night_id for night_id, night in self.nights.items() if await night.due(1)][:limit]

    async def lease(self, night_id: str, token: str, ms: int) -> bool:
        return await self.nights[night_id].lease(night_id, token, ms)

    async def hold(self, night_id: str, token: str, ms: int) -> bool:
        return await self.nights[night_id].hold(night_id, token, ms)

    async def snapshot(self, night_id: str) -> Snapshot | None:
        return await self.nights[night_id].snapshot(night_id)

    async def shown(self, night_id: str, slot: str) -> str | None:
        return await self.nights[night_id].shown(night_id, slot)

    async def note_shown(self, night_id: str, slot: str, text: str | None, token: str = "") -> bool:
        return await self.nights[night_id].note_shown(night_id, slot, text, token)

    async def note_news(self, night_id: str, cursor: int, token: str = "") -> bool:
        return await self.nights[night_id].note_news(night_id, cursor, token)

    async def finish(self, night_id: str, token: str, version: int, wake_at: int | None) -> bool:
        return await self.nights[night_id].finish(night_id, token, version, wake_at)

    async def wake(self, night_id: str, at: int) -> None:
        await self.nights[night_id].wake(night_id, at)


class Weather(Faults):
    """Faults that a test decides about call by call: with which error it is refused, whether its answer is lost."""

    def __init__(self) -> None:
        super().__init__()
        self.refuses: Callable[[], ApiError | None] = lambda: None
        self.hangs_up: Callable[[], bool] = lambda: False

    def check(self, method: str, params: Params) -> None:
        super().check(method, params)
        error = self.refuses()
        if error is not None:
            raise error

    def loses_answer(self, method: str) -> bool:
        return super().loses_answer(method) or self.hangs_up()


class PacedPub:
    """A Telegram, one process that delivers, and tables that do not know of each other."""

    def __init__(self) -> None:
        self.world = World(clock=clock, token="42:secret")
        self.api = Api(self.world, limits=Limits(), timing=Timing(), local=True)
        self.weather = self.api.faults = Weather()
        self.store = MemoryNights()
        self.limiter = MemoryLimiter()
        self.tables: dict[str, PacedTable] = {}
        self.request = WorldRequest(self.api)
        self.delivery = Delivery(
            self.store,
            self.limiter,
            QuietBot("42:secret", request=self.request, get_updates_request=self.request),
            views=Views(lambda night: views.painters(night, "bot"), self._announcement),
            hooks=Hooks(self._tick, self._unreachable, self._migrated, self._topic_gone),
        )
        self.reports: list[tuple[object, ...]] = []
        """What delivery has found out."""
        self.scripted: set[str] = set()
        """Descriptions of the 429s that are a test's own."""
        self._delivering = asyncio.create_task(self.delivery.run())

    def table(self, game: str, people: int = 4, *, seed: int = 1, limit: int = 0) -> "PacedTable":
        """One more table; who sits there does so at once."""
        table = PacedTable(self, game, people, seed, limit)
        self.tables[table.night_id] = table
        return table

    async def settle(self, seconds: float = 60.0) -> None:
        """Until everything shows the present state."""
        async with asyncio.timeout(seconds):
            while any(table.stale() or table.store.holder for table in self.tables.values()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def close(self) -> None:
        await self.delivery.stop()
        await self._delivering
        self.world.close()
        assert not self.request.overlaps

    def _announcement(self, night: Night, news: Sequence[News]) -> Screen | None:
        """The usual words, after the numbers of what they are about."""
        screen = views.announcement(night, news, "bot")
        if screen is None:
            return None
        known = self.tables[night.id].store.news
        numbers = [at for one in news for at, other in enumerate(known) if other is one]
        return replace(screen, text=f"{numbers}\n{screen.text}")

    async def all_is_well(self, *, repeats: int = 0) -> None:
        """What has to hold after every fault: I4 to I7; at most so many announcements may have come twice."""
        twice = 0
        for table in self.tables.values():
            assert table.stale() == [], "I5: not the present state"
            twice += table.told_twice()
            assert self.api.busiest_minute(table.night.chat) <= 20, "I7"
            for call in self.api.calls_of(chat_id=table.night.chat):
                assert ":play" not in call.params.text("reply_markup"), "I4: a card in the group"
        assert twice <= repeats, f"I6: {twice} announcements came twice"
        assert not [call for call in self.api.calls if call.error == 429 and call.description not in self.scripted], (
            "I7"
        )
        assert not self.request.overlaps

    async def _tick(self, night_id: str) -> None:
        self.tables[night_id].does(want.Tick())

    async def _unreachable(self, night_id: str, person: int) -> None:
        self.reports.append(("unreachable", person))
        self.tables[night_id].does(want.Reachable(person=person, reachable=False))

    async def _topic_gone(self, night_id: str) -> None:
        self.tables[night_id].does(want.MoveChat(chat=self.tables[night_id].night.chat))

    async def _migrated(self, night_id: str, old: int, new: int) -> None:
        self.reports.append(("migrated", old, new))
        for table in self.tables.values():
            if table.night.chat == old:
                table.does(want.MoveChat(chat=new))


@dataclass
class Talk:
    """What some moves have cost."""

    moves: int = 0
    calls: list[Call] = field(default_factory=list)

    @property
    def per_move(self) -> float:
        return len(self.calls) / self.moves

    def by_method(self) -> dict[str, float]:
        """Calls a move, by method and kind of chat."""
        kinds = Counter(f"{one.method} {'group' if (one.chat_id or 0) < 0 else 'private'}" for one in self.calls)
        return {kind: round(number / self.moves, 2) for kind, number in kinds.most_common()}


class PacedTable:
    """People in a group of their own who play one game after the other."""

    def __init__(self, pub: PacedPub, game: str, people: int, seed: int, limit: int) -> None:
        self.pub = pub
        self.random = Random(seed)
        number = len(pub.tables) + 1
        self.night_id = f"večer{number}"
        self.people = [self._person(f"Host {number}.{place}") for place in range(1, people + 1)]
        group = pub.world.migrate(pub.world.add_group(f"Stůl {number}", self.people).id)
        now, table = round(clock() * 1000), Table(id=1, game=game, limit=limit)
        self.store = MemoryStore(
            Night(id=self.night_id, chat=group.id, topic=None, title="", language="cs", opened_at=now, tables=(table,))
        )
        pub.store.nights[self.night_id] = self.store
        pub.tables[self.night_id] = self
        self.phones = [Phone(pub.world, person) for person in self.people]
        self.talk = Talk()
        self.did: dict[int, str] = {}
        """What everybody has tapped last."""
        self.before_tap: Callable[[Phone, Message], None] = lambda phone, message: None
        for person in self.people:
            self.does(want.Join(person=person.id, name=person.first_name, language="cs", reachable=True))

    def _person(self, name: str) -> User:
        person = self.pub.world.add_person(name)
        self.pub.world.keep(replace(self.pub.world.chats[person.id], started=True))
        return person

    @property
    def night(self) -> Night:
        return self.store.night

    @property
    def chats(self) -> set[int]:
        return {self.night.chat, *(person.id for person in self.people)}

    def does(self, intent: want.Intent) -> None:
        """A step of the night, as the service would take it."""
        after: Step = step(self.night, intent, round(clock() * 1000), self.random)
        if after.night != self.night or after.news:
            self.store.commit(after.night, *(replace(fact) for fact in after.news if views.announced(fact)))
            self.pub.delivery.poke(self.night_id)

    async def plays(self, pace: tuple[float, float], most: int = 10_000, *, games: int = 1) -> Talk:
        """So many games, or so many taps of them."""
        began, taps = len(self.pub.api.calls), 0
        for _ in range(games):
            if self.night.tables[0].round is None:
                self.does(want.Deal(person=self.people[0].id, table=1, after=self.night.games))
            while self.night.tables[0].round is not None and taps < most:
                await asyncio.sleep(self.random.uniform(*pace))
                taps += 1
                self._taps()
        await asyncio.sleep(10)
        calls = list(self.pub.api.calls)[began:]
        self.talk.calls += [call for call in calls if call.chat_id in self.chats]
        return self.talk

    def moves(self) -> None:
        """Whoever is asked does anything; the first game is dealt, if there is none."""
        round_ = self.night.tables[0].round
        if round_ is None:
            self.does(want.Deal(person=self.people[0].id, table=1, after=self.night.games))
            return
        game = GAMES[round_.game]
        seat = game.actors(round_.state)[0]
        action = game.format_action(game.legal(round_.state, seat)[0])
        self.does(
            want.Act(person=round_.players[seat], table=1, game=round_.number, ply=round_.state.ply, action=action)
        )

    def _taps(self) -> None:
        round_ = self.night.tables[0].round
        assert round_ is not None
        actors = [round_.players[seat] for seat in GAMES[round_.game].actors(round_.state)]
        able = [phone for phone in self.phones if phone.person.id in actors]
        asked = [(phone, buttons) for phone in able if (buttons := _answers(phone))]
        if not asked:
            return
        phone, buttons = self.random.choice(asked)
        choices = [str(button["callback_data"]) for button in buttons]
        # Nobody makes the same mistake again at once: it would be taken for a slip of the finger.
        words = {data: data.rpartition(":")[2] for data in choices}
        data = self.random.choice([data for data in choices if words[data] != self.did.get(phone.person.id)] or choices)
        self.did[phone.person.id] = words[data]
        self.before_tap(phone, phone.last())
        self.pub.delivery.pressed(self.night_id, phone.person.id, phone.last().id)
        sender = inbound.Sender(phone.person.id, phone.person.first_name, "cs")
        intent = intent_of(inbound.Tapped(sender, "1", parse(data), phone.person.id, 1))
        assert intent is not None
        before = self.store.version
        try:
            self.does(intent)
        except Declined:
            return
        self.talk.moves += ":act:" in data and self.store.version > before

    # What people see

    def stale(self) -> list[str]:
        """The slots that do not show what the night says now."""
        stale = ["news"] if self.store.cursor < len(self.store.news) else []
        for slot, screen in views.screens(self.night, "bot").items():
            shown = read_shown(self.store.notes.get(slot_key(slot), "{}"))
            message = self.pub.world.find_message(slot.chat, shown.id)
            if message is None or (message.text, [dict(one) for one in message.buttons]) != as_seen(screen):
                stale.append(slot_key(slot))
        return stale

    def told_twice(self) -> int:
        """How many announcements came twice; AssertionError when one is missing or came in another order."""
        sent = self.pub.api.calls_of("sendMessage", chat_id=self.night.chat)
        texts = [call.params.text("text") for call in sent if not call.error]
        told = [json.loads(text.split("\n")[0]) for text in texts if text.startswith("[")]
        twice = len(told) - len({tuple(numbers) for numbers in told})
        numbers = list(dict.fromkeys(chain.from_iterable(told)))
        assert numbers == sorted(numbers), f"I6: told in the order {numbers}"
        missing = [one for at, one in enumerate(self.store.news) if at not in set(numbers)]
        assert views.announcement(self.night, missing, "bot") is None if missing else True, "I6: never told"
        return twice

    def sees(self, chat: int) -> list[Message]:
        """The bot's messages in a chat, the oldest first."""
        own = self.pub.world.bot.id
        return [one for one in self.pub.world.messages_in(chat) if one.sender_id == own and not one.service]


def _answers(phone: Phone) -> list[dict[str, Any]]:
    """What answers the question on this phone: what fits, else what the game suggests, else anything."""
    kinds = ":act:", ":menu:name:", ":mark:"
    try:
        shown = phone.last().buttons
    except CannotDo:  # nothing was said to them yet
        return []
    buttons = [dict(b) for b in shown if any(kind in str(b.get("callback_data")) for kind in kinds)]
    buttons = [button for button in buttons if not WORDS.search(str(button["callback_data"]))]
    fitting = [button for button in buttons if button.get("style") == "success"]
    return fitting or [button for button in buttons if button.get("style")] or buttons
