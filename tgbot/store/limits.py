"""Telegram's limits, shared by all processes: how long a message has to wait.

The times of a chat's latest messages are kept, on the server's clock, so no minute has more of them than it may,
wherever it begins.
"""

from random import uniform

from tgbot.store.connection import Connection, Script
from tgbot.store.errors import Unavailable

CHAT = (3, 3_000)
"""Messages and ms: one a second in any chat, three at once."""
GROUP = (20, 61_000)
"""Telegram lets 20 through in a minute; the second more is for messages that overtake each other on their way."""
ALL = (30, 1_000)
"""Messages in all chats together, unless Telegram lets this bot send more."""
CALM_SHARE = 0.8
"""So much of it may be what nobody is waiting for: whoever is on turn finds room in the busiest second."""
URGENT_SPREAD, CALM_SPREAD = 200, 1_000
"""Ms over which those come back who found no room in all chats together, or they would all come in the same moment."""
AT_ONCE, GAP = 5, 750
"""Messages in a group's minute without a gap, and ms of gap for each one more: a lively table slows down to twelve
messages a minute, each with its newest state, instead of standing still; and there is room left for what is urgent."""

_TAKE, _PAUSE = map(Script, ("take", "pause"))


class Limiter:
    """Who may send now. Edits count like messages, answers to taps do not."""

    def __init__(self, connection: Connection, per_second: int = ALL[0]) -> None:
        self._connection = connection
        self._all = (per_second, ALL[1])
        self._calm = (max(1, int(CALM_SHARE * per_second)), ALL[1])

    async def take(self, chat: int, group: bool, urgent: bool) -> int:
        """Ms to wait before asking again; 0: send it now, it is counted."""
        rules = (*CHAT, *GROUP) if group else CHAT
        pace = (AT_ONCE, GAP) if group and not urgent else (0, 0)
        names = (_times(chat), _pause(chat))
        try:
            wait, now = await self._connection.run(_TAKE, names, (*pace, *rules))
            if wait:
                return int(wait)
            rules = self._all if urgent else (*self._all, *self._calm)
            wait, _ = await self._connection.run(_TAKE, ("{rl}",), (0, 0, *rules))
            if not wait:
                return 0
            await self._connection.command("LREM", _times(chat), 1, now)
        except Unavailable:
            if not self._connection.has_several_servers:
                raise
            # The server with these counts is away, that of the night need not be: Telegram says when it is too much.
            return 0
        return int(wait + uniform(0, URGENT_SPREAD if urgent else CALM_SPREAD))  # noqa: S311 - guards no secret

    async def pause(self, chat: int, ms: int) -> None:
        """Nothing to this chat for so long: Telegram said so (`retry_after`). A longer pause stays as it is."""
        await self._connection.run(_PAUSE, (_pause(chat),), (ms,))

    async def resume(self, chat: int) -> None:
        """The pause of this chat is over."""
        await self._connection.command("DEL", _pause(chat))

    async def paused(self, chat: int) -> int:
        """Ms until the pause of this chat is over."""
        try:
            return max(0, int(await self._connection.command("PTTL", _pause(chat))))
        except Unavailable:
            if not self._connection.has_several_servers:
                raise
            return 0


def _times(chat: int) -> str:
    return f"{{rl:{chat}}}"


def _pause(chat: int) -> str:
    return f"{{rl:{chat}}}:pause"
