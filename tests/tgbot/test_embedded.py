"""The bot's own Valkey: it starts by itself, loses nothing, is never there twice, and ends with the bot."""

import asyncio
import fcntl
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.tgbot.store_nights import an_entry, opened
from tgbot.store import Commit, Committed, Connection, EmbeddedFailed, Repeated, Store, Unavailable, embedded
from tgbot.store import embedded as run
from tgbot.store.embedded import server_program

MODULE = sys.modules[embedded.__module__]


async def pid_of(connection: Connection) -> int:
    about: dict[str, Any] = (await connection.everywhere("INFO", "server"))[0]
    return int(about["process_id"])


def lives(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def program_of(pid: int) -> Path:
    return Path(f"/proc/{pid}/exe").readlink()


@pytest.fixture
def short_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder that is also the one for temporary files; its name is short, unlike that of `tmp_path`."""
    with tempfile.TemporaryDirectory() as name:
        monkeypatch.setattr(tempfile, "gettempdir", lambda: name)
        yield Path(name)


async def test_it_runs_on_a_socket_of_its_own_and_writes_to_disk_at_once(tmp_path: Path) -> None:
    async with embedded(tmp_path / "data") as url, Connection(url) as connection:
        assert await connection.everywhere("CONFIG GET", "appendfsync") == [{"appendfsync": "always"}]
        assert await connection.everywhere("CONFIG GET", "port") == [{"port": "0"}]
        assert await connection.everywhere("CONFIG GET", "maxmemory") == [{"maxmemory": str(256 << 20)}]
        pid = await pid_of(connection)
        assert os.getsid(pid) != os.getsid(0), "Ctrl-C is for the bot only"
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0
        assert (tmp_path / "data" / "valkey.sock").stat().st_mode & 0o077 == 0
    assert not lives(pid)


@pytest.mark.parametrize("name", ["Moje data", "hospoda „U Žofie“ 100%", "d" * 120])
async def test_any_folder_will_do(short_folder: Path, name: str) -> None:
    for _ in range(2):
        async with embedded(short_folder / name) as url, Connection(url) as connection:
            assert await Store(connection).claim_chat(-1, None, "here") == "here"
    assert (short_folder / name / "appendonlydir").is_dir()


async def test_a_short_folder_of_somebody_else_is_not_used(short_folder: Path) -> None:
    async with embedded(short_folder / ("d" * 120)) as url:
        short = Path(url.removeprefix("unix://")).parent
    assert short.parent == short_folder
    short.chmod(0o777)
    with pytest.raises(EmbeddedFailed, match="belongs to somebody else"):
        async with embedded(short_folder / ("d" * 120)):
            pass


async def test_data_outlive_a_restart(tmp_path: Path) -> None:
    async with embedded(tmp_path) as url, Connection(url) as connection:
        night = await opened(Store(connection))
    async with embedded(tmp_path) as url, Connection(url) as connection:
        loaded = await Store(connection).load(night.id)
        assert loaded
        assert loaded.night == night


async def test_no_acknowledged_commit_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    async with embedded(tmp_path) as url, Connection(url) as connection:
        store = Store(connection)
        nights = [await opened(store) for _ in range(8)]
        acknowledged = dict.fromkeys((night.id for night in nights), 0)
        goal = 5

        async def play(number: int) -> None:
            night, games = nights[number], 0
            while not killing.done() or games < goal:
                update = str(games)
                change = Commit(replace(night, games=games + 1), games + 1, update, "ano", (an_entry(games + 1),))
                with suppress(Unavailable):  # Telegram delivers the update again
                    assert isinstance(await store.commit(change), Committed | Repeated)
                    games += 1
                    acknowledged[night.id] = games

        async def kill() -> None:
            """Twice, and everybody goes on after that."""
            nonlocal goal
            for _ in range(2):
                while min(acknowledged.values()) < goal:  # noqa: ASYNC110 - others play
                    await asyncio.sleep(0.01)
                os.kill(await pid_of(connection), signal.SIGKILL)
                goal = max(acknowledged.values()) + 5

        async with asyncio.timeout(PATIENCE):
            killing = asyncio.create_task(kill())
            await asyncio.gather(killing, *(play(number) for number in range(len(nights))))
        for night_id, games in acknowledged.items():
            loaded = await store.load(night_id)
            assert loaded
            assert loaded.night.games == games
            assert len(await store.entries(night_id)) == games


BOT = """
import asyncio, sys
from pathlib import Path
from tgbot.store import Commit, Connection, Store, embedded
from tests.tgbot.store_nights import opened

async def main():
    async with embedded(Path(sys.argv[1])) as url, Connection(url) as connection:
        night = await opened(Store(connection))
        (about,) = await connection.everywhere("INFO", "server")
        print(about["process_id"], night.id, flush=True)
        await asyncio.sleep(3600)

asyncio.run(main())
"""


def killed_bot(folder: Path) -> tuple[int, str]:
    """A bot ran and was killed just now: its server's process id, and the night it had opened."""
    with Popen([sys.executable, "-c", BOT, str(folder)], stdout=PIPE, text=True) as bot:
        assert bot.stdout
        pid, night_id = bot.stdout.readline().split()
        bot.kill()
    return int(pid), night_id


async def test_it_ends_with_a_bot_that_is_killed(tmp_path: Path) -> None:
    pid, _ = killed_bot(tmp_path)
    async with asyncio.timeout(PATIENCE):
        while lives(pid):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.01)


async def test_the_next_bot_goes_on_within_seconds(tmp_path: Path) -> None:
    """The server of the killed one may still be going; then it is started anew."""
    _, night_id = killed_bot(tmp_path)
    async with embedded(tmp_path) as url, Connection(url) as connection, asyncio.timeout(PATIENCE):
        seen = 0
        while seen < 3:
            with suppress(Unavailable):
                loaded = await Store(connection).load(night_id)
                assert loaded
                assert loaded.version == 1
                seen += 1
            await asyncio.sleep(MODULE.LOOK)


async def test_it_leaves_no_server_behind_when_it_is_stopped_while_starting(tmp_path: Path) -> None:
    async def serve() -> None:
        async with embedded(tmp_path):
            await asyncio.sleep(10)

    for ms in (1, 3, 10, 30):
        with suppress(TimeoutError):
            await asyncio.wait_for(serve(), ms / 1000)
        with (tmp_path / "valkey.lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


async def test_processes_with_the_same_folder_share_one_server(tmp_path: Path) -> None:
    first = run(tmp_path)
    url = await first.__aenter__()
    async with run(tmp_path) as same, Connection(same) as connection:
        assert same == url
        pid = await pid_of(connection)
        night = await opened(Store(connection))
        await first.__aexit__(None, None, None)
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(Unavailable):
                    assert await Store(connection).load(night.id)
                    break
        assert await pid_of(connection) != pid, "who is left starts it again"


async def test_a_folder_whose_server_does_not_answer_is_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MODULE, "PATIENCE", 0.1)
    with (tmp_path / "valkey.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(EmbeddedFailed, match="another Valkey is using") as caught:
            async with embedded(tmp_path):
                pass
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "appendonlydir").exists()


async def test_a_server_that_holds_the_folder_for_a_while_is_waited_for(tmp_path: Path) -> None:
    lock = (tmp_path / "valkey.lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    asyncio.get_running_loop().call_later(0.3, lock.close)
    async with embedded(tmp_path) as url, Connection(url) as connection:
        await connection.ping()


async def test_files_that_cannot_be_read_are_said_in_one_line_and_left_alone(tmp_path: Path) -> None:
    async with embedded(tmp_path) as url, Connection(url) as connection:
        await opened(Store(connection))
    for file in (tmp_path / "appendonlydir").glob("*.aof"):
        file.write_bytes(b"REDIS0000 no such thing" * 100)
    broken = {file.name: file.read_bytes() for file in (tmp_path / "appendonlydir").iterdir()}
    with pytest.raises(EmbeddedFailed, match="valkey-server ended at once; its last words") as caught:
        async with embedded(tmp_path):
            pass
    assert "\n" not in str(caught.value)
    assert {file.name: file.read_bytes() for file in (tmp_path / "appendonlydir").iterdir()} == broken


async def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server cannot write down why it ends."""
    (tmp_path / "appendonlydir").write_bytes(b"no folder, so the server ends at once")
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(MODULE.shutil, "disk_usage", lambda folder: usage._replace(free=4096))
    with pytest.raises(EmbeddedFailed, match=r"the disk of .* is full"):
        async with embedded(tmp_path):
            pass


@pytest.fixture
def nothing_bundled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine for which the package has no server; the folder is the only one on PATH."""
    program = server_program()
    monkeypatch.setattr(MODULE, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    return program


@pytest.mark.parametrize("name", ["valkey-server", "redis-server"])
async def test_the_systems_server_is_used_when_the_package_has_none(
    tmp_path: Path, nothing_bundled: Path, name: str
) -> None:
    shutil.copy(nothing_bundled, tmp_path / name)
    async with embedded(tmp_path / "data") as url, Connection(url) as connection:
        assert program_of(await pid_of(connection)) == tmp_path / name


async def test_without_any_server_it_says_what_to_do(tmp_path: Path, nothing_bundled: Path) -> None:
    with pytest.raises(EmbeddedFailed, match="install valkey-server, or set REDIS_URL"):
        async with embedded(tmp_path / "data"):
            pass
