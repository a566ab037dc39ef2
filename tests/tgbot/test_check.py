"""`python -m tgbot check` names what is wrong, in words, and nothing that is secret."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from telegram import WebhookInfo

from tgbot import check, web
from tgbot.config import Settings
from tgbot.playground.run import Playground
from tgbot.store import Connection, Store
from tgbot.store.embedded import MEMORY
from tgbot.store.health import _health

HTTPS = "https://bot.example.org"
ACCESS = Path(__file__).parents[2] / "deploy" / "redis.acl"


@dataclass
class Place:
    """A Telegram and an empty folder for the bot that is checked."""

    telegram: Playground
    folder: Path
    output: pytest.CaptureFixture[str]
    settings: dict[str, Any] = field(default_factory=dict)

    async def says(self, **settings: Any) -> tuple[int, list[str]]:
        """The exit status, and what is wrong."""
        chosen = Settings(
            _env_file=None,
            telegram_token=SecretStr(self.telegram.token),
            telegram_api_url=self.telegram.url,
            data_dir=self.folder,
        ).model_copy(update=settings)
        status = await check.check(chosen)
        lines = self.output.readouterr().out.splitlines()
        assert self.telegram.token not in "\n".join(lines)
        return status, [line for line in lines if line.startswith("FAULT")]


@pytest.fixture
async def place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    async with Playground(people=1, limits=None) as telegram:
        yield Place(telegram, tmp_path / "data", capsys)


async def test_nothing_is_wrong_with_a_bot_that_has_only_a_token(place: Place) -> None:
    assert await place.says() == (0, [])


async def test_without_a_token_only_that_is_said(place: Place) -> None:
    status, faults = await place.says(telegram_token=SecretStr(""))
    assert status == 1
    assert [fault for fault in faults if "TELEGRAM_TOKEN" not in fault] == []


async def test_a_token_that_is_none_a_telegram_that_is_away(place: Place) -> None:
    wrong = SecretStr("123456:" + "x" * 35)
    assert "does not accept" in (await place.says(telegram_token=wrong))[1][0]
    assert "cannot be reached" in (await place.says(telegram_api_url="http://127.0.0.1:1"))[1][0]


async def test_redis_away_or_forbidden(place: Place, connection: Connection, one_server: str) -> None:
    status, faults = await place.says(redis_url=SecretStr("redis://:letmein@127.0.0.1:1/0"))
    assert (status, len(faults)) == (1, 1)
    assert "letmein" not in faults[0]
    (bot,) = (line.split() for line in ACCESS.read_text().splitlines() if " stamgast " in line)
    await connection.everywhere("ACL SETUSER", *bot[1:], "-hset")
    url = SecretStr(one_server.replace("://", "://stamgast:CHANGE-ME@"))
    assert "may not do" in (await place.says(redis_url=url))[1][-1]
    await connection.everywhere("ACL SETUSER", *bot[1:])
    assert [fault for fault in (await place.says(redis_url=url))[1] if "may not" in fault] == []
    await connection.everywhere("ACL SETUSER", *bot[1:], "-evalsha", "-info")
    assert [("EVALSHA" in fault or "INFO" in fault) for fault in (await place.says(redis_url=url))[1]] == [True, True]
    await connection.everywhere("ACL DELUSER", "stamgast")


async def test_a_redis_that_forgets(place: Place, connection: Connection, one_server: str) -> None:
    await connection.everywhere("CONFIG SET", "maxmemory-policy", "allkeys-lru")
    try:
        faults = " ".join((await place.says(redis_url=SecretStr(one_server)))[1])
    finally:
        await connection.everywhere("CONFIG SET", "maxmemory-policy", "noeviction")
    assert "appendonly" in faults
    assert "noeviction" in faults


WELL = {
    "redis_version": "7.2.4", "aof_enabled": 1, "aof_last_write_status": "ok", "maxmemory": 0,
    "maxmemory_policy": "noeviction", "used_memory": 10_000_000, "role": "master",
}  # fmt: skip


@pytest.mark.parametrize(
    "differs, word",
    [
        ({}, ""),
        ({"aof_enabled": 0}, "appendonly"),
        ({"aof_last_write_status": "err"}, "cannot write"),
        ({"maxmemory_policy": "volatile-ttl"}, "noeviction"),
        ({"maxmemory": 12_000_000}, "in use"),
        ({"maxmemory": 100_000_000}, ""),
        ({"role": "slave"}, "replica"),
        ({"server_name": "valkey", "valkey_version": "9.1.2"}, ""),
    ],
)
def test_what_a_server_says_of_itself(differs: dict[str, object], word: str) -> None:
    faults = _health({**WELL, **differs}).faults
    assert len(faults) == bool(word)
    assert word in "".join(faults)


async def test_how_full_the_store_is(connection: Connection, store: Store) -> None:
    try:
        await connection.everywhere("CONFIG SET", "maxmemory", 2**40)
        assert 0 < await store.memory_in_use() < 0.01
        await connection.everywhere("CONFIG SET", "maxmemory", 0)
        assert await store.memory_in_use() == 0
    finally:
        await connection.everywhere("CONFIG SET", "maxmemory", MEMORY)


async def test_two_clocks_that_differ(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tgbot.check.SKEW", -1.0)
    assert "clock" in (await place.says())[1][0]


def hook(**fields: Any) -> WebhookInfo:
    shape: dict[str, Any] = {
        "url": HTTPS + web.PATH,
        "has_custom_certificate": False,
        "pending_update_count": 0,
        "allowed_updates": web.UPDATES_HEARD,
    }
    return WebhookInfo(**{**shape, **fields})


JUST_NOW, LONG_AGO = (datetime.now(UTC) - timedelta(minutes=ago) for ago in (1, 60))


@pytest.mark.parametrize(
    "url, info, word",
    [
        (HTTPS, hook(), ""),
        ("", hook(url=""), ""),
        ("", hook(), ""),
        ("http://bot.example.org", hook(), "https://"),
        (HTTPS, hook(url=""), ""),
        (HTTPS, hook(url="https://elsewhere.example.org/telegram"), "another address"),
        (HTTPS, hook(allowed_updates=("message",)), "other kinds"),
        (HTTPS, hook(last_error_date=JUST_NOW, last_error_message="503 Service Unavailable"), "503"),
        (HTTPS, hook(last_error_date=LONG_AGO, last_error_message="503 Service Unavailable"), ""),
        (HTTPS, hook(pending_update_count=5000), "5000"),
    ],
)
def test_what_telegram_says_of_the_webhook(
    url: str, info: WebhookInfo, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    is_fault = check._webhook(Settings(_env_file=None, webhook_url=url), info)
    assert is_fault == bool(word)
    assert word in capsys.readouterr().out
