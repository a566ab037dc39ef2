"""A share of a core for each process: neither the machine nor what runs beside is the limit then (Linux, as root)."""

import os
from pathlib import Path

_FIRST, _SECOND = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")
"""Where the two versions of control groups are."""
_PERIOD = 20_000
"""Microseconds in which each share is given anew: so long nobody waits for it at most."""


def can_confine() -> bool:
    """Whether this machine lets us set shares."""
    if _FIRST.is_dir():
        return os.access(_FIRST, os.W_OK)
    return os.access(_SECOND, os.W_OK) and "cpu" in (_SECOND / "cgroup.subtree_control").read_text().split()


def confine(pid: int, share: float) -> Path:
    """Let a process have so much of a core and no more; its control group, to be removed when the process has ended."""
    quota = round(share * _PERIOD)
    if _FIRST.is_dir():
        root, settings = _FIRST, {"cpu.cfs_period_us": f"{_PERIOD}", "cpu.cfs_quota_us": f"{quota}"}
    else:
        root, settings = _SECOND, {"cpu.max": f"{quota} {_PERIOD}"}
    group = root / f"stamgast-load-{pid}"
    group.mkdir()
    for name, setting in {**settings, "cgroup.procs": str(pid)}.items():
        (group / name).write_text(setting)
    return group
