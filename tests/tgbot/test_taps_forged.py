"""Data that no button has: damaged, invented, of other people (N16)."""

import asyncio
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.night import Night
from tests.tgbot.tapping import EVE, PEOPLE, essence, play_on, press, put_back, with_debts
from tests.tgbot.updates import Doorman, Json, buttons_of, group, moves, tapped
from tgbot.store import Connection, Store
from tgbot.taps import Kind, parse
from tgbot.views import texts
from tgbot.words import speak

pytestmark = pytest.mark.usefixtures("no_faults")


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """For tests that hypothesis runs many times: they cannot be coroutines."""
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def mid_game(loop: asyncio.AbstractEventLoop, valkey: str) -> Iterator[tuple[Doorman, Connection, Night]]:
    """A bot, the way to its store, and a game in which some moves are old."""

    async def begin() -> Night:
        await connection.everywhere("FLUSHALL")
        await bar.deals(*PEOPLE)
        rng = Random(3)
        for _ in range(6):
            await play_on(bar, rng)
        night = with_debts(await bar.night(), 1, 2)
        await bar.becomes(night)
        return night

    connection = Connection(valkey)
    bar = Doorman(Store(connection))
    yield bar, connection, loop.run_until_complete(begin())
    loop.run_until_complete(connection.close())


FORGED = settings(
    max_examples=150,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
)
WORDS = (
    *("draw", "drink", "stand", "challenge", "admit", "show", "slap", "timeout", "doubt", "call", "collapse"),
    *("ready", "pickup", "name", "mark", "settings", "unwell", "correct", "yes", "no", "oldest", "all"),
    *("smidary", "prsi", "shithead", "deal", "six", "cheating", "false_call", "rum"),
)
numbers = st.one_of(st.integers(-3, 60).map(str), st.integers().map(str), st.sampled_from(["", "٣", "+1", "1_0", " 1"]))
cards = st.tuples(st.sampled_from("6789TUOKAJQX2345"), st.sampled_from("hlbacdsxr")).map("".join)
words = st.one_of(
    cards,
    cards.map("play {}".format),
    st.tuples(cards, st.sampled_from("hlba789TUOKA")).map("play {0[0]}={0[1]}".format),
    st.sampled_from(WORDS),
    st.sampled_from(["choose <b>rum", "choose rum", "announce 7h", "announce 6x", "flip 9", "swap 7h 7h", "play"]),
    st.text(max_size=12),
)
pieces = st.lists(st.one_of(numbers, words), max_size=6)


@FORGED
@given(kind=st.one_of(st.sampled_from(list(Kind)), st.text(max_size=8)), rest=pieces, person=st.sampled_from(range(4)))
def test_forged_data_does_nothing_that_a_button_could_not(
    loop: asyncio.AbstractEventLoop,
    mid_game: tuple[Doorman, Connection, Night],
    kind: str,
    rest: list[str],
    person: int,
) -> None:
    bar, connection, night = mid_game
    data = ":".join((night.id, kind, *rest))
    loop.run_until_complete(_forged(bar, connection, night, (*PEOPLE, EVE)[person], data))


@FORGED
@given(at=st.integers(0, 200), cut=st.integers(0, 64), new=st.one_of(numbers, words), person=st.sampled_from(range(4)))
def test_damaged_data_of_real_buttons_does_nothing_that_a_button_could_not(
    loop: asyncio.AbstractEventLoop,
    mid_game: tuple[Doorman, Connection, Night],
    at: int,
    cut: int,
    new: str,
    person: int,
) -> None:
    bar, connection, night = mid_game
    real = sorted({button.data for button in buttons_of(night) if button.data})
    pieces = real[at % len(real)].split(":")
    pieces[cut % len(pieces)] = new
    loop.run_until_complete(_forged(bar, connection, night, (*PEOPLE, EVE)[person], ":".join(pieces)))


@FORGED
@given(data=st.one_of(st.text(max_size=70), st.binary(max_size=64).map(lambda raw: raw.decode("latin-1"))))
def test_data_that_no_view_wrote_is_an_unknown_button(
    loop: asyncio.AbstractEventLoop, mid_game: tuple[Doorman, Connection, Night], data: str
) -> None:
    reply = loop.run_until_complete(mid_game[0].hears(tapped(EVE, group(), data)))
    assert reply["text"] == texts.unknown_button(speak("en"))


async def _forged(bar: Doorman, connection: Connection, before: Night, person: Json, data: str) -> None:
    """The tap is answered, and has at most the effect of something that this person may do."""
    await put_back(bar, connection, before)
    await press(bar, person, data)
    after = await bar.night()
    assert buttons_of(after), "the screens can still be drawn"
    if essence(after) != essence(before):
        shown = {button.data for viewer in (person["id"], before.chat) for button in buttons_of(before, viewer)}
        tap = parse(data)
        free = (Kind.JOIN, Kind.UNWELL, Kind.FIX, Kind.DRUNK)
        is_legal = (person["id"], data) in moves(before) or tap.arguments[-1:] == ("collapse",)
        assert data in shown or is_legal or tap.kind in free, data
        assert person != EVE or tap.kind is Kind.JOIN
