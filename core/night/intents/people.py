"""Who comes, goes, rests, is on a break; opponents played by the bot (N1–N4, N15a, N21)."""

from core.ledger import PersonId
from core.night.person import Care
from core.players.strength import Strength
from core.values import value


@value
class Join:
    """Take part from now on, or come back (N1, N4). `reachable` is what the bot knows of writing to them in private,
    `speaks` a language that they chose before, `care` whether with alcohol (N13)."""

    person: PersonId
    name: str
    language: str | None = None
    reachable: bool | None = None
    table: int | None = None
    speaks: str | None = None
    care: Care | None = None


@value
class Leave:
    """Go home between two games (N3); during a game, after it."""

    person: PersonId


@value
class Unwell:
    """Leave at once for health, in every phase (N3, S30)."""

    person: PersonId


@value
class Rest:
    """Sit out the next deal, or sit down again (N15a)."""

    person: PersonId
    sits_out: bool


@value
class TakeBreak:
    """Stop the clock whenever it is my turn, until I tap anything (N2)."""

    person: PersonId


@value
class StaySeated:
    """I am unwell but play on, and do not stand up for an ace; or I do again (N3)."""

    person: PersonId
    on: bool


@value
class SetLanguage:
    """What I read: the code of a language, None for that of my Telegram."""

    person: PersonId
    language: str | None


@value
class FinishBottle:
    """The bottle that I finish before I go home (N3)."""

    person: PersonId
    drink: str


@value
class WaiveBottle:
    """Let `whom` go home without finishing a bottle (N3)."""

    person: PersonId
    whom: PersonId


@value
class SeatBot:
    """An opponent played by the bot, please (N21)."""

    person: PersonId
    table: int
    strength: Strength


@value
class DismissBot:
    """Enough of this opponent (N21)."""

    person: PersonId
    bot: PersonId


@value
class Reachable:
    """The bot learned whether it may write to somebody in private."""

    person: PersonId
    reachable: bool


@value
class LeftGroup:
    """Somebody is not in the group any more, by their own will or not."""

    person: PersonId
