"""The games there are, by id."""

from typing import Any

from core import akcni, shithead, smidary
from core.game import Game

GAMES: dict[str, Game[Any, Any, Any, Any]] = {game.id: game for game in (smidary, akcni, shithead)}
FIRST_GAME = smidary.id
"""What a table plays that has chosen nothing."""
