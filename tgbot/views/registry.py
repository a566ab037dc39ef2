"""The games that the bot offers, with their words."""

from core.night.values import OptionTable
from tgbot.views import akcni, shithead, smidary
from tgbot.views.games import GameWords
from tgbot.words import LANGUAGES, speak

GAME_WORDS: dict[str, GameWords] = {
    "smidary": smidary,
    "prsi": akcni,
    "shithead": shithead,
}


def preset(game: str, place: int) -> OptionTable:
    """The options of a game's preset, by its place from 0; LookupError when there is no such one."""
    # What a preset is called differs by language, what it sets does not.
    return GAME_WORDS[game].presets(speak(LANGUAGES[0]))[place].options
