"""The table in the group: one message, which stays near the end of the chat."""

from tests.tgbot.delivery_evening import Evening, evening
from tests.tgbot.virtual_time import jump
from tgbot.delivery.plan import SCROLLED_BY, TABLE_LIFE

HOUR = 3600.0


@evening
async def test_a_table_posted_anew_leaves_the_old_one_without_buttons(e: Evening) -> None:
    e.show(e.group, "table:1", "game 1", "join", fresh=("1",))
    await e.settle()
    e.show(e.group, "table:1", "game 1, again", "join", fresh=("2",))
    await e.settle()
    assert e.sees(e.group) == ["game 1", "game 1, again [join]"]
    assert e.methods() == ["sendMessage", "sendMessage", "editMessageReplyMarkup"]


@evening
async def test_a_table_that_is_replaced_says_what_it_leaves_in_the_call_that_takes_its_buttons(e: Evening) -> None:
    e.show(e.group, "table:1", "Ana is on turn", "join", fresh=("1",))
    await e.settle()
    e.show(e.group, "table:1", "lobby", "deal", fresh=("2",), leaves="game 1 is over")
    await e.settle()
    assert e.sees(e.group) == ["game 1 is over", "lobby [deal]"]
    assert e.methods() == ["sendMessage", "sendMessage", "editMessageText"]


@evening
async def test_a_table_without_buttons_is_left_as_it_is(e: Evening) -> None:
    e.show(e.group, "table:1", "the end", fresh=("1",))
    await e.settle()
    e.show(e.group, "table:1", "game 2", "join", fresh=("2",))
    await e.settle()
    assert e.sees(e.group) == ["the end", "game 2 [join]"]
    assert e.methods() == ["sendMessage", "sendMessage"]


@evening
async def test_a_table_that_only_was_passing_is_deleted_once_it_is_replaced(e: Evening) -> None:
    """A lobby may be replaced before its last change was shown: what it says was never played."""
    e.show(e.group, "table:1", "game 1", fresh=("1",))
    await e.settle()
    for number in (2, 3):
        e.show(e.group, "table:1", f"lobby {number}", "deal", fresh=(str(number),), passing=True)
        await e.settle()
    e.show(e.group, "table:1", "game 2", "join", fresh=("4",))
    await e.settle()
    assert e.sees(e.group) == ["game 1", "game 2 [join]"]
    assert e.methods().count("editMessageReplyMarkup") == 0


@evening
async def test_a_passing_table_that_is_too_old_to_be_deleted_loses_its_buttons(e: Evening) -> None:
    e.show(e.group, "table:1", "lobby", "deal", fresh=("1",), passing=True)
    await e.settle()
    jump(49 * HOUR)
    e.show(e.group, "table:1", "game 1", "join", fresh=("2",))
    await e.settle()
    assert e.sees(e.group) == ["lobby", "game 1 [join]"]
    calls = len(e.methods())
    e.show(e.group, "table:1", "game 1, a move", "join", fresh=("2",))
    await e.settle()
    assert e.methods()[calls:] == ["editMessageText"]


@evening
async def test_a_table_that_is_no_more_is_removed(e: Evening) -> None:
    e.show(e.group, "table:2", "game 1", "join")
    await e.settle()
    e.hide(e.group, "table:2")
    await e.settle()
    assert e.sees(e.group) == []


@evening
async def test_a_table_that_has_scrolled_away_is_posted_anew_when_it_changes(e: Evening) -> None:
    e.show(e.group, "table:1", "move 1", "join")
    await e.settle()
    for _ in range(SCROLLED_BY):
        await e.hears(e.bob, "blah")
    e.show(e.group, "table:1", "move 2", "join")
    await e.settle()
    assert e.sees(e.group) == ["move 2 [join]"]
    for _ in range(SCROLLED_BY + 1):
        await e.hears(e.bob, "blah")
    await e.settle()
    assert e.sees(e.group) == ["move 2 [join]"]
    assert e.methods() == ["sendMessage", "editMessageText"]
    e.show(e.group, "table:1", "move 3", "join")
    await e.settle()
    assert e.sees(e.group) == ["move 3 [join]"]
    assert e.methods()[2:] == ["sendMessage", "deleteMessage"]


@evening
async def test_own_announcements_scroll_the_table_too(e: Evening) -> None:
    e.show(e.group, "table:1", "move 1", "join")
    await e.settle()
    # What people wrote is known from the number of the announcement, too.
    for _ in range(SCROLLED_BY):
        e.says(e.bob, "blah")
    e.tell("Ana drinks")
    await e.settle()
    e.show(e.group, "table:1", "move 2", "join")
    await e.settle()
    assert e.sees(e.group) == ["Ana drinks", "move 2 [join]"]


@evening(supergroup=False)
async def test_in_a_basic_group_messages_elsewhere_do_not_scroll_the_table(e: Evening) -> None:
    """There all chats share one count of messages."""
    e.show(e.group, "table:1", "move 1", "join")
    await e.settle()
    for number in range(SCROLLED_BY + 5):
        e.show(e.ana.id, "hand", "7♥", fresh=(str(number),))
        await e.settle()
    e.tell("Ana drinks")
    await e.settle()
    e.show(e.group, "table:1", "move 2", "join")
    await e.settle()
    assert e.sees(e.group) == ["move 2 [join]", "Ana drinks"]
    for number in range(SCROLLED_BY):
        e.tell(f"news {number}")
        await e.settle()
    e.show(e.group, "table:1", "move 3", "join")
    await e.settle()
    assert e.sees(e.group)[-1] == "move 3 [join]"
    assert e.sees(e.group)[0] == "Ana drinks"


@evening
async def test_an_old_table_is_posted_anew_when_it_changes(e: Evening) -> None:
    e.show(e.group, "table:1", "move 1", "join")
    await e.settle()
    jump(TABLE_LIFE / 1000 - 60)
    e.show(e.group, "table:1", "move 2", "join")
    await e.settle()
    assert e.sees(e.group) == ["move 2 [join]"]
    jump(120)
    assert e.sees(e.group) == ["move 2 [join]"]
    assert e.methods() == ["sendMessage", "editMessageText"]
    e.show(e.group, "table:1", "move 3", "join")
    await e.settle()
    assert e.sees(e.group) == ["move 3 [join]"]
    assert e.methods()[2:] == ["sendMessage", "deleteMessage"]
