"""What is wrong with the configuration, Redis, the webhook, the bot's rights and the clock, in words."""

import time
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

from telegram import Bot, WebhookInfo
from telegram.error import InvalidToken, TelegramError

from tgbot.config import Settings
from tgbot.delivery import new_bot
from tgbot.store import Connection, EmbeddedFailed, Store, Unavailable, embedded, health
from tgbot.web import PATH, UPDATES_HEARD

SKEW = 5.0
"""Seconds that the clocks of this machine and of Redis may differ before it is worth a word."""
RECENT = timedelta(minutes=10)
"""So long after a delivery has failed the webhook counts as broken."""
MANY = 100
"""Updates that wait: so many are more than a busy moment."""


async def check(settings: Settings) -> int:
    """Print a line a thing; 0 when all is well, 1 when something is wrong."""
    faults = (await _redis(settings), await _telegram(settings))
    return int(any(faults))


def _say(well: bool, text: str) -> bool:
    """Whether it is a fault."""
    print(f"{'ok   ' if well else 'FAULT'} {text}")
    return not well


# Redis


async def _redis(settings: Settings) -> bool:
    url = settings.redis_url.get_secret_value()
    try:
        async with AsyncExitStack() as stack:
            where = url or await stack.enter_async_context(embedded(settings.data_dir))
            connection = await stack.enter_async_context(Connection(where))
            await connection.ping()
            _say(True, "Redis answers" if url else f"the embedded Valkey works in {settings.data_dir}")
            return any([await _keeps(connection), await _obeys(connection)])
    except (Unavailable, EmbeddedFailed, ValueError) as error:
        return _say(False, f"Redis ({'REDIS_URL' if url else 'embedded'}): {error}")


async def _keeps(connection: Connection) -> bool:
    servers = await health.servers(connection)
    faults = [_say(False, f"{server.name}: {fault}") for server in servers for fault in server.faults]
    return bool(faults) or _say(True, f"{', '.join(server.name for server in servers)}: what is written stays")


async def _obeys(connection: Connection) -> bool:
    refused = await health.refused(connection)
    if refused:
        return _say(False, f"the user of REDIS_URL may not do {', '.join(refused[:3])} …; see deploy/redis.acl")
    skew = abs(await Store(connection).now() / 1000 - time.time())
    if skew > SKEW:
        return _say(False, f"the clock of this machine and that of Redis differ by {skew:.0f} s")
    return _say(True, "the bot may do there what it needs, and the clocks agree")


# Telegram


async def _telegram(settings: Settings) -> bool:
    token = settings.telegram_token.get_secret_value()
    if not token:
        return _say(False, "TELEGRAM_TOKEN is not set: only the playground will run")
    try:
        async with new_bot(token, settings.telegram_api_url) as bot:
            _say(True, f"Telegram knows the bot @{bot.username}")
            return any([_rights(bot), _webhook(settings, await bot.get_webhook_info())])
    except InvalidToken:
        return _say(False, "Telegram does not accept TELEGRAM_TOKEN")
    except TelegramError as error:
        return _say(False, f"Telegram cannot be reached: {type(error).__name__}")


def _rights(bot: Bot) -> bool:
    if not bot.can_join_groups:
        return _say(False, "the bot may not be added to groups: @BotFather, /setjoingroups, Enable")
    if bot.can_read_all_group_messages:
        return _say(True, "privacy mode is off: the bot reads all that is said in its groups, more than it needs")
    return _say(True, "the bot can be added to groups, and reads only what is meant for it (privacy mode)")


def _webhook(settings: Settings, hook: WebhookInfo) -> bool:
    wait = f"{hook.pending_update_count} updates wait"
    if not settings.webhook_url:
        if hook.url:
            return _say(True, f"WEBHOOK_URL is empty: long polling; `serve` takes the webhook away, {wait}")
        return _say(True, f"WEBHOOK_URL is empty: long polling, {wait}")
    if not settings.webhook_url.startswith("https://"):
        return _say(False, "WEBHOOK_URL must begin with https://")
    if not hook.url:
        return _say(True, "the webhook is not set yet; `serve` sets it")
    if hook.url != settings.webhook_url + PATH:
        return _say(False, "the webhook points to another address; `serve` sets it anew")
    if set(hook.allowed_updates) != set(UPDATES_HEARD):
        return _say(False, "Telegram sends other kinds of updates than the bot wants; `serve` says it anew")
    failed = hook.last_error_date
    if failed is not None and datetime.now(UTC) - failed < RECENT:
        return _say(False, f"a delivery failed at {failed:%H:%M:%S} UTC: {hook.last_error_message} ({wait})")
    return _say(hook.pending_update_count < MANY, f"the webhook is set, {wait}")
