"""The table of honour as a picture (N12)."""

from tgbot.charts.drawing import png

__all__ = ["png"]
