"""Who rules a group, as Telegram says."""

from telegram import Bot
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError

from core.ledger import PersonId
from tgbot.delivery.answers import seconds_of
from tgbot.delivery.pauses import Pauses
from tgbot.delivery.ports import ChatId
from tgbot.rulings import GroupMoved, Unsaid

PATIENCE = 3.0
"""Seconds for which somebody's button may spin."""


class Administrators:
    """Asked at every tap, since who was one a moment ago may not be one now; but not while Telegram wants its peace."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._pauses: Pauses[ChatId] = Pauses()

    async def includes(self, chat: ChatId, person: PersonId) -> bool:
        """Whether somebody rules a chat; GroupMoved when it has another id, Unsaid when Telegram does not say now.

        Of a single member Telegram need not tell a bot that is no administrator itself.
        """
        if self._pauses.left(chat):
            raise Unsaid
        try:
            administrators = await self._bot.get_chat_administrators(chat, read_timeout=PATIENCE)
        except ChatMigrated as moved:
            raise GroupMoved(chat, moved.new_chat_id) from None
        except (BadRequest, Forbidden):
            return False
        except RetryAfter as refused:
            self._pauses.hold(chat, seconds_of(refused))
            raise Unsaid from refused
        except TelegramError as error:
            raise Unsaid from error
        return any(one.user.id == person for one in administrators)
