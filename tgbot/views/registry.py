"""The games that the bot offers, with their words."""

from tgbot.views import smidary
from tgbot.views.games import GameWords

GAME_WORDS: dict[str, GameWords] = {"smidary": smidary.WORDS}
GAMES_OFFERED = tuple(GAME_WORDS)
