"""Too much from one person or at one table is dropped, shared by all processes; quick honest fingers never are."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import ValidationError

from tests.tgbot.updates import (
    ANONYMOUS_ADMIN,
    Doorman,
    Json,
    group,
    private,
    said,
    standing,
    tapped,
    user,
)
from tgbot.config import FEWEST_TAPS, MOST_TAPS, Settings
from tgbot.floods import AT_ONCE, PAPERS_AT_ONCE, Floods
from tgbot.inbound import Heard
from tgbot.store import Admission, Connection, Floodgate, Loaded, Store, Unavailable
from tgbot.store.cluster import Argument
from tgbot.store.connection import Script
from tgbot.views import texts
from tgbot.words import speak

ANA, BOB = user(1, "Ana"), user(2, "Bob", "en")
PER_SECOND = 3.0
GLACIAL = 0.003
"""A rate at which nothing becomes free again while a test runs, however long it takes."""


@dataclass
class Clock:
    """A clock that stands until it is moved."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


class Counted(Connection):
    """A way to the server that counts how often it is asked."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.asked = 0

    async def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()) -> Any:
        self.asked += 1
        return await super().run(script, keys, arguments)


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def admitted(gate: Floodgate, number: int, source: int = 1) -> list[Admission]:
    return [await gate.admit(source) for _ in range(number)]


# One gate


async def test_ten_taps_a_second_for_a_whole_hand_of_cards_pass_and_cost_no_round_trip(
    valkey: str, connection: Connection, clock: Clock
) -> None:
    async with Counted(valkey) as counted:
        gate = Floodgate(counted, "person", PER_SECOND, 15, clock)
        for _ in range(20):
            assert await gate.admit(1) is Admission.FREE
            clock.now += 0.1
        assert counted.asked == 0


async def test_thirty_taps_as_fast_as_they_come_pass(connection: Connection, clock: Clock) -> None:
    gate = Floodgate(connection, "person", GLACIAL, 15, clock)
    assert await admitted(gate, 30) == [Admission.FREE] * 30


async def test_a_flood_is_told_so_once_and_then_costs_nothing(
    valkey: str, connection: Connection, clock: Clock
) -> None:
    async with Counted(valkey) as counted:
        gate = Floodgate(counted, "person", GLACIAL, 15, clock)
        admissions = await admitted(gate, 200)
        assert admissions[:30] == [Admission.FREE] * 30
        assert admissions.count(Admission.FIRST_EXCESS) == 1
        assert counted.asked <= 15 + admissions[30:].count(Admission.FREE) + 2


async def test_nobody_pays_for_another(connection: Connection, clock: Clock) -> None:
    gate = Floodgate(connection, "person", GLACIAL, 15, clock)
    await admitted(gate, 200, source=1)
    assert await admitted(gate, 30, source=2) == [Admission.FREE] * 30


async def test_who_has_calmed_down_is_heard_and_would_be_told_again(connection: Connection, clock: Clock) -> None:
    gate = Floodgate(connection, "person", GLACIAL, 15, clock)
    await admitted(gate, 100)
    clock.now += 40 / GLACIAL
    await connection.everywhere("FLUSHALL")  # the bucket that all processes share runs by the server's clock
    admissions = await admitted(gate, 100)
    assert admissions[:30] == [Admission.FREE] * 30
    assert admissions[30:32] == [Admission.FIRST_EXCESS, Admission.EXCESS]


async def test_many_processes_let_no_more_through_than_one_but_what_is_at_once_in_each(connection: Connection) -> None:
    clock = Clock()
    gates = [Floodgate(connection, "person", GLACIAL, 15, clock) for _ in range(4)]
    admissions = [await gate.admit(1) for _ in range(100) for gate in gates]
    assert admissions.count(Admission.FREE) in range(5 * 15, 5 * 15 + 4)
    assert Admission.FREE not in admissions[-200:], "while it lasts, a flood has the pace of one source"


async def test_calm_sources_are_forgotten(connection: Connection, clock: Clock) -> None:
    gate = Floodgate(connection, "person", PER_SECOND, 15, clock)
    for source in range(1000):
        await gate.admit(source)
    clock.now += 60
    await gate.admit(1)
    assert len(gate._paces) == 1


async def test_nothing_of_a_flood_stays_in_redis(connection: Connection, clock: Clock) -> None:
    gate = Floodgate(connection, "person", GLACIAL, 15, clock)
    await admitted(gate, 40)
    (key,) = [key for keys in await connection.everywhere("KEYS", "*") for key in keys]
    assert 0 < await connection.command("PTTL", key) <= 15_000 / GLACIAL


async def test_a_clock_that_is_set_back_shuts_nobody_out(connection: Connection, clock: Clock) -> None:
    """The server's, by an hour: what was counted is a time to come."""
    gate = Floodgate(connection, "person", PER_SECOND, 15, clock)
    await admitted(gate, 40)
    await connection.command("INCRBY", "{rl:person:1}", 3_600_000)
    clock.now += 5
    assert await admitted(Floodgate(connection, "person", PER_SECOND, 15, clock), 20) == [Admission.FREE] * 20


async def test_without_redis_a_flood_comes_again_later_and_calm_people_do_not_notice(clock: Clock) -> None:
    async with Connection("redis://127.0.0.1:1/0") as nowhere:
        gate = Floodgate(nowhere, "person", PER_SECOND, 15, clock)
        assert await admitted(gate, 15) == [Admission.FREE] * 15
        with pytest.raises(Unavailable):
            await gate.admit(1)


# Settings


@pytest.mark.parametrize("taps", [FEWEST_TAPS, MOST_TAPS])
def test_with_any_limit_that_can_be_set_somebody_may_tap_and_not_for_ever(connection: Connection, taps: float) -> None:
    floods = Floods(connection, Settings(_env_file=None, taps_per_second=taps).taps_per_second)
    for gate in (floods._people, floods._tables):
        assert gate._room > gate._gap / 2, "one tap fills no bucket"
        assert round(1000 * gate._gap) >= 1, "Redis counts in ms"


@pytest.mark.parametrize("taps", [-1, 0.1, 0.01, 101, 10_000])
def test_a_limit_that_would_be_none_or_an_error_is_refused(taps: float) -> None:
    with pytest.raises(ValidationError, match="taps_per_second"):
        Settings(_env_file=None, taps_per_second=taps)


# What counts as whose


class Looked(Store):
    """A store that counts what is loaded."""

    loads = 0

    async def load(self, night_id: str, update: str | None = None) -> Loaded | None:
        self.loads += 1
        return await super().load(night_id, update)


@pytest.fixture
async def bar(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> Doorman:
    """A bot with limits: as many at once as in life, and hardly any more."""
    monkeypatch.setattr("tgbot.floods.AT_ONCE", AT_ONCE * PER_SECOND / GLACIAL)
    return Doorman(Looked(connection), admit=Floods(connection, GLACIAL).admit)


@pytest.mark.parametrize(
    "excess",
    [
        lambda night: tapped(ANA, group(), f"{night}:rest:yes"),
        lambda night: tapped(ANA, group(), "a:forged:button"),
        lambda night: tapped(ANA, group(), None),
        lambda night: said(ANA, group(), "/tabule"),
        lambda night: said(ANA, private(ANA), "/karty"),
        lambda night: said(ANA, group(), "ahoj"),
        lambda night: said(ANA, private(ANA), "ahoj"),
        lambda night: standing(ANA, private(ANA), "kicked", "member"),
        lambda night: standing(ANA, group(), "left", "member"),
    ],
)
async def test_the_excess_of_a_person_loads_nothing_whatever_it_is(bar: Doorman, excess: Callable[[str], Json]) -> None:
    await bar.seats(ANA)
    night = (await bar.night()).id
    store = bar.store
    assert isinstance(store, Looked)
    for _ in range(40):
        await bar.hears(tapped(ANA, group(), f"{night}:rest:yes"))
    before = store.loads
    assert [await bar.hears(excess(night)) for _ in range(50)] == [{}] * 50
    assert store.loads == before


async def test_a_flood_gets_one_friendly_popup_in_the_persons_language(bar: Doorman) -> None:
    await bar.seats(BOB)
    night = (await bar.night()).id
    popups = [(await bar.hears(tapped(BOB, group(), f"{night}:rest:yes"))).get("text") for _ in range(120)]
    assert popups.count(texts.slower(speak("en"))) == 1
    assert popups[-60:].count(None) == 60


async def test_a_chatty_group_is_heard_whatever_number_of_people_talk(bar: Doorman) -> None:
    """Fifty people write ten messages each, all at once."""
    people = [user(number) for number in range(100, 150)]
    for _ in range(10):
        for person in people:
            assert await admission(bar, said(person, group(), "ahoj")) is Admission.FREE


async def test_admins_who_are_all_the_same_to_telegram_are_counted_by_group(bar: Doorman) -> None:
    for number in range(100):
        raw = said(ANONYMOUS_ADMIN, group(-number - 1), "/hra", sender_chat=group(-number - 1))
        assert await admission(bar, raw) is Admission.FREE
    raw = said(ANONYMOUS_ADMIN, group(), "/hra", sender_chat=group())
    admissions = [await admission(bar, raw) for _ in range(100)]
    assert Admission.EXCESS in admissions


async def test_what_telegram_itself_reports_is_never_too_much(bar: Doorman) -> None:
    removed = standing(ANA, group(), "member", "left")
    moved = said(ANA, group(), None, migrate_to_chat_id=-1001)
    for raw in (removed, moved) * 60:
        assert await admission(bar, raw) is Admission.FREE


async def test_seven_people_who_slap_as_fast_as_they_can_all_count(bar: Doorman) -> None:
    """A race at one table: everybody taps eight times a second for three seconds."""
    people = [user(number) for number in range(1, 8)]
    for _ in range(24):
        for person in people:
            assert await admission(bar, tapped(person, group(), "abcdefghij:rest:yes")) is Admission.FREE


async def test_the_taps_of_a_table_share_a_limit(bar: Doorman) -> None:
    """A crowd that taps at one table, none of them too fast; another table does not notice."""
    crowd = [user(number) for number in range(1000, 1500)]
    admissions = [await admission(bar, tapped(one, group(), "abcdefghij:rest:yes")) for one in crowd]
    assert admissions[:300] == [Admission.FREE] * 300
    assert Admission.EXCESS in admissions[300:]
    assert await admission(bar, tapped(ANA, group(), "bcdefghijk:rest:yes")) is Admission.FREE


async def admission(bar: Doorman, raw: Json) -> Admission:
    """What becomes of an update at the door."""
    met: list[Heard] = []

    async def stop(heard: Heard) -> Admission:
        met.append(heard)
        return Admission.EXCESS

    await Doorman(bar.store, admit=stop).hears(raw)
    return await bar.admit(met[0])


async def test_files_are_made_a_few_at_once_and_then_now_and_then(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They read the logs of whole nights, and are uploaded."""
    monkeypatch.setattr("tgbot.floods.PAPERS_PER_SECOND", GLACIAL)
    bar = Doorman(Store(connection), admit=Floods(connection, PER_SECOND).admit)
    told = [await bar.whispers(ANA, words) for words in ("/mojedata", "/zaznam") * 2 * PAPERS_AT_ONCE]
    slower = texts.slower(speak("cs"))
    assert slower not in told[:PAPERS_AT_ONCE]
    assert told.count(slower) == 1
    assert len(bar.files) <= 2 * PAPERS_AT_ONCE
    before = len(bar.files)
    await bar.whispers(ANA, "mojedata")
    assert len(bar.files) == before, "in words it is the same"
    assert await bar.whispers(ANA, "/pomoc"), "all else goes on"
    await bar.whispers(BOB, "/mojedata")
    assert len(bar.files) == before + 1
