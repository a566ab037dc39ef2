"""Somebody at the table: what they have chosen, opened, won, missed (N1–N4, N10, N13)."""

from enum import StrEnum

from core.ledger import PersonId
from core.players.strength import Strength
from core.values import value

LAPSES_TO_SIT_OUT = 3
"""So many missed turns in a row, and the person is asked to sit out (N2)."""

ASSISTANT = "assistant"
"""The title of the last but one (S11)."""


class Menu(StrEnum):
    """What a person has opened on their own screen instead of the usual one."""

    NAME = "name"
    MARK = "mark"
    """Cards chosen before they are laid or exchanged."""
    UNWELL = "unwell"
    CORRECT = "correct"
    STOCK = "stock"
    """The bottles of the night (N7); about one of its drinks, or about all."""
    DRINK = "drink"
    """One's own drink, with or without alcohol, one's own limit (N10, N13)."""
    SETTINGS = "settings"
    GROUP = "group"
    """The settings of the group."""
    LANGUAGE = "language"
    SPLIT = "split"
    """Two tables (N5)."""
    PAUSE = "pause"
    """A break (N2)."""
    BOT = "bot"
    """Opponents played by the bot (N21)."""


class Care(StrEnum):
    """What somebody has chosen once, for this night and those to come, and may change at any time (N13)."""

    ALCOHOL = "alcohol"
    """They have confirmed to be 18 or older."""
    SOFT = "soft"


def is_bot(person: PersonId) -> bool:
    """Whether this is an opponent played by the bot (N21): people's ids are Telegram's, which are never negative."""
    return person < 0


@value
class Person:
    """Somebody who takes part in this night, also after leaving it."""

    id: PersonId
    name: str
    language: str | None = None
    """That of their Telegram."""
    reachable: bool | None = None
    """The bot may write to them in private; None: nobody knows yet."""
    called: int = 0
    """How often they asked for their hand: each time it is sent anew."""
    menu: Menu | None = None
    """What they opened."""
    menu_on: str = ""
    """The card, or whatever else, it is about."""
    missed: int = 0
    """Their lapses in a row; any tap sets it back (N2)."""
    resting: bool = False
    """The next deal passes them by."""
    leaving: bool = False
    """They leave when the running game ends."""
    unwell: bool = False
    """They left for health and have not come back (N3)."""
    phoenix: bool = False
    """They have (N4)."""
    hat: bool = False
    """They wear the Arcipíč's hat, through the table's next game (S11)."""
    wins: int = 0
    losses: int = 0
    games: int = 0
    score: int = 0
    """The sum of +1 and −1 (P22)."""
    titles: tuple[str, ...] = ()
    """What their games have made them tonight, in the order of coming: those of losers, and `ASSISTANT` (S11, N12)."""
    drink: str | None = None
    """What they drink of the stock, None when they have not chosen (N10)."""
    care: Care | None = None
    """Whether with alcohol, None before they have said so (N13)."""
    limit: int = 0
    """In standard drinks, 0 for none (N13)."""
    exiting: bool = False
    """They go as soon as they have chosen a bottle to finish (N3)."""
    bot: Strength | None = None
    """How well the bot plays for them, None for people (N21)."""
    on_break: bool = False
    """The clock does not run for them (N2)."""
    stays_seated: bool = False
    """Unwell, they need not stand up for an ace (N3)."""
    speaks: str | None = None
    """The language that they chose, None for their Telegram's."""

    @property
    def sits_out(self) -> bool:
        """Whether the next deal passes them by."""
        return self.resting or self.exiting or self.is_away

    @property
    def is_away(self) -> bool:
        """Whether they have missed so many turns that nobody waits for them (N2)."""
        return self.missed >= LAPSES_TO_SIT_OUT
