"""When people, groups or Telegram itself let us down."""

import asyncio
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from tests.tgbot.delivery_evening import Evening, evening
from tests.tgbot.delivery_memory import NIGHT
from tests.tgbot.virtual_time import eventually, virtual_time
from tgbot.delivery.answers import Ok
from tgbot.delivery.pauses import FIRST_PAUSE, REMEMBERED, Pauses
from tgbot.playground.calls import ApiError, forbidden, too_many_requests
from tgbot.playground.records import Standing
from tgbot.screens import Bar, Button, Chart, Screen, Slot

# People who cannot be reached


@evening
async def test_who_blocked_the_bot_is_reported_once_and_left_alone(e: Evening) -> None:
    e.world.block(e.ana.id, True)
    for number in range(5):
        e.show(e.ana.id, "hand", f"hand {number}")
        e.show(e.bob.id, "hand", f"hand {number}")
        await e.settle()
    assert e.hooks == [("unreachable", e.ana.id)]
    assert e.methods(e.ana.id) == ["sendMessage!"]
    assert e.sees(e.bob.id) == ["hand 4"]


@evening
async def test_who_has_not_started_the_bot_gets_the_hand_as_soon_as_they_do(e: Evening) -> None:
    e.world.keep(replace(e.world.chats[e.ana.id], started=False))
    e.show(e.ana.id, "hand", "7♥")
    await e.settle()
    assert e.hooks == [("unreachable", e.ana.id)]
    e.world.keep(replace(e.world.chats[e.ana.id], started=True))
    e.reach(e.ana, True)
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥"]


@evening
async def test_who_comes_back_gets_the_hand_anew_in_place_of_the_old_one(e: Evening) -> None:
    e.show(e.ana.id, "hand", "7♥", "7♥")
    await e.settle()
    e.world.block(e.ana.id, True)
    e.show(e.ana.id, "hand", "8♥", "8♥")
    await e.settle()
    e.show(e.ana.id, "hand", "7♥", "7♥")
    await e.settle()
    e.world.block(e.ana.id, False)
    e.reach(e.ana, True)
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥ [7♥]"]
    assert e.methods(e.ana.id) == ["sendMessage", "editMessageText!", "sendMessage", "deleteMessage"]


@evening
async def test_back_before_the_news_of_it_was_noted(e: Evening) -> None:
    """The person starts the bot while the 403 is still being reported."""
    e.fail_with(forbidden("bot was blocked by the user"), "sendMessage", chat=e.ana.id)
    e.after_report = lambda: e.reach(e.ana, True)
    e.show(e.ana.id, "hand", "7♥")
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥"]


@evening
async def test_nobody_is_asked_again_while_the_state_does_not_know(e: Evening) -> None:
    e.reports_get_lost = True
    e.world.block(e.ana.id, True)
    e.show(e.ana.id, "hand", "7♥")
    await e.settle()
    await asyncio.sleep(30)
    assert e.methods() == ["sendMessage!"]


@evening
async def test_a_report_that_fails_is_made_again_and_holds_up_nobody(e: Evening) -> None:
    e.world.block(e.ana.id, True)
    e.reports_fail = True
    with capture_logs() as logs:
        e.show(e.ana.id, "hand", "7♥")
        e.show(e.bob.id, "hand", "8♥")
        await eventually(lambda: e.sees(e.bob.id) == ["8♥"], 0.5)
        await asyncio.sleep(5)
        e.reports_fail = False
        await e.settle()
    assert 2 <= len(e.hooks) < 8
    assert {line["hook"] for line in logs} == {"unreachable"}
    assert e.store.night.people[0].reachable is False


# Groups that are closed


@evening
async def test_thrown_out_of_the_group_the_bot_says_nothing_there_until_the_table_is_asked_for(e: Evening) -> None:
    e.show(e.group, "table:1", "move 1", "join")
    e.show(e.ana.id, "hand", "7♥")
    await e.settle()
    e.world.seat(e.group, e.world.bot.id, Standing.KICKED, by=e.ana.id)
    e.show(e.group, "table:1", "move 2", "join")
    e.show(e.ana.id, "hand", "8♥")
    await e.settle()
    e.tell("Ana draws 2")
    e.show(e.group, "table:1", "move 3", "join")
    await e.settle()
    assert e.methods(e.group) == ["sendMessage", "editMessageText!"]
    assert e.sees(e.ana.id) == ["8♥"]
    e.world.seat(e.group, e.world.bot.id, Standing.MEMBER, by=e.ana.id)
    e.change(posted=1)
    await e.settle()
    assert e.sees(e.group) == ["move 3 [join]", "Ana draws 2"]


@evening
async def test_where_the_bot_may_not_write_it_tries_again_after_a_while(e: Evening) -> None:
    e.fail("sendMessage", "not enough rights to send text messages to the chat", times=2)
    e.show(e.group, "table:1", "move 1")
    e.tell("Ana draws 2")
    await asyncio.sleep(100)
    assert e.methods() == ["sendMessage!"] * 2
    await e.settle(300)
    assert sorted(e.sees(e.group)) == ["Ana draws 2", "move 1"]


@evening
async def test_where_pictures_are_forbidden_all_else_is_said(e: Evening) -> None:
    async def drawn(*_: object) -> bytes:
        return b"a picture"  # virtual time does not wait for threads

    e.fail("sendPhoto", "not enough rights to send photos to the chat", times=1000)
    chart = Chart("U Tygra", "", "", (Bar("Ana", 1, 1),), (), 1000, ((0, "20:00"),))
    e.wanted[Slot(e.group, "honour")] = Screen("the table of honour", urgent=True, chart=chart)
    with capture_logs() as logs, pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "to_thread", drawn)
        e.show(e.group, "table:1", "the night is over")
        await e.settle()
    assert e.methods(e.group) == ["sendPhoto!", "sendMessage"], "the next table is not kept waiting either"
    assert logs == [], "it is how they want it"


@evening
async def test_a_picture_that_cannot_be_drawn_is_given_up_and_logged_once(e: Evening) -> None:
    async def fails(*_: object) -> bytes:
        raise ZeroDivisionError

    chart = Chart("U Tygra", "", "", (Bar("Ana", 1, 1),), (), 1000, ((0, "20:00"),))
    e.wanted[Slot(e.group, "honour")] = Screen("the table of honour", urgent=True, chart=chart)
    with capture_logs() as logs, pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "to_thread", fails)
        e.tell("the table of honour in words")
        await e.settle()
        e.show(e.group, "table:1", "the next table")
        await e.settle(60)
    assert e.sees(e.group) == ["the table of honour in words", "the next table"]
    assert [(line["log_level"], line["error"]) for line in logs] == [("error", "ZeroDivisionError")]


@evening(supergroup=False)
async def test_a_group_that_became_a_supergroup_gets_its_table_there(e: Evening) -> None:
    e.show(e.group, "table:1", "move 1", "join")
    await e.settle()
    old, new = e.group, e.world.migrate(e.group).id
    e.tell("Ana draws 2")
    e.show(e.group, "table:1", "move 2", "join")
    await e.settle()
    assert e.hooks == [("migrated", old, new)]
    assert e.sees(new) == ["Ana draws 2", "move 2 [join]"]
    assert not [key for key in e.store.notes if key.startswith(str(old))]


# Limits and failures of Telegram


@evening
async def test_a_429_holds_up_that_chat_only_and_is_respected(e: Evening) -> None:
    e.fail_with(too_many_requests(30), "sendMessage", chat=e.ana.id)
    e.show(e.ana.id, "hand", "7♥")
    await asyncio.sleep(1)
    for number in range(20):
        e.show(e.ana.id, "hand", f"hand {number}")
        e.show(e.bob.id, "hand", f"hand {number}")
        await asyncio.sleep(1.1)
        assert e.sees(e.bob.id) == [f"hand {number}"]
    await e.settle()
    first, second = (call.at for call in e.api.calls_of(chat_id=e.ana.id))
    assert second - first >= 30
    assert e.sees(e.ana.id) == ["hand 19"]


@evening
async def test_a_slow_chat_holds_up_nobody_else(e: Evening) -> None:
    e.request.slow[e.ana.id] = 5.0
    e.show(e.ana.id, "hand", "7♥")
    await asyncio.sleep(0.2)
    for number in range(3):
        e.show(e.bob.id, "hand", f"hand {number}")
        await asyncio.sleep(0.3)
        assert e.sees(e.bob.id) == [f"hand {number}"]
    assert e.sees(e.ana.id) == []
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥"]


@evening
async def test_what_becomes_urgent_while_a_chat_is_slow_goes_at_once(e: Evening) -> None:
    e.show(e.group, "table:1", "move 1")
    await e.settle()
    e.request.slow[e.ana.id] = 5.0
    e.show(e.ana.id, "hand", "7♥")
    e.show(e.group, "table:1", "move 2")
    await asyncio.sleep(0.5)
    assert e.sees(e.group) == ["move 1"]
    e.show(e.group, "table:1", "slap!", urgent=True)
    await eventually(lambda: e.sees(e.group) == ["slap!"], 0.5)


@virtual_time
async def test_changes_of_other_processes_reach_their_chats_while_one_is_slow() -> None:
    e = Evening()
    delivery = e.worker()
    e.request.slow[e.ana.id] = 5.0
    e.show(e.ana.id, "hand", "7♥")
    await asyncio.sleep(0.2)
    e.stop_polling(delivery)
    e.wanted[Slot(e.bob.id, "hand")] = Screen("8♥")
    e.store.commit(e.store.night)
    await eventually(lambda: e.sees(e.bob.id) == ["8♥"], 1.0)
    await e.settle()
    await e.close()


@virtual_time
async def test_a_change_in_the_last_moment_does_not_wait_for_the_next_poll() -> None:
    e = Evening()
    delivery = e.worker()
    e.stop_polling(delivery)
    e.store.finish_takes = 0.2
    e.show(e.ana.id, "hand", "7♥")
    await asyncio.sleep(0.1)
    assert e.sees(e.ana.id) == ["7♥"]
    e.show(e.ana.id, "hand", "8♥")
    await eventually(lambda: e.sees(e.ana.id) == ["8♥"], 0.5)
    await e.settle()
    await e.close()


@virtual_time
async def test_a_change_that_is_read_while_a_chat_is_done_with_the_one_before_is_not_forgotten() -> None:
    e = Evening()
    delivery = e.worker()
    e.store.snapshot_takes = 0.3
    e.request.slow[e.ana.id] = 0.5
    e.show(e.ana.id, "hand", "7♥")
    e.stop_polling(delivery)
    # The call begins after 0.3 s and ends after 1.3 s; the night is read from 1.2 s to 1.5 s.
    await asyncio.sleep(1.25)
    e.show(e.ana.id, "hand", "8♥")
    await e.settle()
    assert e.sees(e.ana.id) == ["8♥"]
    await e.close()


@evening
async def test_deleting_respects_a_429_too(e: Evening) -> None:
    e.show(e.ana.id, "hand", "7♥", "7♥", fresh=("1",))
    await e.settle()
    e.fail_with(too_many_requests(30), "deleteMessage")
    e.show(e.ana.id, "hand", "8♥", "8♥", fresh=("2",))
    for number in range(20):
        await asyncio.sleep(1)
        e.change(games=100 + number)
    assert e.methods() == ["sendMessage", "sendMessage", "deleteMessage!"]
    await e.settle()
    assert e.sees(e.ana.id) == ["8♥ [8♥]"]


@evening
async def test_the_person_on_turn_comes_first(e: Evening) -> None:
    for person in (e.ana, e.bob, e.cyril):
        e.wanted[Slot(person.id, "hand")] = Screen("7♥", urgent=person is e.cyril)
    e.change(games=1)
    await e.settle()
    assert e.api.calls[0].chat_id == e.cyril.id


@evening
async def test_while_telegram_is_down_the_tries_become_rarer_and_the_last_state_arrives(e: Evening) -> None:
    e.fail_with(ApiError(502, "Bad Gateway"), "*", times=10_000)
    e.tell("Ana draws 2")
    for number in range(120):
        e.show(e.ana.id, "hand", f"hand {number}")
        await asyncio.sleep(1)
    assert len(e.methods(e.ana.id)) < 30
    e.api.faults.clear()
    await e.settle()
    assert e.sees(e.ana.id) == ["hand 119"]
    assert e.sees(e.group) == ["Ana draws 2"]


@evening
async def test_after_the_trouble_the_next_one_begins_with_a_short_pause_again(e: Evening) -> None:
    bad_gateway = ApiError(502, "Bad Gateway")
    e.fail_with(bad_gateway, "sendMessage", times=6)
    e.show(e.ana.id, "hand", "7♥")
    await e.settle()
    e.fail_with(bad_gateway, "editMessageText")
    e.show(e.ana.id, "hand", "8♥")
    await e.settle()
    first, second = [call.at for call in e.api.calls_of(chat_id=e.ana.id) if call.method == "editMessageText"]
    assert second - first < 2 * FIRST_PAUSE


@evening
async def test_an_edit_whose_answer_was_lost_is_repeated(e: Evening) -> None:
    e.vain_edits = True
    e.show(e.ana.id, "hand", "7♥")
    await e.settle()
    e.api.faults.lose_answers("editMessageText")
    e.show(e.ana.id, "hand", "8♥")
    await e.settle()
    e.show(e.ana.id, "hand", "8♥")
    await e.settle()
    assert e.sees(e.ana.id) == ["8♥"]
    assert len(e.methods()) == 3


@evening
async def test_a_hand_whose_answer_was_lost_is_made_anew_and_the_newest_counts(e: Evening) -> None:
    e.api.faults.lose_answers("sendMessage")
    e.show(e.ana.id, "hand", "7♥")
    await e.settle()
    e.show(e.ana.id, "hand", "8♥")
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥", "8♥"]


@virtual_time
async def test_trouble_of_long_ago_is_forgotten() -> None:
    """Every night that ticks and every chat that was too fast has a pause once."""
    pauses: Pauses[int] = Pauses()
    for key in range(100):
        pauses.hold(key, 1.0)
        pauses.failed(-key - 1)
    await asyncio.sleep(1.5)
    assert not pauses.left(5)
    assert pauses.is_failing(-5), "what fails again soon waits longer"
    await asyncio.sleep(2 * REMEMBERED)
    pauses.failed(1000)
    assert not pauses.is_failing(-5)
    assert (len(pauses._until), len(pauses._failures)) == (1, 1)


# Messages that nobody knows of


async def _with_orphan(e: Evening, chat: int, slot: str) -> int:
    """The number of a message that was sent twice, and noted once."""
    e.api.faults.lose_answers("sendMessage")
    e.show(chat, slot, "7♥", "7♥")
    await e.settle()
    assert e.sees(chat) == ["7♥ [7♥]", "7♥ [7♥]"]
    return min(one.id for one in e.world.messages_in(chat) if one.sender_id == e.world.bot.id and not one.service)


@pytest.mark.parametrize("slot", ["hand", "table:1"])
def test_a_message_that_nobody_knows_of_goes_when_its_button_is_pressed(slot: str) -> None:
    @evening
    async def story(e: Evening) -> None:
        chat = e.ana.id if slot == "hand" else e.group
        orphan = await _with_orphan(e, chat, slot)
        (delivery, _), *_ = e.workers
        delivery.pressed(NIGHT, chat, orphan)
        await e.settle()
        # In a group it stays, without buttons: it could be any message of the bot.
        left = ["7♥"] if slot == "table:1" else []
        await eventually(lambda: e.sees(chat) == [*left, "7♥ [7♥]"])
        e.show(chat, slot, "8♥", "8♥")
        await e.settle()
        assert e.sees(chat) == [*left, "8♥ [8♥]"]
        assert not [key for key in e.store.notes if "orphan" in key]

    story()


@evening
async def test_it_goes_also_when_the_night_is_being_served(e: Evening) -> None:
    orphan = await _with_orphan(e, e.ana.id, "hand")
    e.request.slow[e.bob.id] = 2.0
    e.show(e.bob.id, "hand", "8♥")
    await asyncio.sleep(1)
    (delivery, _), *_ = e.workers
    delivery.pressed(NIGHT, e.ana.id, orphan)
    await eventually(lambda: e.sees(e.ana.id) == ["7♥ [7♥]"], 6)
    await e.settle()


@evening
async def test_no_message_of_the_bot_goes_because_somebody_says_its_button_was_pressed(e: Evening) -> None:
    """Whoever sends forged data names any message and any night: of that group it loses its buttons at most."""
    elsewhere, eve = e.world.add_group("Jinde", [e.ana, e.bob]).id, e.world.add_person("Eve").id
    e.world.keep(replace(e.world.chats[eve], started=True))
    (delivery, _), *_ = e.workers
    board = Screen("The board of another night", ((Button("x", data="x"),),))
    sent = {chat: await delivery.telegram.send(chat, None, board) for chat in (e.group, elsewhere, eve)}
    for chat, done in sent.items():
        assert isinstance(done, Ok)
        delivery.pressed(NIGHT, chat, done.message_id)
    await eventually(lambda: e.sees(e.group) == [board.text])
    await e.settle()
    for chat in (elsewhere, eve):
        assert e.sees(chat) == [f"{board.text} [x]"]
    assert not [key for key in e.store.notes if "orphan" in key]


@evening
async def test_one_that_cannot_be_deleted_loses_its_buttons(e: Evening) -> None:
    orphan = await _with_orphan(e, e.ana.id, "hand")
    e.fail("deleteMessage", "message can't be deleted")
    (delivery, _), *_ = e.workers
    for _ in range(3):
        delivery.pressed(NIGHT, e.ana.id, orphan)
    await eventually(lambda: e.sees(e.ana.id) == ["7♥", "7♥ [7♥]"])
    await e.settle()
    assert e.methods(e.ana.id)[2:] == ["deleteMessage!", "editMessageReplyMarkup"]
    assert not [key for key in e.store.notes if "orphan" in key]


@virtual_time
async def test_buttons_of_known_messages_may_be_pressed_in_any_process() -> None:
    """Also while the process that sent the message has not heard yet that it was."""
    e = Evening()
    first, second = e.worker(), e.worker()
    e.request.slow[e.ana.id] = 1.0
    e.show(e.ana.id, "hand", "7♥", "7♥")
    await eventually(lambda: bool(e.sees(e.ana.id)))
    (message,) = (one.id for one in e.world.messages_in(e.ana.id) if one.sender_id == e.world.bot.id)
    for _ in range(5):
        first.pressed(NIGHT, e.ana.id, message)
        second.pressed(NIGHT, e.ana.id, message)
        await asyncio.sleep(0.3)
    await e.settle()
    e.show(e.ana.id, "hand", "8♥", "8♥", fresh=("2",))
    e.request.slow.clear()
    await e.settle()
    first.pressed(NIGHT, e.ana.id, message)  # gone by now
    await e.settle()
    assert e.sees(e.ana.id) == ["8♥ [8♥]"]
    assert e.methods(e.ana.id)[:3] == ["sendMessage", "sendMessage", "deleteMessage"]
    assert not [key for key in e.store.notes if "orphan" in key]
    await e.close()


@evening
async def test_news_whose_answer_was_lost_are_told_again_rather_than_not_at_all(e: Evening) -> None:
    e.api.faults.lose_answers("sendMessage")
    e.tell("Ana draws 2")
    await e.settle()
    assert e.sees(e.group) == ["Ana draws 2"] * 2
