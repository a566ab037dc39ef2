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
class Round:
    """A running game: who sits where, its state, and since when the present question is asked.

    `number` counts the games of the night; `options` are those of the deal, in a big round fewer cards than chosen
    (S1); `players` are by seat; times are Unix milliseconds; `nudged`: whoever is asked was reminded (N2). `last` is
    what the latest action did, as everybody may see it, `did` are everybody's latest actions by seat, in the words of
    records, and `by` is whose action led to the present question, None when the clock or the table did; `charged` are
    the debts since the present question, also by that action: they can be taken back together with a card (S29).
    `commitment` is what everybody may know of the deck (N20).
    `latest` is who acted last at all, None for the clock or the table. `vote` is about a deed, `acquitted` are those
    whose latest deed was found done (P28). `moved_at` is when the latest action was, `passed` are the bot players who
    have nothing to do about it (N21). `paused_by` is who stopped the clock, None while it runs (N2)."""

    number: int
    game: str
    options: OptionTable
    players: tuple[PersonId, ...]
    dealer: Seat
    deck: Cards
    state: Any
    started_at: int
    asked_at: int
    nudged: bool = False
    last: tuple[News, ...] = ()
    did: tuple[str, ...] = ()
    by: Seat | None = None
    charged: tuple[Entry, ...] = ()
    commitment: str = ""
    latest: Seat | None = None
    vote: Vote | None = None
    acquitted: tuple[Seat, ...] = ()
    moved_at: int = 0
    passed: tuple[Seat, ...] = ()
    paused_by: PersonId | None = None

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


@value
class Table:
    """One table of the night.

    `seats` go clockwise; `queue` are those who sit down for the next deal; `dealer` deals next, None before the lot is
    drawn; `options` are what the table chose for each game; `limit` is the seconds for a turn, 0 none. `out_of_turn`: a
    card or a greeting out of turn is a mistake, not only a slip of the finger (P24). `house` are the table's own rules,
    `kept`: the group's next night begins with them; `proposal` is what the winner makes of them (N17). `cut` is the
    action suit that was cut for the next deal (P13). `customs` are those that are on, sorted. `slap_limit` is the
    seconds for a slap race (S24). `earlier` are the results at tables that were joined to this one since its last deal.
    """

    id: int
    game: str
    options: tuple[tuple[str, OptionTable], ...] = ()
    seats: tuple[PersonId, ...] = ()
    queue: tuple[PersonId, ...] = ()
    dealer: PersonId | None = None
    limit: int = TURN_LIMIT
    out_of_turn: bool = False
    house: tuple[HouseRule, ...] = ()
    kept: bool = False
    proposal: Proposal | None = None
    cut: Suit | None = None
    customs: tuple[Custom, ...] = ()
    round: Round | None = None
    result: Result | None = None
    slap_limit: int = SLAP_LIMIT
    earlier: tuple[Result, ...] = ()

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
    """One evening in one group, or in one topic of it.

    `opened_at` is in Unix milliseconds; `ended_at` too, 0 while it runs. `ending` is who asked to end it. `posted`
    counts how often the table was asked for anew. `wins` are the games that were won: when, in ms since the opening,
    and by whom. `stock` are the drinks that were agreed on, in the order of coming
    (N7); `dry_at` is since when it is asked what to do without (Unix ms, 0: it is not), `dry_until` the game that is
    still played without (N11). `admins_only`: others may not change settings.
    `split` is the proposal of two tables (N5). `followed`: the group got another id after the night's end; only
    disputes went along (N18)."""

    id: str
    chat: int
    topic: int | None
    title: str
    language: str
    opened_at: int
    people: tuple[Person, ...] = ()
    tables: tuple[Table, ...] = ()
    books: Books = Books()
    stock: tuple[Drink, ...] = ()
    dry_at: int = 0
    dry_until: int = 0
    games: int = 0
    posted: int = 0
    ending: PersonId | None = None
    wins: tuple[tuple[int, PersonId], ...] = ()
    disputes: tuple[Dispute, ...] = ()
    ended_at: int = 0
    admins_only: bool = False
    split: Split | None = None
    followed: bool = False

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
