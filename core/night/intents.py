"""What somebody at the table, or the clock, wants of the night."""

from enum import StrEnum
from typing import TypeAlias

from core.akcni.trial import Fault
from core.cards import Card, Suit
from core.game import Seat
from core.ledger import PersonId
from core.night.values import Care, Custom, Menu, OptionTable, OptionValue
from core.players.strength import Strength
from core.values import value


@value
class Join:
    """Take part from now on, or come back (N1, N4). `reachable` is what the bot knows of writing to them in private,
    `speaks` a language that they chose before."""

    person: PersonId
    name: str
    language: str | None = None
    reachable: bool | None = None
    table: int | None = None
    speaks: str | None = None


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
class OpenMenu:
    """Show something else on one's own screen, or the usual one again (None); `anew` sends that screen again."""

    person: PersonId
    menu: Menu | None
    on: str = ""
    anew: bool = False


@value
class Mark:
    """Choose one more card to be laid together, or one less; those of another rank are chosen no longer (H5)."""

    person: PersonId
    card: Card
    on: bool


@value
class ShowHand:
    """Send me my hand again; `reachable` when the wish came in private."""

    person: PersonId
    reachable: bool | None = None


@value
class ShowTable:
    """Post the table anew in the group."""

    person: PersonId


@value
class ShowBoard:
    """Tell the group how the night stands (N12)."""

    person: PersonId


@value
class ShowRules:
    """Tell the group the rules of the game (N19), and its `rulings` (N18)."""

    person: PersonId
    rulings: tuple[str, ...] = ()


@value
class DrinkUp:
    """I have drunk it (N9): the debt `entry`; None: the oldest one, or all when `everything`."""

    person: PersonId
    entry: int | None = None
    everything: bool = False


@value
class FetchRound:
    """The round is on the table that somebody had to fetch, by the number of its entry (N14)."""

    person: PersonId
    entry: int


@value
class Correct:
    """An entry of the ledger is wrong (N8)."""

    person: PersonId
    entry: int


@value
class ChooseDrink:
    """The winner's choice, in the game and after its end (S10): one word."""

    person: PersonId
    table: int
    game: int
    drink: str


@value
class AddBottle:
    """One more bottle for the stock (N7): `ml` of it, `abv` in tenths of a percent, the coefficient in halves."""

    person: PersonId
    name: str
    ml: int
    abv: int
    halves: int = 2


@value
class ChangeStock:
    """Another number of bottles of a drink, or another coefficient in halves (N7); None: as it is."""

    person: PersonId
    drink: str
    bottles: int | None = None
    halves: int | None = None


@value
class PickDrink:
    """What I drink from now on, one of the stock (N10)."""

    person: PersonId
    drink: str


@value
class ChooseCare:
    """With or without alcohol, from now on (N13)."""

    person: PersonId
    care: Care


@value
class SetOwnLimit:
    """So many standard drinks, and my doses are soft ones; 0: no limit (N13)."""

    person: PersonId
    drinks: int


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
class CastVote:
    """Whether the deed of the player `accused` was not done (P28)."""

    person: PersonId
    table: int
    game: int
    accused: Seat
    breach: bool


@value
class SetCustom:
    """A custom of the table, or of the night, on or off (N3, N15)."""

    person: PersonId
    table: int
    custom: Custom
    on: bool


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
class GoOnDry:
    """The bottles are empty, and we play on to the end of the game, or ask whether to end the night (N11)."""

    person: PersonId
    plays: bool


@value
class EndNight:
    """Ask whether the night shall end; `confirmed`: yes, it ends; `cancelled`: no, it goes on."""

    person: PersonId
    confirmed: bool = False
    cancelled: bool = False


@value
class SetGroupLanguage:
    """What the group reads: the code of a language."""

    person: PersonId
    language: str


@value
class AllowSettings:
    """Who may change the group's settings: its administrators, or everybody at a table."""

    person: PersonId
    admins_only: bool


@value
class SetLanguage:
    """What I read: the code of a language, None for that of my Telegram."""

    person: PersonId
    language: str | None


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


@value
class Pause:
    """Stop the clock of the table, or let it run again (N2); `on` None: the other of the two."""

    person: PersonId
    on: bool | None = None
    table: int | None = None


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
class OpenDispute:
    """Ask all players of the night (N18); `closes_at` in Unix milliseconds is the end of the vote at the latest."""

    person: PersonId
    question: str
    answers: tuple[str, ...]
    closes_at: int


@value
class AnswerDispute:
    """My answer to a dispute, by its place (N18)."""

    person: PersonId
    dispute: int
    answer: int


@value
class ConfirmRuling:
    """Make the outcome of a dispute a ruling of the group, by an administrator (N18)."""

    person: PersonId
    dispute: int


@value
class Reachable:
    """The bot learned whether it may write to somebody in private."""

    person: PersonId
    reachable: bool


@value
class LeftGroup:
    """Somebody is not in the group any more, by their own will or not."""

    person: PersonId


@value
class MoveChat:
    """The group has another id now, since it became a supergroup; or the night leaves its topic, which is gone."""

    chat: int


@value
class Tick:
    """Time has passed: nudges, time limits, the slap race (N2).

    `served_since`: what is timed since before then (Unix ms) begins anew, for there was an outage; 0: there was none.
    """

    served_since: int = 0


OfPerson: TypeAlias = (
    Join
    | Leave
    | Unwell
    | Rest
    | PickGame
    | SetOption
    | SetOptions
    | SetLimit
    | SetSlapLimit
    | Deal
    | Act
    | OpenMenu
    | Mark
    | ShowHand
    | ShowTable
    | ShowBoard
    | ShowRules
    | DrinkUp
    | FetchRound
    | Correct
    | ChooseDrink
    | EndNight
    | SwitchRule
    | MindTurns
    | KeepRules
    | Cut
    | MakeRule
    | CastVote
    | AddBottle
    | ChangeStock
    | PickDrink
    | ChooseCare
    | SetOwnLimit
    | OpenDispute
    | AnswerDispute
    | ConfirmRuling
    | SetGroupLanguage
    | AllowSettings
    | SetLanguage
    | DrawTables
    | MovePerson
    | SettleTables
    | JoinTables
    | Pause
    | TakeBreak
    | StaySeated
    | SeatBot
    | DismissBot
    | GoOnDry
    | SetCustom
    | FinishBottle
    | WaiveBottle
)
"""What somebody wants by a tap or a command."""
Intent: TypeAlias = OfPerson | BotMove | Reachable | LeftGroup | MoveChat | Tick
