"""Everything about Telegram: updates in, screens out, the store between."""
