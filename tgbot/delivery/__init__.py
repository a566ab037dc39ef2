"""Brings to Telegram what chats should show."""

from tgbot.delivery.administrators import Administrators
from tgbot.delivery.ports import Hooks, Views
from tgbot.delivery.telegram import Telegram
from tgbot.delivery.transport import new_bot
from tgbot.delivery.worker import Delivery

__all__ = ["Administrators", "Delivery", "Hooks", "Telegram", "Views", "new_bot"]
