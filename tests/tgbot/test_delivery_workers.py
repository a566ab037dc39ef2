"""When views, the clock, the store or a worker lets us down."""

import asyncio
from dataclasses import replace
from random import Random

import pytest
from structlog.testing import capture_logs

from tests.tgbot.delivery_evening import Evening, evening
from tests.tgbot.delivery_memory import NIGHT, MemoryStore, clock
from tests.tgbot.delivery_ties import Mortal, WorldRequest
from tests.tgbot.store_nights import a_game
from tests.tgbot.virtual_time import eventually, jump, virtual_time
from tgbot.delivery import Delivery, Hooks, Views, lease
from tgbot.delivery.lease import LEASE, PULSE, SAFETY
from tgbot.delivery.pauses import LONGEST_PAUSE
from tgbot.delivery.transport import QuietBot
from tgbot.screens import Screen, Slot
from tgbot.store import NewerSchema, Snapshot

# Time, views and hooks


@virtual_time
async def test_what_is_due_happens_before_the_screens_are_made() -> None:
    e = Evening()
    night = a_game("smidary", 3, Random(1))
    table = night.tables[0]
    assert table.round is not None
    asked = replace(table, round=replace(table.round, asked_at=round(clock() * 1000) - 1000), limit=90)
    e.store.night = replace(night, id=NIGHT, chat=e.group, topic=None, tables=(asked,))
    e.worker()
    await asyncio.sleep(58)
    assert e.hooks == []
    await asyncio.sleep(2)
    assert e.hooks[:1] == [("tick",)]
    # The hook of this test changes nothing: then time is not asked to do its part all the time.
    e.request.slow[e.bob.id] = 2.0
    e.show(e.bob.id, "hand", "7♥")
    await asyncio.sleep(10)
    assert len(e.hooks) <= 12
    e.show(e.ana.id, "hand", "7♥")
    await eventually(lambda: e.sees(e.ana.id) == ["7♥"], 1.0)
    await e.close()


@evening
async def test_a_night_whose_screens_cannot_be_made_rests_and_recovers(e: Evening) -> None:
    e.broken = True
    with capture_logs() as logs:
        for _ in range(60):
            e.show(e.ana.id, "hand", "7♥")
            await asyncio.sleep(1)
    assert 3 <= len(logs) < 18
    assert "7♥" not in str(logs)
    assert "delivery_evening.py" in str(logs)
    e.broken = False
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥"]


@evening
async def test_screens_that_cannot_be_made_leave_their_chat_as_it_is_and_the_others_alone(e: Evening) -> None:
    e.show(e.ana.id, "hand", "7♥", "7♥")
    e.show(e.group, "table:1", "move 1", "join")
    await e.settle()
    e.unpaintable = {e.ana.id, e.group}
    with capture_logs() as logs:
        for number in range(30):
            e.show(e.ana.id, "hand", f"8♥ {number}", "8♥")
            e.show(e.group, "table:1", f"move {number}", "join")
            e.show(e.bob.id, "hand", f"9♥ {number}")
            e.tell(f"news {number}")
            await asyncio.sleep(1.5)
            assert e.sees(e.bob.id) == [f"9♥ {number}"]
    await eventually(lambda: "news 29" in e.sees(e.group)[-1])
    assert e.sees(e.ana.id) == ["7♥ [7♥]"]
    assert e.sees(e.group)[0] == "move 1 [join]"
    assert {line["event"] for line in logs} == {"a chat's screens cannot be made"}
    assert 3 <= len(logs) < 30
    assert "8♥" not in str(logs)
    e.unpaintable.clear()
    await e.settle()
    assert e.sees(e.ana.id) == ["8♥ 29 [8♥]"]
    assert e.wants(e.group)[0] in e.sees(e.group)


@evening
async def test_screens_that_can_be_made_again_come_with_the_next_change_or_after_a_rest(e: Evening) -> None:
    e.unpaintable = {e.ana.id}
    with capture_logs():
        e.show(e.ana.id, "hand", "7♥")
        await asyncio.sleep(60)
        e.unpaintable.clear()
        await asyncio.sleep(LONGEST_PAUSE + 1)
        assert e.sees(e.ana.id) == ["7♥"]
        e.unpaintable = {e.ana.id}
        e.show(e.ana.id, "hand", "8♥")
        await asyncio.sleep(60)
        e.unpaintable.clear()
        e.show(e.ana.id, "hand", "9♥")
        await eventually(lambda: e.sees(e.ana.id) == ["9♥"], 0.5)


@evening
async def test_a_chat_that_cannot_be_served_rests_and_the_others_go_on(e: Evening) -> None:
    """Whatever fails between the screen and Telegram."""
    e.wanted[Slot(e.ana.id, "hand")] = Screen("7♥", ((None,),))  # type: ignore[arg-type]
    with capture_logs() as logs:
        for number in range(20):
            e.show(e.bob.id, "hand", f"9♥ {number}")
            await asyncio.sleep(2)
            assert e.sees(e.bob.id) == [f"9♥ {number}"]
    assert {line["event"] for line in logs} == {"a chat cannot be served"}
    assert 3 <= len(logs) < 12
    e.show(e.ana.id, "hand", "8♥")
    await e.settle()
    assert e.sees(e.ana.id) == ["8♥"]


@virtual_time
async def test_a_call_under_way_is_noted_when_the_screens_can_be_made_no_more() -> None:
    e = Evening()
    for _ in range(2):
        e.worker()
    e.request.slow[e.ana.id] = 1.0
    e.show(e.ana.id, "hand", "7♥")
    await asyncio.sleep(1.5)
    e.broken = True
    e.change(games=7)
    await asyncio.sleep(5)
    e.broken = False
    await e.settle()
    assert e.methods() == ["sendMessage"]
    await e.close()


@evening
async def test_what_telegram_refuses_is_logged_without_its_words(e: Evening) -> None:
    with capture_logs() as logs:
        e.show(e.ana.id, "hand", "<eso7>my cards</eso7>")
        await e.settle()
    (line,) = logs
    assert line["log_level"] == "error"
    assert "can't parse entities" in line["reason"]
    assert "eso7" not in str(logs)
    assert "cards" not in str(logs)
    assert str(e.ana.id) not in str(logs)


# The store and other workers


@evening
async def test_the_store_may_be_away_for_a_while(e: Evening) -> None:
    with capture_logs() as logs:
        e.show(e.ana.id, "hand", "7♥")
        e.store.away = True
        await asyncio.sleep(30)
        e.store.away = False
        await e.settle()
        assert e.sees(e.ana.id) == ["7♥"]
        await asyncio.sleep(5)
    assert [line["event"] for line in logs] == ["the store is away", "the store is back"]


@evening
async def test_a_store_that_lets_everybody_read_and_nobody_write_is_away_once(e: Evening) -> None:
    with capture_logs() as logs:
        e.store.full = True
        e.show(e.ana.id, "hand", "7♥")
        await asyncio.sleep(30)
        e.store.full = False
        await e.settle()
        assert e.sees(e.ana.id) == ["7♥"]
        await asyncio.sleep(5)
    assert [line["event"] for line in logs] == ["the store is away", "the store is back"]


@virtual_time
async def test_a_worker_that_is_stopped_finishes_its_call_and_notes_it() -> None:
    e = Evening()
    first = e.worker()
    e.request.slow[e.ana.id] = 1.0
    e.show(e.ana.id, "hand", "7♥")
    e.tell("news")
    await asyncio.sleep(0.5)
    e.show(e.ana.id, "hand", "8♥")
    await asyncio.sleep(0.1)
    await first.stop(5.0)
    assert e.sees(e.ana.id) == ["7♥"]
    e.worker()
    await e.settle(3.0)
    assert e.sees(e.ana.id) == ["8♥"]
    assert e.methods(e.ana.id) == ["sendMessage", "editMessageText"]
    await e.close()


@virtual_time
async def test_a_worker_that_cannot_finish_in_time_is_stopped_all_the_same() -> None:
    e = Evening()
    first = e.worker()
    e.request.slow[e.ana.id] = 100.0
    e.show(e.ana.id, "hand", "7♥")
    await asyncio.sleep(0.5)
    started = asyncio.get_running_loop().time()
    await first.stop(2.0)
    assert asyncio.get_running_loop().time() - started < 3
    await e.close()


def _story(e: Evening) -> None:
    e.show(e.ana.id, "hand", "8♥", "8♥", fresh=("2",))
    e.hide(e.bob.id, "hand")
    e.show(e.group, "table:1", "move 2", "join", fresh=("2",))
    e.tell("first news")


async def _first_moves(e: Evening) -> None:
    e.show(e.ana.id, "hand", "7♥", "7♥", fresh=("1",))
    e.show(e.bob.id, "hand", "K♥", "K♥")
    e.show(e.group, "table:1", "move 1", "join", fresh=("1",))
    await e.settle()


async def _first_moves_by(e: Evening) -> None:
    worker = e.worker()
    await _first_moves(e)
    await worker.stop()
    e.workers.clear()


def test_wherever_a_worker_dies_another_one_brings_everything_to_its_end() -> None:
    @virtual_time
    async def story(mortal: Mortal) -> None:
        e = Evening()
        await _first_moves_by(e)
        dying = e.worker(mortal)
        _story(e)
        await asyncio.sleep(LEASE)
        e.tell("second news")
        if mortal.is_dead:
            e.abandon(dying)
            e.worker()
        else:
            mortal.dies_at = None
        await e.settle()
        assert "8♥ [8♥]" in e.sees(e.ana.id)
        assert e.sees(e.bob.id) == []
        group = e.sees(e.group)
        assert "move 2 [join]" in group
        told = [line for one in group for line in one.split("\n") if "news" in line]
        assert list(dict.fromkeys(told)) == ["first news", "second news"]
        # At most the calls under way at the death, one in each chat, happened twice.
        assert len(e.sees(e.ana.id)) <= 1 + mortal.is_dead
        assert len(group) <= 4 + mortal.is_dead
        await e.close()

    died = 0
    while True:
        mortal = Mortal(dies_at=died + 1)
        story(mortal)
        if not mortal.is_dead:
            break
        died += 1
    assert died > 30


@virtual_time
async def test_two_workers_never_speak_in_one_chat_at_once() -> None:
    """Each evening ends with the check that no two calls overlapped in a chat."""
    e = Evening()
    e.request.slow |= {e.ana.id: 0.3, e.bob.id: 0.4, e.group: 0.5}
    for _ in range(3):
        e.worker()
    random = Random(2)
    for number in range(100):
        chat, slot = random.choice([(e.ana.id, "hand"), (e.bob.id, "hand"), (e.group, "table:1")])
        e.show(chat, slot, f"text {number}", "button", fresh=(str(number // 10),))
        e.tell(f"news {number}")
        await asyncio.sleep(random.expovariate(3.0))
    await e.settle(300)
    told = [line for one in e.sees(e.group) for line in one.split("\n") if line.startswith("news")]
    assert told == [f"news {number}" for number in range(100)]
    for chat in (e.ana.id, e.bob.id):
        assert e.sees(chat) == e.wants(chat)
    await e.close()


@virtual_time
async def test_a_worker_whose_lease_ran_out_says_nothing_more() -> None:
    e = Evening()
    first = e.worker()
    e.request.slow[e.ana.id] = LEASE + 1  # the call takes twice as long
    e.show(e.ana.id, "hand", "7♥", fresh=("1",))
    e.show(e.bob.id, "hand", "8♥")
    await asyncio.sleep(0.5)
    # From here on the first worker cannot reach the store any more; another one can.
    e.cut_off(first)
    await asyncio.sleep(LEASE + 0.1)
    e.worker(request=WorldRequest(e.api, e.request))
    await e.settle()
    e.show(e.bob.id, "hand", "9♥")
    await e.settle()
    await asyncio.sleep(3 * LEASE)
    # The first worker dropped its call before its lease was over: one hand, not two.
    assert e.sees(e.ana.id) == ["7♥"]
    assert e.sees(e.bob.id) == ["9♥"]
    await e.close()


async def silent_at_the_end(asking: float, away: float, takes: float) -> None:
    """The store goes away after so many seconds; so long is a message's way to Telegram's limits, after the store has
    answered to who asked for the lease."""
    e = Evening()
    e.store.lease_takes, e.limiter.takes = asking, takes
    e.worker()
    e.show(e.ana.id, "hand", "7♥")
    await asyncio.sleep(away)
    e.store.away = True
    await asyncio.sleep(asking + takes)
    assert e.methods() == []
    e.store.away, e.store.lease_takes, e.limiter.takes = False, 0.0, 0.0
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥"]
    await e.close()


@virtual_time
async def test_in_the_last_moments_of_a_lease_nothing_is_said_unless_the_store_says_that_it_goes_on() -> None:
    """A call that began then might end when somebody else is at work; who knows when the store began to count."""
    just_before_its_end = LEASE - SAFETY / 2
    await silent_at_the_end(0.0, PULSE / 2, just_before_its_end)
    await silent_at_the_end(0.0, 1.5 * PULSE, PULSE + just_before_its_end)
    await silent_at_the_end(1.0, 1.1, just_before_its_end - 1.0)


@pytest.mark.parametrize("asking", [0.0, 1.5 * SAFETY])
@virtual_time
async def test_a_long_call_does_not_cost_the_lease(asking: float) -> None:
    e = Evening()
    for _ in range(2):
        e.worker()
    e.store.lease_takes = asking
    e.request.slow[e.ana.id] = 3 * LEASE
    e.show(e.ana.id, "hand", "7♥")
    await e.settle()
    assert e.methods() == ["sendMessage"]
    await e.close()


@virtual_time
async def test_a_lease_given_back_is_not_taken_again_by_a_late_prolongation() -> None:
    e = Evening()
    first = e.worker()
    e.request.slow[e.ana.id] = LEASE / 8 + 0.1  # the call ends while the prolongation after a quarter is on its way
    e.store.lease_takes = 0.5
    e.show(e.ana.id, "hand", "7♥")
    await e.settle()
    e.store.lease_takes = 0.0
    e.cut_off(first)
    e.worker(request=WorldRequest(e.api, e.request))
    e.show(e.ana.id, "hand", "8♥")
    await eventually(lambda: e.sees(e.ana.id) == ["8♥"], 1.0)
    await e.close()


@virtual_time
async def test_a_process_that_stood_still_goes_on_when_nobody_else_has_come() -> None:
    e = Evening()
    e.worker()
    e.request.freeze = 2 * LEASE
    e.show(e.ana.id, "hand", "7♥")
    e.show(e.ana.id, "question", "which suit?")
    await asyncio.sleep(0.05)
    e.request.freeze = 0.0
    await e.settle()
    assert sorted(e.sees(e.ana.id)) == ["7♥", "which suit?"]
    await e.close()


@virtual_time
async def test_a_process_that_stood_still_in_the_middle_of_a_call_does_not_drop_it() -> None:
    e = Evening()
    e.worker()
    e.store.lease_takes = SAFETY / 2
    e.request.slow[e.ana.id] = 2.5 * LEASE  # on the way there, and back
    e.show(e.ana.id, "hand", "7♥")
    await asyncio.sleep(3.1 * LEASE)  # it is there
    jump(1.5 * LEASE)
    await e.settle()
    assert e.methods() == ["sendMessage"]
    await e.close()


@virtual_time
async def test_a_process_that_stood_still_says_and_notes_nothing_more_when_somebody_else_has_come() -> None:
    e = Evening()
    e.worker()
    e.request.freeze = 2 * LEASE
    e.request.meanwhile = lambda: e.store.taken_by("somebody else", LEASE)
    e.show(e.ana.id, "hand", "7♥")
    e.show(e.ana.id, "question", "which suit?")
    await asyncio.sleep(0.05)
    e.request.freeze = 0.0
    assert e.methods() == ["sendMessage"]
    assert not e.store.notes
    await e.settle()
    await e.close()


@virtual_time
async def test_who_stood_still_just_before_a_word_asks_whether_it_is_still_theirs_to_say() -> None:
    e = Evening()
    e.worker()
    e.limiter.takes = 0.2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lease, "PULSE", 10 * LEASE)  # nothing else would notice
        e.show(e.ana.id, "hand", "7♥")
        await asyncio.sleep(0.1)
        e.store.taken_by("somebody else", LEASE)
        jump(LEASE - 0.1)
        await asyncio.sleep(0.1)
        assert e.methods() == []
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥"]
    await e.close()


@virtual_time
async def test_who_is_told_by_the_store_that_the_night_is_not_theirs_any_more_says_nothing_more() -> None:
    e = Evening()
    e.worker()
    e.request.slow[e.ana.id] = 0.5
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lease, "PULSE", 10 * LEASE)  # nothing else would notice
        e.show(e.ana.id, "hand", "7♥")
        e.show(e.ana.id, "question", "which suit?")
        await asyncio.sleep(0.2)
        e.store.taken_by("somebody else", LEASE)
        await asyncio.sleep(LEASE - 0.5)
        assert e.methods() == ["sendMessage"]
    await e.settle()
    assert {"7♥", "which suit?"} <= {*e.sees(e.ana.id)}
    await e.close()


@virtual_time
async def test_nights_that_another_release_has_to_serve_crowd_nobody_out() -> None:
    """They are due for the longest time, and more than this process serves at once."""

    class Crowded(MemoryStore):
        served = False

        async def due(self, limit: int) -> list[str]:
            return [*(f"newer {number}" for number in range(9)), NIGHT][:limit]

        async def lease(self, night_id: str, token: str, ms: int) -> bool:
            return True

        async def snapshot(self, night_id: str) -> Snapshot | None:
            if night_id != NIGHT:
                raise NewerSchema
            self.served = True
            return None

        async def finish(self, night_id: str, token: str, version: int, wake_at: int | None) -> bool:
            return True

    e = Evening()
    store = Crowded(e.store.night)
    bot = QuietBot("42:secret", request=e.request, get_updates_request=e.request)
    delivery = Delivery(
        store,
        e.limiter,
        bot,
        views=Views(lambda night: {}, lambda night, news: None),
        hooks=Hooks(e._tick, e._unreachable, e._migrated, e._topic_gone),
        most_nights=2,
    )
    running = asyncio.create_task(delivery.run())
    await eventually(lambda: store.served, 30)
    await delivery.stop()
    await running
    await e.close()


@virtual_time
async def test_what_a_dead_process_has_left_is_taken_up_within_seconds() -> None:
    e = Evening()
    mortal = Mortal(dies_at=8)
    dying = e.worker(mortal)
    e.show(e.ana.id, "hand", "7♥")
    e.show(e.group, "table:1", "move 1")
    await eventually(lambda: mortal.is_dead)
    e.abandon(dying)
    e.worker()
    await eventually(lambda: e.sees(e.ana.id)[-1:] == ["7♥"] and e.sees(e.group)[-1:] == ["move 1"], LEASE + 0.5)
    await e.settle(LEASE + 0.5)
    await e.close()


@virtual_time
async def test_a_worker_that_is_stopped_gives_its_nights_to_others_at_once() -> None:
    e = Evening()
    first = e.worker()
    e.request.slow[e.ana.id] = 0.2
    e.show(e.ana.id, "hand", "7♥")
    await asyncio.sleep(0.1)
    second = e.worker()
    e.show(e.ana.id, "hand", "8♥")
    stopping = asyncio.create_task(first.stop())
    await eventually(lambda: e.sees(e.ana.id) == ["8♥"], 1.2)
    await stopping
    e.request.slow[e.ana.id] = 100.0
    e.show(e.ana.id, "hand", "9♥")
    await asyncio.sleep(0.1)
    await second.stop(0.5)
    e.request.slow.clear()
    e.worker(request=WorldRequest(e.api, e.request))
    await eventually(lambda: e.sees(e.ana.id) == ["9♥"], 0.5)
    await e.close()


@evening
async def test_what_was_sent_while_the_store_went_away_is_noted_when_it_is_back(e: Evening) -> None:
    with capture_logs():
        for away in (1, 10, 100):
            e.request.slow[e.ana.id] = e.request.slow[e.group] = 0.5
            e.show(e.ana.id, "hand", f"{away}", fresh=(str(away),))
            e.tell(f"news {away}")
            await asyncio.sleep(0.2)
            e.store.away = True
            await asyncio.sleep(away)
            e.store.away = False
            await e.settle()
    assert e.methods(e.ana.id).count("sendMessage") == 3
    assert e.sees(e.group) == ["news 1", "news 10", "news 100"]
