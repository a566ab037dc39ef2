"""Leaving for health, in every phase (S30)."""

from dataclasses import replace

from core.events import PlayerFinished
from core.game import Seat
from core.prsi.events import Collapsed
from core.prsi.piles import put_under
from core.smidary.attacks import end_penalty, pass_attack
from core.smidary.events import ChallengeDropped
from core.smidary.race import close_race_of_one
from core.smidary.start import begin
from core.smidary.state import Phase, Roles, State, seats_in
from core.smidary.table import Events, close, pass_turn, settle_owed_cards, tell_attack
from core.tuples import with_item, without_item


def collapse(table: State, seat: Seat, events: Events) -> None:
    """The hand goes under the draw pile, debts are cancelled, and what was asked of the player is asked of others."""
    hand = table.hands[seat]
    table.draw = put_under(table.draw, hand)
    table.hands = with_item(table.hands, seat, ())
    table.owed = with_item(table.owed, seat, 0)
    table.standing = without_item(table.standing, seat)
    table.collapsed += (seat,)
    table.idle_draws = 0
    events.append(Collapsed(seat=seat, cards=len(hand)))
    attack = table.attack
    if attack is not None and attack.returned == seat:
        # Brought back, and gone before drawing: an ordinary attack now, without the added value (S9).
        table.attack = replace(attack, returned=None, answerable=True, drinkable=True)
    left = seats_in(table)
    if len(left) > 1:
        settle_owed_cards(table, seat, events)
        _ask_others(table, seat, events)
        return
    for last in left:
        table.places += (last,)
        events.append(PlayerFinished(seat=last, place=len(table.places), alone=True))
    nobody = Roles(loser=None, assistant=None, title=None, next_dealer=table.dealer)
    close(table, nobody, sum(len(table.hands[last]) for last in left), events)


def _ask_others(table: State, seat: Seat, events: Events) -> None:
    """What the phase asked of `seat`, or waited for, goes on without them."""
    match table.phase:
        case Phase.BOTTOM if seat == table.dealer and table.bottom is not None:
            card, table.bottom = table.bottom.card, None
            begin(table, card, events)
        case Phase.PLAY if seat == table.turn:
            pass_attack(table, seat, events)
        case Phase.ACCUSED if seat == table.turn:
            table.phase = Phase.PLAY
            events.append(ChallengeDropped(seat=seat))
            pass_attack(table, seat, events)
        case Phase.ACCUSED if _is_accused(table, seat):
            table.phase = Phase.PLAY
            events.append(ChallengeDropped(seat=seat))
            tell_attack(table, table.turn, events)
        case Phase.PENALTY if _is_accused(table, seat):
            events.append(ChallengeDropped(seat=seat))
            end_penalty(table, events)
        case Phase.PENALTY if seat == table.turn:
            pass_turn(table, seat, events)
        case Phase.SLAP if table.race is not None:
            race = table.race
            table.race = replace(
                race, waiting=without_item(race.waiting, seat), slapped=without_item(race.slapped, seat)
            )
            close_race_of_one(table, events)


def _is_accused(table: State, seat: Seat) -> bool:
    return table.attack is not None and table.attack.by == seat
