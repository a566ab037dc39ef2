"""What is wrong with the configuration, Redis, the webhook and the clock, in words."""

import time
from contextlib import AsyncExitStack

from telegram.error import InvalidToken, TelegramError

from tgbot.config import Settings
from tgbot.delivery import new_bot
from tgbot.store import Connection, EmbeddedFailed, Store, Unavailable, embedded

SKEW = 5.0
"""Seconds that the clocks of this machine and of Redis may differ before it is worth a word."""


async def check(settings: Settings) -> int:
    """Print a line a thing; 0 when all is well, 1 when something is wrong."""
    faults = (await _redis(settings), await _telegram(settings))
    return int(any(faults))


def _say(well: bool, text: str) -> bool:
    """Whether it is a fault."""
    print(f"{'ok   ' if well else 'FAULT'} {text}")
    return not well


async def _redis(settings: Settings) -> bool:
    url = settings.redis_url.get_secret_value()
    try:
        async with AsyncExitStack() as stack:
            where = url or await stack.enter_async_context(embedded(settings.data_dir))
            store = Store(await stack.enter_async_context(Connection(where)))
            skew = abs(await store.now() / 1000 - time.time())
    except (Unavailable, EmbeddedFailed, ValueError) as error:
        return _say(False, f"Redis ({'REDIS_URL' if url else 'embedded'}): {error}")
    _say(True, "Redis answers" if url else f"the embedded Valkey works in {settings.data_dir}")
    if skew > SKEW:
        return _say(False, f"the clock of this machine and that of Redis differ by {skew:.0f} s")
    return _say(True, "the clocks agree")


async def _telegram(settings: Settings) -> bool:
    token = settings.telegram_token.get_secret_value()
    if not token:
        return _say(False, "TELEGRAM_TOKEN is not set: only the playground will run")
    try:
        async with new_bot(token, settings.telegram_api_url) as bot:
            _say(True, f"Telegram knows the bot @{bot.username}")
            hook = await bot.get_webhook_info()
    except InvalidToken:
        return _say(False, "Telegram does not accept TELEGRAM_TOKEN")
    except TelegramError as error:
        return _say(False, f"Telegram cannot be reached: {type(error).__name__}")
    if not settings.webhook_url:
        return _say(True, "WEBHOOK_URL is empty: long polling")
    if not settings.webhook_url.startswith("https://"):
        return _say(False, "WEBHOOK_URL must begin with https://")
    if not hook.url:
        return _say(True, "the webhook is not set yet; `serve` sets it")
    fault = hook.last_error_message
    if not hook.url.startswith(settings.webhook_url):
        return _say(False, "the webhook points to another address; `serve` sets it anew")
    if fault:
        return _say(False, f"the last delivery failed: {fault} ({hook.pending_update_count} updates wait)")
    return _say(True, f"the webhook is set, {hook.pending_update_count} updates wait")
