"""One accepted action: the next state and what happened.

`table` is the thawed state that one step writes to; the functions here change it and tell `events` what they did.
"""

from typing import TypeAlias

from core.cards import Card, Cards
from core.events import DirectionTurned, PlayerFinished, TurnPassed
from core.game import Charged, Event, Refused, Seat
from core.seats import clockwise_of
from core.shithead.actions import Action, Collapse, Flip, Pickup, Play, Ready, Swap
from core.shithead.events import (
    Burn,
    CardFlipped,
    CardsDrawn,
    CardsPlayed,
    CardsSwapped,
    Ending,
    GameEnded,
    OpeningCalled,
    PileBurned,
    PileTaken,
    PlayerCollapsed,
    PlayerReady,
    SeatsSkipped,
)
from core.shithead.legal import actors, layable, refusal
from core.shithead.options import ROW
from core.shithead.ranks import EIGHT, JOKER, ROW_THAT_BURNS, TEN, in_order, row_on_top
from core.shithead.state import Phase, State, cards_of, is_in, opening, seats_in
from core.tuples import with_item
from core.values import freeze, thaw

Events: TypeAlias = list[Event]

LONGEST_GAME = 1000
"""Actions in phase `play` after which a game is stopped (H16)."""


def step(state: State, seat: Seat | None, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action and its events in order; Refused, as `refusal` says, leaves everything as it was."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(*refused)
    assert seat is not None, "refusal lets through nobody but players"
    table, events = thaw(state), Events()
    if state.phase is Phase.PLAY:
        table.played += 1
    match action:
        case Play(cards=cards):
            _play(table, seat, cards, events)
        case Pickup(card=card):
            _pickup(table, seat, card, events)
        case Flip(number=number):
            _flip(table, seat, number, events)
        case Swap(hand=card, open=shown):
            _swap(table, seat, card, shown, events)
        case Ready():
            _ready(table, seat, events)
        case Collapse():
            _collapse(table, seat, events)
    if table.phase is Phase.PLAY and table.played == LONGEST_GAME:
        _stop(table, events)
    # While others swap, nobody is asked anything new: the buttons of this ply stay good until the phase ends.
    if state.phase is not Phase.SWAP or table.phase is not Phase.SWAP:
        table.ply += 1
    return freeze(table), tuple(events)


def _without(cards: Cards, *gone: Card) -> Cards:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


# Before the play


def _swap(table: State, seat: Seat, card: Card, shown: Card, events: Events) -> None:
    table.hands = with_item(table.hands, seat, in_order((*_without(table.hands[seat], card), shown)))
    table.open = with_item(table.open, seat, in_order((*_without(table.open[seat], shown), card)))
    events.append(CardsSwapped(seat=seat, shown=card, taken=shown))


def _ready(table: State, seat: Seat, events: Events) -> None:
    table.ready += (seat,)
    events.append(PlayerReady(seat=seat))
    _begin_when_all_are_ready(table, events)


def _begin_when_all_are_ready(table: State, events: Events) -> None:
    if not actors(table):
        table.phase = Phase.BEGIN
        call_opening(table, events)


def call_opening(table: State, events: Events) -> None:
    """Tell who may begin, and with what (H4)."""
    rank, seats = opening(table)
    events.append(OpeningCalled(rank=rank, seats=seats))


# Laying cards


def _play(table: State, seat: Seat, cards: Cards, events: Events) -> None:
    from_open = not table.hands[seat]
    if from_open:
        table.open = with_item(table.open, seat, _without(table.open[seat], *cards))
    else:
        table.hands = with_item(table.hands, seat, _without(table.hands[seat], *cards))
    events.append(CardsPlayed(seat=seat, cards=cards, from_open=from_open))
    _lay(table, seat, cards, events)


def _flip(table: State, seat: Seat, number: int, events: Events) -> None:
    down = table.down[seat]
    card = down[number - 1]
    assert card is not None, "refusal lets through no number that is used"
    laid = card[0] in layable(table, seat)
    table.down = with_item(table.down, seat, with_item(down, number - 1, None))
    events.append(CardFlipped(seat=seat, number=number, card=card, laid=laid))
    if laid:
        _lay(table, seat, (card,), events)
    else:
        table.hands = with_item(table.hands, seat, (card,))
        _take_pile(table, seat, None, events)


def _lay(table: State, seat: Seat, cards: Cards, events: Events) -> None:
    """Cards that have left their player come on the pile, with all that follows (H6, H7, H8, H12, H13, H15)."""
    table.phase = Phase.PLAY
    table.pile += cards
    rank, number = cards[0][0], len(cards)
    burned = _burn(table, seat, rank, events)
    if rank == JOKER and number % 2:
        table.direction = -table.direction
        events.append(DirectionTurned(direction=table.direction))
    _refill(table, seat, events)
    if not cards_of(table, seat):
        _take_place(table, seat, events)
        end_with_the_last(table, events)
    if table.phase is Phase.OVER:
        return
    if burned and is_in(table, seat):
        table.turn = seat
        return
    skips = number if rank == EIGHT and table.options.eight == "skip" and not burned else 0
    _pass_turn(table, seat, skips, events)


def _burn(table: State, seat: Seat, rank: str, events: Events) -> bool:
    """Whether the cards just laid have burned the pile."""
    if rank != TEN and row_on_top(table.pile) < ROW_THAT_BURNS:
        return False
    events.append(PileBurned(seat=seat, cards=len(table.pile), why=Burn.TEN if rank == TEN else Burn.ROW))
    table.burned += len(table.pile)
    table.pile = ()
    return True


def _refill(table: State, seat: Seat, events: Events) -> None:
    """Draw up to three in hand while the draw pile lasts (H8)."""
    hand = table.hands[seat]
    drawn = table.draw[: max(0, ROW - len(hand))]
    if drawn:
        table.draw = table.draw[len(drawn) :]
        table.hands = with_item(table.hands, seat, in_order(hand + drawn))
        events.append(CardsDrawn(seat=seat, cards=drawn, count=len(drawn)))


# Taking up


def _pickup(table: State, seat: Seat, card: Card | None, events: Events) -> None:
    if card is not None:
        table.open = with_item(table.open, seat, _without(table.open[seat], card))
        table.hands = with_item(table.hands, seat, (card,))
    _take_pile(table, seat, card, events)


def _take_pile(table: State, seat: Seat, open_card: Card | None, events: Events) -> None:
    events.append(PileTaken(seat=seat, cards=table.pile, open_card=open_card))
    table.hands = with_item(table.hands, seat, in_order(table.hands[seat] + table.pile))
    table.pile = ()
    _pass_turn(table, seat, 0, events)


# Turns and the end


def _pass_turn(table: State, seat: Seat, skips: int, events: Events) -> None:
    """The turn moves on in direction over those still in, by one and by one more for each skip; it may come round."""
    passed: list[Seat] = []
    while len(passed) <= skips:
        seat = (seat + table.direction) % len(table.hands)
        if is_in(table, seat):
            passed.append(seat)
    if skips:
        events.append(SeatsSkipped(seats=tuple(passed[:-1])))
    table.turn = seat
    events.append(TurnPassed(seat=seat))


def end_with_the_last(table: State, events: Events) -> None:
    """The only one left with cards, if there is such a one, is the shithead (H12)."""
    left = seats_in(table)
    if len(left) == 1:
        _end(table, left[0], Ending.LAST, events)


def _take_place(table: State, seat: Seat, events: Events, *, alone: bool = False) -> None:
    table.places += (seat,)
    events.append(PlayerFinished(seat=seat, place=len(table.places), alone=alone))


def _collapse(table: State, seat: Seat, events: Events) -> None:
    """This player leaves with all cards and takes no place (H17)."""
    events.append(PlayerCollapsed(seat=seat, cards=cards_of(table, seat)))
    table.hands = with_item(table.hands, seat, ())
    table.open = with_item(table.open, seat, ())
    table.down = with_item(table.down, seat, ())
    table.collapsed += (seat,)
    left = seats_in(table)
    if len(left) == 1:
        _take_place(table, left[0], events, alone=True)
        _end(table, None, Ending.COLLAPSE, events)
    elif table.phase is Phase.SWAP:
        _begin_when_all_are_ready(table, events)
    elif table.phase is Phase.BEGIN:
        call_opening(table, events)
    elif table.turn == seat:
        _pass_turn(table, seat, 0, events)


def _stop(table: State, events: Events) -> None:
    """The most cards make the shithead, the others take places by the fewest, ties clockwise of the dealer (H16)."""
    clockwise = [seat for seat in clockwise_of(table.dealer, len(table.hands)) if is_in(table, seat)]
    shithead = max(clockwise, key=lambda seat: cards_of(table, seat))
    for seat in sorted(clockwise, key=lambda seat: cards_of(table, seat)):
        if seat != shithead:
            _take_place(table, seat, events)
    _end(table, shithead, Ending.LONG, events)


def _end(table: State, shithead: Seat | None, why: Ending, events: Events) -> None:
    """The game is over, and the shithead pays the forfeit (H14)."""
    table.phase = Phase.OVER
    table.turn = None
    table.shithead = shithead
    events.append(GameEnded(shithead=shithead, places=table.places, why=why))
    forfeit = table.options.forfeit_ml
    if shithead is not None and forfeit:
        table.drinks = with_item(table.drinks, shithead, forfeit)
        events.append(Charged(seat=shithead, ml=forfeit, rule="H14"))
