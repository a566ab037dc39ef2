"""What every running game says of itself."""

from core.game import COLLAPSE, AnyGame, Refused, Seat
from core.games import GAMES
from core.night.values import Round


def game_of(round_: Round) -> AnyGame:
    """The rules that it is played by."""
    return GAMES[round_.game]


def asked(round_: Round) -> tuple[Seat, ...]:
    """Who may answer the present question, by seat."""
    return game_of(round_).actors(round_.state)


def is_race(round_: Round) -> bool:
    """Whether everybody is asked at once, against the table's own clock (S24)."""
    return bool(round_.state.phase == game_of(round_).traits.race)


def is_in_game(round_: Round, seat: Seat) -> bool:
    """Whoever may leave a game for health is in it, and nobody else, in every game (S30, H17)."""
    game = game_of(round_)
    try:
        game.step(round_.state, seat, game.parse_action(COLLAPSE))
    except Refused:
        return False
    return True
