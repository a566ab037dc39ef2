"""People who play any of the games at random."""

from random import Random

from tests.core.checker import Subject
from tests.core.test_prsi_games import Akcni
from tests.core.test_random_games import Smidary
from tests.core.test_shithead_games import Shithead


def people(game_id: str, random: Random, *, may_be_stuck: bool) -> Subject:
    """Those who play this game; `may_be_stuck`: with so few cards that nobody may ever go out."""
    match game_id:
        case "prsi":
            return Akcni(random)
        case "shithead":
            return Shithead(random)
    return Smidary(random, may_be_stuck=may_be_stuck)
