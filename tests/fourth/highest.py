"""The rules: what a package of `core` has to offer."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from core.cards import FRENCH_RANKS, Card, Cards, french_pack
from core.game import (
    CLOCKWISE,
    COLLAPSE,
    OVER,
    Charged,
    Event,
    InvalidSetup,
    Outcome,
    Position,
    Refusal,
    Refused,
    Seat,
    Traits,
)
from core.house import no_rules as parse_house
from core.options import read_choice, read_options
from core.seats import next_seat
from core.values import freeze, thaw, value

__all__ = [
    "actors", "fit", "format_action", "id", "lapse", "legal", "outcome", "pack", "parse_action", "parse_house",
    "parse_options", "place", "player_verbs", "report", "seats", "setup", "setup_keys", "step", "traits", "view",
]  # fmt: skip

id = "highest"
seats = range(3, 6)
setup_keys: frozenset[str] = frozenset()
player_verbs: frozenset[str] = frozenset()
traits = Traits()

SHOW = "show"


@value
class Options:
    """What the loser drinks, in ml at coefficient 1 (X2)."""

    ml: int = 10


@value
class State:
    """The whole table; `cards` by seat, None for who has left."""

    options: Options
    dealer: Seat
    ply: int = 0
    phase: Literal["show", "over"] = "show"
    turn: Seat | None
    cards: tuple[Card | None, ...]
    shown: tuple[Seat, ...] = ()

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards that are not on the table yet."""
        return tuple(() if card is None or seat in self.shown else (card,) for seat, card in enumerate(self.cards))


@value
class View:
    """The table as one seat sees it, or a spectator."""

    viewer: Seat | None
    phase: str
    actors: tuple[Seat, ...]
    card: Card | None
    shown: tuple[Card | None, ...]
    actions: tuple[str, ...]
    outcome: Outcome | None


@value
class CardDealt(Event):
    """The card of one player (X1)."""

    private_to: ClassVar[tuple[str, ...]] = ("card",)

    seat: Seat
    card: Card


@value
class CardPlayed(Event):
    """A card is on the table (X1)."""

    seat: Seat
    card: Card


@value
class GameEnded(Event):
    """Who drinks, if anybody does (X2, X3)."""

    loser: Seat | None


def parse_options(raw: Mapping[str, object]) -> Options:
    return Options(**read_options(id, Options(), raw, _read))


def _read(name: str, choice: object) -> object:
    return read_choice(name, choice, choices={}, numbers=("ml",))


def fit(options: Options, players: int) -> Options:
    return options


def pack(options: Options, players: int) -> Cards:
    return french_pack()


def setup(
    players: int, dealer: Seat, options: Options, deck: Cards, house: Sequence[Any] = ()
) -> tuple[State, tuple[Event, ...]]:
    first = (dealer + 1) % players
    state = State(options=options, dealer=dealer, turn=first, cards=deck[:players])
    return state, tuple(CardDealt(seat=seat, card=deck[seat]) for seat in range(players))


def place(players: int, dealer: Seat, options: Options, position: Position, house: Sequence[Any] = ()) -> State:
    raise InvalidSetup("this game is over too soon to have positions")


def actors(state: State) -> tuple[Seat, ...]:
    return () if state.turn is None else (state.turn,)


def legal(state: State, seat: Seat) -> tuple[str, ...]:
    return (SHOW,) if seat == state.turn else ()


def step(state: State, seat: Seat | None, action: str) -> tuple[State, tuple[Event, ...]]:
    if seat is None:
        raise Refused(Refusal.UNKNOWN_ACTION, "X1")
    if state.phase == OVER:
        raise Refused(Refusal.GAME_OVER, "X2")
    card = state.cards[seat]
    if card is None:
        raise Refused(Refusal.DEAD_DONT_TALK, "X3")
    if action == SHOW and seat != state.turn:
        raise Refused(Refusal.NOT_YOUR_TURN, "X1")
    table, events = thaw(state), list[Event]()
    if action == SHOW:
        table.shown += (seat,)
        events.append(CardPlayed(seat=seat, card=card))
    else:
        table.cards = (*table.cards[:seat], None, *table.cards[seat + 1 :])
        table.shown = tuple(other for other in table.shown if other != seat)
    _go_on(table, seat, events)
    table.ply += 1
    return freeze(table), tuple(events)


def _go_on(table: State, seat: Seat, events: list[Event]) -> None:
    waiting = tuple(card is not None and at not in table.shown for at, card in enumerate(table.cards))
    if any(waiting) and len(_left(table)) > 1:
        table.turn = next_seat(seat, CLOCKWISE, waiting) if table.turn == seat else table.turn
        return
    table.turn, table.phase = None, "over"
    ended = outcome(table)
    loser = None if ended is None else ended.loser
    events.append(GameEnded(loser=loser))
    if loser is not None and table.options.ml:
        events.append(Charged(seat=loser, ml=table.options.ml, rule="X2"))


def _left(state: State) -> list[Seat]:
    return [seat for seat, card in enumerate(state.cards) if card is not None]


def _by_height(state: State) -> list[Seat]:
    """Who has shown which card, the lowest first."""
    return sorted(state.shown, key=lambda seat: FRENCH_RANKS.index((state.cards[seat] or "")[0]))


def lapse(state: State, seat: Seat) -> str | None:
    return SHOW if seat == state.turn else None


def view(state: State, viewer: Seat | None) -> View:
    return View(
        viewer=viewer,
        phase=state.phase,
        actors=actors(state),
        card=None if viewer is None else state.cards[viewer],
        shown=tuple(card if seat in state.shown else None for seat, card in enumerate(state.cards)),
        actions=() if viewer is None else legal(state, viewer),
        outcome=outcome(state),
    )


def parse_action(text: str) -> str:
    if text not in (SHOW, COLLAPSE):
        raise ValueError(f"no action of this game: {text}")
    return text


def format_action(action: str) -> str:
    return action


def report(state: State, names: Sequence[str]) -> dict[str, object]:
    return {"phase": state.phase, "cards": dict(zip(names, state.cards, strict=True))}


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    has_loser = len(_left(state)) > 1
    places = tuple(_by_height(state)) if has_loser else tuple(_left(state))
    loser = places[-1] if has_loser else None
    return Outcome(
        places=places,
        loser=loser,
        assistant=None,
        title="highest" if has_loser else None,
        next_dealer=state.dealer if loser is None else loser,
        scores=(0,) * len(state.cards),
    )
