"""A local Telegram: a Bot API server, people to play with, and their phones in the browser."""
