"""Days on which people in Czechia work (N18)."""

from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from holidays import HolidayBase, country_holidays

PRAGUE = ZoneInfo("Europe/Prague")
"""The time of the pub."""
SATURDAY = 5


@cache
def _holidays() -> HolidayBase:
    return country_holidays("CZ")


def is_working_day(day: date) -> bool:
    """Neither Saturday, Sunday nor a public holiday."""
    return day.weekday() < SATURDAY and day not in _holidays()


def after_working_days(start: int, days: int) -> int:
    """When so many working days have passed since `start`, both in Unix ms.

    What begins on a working day ends at the same time of day; what begins on another one, at the end of the last day.
    """
    opened = datetime.fromtimestamp(start / 1000, PRAGUE)
    day, end_of_day = opened.date(), not is_working_day(opened.date())
    left = days
    while left:
        day += timedelta(days=1)
        left -= is_working_day(day)
    if end_of_day:
        closed = datetime.combine(day + timedelta(days=1), time(), PRAGUE)
    else:
        closed = datetime.combine(day, opened.timetz())
    return round(closed.timestamp() * 1000)
