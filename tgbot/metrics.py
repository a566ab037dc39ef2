"""What Prometheus is told, all of it by name. No label has more values than the code has words for."""

from prometheus_client import Counter, Gauge, Histogram, Info, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]

# Updates

UPDATES = Counter("stamgast_updates_total", "Updates, by what became of them", ["outcome"])
for _outcome in ("done", "ignored", "flood", "again", "failed", "unreadable", "incomplete", "too_large", "forged"):
    UPDATES.labels(_outcome)
LATENCY = Histogram(
    "stamgast_update_seconds",
    "From an update to its answer",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
FLOODS = Counter("stamgast_flood_refusals_total", "Updates dropped because there were too many", ["of"])
for _of in ("person", "table"):
    FLOODS.labels(_of)
COMMITS = Counter("stamgast_commits_total", "Changes of nights, by what became of them", ["outcome"])
for _outcome in ("committed", "repeated", "conflict"):
    COMMITS.labels(_outcome)

# Delivery

CALLS = Counter("stamgast_api_calls_total", "Calls of the Bot API, by what came of them", ["method", "outcome"])
CALL_SECONDS = Histogram(
    "stamgast_api_seconds",
    "How long a call of the Bot API takes, waiting for updates left out",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25),
)
RETRY_AFTER = Histogram(
    "stamgast_api_retry_after_seconds", "How long Telegram wants us to wait", buckets=(1, 3, 5, 10, 30, 60, 300)
)
LATENESS = Histogram(
    "stamgast_wakeup_late_seconds",
    "How much later than it is due a deadline of a night is noticed",
    buckets=(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 60, 600),
)
LEASES = Counter("stamgast_leases_total", "Leases of nights: taken over from a holder that died, or lost", ["outcome"])
for _outcome in ("taken_over", "lost"):
    LEASES.labels(_outcome)

# The nights, the same in all processes; read when somebody asks

NIGHTS_OPEN = Gauge("stamgast_nights_open", "Nights that have not ended")
NIGHTS_DUE = Gauge("stamgast_nights_due", "Nights with something to deliver or to decide now")
OLDEST_DUE = Gauge("stamgast_oldest_due_seconds", "For how long the most overdue night has been due")

# Redis

REDIS_UP = Gauge("stamgast_redis_up", "Whether Redis answered when it was asked for these numbers")
REDIS_MEMORY = Gauge("stamgast_redis_memory_ratio", "Part of its maxmemory that the fullest Redis uses; 0 without one")
REDIS_SECONDS = Histogram(
    "stamgast_redis_seconds",
    "How long Redis takes to answer, by script",
    ["call"],
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 3),
)
REDIS_FAILURES = Counter("stamgast_redis_failures_total", "Calls that Redis did not answer, by the error", ["error"])

# The process

READY = Gauge("stamgast_ready", "Whether this process can serve")
LOGGED = Counter("stamgast_logged_total", "Warnings and errors in the log, by the kind of error", ["level", "error"])
for _level in ("warning", "error"):
    LOGGED.labels(_level, "")
BUILD = Info("stamgast_build", "Version of the program and of the states that it writes")
