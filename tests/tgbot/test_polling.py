"""Long polling: nothing is confirmed before it is done, and what has to come again holds up nobody else."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from telegram.error import NetworkError, RetryAfter

from tests.patience import PATIENCE
from tests.tgbot.updates import Json, group, private, said, tapped, user
from tgbot import polling
from tgbot.polling import Polling
from tgbot.store import Unavailable

ANA, BOB, CYRIL = user(1, "Ana"), user(2, "Bob"), user(3, "Cyril")


class Telegram:
    """What the bot asks for updates, which keeps them until they are confirmed; it stands in for the library's Bot."""

    def __init__(self, *updates: Json) -> None:
        self.waiting = list(updates)
        self.confirmed: list[int] = []
        self.said: list[Mapping[str, Any]] = []
        self.asked = 0
        self.is_away = False

    async def call(self, method: str, parameters: Mapping[str, Any]) -> bool:
        self.said.append({"method": method, **parameters})
        return True

    async def updates(self, offset: int, kinds: Sequence[str], wait: float) -> list[Json]:
        self.asked += 1
        if self.is_away:
            raise NetworkError("away")
        self.confirmed += [one["update_id"] for one in self.waiting if one["update_id"] < offset]
        self.waiting = [one for one in self.waiting if one["update_id"] >= offset]
        if wait:
            await until(lambda: bool(self.waiting))
        await asyncio.sleep(0)
        return self.waiting[:100]


class Ears:
    """Hears updates in the order they come; whatever is in `refused` has to come again."""

    def __init__(self) -> None:
        self.heard: list[int] = []
        self.refused: set[int] = set()
        self.given_up: list[int] = []
        self.attempts = 0

    async def hear(self, raw: Json) -> Mapping[str, Any]:
        self.attempts += 1
        await asyncio.sleep(0)
        if raw["update_id"] in self.refused:
            raise Unavailable
        self.heard.append(raw["update_id"])
        return {"method": "answerCallbackQuery", "text": str(raw["update_id"])}

    async def give_up(self, raw: Json, error: Exception) -> None:
        assert isinstance(error, Unavailable)
        self.given_up.append(raw["update_id"])


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polling, "LOOK_AGAIN", 0.005)
    monkeypatch.setattr(polling, "REST", 0.005)


@asynccontextmanager
async def asking(telegram: Telegram, ears: Ears) -> AsyncIterator[None]:
    task = asyncio.create_task(Polling(telegram, ears).run())  # type: ignore[arg-type]
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def until(happens: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happens():  # noqa: ASYNC110 - whatever is waited for tells nobody
            await asyncio.sleep(0.001)


async def confirmed(telegram: Telegram, *updates: Json) -> None:
    await until(lambda: telegram.confirmed == [one["update_id"] for one in updates])


async def rounds(telegram: Telegram, number: int = 5) -> None:
    """Until Telegram was asked so many times more."""
    goal = telegram.asked + number
    await until(lambda: telegram.asked >= goal)


async def test_all_is_heard_once_answered_and_then_confirmed() -> None:
    told = [tapped(ANA, group(), "a"), said(BOB, group(), "/hra"), tapped(ANA, group(), "b")]
    telegram, ears = Telegram(*told), Ears()
    async with asking(telegram, ears):
        await confirmed(telegram, *told)
    assert sorted(ears.heard) == [one["update_id"] for one in told]
    assert sorted(answer["text"] for answer in telegram.said) == [str(one["update_id"]) for one in told]


async def test_what_has_to_come_again_holds_up_nobody_but_its_own_queue() -> None:
    stuck, after, other = tapped(ANA, group(), "a"), tapped(ANA, group(), "b"), tapped(BOB, group(), "c")
    telegram, ears = Telegram(stuck, after, other), Ears()
    ears.refused.add(stuck["update_id"])
    async with asking(telegram, ears):
        await rounds(telegram)
        late = said(CYRIL, group(), "/tabule")
        telegram.waiting.append(late)
        await rounds(telegram)
        assert ears.heard == [other["update_id"], late["update_id"]]
        assert telegram.confirmed == [], "a kill now loses nothing"
        ears.refused.clear()
        await confirmed(telegram, stuck, after, other, late)
    assert ears.heard == [one["update_id"] for one in (other, late, stuck, after)]


async def test_what_telegram_has_dropped_is_given_up() -> None:
    stuck, after = tapped(ANA, group(), "a"), tapped(ANA, group(), "b")
    telegram, ears = Telegram(stuck, after), Ears()
    ears.refused.add(stuck["update_id"])
    async with asking(telegram, ears):
        await rounds(telegram)
        telegram.waiting.remove(stuck)
        await confirmed(telegram, after)
        attempts = ears.attempts
        await asyncio.sleep(0.02)
    assert ears.heard == [after["update_id"]]
    assert ears.attempts == attempts


@pytest.mark.parametrize("places", [(0,), (0, 1, 2), (0, 50, 99), tuple(range(99)), tuple(range(0, 300, 3))])
async def test_whatever_is_never_done_nobody_else_goes_unheard(
    places: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(polling, "PATIENCE", 0.02)
    told = [said(user(number, "Ana"), private(user(number, "Ana")), "ahoj") for number in range(300)]
    numbers = [one["update_id"] for one in told]
    telegram, ears = Telegram(*told), Ears()
    ears.refused = {numbers[place] for place in places}
    async with asking(telegram, ears):
        await until(lambda: len(ears.heard) == len(told) - len(places))
    assert ears.heard == [number for number in numbers if number not in ears.refused]
    assert ears.given_up == sorted(ears.refused)[: len(ears.given_up)], "the first ones only, as many as had to go"


async def test_nothing_is_given_up_while_nothing_works_nor_while_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polling, "PATIENCE", 0.0)
    told = [said(user(number, "Ana"), private(user(number, "Ana")), "ahoj") for number in range(150)]
    telegram, ears = Telegram(*told), Ears()
    ears.refused = {one["update_id"] for one in told}
    async with asking(telegram, ears):
        await until(lambda: ears.attempts > 300)
        ears.refused = {told[60]["update_id"]}
        await until(lambda: len(ears.heard) == len(told) - 1)
        await rounds(telegram)
    assert ears.given_up == []


@pytest.mark.parametrize("body", ['{"poll": {"id": "1"}}', '{"inline_query": {"id": "1", "from": {"id": 1}}}', "{}"])
async def test_what_was_heard_before_the_bot_said_what_it_wants_stops_nothing(body: str) -> None:
    mine = tapped(ANA, group(), "a")
    other = {"update_id": mine["update_id"] - 1, **json.loads(body)}
    telegram, ears = Telegram(other, mine), Ears()
    async with asking(telegram, ears):
        await confirmed(telegram, other, mine)


async def test_it_goes_on_when_telegram_is_back() -> None:
    telegram, ears = Telegram(), Ears()
    telegram.is_away = True
    async with asking(telegram, ears):
        await rounds(telegram)
        telegram.is_away, told = False, tapped(ANA, group(), "a")
        telegram.waiting.append(told)
        await confirmed(telegram, told)


async def test_telegram_is_left_alone_for_as_long_as_it_says() -> None:
    class Full(Telegram):
        async def updates(self, offset: int, kinds: Sequence[str], wait: float) -> list[Json]:
            self.asked += 1
            raise RetryAfter(30)

    telegram = Full()
    async with asking(telegram, Ears()):
        await until(lambda: telegram.asked > 0)
        await asyncio.sleep(20 * polling.REST)
    assert telegram.asked == 1


async def test_a_fault_that_nobody_foresaw_ends_it() -> None:
    class Deaf(Ears):
        async def hear(self, raw: Json) -> Mapping[str, Any]:
            raise RuntimeError

    with pytest.raises(ExceptionGroup):
        await Polling(Telegram(tapped(ANA, group(), "a")), Deaf()).run()  # type: ignore[arg-type]
