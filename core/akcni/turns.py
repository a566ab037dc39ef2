"""The two ways to spend a turn without playing: drawing and standing (P4, P5, P12, P19)."""

from core.akcni.events import FinishFinal, Mistake
from core.akcni.legal import number_due
from core.akcni.state import State, cards_of, in_game
from core.akcni.table import Events, draw_cards, land, pass_turn, penalize, take_place
from core.game import Seat
from core.prsi.events import PlayerStood


def draw(table: State, seat: Seat, miscounted: bool, events: Events) -> None:
    """What is due is drawn, with two more when another number was said, and the turn passes (P4, P5, P24).

    Who is back and finds nothing to draw is out again, with the last place so far (P26).
    """
    due, attacked = number_due(table), table.attack is not None
    rule = "P19" if table.returned else "P5" if attacked else "P4"
    table.attack, table.returned = None, False
    draw_cards(table, seat, due, rule, events)
    if miscounted:
        penalize(table, seat, Mistake.WRONG_NUMBER, events, due=due)
    if not cards_of(table, seat) and any(in_game(table)):
        take_place(table, seat, events)
        events.append(FinishFinal(seat=seat))
    stop = land(table, seat, table.direction, (), events)
    pass_turn(table, seat, seat, stop, table.direction, events)


def stand(table: State, seat: Seat, events: Events) -> None:
    """The turn is lost; if the ace was the last card of one of two, it is their turn again (P12, P19)."""
    attack = table.attack
    landing = () if attack is None else tuple(other for other in attack.last_of if other in table.exposed)
    table.attack = None
    events.append(PlayerStood(seat=seat))
    stop = land(table, seat, table.direction, landing, events)
    pass_turn(table, seat, seat, stop, table.direction, events)
