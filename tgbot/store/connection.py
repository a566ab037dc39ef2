"""The way to Redis or Valkey: one server, or a cluster. Nobody else speaks to it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha1
from pathlib import Path
from typing import Any, Self, TypeAlias

from redis import exceptions
from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff

from tgbot.store.errors import Unavailable

Argument: TypeAlias = bytes | str | int

CLUSTER = "redis+cluster://", "rediss+cluster://"
CONNECTIONS = 32
TIMEOUT = 3
"""Seconds for a connection, for a reply and for a free connection."""
RETRIES = 4
"""How often a command is sent again after a lost connection or reply, within a second; every script bears that."""

_AWAY = (
    exceptions.ConnectionError,
    exceptions.TimeoutError,
    exceptions.ClusterError,
    exceptions.RedisClusterException,
    exceptions.OutOfMemoryError,
    exceptions.ReadOnlyError,
)
_AWAY_CODES = ("BUSY", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "MISCONF", "NOREPLICAS", "TRYAGAIN", "UNKILLABLE")


class Script:
    """A Lua script beside this file. Its keys are in one hash slot."""

    def __init__(self, name: str) -> None:
        self.text = Path(__file__).with_name(f"{name}.lua").read_text(encoding="utf-8")
        self.sha1 = sha1(self.text.encode(), usedforsecurity=False).hexdigest()


class Connection:
    """A pool of connections, opened when they are needed."""

    def __init__(self, url: str) -> None:
        """`url` is redis://, rediss://, unix://, redis+cluster:// or rediss+cluster://; ValueError for another."""
        self._redis: Redis | RedisCluster
        retry = Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.5), RETRIES)
        if url.startswith(CLUSTER):
            self._redis = RedisCluster.from_url(
                url.replace("+cluster", "", 1),
                max_connections=8 * CONNECTIONS,  # to each server; here a further one fails instead of waiting
                socket_timeout=TIMEOUT,
                socket_connect_timeout=TIMEOUT,
                protocol=2,
                retry=retry,
            )
        else:
            pool = BlockingConnectionPool.from_url(
                url,
                max_connections=CONNECTIONS,
                timeout=TIMEOUT,
                socket_timeout=TIMEOUT,
                socket_connect_timeout=TIMEOUT,
                protocol=2,
                retry=retry,
            )
            self._redis = Redis.from_pool(pool)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._redis.aclose()

    async def ping(self) -> None:
        """Unavailable unless the server answers."""
        await self.command("PING")

    async def command(self, *arguments: Argument) -> Any:
        """The reply to one command, texts as bytes."""
        with _reaching():
            return await self._redis.execute_command(*arguments)

    async def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()) -> Any:
        """What a script returns, texts as bytes; a server that does not know it yet learns it."""
        with _reaching():
            try:
                return await self._redis.execute_command("EVALSHA", script.sha1, len(keys), *keys, *arguments)
            except exceptions.NoScriptError:
                return await self._redis.execute_command("EVAL", script.text, len(keys), *keys, *arguments)

    async def batch(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        """The replies to several commands in one round trip (to each server that has some of the keys)."""
        with _reaching():
            async with self._redis.pipeline(transaction=False) as pipeline:
                for command in commands:
                    pipeline.execute_command(*command)
                replies: list[Any] = await pipeline.execute()
                return replies


@contextmanager
def _reaching() -> Iterator[None]:
    try:
        yield
    except _AWAY as error:
        raise Unavailable(f"{type(error).__name__}: {error}") from error
    except exceptions.ResponseError as error:
        if str(error).startswith(_AWAY_CODES):
            raise Unavailable(str(error)) from error
        raise
