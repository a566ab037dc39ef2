"""Updates that come twice, in another order, at the same moment, forged, or without an answer (F1 to F5)."""

import asyncio
import json
from collections import Counter
from dataclasses import replace

import pytest

from core.night import Night
from core.smidary.state import Phase, Race
from tests.faults.conftest import Opener
from tests.faults.harness.invariants import CARD, all_is_well, buttons_of, up_to_date
from tests.faults.harness.pub import Pub
from tests.faults.harness.row import Row
from tests.faults.harness.table import Table, side_by_side

SAME_TAP = 2.1
"""Seconds after which a second *Vypito* is another one, if nothing else tells them apart."""
WRONG = "abcdefgh:;-_0123456789čť🍺\x00"


# F1


async def test_f01_every_update_comes_three_times(row: Row, fresh: Opener) -> None:
    """To different processes within 50 ms, and one of them once more, late; each copy is answered the same."""
    moves = row.times(5)
    async with fresh() as pub:
        await pub.seats(tables=1)
        await _in_copies(pub, moves)
        found = await all_is_well(pub)
    row.note(rounds=moves, recovery=found.seconds, p99=pub.front.p99)


async def test_f01_control_without_a_memory_for_updates(fresh: Opener) -> None:
    async with fresh(spoils=["forgets_updates"]) as pub:
        await pub.seats(tables=1)
        with pytest.raises(AssertionError, match="answered"):
            await _in_copies(pub, 10)
        with pytest.raises(AssertionError, match="I3"):
            await all_is_well(pub)


async def _in_copies(pub: Pub, moves: int) -> None:
    pub.front.copies, pub.front.spread = 3, 0.05
    await side_by_side(pub.tables, moves)
    for table in pub.tables:
        update = await table.drinks(await _somebody_with_two_debts(table))
        await asyncio.sleep(SAME_TAP)
        await pub.front.again(update)
    for table in pub.tables:
        for update in table.updates[-moves:]:
            assert len(pub.front.answers_to(update)) == 1, "a copy was answered in another way"


async def _somebody_with_two_debts(table: Table) -> int:
    """Play on until there is one."""
    while True:
        debts = Counter(person for referee in table.referees for person, _ in referee.charged)
        person, number = (debts - table.drunk).most_common(1)[0] if debts else (0, 0)
        if number > 1:
            return person
        await table.moves()


# F2


async def test_f02_updates_overtake_each_other(row: Row, fresh: Opener) -> None:
    """Everybody taps several buttons at once, and each tap is up to 0.2 s on its way: what is stale does nothing."""
    rounds = row.times(2)
    async with fresh() as pub:
        await pub.seats(tables=2, people=4)
        await _with_delays(pub, rounds)
        await all_is_well(pub)
    row.note(rounds=2 * rounds, updates=len(pub.front.attempts))


async def test_f02_even_when_the_order_of_one_person_is_lost(row: Row, fresh: Opener) -> None:
    """Taps of one person that come in any order, as after a failover of Telegram's own servers."""
    rounds = row.times(2)
    async with fresh() as pub:
        await pub.seats(tables=1, people=4)
        (table,) = pub.tables
        for _ in range(rounds):
            updates = await _all_at_once(table)
            pub.chance.shuffle(updates)
            await asyncio.gather(*(pub.front.again(update) for update in updates))
        await table.catch_up()
        await all_is_well(pub)
    row.note(rounds=rounds)


async def test_f02_control_where_buttons_are_believed(fresh: Opener) -> None:
    async with fresh(spoils=["believes_buttons"]) as pub:
        await pub.seats(tables=1, people=4)
        with pytest.raises(AssertionError, match="F2"):
            await _with_delays(pub, 10)


async def _with_delays(pub: Pub, rounds: int) -> None:
    pub.front.delays = 0.2
    for _ in range(rounds):
        await asyncio.gather(*(_all_at_once(table) for table in pub.tables))


async def _all_at_once(table: Table) -> list[int]:
    """Everybody taps what they may do in the present question, and the same once more; the updates."""
    referee = await table.at_play()
    game, state = referee.game, referee.state
    updates = []
    for seat, player in enumerate(referee.round.players):
        for action in game.legal(state, seat)[:2]:
            data = f"{table.night}:act:1:{referee.round.number}:{state.ply}:{game.format_action(action)}"
            updates += [table.tap(player, data), table.tap(player, data)]
    await table.is_taken(*updates)
    await table.catch_up()
    assert referee.state.ply <= state.ply + 1, "F2: a button of an old question has answered another one"
    return updates


# F3


async def test_f03_the_answer_is_lost_after_the_commit(row: Row, fresh: Opener) -> None:
    """Half of all answers do not get back to Telegram; the update comes again and is answered as before."""
    moves = row.times(8)
    async with fresh() as pub:
        await pub.seats(tables=1)
        await _without_answers(pub, moves)
        assert pub.front.lost
        await all_is_well(pub)
    row.note(rounds=pub.front.lost, p99=pub.front.p99)


async def test_f03_control_without_a_memory_for_updates(fresh: Opener) -> None:
    async with fresh(spoils=["forgets_updates"]) as pub:
        await pub.seats(tables=1)
        with pytest.raises(AssertionError, match="answered"):
            await _without_answers(pub, 12)


async def _without_answers(pub: Pub, moves: int) -> None:
    pub.front.loses = 0.5
    await side_by_side(pub.tables, moves)
    pub.front.loses = 0
    for table in pub.tables:
        for update in table.updates[-moves:]:
            assert len(pub.front.answers_to(update)) == 1, "a copy was answered in another way"


# F4


async def test_f04_all_slap_in_the_same_millisecond(row: Row, fresh: Opener) -> None:
    """S24: at three processes at once; exactly one is too late, is told so, and drinks.

    Within 250 ms (p99), where the machine answers a lone tap within 20; on a busier one that says nothing of the bot.
    """
    rounds = 5 if row.scale == 1 else row.times(25)
    async with fresh() as pub:
        await pub.seats(tables=2, people=6)
        pub.front.attempts.clear()
        await pub.tables[1].plays(row.times(3))
        alone = pub.front.p99
        pub.front.attempts.clear()
        await _slap_races(pub.tables[0], rounds)
        await all_is_well(pub)
    again = sum(attempt.status == 503 for attempt in pub.front.attempts)
    row.note(rounds=rounds, alone=alone, p99=pub.front.p99, again=again)
    assert row.scale == 1 or alone > 0.02 or pub.front.p99 < 0.25


async def test_f04_control_without_versions(fresh: Opener) -> None:
    async with fresh(spoils=["ignores_versions"]) as pub:
        await pub.seats(tables=1, people=6)
        with pytest.raises(AssertionError, match=r"race|rules"):
            await _slap_races(pub.tables[0], 30)


async def _slap_races(table: Table, rounds: int) -> None:
    for _ in range(rounds):
        await _slap_race(table)
        await up_to_date(table.pub, table)


async def _slap_race(table: Table) -> None:
    """A bell nine was laid, and all slap at once."""

    def raced(night: Night) -> Night:
        (at,) = night.tables
        round_ = at.round
        assert round_ is not None
        race = Race(by=0, waiting=tuple(range(len(round_.players))))
        state = replace(round_.state, phase=Phase.SLAP, turn=None, race=race, attack=None, bottom=None, last=None)
        return replace(night, tables=(replace(at, round=replace(round_, state=state)),))

    await table.arrange(raced)
    referee = table.referee
    assert referee is not None
    game, ply, players = referee.round.number, referee.state.ply, referee.round.players
    updates = {player: table.tap(player, f"{table.night}:act:1:{game}:{ply}:slap") for player in players}
    await table.is_taken(*updates.values())
    await table.catch_up()
    slapped = [seat for seat, _ in referee.moves]
    assert len(slapped) == len(set(slapped)) == len(players) - 1, f"the race has other than one loser: {slapped}"
    after = (await table.loaded()).tables[0].round
    assert after is not None
    assert after.state == referee.state, "the race has not run as the log says"
    told = {player: _popup(table.pub, update) for player, update in updates.items()}
    (late,) = (player for seat, player in enumerate(players) if seat not in slapped)
    assert told[late] not in ("", *(told[player] for player in players if player != late)), "the loser is not told"


def _popup(pub: Pub, update: int) -> str:
    """What was answered to a tap."""
    (body,) = pub.front.answers_to(update)
    return str(json.loads(body).get("text", ""))


# F5


async def test_f05_double_taps_old_buttons_and_forged_data(row: Row, fresh: Opener) -> None:
    """Nothing of all that changes the game, the board or who sits where, and no popup names a card to a stranger."""
    taps = row.times(25)
    async with fresh(bots=2) as pub:
        await pub.seats(tables=1, people=3)
        stranger = pub.telegram.world.add_person("Cizinec").id
        await _misuse(pub, stranger, taps)
        await all_is_well(pub)
    row.note(rounds=taps * 4)


async def test_f05_control_where_buttons_are_believed(fresh: Opener) -> None:
    async with fresh(bots=2, spoils=["believes_buttons"]) as pub:
        await pub.seats(tables=1, people=3)
        stranger = pub.telegram.world.add_person("Cizinec").id
        with pytest.raises(AssertionError, match="F5"):
            await _misuse(pub, stranger, 60)


async def _misuse(pub: Pub, stranger: int, taps: int) -> None:
    (table,) = pub.tables
    for _ in range(15):
        referee = await table.at_play()
        person, data = referee.chooses(table.night)
        await table.taps(person, data)
        await _changes_nothing(table, [(person, data)], "a second tap")
    shown = sorted({data for call in pub.telegram.api.calls for data in buttons_of(call)})
    old = [data for data in shown if ":act:" in data and "choose" not in data and f":{_question(table)}:" not in data]
    people = [person.id for person in table.people]
    await _changes_nothing(table, [(pub.chance.choice(people), pub.chance.choice(old)) for _ in range(taps)], "old")
    others = [data for data in shown if ":join:" not in data]
    popups = await _changes_nothing(table, [(stranger, pub.chance.choice(others)) for _ in range(taps)], "a stranger")
    assert not any(CARD.search(popup) for popup in popups), "F5: a card in a stranger's popup"
    forged = [(pub.chance.choice(people), _forged(pub, table)) for _ in range(2 * taps)]
    await _changes_nothing(table, forged, "forged data")


async def _changes_nothing(table: Table, taps: list[tuple[int, str]], what: str) -> list[str]:
    """None of these taps changes what counts; the popups."""
    before = await table.loaded()
    updates = [table.tap(person, data) for person, data in taps]
    await table.is_taken(*updates)
    after = await table.loaded()
    what_counts = [(night.books, night.tables[0].seats, night.tables[0].round) for night in (before, after)]
    assert what_counts[0] == what_counts[1], f"F5: {what} changes something"
    return [_popup(table.pub, update) for update in updates]


def _question(table: Table) -> str:
    assert table.referee is not None
    return f"{table.referee.round.number}:{table.referee.state.ply}"


def _forged(pub: Pub, table: Table) -> str:
    """Data as no view writes it: noise, or a button with a piece of noise in it."""
    chance = pub.chance
    noise = "".join(chance.choices(WRONG, k=chance.randrange(1, 12)))
    if chance.random() < 0.3:
        return noise
    parts = [table.night, "act", "1", *_question(table).split(":"), "play 7h"]
    parts[chance.randrange(1, len(parts) - 1)] = noise
    return ":".join(parts)
