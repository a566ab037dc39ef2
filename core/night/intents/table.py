"""What a table plays, and what its players do (N2, N5, N16, N17, P13, P20, P24, P28)."""

from enum import StrEnum

from core.cards import Suit
from core.game import Seat
from core.house import Fault
from core.ledger import PersonId
from core.night.values import Custom, OptionTable, OptionValue
from core.values import value


@value
class PickGame:
    """Choose the game that a table plays next (N16)."""

    person: PersonId
    table: int
    game: str


@value
class SetOption:
    """Choose an option of the table's next game (N16)."""

    person: PersonId
    table: int
    option: str
    setting: OptionValue


@value
class SetOptions:
    """Choose these options of the table's next game, if it is `game`, and the defaults of all others (N16)."""

    person: PersonId
    table: int
    game: str
    options: OptionTable


@value
class SetLimit:
    """Choose the seconds for a turn, 0 for none (N2)."""

    person: PersonId
    table: int
    seconds: int


@value
class SetSlapLimit:
    """Choose the seconds of a slap race (N2)."""

    person: PersonId
    table: int
    seconds: int


@value
class SetCustom:
    """A custom of the table, or of the night, on or off (N3, N15)."""

    person: PersonId
    table: int
    custom: Custom
    on: bool


@value
class SwitchRule:
    """Use a built-in rule in the table's next game, or not (P20)."""

    person: PersonId
    table: int
    rule: str
    on: bool


@value
class MindTurns:
    """Whether a card out of turn is a mistake at this table, or only a slip of the finger (P24)."""

    person: PersonId
    table: int
    on: bool


@value
class KeepRules:
    """Whether the group's next night begins with the rules of this table (N17)."""

    person: PersonId
    table: int
    on: bool


@value
class Cut:
    """The action suit of the next deal, by the player on the dealer's right (P13); `after` as with Deal."""

    person: PersonId
    table: int
    after: int
    suit: Suit


class Making(StrEnum):
    """What the winner does about a rule: turns to a page, chooses something, is done."""

    PAGE = "page"
    READY = "ready"
    """A ready-made rule: `argument` is its pattern, `effects` its effects."""
    USE = "use"
    DROP = "drop"
    RANK = "rank"
    SUIT = "suit"
    EFFECT = "effect"
    ARGUMENT = "argument"
    """The number or the text of an effect."""
    MORE = "more"
    DONE = "done"
    SKIP = "skip"


@value
class MakeRule:
    """One step of the winner of game number `game` towards a rule (N17).

    `fault` is what random games have shown of the composed rule, None when they went well.
    """

    person: PersonId
    table: int
    game: int
    verb: Making
    argument: str = ""
    effects: tuple[str, ...] = ()
    fault: Fault | None = None


@value
class Deal:
    """Start the next game at a table; `after` is the number of its latest, so that a second tap starts nothing."""

    person: PersonId
    table: int
    after: int


@value
class Act:
    """An action in a running game, in the words of records, made for the question `ply` of game number `game`."""

    person: PersonId
    table: int
    game: int
    ply: int
    action: str


@value
class CastVote:
    """Whether the deed of the player `accused` was not done (P28)."""

    person: PersonId
    table: int
    game: int
    accused: Seat
    breach: bool


@value
class Pause:
    """Stop the clock of the table, or let it run again (N2); `on` None: the other of the two."""

    person: PersonId
    on: bool | None = None
    table: int | None = None


@value
class BotMove:
    """What a bot player has thought of, looking at the table as it was at `moved_at` (Unix ms).

    `seat` does `action`, in the words of records; `passed` have nothing to do, and with `seat` None nobody has.
    """

    table: int
    game: int
    moved_at: int
    seat: Seat | None = None
    action: str = ""
    passed: tuple[Seat, ...] = ()


@value
class DrawTables:
    """Two tables, but others: drawn by lot, or the drunker with the drunker (N5)."""

    person: PersonId
    by_tally: bool


@value
class MovePerson:
    """This one to the other of the two tables, for one of there (N5)."""

    person: PersonId
    who: PersonId


@value
class SettleTables:
    """Two tables as proposed, or one (N5)."""

    person: PersonId
    two: bool


@value
class JoinTables:
    """One table again (N5)."""

    person: PersonId
