"""Whether the game can be played with certain house rules: random games that must end, and keep all cards (N17)."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from core.akcni.cards import ANY_CARD
from core.akcni.legal import actors, legal
from core.akcni.options import PACK, Options, pack
from core.akcni.start import setup
from core.akcni.state import State
from core.akcni.step import step
from core.cards import Suit
from core.house import Fault, Rule
from core.values import value

ENOUGH_GAMES = 200
LONGEST_GAME = 2000
"""Actions after which a game is taken to have no end: without house rules the longest of 200 has about 350."""
_DRAWS_ALTHOUGH = 0.1
"""How often somebody draws who could play: now and then, or two players could go round in circles for ever."""


@value
class Trouble:
    """The first game of a trial, from 1, that went wrong, and after how many actions."""

    fault: Fault
    game: int
    actions: int


def trial(
    rules: Sequence[Rule], options: Options, players: int, random: Random, games: int = ENOUGH_GAMES
) -> Trouble | None:
    """None when so many random games end as they should; about two seconds for 200.

    They are played in strict mode: what a mistake costs is no matter of a rule. InvalidSetup when a deal does not fit.
    """
    strict = replace(options, supervision="strict")
    for game in range(1, games + 1):
        deck = list(pack(strict, players))
        random.shuffle(deck)
        cut: Suit = random.choice(deck)[1]
        state, _ = setup(players, random.randrange(players), replace(strict, cut=cut), tuple(deck), tuple(rules))
        trouble = _play_to_the_end(state, game, random)
        if trouble is not None:
            return trouble
    return None


def _play_to_the_end(state: State, game: int, random: Random) -> Trouble | None:
    for action in range(LONGEST_GAME):
        if not _has_all_cards(state):
            return Trouble(fault=Fault.CARDS_LOST, game=game, actions=action)
        asked = actors(state)
        if not asked:
            return None
        seat = random.choice(asked)
        choices = legal(state, seat)
        if not choices:
            return Trouble(fault=Fault.NOBODY_TO_ACT, game=game, actions=action)
        # Drawing or standing comes last in `legal`.
        if len(choices) > 1 and random.random() > _DRAWS_ALTHOUGH:
            choices = choices[:-1]
        state, _ = step(state, seat, random.choice(choices))
    return Trouble(fault=Fault.NEVER_ENDS, game=game, actions=LONGEST_GAME)


def _has_all_cards(state: State) -> bool:
    cards = state.pile + state.draw
    for zone in (*state.hands, *state.open):
        cards += zone
    return len(cards) == len(PACK) and set(cards) == ANY_CARD
