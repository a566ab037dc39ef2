"""A real Valkey cluster of three nodes on loopback, which tests may kill one by one."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from socket import create_server
from typing import Any

from redis.crc import key_slot

from tests.patience import PATIENCE
from tgbot.store import Connection, Unavailable
from tgbot.store.embedded import DIE_WITH_PARENT, server_program

SLOTS = 16384


@dataclass
class Node:
    """One server with its part of the slots."""

    folder: Path
    port: int
    bus: int
    slots: set[int]
    durable: bool
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server; what it knew is in its folder."""
        settings = {
            "bind": "127.0.0.1",
            "port": str(self.port),
            "dir": str(self.folder),
            "cluster-enabled": "yes",
            "cluster-port": str(self.bus),
            "cluster-node-timeout": "60000",  # a node that stands still is no dead one
            "cluster-require-full-coverage": "no",
            "appendonly": "yes" if self.durable else "no",
            "appendfsync": "always",
            "save": "",
        }
        words = [word for name, setting in settings.items() for word in (f"--{name}", setting)]
        command = [str(server_program()), *words]
        if sys.platform == "linux":  # else a killed test run would leave its servers behind
            command = [sys.executable, "-I", "-S", str(DIE_WITH_PARENT), str(os.getpid()), *command]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def send(self, what: signal.Signals) -> None:
        """Send the server a signal; one that ends it is waited for."""
        assert self.process is not None
        self.process.send_signal(what)
        if what in (signal.SIGKILL, signal.SIGTERM):
            self.process.wait()

    async def command(self, *words: str | int) -> Any:
        """The reply of this node alone."""
        async with Connection(self.url) as connection:
            return (await connection.everywhere(*words))[0]


@dataclass(frozen=True)
class Cluster:
    """Three nodes, a third of the slots each, no replicas."""

    nodes: Sequence[Node]

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def node_of(self, key: str) -> Node:
        """The node that holds a key."""
        slot = key_slot(key.encode())
        return next(node for node in self.nodes if slot in node.slots)

    def moved(self, key: str, to: Node) -> None:
        """The slot of this key was given to another node."""
        slot = key_slot(key.encode())
        for node in self.nodes:
            node.slots.discard(slot)
        to.slots.add(slot)

    async def agrees(self) -> None:
        """Wait until every node takes commands for its slots, and knows all the others."""
        for node in self.nodes:
            await until(partial(_is_well, node, len(self.nodes)))


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something holds that nobody tells us."""
    deadline = time.monotonic() + PATIENCE
    while not await holds():
        assert time.monotonic() < deadline, f"{PATIENCE} seconds were not enough"
        await asyncio.sleep(0.02)


async def _is_well(node: Node, size: int) -> bool:
    try:
        about = await node.command("CLUSTER INFO")
    except Unavailable:
        return False
    return (about["cluster_state"], about["cluster_size"], about["cluster_nodes_pfail"]) == ("ok", str(size), "0")


@asynccontextmanager
async def clustered(folder: Path, *, durable: bool = False) -> AsyncIterator[Cluster]:
    """A cluster that runs; `durable` ones have what was acknowledged on disk."""
    ports = free_ports(6)
    nodes = []
    for number in range(3):
        home = folder / str(number)
        home.mkdir(parents=True)
        slots = set(range(SLOTS * number // 3, SLOTS * (number + 1) // 3))
        nodes.append(Node(home, ports[number], ports[number + 3], slots, durable))
    cluster = Cluster(nodes)
    try:
        for node in nodes:
            node.start()
        await _form(cluster)
        yield cluster
    finally:
        for node in nodes:
            if node.process is not None:
                node.send(signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)


async def _form(cluster: Cluster) -> None:
    for number, node in enumerate(cluster.nodes, 1):
        await until(partial(_answers, node))
        await node.command("CLUSTER SET-CONFIG-EPOCH", number)  # else equal ones would first have to be sorted out
        await node.command("CLUSTER ADDSLOTSRANGE", min(node.slots), max(node.slots))
    first, *others = cluster.nodes
    for other in others:
        await other.command("CLUSTER MEET", "127.0.0.1", first.port, first.bus)
    await cluster.agrees()


async def _answers(node: Node) -> bool:
    try:
        await node.command("PING")
    except Unavailable:
        return False
    return True


def free_ports(count: int) -> list[int]:
    """Ports of loopback that nobody uses at the moment."""
    servers = [create_server(("127.0.0.1", 0)) for _ in range(count)]
    try:
        return [server.getsockname()[1] for server in servers]
    finally:
        for server in servers:
            server.close()
