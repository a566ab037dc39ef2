"""What a process costs: its processor time and its memory, and how busy the machine is beside it."""

import os
import platform
import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, thread_time


def cpu_seconds(pid: int) -> float:
    """Processor time of all threads of a process so far; they must not end meanwhile."""
    return sum(int(_read(task / "schedstat").split()[0]) for task in Path(f"/proc/{pid}/task").iterdir()) / 1e9


def resident_mib(pid: int) -> float:
    """Memory of a process."""
    return int(_read(Path(f"/proc/{pid}/statm")).split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def machine() -> str:
    """One line about where this runs."""
    models = re.findall(r"model name\s*: (.*)", _read(Path("/proc/cpuinfo")))
    cores = f"{os.cpu_count()} cores ({models[0] if models else '?'})"
    gib = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return f"{cores}, {gib:.0f} GiB, {platform.system()}, Python {platform.python_version()}"


def yardstick() -> float:
    """Processor time in seconds of a fixed piece of work, some milliseconds: busy neighbours make it more."""
    begun = thread_time()
    words: dict[int, str] = {}
    for number in range(10_000):
        words[number % 977] = f"{number}x"
    return thread_time() - begun


def two_to_one() -> float:
    """How much more two processes that only count get done than one: 2.0 on two cores that share nothing."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(_count, range(2)))  # both are there now
        alone = min(pool.submit(_count).result() for _ in range(3))
        started = perf_counter()
        list(pool.map(_count, range(6), chunksize=1))
        return 6 * alone / (perf_counter() - started)


def _count(_: int = 0) -> float:
    """Some tenths of a second of work; how long it took."""
    started, sum_ = perf_counter(), 0
    for number in range(4_000_000):
        sum_ += number * number % 7
    return perf_counter() - started


def load_average() -> str:
    """The machine's load over the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
