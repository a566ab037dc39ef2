"""States that cannot be read, of another release, and updates that break us (F23 to F25)."""

import asyncio
import json
import time
from collections.abc import Callable

import pytest

from tests.faults.conftest import Opener
from tests.faults.harness.invariants import CARD, all_is_well
from tests.faults.harness.pub import Pub
from tests.faults.harness.row import Row
from tests.faults.harness.table import Table, side_by_side
from tgbot.playground.limits import Limits
from tgbot.store import Damaged, codec, keys
from tgbot.store.keys import keys_of
from tgbot.views import texts
from tgbot.words import speak

# F23


def _of_a_wrong_type(state: bytes) -> bytes:
    """What a fault of ours would write, with the right checksum."""
    return codec.seal(codec.unseal(state).replace(b'"games":', b'"games":null,"more":', 1))


DAMAGES: tuple[Callable[[bytes], bytes], ...] = (
    lambda state: state[:99] + bytes([state[99] ^ 1]) + state[100:],
    lambda state: state[: len(state) // 2],
    _of_a_wrong_type,
    lambda _: b"",
)


async def test_f23_a_state_cannot_be_read(row: Row, fresh: Opener) -> None:
    """A flipped bit, half a state, a wrong type, nothing: it is set aside as it is, who taps is told, others play on.

    There is no earlier state in the store to go back to, it would double what a night costs: log and ledger are whole
    beside it, and backups have states. Once it is put back the table plays on.
    """
    async with fresh(bots=2) as pub:
        await pub.seats(tables=2)
        for damage in DAMAGES:
            await side_by_side(pub.tables, 2)
            await _is_hurt_and_repaired(pub, damage)
        await side_by_side(pub.tables, 2)
        for bot in pub.bots:
            log = bot.log.read_text().replace("[error    ] night set aside", "")
            bot.log.write_text(log)
        await all_is_well(pub)
    row.note(rounds=len(DAMAGES))


async def test_f23_control_where_it_counts_as_no_night(fresh: Opener) -> None:
    async with fresh(bots=2, spoils=["overlooks_damage"]) as pub:
        await pub.seats(tables=2)
        with pytest.raises(AssertionError, match="F23"):
            await _is_hurt_and_repaired(pub, DAMAGES[1])


async def _is_hurt_and_repaired(pub: Pub, damage: Callable[[bytes], bytes]) -> None:
    hurt, sound = pub.tables
    names = keys_of(hurt.night)
    whole: dict[bytes, bytes] = await pub.connection.command("HGETALL", names.night)
    ledger = await pub.store.entries(hurt.night)
    broken = damage(whole[b"state"])
    await pub.connection.command("HSET", names.night, "state", broken)
    update = hurt.tap(hurt.people[0].id, f"{hurt.night}:menu")
    await hurt.is_taken(update)
    await sound.plays(3)
    assert texts.damaged(speak("cs")) in _told(pub, update), "F23: nobody is told"
    aside: dict[bytes, bytes] = await pub.connection.command("HGETALL", names.aside)
    assert list(aside.values()) == [broken], "F23: the raw state is not kept"
    with pytest.raises(Damaged):
        await pub.store.load(hurt.night)
    assert await pub.store.entries(hurt.night) == ledger, "F23: the ledger is another one"
    await pub.connection.command("DEL", names.aside)
    await pub.connection.command("HSET", names.night, *(part for pair in whole.items() for part in pair))
    await pub.store.wake(hurt.night, await pub.store.now())


# F24


async def test_f24_two_releases_side_by_side(row: Row, fresh: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """The older one answers 503 and writes nothing where the newer one has written; Telegram comes again."""
    moves = row.times(3)
    async with fresh(bots=2) as pub:
        # Whoever looks on here reads what either has written, also when one game is over and the next is dealt.
        monkeypatch.setattr(codec, "SCHEMA", codec.SCHEMA + 1)
        await _with_a_newer_release(pub, moves)
        while not any(attempt.bot == 1 and attempt.status == 503 for attempt in pub.front.attempts):
            await pub.tables[0].moves()
        await all_is_well(pub)
        await schemas_go_up(pub, pub.tables[0])
    row.note(rounds=moves)


async def test_f24_control_where_newer_states_are_read_all_the_same(
    fresh: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with fresh(bots=2, spoils=["reads_any_schema"]) as pub:
        await _with_a_newer_release(pub, 6)
        with pytest.raises(AssertionError, match="F24"):
            await schemas_go_up(pub, pub.tables[0])


async def _with_a_newer_release(pub: Pub, moves: int) -> None:
    """The first bot is replaced by one of the next release, in the middle of a game."""
    await pub.seats(tables=1)
    await pub.tables[0].plays(2)
    await pub.bots[0].terminate()
    pub.bots[0].spoils = ["journal", "boundless", "is_the_next_release"]
    await pub.serving()
    pub.front.pick = 0
    await pub.tables[0].plays(1)
    pub.front.pick = None
    await pub.tables[0].plays(moves)


async def schemas_go_up(pub: Pub, table: Table) -> None:
    """No release has written over the state of a newer one."""
    lines = await pub.connection.command("LRANGE", keys_of(table.night).night + ":schemas", 0, -1)
    schemas = [int(line) for line in lines]
    assert schemas == sorted(schemas), "F24: an older release has written over a newer one"


# F25


async def test_f25_an_update_that_breaks_us(row: Row, fresh: Opener) -> None:
    """The person is told at once and their next update is heard; what broke us is kept, and works once it is mended."""
    async with fresh(bots=1, spoils=["stumbles"]) as pub:
        await pub.seats(tables=1)
        (table,) = pub.tables
        phone = table.phone(table.people[0].id)
        phone.says("/domu")
        broken = pub.telegram.world.counters.update
        await table.is_taken(broken)
        assert texts.sorry(speak("cs")) in _told(pub, broken)
        assert len([one for one in pub.front.attempts if one.update == broken]) == 1
        phone.says("/pomoc")
        await table.is_taken(pub.telegram.world.counters.update)
        await table.plays(2)
        (letter,) = await pub.store.letters()
        kept = json.loads(letter)
        assert (kept["error"], kept["update"]["update_id"]) == ("KeyError", broken)
        assert not CARD.search(pub.bots[0].log.read_text()), "the fault's words, which quoted somebody's card"
        pub.bots[0].spoils = [spoil for spoil in pub.bots[0].spoils if spoil != "stumbles"]
        await pub.bots[0].terminate()
        await pub.serving()
        body = json.dumps(kept["update"]).encode()
        again = await pub.front.post(body, pub.front.posts[broken][1], 0)
        assert again.status == 200
        assert texts.sorry(speak("cs")) not in again.body
        # What has happened is seen; the rest has to be as if it had not.
        pub.bots[0].log.write_text("")
        await pub.connection.command("DEL", keys.LETTERS)
        await all_is_well(pub)
    row.note(rounds=1)


async def test_f25_control_where_it_is_given_back(fresh: Opener) -> None:
    """Telegram delivers it again and again, and nothing else of that chat."""
    async with fresh(bots=1, spoils=["stumbles", "gives_faults_back"]) as pub:
        await pub.seats(tables=1)
        (table,) = pub.tables
        phone = table.phone(table.people[0].id)
        phone.says("/domu")
        phone.says("/pomoc")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(table.is_taken(pub.telegram.world.counters.update), 3)


async def test_f25_a_tap_that_is_answered_too_late(row: Row, fresh: Opener) -> None:
    """Telegram does not want the answer any more ("query is too old"): the move counts all the same."""
    async with fresh(bots=2) as pub:
        await pub.seats(tables=1)
        pub.front.delays = 0.5
        world = pub.telegram.world
        for _ in range(3):
            moving = asyncio.create_task(pub.tables[0].moves())
            await asyncio.sleep(0)
            world.clock = lambda: time.time() + 20.0
            await moving
            world.clock = time.time
        refused = [call for call in pub.telegram.api.calls_of("answerCallbackQuery") if call.error == 400]
        assert len(refused) == 3
        await all_is_well(pub)
    row.note(rounds=3)


@pytest.mark.slow
async def test_f25_everything_at_once_after_a_while(row: Row, fresh: Opener) -> None:
    """Thousands of updates have queued up while nobody served: all are answered, and no chat gets too much (I7)."""
    taps = row.times(250)
    async with fresh(limits=Limits()) as pub:
        await pub.seats(tables=3)
        for bot in pub.bots:
            await bot.terminate()
        updates = []
        for _ in range(taps // 3):
            for table in pub.tables:
                referee = table.referee
                assert referee is not None
                data = f"{table.night}:act:1:{referee.round.number}:{referee.state.ply}:draw"
                updates.append(table.tap(pub.chance.choice(table.people).id, data))
        began = time.monotonic()
        await pub.serving()
        await pub.tables[0].is_taken(*updates)
        drained = time.monotonic() - began
        for table in pub.tables:
            await table.catch_up()
        found = await all_is_well(pub)
    row.note(rounds=len(updates), drained=drained, recovery=found.seconds)


def _told(pub: Pub, update: int) -> str:
    """The text of what was answered to an update."""
    (body,) = pub.front.answers_to(update)
    return str(json.loads(body or "{}").get("text", ""))
