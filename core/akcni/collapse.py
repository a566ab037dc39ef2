"""Leaving for health, in every phase (S30)."""

from core.akcni.play import announce, exchange_gifts_of_all
from core.akcni.state import Phase, State, cards_of, seats_in
from core.akcni.table import Events, end, end_lap_on_the_way, give_turn, take_place, who_is_next
from core.game import Seat
from core.prsi.events import Collapsed
from core.prsi.piles import put_under
from core.tuples import with_item


def collapse(table: State, seat: Seat, events: Events) -> None:
    """All cards go under the draw pile, and what was asked of the player is asked of others."""
    cards, was_asked = cards_of(table, seat), seat == table.turn
    table.draw = put_under(table.draw, cards)
    table.hands = with_item(table.hands, seat, ())
    table.open = with_item(table.open, seat, ())
    table.collapsed += (seat,)
    events.append(Collapsed(seat=seat, cards=len(cards)))
    table.deeds = tuple(deed for deed in table.deeds if deed.seat != seat)
    if seat == table.latest:
        table.due, table.words = None, ()
    if was_asked:
        table.said, table.returned = None, False
    left = seats_in(table)
    if len(left) > 1:
        _ask_others(table, seat, was_asked, events)
        return
    for last in left:
        take_place(table, last, events, alone=True)
    end(table, None, events)


def _ask_others(table: State, seat: Seat, was_asked: bool, events: Events) -> None:
    """What the table waits for goes on without `seat`; an attack passes to the next one, over whoever is out (P19)."""
    match table.phase:
        case Phase.ANNOUNCE if seat == table.dealer:
            announce(table, False, events)
        case Phase.GIVE:
            table.gifts = with_item(table.gifts, seat, None)
            exchange_gifts_of_all(table, events)
        case Phase.PLAY if was_asked:
            way = table.direction
            stop = who_is_next(table, seat, way, ())
            assert stop is not None, "two players are left"
            end_lap_on_the_way(table, seat, stop, way, events)
            give_turn(table, stop, events)
