"""What people see in their chats: one message in each place, changed or sent anew, and nothing twice."""

from collections.abc import Awaitable, Callable
from functools import wraps

from tests.tgbot.delivery_evening import Evening
from tests.tgbot.virtual_time import virtual_time


def evening(test: Callable[[Evening], Awaitable[None]]) -> Callable[[], None]:
    """A test with an evening and one worker."""

    @virtual_time
    async def run() -> None:
        evening = Evening()
        evening.worker()
        await test(evening)
        await evening.close()

    # Not wraps(): pytest would take the parameter for a fixture.
    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


@evening
async def test_a_screen_is_sent_once_and_then_edited(e: Evening) -> None:
    e.show(e.ana.id, "hand", "7♥ 8♥", "7♥", "8♥")
    await e.settle()
    e.show(e.ana.id, "hand", "8♥", "8♥")
    await e.settle()
    assert e.sees(e.ana.id) == ["8♥ [8♥]"]
    assert e.methods() == ["sendMessage", "editMessageText"]
