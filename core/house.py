"""House rules as data: which cards a rule is about, and what they do from a closed set of effects (P27, P28)."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from enum import StrEnum

from core.cards import GERMAN_RANKS, GERMAN_SUITS, Card, Rank, Suit
from core.game import InvalidSetup, Seat
from core.values import value

ANY = "*"
KEYS = ("id", "author", "when", "effect")
"""What a [[house]] table must have, and all that it may have (P27)."""


class Kind(StrEnum):
    """What an effect does: its words in a record, without the number or the text."""

    NEXT_DRAWS = "next draws"
    NEXT_LOSES_TURN = "next loses turn"
    PREVIOUS_PLAYS = "previous plays"
    REVERSE = "reverse"
    AGAIN = "again"
    ALL_OTHERS_DRAW = "all others draw"
    PLAYER_DRAWS = "player draws"
    PASS_ONE_CARD = "pass one card"  # noqa: S105 - no password
    NEXT_DRINKS = "next drinks"
    ALL_DRINK = "all drink"
    PLAYER_DRINKS = "player drinks"
    SAY = "say"
    DO = "do"


WITH_NUMBER = frozenset(
    {
        Kind.NEXT_DRAWS,
        Kind.ALL_OTHERS_DRAW,
        Kind.PLAYER_DRAWS,
        Kind.NEXT_DRINKS,
        Kind.ALL_DRINK,
        Kind.PLAYER_DRINKS,
    }
)
"""Effects with a number of cards, or of millilitres at coefficient 1."""
WITH_TEXT = frozenset({Kind.SAY, Kind.DO})
JOINER, IN_COLOUR = "\u200d", "\ufe0f"
"""Parts of emoji that do not show: what joins two into one, and what makes one of a plain sign."""
LARGEST = 9999
"""The largest number in an effect, cards or millilitres: more can only be a slip of the finger."""


class Fault(StrEnum):
    """What random games have shown to be wrong with a set of rules (N17)."""

    NEVER_ENDS = "never-ends"
    CARDS_LOST = "cards-lost"
    NOBODY_TO_ACT = "nobody-to-act"


@value
class Pattern:
    """The cards of a rank, of a suit, of both, or all of them; None stands for any."""

    rank: Rank | None
    suit: Suit | None

    def matches(self, card: Card) -> bool:
        """Whether the rule is about this card."""
        return self.rank in (None, card[0]) and self.suit in (None, card[1])

    def __str__(self) -> str:
        return f"{self.rank or ANY}{self.suit or ANY}"


@value
class Effect:
    """One effect with its number (cards, or ml at coefficient 1) or its text, where its kind has one."""

    kind: Kind
    number: int = 0
    text: str = ""

    def __str__(self) -> str:
        argument = str(self.number) if self.kind in WITH_NUMBER else self.text
        return f"{self.kind} {argument}".rstrip()


@value
class Rule:
    """One house rule; `author` is the seat of who made it, None when they are not playing."""

    id: str
    author: Seat | None
    when: Pattern
    effects: tuple[Effect, ...]

    def __hash__(self) -> int:
        # The rules of a game are looked up at every step, and their ids tell them apart.
        return hash(self.id)


def read_pattern(text: object) -> Pattern:
    """A pattern from its two characters ("K*", "*b", "9h"); InvalidSetup for anything else."""
    if not isinstance(text, str) or not re.fullmatch(f"[{''.join(GERMAN_RANKS)}*][{''.join(GERMAN_SUITS)}*]", text):
        raise InvalidSetup(f"not a rank and a suit, each a letter or *: {text!r}")
    return Pattern(rank=None if text[0] == ANY else text[0], suit=None if text[1] == ANY else text[1])


def read_effect(text: object) -> Effect:
    """An effect from its words; InvalidSetup for anything else.

    >>> read_effect("next draws 2")
    Effect(kind=<Kind.NEXT_DRAWS: 'next draws'>, number=2, text='')
    """
    if isinstance(text, str):
        for kind in Kind:
            found = re.fullmatch(rf"{kind}(?: (?P<argument>.+))?", text.strip())
            if found:
                return _effect(kind, (found["argument"] or "").strip())
    raise InvalidSetup(f"unknown effect: {text!r}")


def _effect(kind: Kind, argument: str) -> Effect:
    if kind in WITH_TEXT:
        if not argument:
            raise InvalidSetup(f"effect {kind.value!r} needs words")
        return Effect(kind=kind, text=argument)
    if kind in WITH_NUMBER:
        if not re.fullmatch("[0-9]{1,4}", argument) or not 1 <= int(argument) <= LARGEST:
            raise InvalidSetup(f"effect {kind.value!r} needs a number from 1 to {LARGEST}, not {argument!r}")
        return Effect(kind=kind, number=int(argument))
    if argument:
        raise InvalidSetup(f"effect {kind.value!r} takes nothing more: {argument!r}")
    return Effect(kind=kind)


def read_rule(table: Mapping[str, object], names: Sequence[str] = ()) -> Rule:
    """A rule from its [[house]] table, with the players by seat; InvalidSetup with one line when it is wrong."""
    if set(table) != set(KEYS):
        raise InvalidSetup(f"a house rule has {', '.join(KEYS)}, not {', '.join(sorted(table)) or 'nothing'}")
    for key in ("id", "author"):
        if not isinstance(table[key], str) or not table[key]:
            raise InvalidSetup(f"{key} of a house rule must be a word")
    effects = table["effect"]
    if not isinstance(effects, Sequence) or isinstance(effects, str) or not effects:
        raise InvalidSetup(f"effect of house rule {table['id']} must be a list of effects")
    return Rule(
        id=str(table["id"]),
        author=names.index(table["author"]) if table["author"] in names else None,
        when=read_pattern(table["when"]),
        effects=tuple(map(read_effect, effects)),
    )


def read_rules(tables: Sequence[Mapping[str, object]], names: Sequence[str]) -> tuple[Rule, ...]:
    """The house rules of a record in the order they were made; InvalidSetup for a wrong one (P27)."""
    return tuple(read_rule(table, names) for table in tables)


def no_rules(tables: Sequence[Mapping[str, object]], names: Sequence[str]) -> tuple[()]:
    """The house rules of a game that has none: they belong to akční prší (P27)."""
    return ()


def is_pictograph(character: str) -> bool:
    """Whether Unicode keeps this place for emoji, also for such as this Python does not know yet."""
    return "\U0001f000" <= character <= "\U0001faff"


def is_sayable(text: str) -> bool:
    """Whether a rule can ask for this text: words or emoji, and nothing that does not show."""
    return bool(text) and all(char.isprintable() or char == JOINER or is_pictograph(char) for char in text)


def heard(text: str) -> str:
    """What of a text is compared: neither case, accents, punctuation, symbols nor the number of spaces (P28).

    A text of nothing else is compared as it is, but for whether its signs are meant in colour.

    >>> heard("Prší – zmokne ti PRÁDLO!")
    'prsi zmokne ti pradlo'
    """
    apart = unicodedata.normalize("NFKD", " ".join(text.casefold().split()))
    kept = (char for char in apart if unicodedata.category(char)[0] not in "CMPS")
    return " ".join("".join(kept).split()) or " ".join(text.replace(IN_COLOUR, "").split())
