"""One accepted action: the next state and what happened."""

from core.game import Event, Refused, Seat
from core.smidary import actions as act
from core.smidary.actions import Action
from core.smidary.attacks import admit, challenge, draw, drink, show, stand
from core.smidary.collapse import collapse
from core.smidary.events import DrinkChosen
from core.smidary.legal import refusal
from core.smidary.play import call, play
from core.smidary.race import close_race, slap
from core.smidary.start import announce, doubt
from core.smidary.state import Phase, State
from core.smidary.table import Events
from core.values import freeze, thaw

_CLOSE_NOTHING = (act.Call, act.Choose)


def step(state: State, seat: Seat | None, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action and its events in order; Refused, as `refusal` says, leaves everything as it was."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(*refused)
    table = thaw(state)
    events: Events = []
    if type(action) not in _CLOSE_NOTHING:
        # Whatever happens closes what could be called or doubted (S27, S29).
        table.last = None
        if state.phase is not Phase.BOTTOM:
            table.bottom = None
    if seat is None:
        close_race(table, events)
    else:
        _take(table, state, seat, action, events)
    if _question(table) != _question(state):
        table.ply += 1
    return freeze(table), tuple(events)


def _question(state: State) -> tuple[object, ...]:
    """What the table is asked: while it stays, buttons that were made for it stay good."""
    return state.turn, state.phase, state.pile, state.attack, state.direction, state.suit, state.rank


def _take(table: State, state: State, seat: Seat, action: Action, events: Events) -> None:
    match action:
        case act.Play():
            play(table, state, seat, action.card, action.name, events)
        case act.Draw():
            draw(table, seat, events)
        case act.Drink():
            drink(table, seat, events)
        case act.Stand():
            stand(table, seat, events)
        case act.Challenge():
            challenge(table, seat, events)
        case act.Admit():
            admit(table, seat, events)
        case act.Show():
            show(table, seat, events)
        case act.Slap():
            slap(table, seat, events)
        case act.Announce() if state.bottom is not None:
            announce(table, state.bottom, action.card, events)
        case act.Doubt() if state.bottom is not None:
            doubt(table, seat, state.bottom, events)
        case act.Call() if state.last is not None:
            call(table, state.last, seat, events)
        case act.Choose():
            table.chosen = action.drink
            events.append(DrinkChosen(seat=seat, drink=action.drink))
        case act.Collapse():
            collapse(table, seat, events)
