"""Drawing, drinking, standing, and challenging a green king (S3, S9, S13–S19, S21, S22)."""

from dataclasses import replace

from core.events import TurnPassed
from core.game import Seat
from core.prsi.events import PlayerStood
from core.seats import passed_over
from core.smidary.events import AttackDrunk, Challenged, ChargeAdmitted, DemandLapsed, HandShown
from core.smidary.legal import accused
from core.smidary.state import Attack, Phase, State, Threat, is_in, seats_in
from core.smidary.table import Events, charge, draw_and_owe, draw_or_pay, pass_turn, tell_attack

FALSE_ACCUSATION_ML = 20
"""The price of challenging somebody who is innocent (S17)."""


def draw(table: State, seat: Seat, events: Events) -> None:
    """One card, or what the attack, the red ten, a return or the penalty demands; the turn passes then."""
    attack = table.attack
    if attack is None:
        _draw_one(table, seat, events)
    elif table.phase is Phase.PENALTY:
        draw_or_pay(table, seat, attack.cards, "S17", events)
        end_penalty(table, events)
        return
    elif attack.returned is not None:
        table.attack = None
        draw_and_owe(table, seat, attack.cards, events)
    else:
        table.attack = None
        charge(table, seat, attack.added, "S14", events)
        draw_or_pay(table, seat, attack.cards, "S22" if attack.kind is Threat.TEN else "S13", events)
    pass_turn(table, seat, events)


def _draw_one(table: State, seat: Seat, events: Events) -> None:
    demand = table.rank
    missing = draw_or_pay(table, seat, 1, "S3" if demand is None else "S21", events)
    if demand is not None and missing:
        table.idle_draws += 1
        if table.idle_draws >= len(seats_in(table)):
            table.rank = None
            events.append(DemandLapsed(rank=demand))


def drink(table: State, seat: Seat, events: Events) -> None:
    """The attack is drunk: in the penalty it ends there, else it goes on to the next player (S13, S17)."""
    attack = _faced(table)
    if table.phase is Phase.PENALTY:
        charge(table, seat, attack.ml, "S17", events)
        end_penalty(table, events)
        return
    charge(table, seat, attack.ml, "S13", events)
    if table.options.added_value == "always":
        charge(table, seat, attack.added, "S14", events)
    events.append(AttackDrunk(seat=seat))
    table.attack = replace(attack, added=0)
    pass_attack(table, seat, events)


def pass_attack(table: State, seat: Seat, events: Events) -> None:
    """The turn goes on from `seat` together with what hung over it, if anything did (S13, S18, S30).

    When it has come back to whoever over-played last, or over that seat, it can be drunk no more (S15). A challenger
    who lost could not over-play; the next player can (S17).
    """
    pass_turn(table, seat, events)
    attack, turn = table.attack, table.turn
    if attack is None or turn is None:
        return
    if attack.kind is Threat.DRAW:
        way = (*passed_over(seat, turn, table.direction, len(table.hands)), turn)
        table.attack = replace(attack, drinkable=attack.drinkable and attack.by not in way, answerable=True)
    tell_attack(table, turn, events)


def stand(table: State, seat: Seat, events: Events) -> None:
    """The turn is lost, standing, until the next one (S19)."""
    table.attack = None
    table.standing = tuple(sorted((*table.standing, seat)))
    events.append(PlayerStood(seat=seat))
    pass_turn(table, seat, events)


def challenge(table: State, seat: Seat, events: Events) -> None:
    """Whoever played the king must admit or show (S17)."""
    table.phase = Phase.ACCUSED
    events.append(Challenged(seat=seat, accused=accused(table)))


def admit(table: State, seat: Seat, events: Events) -> None:
    """The accused takes the attack without showing anything (S17)."""
    events.append(ChargeAdmitted(seat=seat))
    _begin_penalty(table, seat, events)


def show(table: State, seat: Seat, events: Events) -> None:
    """The hand is shown; as it was when the king was played decides: the attack is on the accused, or stays with
    the challenger, who pays for it and may not over-play (S17).
    """
    attack = _faced(table)
    events.append(HandShown(seat=seat, cards=table.hands[seat], guilty=attack.guilty))
    if attack.guilty:
        _begin_penalty(table, seat, events)
        return
    challenger = table.turn
    assert challenger is not None, "the challenger is on turn"
    charge(table, challenger, FALSE_ACCUSATION_ML, "S17", events, in_vain=True)
    table.attack = replace(attack, doubtful=False, answerable=False)
    table.phase = Phase.PLAY
    tell_attack(table, challenger, events)


def _begin_penalty(table: State, seat: Seat, events: Events) -> None:
    """The accused faces the attack; in the penalty there is no added value and no limit of S15."""
    table.attack = replace(_faced(table), added=0, drinkable=True)
    table.phase = Phase.PENALTY
    tell_attack(table, seat, events)


def end_penalty(table: State, events: Events) -> None:
    """The attack is over, and the challenger, or who came after them, has a normal turn (S17, S30)."""
    table.attack, table.phase, turn = None, Phase.PLAY, table.turn
    assert turn is not None, "somebody waits for the end of the penalty"
    if is_in(table, turn):
        events.append(TurnPassed(seat=turn))
    else:
        # It was the accused who came after the challenger, and has collapsed as well.
        pass_turn(table, turn, events)


def _faced(table: State) -> Attack:
    assert table.attack is not None, "refusal lets nobody drink or show without an attack"
    return table.attack
