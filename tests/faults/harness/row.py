"""A row of the fault matrix as it is reported, and how long it runs."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest


@dataclass
class Row:
    """What a test notes of itself. `scale` is `--faults`: 1 in `make test`, more in `make faults`.

    `properties` is where pytest keeps what it reports of a test.
    """

    scale: int
    properties: list[tuple[str, object]]

    def times(self, number: int) -> int:
        """So many rounds in `make test`, more in proportion in `make faults`."""
        return number * self.scale

    def note(self, **figures: float) -> None:
        """Add to the row of the table: `rounds`, `kills`, and any figure by its name (seconds unless it says more)."""
        self.properties += figures.items()


def table(reports: Sequence[pytest.TestReport]) -> list[str]:
    """The lines of the table: row, rounds, kills, result, figures; and the sum of all kills."""
    lines = [f"{'row':54} {'rounds':>7} {'kills':>6}  result  figures"]
    kills = 0
    for report in reports:
        figures = {name: float(str(figure)) for name, figure in report.user_properties}
        rounds, killed = int(figures.pop("rounds", 0)), int(figures.pop("kills", 0))
        told = ", ".join(f"{name} {figure:.3g}" for name, figure in figures.items())
        name = report.nodeid.rpartition("::test_")[2]
        lines.append(f"{name:54} {rounds:7} {killed:6}  {report.outcome:6}  {told}")
        kills += killed
    lost = sum(report.outcome != "passed" for report in reports)
    lines.append(f"{kills} kills; rows that lost, doubled or showed something wrong: {lost}")
    return lines
