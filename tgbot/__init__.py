"""Everything about Telegram: updates in, screens out, the store between."""

__version__ = "1.0.0"
