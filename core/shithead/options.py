"""The options of the game and the pack that they make."""

from collections.abc import Mapping
from functools import partial
from typing import Literal, get_args, get_type_hints

from core.cards import Cards, french_pack
from core.game import InvalidSetup
from core.options import read_choice, read_options
from core.values import value

SEATS = range(2, 9)
SETUP_KEYS = frozenset(("open", "down"))
"""What the [setup] of a record may hold in this game beside the keys of every game."""
ROW = 3
"""Cards that everybody gets face down, face up and in hand (H2); the hand is refilled to as many (H8)."""
ONE_PACK_UP_TO = 5
"""Players for whom one pack is enough (H1)."""


@value
class Options:
    """The variant that a table plays."""

    decks: Literal[0, 1, 2] = 0
    """Packs of 52; 0: by the number of players (H1)."""
    jokers: Literal[0, 2, 4] = 0
    """Jokers in all (H1, H13)."""
    swap: bool = True
    """Hand cards may be exchanged with the face-up ones first (H3)."""
    start: Literal["race", "seat"] = "race"
    """Whoever lays the lowest rank first begins, or the first of its holders clockwise of the dealer (H4)."""
    voluntary_pickup: bool = True
    """The pile may be taken up although one could lay (H9)."""
    take_open: bool = True
    """From the face-up cards, one of them is taken up with the pile (H10)."""
    seven_lower: bool = False
    """On a seven go only seven or lower and the wild cards (H15)."""
    eight: Literal["plain", "transparent", "skip"] = "plain"
    """What the eight does (H15)."""
    open_strict: bool = False
    """Face-up cards must be strictly higher (H15)."""
    forfeit_ml: int = 0
    """What the shithead drinks at the end, in ml at coefficient 1 (H14)."""


def _choices(hint: object) -> tuple[int | str, ...]:
    return (False, True) if hint is bool else get_args(hint)


CHOICES: Mapping[str, tuple[int | str, ...]] = {name: _choices(hint) for name, hint in get_type_hints(Options).items()}
"""The values that each option can have; () for `forfeit_ml`, which is any whole number from 0."""

_read = partial(read_choice, choices=CHOICES, numbers=("forfeit_ml",))


def parse_options(raw: Mapping[str, object]) -> Options:
    """Options from a record's table or the lobby, missing ones by default.

    InvalidSetup for unknown keys or wrong values.
    """
    return Options(**read_options("shithead", Options(), raw, _read))


def fit(options: Options, players: int) -> Options:
    """The options as they are: the deal is the same for everybody (H2)."""
    return options


def all_cards(options: Options, players: int) -> Cards:
    """The complete pack, whether or not it can be dealt; InvalidSetup when there cannot be so many players (H1)."""
    if players not in SEATS:
        raise InvalidSetup(f"shithead is for {SEATS[0]} to {SEATS[-1]} players, not {players}")
    return french_pack(options.decks or (1 if players <= ONE_PACK_UP_TO else 2), options.jokers)


def pack(options: Options, players: int) -> Cards:
    """The complete pack (H1); InvalidSetup when there cannot be so many players or the deal does not fit."""
    cards = all_cards(options, players)
    if 3 * ROW * players > len(cards):
        raise InvalidSetup(f"{len(cards)} cards are not enough for {players} players")
    return cards
