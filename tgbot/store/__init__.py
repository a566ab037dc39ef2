"""Where nights live: Redis or Valkey, one server, a cluster, or one of our own in the data folder."""

from tgbot.store.backup import NotABackup, lines_of, put_back
from tgbot.store.connection import Connection
from tgbot.store.embedded import EmbeddedFailed, embedded
from tgbot.store.errors import Damaged, NewerSchema, Refused, Unavailable
from tgbot.store.floods import Admission, Floodgate
from tgbot.store.keys import new_night_id
from tgbot.store.limits import Limiter
from tgbot.store.store import Store
from tgbot.store.values import Census, Commit, Committed, Conflict, Loaded, PersonRecord, Repeated, Rewriting, Snapshot

__all__ = [
    "Admission",
    "Census",
    "Commit",
    "Committed",
    "Conflict",
    "Connection",
    "Damaged",
    "EmbeddedFailed",
    "Floodgate",
    "Limiter",
    "Loaded",
    "NewerSchema",
    "NotABackup",
    "PersonRecord",
    "Refused",
    "Repeated",
    "Rewriting",
    "Snapshot",
    "Store",
    "Unavailable",
    "embedded",
    "lines_of",
    "new_night_id",
    "put_back",
]
