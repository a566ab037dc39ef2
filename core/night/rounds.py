"""What every running game says of itself."""

from core.game import AnyGame, Seat
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
