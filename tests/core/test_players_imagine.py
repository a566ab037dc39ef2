"""What bot players imagine looks to them as the real table does (N21)."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from core import akcni, shithead, smidary
from core.akcni.imagine import imagine as imagine_akcni
from core.shithead.imagine import imagine as imagine_shithead
from core.smidary.imagine import imagine as imagine_smidary
from tests.core.checker import RandomGame
from tests.core.crowds import people

GAMES = 30
SHARE = 0.1
"""The share of states that are looked at."""


def positions(game_id: str, seed: str) -> Iterator[Any]:
    """Some states of a random game with random options, from the deal or from a position."""
    random = Random(seed)
    from_deal = random.random() < 0.5
    game = RandomGame(people(game_id, random, may_be_stuck=not from_deal), random, from_deal=from_deal)
    game.thorough = game.share_replayed = 0.0
    for state, _ in game.play():
        if state.phase != "play" or random.random() < SHARE:
            yield state


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize(
    "game, imagine",
    [(smidary, imagine_smidary), (akcni, imagine_akcni), (shithead, imagine_shithead)],
    ids=["smidary", "prsi", "shithead"],
)
def test_n21_what_is_imagined_looks_like_the_table(game: Any, imagine: Any, number: int) -> None:
    random = Random(f"imagine {number}")
    for state in positions(game.id, f"{game.id} imagined {number}"):
        for viewer in (None, *range(len(state.hands))):
            view = game.view(state, viewer)
            imagined = imagine(view, random)
            assert game.view(imagined, viewer) == view
            assert type(imagined) is type(state)
