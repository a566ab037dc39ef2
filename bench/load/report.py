"""Figures in words."""

from collections.abc import Sequence

from bench.load import machine
from bench.load.run import Measured


def show(words: str, found: Measured) -> None:
    """Two lines about some taps."""
    moved = max(1, found.commits)
    print(
        f"  {words}: {per_second(found):.0f} taps/s, failed {found.failed}, "
        f"commits/s {found.commits / found.seconds:.0f}, calls per move {found.calls / moved:.2f} (at most 3.0), "
        f"cost of a tap {found.ms_per_tap:.2f} ms (bots {1000 * found.cost.bots / found.taps:.2f}, "
        f"Redis {1000 * found.cost.redis / found.taps:.2f}; load generator {1000 * found.cost.ours / found.taps:.2f})"
    )
    answers, edits = quantiles(found.answers), quantiles(found.edits)
    print(f"    ms to the answer {answers}, to the presser's own screen {edits}; load average {machine.load_average()}")


def per_second(found: Measured) -> float:
    return found.taps / found.seconds


def quantiles(times: Sequence[float]) -> str:
    """p50, p95 and p99 in ms."""
    ordered = sorted(times)
    return "/".join(f"{quantile(ordered, share):.1f}" for share in (0.5, 0.95, 0.99)) if ordered else "-"


def quantile(ordered: Sequence[float], share: float) -> float:
    """In ms."""
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]
