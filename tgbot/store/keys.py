"""Names of keys. Everything of one night is in one hash slot, by its partition."""

import secrets
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

PARTITIONS = 64
WAKES = tuple(f"{{p{number}}}:wake" for number in range(PARTITIONS))
"""The nights of each partition by the time when they are due, in ms of the server's clock."""
ALIVE = tuple(f"{{p{number}}}:alive" for number in range(PARTITIONS))
"""A hash for each partition: when somebody served it last, and since when after the latest outage."""
_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


def new_night_id() -> str:
    """Ten characters that nobody can guess."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


def partition(night_id: str) -> int:
    """Where a night lives, 0 to 63; the same for all releases and processes."""
    return crc32(night_id.encode()) % PARTITIONS


@dataclass(frozen=True)
class NightKeys:
    """The keys of one night.

    `night` is a hash (v, schema, state), `shown` too (slot → what was last sent, news → the cursor), `aside` as well
    (what could not be read); `log`, `ledger` and `news` are lists.
    """

    night: str
    log: str
    ledger: str
    news: str
    shown: str
    aside: str
    lease: str
    holder: str
    seen: str
    wake: str
    alive: str

    def answer_to(self, update: str) -> str:
        """Where the answer to an update is kept."""
        return f"{self.seen}:{update}"


@lru_cache(maxsize=1024)
def keys_of(night_id: str) -> NightKeys:
    """The keys of a night."""
    number = partition(night_id)
    names = ("night", "log", "ledger", "news", "shown", "aside", "lease", "holder", "seen")
    of_night = {name: f"{{p{number}}}:{name}:{night_id}" for name in names}
    return NightKeys(**of_night, wake=WAKES[number], alive=ALIVE[number])


def chat(chat_id: int, topic: int | None) -> str:
    """Points from a chat, or one topic of it, to its night."""
    return f"chat:{chat_id}" if topic is None else f"chat:{chat_id}:{topic}"


def habits(chat_id: int) -> str:
    """What a group plays out of habit, as text."""
    return f"group:{chat_id}"


def rulings(chat_id: int) -> str:
    """A hash: the rulings of a group by night and number."""
    return f"rulings:{chat_id}"


def person(person_id: int) -> str:
    """A hash: what is known of somebody outside of any night."""
    return f"person:{person_id}"


LETTERS = "kept:letters"
"""A list: updates that met a fault of ours, the newest first."""
