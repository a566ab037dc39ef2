"""Whether the servers keep what they are given, and let the bot do what it does."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from redis import exceptions

from tgbot.store import keys
from tgbot.store.connection import Connection, Script

_RIGHTS = Script("rights")
_CALLS = re.compile(r"redis\.call\('(\w+)'")
_FULL = 0.8
"""Part of the memory that a server may have in use."""


@dataclass(frozen=True)
class Health:
    """One server; all in words, empty where nothing is wrong."""

    name: str
    """Its program and version."""
    faults: tuple[str, ...]


async def servers(connection: Connection) -> tuple[Health, ...]:
    """Each server by itself. Unavailable when one of them is away."""
    try:
        return tuple(map(_health, await connection.everywhere("INFO")))
    except exceptions.NoPermissionError:
        return (Health("a server", ("may not be asked (INFO): nobody knows whether it keeps anything",)),)


async def memory_in_use(connection: Connection) -> float:
    """The part of its memory that the fullest server has in use, 0 without a limit.

    Unavailable when one is away, Refused where the user may not ask.
    """
    return max(map(_in_use, await connection.everywhere("INFO", "memory")))


async def refused(connection: Connection) -> tuple[str, ...]:
    """What the bot does and its user may not, as commands with an example of a key; empty when that is nothing."""
    folder = Path(__file__).parent
    commands = sorted({word for path in folder.glob("*.lua") for word in _CALLS.findall(path.read_text("utf-8"))})
    examples = (keys.keys_of("x").night, keys.chat(0, None), keys.person(0), keys.rulings(0), keys.habits(0), "{rl:0}")
    arguments = (len(commands), *commands, *examples, keys.LETTERS)
    try:
        found: list[bytes] = await connection.run(_RIGHTS, keys.WAKES[:1], arguments)
    except exceptions.NoPermissionError:
        return ("scripts (EVALSHA)",)
    return tuple(one.decode() for one in found)


def _health(info: Mapping[str, object]) -> Health:
    name = f"{info.get('server_name', 'redis')} {info.get('valkey_version') or info.get('redis_version')}"
    faults = {
        "appendonly is off: what was acknowledged is lost when it stops": not info.get("aof_enabled"),
        "it cannot write its append-only file": info.get("aof_last_write_status") == "err",
        f"maxmemory-policy is {info.get('maxmemory_policy')}, not noeviction: it forgets when it is full": (
            info.get("maxmemory_policy") != "noeviction"
        ),
        f"{_in_use(info):.0%} of maxmemory are in use: when it is full, nothing can be played": _in_use(info) > _FULL,
        "it is a replica: nothing can be written there": info.get("role") == "slave",
    }
    return Health(name, tuple(fault for fault, holds in faults.items() if holds))


def _in_use(info: Mapping[str, object]) -> float:
    used, most = (int(str(info.get(name, 0))) for name in ("used_memory", "maxmemory"))
    return used / most if most else 0.0
