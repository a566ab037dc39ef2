"""A Redis Cluster: which server has a key, also while slots move and servers come and go.

The library's own client drops its connections to all servers when it misses one of them. Here each server is on its
own: what is away takes along the nights that are stored there, and no others.
"""

import asyncio
import re
from asyncio import get_running_loop
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar
from urllib.parse import urlsplit, urlunsplit

from redis import exceptions
from redis.asyncio import Redis
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

Argument: TypeAlias = bytes | str | int
T = TypeVar("T")

TIMEOUT = 3
"""Seconds that a server has for its reply."""
ATTEMPTS = 5
"""So often a command follows its key to another server, or waits for a slot that is on its way."""
PAUSE = 0.1
"""Seconds before a slot that is on its way is asked for again."""
REST = 1.0
"""Seconds that a server which did not answer is left alone: whoever needs it learns at once that it is away."""


async def reply_of(redis: Redis, *arguments: Argument) -> Any:
    """The reply of one server to one command."""
    return await in_time(redis.execute_command(*arguments))  # type: ignore[no-untyped-call]


async def in_time(reply: Awaitable[T]) -> T:
    """A reply that comes within TIMEOUT, waiting for a free connection included; TimeoutError of redis-py otherwise.

    One timer for all of it: those of the library cost a task and three timers a command, a quarter of its price.
    """
    try:
        async with asyncio.timeout(TIMEOUT):
            return await reply
    except TimeoutError:
        raise exceptions.TimeoutError(f"no reply within {TIMEOUT} s") from None


class Address(NamedTuple):
    """Where a server listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class Resting(exceptions.ConnectionError):
    """A server is left alone for a while."""


@dataclass(eq=False)
class Server:
    """One server, and until when (by the loop's clock) it is left alone."""

    address: Address
    redis: Redis
    rests_until: float = 0.0

    async def do(self, work: Callable[[Redis], Awaitable[T]]) -> T:
        """Something on this server; Resting when it did not answer just now."""
        if get_running_loop().time() < self.rests_until:
            raise Resting(f"{self.address} did not answer just now")
        try:
            return await work(self.redis)
        except (exceptions.ConnectionError, exceptions.TimeoutError):
            self.rests_until = get_running_loop().time() + REST
            raise


class Cluster:
    """The servers of a cluster; `connect` makes the client of one. Raises what redis-py raises."""

    def __init__(self, seeds: Iterable[Address], connect: Callable[[Address], Redis]) -> None:
        self._seeds = tuple(seeds)
        self._connect = connect
        self._servers: dict[Address, Server] = {}
        self._owners: list[Server | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        self._looks = 0
        self._looking = asyncio.Lock()

    async def execute(self, key: Argument, *arguments: Argument) -> Any:
        """The reply of the server that has the key."""
        slot = key_slot(key if isinstance(key, bytes) else str(key).encode())
        error: Exception = exceptions.ClusterDownError("no server has the slot")
        for _ in range(ATTEMPTS):
            owner = self._owners[slot] or await self._look(slot)
            if owner is None:
                break
            try:
                return await owner.do(lambda redis: reply_of(redis, *arguments))
            except exceptions.MovedError as moved:
                error = moved
                await self._look(slot, first=owner)
            except exceptions.AskError as ask:
                return await self._ask(Address(ask.host or owner.address.host, ask.port), arguments)
            except (exceptions.ClusterDownError, exceptions.TryAgainError) as unsettled:
                error = unsettled
                await asyncio.sleep(PAUSE)
            except Resting:
                raise
            except (exceptions.ConnectionError, exceptions.TimeoutError):
                if await self._look(slot, last=owner) in (owner, None):
                    raise
        raise error

    async def everywhere(self, *arguments: Argument) -> list[Any]:
        """The replies of all servers that have slots."""
        return [await reply_of(redis, *arguments) for redis in await self.clients()]

    async def clients(self) -> list[Redis]:
        """The clients of all servers that have slots."""
        if not self._with_slots():
            await self._look(0)
        return [server.redis for server in self._with_slots()]

    async def shares(self, keys: Iterable[str]) -> list[tuple[Server, list[str]]]:
        """The servers with the keys that each has; keys that no server has are left out."""
        shares: dict[Address, tuple[Server, list[str]]] = {}
        for key in keys:
            slot = key_slot(key.encode())
            owner = self._owners[slot] or await self._look(slot)
            if owner is not None:
                shares.setdefault(owner.address, (owner, []))[1].append(key)
        return list(shares.values())

    async def do(self, server: Server, work: Callable[[Redis], Awaitable[T]]) -> T:
        """Something on this server; when it is away, the next time asks whoever has its keys by then."""
        try:
            return await server.do(work)
        except Resting:
            raise
        except (exceptions.ConnectionError, exceptions.TimeoutError):
            await self._look(0, last=server)
            raise

    async def aclose(self) -> None:
        """Close all connections."""
        servers, self._servers = list(self._servers.values()), {}
        for server in servers:
            await server.redis.aclose()

    async def _ask(self, address: Address, arguments: Sequence[Argument]) -> Any:
        """The reply of a server that gets the slot at this moment."""

        async def asking(redis: Redis) -> Any:
            async with redis.pipeline(transaction=False) as both:
                both.execute_command("ASKING")
                both.execute_command(*arguments)
                return (await in_time(both.execute()))[1]

        return await self._server(address).do(asking)

    async def _look(self, slot: int, *, first: Server | None = None, last: Server | None = None) -> Server | None:
        """Ask the servers who has which slots, until one tells; who has this slot now."""
        looks = self._looks
        async with self._looking:
            if self._looks == looks:  # otherwise somebody else has just done so
                await self._ask_around(first, last)
                self._looks += 1
        return self._owners[slot]

    async def _ask_around(self, first: Server | None, last: Server | None) -> None:
        error: Exception = exceptions.ClusterError("no server is known")
        for address in self._to_ask(first, last):
            server = self._server(address)
            try:
                slots = await server.do(lambda redis: reply_of(redis, "CLUSTER", "SLOTS"))
            except (exceptions.ConnectionError, exceptions.TimeoutError) as away:
                error = away
            else:
                await self._learn(server, slots)
                return
        raise error

    def _to_ask(self, first: Server | None, last: Server | None) -> list[Address]:
        known = sorted(self._servers.values(), key=lambda server: (server is last, server.rests_until))
        order = [first] if first else []
        return list(dict.fromkeys([server.address for server in order + known] + list(self._seeds)))

    async def _learn(self, told_by: Server, slots: list[tuple[int, int, list[Any]]]) -> None:
        owners: list[Server | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        for start, end, primary, *_ in slots:
            host = primary[0].decode() if primary[0] else told_by.address.host
            owners[start : end + 1] = [self._server(Address(host, primary[1]))] * (end + 1 - start)
        self._owners = owners
        for address in self._servers.keys() - {server.address for server in self._with_slots()}:
            await self._servers.pop(address).redis.aclose()

    def _server(self, address: Address) -> Server:
        known = self._servers.get(address)
        if known is None:
            known = self._servers[address] = Server(address, self._connect(address))
        return known

    def _with_slots(self) -> list[Server]:
        return list({id(owner): owner for owner in self._owners if owner is not None}.values())


def addresses(url: str) -> tuple[list[Address], Callable[[Address], str]]:
    """The servers in `scheme://user:password@host:port,host:port/?options`, and how to write the address of one."""
    parts = urlsplit(url)
    credentials, at, hosts = parts.netloc.rpartition("@")
    found = [re.fullmatch(r"(\[[^]]+\]|[^:\[\]]+)(?::(\d+))?", host) for host in hosts.split(",")]
    seeds = [Address(match[1].strip("[]"), int(match[2] or 6379)) for match in found if match]
    if len(seeds) != len(found):
        raise ValueError(f"no list of servers: {hosts}")
    return seeds, lambda one: urlunsplit((parts.scheme, f"{credentials}{at}{one}", "", parts.query, ""))
