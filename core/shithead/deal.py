"""How a game comes about: dealt from a deck, or placed in the middle as a record describes it."""

from collections.abc import Sequence
from typing import Any

from core.cards import Cards
from core.game import CLOCKWISE, Event, InvalidSetup, Position, Seat
from core.positions import check_cards, who_begins
from core.seats import clockwise_of
from core.shithead.events import CardsDealt
from core.shithead.options import ROW, Options, all_cards
from core.shithead.ranks import in_order
from core.shithead.state import Phase, State, cards_of, is_in
from core.shithead.step import call_opening, end_with_the_last
from core.values import freeze, thaw


def setup(
    players: int,
    dealer: Seat,
    options: Options,
    deck: Cards,
    house: Sequence[Any] = (),
) -> tuple[State, tuple[Event, ...]]:
    """Deal a permutation of `pack`, its first card first: three rounds face down, three face up, three in hand (H2).

    There are never any `house` rules in this game.
    """
    seats, dealt = clockwise_of(dealer, players), 3 * ROW * players
    rows = [dict(zip(seats, deck[first : first + players], strict=True)) for first in range(0, dealt, players)]
    down, shown, hands = (
        tuple(tuple(row[seat] for row in rows[first : first + ROW]) for seat in range(players))
        for first in range(0, 3 * ROW, ROW)
    )
    table = thaw(
        State(
            options=options,
            dealer=dealer,
            phase=Phase.SWAP if options.swap else Phase.BEGIN,
            hands=tuple(map(in_order, hands)),
            open=tuple(map(in_order, shown)),
            down=down,
            draw=deck[dealt:],
            direction=CLOCKWISE,
            drinks=(0,) * players,
        )
    )
    events: list[Event] = [
        CardsDealt(seat=seat, hand=table.hands[seat], open=table.open[seat], down=ROW) for seat in seats
    ]
    if table.phase is Phase.BEGIN:
        call_opening(table, events)
    return freeze(table), tuple(events)


def place(
    players: int,
    dealer: Seat,
    options: Options,
    position: Position,
    house: Sequence[Any] = (),
) -> State:
    """A position in phase `play`; who has no cards in it took the first places, by seat.

    InvalidSetup for a card more often than the pack has it, more face-down cards than there are numbers for (H11), a
    turn without cards, or nobody with cards.
    """
    check_cards(position, all_cards(options, players))
    if any(len(down) > ROW for down in position.down):
        raise InvalidSetup(f"more than {ROW} cards face down")
    table = thaw(
        State(
            options=options,
            dealer=dealer,
            phase=Phase.PLAY,
            hands=tuple(map(in_order, position.hands)),
            open=tuple(map(in_order, position.open)),
            down=position.down,
            pile=position.pile,
            draw=position.draw,
            direction=position.direction,
            drinks=(0,) * players,
        )
    )
    table.places = tuple(seat for seat in range(players) if not cards_of(table, seat))
    table.turn = who_begins(position, dealer, [is_in(table, seat) for seat in range(players)])
    end_with_the_last(table, [])
    return freeze(table)
