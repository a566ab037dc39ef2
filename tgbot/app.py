"""The bot put together: the store, Telegram, the service between them, and what keeps them going."""

import asyncio
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from math import nan
from random import SystemRandom

import structlog
from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats
from telegram.error import BadRequest, Forbidden, InvalidToken, RetryAfter, TelegramError

from core.ledger import PersonId
from core.night import News, Night
from core.night.clock import OUTAGE
from tgbot import __version__, views, web
from tgbot.afterwards import once_answered
from tgbot.changes import Changes
from tgbot.chats import Chats
from tgbot.config import Settings
from tgbot.delivery import Administrators, Delivery, Views, new_bot
from tgbot.delivery import Hooks as DeliveryHooks
from tgbot.delivery.answers import seconds_of
from tgbot.delivery.transport import QuietBot
from tgbot.floods import Floods, everybody
from tgbot.metrics import BUILD, NIGHTS_DUE, NIGHTS_OPEN, OLDEST_DUE, READY, REDIS_MEMORY, REDIS_UP
from tgbot.polling import Polling
from tgbot.screens import Screen
from tgbot.service import Hooks as ServiceHooks
from tgbot.service import Service
from tgbot.store import Connection, Limiter, Refused, Store, Unavailable, embedded
from tgbot.store.codec import SCHEMA
from tgbot.ticks import Ticks
from tgbot.views.commands import commands
from tgbot.words import LANGUAGES, speak

_log = structlog.get_logger(__name__)

MAX_CONNECTIONS = 40
BEAT = 5
"""Seconds between two notes that somebody serves; several are missed before it counts as an outage."""
AGAIN = 5.0
"""Seconds until Telegram is asked again for what it did not answer."""
PATIENCE = 2.0
"""Seconds that Redis may take when it is asked how many nights there are, and how full it is."""


class Misconfigured(Exception):
    """A setting that no bot can run with; the text is one line for whoever wrote it."""


@dataclass(frozen=True)
class App:
    """A running bot: `ears` hear updates, `delivery` brings the screens; `secret` is what Telegram has to send.

    `delivering` ends only with the bot or by a fault; `listens` is set once Telegram knows where its updates go.
    """

    bot: QuietBot
    store: Store
    service: Service
    delivery: Delivery
    ears: web.Ears
    secret: str
    delivering: "asyncio.Task[None]"
    listens: asyncio.Event

    async def missing(self) -> str:
        """What this process lacks to serve, in words; empty when it is ready."""
        try:
            await self.store.now()
        except Unavailable:
            return "Redis does not answer"
        return "" if self.listens.is_set() else "Telegram was not told yet where to send updates"

    async def measure(self) -> None:
        """Bring the numbers up to date that are counted only when somebody asks for them."""
        # All of them at once, in the end: several may ask at the same time.
        census, memory = None, nan
        with suppress(Unavailable, Refused, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                census = await self.store.census()
                memory = await self.store.memory_in_use()
        REDIS_UP.set(census is not None)
        READY.set(census is not None and self.listens.is_set())
        NIGHTS_OPEN.set(nan if census is None else census.nights)
        NIGHTS_DUE.set(nan if census is None else census.due)
        REDIS_MEMORY.set(memory)
        OLDEST_DUE.set(nan if census is None else census.overdue / 1000)


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[App]:
    """The bot of these settings, delivering; it hears what is given to its `ears`."""
    async with AsyncExitStack() as stack:
        url = settings.redis_url.get_secret_value() or await stack.enter_async_context(embedded(settings.data_dir))
        try:
            connection = await stack.enter_async_context(Connection(url))
        except ValueError as error:
            raise Misconfigured(f"REDIS_URL: {error}") from None
        store = Store(connection)
        BUILD.info({"version": __version__, "schema": str(SCHEMA)})
        bot = new_bot(settings.telegram_token.get_secret_value(), settings.telegram_api_url)
        await stack.enter_async_context(bot)
        name = bot.username
        secret = settings.webhook_secret.get_secret_value() or secret_of(settings.telegram_token.get_secret_value())

        def poke(night_id: str) -> None:
            once_answered(partial(delivery.poke, night_id))

        random = SystemRandom()
        changes = Changes(store, poke)
        chats = Chats(store, changes, random)
        ticks = Ticks(store, changes, random)

        def announcement(night: Night, news: Sequence[News]) -> Screen | None:
            return views.announcement(night, news, name)

        async def unreachable(night_id: str, person: PersonId) -> None:
            await chats.note_reachable(night_id, person, reachable=False)

        limiter = Limiter(connection, settings.messages_per_second)
        delivery = Delivery(
            store,
            limiter,
            bot,
            views=Views(lambda night: views.painters(night, name), announcement),
            hooks=DeliveryHooks(ticks.tick, unreachable, chats.follow, chats.leave_topic),
        )

        hooks = ServiceHooks(
            Administrators(bot).includes,
            delivery.seen_message,
            delivery.pressed,
            delivery.may_write,
            delivery.is_replaced,
        )
        service = Service(store, changes, chats, name, settings.default_language, random, hooks)
        # Before the first clock is looked at: nobody may have served for a while.
        await _beat(store)
        beating = asyncio.create_task(_keep_beating(store))
        stack.callback(beating.cancel)
        delivering = asyncio.create_task(delivery.run())
        stack.push_async_callback(_stop, delivery, delivering)
        admit = Floods(connection, settings.taps_per_second).admit if settings.taps_per_second else everybody
        ears = web.Ears(service, name, limiter, delivery.telegram.upload, admit)
        yield App(bot, store, service, delivery, ears, secret, delivering, asyncio.Event())


def secret_of(token: str) -> str:
    """What Telegram has to send when no secret is set: the same in all processes of the bot, and it tells nobody the
    token."""
    return hmac.new(token.encode(), b"webhook", "sha256").hexdigest()


async def _beat(store: Store) -> None:
    with suppress(Unavailable):
        await store.beat(OUTAGE)


async def _keep_beating(store: Store) -> None:
    """Note that somebody serves, as long as this process does."""
    while True:
        await asyncio.sleep(BEAT)
        try:
            await _beat(store)
        except Exception:  # noqa: BLE001 - ticks note it as well; the log says what the store has against it
            _log.exception("nobody notes that this process serves")


async def _stop(delivery: Delivery, delivering: "asyncio.Task[None]") -> None:
    await delivery.stop()
    delivering.cancel()
    with suppress(asyncio.CancelledError):
        await delivering


async def introduce(bot: Bot) -> None:
    """Tell Telegram the commands, for each language and kind of chat, as soon as it listens; nothing waits for that."""
    for language in (None, *LANGUAGES):
        spoken = speak(language or "cs")
        for scope, known in (
            (BotCommandScopeAllPrivateChats(), commands(spoken, private=True)),
            (BotCommandScopeAllGroupChats(), commands(spoken, private=False)),
        ):
            listed = [BotCommand(name, description) for name, description in known]
            try:
                await _insist(partial(bot.set_my_commands, listed, scope, language))
            except TelegramError as error:
                _log.error("telegram does not take the commands", error=type(error).__name__)


async def set_webhook(app: App, url: str) -> None:
    """Have Telegram send updates to this address. Several processes may start at once, and it hears once a second."""
    await _insist(
        partial(
            app.bot.set_webhook,
            url + web.PATH,
            secret_token=app.secret,
            allowed_updates=web.UPDATES_HEARD,
            max_connections=MAX_CONNECTIONS,
        )
    )
    app.listens.set()


async def poll(app: App) -> None:
    """Ask Telegram for updates, until cancelled."""
    await _insist(app.bot.delete_webhook)
    app.listens.set()
    await Polling(app.bot, app.ears).run()


async def _insist(call: Callable[[], Awaitable[object]]) -> None:
    """Call Telegram until it does what is asked; TelegramError when it understands, and never will."""
    while True:
        try:
            await call()
        except RetryAfter as refused:
            await asyncio.sleep(seconds_of(refused))
        except (BadRequest, Forbidden, InvalidToken):
            raise
        except TelegramError as error:
            _log.warning("telegram is asked again", error=type(error).__name__)
            await asyncio.sleep(AGAIN)
        else:
            return
