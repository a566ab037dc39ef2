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
"""So much of it may be what nobody is waiting for: whoever is on turn finds room in the busiest second. When they find
none, they get turns in the order of coming, and all others wait, in whatever process."""
SPREAD = 1_000
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
        wait, full = await self._ask(chat, group, urgent)
        if wait > 0 or full <= 0:
            return max(0, wait)
        return int(full if urgent else full + uniform(1, SPREAD))  # noqa: S311 - guards no secret

    async def _ask(self, chat: int, group: bool, urgent: bool) -> tuple[int, int]:
        """Ms to wait for the chat, and for all chats together; in a cluster the two are kept in different places."""
        rules = (*CHAT, *GROUP) if group else CHAT
        pace = (AT_ONCE, GAP) if group and not urgent else (0, 0)
        first = str(chat) if urgent else ""
        of_chat = (*pace, first, len(rules) // 2, *rules)
        of_all = self._all if urgent else (*self._all, *self._calm)
        own, shared = (_times(chat), _pause(chat)), (_times(), _turns())
        if self._connection.is_one_server:
            wait, full, _ = await self._connection.run(_TAKE, (*own, *shared), (*of_chat, *of_all))
            return wait, full
        try:
            wait, _, now = await self._connection.run(_TAKE, own, of_chat)
            if wait > 0:
                return wait, 0
            no_chat = (_times(), _pause())
            _, full, _ = await self._connection.run(_TAKE, (*no_chat, *shared), (0, 0, first, 0, *of_all))
            if full > 0:
                await self._connection.command("LREM", own[0], 1, now)
        except Unavailable:
            # The server with these counts is away, that of the night need not be: Telegram says when it is too much.
            return 0, 0
        return 0, full

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
            if self._connection.is_one_server:
                raise
            return 0


def _times(chat: int | None = None) -> str:
    return "{rl}" if chat is None else f"{{rl:{chat}}}"


def _pause(chat: int | None = None) -> str:
    return f"{_times(chat)}:pause"


def _turns() -> str:
    return f"{_times()}:turns"
