"""The bot's process dies again and again, and the evening goes on as if nothing had been (N2, N8)."""

import asyncio
import random
from collections import Counter
from pathlib import Path

import pytest

from core.night import Round
from tests.faults.harness.alone import Alone, alone
from tests.faults.harness.processes import Cold, Nursery
from tests.faults.harness.table import Referee
from tests.patience import PATIENCE, awake
from tgbot.playground.phone import Phone


@pytest.mark.slow
async def test_a_game_outlives_its_bot_which_is_killed_at_any_moment(
    nursery: Nursery, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """Nothing that was acknowledged is lost, nothing happens twice, and screens come back with buttons that work."""
    async with alone(nursery, tmp_path, people=3, spoils=["boundless"]) as place:
        await _plays_and_dies(place, kills=pytestconfig.getoption("--kills"))


async def _plays_and_dies(place: Alone, kills: int) -> None:
    rng = random.Random(kills)
    referee = Referee(await place.deals(), rng)
    night = (await place.night()).id
    killed = 0
    while killed < kills:
        if referee.is_over:
            referee = await _next_game(place, referee, rng)
        person, data = referee.chooses(night)
        place.phone(person).taps_data(data, place.phone(person).last())
        if rng.random() < 0.7:
            await asyncio.sleep(rng.choice((0, 0.005, 0.02, 0.1)) * rng.random())
            await _falls(place, rng)
            killed += 1
            place.start()
            if rng.random() < 0.2:
                await asyncio.sleep(rng.random())
                await place.bot.kill()
                killed += 1
                place.start()
        await place.takes_everything()
        await _agrees(place, referee)
    if not referee.is_over:
        await _goes_on_from_the_screens(place, referee)
    while not referee.is_over:
        person, data = referee.chooses(night)
        place.phone(person).taps_data(data, place.phone(person).last())
        await place.takes_everything()
    await _agrees(place, referee)
    telegram = place.telegram
    await telegram.until(lambda: any("Konec" in m.text for m in place.phone(1001).sees(telegram.group)), PATIENCE)


async def _falls(place: Alone, rng: random.Random) -> None:
    """Mostly without any warning; when it is told to end, it ends well also in the middle of an update."""
    if rng.random() < 0.2:
        assert await place.bot.terminate() == 0
    else:
        await place.bot.kill()


async def _next_game(place: Alone, before: Referee, rng: random.Random) -> Referee:
    night = await place.night()
    dealer = place.phone(night.tables[0].seats[0])
    dealer.taps_data(f"{night.id}:deal:1:{night.games}", dealer.last())
    await place.takes_everything()
    after = Referee(await place.round(), rng)
    after.charged = before.charged
    return after


async def _agrees(place: Alone, referee: Referee) -> None:
    """The table on disk is the one that the taps so far have made, and everybody owes what they cost."""
    night = await place.night()
    round_ = night.tables[0].round
    assert (round_ is None) == referee.is_over
    assert round_ is None or round_.state == referee.state
    charged: Counter[int] = Counter()
    for person, ml in referee.charged:
        charged[person] += ml
    assert {person.id: night.books.owed(person.id) for person in night.people if night.books.owed(person.id)} == charged


async def _goes_on_from_the_screens(place: Alone, referee: Referee) -> None:
    """Whoever is asked has fresh buttons, made for the present question, and one of them is tapped."""
    round_ = await place.round()
    person = round_.players[referee.game.actors(referee.state)[0]]
    phone = place.phone(person)
    question = f":act:1:{round_.number}:{referee.state.ply}:"
    await place.telegram.until(lambda: any(question in data for data in _data(phone)), PATIENCE)
    data = next(data for data in _data(phone) if question in data and _is_legal(referee, round_, person, data))
    label = next(str(b["text"]) for b in phone.last().buttons if b.get("callback_data") == data)
    phone.taps(label, message=phone.last())
    referee.sees(person, data)
    await place.takes_everything()
    await _agrees(place, referee)


def _data(phone: Phone) -> list[str]:
    return [str(button.get("callback_data", "")) for button in phone.last().buttons]


def _is_legal(referee: Referee, round_: Round, person: int, data: str) -> bool:
    legal = referee.game.legal(referee.state, round_.players.index(person))
    return referee.game.parse_action(data.rpartition(":")[2]) in legal


@pytest.mark.parametrize("polls", [False, True], ids=["webhook", "polling"])
async def test_sigterm_ends_the_bot_within_seconds_and_a_second_start_finds_everything(
    tmp_path: Path, polls: bool
) -> None:
    async with alone(Cold(), tmp_path, people=3, polls=polls) as place:
        before = await place.deals()
        ending = asyncio.create_task(place.bot.terminate())
        assert await awake(ending) < 10
        assert ending.result() == 0
        assert not (place.data / "valkey.sock").exists()
        place.start()
        place.phone(before.players[0]).says("/karty")
        await place.takes_everything()
        assert await place.round() == before
