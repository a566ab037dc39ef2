"""How well a bot player plays."""

from enum import StrEnum


class Strength(StrEnum):
    """The name that people choose by."""

    EASY = "easy"
    """Lays what goes, at random, and is human in the pub."""
    FAIR = "fair"
    """Plays by rules of thumb."""
    STRONG = "strong"
    """Thinks ahead: tries each move in many deals that may be."""
