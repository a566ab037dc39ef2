"""What a player may wish for, and its words in a record."""

from typing import TypeAlias

from core.cards import Card
from core.prsi.fitting import ALL_CARDS, NAMES
from core.prsi.words import read_card, read_play, write_play
from core.values import value


@value
class Play:
    """A card from the hand; an Ober names a suit, an Unter a rank (S3, S20, S21)."""

    card: Card
    name: str | None = None


@value
class Draw:
    """One card, or all that an attack, a red ten or a return demands (S3, S9, S13, S22)."""


@value
class Drink:
    """Drinking instead of drawing: the attack goes on to the next player (S13)."""


@value
class Stand:
    """Standing up for an ace (S19)."""


@value
class Challenge:
    """Accusing whoever played the green king of having had another card to play (S17)."""


@value
class Admit:
    """Taking the attack without showing anything (S17)."""


@value
class Show:
    """Showing the hand to all (S17)."""


@value
class Slap:
    """A hand on the pile (S24)."""


@value
class Timeout:
    """The table closes the race (S24)."""


@value
class Announce:
    """The dealer says what the bottom card is, true or not (S27)."""

    card: Card


@value
class Doubt:
    """The dealer must show the bottom card (S27)."""


@value
class Choose:
    """The winner says what the loser and the assistant will drink: one word (S10)."""

    drink: str


@value
class Call:
    """Saying that the last play was illegal (S29)."""


@value
class Collapse:
    """Leaving for health (S30)."""


Action: TypeAlias = (
    Play
    | Draw
    | Drink
    | Stand
    | Challenge
    | Admit
    | Show
    | Slap
    | Timeout
    | Announce
    | Doubt
    | Choose
    | Call
    | Collapse
)

DRAW, DRINK, STAND, CHALLENGE, ADMIT, SHOW = Draw(), Drink(), Stand(), Challenge(), Admit(), Show()
SLAP, TIMEOUT, DOUBT, CALL, COLLAPSE = Slap(), Timeout(), Doubt(), Call(), Collapse()

PLAYS: dict[Card, tuple[Play, ...]] = {
    card: tuple(Play(card=card, name=name) for name in NAMES.get(card[0], (None,))) for card in sorted(ALL_CARDS)
}
"""All the ways to play each card, with a name of the right kind."""
ANNOUNCEMENTS: dict[Card, Announce] = {card: Announce(card=card) for card in sorted(ALL_CARDS)}

_WORDS: dict[str, Action] = {
    "draw": DRAW,
    "drink": DRINK,
    "stand": STAND,
    "challenge": CHALLENGE,
    "admit": ADMIT,
    "show": SHOW,
    "slap": SLAP,
    "timeout": TIMEOUT,
    "doubt": DOUBT,
    "call": CALL,
    "collapse": COLLAPSE,
}
_WORD_OF = {action: word for word, action in _WORDS.items()}


def parse_action(text: str) -> Action:
    """An action from its words ("play Oh=a"); ValueError when it has not the form of the verb table."""
    match text.split():
        case ["play", word]:
            card, name = read_play(word)
            return Play(card=card, name=name)
        case ["announce", word]:
            return ANNOUNCEMENTS[read_card(word)]
        case ["choose", drink]:
            return Choose(drink=drink)
        case [word] if word in _WORDS:
            return _WORDS[word]
    raise ValueError(f"no action of smidary: {text}")


def format_action(action: Action) -> str:
    """The words of an action; `parse_action` gives it back."""
    match action:
        case Play(card=card, name=name):
            return f"play {write_play(card, name)}"
        case Announce(card=card):
            return f"announce {card}"
        case Choose(drink=drink):
            return f"choose {drink}"
    return _WORD_OF[action]
