"""The card arguments of actions in records: "7h", "Oh=a", "Uh=9"."""

from core.cards import Card
from core.prsi.fitting import ALL_CARDS


def read_card(word: str) -> Card:
    """A card code of the German-suited deck with the six; ValueError for anything else."""
    if word not in ALL_CARDS:
        raise ValueError(f"not a card: {word}")
    return word


def read_play(word: str) -> tuple[Card, str | None]:
    """A card and what is named with it; a wrong name is a matter of the rules (`bad-name`), not of the form."""
    card, equals, name = word.partition("=")
    return read_card(card), name if equals else None


def write_play(card: Card, name: str | None) -> str:
    """The word of `read_play`."""
    return card if name is None else f"{card}={name}"
