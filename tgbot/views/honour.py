"""The table of honour as a picture, after the night: ordered by wins and never by litres (N12, N13)."""

from datetime import datetime, timedelta
from html import unescape

from core.night import Night
from tgbot.screens import Bar, Chart, Screen
from tgbot.views.board import standing
from tgbot.views.frame import Frame, clock
from tgbot.working_days import PRAGUE

MOST_BARS = 20
HOUR = 3_600_000


def honour_screen(frame: Frame) -> Screen | None:
    """The picture for the group; None while the night goes on, and when nobody has won anything."""
    night, words = frame.night, frame.words
    if not night.ended_at or not night.wins:
        return None
    return Screen(words("🏆 Roll of honour"), silent=True, urgent=True, chart=_chart(frame))


def _chart(frame: Frame) -> Chart:
    night, words = frame.night, frame.words
    players = (person for person in night.people if person.games)
    ranked = sorted(players, key=standing)
    people = ranked[:MOST_BARS]
    places = {person.id: place for place, person in enumerate(people)}
    return Chart(
        title=unescape(frame.title),
        legend=f"{clock(night.opened_at)}–{clock(night.ended_at)} · " + words("games won / played"),
        course_title=words("How the wins came in"),
        bars=tuple(
            Bar(unescape(frame.names[person.id]).strip("\u2068\u2069"), person.wins, person.games) for person in people
        ),
        course=tuple((ms, places[winner]) for ms, winner in night.wins if winner in places),
        span=night.ended_at - night.opened_at,
        hours=tuple(_hours(night)),
        more=len(ranked) - len(people),
    )


def _hours(night: Night) -> list[tuple[int, str]]:
    """At most seven full hours of the evening, in ms since its beginning, as the clock shows them."""
    opened = datetime.fromtimestamp(night.opened_at / 1000, PRAGUE)
    span = night.ended_at - night.opened_at
    if span < HOUR:
        return [(0, clock(night.opened_at)), (span, clock(night.ended_at))]
    every = max(1, -(-span // (6 * HOUR)))
    full = opened.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    first = round(full.timestamp() * 1000) - night.opened_at
    return [(ms, clock(night.opened_at + ms)) for ms in range(first, span + 1, every * HOUR)]
