"""What every game offers, in words that the record, the night and the bot share.

A game is a package that satisfies the protocol `Game`: its functions, and in `traits` whatever it asks of the night
around it. Seats are numbered clockwise from 0; names live outside. The order of the deck is given from outside, so a
game is a pure function of its record.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Protocol, TypeAlias, TypeVar

from core.cards import Cards
from core.values import value

Seat: TypeAlias = Annotated[int, "seat"]
"""A number from 0; annotated, so that a record can tell which fields of an event are to be written as names."""
CLOCKWISE, COUNTER_CLOCKWISE = 1, -1

OVER = "over"
"""The phase in which every game ends."""
COLLAPSE = "collapse"
"""The words of leaving for health: every game takes them from whoever is in it, at any time (N3, S30, H17)."""
CHOOSE = "choose"
"""The verb of the winner's choice, with one word for what `Charged.chosen_drink` is drunk from (S10)."""
TIMEOUT = "timeout"
"""The words of the table itself that end a race (S24)."""


class Refusal(StrEnum):
    """Why an action is refused: the error codes of records."""

    UNKNOWN_PLAYER = "unknown-player"
    UNKNOWN_ACTION = "unknown-action"
    GAME_OVER = "game-over"
    DEAD_DONT_TALK = "dead-dont-talk"
    NOT_NOW = "not-now"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_YOUR_CARD = "not-your-card"
    BAD_NAME = "bad-name"
    MUST_DRAW = "must-draw"
    MUST_STAND = "must-stand"
    ILLEGAL_CARD = "illegal-card"
    CANNOT_DRINK = "cannot-drink"
    CANNOT_CHALLENGE = "cannot-challenge"
    MUST_PLAY = "must-play"
    MIXED_RANKS = "mixed-ranks"
    HAND_FIRST = "hand-first"
    MUST_FLIP = "must-flip"


class Refused(Exception):
    """A step that the rules do not let through: the code and the clause it follows from ("S13")."""

    def __init__(self, code: Refusal, rule: str) -> None:
        super().__init__(code, rule)
        self.code = code
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.code} ({self.rule})" if self.rule else self.code.value


Reason: TypeAlias = tuple[Refusal, str]
"""The code of a refusal, and the clause it follows from."""


class InvalidSetup(ValueError):
    """Players, options or cards that make no game; the text is one line for the person who wrote them."""


@value
class Event:
    """A fact at the table, in the past tense, with the results of chance in it. Games add their own.

    `private_to` names the fields that only the event's own `seat` may see (a drawn card, say); everything else is open.
    `is_mistake`: it is something that somebody did wrong and has paid for.
    """

    private_to: ClassVar[tuple[str, ...]] = ()
    is_mistake: ClassVar[bool] = False


@value
class Charged(Event):
    """`seat` owes a drink: `ml` at coefficient 1, by the clause `rule`.

    `chosen_drink`: to be drunk from the winner's choice (S10), otherwise from the player's own drink (N10); `in_vain`:
    for having blamed somebody who had done nothing.
    """

    seat: Seat
    ml: int
    rule: str
    chosen_drink: bool = False
    in_vain: bool = False


@value
class ChargeUndone(Event):
    """A charge of the play that was just taken back is void (S29): the ledger gets a correction."""

    seat: Seat
    ml: int
    rule: str


@value
class Outcome:
    """How a finished game ended.

    `places`: who finished, in order; `loser`: the last one, None when a collapse ended the game; `assistant`: the one
    before, in games that charge them, too (S11); `title`: the loser's title in this game, None without one;
    `next_dealer`: who deals the next game (N6); `scores`: +1, 0 or −1 a seat in games that score, else all 0; `chosen`:
    what the winner has chosen for the others to drink so far (S10).
    """

    places: tuple[Seat, ...]
    loser: Seat | None
    assistant: Seat | None
    title: str | None
    next_dealer: Seat
    scores: tuple[int, ...]
    chosen: str | None = None


@value
class Position:
    """A table in mid-game as a record describes it; tuples by seat, `pile` bottom to top, `draw` top first."""

    hands: tuple[Cards, ...]
    open: tuple[Cards, ...]
    down: tuple[Cards, ...]
    pile: Cards
    draw: Cards
    turn: Seat | None
    direction: int


@value
class Traits:
    """What the night has to know of a game beside its moves. Verbs are the first words of actions.

    A game that leaves all of it as it is gets dealt, played in turns and scored, and what it charges is drunk.
    """

    race: str | None = None
    """The phase in which everybody is asked at once, against the table's own clock, until it says `TIMEOUT` (S24)."""
    spoken: frozenset[str] = frozenset()
    """Verbs of words at the table: said twice in a row they are one slip of the finger."""
    out_of_turn: frozenset[str] = frozenset()
    """Verbs that are a mistake out of turn where the table wants it so, and elsewhere a slip of the finger (P24)."""
    waived_in_lapses: frozenset[str] = frozenset()
    """Clauses whose charges cost nobody anything for whom the clock has acted (N2)."""
    hat: str | None = None
    """The loser's title that comes with a hat, worn all through the table's next game (S11)."""
    round_clause: str | None = None
    """The clause by which the loser fetches the next round, unless millilitres are charged by it (N14)."""
    crowd: int | None = None
    """From so many people at a table on two tables are proposed (N5)."""


class State(Protocol):
    """What the outside may read of any game's state.

    `ply` counts the accepted actions that changed what the table is asked: buttons made for another ply are old.
    `hands` are by seat: when somebody else has changed one, its player is told.
    """

    @property
    def ply(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def hands(self) -> tuple[Cards, ...]: ...


class View(Protocol):
    """What the outside may read of any game's view. `actions` are what `legal` lets the viewer do."""

    @property
    def viewer(self) -> Seat | None: ...
    @property
    def phase(self) -> str: ...
    @property
    def actors(self) -> tuple[Seat, ...]: ...
    @property
    def actions(self) -> tuple[Any, ...]: ...
    @property
    def outcome(self) -> Outcome | None: ...


S = TypeVar("S", bound=State)
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741
V = TypeVar("V", bound=View, covariant=True)


class Game(Protocol[S, A, O, V]):
    """One game: its package satisfies this protocol (S state, A action, O options, V view)."""

    id: str
    seats: range
    """Possible numbers of players."""
    setup_keys: frozenset[str]
    """What a record's [setup] may hold beside the common keys: "open" and "down" in a position, "cut" before a deal."""
    player_verbs: frozenset[str]
    """Verbs whose one argument is a player: a name in records, a seat number in `parse_action` and `format_action`."""
    traits: Traits

    def parse_options(self, raw: Mapping[str, object]) -> O:
        """Options from a record's table or the lobby, missing ones by default.

        InvalidSetup for unknown keys or wrong values. A game with "cut" in its `setup_keys` finds it here, too (P13).
        """

    def parse_house(self, raw: Sequence[Mapping[str, object]], names: Sequence[str]) -> Sequence[Any]:
        """House rules from a record's [[house]] tables (P27), InvalidSetup for wrong ones; () in a game without any."""

    def fit(self, options: O, players: int) -> O:
        """The same options with the largest deal, at most the chosen one, that these players have cards for (S1)."""

    def pack(self, options: O, players: int) -> Cards:
        """The complete pack for these options; InvalidSetup when the number of players or the deal does not fit."""

    def setup(
        self, players: int, dealer: Seat, options: O, deck: Cards, house: Sequence[Any] = ()
    ) -> tuple[S, tuple[Event, ...]]:
        """The table after the deal of `deck`, a permutation of `pack`, its first card first; and what happened at it.

        InvalidSetup where the options are not complete for a deal (P13).
        """

    def place(self, players: int, dealer: Seat, options: O, position: Position, house: Sequence[Any] = ()) -> S:
        """The state of a position, whose cards are codes of any kind so far; InvalidSetup when it cannot be.

        The type that it is annotated to return is the one that the store writes and reads.
        """

    def actors(self, state: S) -> tuple[Seat, ...]:
        """Who may act in the phase's main question, by seat."""

    def legal(self, state: S, seat: Seat) -> tuple[A, ...]:
        """Everything that `step` lets this seat do now, with every name a card can take; without `COLLAPSE` and
        the open-ended ones (a free word): those are said by the view."""

    def step(self, state: S, seat: Seat | None, action: A) -> tuple[S, tuple[Event, ...]]:
        """The next state and what happened; Refused leaves everything as it was.

        `seat` None is the table itself, which says nothing but `TIMEOUT`.
        """

    def view(self, state: S, viewer: Seat | None) -> V:
        """What this seat may see, or a spectator (None): a type with no room for anything else."""

    def lapse(self, state: S, seat: Seat) -> A | None:
        """The least harmful action for somebody who does not act (N2); None when nothing is asked of them."""

    def parse_action(self, text: str) -> A:
        """An action from its words in a record ("play Oh=a"); ValueError when it has not that form."""

    def format_action(self, action: A) -> str:
        """The words of an action; `parse_action` gives it back."""

    def report(self, state: S, names: Sequence[str]) -> dict[str, object]:
        """The `state` object of the replay command, with all secrets."""

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, None while it runs."""


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
"""A game of which nothing but its id is known."""


def is_done_once(game: AnyGame, words: str, events: Sequence[Event]) -> bool:
    """Whether an action that led to this is a slip of the finger when it comes again at once: words at the table, and
    mistakes. What the rules let through may be meant again: two aces in a row are stood on twice.
    """
    return words.partition(" ")[0] in game.traits.spoken or any(event.is_mistake for event in events)
