"""Telegram's limits hold in every window of time, for all processes together."""

import asyncio
from bisect import bisect_left
from collections.abc import Sequence
from itertools import count, pairwise
from random import Random
from time import monotonic

import pytest

from tests.tgbot.server_time import ServerTime
from tgbot.store import Connection, Limiter
from tgbot.store.limits import ALL, CALM_SHARE, CHAT, GROUP

GROUP_CHAT, PRIVATE_CHAT = -100, 8
SECOND, HOUR = 1_000, 3_600_000
"""In ms."""


class Clock:
    """Takes messages' turns while time flies; `sent` are the times when they went, in ms."""

    def __init__(self, connection: Connection, time: ServerTime) -> None:
        self._limiter = Limiter(connection)
        self._time = time
        self.sent: list[int] = []

    async def take(self, chat: int, urgent: bool = False) -> int:
        wait = await self._limiter.take(chat, chat < 0, urgent)
        if wait == 0:
            self.sent.append(self._time.now)
        return wait

    async def send(self, chat: int, urgent: bool = False) -> int:
        """Wait as long as it takes, and how long that was."""
        waited = 0
        while wait := await self.take(chat, urgent):
            self.pass_by(wait)
            waited += wait
        return waited

    def pass_by(self, ms: int) -> None:
        self._time.pass_by(ms)


@pytest.fixture
def clock(connection: Connection, server_time: ServerTime) -> Clock:
    return Clock(connection, server_time)


def most(times: Sequence[int], window: int) -> int:
    """The most messages in any window of so many ms."""
    return max(index + 1 - bisect_left(times, at - window + 1) for index, at in enumerate(times))


async def test_a_group_gets_at_most_20_messages_in_any_minute(clock: Clock) -> None:
    random = Random(11)
    for _ in range(300):
        if random.random() < 0.2:
            clock.pass_by(int(random.expovariate(1 / 8_000)))
        await clock.send(GROUP_CHAT, urgent=random.random() < 0.7)
    assert most(clock.sent, 60_000) == 20
    assert most(clock.sent, 3_000) == 3


async def test_urgent_messages_alone_use_all_that_a_group_may_get(clock: Clock) -> None:
    for _ in range(100):
        await clock.send(GROUP_CHAT, urgent=True)
    assert most(clock.sent, GROUP[1]) == 20
    assert clock.sent[-1] - clock.sent[0] < 5 * GROUP[1]


async def test_ordinary_messages_never_take_it_all(clock: Clock) -> None:
    waits = [await clock.send(GROUP_CHAT) for _ in range(150)]
    assert most(clock.sent, 60_000) <= 17
    assert max(waits) <= 9_000, "a lively table goes on, only slower"
    assert clock.sent[-1] - clock.sent[0] < 150 * 5_500, "about twelve a minute"


async def test_an_urgent_message_finds_room_after_any_number_of_ordinary_ones(clock: Clock) -> None:
    for ordinary in range(60):
        await clock.send(GROUP_CHAT)
        if ordinary % 20 == 19:
            assert [await clock.send(GROUP_CHAT, urgent=True) <= 3_000 for _ in range(4)] == [True] * 4
    assert most(clock.sent, 60_000) <= 20


async def test_the_first_messages_go_at_once(clock: Clock) -> None:
    assert [await clock.take(GROUP_CHAT) for _ in range(3)] == [0, 0, 0]
    assert await clock.take(GROUP_CHAT) == 3_000


async def test_a_private_chat_gets_one_message_a_second_and_three_at_once(clock: Clock) -> None:
    waits = [await clock.send(PRIVATE_CHAT) for _ in range(90)]
    assert waits[:3] == [0, 0, 0]
    assert most(clock.sent, 3_000) == 3
    assert clock.sent[-1] - clock.sent[0] < 30 * 3_100


async def test_what_is_refused_is_not_counted(clock: Clock, connection: Connection) -> None:
    for _ in range(3):
        await clock.take(PRIVATE_CHAT)
    waits = [await clock.take(PRIVATE_CHAT) for _ in range(20)]
    assert all(waits)
    assert await connection.command("LLEN", f"{{rl:{PRIVATE_CHAT}}}") == 3


async def test_all_chats_together_get_30_a_second(clock: Clock, connection: Connection) -> None:
    waits = [await clock.take(chat, urgent=True) for chat in range(1, 61)]
    assert waits.count(0) == 30
    refused = next(chat for chat, wait in zip(count(1), waits, strict=False) if wait)
    assert 0 < waits[refused - 1] <= ALL[1]
    assert await connection.command("LLEN", f"{{rl:{refused}}}") == 0, "the chat got nothing, so nothing is counted"


async def test_who_is_on_turn_finds_room_when_all_chats_together_have_none(clock: Clock) -> None:
    waits = [await clock.take(chat) for chat in range(1, 61)]
    calm = int(CALM_SHARE * ALL[0])
    assert waits[:calm] == [0] * calm
    assert waits.count(0) == calm
    assert len({wait for wait in waits if wait}) > calm // 2, "they come back one by one"
    assert [await clock.take(chat, urgent=True) for chat in range(101, 101 + ALL[0] - calm)] == [0] * (ALL[0] - calm)


@pytest.fixture
def minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """All chats together get so many a minute."""
    monkeypatch.setattr("tgbot.store.limits.ALL", (30, 60_000))


@pytest.mark.usefixtures("minutes")
async def test_who_is_on_turn_and_finds_no_room_gets_a_turn_in_the_order_of_coming(
    valkey: str, clock: Clock, connection: Connection
) -> None:
    """Over all processes; and meanwhile nobody goes who comes later, or is not on turn."""
    async with Connection(valkey) as another:
        both = [Limiter(connection, per_second=4), Limiter(another, per_second=4)]

        async def take(chat: int, urgent: bool = True) -> int:
            return await both[chat % 2].take(chat, False, urgent)

        assert [await take(chat) for chat in range(4)] == [0] * 4
        waits = [await take(chat) for chat in range(4, 12)]
        assert all(later - earlier > 10_000 for earlier, later in pairwise(waits)), "a quarter of a minute each"
        assert waits[-1] <= 60_000 + 7 * 15_000
        assert await take(99, urgent=False) > waits[-1] - 15_000, "nobody else before the latest turn"
        passed = 0
        for chat, wait in zip(range(4, 12), waits, strict=True):
            clock.pass_by(wait - passed)
            passed = wait
            assert await take(50 + chat) > 0, "who comes later"
            assert await take(99, urgent=False) > 0
            while late := await take(chat):
                assert late < 5_000, "no later than the one four before it went after its own turn"
                clock.pass_by(late)


@pytest.mark.usefixtures("minutes")
async def test_a_turn_that_is_not_used_lapses(clock: Clock, connection: Connection) -> None:
    limiter = Limiter(connection, per_second=1)
    assert [await limiter.take(chat, False, True) == 0 for chat in (1, 2, 3)] == [True, False, False]
    clock.pass_by(126_000)
    assert await limiter.take(PRIVATE_CHAT, False, False) == 0
    clock.pass_by(61_000)
    assert await limiter.take(4, False, True) == 0
    assert 0 < await limiter.take(2, False, True) <= 60_000, "like anybody who comes"


@pytest.mark.usefixtures("minutes")
async def test_a_turn_that_was_used_is_used_up(clock: Clock, connection: Connection) -> None:
    limiter = Limiter(connection, per_second=1)
    _, second, third = [await limiter.take(chat, False, True) for chat in (1, 2, 3)]
    clock.pass_by(second)
    assert await limiter.take(2, False, True) == 0
    assert await limiter.take(2, False, True) > third - second, "after whoever has come before"


async def test_turns_pass_as_quickly_as_telegram_lets_them(clock: Clock, connection: Connection) -> None:
    """Forty at four a second, although each comes back a little late."""
    limiter, random = Limiter(connection, per_second=4), Random(3)
    due, passed = dict.fromkeys(range(40), 0), 0
    while due:
        chat, at = min(due.items(), key=lambda one: one[1])
        clock.pass_by(max(0, at - passed))
        passed = max(passed, at)
        if wait := await limiter.take(chat, False, True):
            due[chat] = passed + wait + random.randrange(300)
        else:
            del due[chat]
    assert passed <= 12_000


@pytest.mark.parametrize("urgent", [False, True])
async def test_a_clock_that_is_set_back_silences_nobody(clock: Clock, connection: Connection, urgent: bool) -> None:
    """The server's; NTP does so now and then, and so does another server that takes over."""
    limiter = Limiter(connection, per_second=4)
    for _ in range(8):
        await clock.send(GROUP_CHAT)
    chats = GROUP_CHAT, *range(1, 20)
    for chat in (*chats, *chats):
        await limiter.take(chat, chat < 0, urgent=True)
    clock.pass_by(-3_600_000)
    assert max([await limiter.take(chat, chat < 0, urgent) for chat in chats]) < 60_000


@pytest.mark.usefixtures("server_time")
async def test_processes_share_the_limits(valkey: str, connection: Connection) -> None:
    async with Connection(valkey) as other:
        both = [Limiter(connection), Limiter(other)]
        waits = await asyncio.gather(*(both[n % 2].take(PRIVATE_CHAT, False, False) for n in range(20)))
    assert waits.count(0) == CHAT[0]


async def test_chats_do_not_wait_for_each_other(clock: Clock) -> None:
    for _ in range(4):
        await clock.take(GROUP_CHAT)
    assert await clock.take(-200) == 0
    assert await clock.take(PRIVATE_CHAT) == 0


async def test_retry_after_stops_this_chat_only_and_only_for_so_long(connection: Connection) -> None:
    limiter, began = Limiter(connection), monotonic()
    await limiter.pause(GROUP_CHAT, 120)
    assert await limiter.take(-200, True, True) == 0
    while wait := await limiter.take(GROUP_CHAT, True, True):
        assert wait <= 120
        await asyncio.sleep(wait / 1000)
    assert monotonic() - began >= 0.119, "the server counts whole ms"


async def test_a_pause_is_known_to_all_processes_and_no_shorter_one_ends_it(connection: Connection) -> None:
    limiter = Limiter(connection)
    assert await limiter.paused(PRIVATE_CHAT) == 0
    await limiter.pause(PRIVATE_CHAT, HOUR)
    await limiter.pause(PRIVATE_CHAT, SECOND)
    assert SECOND < await Limiter(connection).paused(PRIVATE_CHAT) <= HOUR
    assert await limiter.take(PRIVATE_CHAT, False, True) > SECOND
    await limiter.pause(PRIVATE_CHAT, 2 * HOUR)
    assert HOUR < await limiter.paused(PRIVATE_CHAT) <= 2 * HOUR


async def test_counts_do_not_stay_for_ever(connection: Connection) -> None:
    await Limiter(connection).take(GROUP_CHAT, True, False)
    names = [name for names in await connection.everywhere("KEYS", "*") for name in names]
    assert len(names) == 2
    for name in names:
        assert 0 < await connection.command("PTTL", name) <= GROUP[1]
