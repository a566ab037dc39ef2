"""How bot players play Shithead."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from core.cards import Cards, Rank
from core.game import Seat
from core.players.standing import standing
from core.players.strength import Strength
from core.seats import next_seat
from core.shithead import actors, legal, step
from core.shithead.actions import Action, Flip, Pickup, Play, Ready, Swap
from core.shithead.imagine import imagine
from core.shithead.ranks import ASCENDING, JOKER, ROW_THAT_BURNS, TEN, TWO, row_on_top
from core.shithead.state import Phase, State, blind_numbers, cards_of, is_in
from core.shithead.view import View

__all__ = [
    "aside", "by_thumb", "horizon", "imagined", "is_race", "next_move", "playouts", "ranked", "sensible", "step",
    "worth",
]  # fmt: skip

horizon = 12
playouts = 32
FEW = 2
"""With so few cards somebody is about to go out."""
WORTH: dict[Rank, int] = {rank: height for height, rank in enumerate(ASCENDING)} | {JOKER: 13, TWO: 13, TEN: 14}
"""How good it is to have a card: low ones hardly ever go, the wild ones always."""
HIGH = WORTH["J"]
"""From here on cards are kept for the end."""
SWAPS_OF_EASY = 0.5
"""How often a beginner thinks of swapping (H3)."""


class Situation(NamedTuple):
    """What somebody on turn looks at."""

    top: Rank | None
    row: int
    """How many cards of that rank lie on top (H7)."""
    pile: int
    draw: int
    after: int
    """How many cards the next player has in all."""


def _seen(view: View, seat: Seat) -> Situation:
    zones = zip(view.counts, view.open, view.down, strict=True)
    totals = [count + len(shown) + len(down) for count, shown, down in zones]
    return _situation(view.pile_cards, view.draw, totals[next_seat(seat, view.direction, totals)])


def _met(state: State, seat: Seat) -> Situation:
    """The same on an imagined table."""
    inside = [is_in(state, other) for other in range(len(state.hands))]
    return _situation(state.pile, len(state.draw), cards_of(state, next_seat(seat, state.direction, inside)))


def _situation(pile: Cards, draw: int, after: int) -> Situation:
    return Situation(top=pile[-1][0] if pile else None, row=row_on_top(pile), pile=len(pile), draw=draw, after=after)


# Rules of thumb

BURNING_A_ROW, BURNING_A_CARD = 12.0, 0.7
"""How good it is to burn the pile with a row, and every card in it (H6, H7)."""
TOGETHER = 1.5
"""How good it is to be rid of one more card of the same rank, or bad to waste a high one."""
BLOCKING = 1.5
"""How good each step of height is when the next player is about to go out."""
NO_CARD = -50.0
"""How bad it is to lay nothing."""


def _rate(action: Action, here: Situation) -> float:
    """How good it is to do this: low cards first, twos and tens last."""
    match action:
        case Play(cards=cards):
            return _rate_play(cards[0][0], len(cards), here)
        case Pickup(card=str(card)):
            return NO_CARD - WORTH[card[0]]
    return NO_CARD


def _rate_play(rank: Rank, number: int, here: Situation) -> float:
    height = WORTH[rank]
    rating = float(-height)
    if rank == TEN:
        rating += BURNING_A_CARD * here.pile
    elif number + here.row * (rank == here.top) >= ROW_THAT_BURNS:
        rating += BURNING_A_ROW + BURNING_A_CARD * here.pile
    else:
        # As long as there are cards to draw, laying one more high card only brings another one into the hand (H8).
        is_waste = here.draw > 0 and height >= HIGH
        rating += (number - 1) * (-TOGETHER if is_waste else TOGETHER)
    if here.after <= FEW and rank != TWO:
        rating += BLOCKING * height
    return rating


# What a bot player does


def is_race(view: View) -> bool:
    """Whoever lays the lowest rank first begins (H4)."""
    return view.phase is Phase.BEGIN and len(view.actors) > 1


def aside(view: View, strength: Strength, random: Random, drinks: Sequence[str]) -> Action | None:
    """The best cards are laid open before the game: they come last (H3, H10)."""
    seat = view.viewer
    if seat is None or view.phase is not Phase.SWAP or seat not in view.actors:
        return None
    if strength is Strength.EASY and random.random() > SWAPS_OF_EASY:
        return Ready()
    best = max(view.hand, key=lambda card: WORTH[card[0]])
    worst = min(view.open[seat], key=lambda card: WORTH[card[0]])
    return Swap(hand=best, open=worst) if WORTH[best[0]] > WORTH[worst[0]] else Ready()


def sensible(view: View) -> tuple[Action, ...]:
    """Any cards that go; without any, the pile or a blind card."""
    return tuple(action for action in view.actions if isinstance(action, Play)) or view.actions


def by_thumb(view: View, random: Random) -> Action | None:
    """The best of them."""
    return next(iter(ranked(view, random)), None)


def ranked(view: View, random: Random) -> tuple[Action, ...]:
    """The same; one blind card is as good as another."""
    seat = view.viewer
    if seat is None or not view.actions:
        return ()
    if isinstance(view.actions[-1], Flip):
        return (random.choice(view.actions),)
    here = _seen(view, seat)
    return tuple(sorted(sensible(view), key=lambda action: _rate(action, here), reverse=True))


# What is done on tables that a bot player imagines


def imagined(view: View, random: Random) -> State:
    """Nothing has to be left out."""
    return imagine(view, random)


def next_move(state: State, random: Random) -> tuple[Seat, Action]:
    """Anybody may be the first to begin; then it is done by the rules of thumb."""
    seat = random.choice(actors(state)) if state.turn is None else state.turn
    actions = legal(state, seat)
    if len(actions) == 1:
        return seat, actions[0]
    here = _met(state, seat)
    return seat, max(actions, key=lambda action: _rate(action, here) + random.random())


def worth(state: State, seat: Seat) -> float:
    """Cards count, low ones most."""
    burdens = [_burden(state, other) ** 2 for other in range(len(state.hands))]
    return standing(seat, burdens, state.places, state.collapsed)


WILD_BURDEN, BLIND_BURDEN = 0.3, 0.9
"""What a ten and a face-down card weigh; a three weighs one."""


def _burden(state: State, seat: Seat) -> float:
    known = sum(1 - (1 - WILD_BURDEN) * WORTH[card[0]] / WORTH[TEN] for card in state.hands[seat] + state.open[seat])
    return known + BLIND_BURDEN * len(blind_numbers(state, seat))
