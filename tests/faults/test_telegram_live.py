"""Telegram is slow, people and groups shut the bot out, groups become others (F12, F14, F16, F18, F19): the whole bot.

F12 with real processes; the others with the bot of `tests.pub` in this process, which is the same from the webhook on.
"""

import asyncio
import random
from collections import Counter
from dataclasses import replace

import pytest

from core.night import Night
from tests.faults.conftest import Opener
from tests.faults.harness import pub as places
from tests.faults.harness.invariants import _as_seen as as_seen
from tests.faults.harness.invariants import all_is_well
from tests.faults.harness.row import Row
from tests.faults.harness.table import side_by_side
from tests.patience import PATIENCE
from tests.pub import Guest, Pub
from tests.pub import _asked as guest_is_asked
from tgbot import views
from tgbot.delivery.scene import Scene
from tgbot.delivery.shown import read_shown, slot_key
from tgbot.playground.api import Api
from tgbot.playground.calls import Params, forbidden
from tgbot.playground.records import Message, Standing
from tgbot.store import Store

# F12: every call takes ten seconds


class InFlight:
    """Watches how many calls are under way in one chat at once; none of them begins while the door is closed."""

    def __init__(self, api: Api) -> None:
        self.most: Counter[int] = Counter()
        self.door = asyncio.Event()
        self._under_way: Counter[int] = Counter()
        self._call = api.call
        vars(api)["call"] = self.call

    async def call(self, method: str, params: Params, *, by_webhook: bool = False) -> object:
        chat = 0 if method == "answerCallbackQuery" else params.integer("chat_id")
        self._under_way[chat] += 1
        self.most[chat] = max(self.most[chat], self._under_way[chat])
        try:
            await self.door.wait()
            return await self._call(method, params, by_webhook=by_webhook)
        finally:
            self._under_way[chat] -= 1


async def with_slow_telegram(pub: places.Pub, seconds: float, moves: int) -> float:
    """Every call takes so long, and longer than all updates of a move. The longest that one waited for its answer."""
    await pub.seats(tables=2)
    before = len(pub.front.attempts)
    watch = InFlight(pub.telegram.api)
    pub.telegram.api.faults.latency["*"] = seconds
    for _ in range(moves):
        watch.door.clear()
        await side_by_side(pub.tables, 1)
        watch.door.set()
    pub.telegram.api.faults.latency.clear()
    for table in pub.tables:
        for chat in (table.group.id, *(person.id for person in table.people)):
            assert watch.most[chat] <= 1, "two calls at once in a chat"
    return max(attempt.seconds for attempt in pub.front.attempts[before:])


async def test_f12_telegram_takes_ten_seconds_for_everything(row: Row, fresh: Opener) -> None:
    """Updates are answered as if nothing was, which is timed in long runs."""
    seconds = 10.0 if row.scale > 1 else 0.1
    async with fresh(bots=2, spoils=["keeps_leases"]) as pub:
        longest = await with_slow_telegram(pub, seconds, row.times(8))
        assert row.scale == 1 or longest < 0.3
        found = await all_is_well(pub)
    row.note(rounds=row.times(16), longest_answer=longest, recovery=found.seconds)


async def test_f12_control_when_an_answer_waits_for_the_screens(fresh: Opener) -> None:
    async with fresh(bots=1, spoils=["answers_when_all_is_shown"]) as pub:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(with_slow_telegram(pub, 0.1, 1), 3)


# The bot in this process


async def everything_shows(pub: Pub, night_id: str, *, but: int = 0) -> None:
    """I5 for all chats but one."""
    async with asyncio.timeout(PATIENCE):
        while await _stale(pub.bot.store, pub, night_id, but):  # noqa: ASYNC110 - delivery works beside us
            await asyncio.sleep(0.02)


async def _stale(store: Store, pub: Pub, night_id: str, but: int) -> list[str]:
    snapshot = await store.snapshot(night_id)
    assert snapshot is not None
    stale = ["news"] if snapshot.news and not but else []
    for slot, screen in views.screens(snapshot.night, pub.telegram.world.bot.username).items():
        message = pub.telegram.world.find_message(slot.chat, read_shown(snapshot.shown.get(slot_key(slot), "{}")).id)
        seen = message and (message.text, [dict(one) for one in message.buttons])
        if slot.chat != but and seen != as_seen(screen):
            stale.append(slot_key(slot))
    return stale


async def plays(guests: list[Guest], rng: random.Random, taps: int) -> None:
    """So many sensible taps of whoever is asked."""
    for _ in range(taps):
        guest = next(guest for guest in guests if guest_is_asked(guest))
        await guest.sends(str(rng.choice(guest_is_asked(guest))["callback_data"]))


def own(pub: Pub, chat: int) -> list[Message]:
    """The bot's messages with buttons in a chat, the oldest first."""
    bot = pub.telegram.world.bot.id
    return [one for one in pub.telegram.world.messages_in(chat) if one.sender_id == bot and one.buttons]


# F14: a hand came twice


async def a_hand_that_came_twice(pub: Pub) -> None:
    guests = await pub.deal("Ana", "Bob", "Cyril")
    night = await pub.night()
    rng = random.Random(14)
    found: tuple[Guest, Message, str] | None = None
    while found is None:
        pub.telegram.api.faults.clear()
        pub.telegram.api.faults.lose_answers("sendMessage")
        await plays(guests, rng, 1)
        await everything_shows(pub, night.id)
        found = next((one for guest in guests if (one := _twice(pub, guest))), None)
    guest, orphan, act = found
    before = (await pub.night()).games
    ply = _ply(await pub.night())
    await guest.sends(act, orphan)
    now = await pub.night()
    assert now.games > before or _ply(now) > ply, f"a tap on it does not count: {act} {guest.popup!r}"
    await everything_shows(pub, night.id)
    async with asyncio.timeout(PATIENCE):
        while pub.telegram.world.find_message(guest.id, orphan.id) is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def _twice(pub: Pub, guest: Guest) -> tuple[Guest, Message, str] | None:
    """Somebody who is asked by two messages: who, the older one, and the data of an answer."""
    asking = own(pub, guest.id)
    answers = {data for one in guest_is_asked(guest) if ":act:" in (data := str(one["callback_data"]))}
    if len(asking) < 2 or not answers:
        return None
    same = [str(one.get("callback_data")) for one in asking[0].buttons if str(one.get("callback_data")) in answers]
    return (guest, asking[0], same[0]) if same else None


def _ply(night: Night) -> int:
    round_ = night.tables[0].round
    return round_.state.ply if round_ else 0


async def test_f14_a_hand_that_came_twice_counts_when_it_is_tapped_and_goes(pub: Pub, row: Row) -> None:
    await a_hand_that_came_twice(pub)
    row.note(rounds=1)


async def test_f14_control_when_nobody_asks_whose_message_that_was(pub: Pub) -> None:
    pub.bot.service._hooks = replace(pub.bot.service._hooks, pressed=lambda *_: None)
    with pytest.raises(TimeoutError):
        await a_hand_that_came_twice(pub)


# F16: somebody blocks the bot


@pytest.mark.parametrize("says_so", [True, False], ids=["telegram says so", "only a 403 does"])
async def test_f16_who_blocks_the_bot_is_told_once_and_gets_the_hand_back_with_start(
    pub: Pub, row: Row, says_so: bool
) -> None:
    guests = await pub.deal("Ana", "Bob", "Cyril")
    night = (await pub.night()).id
    bob, world = guests[1], pub.telegram.world
    if says_so:
        bob.phone.blocks()
    else:
        chat = world.chats[bob.id]
        world.keep(replace(chat, members={**chat.members, world.bot.id: Standing.KICKED}))
    before = len(pub.telegram.api.calls)
    others, rng = [guests[0], guests[2]], random.Random(16)
    while able := [guest for guest in others if guest.buttons(":act:")]:
        await plays(able, rng, 1)
    await guests[0].says("/hra")
    refused = [call for call in list(pub.telegram.api.calls)[before:] if call.chat_id == bob.id]
    assert len(refused) <= 1
    assert sum("📵 Bob, " in text for text in pub.said) <= 1
    await bob.starts(f"hand-{night}")
    await everything_shows(pub, night)
    assert bob.buttons(":act:"), "it is Bob's turn"
    row.note(rounds=1)


# F18: the bot is thrown out


@pytest.mark.parametrize("how", ["kicked", "deleted"])
async def test_f18_thrown_out_the_bot_is_silent_in_the_group_and_the_game_goes_on_in_private(
    pub: Pub, row: Row, how: str
) -> None:
    """Nobody loses a turn by it: hands come in private, and so does the board."""
    guests = await pub.deal("Ana", "Bob", "Cyril")
    night, group = (await pub.night()).id, pub.group
    rng, api = random.Random(18), pub.telegram.api
    await plays(guests, rng, 3)
    entries = await pub.bot.store.entries(night)
    if how == "kicked":
        guests[0].phone.kicks_bot(group)
    else:
        api.faults.fail(forbidden("the group chat was deleted"), chat_id=group.id, times=1000)
    before = len(api.calls)
    await plays(guests, rng, 6)
    await everything_shows(pub, night, but=group.id)
    vain = [call for call in list(api.calls)[before:] if call.chat_id == group.id]
    assert len(vain) <= 1, "knocks at a closed door"
    assert all(call.error for call in vain)
    await guests[1].says("/tabule", in_group=False)
    assert any("📋" in message.text and "Bob" in message.text for message in guests[1].phone.sees()[-2:])
    assert (await pub.bot.store.entries(night))[: len(entries)] == entries
    api.faults.clear()
    if how == "kicked":
        guests[0].phone.adds_bot(group)
    else:
        await guests[0].says("/hra")
    await pub.settled()
    await everything_shows(pub, night)
    assert (await pub.night()).id == night
    row.note(rounds=6)


async def test_f18_control_when_the_door_is_believed_at_the_fourth_knock(
    pub: Pub, row: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_closed(scene: Scene, chat: int) -> bool:
        refused = [call for call in pub.telegram.api.calls_of(chat_id=chat) if call.error]
        return chat in scene.shut or len(refused) > 3

    monkeypatch.setattr(Scene, "_is_closed", is_closed)
    with pytest.raises(AssertionError, match="closed door"):
        await test_f18_thrown_out_the_bot_is_silent_in_the_group_and_the_game_goes_on_in_private(pub, row, "kicked")


# F19: the group becomes a supergroup


@pytest.mark.parametrize("says_so", [True, False], ids=["an update says so", "only an error does"])
async def test_f19_a_group_that_becomes_a_supergroup_keeps_its_night(
    pub: Pub, row: Row, says_so: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await becomes_another(pub, says_so, monkeypatch)
    row.note(rounds=1)


async def becomes_another(pub: Pub, says_so: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    guests = await pub.deal("Ana", "Bob", "Cyril")
    rng, world = random.Random(19), pub.telegram.world
    await plays(guests, rng, 2)
    before, old, table = await pub.night(), pub.group, pub.table
    entries = await pub.bot.store.entries(before.id)
    with monkeypatch.context() as patch:
        if not says_so:
            patch.setattr(world, "queue_update", lambda *_: None)
        new = guests[0].phone.migrates(old)
    await plays(guests, rng, 3)
    await everything_shows(pub, before.id)
    now = await pub.night()
    assert (now.id, now.chat) == (before.id, new.id)
    assert await pub.bot.store.night_of_chat(old.id, None) is None
    assert (await pub.bot.store.entries(now.id))[: len(entries)] == entries
    join = next(str(b["callback_data"]) for b in table.buttons if ":join:" in str(b.get("callback_data")))
    world.press(guests[0].id, table.chat_id, table.id, join)
    await pub.settled()
    await guests[0].says("/hra")
    await everything_shows(pub, before.id)
    assert len(own(pub, new.id)) == 1, "a second table"
    moved = [call for call in pub.telegram.api.calls_of(chat_id=old.id) if call.error == 400]
    assert len(moved) <= 2


async def test_f19_control_when_the_pointer_stays(pub: Pub, monkeypatch: pytest.MonkeyPatch) -> None:
    async def move_chat(self: Store, old: int, new: int) -> str | None:
        return await self.night_of_chat(old, None)

    monkeypatch.setattr(Store, "move_chat", move_chat)
    with pytest.raises(AssertionError):
        await becomes_another(pub, True, monkeypatch)
