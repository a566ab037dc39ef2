"""What a player may wish for, and its words in a record."""

from functools import cache
from typing import TypeAlias

from core.cards import JOKERS, Card, Cards, french_pack
from core.values import value

CODES = frozenset(french_pack()) | frozenset(JOKERS)
"""Every card code of the game, whatever the options."""


@value
class Swap:
    """A hand card for one of one's own face-up cards (H3)."""

    hand: Card
    open: Card


@value
class Ready:
    """No more swapping (H3)."""


@value
class Play:
    """One or more cards of one rank, laid in this order (H5); at least one, or ValueError."""

    cards: Cards

    def __post_init__(self) -> None:
        if not self.cards:
            raise ValueError("no card to play")


@value
class Pickup:
    """The whole pile (H9), from the face-up cards together with one of them (H10)."""

    card: Card | None = None


@value
class Flip:
    """The face-down card dealt as number 1, 2 or 3, played blind (H11)."""

    number: int


@value
class Collapse:
    """Leaving for health (H17)."""


Action: TypeAlias = Swap | Ready | Play | Pickup | Flip | Collapse

PICKUP = Pickup()


@cache
def play_of(cards: Cards) -> Play:
    """The one `Play` of these cards, for `legal`: it offers the same few hundred again and again."""
    return Play(cards=cards)


def _card(code: str) -> Card:
    if code not in CODES:
        raise ValueError(f"no card of shithead: {code}")
    return code


def parse_action(text: str) -> Action:
    """An action from its words ("play 5d 5h"); ValueError when it has not the form of the verb table."""
    match text.split():
        case ["swap", hand, shown]:
            return Swap(hand=_card(hand), open=_card(shown))
        case ["ready"]:
            return Ready()
        case ["play", *codes]:
            return Play(cards=tuple(map(_card, codes)))
        case ["pickup"]:
            return PICKUP
        case ["pickup", code]:
            return Pickup(card=_card(code))
        case ["flip", "1" | "2" | "3" as number]:
            return Flip(number=int(number))
        case ["collapse"]:
            return Collapse()
    raise ValueError(f"no action of shithead: {text}")


def format_action(action: Action) -> str:
    """The words of an action; `parse_action` gives it back."""
    match action:
        case Swap(hand=hand, open=shown):
            return f"swap {hand} {shown}"
        case Ready():
            return "ready"
        case Play(cards=cards):
            return " ".join(("play", *cards))
        case Pickup(card=None):
            return "pickup"
        case Pickup(card=card):
            return f"pickup {card}"
        case Flip(number=number):
            return f"flip {number}"
        case Collapse():
            return "collapse"
