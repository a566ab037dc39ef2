"""Laying a card, and calling an illegal one (S3, S7, S12, S17, S20, S21, S28, S29)."""

from dataclasses import replace

from core.cards import Card
from core.events import TurnPassed
from core.game import Charged, ChargeUndone, Seat
from core.prsi.piles import without
from core.smidary.cards import GREEN_KING
from core.smidary.effects import EFFECTS, Laid
from core.smidary.events import CallFailed, CardPlayed, ChoiceVoided, DrinkChosen, PlayTakenBack
from core.smidary.legal import playable
from core.smidary.state import LastPlay, Phase, State, in_game
from core.smidary.table import Events, charge, go_out, pass_turn, settle_owed_cards, tell_attack
from core.tuples import with_item
from core.values import freeze, thaw

CHEAT_ML = 20
"""The price of an illegal play that was called, with the option "drink" (S29)."""


def play(table: State, before: State, seat: Seat, card: Card, name: str | None, events: Events) -> None:
    """The card leaves the hand and does what it does. An illegal one counts like a legal one until it is called (S28);
    `before` is the table as it was.
    """
    fits = playable(table)
    hand = without(table.hands[seat], card)
    is_king = card == GREEN_KING
    laid = Laid(
        seat=seat,
        card=card,
        name=name,
        holding=in_game(table),
        attack=table.attack,
        doubtful=is_king,
        guilty=is_king and not fits.isdisjoint(hand),
    )
    table.hands = with_item(table.hands, seat, hand)
    table.pile += (card,)
    table.attack = table.suit = table.rank = None
    table.idle_draws = 0
    events.append(CardPlayed(seat=seat, card=card, name=name))
    settle_owed_cards(table, seat, events)
    lost = EFFECTS[card](table, laid, events)
    if not table.hands[seat]:
        go_out(table, seat, events)
    if table.phase is Phase.PLAY:
        pass_turn(table, seat, events, via=lost)
        tell_attack(table, table.turn, events)
    if table.options.cheating != "strict" and table.phase is not Phase.OVER:
        table.last = LastPlay(
            seat=seat,
            card=card,
            before=None if card in fits else _closed(before),
            charged=tuple(event for event in events if isinstance(event, Charged)),
        )


def _closed(state: State) -> State:
    """The state with nothing in it to call or to doubt any more: the play was something that happened (S27, S29)."""
    closed = thaw(state)
    closed.last = closed.bottom = None
    return freeze(closed)


def call(table: State, last: LastPlay, seat: Seat, events: Events) -> None:
    """An illegal last play is taken back; the call of a legal one changes nothing, but may cost a drink (S29)."""
    if last.before is not None:
        _take_back(table, last, last.before, seat, events)
        return
    table.last = replace(last, callers=(*last.callers, seat))
    events.append(CallFailed(seat=seat, player=last.seat, card=last.card))
    charge(table, seat, table.options.false_call, "S29", events, in_vain=True)


def _take_back(table: State, last: LastPlay, before: State, seat: Seat, events: Events) -> None:
    cheat = last.seat
    events.append(PlayTakenBack(seat=seat, cheat=cheat, card=last.card))
    events += [ChargeUndone(seat=event.seat, ml=event.ml, rule=event.rule) for event in last.charged]
    ply, winner, chosen = table.ply, table.places[:1], table.chosen
    vars(table).update(vars(before))
    table.ply, table.caught = ply, True
    if winner == table.places[:1]:
        # What a winner whom the play did not concern has chosen meanwhile is no part of the play (S10).
        table.chosen = chosen
    elif table.chosen is not None:
        events.append(DrinkChosen(seat=table.places[0], drink=table.chosen))
    elif chosen is not None:
        events.append(ChoiceVoided(drink=chosen))
    if table.options.cheating == "drink":
        charge(table, cheat, CHEAT_ML, "S29", events)
    events.append(TurnPassed(seat=cheat))
    tell_attack(table, table.turn, events)
