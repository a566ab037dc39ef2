"""What an action costs in the pub, known before it is done: the one source for `step` and for views (P24, P25)."""

from typing import NamedTuple

from core.akcni.actions import MAIN, Action, Collapse, Draw, Greet, Last, Play, Prsi, Stand
from core.akcni.cards import KING
from core.akcni.events import Mistake
from core.akcni.legal import faces_ace, names, number_due, playable
from core.akcni.rulebook import book_of
from core.akcni.state import Call, State, call_due, cards_of
from core.cards import Card
from core.game import Seat

IN_VAIN = {Call.LAST: Mistake.LAST_IN_VAIN, Call.PRSI: Mistake.PRSI_IN_VAIN}
UNDONE = frozenset(
    {
        Mistake.OUT_OF_TURN,
        Mistake.ILLEGAL_CARD,
        Mistake.NOT_STOOD,
        Mistake.WRONG_NAME,
        Mistake.STOOD_IN_VAIN,
        Mistake.GREETED_IN_VAIN,
        Mistake.LAST_IN_VAIN,
        Mistake.PRSI_IN_VAIN,
    }
)
"""An action that is such a mistake is only paid for: the card goes back, and whoever was to act still is (P24)."""
_CARDS_BEFORE = {Call.LAST: 2, Call.PRSI: 1}
"""How many cards one holds when one says it right before the play (P25)."""


class Verdict(NamedTuple):
    """The mistakes in an action: what was wrong before it, and what it is itself."""

    before: tuple[Mistake, ...] = ()
    own: Mistake | None = None


_FAULTLESS = Verdict()


def mistakes(state: State, seat: Seat, action: Action) -> tuple[Mistake, ...]:
    """The mistakes that an action, which `refusal` lets through, would be, the first one to be paid first.

    None in strict mode. Whether what was said before a play was said rightly shows only after the play.
    """
    verdict = judge(state, seat, action)
    return verdict.before if verdict.own is None else (*verdict.before, verdict.own)


def judge(state: State, seat: Seat, action: Action) -> Verdict:
    """The same mistakes for `step`."""
    if state.options.strict or isinstance(action, Collapse):
        return _FAULTLESS
    own = _own_mistake(state, seat, action)
    if seat != state.turn:
        return Verdict(own=own)
    before: list[Mistake] = []
    if state.greet and isinstance(action, MAIN):
        before.append(Mistake.NOT_GREETED)
    if state.said is not None and not (isinstance(action, Play) and own not in UNDONE):
        before.append(IN_VAIN[state.said])
    return Verdict(tuple(before), own)


def _own_mistake(state: State, seat: Seat, action: Action) -> Mistake | None:
    match action:
        case Play(card=card, name=name):
            return _mistake_of_play(state, seat, card, name)
        case Draw(number=number):
            if faces_ace(state):
                return Mistake.NOT_STOOD
            return None if number in (None, number_due(state)) else Mistake.WRONG_NUMBER
        case Stand():
            return None if faces_ace(state) else Mistake.STOOD_IN_VAIN
        case Greet():
            return None if state.greet and seat == state.turn else Mistake.GREETED_IN_VAIN
        case Last():
            return None if _may_call(state, seat, Call.LAST) else Mistake.LAST_IN_VAIN
        case Prsi():
            return None if _may_call(state, seat, Call.PRSI) else Mistake.PRSI_IN_VAIN
    return None


def _mistake_of_play(state: State, seat: Seat, card: Card, name: str | None) -> Mistake | None:
    if seat != state.turn:
        return Mistake.OUT_OF_TURN
    if card not in playable(state):
        return Mistake.NOT_STOOD if faces_ace(state) else Mistake.ILLEGAL_CARD
    allowed = names(state, card)
    if name in allowed:
        return None
    return Mistake.NOT_SAID_WHETHER if card[0] == KING and None not in allowed else Mistake.WRONG_NAME


def is_of_the_lap(state: State, seat: Seat, action: Action) -> bool:
    """Whether only the action lap makes a mistake of it: what is named, greeted or called out otherwise (P14)."""
    if state.lap is None:
        return False
    match action:
        case Last():
            return len(cards_of(state, seat)) in (1, _CARDS_BEFORE[Call.LAST])
        case Prsi():
            return len(cards_of(state, seat)) in (0, _CARDS_BEFORE[Call.PRSI])
        case Greet():
            return seat == state.turn and state.pile[-1][0] == KING
        case Play(card=card, name=name):
            return name is not None and name in book_of(state).names[card]
    return False


def _may_call(state: State, seat: Seat, call: Call) -> bool:
    """Whether this may be called out now: it is due, or the play that makes it due can be the next action (P25)."""
    return (call_due(state) is call and seat == state.latest) or _may_call_before(state, seat, call)


def _may_call_before(state: State, seat: Seat, call: Call) -> bool:
    """Right before the play: on turn, with the right number of cards, and not in an action lap (P14, P25).

    As long as the first one out is not final, the play shows who is (P25).
    """
    if seat != state.turn or state.lap is not None or state.said is not None or call.value not in state.options.rules:
        return False
    if len(cards_of(state, seat)) != _CARDS_BEFORE[call]:
        return False
    return call is Call.LAST or not state.places or state.places[0] in state.exposed
