"""What is said at the table, and what happens when it was not (P11, P18, P21, P24, P25, P28)."""

from core.akcni.events import KingGreeted, LastSaid, Mistake, PrsiSaid, WordsSaid
from core.akcni.state import Call, State, call_due
from core.akcni.table import DOUBLE_PENALTY, PENALTY, Events, penalize
from core.game import Seat
from core.house import heard

_FORGOTTEN = {Call.LAST: Mistake.LAST_FORGOTTEN, Call.PRSI: Mistake.PRSI_FORGOTTEN}


def greet(table: State, seat: Seat, events: Events) -> None:
    """The king is greeted (P11)."""
    table.greet = False
    events.append(KingGreeted(seat=seat))


def call(table: State, seat: Seat, call: Call, events: Events) -> None:
    """One card is left, or none: it was due, or will be by the play that must follow (P25)."""
    if seat == table.latest and call_due(table) is call:
        table.due = None
    else:
        table.said = call
    events.append(LastSaid(seat=seat) if call is Call.LAST else PrsiSaid(seat=seat))


def say(table: State, seat: Seat, text: str, events: Events) -> None:
    """The words that house rules ask for; who has said them has said them for all of these rules (P28)."""
    said = heard(text)
    table.words = tuple(promise for promise in table.words if heard(promise.text) != said)
    events.append(WordsSaid(seat=seat, text=text))


def forget(table: State, seat: Seat, events: Events) -> None:
    """`seat` acts: what whoever played before has not said is forgotten, and paid before the action (P24, P28)."""
    forgetful = table.latest
    if forgetful is None or forgetful == seat:
        return
    call, words = call_due(table), table.words
    table.due, table.words = None, ()
    if call is not None:
        penalize(table, forgetful, _FORGOTTEN[call], events)
    for promise in words:
        cards = DOUBLE_PENALTY if promise.own else PENALTY
        penalize(table, forgetful, Mistake.WORDS_FORGOTTEN, events, cards=cards, text=promise.text)


def breach(table: State, seat: Seat, events: Events) -> None:
    """The table has found that `seat` did not do the latest deed that a house rule asked for (P28, P29)."""
    deed = next(deed for deed in table.deeds if deed.seat == seat)
    table.deeds = tuple(other for other in table.deeds if other is not deed)
    cards = DOUBLE_PENALTY if deed.own else PENALTY
    penalize(table, seat, Mistake.DEED_BROKEN, events, cards=cards, text=deed.text)
