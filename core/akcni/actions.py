"""What a player may wish for, and its words in a record."""

import re
from typing import TypeAlias

from core.akcni.options import PACK
from core.cards import Card, Rank
from core.game import Seat
from core.prsi.fitting import NAMES as OF_CHANGERS
from core.prsi.words import read_play, write_play
from core.values import value

YES, NO = "yes", "no"


@value
class Play:
    """A card of one's own: an Ober names a suit, an Unter a rank, the action king says yes or no (P9, P10, P15)."""

    card: Card
    name: str | None = None


@value
class Draw:
    """What is due: one card, or the attack; in the pub one may say how many, rightly or not (P4, P24)."""

    number: int | None = None


@value
class Stand:
    """Standing up for an ace (P12)."""


@value
class Greet:
    """Greeting the king (P11)."""


@value
class Last:
    """Saying that one card is left, or will be (P21, P25)."""


@value
class Prsi:
    """Saying "prší – zmokne ti prádlo" (P18, P25)."""


@value
class Give:
    """A card of one's own for the player before (P15)."""

    card: Card


@value
class Announce:
    """The dealer says whether all give a card, an action king having been turned (P17)."""

    change: bool


@value
class Say:
    """The words that a house rule asks for (P28)."""

    text: str


@value
class Breach:
    """The table has found that `player` did not do what a house rule asks for (P28)."""

    player: Seat


@value
class Collapse:
    """Leaving for health (S30)."""


Action: TypeAlias = Play | Draw | Stand | Greet | Last | Prsi | Give | Announce | Say | Breach | Collapse

MAIN = (Play, Draw, Stand)
"""What a turn is spent on (P25)."""

DRAW, STAND, GREET, LAST, PRSI, COLLAPSE = Draw(), Stand(), Greet(), Last(), Prsi(), Collapse()
CHANGE, NO_CHANGE = Announce(change=True), Announce(change=False)

NAMES: dict[Rank, tuple[str, ...]] = {**OF_CHANGERS, "K": (YES, NO)}
"""What a card of these ranks may ever name or say."""
PLAYS: dict[Card, dict[str | None, Play]] = {
    card: {name: Play(card=card, name=name) for name in (None, *NAMES.get(card[0], ()))} for card in PACK
}
"""Every way to play a card with a name that its rank may ever take, and without one."""
GIFTS: dict[Card, Give] = {card: Give(card=card) for card in PACK}

_WORDS: dict[str, Action] = {
    "draw": DRAW,
    "stand": STAND,
    "greet": GREET,
    "last": LAST,
    "prsi": PRSI,
    "collapse": COLLAPSE,
    "announce yes": CHANGE,
    "announce no": NO_CHANGE,
}
_WORDS_OF = {action: words for words, action in _WORDS.items()}


def parse_action(text: str) -> Action:
    """An action from its words ("play Oh=a"), a player being a seat number; ValueError when it has not that form."""
    words = text.split()
    match words:
        case ["play", word]:
            card, name = read_play(word)
            if card in PLAYS:
                return Play(card=card, name=name)
        case ["give", card] if card in GIFTS:
            return GIFTS[card]
        case ["draw", number] if re.fullmatch("-?[0-9]{1,99}", number):
            return Draw(number=int(number))
        case ["say", _, *_]:
            return Say(text=" ".join(words[1:]))
        case ["breach", seat] if re.fullmatch("[0-9]{1,9}", seat):
            return Breach(player=int(seat))
        case _ if (action := _WORDS.get(" ".join(words))) is not None:
            return action
    raise ValueError(f"no action of prsi: {text}")


def format_action(action: Action) -> str:
    """The words of an action; `parse_action` gives it back."""
    match action:
        case Play(card=card, name=name):
            return f"play {write_play(card, name)}"
        case Give(card=card):
            return f"give {card}"
        case Draw(number=int(number)):
            return f"draw {number}"
        case Say(text=text):
            return f"say {text}"
        case Breach(player=seat):
            return f"breach {seat}"
    return _WORDS_OF[action]
