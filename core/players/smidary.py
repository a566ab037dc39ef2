"""How bot players play Smidarské prší."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from core.cards import THE_SIX, Card, Cards
from core.game import Seat
from core.players.standing import burden, standing
from core.players.strength import Strength
from core.prsi.fitting import NAMES, OBER, UNTER
from core.seats import next_seat
from core.smidary import actions as act
from core.smidary import step
from core.smidary.actions import ANNOUNCEMENTS, PLAYS, Action, Announce, Play
from core.smidary.cards import ACE, BELL_NINE, EIGHT, GREEN_KING, RED_TEN, SEVEN, fitting
from core.smidary.imagine import boldness, guilt, imagine
from core.smidary.legal import accused, may_challenge, playable
from core.smidary.state import Attack, Phase, State, Threat
from core.smidary.view import AttackView, View

__all__ = [
    "aside", "by_thumb", "horizon", "imagined", "is_race", "next_move", "playouts", "ranked", "sensible", "step",
    "worth",
]  # fmt: skip

horizon = 12
playouts = 150
FEW = 2
"""With so few cards somebody is about to go out."""
ML_FOR_A_CARD = {1: 14, 2: 14, 3: 11, 4: 11}
"""What somebody with so many cards would rather drink than draw one more, in ml; drinking costs 10 ml a card (S13)."""
USUAL_ML_FOR_A_CARD = 8
ML_AGAINST_FEW = 4
"""So much more when the attack would hit somebody who is about to go out."""
MOST_ML = 80
"""Nobody drinks more at once of their own will."""
WEIGHT = {card: 0.05 if card[0] in NAMES or card == GREEN_KING else 1.0 for card in PLAYS}
"""What cards weigh at the end of a thought: those that go on nearly everything are no burden."""
WORTH_OF_ML = 1 / 400
"""What a millilitre takes from the worth of a game: 40 ml are a tenth of the way from the last place to the first."""
FEW_LIE, WHIMS = 3, 0.1
"""When players hold nearly all cards, they may go round in circles for ever, unless somebody does something else."""
SUSPICION, PLUCK = 0.3, 0.6
"""How probable guilt must be to challenge a king, and how often it is done then (S17)."""
FITS = 0.5
"""How often some card goes on some other one: about half of the pack does (S3)."""
NOTICES = {Strength.EASY: 0.3, Strength.FAIR: 0.6, Strength.STRONG: 0.9}
"""How often a card is called that cannot have been legal (S29)."""
SUSPECTS = 0.1
"""How often one is called that was not, if something threatened its player."""
CHEATS, LIES = 0.1, 0.3
"""How often an illegal card is played when none goes, and the bottom card lied about when it is of use (S27, S28)."""
DOUBTS_WHAT_CANNOT_BE, DOUBTS_WHAT_HURTS = 0.9, 0.2
_DRAWS: tuple[Action, ...] = (act.DRAW, act.DRINK, act.STAND, act.CHALLENGE)


class Situation(NamedTuple):
    """What somebody who is asked looks at."""

    hand: Cards
    fits: Sequence[Card]
    """The cards of the hand that may be played."""
    after: int
    """How many cards the next player has."""
    before: int
    """How many the one before has."""
    players: int
    """How many hold cards."""
    attack: Attack | AttackView | None
    guilt: float
    """How probably somebody who may be challenged is guilty (S17)."""


def _seen(view: View, seat: Seat) -> Situation:
    counts, attack = view.counts, view.attack
    is_suspect = attack is not None and attack.by != seat and attack.challengeable is not None
    return Situation(
        hand=view.hand,
        fits=view.playable,
        after=counts[next_seat(seat, view.direction, counts)],
        before=counts[next_seat(seat, -view.direction, counts)],
        players=len(counts) - counts.count(0),
        attack=attack,
        guilt=guilt(view, attack.by) if attack is not None and is_suspect else 0.0,
    )


def _met(state: State, seat: Seat) -> Situation:
    """The same on an imagined table."""
    hands, attack = state.hands, state.attack
    hand, fits = hands[seat], playable(state)
    return Situation(
        hand=hand,
        fits=[card for card in hand if card in fits],
        after=len(hands[next_seat(seat, state.direction, hands)]),
        before=len(hands[next_seat(seat, -state.direction, hands)]),
        players=len(hands) - hands.count(()),
        attack=attack,
        guilt=boldness(len(hands[attack.by]), FITS) if attack is not None and may_challenge(state, seat) else 0.0,
    )


# Rules of thumb

_CHANGERS = frozenset(card for card in PLAYS if card[0] in NAMES)
GOES_ON = {card: fitting(card, None, None) for card in PLAYS}
FOLLOWED = 0.4
"""How good it is to have another card that goes on this one."""
KEEPING = {OBER: 4.0, UNTER: 3.0, SEVEN: 1.5, ACE: 1.0}
"""How much better it is to keep a card of this rank: for the end, or against an attack."""
AGAINST_FEW = {SEVEN: 4.0, ACE: 3.0, UNTER: 3.0}
"""How much better it is to lay it when the next player is about to go out."""
PLAYS_AGAIN = 3.0
"""How good it is to be on turn again (S23, S24)."""
BLUR = 2.0
"""How exactly people weigh all this: so much more or less they do not notice."""
BOLDNESS, FORCE = 5.0, 4.0
"""How bad it is to play a green king for another card, and how good when the next player is about to go out."""


def _rate(card: Card, here: Situation) -> float:
    """How good it is to lay this card."""
    goes_on = GOES_ON[card]
    rating = FOLLOWED * len(goes_on.intersection(here.hand)) - KEEPING.get(card[0], 0.0)
    if here.after <= FEW:
        rating += AGAINST_FEW.get(card[0], 0.0)
    if card == GREEN_KING:
        rating += FORCE * (here.after <= FEW) - BOLDNESS * (len(here.fits) > 1)
    elif card == RED_TEN:
        rating += 1.0
    elif card == THE_SIX:
        rating += len(here.hand) - 1 - here.before
    elif here.players == 2:
        rating += PLAYS_AGAIN * (card[0] == EIGHT or card == BELL_NINE)
    elif card[0] == EIGHT:
        rating += 0.5 * (here.before - here.after)
    return rating


def _play(card: Card, hand: Cards, random: Random) -> Play:
    """The card with the suit or rank that one has most of (S20, S21)."""
    ways = PLAYS[card]
    if len(ways) == 1:
        return ways[0]
    at = card[0] == OBER
    held = [other[at] for other in hand if other != card and other[0] != card[0]]
    return max(ways, key=lambda way: held.count(way.name or "") + random.random() / 2)


def _drinks(here: Situation) -> bool:
    """Whether drinking is better than drawing (S13)."""
    attack = here.attack
    if attack is None or attack.ml > MOST_ML:
        return False
    price = ML_FOR_A_CARD.get(len(here.hand), USUAL_ML_FOR_A_CARD)
    if here.after <= FEW:
        price += ML_AGAINST_FEW
    return attack.ml < attack.cards * price


def _move(here: Situation, random: Random, can_drink: bool) -> Action:
    """What somebody does who is on turn, or punished for a king."""
    attack = here.attack
    if here.fits:
        return _play(max(here.fits, key=lambda card: _rate(card, here) + BLUR * random.random()), here.hand, random)
    if attack is None:
        return act.DRAW
    if attack.kind is Threat.SKIP:
        return act.STAND
    if here.guilt > SUSPICION and random.random() < PLUCK:
        return act.CHALLENGE
    return act.DRINK if can_drink and _drinks(here) else act.DRAW


# What a bot player does


def is_race(view: View) -> bool:
    """Everybody slaps (S24)."""
    return view.phase is Phase.SLAP


def aside(view: View, strength: Strength, random: Random, drinks: Sequence[str]) -> Action | None:
    """The winner's choice, a doubt, a call, a slap, an answer, the bottom card, a whim, a cheat."""
    if view.can_choose and view.chosen is None and drinks:
        return act.Choose(drink=random.choice(drinks))
    if act.DOUBT in view.actions and random.random() < _doubt(view):
        return act.DOUBT
    if view.can_call and random.random() < _objection(view, strength):
        return act.CALL
    if view.viewer not in view.actors:
        return None
    match view.phase:
        case Phase.SLAP:
            return act.SLAP
        case Phase.ACCUSED:
            # Whoever is guilty has nothing to lose by it (S17).
            return act.SHOW
        case Phase.BOTTOM if view.bottom is not None:
            return _announcement(view, view.bottom, strength, random)
        case Phase.PLAY if view.pile + view.draw <= FEW_LIE and random.random() < WHIMS:
            return random.choice([*sensible(view), *(action for action in view.actions if action in _DRAWS)])
        case Phase.PLAY if not view.playable and strength is not Strength.EASY and random.random() < CHEATS:
            illegal = [action for action in view.actions if isinstance(action, Play)]
            return random.choice(illegal) if illegal else None
    return None


def _objection(view: View, strength: Strength) -> float:
    """How likely it is that this player calls the last play, seeing what it lies on, but not what that demanded."""
    if len(view.pile_cards) == 1:
        return 0.0
    under = view.pile_cards[-2]
    if under[0] not in NAMES and view.top not in GOES_ON[under]:
        return NOTICES[strength]
    is_threat = under[0] in (SEVEN, ACE) or under in (GREEN_KING, RED_TEN)
    return SUSPECTS if is_threat and view.top[0] != under[0] else 0.0


def _doubt(view: View) -> float:
    """How likely it is that this player doubts: certainly a card that they see elsewhere (S27)."""
    if view.announced in view.hand or view.announced == view.top:
        return DOUBTS_WHAT_CANNOT_BE
    return DOUBTS_WHAT_HURTS if view.turn == view.viewer and view.attack is not None else 0.0


def _announcement(view: View, true: Card, strength: Strength, random: Random) -> Announce:
    """The truth, or now and then a card that does more for the dealer (S26, S27)."""
    unseen = [card for card in ANNOUNCEMENTS if card not in (*view.hand, view.top, THE_SIX)]
    at = view.top[0] != UNTER
    held = [card[at] for card in view.hand]
    wanted = max(held, key=held.count) if held and view.top[0] in NAMES else view.top[at]
    lies = [card for card in unseen if card[at] == wanted]
    if true[at] == wanted or not lies or strength is Strength.EASY or random.random() > LIES:
        return ANNOUNCEMENTS[true]
    return ANNOUNCEMENTS[random.choice(lies)]


def sensible(view: View) -> tuple[Action, ...]:
    """Any card that goes; without one, to draw, drink or stand."""
    if view.viewer not in view.actors:
        return ()
    plays = tuple(action for action in view.actions if isinstance(action, Play) and action.card in view.playable)
    return plays or tuple(action for action in view.actions if action in (act.DRAW, act.DRINK, act.STAND))


def by_thumb(view: View, random: Random) -> Action | None:
    """The best card as far as one sees it; without one, what costs less."""
    seat = view.viewer
    if seat is None or seat not in view.actors:
        return None
    return _move(_seen(view, seat), random, can_drink=act.DRINK in view.actions)


def ranked(view: View, random: Random) -> tuple[Action, ...]:
    """All cards that go, with what the rest of the hand has; facing an attack, all else that may be done.

    Without an attack drawing is worth thinking about when only changers go.
    """
    seat = view.viewer
    if seat is None or seat not in view.actors:
        return ()
    here = _seen(view, seat)
    usual = _move(here, random, can_drink=act.DRINK in view.actions)
    moves: list[Action] = [] if isinstance(usual, Play) else [usual]
    for card in sorted(here.fits, key=lambda card: _rate(card, here), reverse=True):
        held = {other[card[0] == OBER] for other in here.hand if other != card}
        moves += (_play(card, here.hand, random), *(way for way in PLAYS[card] if way.name in held))
    if here.attack is not None or _CHANGERS.issuperset(here.fits):
        moves += [action for action in view.actions if action in _DRAWS]
    return tuple(dict.fromkeys(moves))


# What is done on tables that a bot player imagines


def imagined(view: View, random: Random) -> State:
    """Nobody cheats or doubts there."""
    state = imagine(view, random)
    return replace(state, options=replace(state.options, cheating="strict"), last=None, bottom=None)


def next_move(state: State, random: Random) -> tuple[Seat, Action]:
    """Slaps come in any order; what is asked is answered by the rules of thumb."""
    match state.phase:
        case Phase.SLAP if state.race is not None:
            return random.choice(state.race.waiting), act.SLAP
        case Phase.ACCUSED:
            return accused(state), act.SHOW
        case Phase.PENALTY:
            seat = accused(state)
            return seat, _move(_met(state, seat)._replace(fits=()), random, can_drink=True)
    assert state.turn is not None, "nobody imagines the phase bottom or the end"
    attack = state.attack
    can_drink = attack is not None and attack.drinkable and not attack.must_be_drawn
    return state.turn, _move(_met(state, state.turn), random, can_drink)


def worth(state: State, seat: Seat) -> float:
    """Cards count, and what was drunk in the game."""
    burdens = [burden([WEIGHT[card] for card in hand]) for hand in state.hands]
    return standing(seat, burdens, state.places, state.collapsed) - state.drinks[seat] * WORTH_OF_ML
