"""The games there are, by id."""

from core import akcni, shithead, smidary
from core.game import AnyGame

GAMES: dict[str, AnyGame] = {game.id: game for game in (smidary, akcni, shithead)}
FIRST_GAME = smidary.id
"""What a table plays that has chosen nothing."""
