"""The options of the game and the pack that they make."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Literal

from core.cards import Cards, german_pack
from core.game import InvalidSetup
from core.options import read_choice, read_options
from core.values import value

SEATS = range(2, 8)
DEALS = range(4, 7)
"""How many cards everybody may be dealt (S1)."""
WESTERN_PLAYERS, WESTERN_DEAL = 2, 1
"""The shoot-out: two players, one card each (S31)."""
SPARE_CARDS = 2
"""The card turned up and one to be drawn must be left after the deal (S1)."""


@value
class Options:
    """The variant that a table plays."""

    deal: int = 5
    """Cards for everybody (S1); of no account in the western shoot-out."""
    six: bool = False
    """The six is in the pack (S25)."""
    added_value: Literal["always", "with_cards"] = "always"
    """When three sevens cost something on top: whenever they are not over-played, or only when they are drawn (S14)."""
    voluntary_draw: bool = True
    """One may draw although one could play (S3)."""
    bottom: Literal["auto", "dealer"] = "auto"
    """Who says what the bottom card is: the bot truly, or the dealer in some way (S27)."""
    cheating: Literal["strict", "take_back", "drink"] = "strict"
    """Illegal cards are refused, or played until somebody calls: then taken back, with a drink or without (S28)."""
    false_call: int = 0
    """What a wrong call costs, in ml (S29)."""
    variant: Literal["classic", "western"] = "classic"
    """The usual game or the western shoot-out (S31)."""


CHOICES: Mapping[str, tuple[int | str, ...]] = {
    "deal": tuple(DEALS),
    "six": (False, True),
    "added_value": ("always", "with_cards"),
    "voluntary_draw": (False, True),
    "bottom": ("auto", "dealer"),
    "cheating": ("strict", "take_back", "drink"),
    "variant": ("classic", "western"),
}
"""The values that an option can have; `false_call` is any whole number from 0."""

_read = partial(read_choice, choices=CHOICES, numbers=("false_call",))


def parse_options(raw: Mapping[str, object]) -> Options:
    """Options from a record's table or the lobby, missing ones by default.

    InvalidSetup for unknown keys or wrong values.
    """
    return Options(**read_options("smidary", Options(), raw, _read))


def cards_each(options: Options) -> int:
    """How many cards everybody is dealt (S1, S31)."""
    return WESTERN_DEAL if options.variant == "western" else options.deal


def _deal_fits(options: Options, players: int) -> bool:
    return players * cards_each(options) + SPARE_CARDS <= len(german_pack(options.six))


def check_players(options: Options, players: int) -> None:
    """InvalidSetup when this variant is not for so many players (S1, S31)."""
    if players not in SEATS:
        raise InvalidSetup(f"smidary is for {SEATS[0]} to {SEATS[-1]} players, not {players}")
    if options.variant == "western" and players != WESTERN_PLAYERS:
        raise InvalidSetup(f"the western shoot-out is for two players, not {players}")


def pack(options: Options, players: int) -> Cards:
    """The complete pack; InvalidSetup when there cannot be so many players or the deal does not fit (S1)."""
    check_players(options, players)
    if not _deal_fits(options, players):
        raise InvalidSetup(f"{options.deal} cards each are too many for {players} players")
    return german_pack(options.six)


def fit(options: Options, players: int) -> Options:
    """The same options with the largest deal, at most the chosen one, that fits (S1); the smallest one always does."""
    smaller = (replace(options, deal=deal) for deal in reversed(DEALS) if deal <= options.deal)
    return next(choice for choice in smaller if _deal_fits(choice, players))
