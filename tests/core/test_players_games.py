"""Bot players in whole games of all kinds: they see nothing hidden, come to an end, and the stronger ones win (N21)."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import fmean
from typing import Any

import pytest

from bench.players import tournament
from core.game import Seat
from core.games import GAMES
from core.players import TACTICS, Strength, choose
from core.players.search import search
from tests.core.checker import RandomGame
from tests.core.crowds import people

EASY, FAIR, STRONG = Strength
FEW_PLAYOUTS = 6
BATCHES, GAMES_A_BATCH = 6, 5
LONGEST = 1_500
"""Actions; with house rules, or few cards in the pack, nobody may ever go out."""
WORDS = ("rum", "slivovice")


def deal(game_id: str, random: Random) -> Any:
    """A table with random options, and house rules where there are any."""
    return RandomGame(people(game_id, random, may_be_stuck=False), random, from_deal=True).state


def game_of_bots(game_id: str, seed: str) -> Iterator[tuple[Any, list[Strength]]]:
    """The states of a game among bot players of any strengths, who speak in any order; all that are asked answer."""
    random, game = Random(seed), GAMES[game_id]
    state = deal(game_id, random)
    seats = range(len(state.hands))
    strengths = [random.choice(list(Strength)) for _ in seats]
    for _ in range(LONGEST):
        yield state, strengths
        if state.phase == "over":
            return
        actors = game.actors(state)
        # Who is asked comes last: the others have time to object.
        for seat in sorted(seats, key=lambda seat: (seat in actors, random.random())):
            action = choose(game_id, game.view(state, seat), strengths[seat], random, FEW_PLAYOUTS, WORDS)
            if action is not None:
                state, _ = game.step(state, seat, action)
                break
        else:
            pytest.fail(f"nobody answers in {state}")


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_n21_bots_answer_every_question_of_every_game(game_id: str, batch: int) -> None:
    for number in range(GAMES_A_BATCH):
        for state, strengths in game_of_bots(game_id, f"{game_id} {batch} {number}"):
            if game_id == "prsi":
                # A house rule may ask for deeds that nobody sees; everything else is a beginner's mistake.
                careful = [made for made, strength in zip(state.mistakes, strengths, strict=True) if strength != EASY]
                assert not any(careful)


@pytest.mark.parametrize("strengths", [(EASY, EASY), (FAIR, STRONG), (STRONG, STRONG, EASY), (FAIR, FAIR, FAIR, FAIR)])
@pytest.mark.parametrize("game_id", GAMES)
def test_games_of_bots_end(game_id: str, strengths: tuple[Strength, ...]) -> None:
    for seed in range(4):
        pair = strengths[0], strengths[-1]
        tally = tournament(game_id, pair, range(2), players=len(strengths), playouts=FEW_PLAYOUTS, seed=seed)
        assert tally.games == 2


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_n21_a_choice_depends_on_no_hidden_card(game_id: str, batch: int) -> None:
    game, random = GAMES[game_id], Random(f"{game_id} {batch}")
    crowd = people(game_id, random, may_be_stuck=False)
    for state, _ in game_of_bots(game_id, f"{game_id} hidden {batch}"):
        if random.random() < 0.8:
            continue
        for seat in range(len(state.hands)):
            other = crowd.unseen_shuffled(state, seat, random)
            for strength in Strength:
                seed = random.random()
                first, second = (
                    choose(game_id, game.view(table, seat), strength, Random(seed), FEW_PLAYOUTS, WORDS)
                    for table in (state, other)
                )
                assert first == second


@pytest.mark.parametrize("playouts", [0, 1, 2, 5, 10, 33, 100])
@pytest.mark.parametrize("game_id", GAMES)
def test_thinking_ahead_takes_no_more_playouts_than_it_may(
    game_id: str, playouts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tactics, game, random = TACTICS[game_id], GAMES[game_id], Random(f"{game_id} {playouts}")
    played: list[Seat] = []
    worth = tactics.worth

    def counted(state: Any, seat: Seat) -> float:
        played.append(seat)
        return worth(state, seat)

    monkeypatch.setattr(tactics, "worth", counted)
    most = looked = 0
    for state, _ in game_of_bots(game_id, f"{game_id} bounded"):
        for seat in game.actors(state):
            view = game.view(state, seat)
            moves = tactics.ranked(view, random) if tactics.aside(view, FAIR, random, ()) is None else ()
            if len(moves) > 1 and looked < 10:
                looked += 1
                played.clear()
                assert search(tactics, view, seat, moves, random, playouts) in moves
                assert len(played) <= playouts
                most = max(most, len(played))
    assert looked == 10
    assert most >= playouts // 2 or playouts < 6


@pytest.mark.parametrize(
    "game_id, stronger, weaker, games, playouts, least",
    [
        ("smidary", FAIR, EASY, 100, 0, 0.62),
        ("smidary", STRONG, EASY, 50, 20, 0.62),
        ("prsi", FAIR, EASY, 100, 0, 0.62),
        ("prsi", STRONG, EASY, 50, 20, 0.62),
        ("shithead", FAIR, EASY, 40, 0, 0.75),
        ("shithead", STRONG, EASY, 16, 12, 0.75),
    ],
)
def test_n21_the_stronger_one_wins_more_often(
    game_id: str, stronger: Strength, weaker: Strength, games: int, playouts: int, least: float
) -> None:
    """A small tournament of two players with fixed seeds; `bench.players` plays large ones."""
    tally = tournament(game_id, (stronger, weaker), range(games), players=2, playouts=playouts, seed=1)
    assert tally.first >= least * games
    assert tally.last <= (1 - least) * games


@pytest.mark.parametrize(
    "game_id, positions, playouts, deals", [("smidary", 150, 90, 30), ("prsi", 200, 90, 40), ("shithead", 150, 40, 16)]
)
def test_n21_thinking_ahead_finds_better_moves_than_rules_of_thumb(
    game_id: str, positions: int, playouts: int, deals: int
) -> None:
    """Wherever it disagrees, both moves are judged by playing on to the end, in the same deals with the same luck.

    The luck of whole games, which decides most of them, is left out: some moves show what a thousand games would. With
    this many a good search comes out two to four standard errors above nothing, and one that picks at random below.
    """
    tactics, random = TACTICS[game_id], Random(f"{game_id} judged")
    gains: list[float] = []
    for view in islice(questions(game_id, random), positions):
        thought = choose(game_id, view, STRONG, random, playouts)
        usual = choose(game_id, view, FAIR, random, 0)
        if thought == usual:
            continue
        gain = 0.0
        for _ in range(deals):
            deal, luck = tactics.imagined(view, random), random.random()
            gain += worth_of(thought, tactics, deal, view.viewer, Random(luck))
            gain -= worth_of(usual, tactics, deal, view.viewer, Random(luck))
        gains.append(gain / deals)
    assert len(gains) > positions / 10
    assert fmean(gains) > 0


def questions(game_id: str, random: Random) -> Iterator[Any]:
    """What somebody on turn sees who has a choice, in games for two by rules of thumb."""
    game, tactics = GAMES[game_id], TACTICS[game_id]
    options = game.parse_options({})
    pack = game.pack(options, 2)
    while True:
        state, _ = game.setup(2, random.randrange(2), options, tuple(random.sample(pack, len(pack))))
        while state.phase != "over":
            actors = game.actors(state)
            for seat in sorted(range(2), key=lambda seat: (seat in actors, random.random())):
                view = game.view(state, seat)
                has_choice = state.phase == "play" and len(tactics.ranked(view, random)) > 1
                if has_choice and random.random() < 0.3 and tactics.aside(view, STRONG, random, ()) is None:
                    yield view
                action = choose(game_id, view, FAIR, random, 0)
                if action is not None:
                    state, _ = game.step(state, seat, action)
                    break


def worth_of(move: Any, tactics: Any, deal: Any, seat: Seat, random: Random) -> float:
    """What the move comes to when an imagined game is over."""
    state, _ = tactics.step(deal, seat, move)
    while state.phase != "over":
        state, _ = tactics.step(state, *tactics.next_move(state, random))
    return float(tactics.worth(state, seat))


def test_every_game_has_bot_players() -> None:
    assert set(TACTICS) == set(GAMES)
