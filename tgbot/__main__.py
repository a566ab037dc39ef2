"""`python -m tgbot serve | playground | check | backup | restore`."""

import argparse
import asyncio
import gc
import secrets
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine
from contextlib import asynccontextmanager, suppress

from pydantic import SecretStr, ValidationError
from starlette.applications import Starlette
from telegram.error import InvalidToken, TelegramError

from tgbot import backup, logs, patience, web
from tgbot.app import Misconfigured, introduce, poll, running, set_webhook
from tgbot.check import check
from tgbot.config import Settings
from tgbot.store import EmbeddedFailed, Refused, Unavailable


def main() -> int:
    """The command line; 0 when it ended as it should, 2 when it could not begin."""
    parser = argparse.ArgumentParser(prog="python -m tgbot", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="run the bot")
    commands.add_parser("check", help="say what is wrong with the configuration")
    playground = commands.add_parser("playground", help="everything on this machine, in a browser, without a token")
    playground.add_argument("--port", type=int, default=8000)
    playground.add_argument("--people", type=int, default=4)
    saving = commands.add_parser("backup", help="write all that is in the store into a file, while the bot runs")
    saving.add_argument("to", metavar="FOLDER", help="where the file goes; - for standard output")
    stay = "how many files stay in the folder (%(default)s)"
    saving.add_argument("--keep", type=_at_least_one, default=14, help=stay)
    restoring = commands.add_parser("restore", help="put back what a backup has and the store has not")
    restoring.add_argument("file", metavar="FILE", help="the backup; - for standard input")
    arguments = parser.parse_args()
    try:
        settings = Settings()
    except ValidationError as error:
        for fault in error.errors(include_input=False, include_url=False):
            print(f"{'.'.join(map(str, fault['loc'])).upper()}: {fault['msg']}", file=sys.stderr)
        return 2
    logs.set_up(settings.log_level, settings.log_format)
    if arguments.command == "check":
        return asyncio.run(check(settings))
    if arguments.command == "backup":
        return asyncio.run(backup.save(settings, arguments.to, arguments.keep))
    if arguments.command == "restore":
        return asyncio.run(backup.restore(settings, arguments.file))
    if arguments.command == "serve" and not settings.telegram_token.get_secret_value():
        print("TELEGRAM_TOKEN is not set; without one there is `python -m tgbot playground`", file=sys.stderr)
        return 2
    run = serve(settings) if arguments.command == "serve" else play(settings, arguments.port, arguments.people)
    try:
        asyncio.run(_until_told(run))
    except (EmbeddedFailed, InvalidToken, Misconfigured, OSError, Refused, TelegramError, Unavailable) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    return 0


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


async def _until_told(run: Coroutine[None, None, None]) -> None:
    """Run until SIGTERM or SIGINT, which asyncio turns into a cancellation; then finish what is under way."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with suppress(asyncio.CancelledError):
        await run


@asynccontextmanager
async def _meanwhile(work: Coroutine[None, None, None]) -> AsyncIterator["asyncio.Task[None]"]:
    """Something that is done beside the rest, for as long as that takes."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def serve(settings: Settings) -> None:
    """The bot, until a signal ends it."""
    async with running(settings) as app, _meanwhile(introduce(app.bot)):
        if settings.webhook_url:
            pages = web.app(app.ears, app.secret, app.missing, app.measure)
            listening = _bound(settings.host, settings.port)
            await _listen(pages, listening, [app.delivering], lambda: set_webhook(app, settings.webhook_url))
        else:
            pages = web.app(None, app.secret, app.missing, app.measure)
            async with _meanwhile(poll(app)) as polling:
                await _listen(pages, _bound(settings.host, settings.port), [app.delivering, polling])


async def play(settings: Settings, port: int, people: int) -> None:
    """The bot with a Telegram of its own."""
    # Spares the bot of a real Telegram what only the playground needs.
    from tgbot.playground.limits import Limits
    from tgbot.playground.run import Playground

    folder = settings.data_dir / "playground"
    async with Playground(folder / "telegram", people=people, port=port, limits=Limits()) as local:
        listening = _bound("127.0.0.1", 0)
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        settings = settings.model_copy(
            update={
                "telegram_token": SecretStr(local.token),
                "telegram_api_url": local.url,
                "webhook_secret": SecretStr(secrets.token_urlsafe(32)),
                "data_dir": folder,
            }
        )
        async with running(settings) as app:

            async def open_doors() -> None:
                await set_webhook(app, address)
                await introduce(app.bot)
                print(f"\n  🍺 Štamgast: open {local.url} in a browser. Ctrl+C ends it.\n", flush=True)

            pages = web.app(app.ears, app.secret, app.missing, app.measure)
            await _listen(pages, listening, [app.delivering], open_doors)


def _bound(host: str, port: int) -> socket.socket:
    """A listening address, IPv4 or IPv6.

    Named as TCP, or asyncio would not switch Nagle's delays off, which cost 40 ms an answer.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    return listening


async def _listen(
    pages: Starlette,
    listening: socket.socket,
    beside: Collection["asyncio.Task[None]"],
    when_open: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Serve pages until cancelled, or until something `beside` fails; `when_open` runs once connections are taken."""
    server = patience.Server(patience.config(pages))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        # The socket is bound, so whoever connects before the server takes connections only waits.
        if when_open is not None:
            await when_open()
        _spare_what_stays()
        # A bot that hears but does not speak, or the other way round, had better begin anew.
        ended, _ = await asyncio.wait({serving, *beside}, return_when=asyncio.FIRST_COMPLETED)
        for task in ended:
            await task
    finally:
        server.should_exit = True
        await serving


def _spare_what_stays() -> None:
    """Take all that is there from the start out of the garbage collector's sight: looking through a hundred thousand
    things that never go would keep everybody waiting for 50 ms, every some seconds."""
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    sys.exit(main())
