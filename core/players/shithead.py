"""How bot players play Shithead."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from core.cards import Rank
from core.game import Seat
from core.players.standing import standing
from core.players.strength import Strength
from core.shithead import actors, legal, step
from core.shithead.actions import Action, Flip, Pickup, Play, Ready, Swap
from core.shithead.imagine import imagine
from core.shithead.ranks import ASCENDING, JOKER, TEN, TWO, row_on_top
from core.shithead.state import Phase, State, blind_numbers, cards_of
from core.shithead.view import View

__all__ = ["aside", "horizon", "imagined", "next_move", "ranked", "sensible", "step", "worth"]

horizon = 24
FEW = 2
WORTH = {rank: float(height) for height, rank in enumerate(ASCENDING)} | {TWO: 13.0, JOKER: 13.0, TEN: 14.0}
"""How good a card is to have."""


class Situation(NamedTuple):
    row: int
    top: Rank | None
    pile: int
    draw: int
    after: int


def _situation_of_view(view: View, seat: Seat) -> Situation:
    return Situation(
        view.row,
        None if view.top is None else view.top[0],
        view.pile,
        view.draw,
        _after(
            [len(view.open[s]) + len(view.down[s]) + view.counts[s] for s in range(len(view.counts))],
            seat,
            view.direction,
        ),
    )


def _after(totals: Sequence[int], seat: Seat, direction: int) -> int:
    n = len(totals)
    other = (seat + direction) % n
    while not totals[other] and other != seat:
        other = (other + direction) % n
    return totals[other]


def _situation(state: State, seat: Seat) -> Situation:
    pile = state.pile
    return Situation(
        row_on_top(pile),
        pile[-1][0] if pile else None,
        len(pile),
        len(state.draw),
        _after([cards_of(state, s) for s in range(len(state.hands))], seat, state.direction),
    )


def _rate(action: Action, here: Situation) -> float:
    match action:
        case Play(cards=cards):
            rank, number = cards[0][0], len(cards)
            rating = -WORTH[rank]
            burns = rank == TEN or (number + (here.row if rank == here.top else 0) >= 4)
            if burns:
                rating += 0.7 * here.pile
                if rank != TEN:
                    rating += 12
            elif not here.draw or WORTH[rank] < 7:
                rating += 1.5 * (number - 1)
            else:
                rating -= 1.5 * (number - 1)
            if here.after <= FEW and rank != TWO:
                rating += 1.5 * WORTH[rank]
            return rating
        case Pickup(card=None):
            return -40.0
        case Pickup(card=card):
            return -40.0 - (0 if card is None else WORTH[card[0]])
    return -50.0


def imagined(view: View, random: Random) -> State:
    return imagine(view, random)


def next_move(state: State, random: Random) -> tuple[Seat, Action]:
    seat = state.turn
    if seat is None:
        asked = actors(state)
        seat = asked[0] if len(asked) == 1 else random.choice(asked)
        if state.phase is Phase.SWAP:
            return seat, Ready()
    here = _situation(state, seat)
    actions = legal(state, seat)
    if len(actions) == 1:
        return seat, actions[0]
    return seat, max(actions, key=lambda action: _rate(action, here) + random.random())


def _burden(state: State, seat: Seat) -> float:
    total = 0.9 * len(blind_numbers(state, seat))
    for card in state.hands[seat] + state.open[seat]:
        total += 1.2 - WORTH[card[0]] * 0.06
    return total


def worth(state: State, seat: Seat) -> float:
    burdens = [_burden(state, other) for other in range(len(state.hands))]
    return standing(seat, burdens, state.places, state.collapsed)


def aside(view: View, strength: Strength, random: Random) -> Action | None:
    seat = view.viewer
    if seat is None or seat not in view.actors or view.phase is not Phase.SWAP:
        return None
    best = max(view.hand, key=lambda card: WORTH[card[0]])
    worst = min(view.open[seat], key=lambda card: WORTH[card[0]])
    if WORTH[best[0]] > WORTH[worst[0]] and (strength is not Strength.EASY or random.random() < 0.3):
        return Swap(hand=best, open=worst)
    return Ready()


def sensible(view: View) -> tuple[Action, ...]:
    plays = tuple(action for action in view.actions if isinstance(action, Play))
    return plays or view.actions


def ranked(view: View, random: Random) -> tuple[Action, ...]:
    seat = view.viewer
    if seat is None or seat not in view.actors:
        return ()
    if any(isinstance(action, Flip) for action in view.actions):
        return (random.choice(view.actions),)
    here = _situation_of_view(view, seat)
    return tuple(sorted(sensible(view), key=lambda action: -_rate(action, here) + random.random() / 100))
