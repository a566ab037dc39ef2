"""Telegram's limits, shared by all processes: how long a message has to wait.

The times of a chat's latest messages are kept, on the server's clock, so no minute has more of them than it may,
wherever it begins.
"""

from tgbot.store.connection import Connection, Script

CHAT = (3, 3_000)
"""Messages and ms: one a second in any chat, three at once."""
GROUP = (20, 61_000)
"""Telegram lets 20 through in a minute; the second more is for messages that overtake each other on their way."""
ALL = (30, 1_000)
"""Messages in all chats together."""
AT_ONCE, GAP = 5, 750
"""Messages in a group's minute without a gap, and ms of gap for each one more: a lively table slows down to twelve
messages a minute, each with its newest state, instead of standing still; and there is room left for what is urgent."""

_TAKE = Script("take")


class Limiter:
    """Who may send now. Edits count like messages, answers to taps do not."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def take(self, chat: int, group: bool, urgent: bool) -> int:
        """Ms to wait before asking again; 0: send it now, it is counted."""
        rules = (*CHAT, *GROUP) if group else CHAT
        pace = (AT_ONCE, GAP) if group and not urgent else (0, 0)
        names = (_times(chat), _pause(chat))
        wait, now = await self._connection.run(_TAKE, names, (*pace, *rules))
        if wait:
            return int(wait)
        wait, _ = await self._connection.run(_TAKE, ("{rl}",), (0, 0, *ALL))
        if wait:
            await self._connection.command("LREM", _times(chat), 1, now)
        return int(wait)

    async def pause(self, chat: int, ms: int) -> None:
        """Nothing to this chat for so long: Telegram said so (`retry_after`)."""
        await self._connection.command("SET", _pause(chat), 1, "PX", ms)


def _times(chat: int) -> str:
    return f"{{rl:{chat}}}"


def _pause(chat: int) -> str:
    return f"{{rl:{chat}}}:pause"
