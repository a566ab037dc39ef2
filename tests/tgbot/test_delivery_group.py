"""What a group hears: news in their order, the table between them, and never more than Telegram takes."""

import asyncio
from itertools import pairwise
from random import Random

from structlog.testing import capture_logs

from tests.tgbot.delivery_evening import Evening, evening
from tests.tgbot.delivery_memory import NIGHT
from tests.tgbot.virtual_time import eventually, jump
from tgbot.delivery.plan import GROUP_SPACING, Announce, Announcement, Edit, Post, Wish, next_step
from tgbot.delivery.shown import Mark, Shown, slot_key
from tgbot.screens import Screen, Slot

SPACING = GROUP_SPACING / 1000


@evening
async def test_news_come_in_their_order_each_once(e: Evening) -> None:
    for number in range(6):
        e.tell(f"news {number}")
        await asyncio.sleep(3)
    await e.settle()
    assert [line for one in e.sees(e.group) for line in one.split("\n")] == [f"news {number}" for number in range(6)]
    assert e.store.cursor == 6


@evening
async def test_news_that_wait_become_one_message(e: Evening) -> None:
    e.tell("Ana draws 2", "Bob draws 4")
    await asyncio.sleep(0.5)
    e.tell("Cyril drinks")
    await asyncio.sleep(0.5)
    e.tell("Ana ends first")
    await e.settle()
    assert e.sees(e.group) == ["Ana draws 2\nBob draws 4", "Cyril drinks\nAna ends first"]


@evening
async def test_news_come_before_the_table(e: Evening) -> None:
    e.show(e.group, "table:1", "move 1")
    e.tell("Ana draws 2")
    await e.settle()
    assert e.sees(e.group) == ["Ana draws 2", "move 1"]


@evening
async def test_news_of_which_there_is_nothing_to_say_are_passed_over(e: Evening) -> None:
    e.tell(*[f"({number})" for number in range(50)])
    await e.settle()
    e.tell("(51)", "Ana draws 2", "(52)")
    await e.settle()
    assert e.sees(e.group) == ["Ana draws 2"]
    assert e.store.cursor == 53


@evening
async def test_very_many_news_come_in_several_messages(e: Evening) -> None:
    e.tell(*[f"news {number}" for number in range(50)])
    await e.settle()
    assert [len(one.split("\n")) for one in e.sees(e.group)] == [20, 20, 10]


@evening
async def test_news_that_cannot_be_said_do_not_take_others_with_them(e: Evening) -> None:
    e.tell("one", "two", "<b>three", "four", "five")
    await e.settle()
    assert [line for one in e.sees(e.group) for line in one.split("\n")] == ["one", "two", "four", "five"]
    e.tell("six")
    await e.settle()
    assert e.sees(e.group)[-1] == "six"


@evening
async def test_news_for_which_there_are_no_words_are_logged_and_hold_up_nothing(e: Evening) -> None:
    with capture_logs() as logs:
        e.show(e.ana.id, "hand", "7♥")
        e.tell("one", "two", "?three", "four", "five")
        await e.settle()
    assert [line for one in e.sees(e.group) for line in one.split("\n")] == ["one", "two", "four", "five"]
    assert [line["event"] for line in logs] == ["news cannot be told"]
    assert e.sees(e.ana.id) == ["7♥"]


@evening
async def test_quick_moves_become_few_edits(e: Evening) -> None:
    e.show(e.group, "table:1", "move 0")
    await e.settle()
    for number in range(40):
        e.show(e.group, "table:1", f"move {number}")
        await asyncio.sleep(0.5)
    await e.settle()
    assert e.sees(e.group) == ["move 39"]
    at = [call.at for call in e.api.calls]
    assert all(later - earlier >= SPACING for earlier, later in pairwise(at))
    assert len(at) <= 1 + 20 / SPACING + 1


@evening
async def test_a_single_move_is_shown_at_once(e: Evening) -> None:
    e.show(e.group, "table:1", "move 0")
    await e.settle()
    jump(10)
    started = asyncio.get_running_loop().time()
    e.show(e.group, "table:1", "move 1")
    await e.settle()
    assert asyncio.get_running_loop().time() - started < 0.5


@evening
async def test_what_is_urgent_does_not_wait_for_the_pace(e: Evening) -> None:
    e.show(e.group, "table:1", "move 0")
    await e.settle()
    e.show(e.group, "table:1", "slap now!", "slap", urgent=True)
    await eventually(lambda: e.sees(e.group) == ["slap now! [slap]"], 0.5)
    e.tell("!Ana wins")
    await eventually(lambda: e.sees(e.group)[-1] == "!Ana wins", 0.5)


@evening
async def test_the_end_of_a_game_and_the_next_lobby_come_together_at_once(e: Evening) -> None:
    e.show(e.group, "table:1", "move 1", fresh=("1",))
    e.tell("Ana draws 2")
    await e.settle()
    e.show(e.group, "table:1", "move 2", fresh=("1",))
    e.tell("Bob draws 4")
    await asyncio.sleep(3)
    e.tell("Ana wins")
    e.show(e.group, "table:1", "lobby", "deal", fresh=("lobby",), passing=True)
    await eventually(lambda: e.sees(e.group)[-2:] == ["Ana wins", "lobby [deal]"], 1.0)
    e.show(e.group, "table:1", "game 2", fresh=("2",))
    await eventually(lambda: e.sees(e.group)[-1] == "game 2", 3.0)


@evening
async def test_they_do_not_wait_for_the_pace_of_a_lively_minute(e: Evening) -> None:
    for number in range(60):
        e.show(e.group, "table:1", f"move {number}", fresh=("1",))
        if number % 5 == 0:
            e.tell(f"news {number}")
        await asyncio.sleep(1)
    e.tell("Ana wins")
    e.show(e.group, "table:1", "lobby", fresh=("lobby",), passing=True)
    await eventually(lambda: e.sees(e.group)[-1] == "lobby" and e.sees(e.group)[-2].endswith("Ana wins"), 0.5)
    await asyncio.sleep(5)
    e.show(e.group, "table:1", "game 2", fresh=("2",))
    await eventually(lambda: e.sees(e.group)[-1] == "game 2", 0.5)


@evening
async def test_whoever_asks_for_the_table_all_the_time_leaves_room(e: Evening) -> None:
    for number in range(75):
        e.show(e.group, "table:1", "table", fresh=(str(number),))
        await asyncio.sleep(0.4)
    e.show(e.group, "table:1", "slap now!", fresh=("74",), urgent=True)
    await eventually(lambda: e.sees(e.group)[-1] == "slap now!", 4.0)


@evening
async def test_every_change_of_a_lobby_is_shown_at_once(e: Evening) -> None:
    for number in range(6):
        e.show(e.group, "table:1", f"lobby of {number}", passing=True)
        await eventually(lambda number=number: e.sees(e.group) == [f"lobby of {number}"], 0.5)  # type: ignore[misc]
        await asyncio.sleep(1.2)


@evening
async def test_who_plays_with_the_settings_of_a_lobby_leaves_room_for_the_game(e: Evening) -> None:
    for number in range(240):
        e.show(e.group, "table:1", f"lobby {number}", passing=True)
        await asyncio.sleep(0.5)
    assert e.api.busiest_minute(e.group) <= 17
    e.show(e.group, "table:1", "game 1", fresh=("1",))
    await eventually(lambda: e.sees(e.group)[-1] == "game 1", 9.0)


@evening
async def test_what_the_table_has_become_of_news_is_seen_with_them(e: Evening) -> None:
    e.show(e.group, "table:1", "move 0")
    await e.settle()
    await asyncio.sleep(3)
    e.show(e.group, "table:1", "Bob has 9 cards")
    e.tell("Bob draws 4")
    await eventually(lambda: e.sees(e.group) == ["Bob has 9 cards", "Bob draws 4"], 1.0)


@evening
async def test_news_without_end_leave_room_for_the_table_and_the_other_way_round(e: Evening) -> None:
    for number in range(60):
        e.show(e.group, "table:1", f"move {number}")
        e.tell(f"news {number}")
        await asyncio.sleep(1)
    in_between = [method for method in e.methods() if method in ("sendMessage", "editMessageText")]
    assert in_between.count("editMessageText") >= 3
    assert in_between.count("sendMessage") >= 3


def test_news_stand_above_what_is_posted_unless_that_cannot_wait() -> None:
    """A slap race is lost by who sees it late."""
    table, news = Slot(-5, "table:1"), Announcement(Screen("Ana draws 2"), None, cursor=1, size=1)
    for urgent, first in ((False, Announce), (True, Post)):
        wish = Wish({table: Screen("the bell nine!", urgent=urgent)}, news)
        assert isinstance(next_step(wish, {}, Mark(), 1_800_000_000_000, group=True), first)


def test_a_clock_that_is_set_back_stops_neither_the_table_nor_the_news() -> None:
    """The server's, by an hour, after both were told last."""
    now = 1_800_000_000_000
    before, table, screen = now + 3_600_000, Slot(-5, "table:1"), Screen("move 2")
    shown, mark = {slot_key(table): Shown(id=7, digest="move 1", at=before, edited=before)}, Mark(told_at=before)
    assert next_step(Wish({table: screen}), shown, mark, now, group=True) == Edit(table, screen, 7)
    news = Announcement(Screen("Ana draws 2"), None, cursor=1, size=1)
    assert next_step(Wish({}, news), {}, mark, now, group=True) == Announce(news)


@evening
async def test_two_tables_take_turns(e: Evening) -> None:
    for number in range(60):
        e.show(e.group, "table:1", f"first {number}")
        e.show(e.group, "table:2", f"second {number}")
        await asyncio.sleep(1)
    edits = [call.params.integer("message_id") for call in e.api.calls if call.method == "editMessageText"]
    assert abs(edits.count(edits[0]) - edits.count(edits[1])) <= 1
    assert edits[0] != edits[1]


@evening
async def test_never_more_than_twenty_a_minute_in_a_frantic_night(e: Evening) -> None:
    random = Random(1)
    for number in range(1200):
        match random.randrange(6):
            case 0:
                e.tell(f"news {number}" if random.random() < 0.5 else f"!news {number}")
            case 1:
                e.show(e.group, "table:1", f"slap {number}!", "slap", urgent=True)
            case 2:
                e.show(e.group, "table:1", f"move {number}", "join", fresh=(str(number // 100),))
            case _:
                person = random.choice([e.ana, e.bob, e.cyril])
                e.show(person.id, "hand", f"hand {number}", "7♥", urgent=number % 2 == 0)
        await asyncio.sleep(random.expovariate(4.0))
    await e.settle(600)
    assert e.api.busiest_minute(e.group) <= 20
    assert not [method for method in e.methods() if method.endswith("!")]
    assert e.wants(e.group)[0] in e.sees(e.group)
    told = [line for one in e.sees(e.group) for line in one.split("\n") if "news" in line]
    assert told == [one.kind for one in e.store.news]


@evening
async def test_in_a_topic_everything_is_in_the_topic(e: Evening) -> None:
    e.change(topic=7)
    e.show(e.group, "table:1", "move 1")
    e.tell("Ana draws 2")
    await e.settle()
    assert [call.params.integer("message_thread_id") for call in e.api.calls] == [7, 7]


@evening
async def test_when_the_topic_is_gone_the_evening_goes_on_in_the_general_one(e: Evening) -> None:
    e.change(topic=7)
    e.fail("sendMessage", "message thread not found")
    e.show(e.group, "table:1", "move 1", fresh=("1",))
    e.tell("Ana draws 2")
    await e.settle()
    e.show(e.group, "table:1", "move 2", fresh=("2",))
    await e.settle()
    assert e.sees(e.group) == ["Ana draws 2", "move 1", "move 2"]
    assert [call.params.integer("message_thread_id") for call in e.api.calls] == [7, 0, 0, 0]
    assert e.hooks == [("topic gone",)]


@evening
async def test_a_topic_that_cannot_be_left_is_not_written_to_any_more(e: Evening) -> None:
    """For example because another night is outside of topics already."""
    e.reports_fail = True
    e.change(topic=7)
    e.fail("sendMessage", "message thread not found")
    with capture_logs():
        for number in range(3):
            e.show(e.group, "table:1", f"move {number}", fresh=(str(number),))
            await e.settle()
    assert [call.params.integer("message_thread_id") for call in e.api.calls] == [7, 0, 0, 0]


@evening
async def test_where_the_bot_may_write_again_it_does_so_at_once(e: Evening) -> None:
    e.fail("sendMessage", "not enough rights to send text messages to the chat")
    e.show(e.group, "table:1", "move 1")
    await asyncio.sleep(20)
    (delivery, _), *_ = e.workers
    assert e.sees(e.group) == []
    await delivery.may_write(NIGHT, e.group)
    await eventually(lambda: e.sees(e.group) == ["move 1"], 0.5)


@evening
async def test_where_all_topics_are_closed_the_news_wait(e: Evening) -> None:
    e.change(topic=7)
    e.fail("sendMessage", "TOPIC_CLOSED", times=3)
    e.tell("Ana draws 2")
    await e.settle(300)
    assert e.sees(e.group) == ["Ana draws 2"]
    assert e.api.calls[-1].at - e.api.calls[0].at > 100
