"""Somebody at the table: what they have chosen, opened, won, missed (N1–N4, N10, N13)."""

from enum import StrEnum

from core.ledger import PersonId
from core.players.strength import Strength
from core.values import value

LAPSES_TO_SIT_OUT = 3
"""So many missed turns in a row, and the person is asked to sit out (N2)."""


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
    """Somebody who takes part in this night, also after leaving it.

    `reachable`: the bot may write to them in private (None: nobody knows yet). `language` is their Telegram language.
    `called` counts the times they asked for their hand: each sends it anew. `menu` is what they opened, `menu_on` the
    card it is about. `missed` counts their lapses in a row; any tap sets it back (N2). `resting`: the next deal passes
    them by. `leaving`: they leave when the running game ends. `unwell`: they left for health and have not come back;
    when they do, they bear the title `phoenix` (N4). `hat`: they wear the Arcipíč's hat, through the table's next game
    (S11). `drink` is what they drink of the stock (N10), None when they have not chosen; `care` whether with alcohol,
    None before they have said so, `limit` in standard drinks, 0 none (N13). `bot` is how well the bot plays for them,
    None for people (N21). `exiting`: they go as soon as they have chosen a bottle to finish (N3). `on_break`: the clock
    does not run for them (N2); `stays_seated`: unwell, they need not stand up for an ace (N3). `speaks` is the
    language that they chose, None for their Telegram's.
    """

    id: PersonId
    name: str
    language: str | None = None
    reachable: bool | None = None
    called: int = 0
    menu: Menu | None = None
    menu_on: str = ""
    missed: int = 0
    resting: bool = False
    leaving: bool = False
    unwell: bool = False
    phoenix: bool = False
    hat: bool = False
    wins: int = 0
    losses: int = 0
    games: int = 0
    score: int = 0
    drink: str | None = None
    care: Care | None = None
    limit: int = 0
    exiting: bool = False
    bot: Strength | None = None
    on_break: bool = False
    stays_seated: bool = False
    speaks: str | None = None

    @property
    def sits_out(self) -> bool:
        """Whether the next deal passes them by."""
        return self.resting or self.exiting or self.is_away

    @property
    def is_away(self) -> bool:
        """Whether they have missed so many turns that nobody waits for them (N2)."""
        return self.missed >= LAPSES_TO_SIT_OUT
