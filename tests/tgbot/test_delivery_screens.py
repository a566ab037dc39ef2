"""What people see in their chats: one message in each place, changed or sent anew, and nothing twice."""

import asyncio
from random import Random

import pytest

from tests.tgbot.delivery_evening import Evening, evening
from tests.tgbot.virtual_time import jump, virtual_time
from tgbot.delivery.plan import PILE, Delete, Wish, next_step
from tgbot.delivery.shown import Mark, Shown, slot_key
from tgbot.screens import Slot

HOUR = 3600.0


@evening
async def test_a_screen_is_sent_once_and_then_edited(e: Evening) -> None:
    e.show(e.ana.id, "hand", "7♥ 8♥", "7♥", "8♥")
    await e.settle()
    e.show(e.ana.id, "hand", "8♥", "8♥")
    await e.settle()
    assert e.sees(e.ana.id) == ["8♥ [8♥]"]
    assert e.methods() == ["sendMessage", "editMessageText"]


@evening
async def test_what_is_shown_already_is_not_sent_again(e: Evening) -> None:
    e.show(e.ana.id, "hand", "7♥", "7♥")
    await e.settle()
    for _ in range(5):
        e.show(e.ana.id, "hand", "7♥", "7♥", urgent=True, silent=True)
        await e.settle()
    assert e.methods() == ["sendMessage"]


@evening
async def test_states_that_nobody_had_time_to_see_are_left_out(e: Evening) -> None:
    e.request.slow[e.ana.id] = 1.0
    for number in range(10):
        e.show(e.ana.id, "hand", f"state {number}")
        await asyncio.sleep(0.15)
    await e.settle()
    assert e.sees(e.ana.id) == ["state 9"]
    assert e.methods() == ["sendMessage", "editMessageText"]


@evening
async def test_what_changes_while_the_limits_are_asked_is_what_is_said(e: Evening) -> None:
    e.limiter.takes = 0.2
    e.show(e.ana.id, "hand", "7♥")
    await asyncio.sleep(0.1)
    e.show(e.ana.id, "hand", "8♥")
    await e.settle()
    assert e.methods() == ["sendMessage"]
    assert e.sees(e.ana.id) == ["8♥"]


@evening
async def test_an_edit_that_changes_nothing_in_the_eyes_of_telegram_is_a_success(e: Evening) -> None:
    e.vain_edits = True
    e.show(e.ana.id, "hand", "7 &gt; 6")
    await e.settle()
    e.show(e.ana.id, "hand", "7 > 6")
    await e.settle()
    e.show(e.ana.id, "hand", "7 > 6")
    await e.settle()
    assert e.methods() == ["sendMessage", "editMessageText!"]


@evening
async def test_buttons_alone_are_a_change(e: Evening) -> None:
    e.show(e.ana.id, "hand", "7♥", "7♥")
    await e.settle()
    e.show(e.ana.id, "hand", "7♥")
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥"]


@evening
async def test_a_hand_on_turn_is_sent_anew_and_the_old_one_with_its_buttons_vanishes(e: Evening) -> None:
    e.show(e.ana.id, "hand", "wait", "7♥", fresh=("1",))
    await e.settle()
    e.show(e.ana.id, "hand", "your turn", "7♥", fresh=("2",))
    await e.settle()
    assert e.sees(e.ana.id) == ["your turn [7♥]"]
    assert e.methods() == ["sendMessage", "sendMessage", "deleteMessage"]


@evening
async def test_asked_for_again_the_same_hand_is_sent_again(e: Evening) -> None:
    e.show(e.ana.id, "hand", "7♥", "7♥", fresh=("1",))
    await e.settle()
    e.show(e.ana.id, "hand", "7♥", "7♥", fresh=("2",))
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥ [7♥]"]
    assert e.methods().count("sendMessage") == 2


@evening
async def test_without_a_new_reason_a_hand_is_edited(e: Evening) -> None:
    for reasons in ("turn 1", "called 1"), ("turn 1",), (), ("called 1",), ("called 1", "turn 1"):
        e.show(e.ana.id, "hand", f"because of {reasons}", "7♥", fresh=reasons)
        await e.settle()
    assert e.methods() == ["sendMessage", *["editMessageText"] * 4]
    e.show(e.ana.id, "hand", "again", "7♥", fresh=("called 1", "called 2"))
    await e.settle()
    assert e.sees(e.ana.id) == ["again [7♥]"]
    assert e.methods()[5:] == ["sendMessage", "deleteMessage"]


@evening
async def test_old_hands_without_buttons_lie_about_until_one_call_clears_them(e: Evening) -> None:
    for turn in range(PILE + 1):
        e.show(e.ana.id, "hand", f"turn {turn}", "play", fresh=(str(turn),))
        await e.settle()
        e.show(e.ana.id, "hand", f"wait {turn}", fresh=(str(turn),))
        await e.settle()
        assert len(e.sees(e.ana.id)) == turn % PILE + 1
    assert e.sees(e.ana.id) == [f"wait {PILE}"]
    assert e.methods().count("deleteMessages") == 1
    assert "deleteMessage" not in e.methods()


@evening
async def test_when_the_game_is_over_one_call_clears_what_is_left_of_it(e: Evening) -> None:
    for turn in range(4):
        e.show(e.ana.id, "hand", f"turn {turn}", "play", fresh=(str(turn),))
        await e.settle()
        e.show(e.ana.id, "hand", f"wait {turn}", fresh=(str(turn),))
        await e.settle()
    e.show(e.ana.id, "hand", "lobby", "deal", tidy=True)
    await e.settle()
    assert e.sees(e.ana.id) == ["lobby [deal]"]
    assert e.methods()[-2:] == ["editMessageText", "deleteMessages"]


@evening
async def test_old_hands_whose_buttons_last_lie_about_too(e: Evening) -> None:
    for turn in range(PILE + 1):
        e.show(e.ana.id, "hand", f"turn {turn}", "play", fresh=(str(turn),))
        await e.settle()
        e.show(e.ana.id, "hand", f"wait {turn}", "say", fresh=(str(turn),), lasting=True)
        await e.settle()
    assert e.sees(e.ana.id) == [f"wait {PILE} [say]"]
    assert e.methods().count("deleteMessages") == 1
    assert "deleteMessage" not in e.methods()


@evening
async def test_old_hands_go_along_with_one_that_still_has_buttons(e: Evening) -> None:
    for turn in range(3):
        e.show(e.ana.id, "hand", f"wait {turn}", fresh=(str(turn),))
        await e.settle()
    e.show(e.ana.id, "hand", "play", "7♥", fresh=("3",))
    await e.settle()
    e.show(e.ana.id, "hand", "play on", "7♥", fresh=("4",))
    await e.settle()
    assert e.sees(e.ana.id) == ["play on [7♥]"]
    assert e.methods().count("deleteMessages") == 1


def test_no_call_deletes_more_messages_than_telegram_lets_it() -> None:
    hand = Slot(8, "hand")
    shown = {slot_key(hand): Shown(id=500, pile=tuple((number, 1) for number in range(1, 251)))}
    deleted: list[int] = []
    while isinstance(step := next_step(Wish({}), shown, Mark(), 1000, group=False), Delete):
        assert len(step.message_ids) <= 100
        deleted += step.message_ids
        shown = {slot_key(hand): shown[slot_key(hand)].without(step.message_ids)}
    assert sorted(deleted) == [*range(1, 251), 500]


@evening
async def test_a_place_that_is_empty_now_is_cleared_with_all_that_lay_about(e: Evening) -> None:
    for turn in range(3):
        e.show(e.ana.id, "hand", f"wait {turn}", fresh=(str(turn),))
        await e.settle()
    e.hide(e.ana.id, "hand")
    await e.settle()
    assert e.sees(e.ana.id) == []
    assert e.methods()[3:] == ["deleteMessages"]
    assert not [key for key in e.store.notes if "hand" in key]


@evening
async def test_a_place_can_be_filled_again(e: Evening) -> None:
    e.show(e.ana.id, "hand", "7♥", fresh=("1",))
    await e.settle()
    e.hide(e.ana.id, "hand")
    await e.settle()
    e.show(e.ana.id, "hand", "7♥", fresh=("1",))
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥"]


@evening
async def test_a_hand_too_old_to_be_deleted_loses_its_buttons(e: Evening) -> None:
    e.show(e.ana.id, "hand", "old", "7♥", fresh=("1",))
    await e.settle()
    jump(49 * HOUR)
    e.show(e.ana.id, "hand", "new", "7♥", fresh=("2",))
    await e.settle()
    assert e.sees(e.ana.id) == ["old", "new [7♥]"]
    jump(49 * HOUR)
    e.hide(e.ana.id, "hand")
    await e.settle()
    assert e.sees(e.ana.id) == ["old", "new"]
    assert not [method for method in e.methods() if method.endswith("!")]


@evening
async def test_a_hand_that_telegram_does_not_let_us_delete_loses_its_buttons(e: Evening) -> None:
    e.show(e.ana.id, "hand", "old", "7♥", fresh=("1",))
    await e.settle()
    e.fail("deleteMessage", "message can't be deleted")
    e.show(e.ana.id, "hand", "new", "7♥", fresh=("2",))
    await e.settle()
    assert e.sees(e.ana.id) == ["old", "new [7♥]"]


@pytest.mark.parametrize("what", ["message to edit not found", "message can't be edited"])
def test_a_vanished_message_is_made_anew_once(what: str) -> None:
    @evening
    async def story(e: Evening) -> None:
        e.show(e.ana.id, "hand", "7♥", "7♥")
        await e.settle()
        e.forget_messages(e.ana.id)
        e.fail("editMessageText", what)
        e.show(e.ana.id, "hand", "8♥", "8♥")
        await e.settle()
        assert e.sees(e.ana.id) == ["8♥ [8♥]"]
        assert e.methods() == ["sendMessage", "editMessageText!", "sendMessage"]

    story()


@evening
async def test_a_message_deleted_by_its_reader_need_not_be_deleted_again(e: Evening) -> None:
    e.show(e.ana.id, "hand", "7♥", "7♥")
    await e.settle()
    e.forget_messages(e.ana.id)
    e.hide(e.ana.id, "hand")
    await e.settle()
    assert len(e.methods()) <= 3
    assert not [key for key in e.store.notes if "hand" in key]


@evening
async def test_a_screen_that_telegram_refuses_is_tried_once(e: Evening) -> None:
    e.show(e.ana.id, "hand", "<b>7♥")
    e.show(e.bob.id, "hand", "8♥")
    await e.settle()
    e.show(e.bob.id, "hand", "9♥")
    await e.settle()
    assert e.methods(e.ana.id) == ["sendMessage!"]
    assert e.sees(e.bob.id) == ["9♥"]
    e.show(e.ana.id, "hand", "7♥")
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥"]
    e.show(e.ana.id, "hand", "<b>8♥")
    await e.settle()
    e.change(games=77)
    await e.settle()
    assert e.sees(e.ana.id) == ["7♥"]
    assert e.methods(e.ana.id) == ["sendMessage!", "sendMessage", "editMessageText!"]


@evening
async def test_hands_are_protected_and_silent_where_they_should_be(e: Evening) -> None:
    e.show(e.ana.id, "hand", "7♥", protect=True, silent=True)
    await e.settle()
    (call,) = e.api.calls
    assert call.params.flag("protect_content")
    assert call.params.flag("disable_notification")


@virtual_time
async def test_after_a_restart_nothing_is_sent_again() -> None:
    e = Evening()
    first = e.worker()
    e.show(e.group, "table:1", "move 1", "join")
    e.show(e.ana.id, "hand", "7♥", "7♥")
    await e.settle()
    await first.stop()
    e.worker()
    e.change(games=77)
    await e.settle()
    e.show(e.ana.id, "hand", "8♥", "8♥")
    await e.settle()
    assert e.methods() == ["sendMessage", "sendMessage", "editMessageText"]
    await e.close()


@virtual_time
async def test_notes_of_another_release_that_cannot_be_read_count_as_none() -> None:
    e = Evening()
    e.store.notes = {f"{e.ana.id}:0:hand": '{"what": 1}', f"{e.bob.id}:0:hand": "nonsense", f"mark:{e.group}": "[]"}
    e.worker()
    e.show(e.ana.id, "hand", "7♥")
    e.show(e.bob.id, "hand", "8♥")
    e.show(e.group, "table:1", "move 1")
    await e.settle()
    assert (e.sees(e.ana.id), e.sees(e.bob.id), e.sees(e.group)) == (["7♥"], ["8♥"], ["move 1"])
    await e.close()


@evening
async def test_no_text_of_a_screen_is_kept(e: Evening) -> None:
    e.show(e.ana.id, "hand", "secret of Ana", "secret button", fresh=("secret key",))
    await e.settle()
    e.show(e.ana.id, "hand", "secret of Ana, later", "secret button", fresh=("secret key 2",))
    await e.settle()
    assert "secret" not in str(e.store.notes)


@pytest.mark.parametrize("seed", range(5))
def test_whatever_happens_in_the_end_every_chat_shows_the_last_state(seed: int) -> None:
    @evening
    async def story(e: Evening) -> None:
        random = Random(seed)
        places = [(e.ana.id, "hand"), (e.bob.id, "hand"), (e.bob.id, "question"), (e.group, "table:1")]
        news: list[str] = []
        for _ in range(150):
            chat, slot = random.choice(places)
            match random.randrange(8):
                case 0:
                    e.hide(chat, slot)
                case 1:
                    news.append(f"news {len(news)}")
                    e.tell(news[-1])
                case _:
                    text, buttons = f"text {random.randrange(4)}", random.choice([(), ("a",), ("a", "b")])
                    e.show(chat, slot, text, *buttons, fresh=(str(random.randrange(3)),), urgent=random.random() < 0.1)
            if random.random() < 0.5:
                await asyncio.sleep(random.expovariate(1.0))
        await e.settle(600)
        for chat in (e.ana.id, e.bob.id, e.group):
            wanted, seen = e.wants(chat), e.sees(chat)
            assert sorted(one for one in wanted if "[" in one) == sorted(one for one in seen if "[" in one)
            assert set(wanted) <= set(seen)
            assert chat < 0 or len(seen) <= len(wanted) + 2 * PILE
        assert [line for one in e.sees(e.group) for line in one.split("\n") if line.startswith("news")] == news
        assert not [method for method in e.methods() if method.endswith("!")]

    story()
