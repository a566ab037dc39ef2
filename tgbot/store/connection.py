"""The way to Redis or Valkey: one server, or a cluster. Nobody else speaks to it."""

from asyncio import gather
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha1
from pathlib import Path
from time import perf_counter
from typing import Any, Self

from redis import exceptions
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff

from tgbot.metrics import REDIS_FAILURES, REDIS_SECONDS
from tgbot.store.cluster import Argument, Cluster, addresses, in_time, reply_of
from tgbot.store.errors import Unavailable

CLUSTER = "redis+cluster://", "rediss+cluster://"
CONNECTIONS = 32
"""To each server; who needs a further one waits for a free one."""
HANDFUL = 250
"""Keys that are looked at in one go, so that nobody else waits for long."""
RETRIES = 4
"""How often a command is sent again after a lost connection, within a second; every script bears that. A server that
is silent is not asked twice: whoever waits for it had better be told soon to come again."""

_AWAY = (
    exceptions.ConnectionError,
    exceptions.TimeoutError,
    exceptions.ClusterError,
    exceptions.RedisClusterException,
    exceptions.OutOfMemoryError,
    exceptions.ReadOnlyError,
    exceptions.TryAgainError,
)
_AWAY_CODES = ("BUSY", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "MISCONF", "NOREPLICAS", "TRYAGAIN", "UNKILLABLE")


class Script:
    """A Lua script beside this file. Its keys are in one hash slot."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.text = Path(__file__).with_name(f"{name}.lua").read_text(encoding="utf-8")
        self.sha1 = sha1(self.text.encode(), usedforsecurity=False).hexdigest()


class Connection:
    """Pools of connections, opened when they are needed."""

    def __init__(self, url: str) -> None:
        """`url` is redis://, rediss://, unix://, or redis+cluster:// or rediss+cluster:// with one or several servers
        (host:port,host:port); ValueError for another."""
        self._cluster: Cluster | None = None
        if url.startswith(CLUSTER):
            seeds, written = addresses(url.replace("+cluster", "", 1))
            # The cluster finds out by itself where else a key may be.
            self._cluster = Cluster(seeds, lambda at: _server(written(at), 2))
        else:
            self._redis = _server(url, RETRIES)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def is_one_server(self) -> bool:
        """Whether all keys are in one place: a script may touch any of them, and they are out of reach together."""
        return self._cluster is None

    async def close(self) -> None:
        """Close all connections."""
        await (self._cluster or self._redis).aclose()

    async def ping(self) -> None:
        """Unavailable unless all servers answer."""
        await self.everywhere("PING")

    async def command(self, *arguments: Argument) -> Any:
        """The reply to one command, whose second word is its key, texts as bytes."""
        with _reaching(str(arguments[0]).lower()):
            return await self._execute(arguments, key=1)

    async def everywhere(self, *arguments: Argument) -> list[Any]:
        """The replies of all servers to a command without a key."""
        with _reaching(str(arguments[0]).lower()):
            if self._cluster is not None:
                return await self._cluster.everywhere(*arguments)
            return [await reply_of(self._redis, *arguments)]

    async def keys(self) -> AsyncIterator[list[bytes]]:
        """All keys, a handful at a time, some perhaps twice; what is written meanwhile may be missed."""
        with _reaching("scan"):
            for redis in await self._cluster.clients() if self._cluster else [self._redis]:
                cursor = 0
                while True:
                    cursor, found = await reply_of(redis, "SCAN", cursor, "COUNT", HANDFUL)
                    yield found
                    if cursor == 0:
                        break

    async def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()) -> Any:
        """What a script returns, texts as bytes; a server that does not know it yet learns it."""
        with _reaching(script.name):
            try:
                return await self._execute(("EVALSHA", script.sha1, len(keys), *keys, *arguments), key=3)
            except exceptions.NoScriptError:
                return await self._execute(("EVAL", script.text, len(keys), *keys, *arguments), key=3)

    async def run_each(self, script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()) -> list[Any]:
        """What a script of one key returns for each of these keys, in one round trip to each server.

        Keys of servers that are away are left out; Unavailable when all of them are.
        """
        with _reaching(script.name):
            shares = await self._shares(script, keys, arguments)
            if not shares:
                raise exceptions.ClusterDownError("no server has any slot")
            done = await gather(*shares, return_exceptions=True)
            faults = [fault for fault in done if isinstance(fault, BaseException)]
            for fault in faults:
                if len(faults) == len(done) or not isinstance(fault, _AWAY):
                    raise fault
            return [reply for replies in done if not isinstance(replies, BaseException) for reply in replies]

    async def _shares(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> list[Awaitable[list[Any]]]:
        """What is to be awaited of each server."""

        async def share(redis: Redis, keys: Sequence[str]) -> list[Any]:
            async with redis.pipeline(transaction=False) as pipeline:
                # The first one brings the text, so that the server knows the script from then on.
                pipeline.execute_command("EVAL", script.text, 1, keys[0], *arguments)
                for key in keys[1:]:
                    pipeline.execute_command("EVALSHA", script.sha1, 1, key, *arguments)
                replies = await in_time(pipeline.execute(raise_on_error=False))
            # What was refused, because its slot has moved or is about to, is asked for by itself.
            return [
                await self.run(script, (key,), arguments) if isinstance(reply, exceptions.ResponseError) else reply
                for key, reply in zip(keys, replies, strict=True)
            ]

        if self._cluster is None:
            return [share(self._redis, keys)]
        cluster = self._cluster
        return [cluster.do(server, partial(share, keys=own)) for server, own in await cluster.shares(keys)]

    async def _execute(self, arguments: Sequence[Argument], key: int) -> Any:
        if self._cluster is not None:
            return await self._cluster.execute(arguments[key], *arguments)
        return await reply_of(self._redis, *arguments)


def _server(url: str, retries: int) -> Redis:
    """The client of one server, which tries again so often when the connection is lost."""
    return Redis.from_pool(
        BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=None,  # see `in_time`
            socket_timeout=None,
            socket_connect_timeout=None,
            protocol=2,
            driver_info=None,  # a right more that Redis 7.0 does not know
            retry=Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.5), retries, (exceptions.ConnectionError,)),
        )
    )


@contextmanager
def _reaching(call: str) -> Iterator[None]:
    started = perf_counter()
    try:
        yield
    except _AWAY as error:
        REDIS_FAILURES.labels(type(error).__name__).inc()
        raise Unavailable(f"{type(error).__name__}: {error}") from error
    except exceptions.ResponseError as error:
        code = str(error).partition(" ")[0]
        if code in _AWAY_CODES:
            REDIS_FAILURES.labels(code).inc()
            raise Unavailable(str(error)) from error
        REDIS_FAILURES.labels(type(error).__name__).inc()
        raise
    REDIS_SECONDS.labels(call).observe(perf_counter() - started)
