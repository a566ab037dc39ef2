"""The options of the game and the pack that they make."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Literal

from core.cards import ACORNS, BELLS, GERMAN_SUITS, HEARTS, LEAVES, Card, Cards, Suit, german_pack
from core.game import InvalidSetup
from core.options import read_choice, read_options
from core.values import value

SEATS = range(2, 8)
SPARE_CARDS = 2
"""The card turned up and one to be drawn must be left after the deal (P1)."""
PACK = german_pack()

RULES = (
    "seven",
    "eight",
    "nine",
    "ten",
    "unter",
    "ober",
    "king",
    "ace",
    "action_changer",
    "action_king",
    "action_ace",
    "last",
    "prsi",
)
"""The built-in rules by their ids (P20)."""

_NAMED_SUITS: Mapping[str, Suit] = {"hearts": HEARTS, "leaves": LEAVES, "bells": BELLS, "acorns": ACORNS}


@value
class Options:
    """The variant that a table plays."""

    open: int = 0
    """Cards that everybody gets face up on the table (P1)."""
    closed: int = 5
    """Cards that everybody gets in the hand (P1)."""
    action_suit: Literal["hearts", "leaves", "bells", "acorns", "turned", "cut"] = "leaves"
    """The suit of the action cards: a fixed one, the card turned at the start, or what was cut (P13)."""
    rules: tuple[str, ...] = RULES
    """The built-in rules in use, in their usual order (P20)."""
    supervision: Literal["pub", "strict"] = "pub"
    """Mistakes are possible and cost cards, or are refused (P23)."""
    growing: bool = False
    """Who wins may add a rule or cancel one before the next game (P27)."""
    cut: Suit | None = None
    """The suit that was cut, with `action_suit` "cut": an outcome of the very game, no choice of the table (P13)."""

    @cached_property
    def strict(self) -> bool:
        """Whether mistakes are refused."""
        return self.supervision == "strict"


CHOICES: Mapping[str, tuple[int | str, ...]] = {
    "action_suit": (*_NAMED_SUITS, "turned", "cut"),
    "supervision": ("pub", "strict"),
    "growing": (False, True),
    "cut": GERMAN_SUITS,
}
"""The values that an option can have; `open` and `closed` are whole numbers from 0, `rules` a list of ids."""


def parse_options(raw: Mapping[str, object]) -> Options:
    """Options from a record's table or the lobby, missing ones by default; InvalidSetup for unknown or wrong ones."""
    options = Options(**read_options("prsi", Options(), raw, _read))
    if not options.open + options.closed:
        raise InvalidSetup("everybody needs at least one card")
    return options


def _read(name: str, choice: object) -> object:
    if name != "rules" or not isinstance(choice, list | tuple):
        return read_choice(name, choice, choices=CHOICES, numbers=("open", "closed"))
    unknown = [rule for rule in choice if rule not in RULES]
    if unknown:
        raise InvalidSetup(f"unknown rule: {unknown[0]}")
    return tuple(rule for rule in RULES if rule in choice)


def action_suit(options: Options, turned: Card) -> Suit:
    """The suit of the action cards, by the first card of the discard pile; InvalidSetup when a cut is missing (P13)."""
    if options.action_suit == "turned":
        return turned[1]
    if options.action_suit == "cut":
        if options.cut is None:
            raise InvalidSetup("it is not said which suit was cut")
        return options.cut
    return _NAMED_SUITS[options.action_suit]


def _room(players: int) -> int:
    """How many cards everybody can be dealt at most (P1)."""
    return (len(PACK) - SPARE_CARDS) // players


def check_players(players: int) -> None:
    """InvalidSetup when the game is not for so many (P1)."""
    if players not in SEATS:
        raise InvalidSetup(f"prsi is for {SEATS[0]} to {SEATS[-1]} players, not {players}")


def pack(options: Options, players: int) -> Cards:
    """The complete pack; InvalidSetup when there cannot be so many players or the deal does not fit (P1)."""
    check_players(players)
    if options.open + options.closed > _room(players):
        raise InvalidSetup(f"{options.open + options.closed} cards each are too many for {players} players")
    return PACK


def fit(options: Options, players: int) -> Options:
    """The same options with the largest deal, at most the chosen one, that fits: first fewer closed cards (P1)."""
    room = _room(players)
    shown = min(options.open, room)
    return replace(options, open=shown, closed=min(options.closed, room - shown))
