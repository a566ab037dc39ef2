"""The evening as a value: tables, the running game, what is voted on, the step from one night to the next (N1–N9)."""

from enum import StrEnum
from typing import Any, TypeAlias

from core.cards import Cards, Suit
from core.game import Event, Outcome, Seat
from core.ledger import Books, Drink, Entry, PersonId
from core.night.person import Person
from core.night.rules import HouseRule, Proposal, Vote
from core.values import value

OptionValue: TypeAlias = bool | int | str | tuple[str, ...]
OptionTable: TypeAlias = tuple[tuple[str, OptionValue], ...]
"""Options of a game that differ from its defaults, sorted by name."""

TURN_LIMIT = 90
TURN_LIMITS = (30, 60, 90, 120, 180, 300, 600, 0)
"""Seconds that a table may give for a turn; 0 is off (N2)."""
SLAP_LIMIT = 20
SLAP_LIMITS = (20, 30, 60, 10)
"""Seconds that a table may give for a slap race (S24)."""


class Custom(StrEnum):
    """What a table may agree on beside the games, all off by default."""

    EXIT_BOTTLE = "exit_bottle"
    """Who leaves is asked to finish a bottle (N3)."""
    CLEAN_NAMES = "clean_names"
    """Titles that can be said before children (N15)."""
    NEALKO = "nealko"
    """Nobody drinks alcohol, and the names are clean (N13, N15)."""


@value
class News:
    """A fact that everybody may know: the name of an event and its open fields.

    What happened in a game says at which table, in which game of the night (its number and its id) and who sat where.
    """

    kind: str
    data: tuple[tuple[str, Any], ...] = ()
    table: int = 0
    number: int = 0
    game: str = ""
    players: tuple[PersonId, ...] = ()

    def get(self, field: str, default: Any = None) -> Any:
        """A field of the event."""
        return dict(self.data).get(field, default)


@value
class Handed:
    """What an action of somebody else did to a hand: `facts` are those about its player, as they may see them.

    `seat` is whose hand, `by` who acted, None for the clock or the table; `at` is Unix ms.
    """

    seat: Seat
    by: Seat | None
    at: int
    facts: tuple[News, ...]


@value
class Round:
    """A running game: who sits where, its state, and since when the present question is asked (Unix ms)."""

    number: int
    """It counts the games of the night."""
    game: str
    options: OptionTable
    """Those of the deal, in a big round fewer cards than chosen (S1)."""
    players: tuple[PersonId, ...]
    """By seat."""
    dealer: Seat
    deck: Cards
    state: Any
    started_at: int
    asked_at: int
    nudged: bool = False
    """Whoever is asked was reminded (N2)."""
    last: tuple[News, ...] = ()
    """What the latest action did, as everybody may see it."""
    did: tuple[str, ...] = ()
    """Everybody's latest action by seat, in the words of records."""
    did_at: tuple[int, ...] = ()
    """When that was (Unix ms), for words and mistakes; 0 for all else, and once a turn makes it another action."""
    handed: tuple[Handed, ...] = ()
    """The hands that others have changed, each since its player's latest action."""
    by: Seat | None = None
    """Whose action led to the present question, None when the clock or the table did."""
    charged: tuple[Entry, ...] = ()
    """The debts since the present question, also by that action: they can be taken back together with a card (S29)."""
    commitment: str = ""
    """What everybody may know of the deck (N20)."""
    latest: Seat | None = None
    """Who acted last at all, None for the clock or the table."""
    vote: Vote | None = None
    """Whether a deed was done (P28)."""
    acquitted: tuple[Seat, ...] = ()
    """Whose latest deed was found done (P28)."""
    moved_at: int = 0
    """When the latest action was (Unix ms)."""
    passed: tuple[Seat, ...] = ()
    """The bot players who have nothing to do about it (N21)."""
    paused_by: PersonId | None = None
    """Who stopped the clock, None while it runs (N2)."""

    def seat(self, person: PersonId) -> Seat | None:
        """Where the person sits in this game, None for a spectator."""
        return self.players.index(person) if person in self.players else None


@value
class Result:
    """How the last game at a table ended."""

    number: int
    game: str
    players: tuple[PersonId, ...]
    outcome: Outcome
    doses: tuple[int, ...]
    """Numbers of the ledger entries of the end-of-game doses."""
    owed: tuple[tuple[PersonId, int], ...] = ()
    """Who was charged how many ml because of how it ended (S11, H14)."""
    last: tuple[News, ...] = ()
    """What its last action did, as everybody may see it."""
    commitment: str = ""
    """What everybody may know of its deck (N20)."""


@value
class Table:
    """One table of the night."""

    id: int
    game: str
    """What it plays, or next."""
    options: tuple[tuple[str, OptionTable], ...] = ()
    """What the table chose for each game (N16)."""
    seats: tuple[PersonId, ...] = ()
    """Clockwise."""
    queue: tuple[PersonId, ...] = ()
    """Who sits down for the next deal (N1)."""
    dealer: PersonId | None = None
    """Who deals next, None before the lot is drawn (N6)."""
    limit: int = TURN_LIMIT
    """Seconds for a turn, 0 for none (N2)."""
    out_of_turn: bool = False
    """A card or a greeting out of turn is a mistake, not only a slip of the finger (P24)."""
    house: tuple[HouseRule, ...] = ()
    """The table's own rules (N17)."""
    kept: bool = False
    """The group's next night begins with them."""
    proposal: Proposal | None = None
    """What the winner makes of them (N17)."""
    cut: Suit | None = None
    """The action suit that was cut for the next deal (P13)."""
    customs: tuple[Custom, ...] = ()
    """Those that are on, sorted."""
    round: Round | None = None
    result: Result | None = None
    """How the last game here ended, None while another one runs."""
    slap_limit: int = SLAP_LIMIT
    """Seconds for a slap race (S24)."""
    earlier: tuple[Result, ...] = ()
    """The results at tables that were joined to this one since its last deal."""

    @property
    def results(self) -> tuple[Result, ...]:
        """The last game, and those at tables that were joined to this one since."""
        return self.earlier if self.result is None else (self.result, *self.earlier)

    @property
    def latest(self) -> int:
        """The number of its running game, or else of the last one here; 0 before the first."""
        if self.round is not None:
            return self.round.number
        return 0 if self.result is None else self.result.number

    def keeps_a_place_for(self, person: PersonId) -> bool:
        """Whether the person has a seat or waits for one; who left for health may be in the running game without."""
        return person in self.seats or person in self.queue


@value
class Dispute:
    """A question that all players of the night vote on (N18).

    `votes` are who chose which answer, by its place; `closes_at` is in Unix milliseconds; `ruling`: an administrator
    has confirmed the outcome.
    """

    number: int
    question: str
    answers: tuple[str, ...]
    closes_at: int
    votes: tuple[tuple[PersonId, int], ...] = ()
    closed: bool = False
    ruling: bool = False


@value
class Split:
    """A proposal to play at two tables: who sits at which, and whoever decides (N5).

    `by_tally`: the drunker with the drunker, otherwise by lot. `marked` is to change places with somebody; `refused`:
    one table is enough.
    """

    tables: tuple[tuple[PersonId, ...], tuple[PersonId, ...]]
    decider: PersonId
    by_tally: bool = False
    marked: PersonId | None = None
    refused: bool = False


@value
class Night:
    """One evening in one group, or in one topic of it."""

    id: str
    chat: int
    topic: int | None
    title: str
    language: str
    opened_at: int
    """Unix ms."""
    people: tuple[Person, ...] = ()
    """All who have taken part, also those who have gone."""
    tables: tuple[Table, ...] = ()
    books: Books = Books()
    stock: tuple[Drink, ...] = ()
    """The drinks that were agreed on, in the order of coming (N7)."""
    dry_at: int = 0
    """Since when it is asked what to do without (Unix ms), 0 while it is not (N11)."""
    dry_until: int = 0
    """The game that is still played without (N11)."""
    games: int = 0
    """How many were dealt."""
    posted: int = 0
    """How often the table was asked for anew."""
    ending: PersonId | None = None
    """Who asked to end it."""
    wins: tuple[tuple[int, PersonId], ...] = ()
    """The games that were won: when, in ms since the opening, and by whom."""
    disputes: tuple[Dispute, ...] = ()
    ended_at: int = 0
    """Unix ms, 0 while it runs."""
    admins_only: bool = False
    """Others may not change settings."""
    split: Split | None = None
    """The proposal of two tables (N5)."""
    followed: bool = False
    """The group got another id after the night's end; only disputes went along (N18)."""

    def person(self, person: PersonId) -> Person | None:
        """The person with this id, None for a stranger."""
        return next((somebody for somebody in self.people if somebody.id == person), None)

    def table(self, table: int) -> Table | None:
        """The table with this id."""
        return next((one for one in self.tables if one.id == table), None)

    def table_of(self, person: PersonId) -> Table | None:
        """Where the person plays, sits or waits."""
        return next(
            (
                table
                for table in self.tables
                if table.keeps_a_place_for(person) or (table.round and person in table.round.players)
            ),
            None,
        )


@value
class Step:
    """What an intent makes of a night: the night after it, what the group is told, and new lines of ledger and log.

    `events` are as they were booked: charges with the ml of their entries (N7), and none that nobody owes (N2).
    `faults` are of our own making, for the operator: choices of bot players that their game does not let through.
    """

    night: Night
    news: tuple[News, ...] = ()
    entries: tuple[Entry, ...] = ()
    log: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    faults: tuple[str, ...] = ()

    def then(self, later: "Step") -> "Step":
        """This step and one that was taken from its night."""
        return Step(
            night=later.night,
            news=self.news + later.news,
            entries=self.entries + later.entries,
            log=self.log + later.log,
            events=self.events + later.events,
            faults=self.faults + later.faults,
        )
