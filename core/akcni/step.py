"""One accepted action: the next state and what happened."""

from core.akcni import actions as act
from core.akcni.actions import Action
from core.akcni.calls import breach, call, forget, greet, say
from core.akcni.collapse import collapse
from core.akcni.events import ChangeAnnounced, Mistake
from core.akcni.legal import refusal, rule_against
from core.akcni.mistakes import UNDONE, is_of_the_lap, judge
from core.akcni.play import announce, give, play
from core.akcni.state import Call, Phase, State, cards_of
from core.akcni.table import Events, penalize
from core.akcni.turns import draw, stand
from core.game import Event, Refused, Seat
from core.values import freeze, thaw


def step(state: State, seat: Seat | None, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action and its events in order; Refused, as `refusal` says, leaves everything as it was."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(*refused)
    assert seat is not None, "refusal lets through nobody but players"
    table = thaw(state)
    events: Events = []
    verdict = judge(state, seat, action)
    if seat == state.turn and isinstance(action, act.MAIN):
        forget(table, seat, events)
    for mistake in verdict.before:
        penalize(table, seat, mistake, events)
    if seat == state.turn and (verdict.own in UNDONE or not isinstance(action, act.Play)):
        # What was said before a play holds for the next action alone (P25).
        table.said = None
    if verdict.own is not None and verdict.own in UNDONE:
        _pay(table, seat, action, verdict.own, events)
    else:
        _take(table, seat, action, verdict.own, events)
    if not _leaves_the_question(table, action):
        table.ply += 1
    return freeze(table), tuple(events)


def _leaves_the_question(table: State, action: Action) -> bool:
    """Whether nobody is asked anything new: the buttons of this ply stay good while people talk, and while others give.

    A greeting is only words, too: it and the card after it are two quick taps.
    """
    verb = type(action)
    return verb in _WORDS or (verb is act.Give and table.phase is Phase.GIVE)


_WORDS = frozenset({act.Greet, act.Last, act.Prsi, act.Say, act.Breach})


def _pay(table: State, seat: Seat, action: Action, mistake: Mistake, events: Events) -> None:
    """A mistake that is nothing more: a card goes back, and whoever was to act still is (P24)."""
    rule = "P14" if is_of_the_lap(table, seat, action) else None
    if mistake is Mistake.NOT_STOOD and table.lap is not None:
        rule = "P16"
    if mistake is Mistake.LAST_IN_VAIN and rule is None and len(cards_of(table, seat)) == 1:
        # It is the last card, but there is nothing to call out.
        rule = "P21"
    if isinstance(action, act.Play):
        if mistake is Mistake.ILLEGAL_CARD:
            rule = rule_against(table, action.card)
        penalize(table, seat, mistake, events, rule=rule, card=action.card, name=action.name)
    else:
        penalize(table, seat, mistake, events, rule=rule)


def _take(table: State, seat: Seat, action: Action, mistake: Mistake | None, events: Events) -> None:
    match action:
        case act.Play():
            play(table, seat, action, mistake is Mistake.NOT_SAID_WHETHER, events)
        case act.Draw():
            draw(table, seat, mistake is Mistake.WRONG_NUMBER, events)
        case act.Stand():
            stand(table, seat, events)
        case act.Greet():
            greet(table, seat, events)
        case act.Last():
            call(table, seat, Call.LAST, events)
        case act.Prsi():
            call(table, seat, Call.PRSI, events)
        case act.Say(text=text):
            say(table, seat, text, events)
        case act.Give(card=card):
            give(table, seat, card, events)
        case act.Announce(change=change):
            events.append(ChangeAnnounced(dealer=seat, change=change))
            announce(table, change, events)
        case act.Breach(player=player):
            breach(table, player, events)
        case act.Collapse():
            collapse(table, seat, events)
