"""A chart as a PNG: a bar for each player, and below them how the wins came over the evening.

It brings its own background, so it reads alike in dark and in light apps; sizes are for a phone that shows it at about
a third of its pixels.
"""

from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageDraw

from tgbot.charts.letters import letters
from tgbot.screens import Chart

WIDTH, MARGIN = 1080, 48
ROW = 66
NAMES_WIDTH = 400
COURSE_HEIGHT, WIN_HEIGHT = 430, 160
LINE, MOST_LINES = 6, 7
BACKGROUND, TRACK, GRID, TEXT, FAINT = "#1f2a36", "#3d4d5e", "#34424f", "#f2ede2", "#aab7c4"
COLOURS = (
    "#f2b134", "#5bc0eb", "#9bc53d", "#fa7921", "#c792ea", "#ff6b8b", "#4ecdc4",
    "#e6e264", "#7aa2ff", "#d4a373", "#8ee3a5", "#f78fb3", "#b8c0ff", "#ffffff",
)  # fmt: skip
"""One for each player; from the fifteenth on they come again."""


def png(chart: Chart) -> bytes:
    """The picture of a chart."""
    bars_top = MARGIN + 150
    course_top = bars_top + ROW * (len(chart.bars) + bool(chart.more)) + 60
    height = course_top + 70 + _course_height(chart) + 90 if chart.course else course_top - 20
    picture = Image.new("RGB", (WIDTH, height), BACKGROUND)
    draw = ImageDraw.Draw(picture)
    _heading(draw, chart)
    _bars(draw, chart, bars_top)
    if chart.course:
        _course(draw, chart, course_top)
    file = BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, colour: str, width: int, anchor: str = "l"
) -> None:
    """One line of at most so many pixels, its middle at this height; the anchor is its left, middle or right."""
    used = letters(size)
    fitting = used.fitting(used.readable(text), width)
    aside = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * used.width(fitting)
    used.write(draw, (at[0] - aside, at[1]), fitting, colour)


def _heading(draw: ImageDraw.ImageDraw, chart: Chart) -> None:
    _write(draw, (MARGIN, MARGIN + 30), chart.title, 50, TEXT, WIDTH - 2 * MARGIN)
    _write(draw, (MARGIN, MARGIN + 92), chart.legend, 32, FAINT, WIDTH - 2 * MARGIN)


def _bars(draw: ImageDraw.ImageDraw, chart: Chart, top: int) -> None:
    left, right = MARGIN + NAMES_WIDTH + 20, WIDTH - MARGIN - 130
    most = max((bar.played for bar in chart.bars), default=0) or 1
    for place, bar in enumerate(chart.bars):
        middle = top + ROW * place + ROW // 2
        colour = COLOURS[place % len(COLOURS)]
        draw.ellipse((MARGIN, middle - 11, MARGIN + 22, middle + 11), colour)
        _write(
            draw, (MARGIN + 40, middle), letters(36).readable(bar.name) or f"#{place + 1}", 36, TEXT, NAMES_WIDTH - 40
        )
        for games, fill in ((bar.played, TRACK), (bar.won, colour)):
            if games:
                end = left + (right - left) * games // most
                draw.rounded_rectangle((left, middle - 19, end, middle + 19), 8, fill)
        _write(draw, (WIDTH - MARGIN, middle), f"{bar.won} / {bar.played}", 36, TEXT, 130, "r")
    if chart.more:
        _write(draw, (MARGIN + 40, top + ROW * len(chart.bars) + ROW // 2), f"+ {chart.more}", 36, FAINT, NAMES_WIDTH)


def _most_wins(chart: Chart) -> int:
    return max(bar.won for bar in chart.bars)


def _course_height(chart: Chart) -> int:
    """Pixels from no wins to the most that somebody has: few need little."""
    return min(COURSE_HEIGHT, WIN_HEIGHT * _most_wins(chart))


def _course(draw: ImageDraw.ImageDraw, chart: Chart, top: int) -> None:
    _write(draw, (MARGIN, top + 10), chart.course_title, 36, TEXT, WIDTH - 2 * MARGIN)
    top += 70
    left, right, bottom = MARGIN + 50, WIDTH - MARGIN, top + _course_height(chart)
    most = _most_wins(chart)
    steps = range(0, most + 1, -(-most // 6))

    def across(ms: int) -> int:
        return left + (right - left) * min(ms, chart.span) // max(1, chart.span)

    def up(wins: int) -> int:
        return bottom - (bottom - top) * wins // most

    for wins in steps:
        draw.line((left, up(wins), right, up(wins)), GRID, 3)
        _write(draw, (left - 16, up(wins)), str(wins), 30, FAINT, 60, "r")
    for ms, label in chart.hours:
        draw.line((across(ms), top, across(ms), bottom), GRID, 3)
        _write(draw, (min(across(ms), right - 40), bottom + 36), label, 30, FAINT, 160, "m")
    winners = sorted({winner for _, winner in chart.course})[:MOST_LINES]
    # Equal ones are side by side rather than on each other, as far as there is room between two wins.
    apart = min(LINE, (bottom - top) // most * 3 // 4 // len(winners))
    for place in reversed(winners):
        aside = (2 * winners.index(place) - len(winners) + 1) * apart // 2
        points: list[tuple[int, int]] = []
        wins = 0
        for ms, winner in chart.course:
            if winner == place:
                points += [(across(ms), up(wins) + aside * bool(wins)), (across(ms), up(wins + 1) + aside)]
                wins += 1
        points.append((right, up(wins) + aside))
        colour = COLOURS[place % len(COLOURS)]
        for start, end in pairwise(points):
            draw.line((start, end), colour, LINE)
        for corner in points:
            draw.ellipse((corner[0] - 3, corner[1] - 3, corner[0] + 3, corner[1] + 3), colour)
