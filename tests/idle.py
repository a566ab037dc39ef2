"""When there is nothing left for delivery to do."""

import asyncio

from tgbot.delivery import Delivery


async def idle(delivery: Delivery) -> None:
    """Until nothing is due and nothing is under way; what waits for a later time does not count."""
    while delivery._nights or await _is_due(delivery):  # noqa: ASYNC110 - other processes make nights due too
        await asyncio.sleep(0.01)


async def _is_due(delivery: Delivery) -> bool:
    return any(not delivery._rests.left(night_id) for night_id in await delivery._store.due(64))
