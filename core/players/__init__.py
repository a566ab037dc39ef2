"""Opponents played by the bot: they get a view, never a state, and answer with an action (N21)."""
