"""One evening: `step(night, intent, now, random)` makes the next night of the present one."""

from core.night.clock import deadline, wakes_at
from core.night.declined import Decline, Declined
from core.night.pauses import back
from core.night.person import Care, Menu, Person
from core.night.step import step
from core.night.values import Custom, News, Night, Result, Round, Step, Table

__all__ = [
    "Care", "Custom", "Decline", "Declined", "Menu", "News", "Night", "Person", "Result", "Round", "Step", "Table",
    "back", "deadline", "step", "wakes_at",
]  # fmt: skip
