"""How bot players play Smidarské prší."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from core.cards import THE_SIX, Card, Cards
from core.game import Seat
from core.players.standing import standing
from core.players.strength import Strength
from core.prsi.fitting import NAMES, OBER, UNTER
from core.prsi.seats import next_seat
from core.smidary import actions as act
from core.smidary import step
from core.smidary.actions import ANNOUNCEMENTS, PLAYS, Action, Play
from core.smidary.cards import ACE, BELL_NINE, EIGHT, GREEN_KING, RED_TEN, SEVEN, fitting
from core.smidary.imagine import guilt, imagine
from core.smidary.legal import accused, may_challenge, playable
from core.smidary.state import Attack, Phase, State, Threat
from core.smidary.view import AttackView, View

__all__ = ["aside", "horizon", "imagined", "next_move", "ranked", "sensible", "step", "worth"]

horizon = 24
FEW = 2
"""With so few cards somebody is about to go out."""
ML_FOR_A_CARD = {1: 20, 2: 14}
USUAL_ML_FOR_A_CARD = 8
"""How much somebody with so many cards would rather drink than draw one more, in ml."""
MOST_ML = 80
"""Nobody drinks more at once of their own will."""
SUSPICION, PLUCK = 0.3, 0.6
"""From which guilt on a king is challenged, and how often then."""
UTILITY_OF_ML = 1 / 200


class Situation(NamedTuple):
    """What whoever is on turn looks at."""

    hand: Cards
    fits: Sequence[Card]
    """The cards of the hand that may be played."""
    after: int
    """How many cards the next player has."""
    before: int
    """How many cards the player before has."""
    players: int
    """How many are in the game."""
    attack: Attack | AttackView | None
    suspect: int | None
    """How many cards the player has whom one may challenge."""
    rank_demanded: bool


def _situation_of_view(view: View, seat: Seat) -> Situation:
    counts, attack = view.counts, view.attack
    suspect = None if attack is None else attack.challengeable
    return Situation(
        hand=view.hand,
        fits=view.playable,
        after=counts[next_seat(seat, view.direction, counts)],
        before=counts[next_seat(seat, -view.direction, counts)],
        players=len(counts) - counts.count(0),
        attack=attack,
        suspect=None if suspect is None else counts[suspect],
        rank_demanded=view.rank is not None,
    )


def _situation(state: State, seat: Seat) -> Situation:
    hands, attack = state.hands, state.attack
    hand, fits = hands[seat], playable(state)
    return Situation(
        hand=hand,
        fits=[card for card in hand if card in fits],
        after=len(hands[next_seat(seat, state.direction, hands)]),
        before=len(hands[next_seat(seat, -state.direction, hands)]),
        players=len(hands) - hands.count(()),
        attack=attack,
        suspect=len(hands[attack.by]) if attack is not None and may_challenge(state, seat) else None,
        rank_demanded=state.rank is not None,
    )


# Rules of thumb

KEEPING = {OBER: 4.0, UNTER: 3.0, SEVEN: 1.5, ACE: 1.0}
"""How much better a card is to have than to have laid."""
AGAINST_FEW = {SEVEN: 4.0, ACE: 3.0, UNTER: 3.0}
"""How much better it is against somebody who is about to go out."""


def _rate(card: Card, here: Situation) -> float:
    """How good it is to lay this card."""
    rest = [other for other in here.hand if other != card]
    goes_on = fitting(card, None, None)
    rating = sum(0.4 for other in rest if other in goes_on) - KEEPING.get(card[0], 0.0)
    if here.after <= FEW:
        rating += AGAINST_FEW.get(card[0], 0.0)
    if card[0] == EIGHT:
        if here.players == FEW:
            rating += 3.0
        else:
            rating += 0.5 * min(here.before - here.after, 3)
    elif card == GREEN_KING:
        rating += (4.0 if here.after <= FEW else 0.0) - (5.0 if len(here.fits) > 1 else 0.0)
    elif card == RED_TEN:
        rating += 1.0
    elif card == BELL_NINE:
        rating += 3.0 if here.players == FEW else 0.0
    elif card == THE_SIX:
        rating += 1.0 * (len(rest) - here.before)
    return rating


def _name(card: Card, hand: Cards, random: Random) -> str | None:
    """What somebody has most of to follow a changer with (S20, S21)."""
    names = NAMES.get(card[0])
    if names is None:
        return None
    at = 1 if card[0] == OBER else 0
    held = [other[at] for other in hand if other != card and other != THE_SIX]
    return max(names, key=lambda name: held.count(name) + random.random() / 2)


def _drinks(here: Situation) -> bool:
    """Whether drinking is worth it: cards weigh more for somebody with few (S13)."""
    attack = here.attack
    if attack is None or attack.ml > MOST_ML:
        return False
    price = ML_FOR_A_CARD.get(len(here.hand), USUAL_ML_FOR_A_CARD)
    if here.after <= FEW:
        price += 4
    return attack.ml < price * attack.cards


def _challenges(here: Situation, random: Random) -> bool:
    return here.suspect is not None and guilt(here.suspect) > SUSPICION and random.random() < PLUCK


def _play(here: Situation, random: Random) -> Play:
    card = max(here.fits, key=lambda card: _rate(card, here) + random.random())
    return PLAYS_BY_NAME[card, _name(card, here.hand, random)]


PLAYS_BY_NAME = {(play.card, play.name): play for plays in PLAYS.values() for play in plays}


def _turn(here: Situation, random: Random, can_drink: bool) -> Action:
    if here.fits:
        return _play(here, random)
    if here.attack is None:
        return act.DRAW
    if here.attack.kind is Threat.SKIP:
        return act.STAND
    if _challenges(here, random):
        return act.CHALLENGE
    return act.DRINK if can_drink and _drinks(here) else act.DRAW


# On imagined tables


def imagined(view: View, random: Random) -> State:
    state = imagine(view, random)
    return replace(state, options=replace(state.options, cheating="strict"), last=None, bottom=None)


def next_move(state: State, random: Random) -> tuple[Seat, Action]:
    match state.phase:
        case Phase.SLAP if state.race is not None:
            return random.choice(state.race.waiting), act.SLAP
        case Phase.ACCUSED:
            return accused(state), act.SHOW
        case Phase.PENALTY:
            seat = accused(state)
            here = _situation(state, seat)
            return seat, act.DRINK if _drinks(here) else act.DRAW
    turn = state.turn
    assert turn is not None
    attack = state.attack
    can_drink = attack is not None and attack.drinkable and not attack.must_be_drawn
    return turn, _turn(_situation(state, turn), random, can_drink)


def worth(state: State, seat: Seat) -> float:
    burdens = [len(hand) for hand in state.hands]
    return standing(seat, burdens, state.places, state.collapsed) - state.drinks[seat] * UTILITY_OF_ML


# In front of a view


def aside(view: View, strength: Strength, random: Random) -> Action | None:
    """Slap, show"""
    seat = view.viewer
    if view.phase is Phase.SLAP and seat in view.to_slap:
        return act.SLAP
    if view.phase is Phase.ACCUSED and seat in view.actors:
        return act.SHOW
    if view.phase is Phase.BOTTOM and seat in view.actors and view.bottom is not None:
        return ANNOUNCEMENTS[view.bottom]
    return None


def sensible(view: View) -> tuple[Action, ...]:
    seat = view.viewer
    if seat is None or seat not in view.actors:
        return ()
    plays = tuple(action for action in view.actions if isinstance(action, Play) and action.card in view.playable)
    if plays:
        return plays
    return tuple(action for action in view.actions if action in (act.DRAW, act.DRINK, act.STAND))


def ranked(view: View, random: Random) -> tuple[Action, ...]:
    seat = view.viewer
    if seat is None or seat not in view.actors:
        return ()
    here = _situation_of_view(view, seat)
    can_drink = act.DRINK in view.actions
    if view.phase is Phase.PENALTY:
        first: Action = act.DRINK if _drinks(here) else act.DRAW
    else:
        first = _turn(here, random, can_drink)
    plays = sorted(_plays(here), key=lambda play: -_rate(play.card, here))
    others = [action for action in view.actions if action in (act.DRAW, act.DRINK, act.STAND, act.CHALLENGE)]
    if plays and here.attack is None:
        others = []
    return tuple(dict.fromkeys((first, *plays, *others)))


def _plays(here: Situation) -> Iterator[Play]:
    for card in here.fits:
        names = NAMES.get(card[0])
        rest = [other for other in here.hand if other != card]
        for play in PLAYS[card]:
            if names is None or not rest or any(play.name == other[1 if card[0] == OBER else 0] for other in rest):
                yield play
