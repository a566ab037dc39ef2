"""How bot players play akční prší."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from core.akcni import actions as act
from core.akcni import step
from core.akcni.actions import GIFTS, NO, PLAYS, YES, Action, Play, Say
from core.akcni.cards import ACE, CHANGERS, EIGHT, KING, NINE, SEVEN, TEN
from core.akcni.imagine import imagine
from core.akcni.legal import actors, faces_ace, names, playable
from core.akcni.options import PACK
from core.akcni.state import Call, Phase, State, Threat, cards_of
from core.akcni.view import View
from core.cards import Card, Cards
from core.game import Seat
from core.players.standing import standing
from core.players.strength import Strength
from core.prsi.fitting import OBER, UNTER, matching
from core.prsi.seats import next_seat

__all__ = ["aside", "horizon", "imagined", "is_race", "next_move", "ranked", "sensible", "step", "worth"]

horizon = 16
FEW = 2
FORGETS = 0.1
SLIPS = 0.05
WORTH_OF_ML = 1 / 200


class Situation(NamedTuple):
    own: Cards
    ways: Mapping[Card, tuple[str | None, ...]]
    after: int
    before: int
    players: int
    open_after: Cards
    blocked: bool
    action_suit: str


def _situation_of_view(view: View, seat: Seat) -> Situation:
    ways: dict[Card, tuple[str | None, ...]] = {}
    for action in view.actions:
        if isinstance(action, Play) and action.card in view.playable:
            ways[action.card] = (*ways.get(action.card, ()), action.name)
    counts = [count + len(shown) for count, shown in zip(view.counts, view.open, strict=True)]
    after = next_seat(seat, view.direction, counts)
    return Situation(
        own=view.hand + view.open[seat],
        ways=ways,
        after=counts[after],
        before=counts[next_seat(seat, -view.direction, counts)],
        players=len(counts) - counts.count(0),
        open_after=view.open[after],
        blocked=view.lap is not None,
        action_suit=view.action_suit,
    )


def _situation(state: State, seat: Seat) -> Situation:
    fits, own = playable(state), cards_of(state, seat)
    counts = [len(hand) + len(shown) for hand, shown in zip(state.hands, state.open, strict=True)]
    after = next_seat(seat, state.direction, counts)
    return Situation(
        own=own,
        ways={card: names(state, card) for card in own if card in fits},
        after=counts[after],
        before=counts[next_seat(seat, -state.direction, counts)],
        players=len(counts) - counts.count(0),
        open_after=state.open[after],
        blocked=state.lap is not None,
        action_suit=state.action_suit,
    )


# Rules of thumb

GOES_ON = {card: matching(card) | CHANGERS["unter"] | CHANGERS["ober"] for card in PACK}
KEEPING = {OBER: 4.0, UNTER: 3.5, SEVEN: 1.5, ACE: 1.0, EIGHT: 0.5}
AGAINST_FEW = {SEVEN: 4.0, ACE: 3.0, UNTER: 2.0, OBER: 1.0}


def _rate(card: Card, here: Situation) -> float:
    goes_on = GOES_ON[card]
    rating = -0.4
    for other in here.own:
        if other in goes_on:
            rating += 0.4
    rating -= KEEPING.get(card[0], 0.0)
    if here.blocked:
        return rating
    if here.after <= FEW:
        rating += AGAINST_FEW.get(card[0], 0.0)
    if card[0] in (NINE, TEN) and here.players > 2:
        rating += 0.7 * max(-3, min(3, here.before - here.after))
    return rating


def _name(card: Card, here: Situation, random: Random) -> str | None:
    ways = here.ways[card]
    if len(ways) == 1:
        return ways[0]
    rest = [other for other in here.own if other != card]
    if card[0] == KING:
        return NO if not rest or any(other[0] in (OBER, UNTER) for other in rest) else YES
    at = 1 if card[0] == OBER else 0
    held, shown = (
        [other[at] for other in rest if other[0] not in (OBER, UNTER)],
        [other[at] for other in here.open_after],
    )

    def liking(name: str | None) -> float:
        return held.count(name or "") - 0.7 * shown.count(name or "") + random.random() / 2

    return max(ways, key=liking)


def _gift(cards: Cards, random: Random) -> Card:
    """The card one likes least"""

    def use(card: Card) -> float:
        goes_on = matching(card)
        return KEEPING.get(card[0], 0.0) + 0.4 * sum(other in goes_on for other in cards) + random.random() / 2

    return min(cards, key=use)


def _turn(here: Situation, random: Random) -> Play:
    card = max(here.ways, key=lambda card: _rate(card, here) + random.random())
    return PLAYS[card][_name(card, here, random)]


# On imagined tables


def imagined(view: View, random: Random) -> State:
    state = imagine(view, random)
    options = replace(state.options, supervision="strict")
    return replace(state, options=options, greet=False, said=None, due=None, words=(), deeds=())


def next_move(state: State, random: Random) -> tuple[Seat, Action]:
    match state.phase:
        case Phase.GIVE:
            seat = actors(state)[0]
            return seat, GIFTS[_gift(cards_of(state, seat), random)]
        case Phase.ANNOUNCE:
            return state.dealer, random.choice((act.CHANGE, act.NO_CHANGE))
    turn = state.turn
    assert turn is not None
    here = _situation(state, turn)
    if here.ways:
        return turn, _turn(here, random)
    return turn, act.STAND if faces_ace(state) else act.DRAW


def worth(state: State, seat: Seat) -> float:
    burdens = [len(hand) + len(shown) for hand, shown in zip(state.hands, state.open, strict=True)]
    return standing(seat, burdens, state.places, state.collapsed) - state.drinks[seat] * WORTH_OF_ML


# In front of a view


def is_race(view: View) -> bool:
    """Nothing goes to whoever is first."""
    return False


def aside(view: View, strength: Strength, random: Random, drinks: Sequence[str]) -> Action | None:
    careless = strength is Strength.EASY
    if careless and random.random() < FORGETS:
        return None
    if view.to_call is not None:
        return act.LAST if view.to_call is Call.LAST else act.PRSI
    if view.to_say:
        return Say(text=view.to_say[0])
    if view.viewer is None or view.viewer not in view.actors:
        return None
    if view.to_greet == view.viewer:
        return act.GREET
    if careless and view.phase is Phase.PLAY and not view.options.strict and random.random() < SLIPS:
        return _slip(view, random)
    return None


def _slip(view: View, random: Random) -> Action | None:
    """An honest mistake: overlooking a demand or a lap, a miscount, or a king without a word (P24)."""
    own = view.hand + view.open[view.viewer or 0]
    slips: list[Action] = []
    if view.attack is None:
        fits = matching(view.top)
        slips += [PLAYS[card][None] for card in own if card in fits and card not in view.playable]
    return random.choice(slips) if slips else None


def sensible(view: View) -> tuple[Action, ...]:
    if view.viewer is None or view.viewer not in view.actors:
        return ()
    if view.phase is not Phase.PLAY:
        return tuple(action for action in view.actions if isinstance(action, act.Give | act.Announce))
    plays = tuple(action for action in view.actions if isinstance(action, Play) and action.card in view.playable)
    return plays or (_without_card(view),)


def _without_card(view: View) -> Action:
    return act.STAND if view.attack is not None and view.attack.kind is Threat.SKIP else act.DRAW


def ranked(view: View, random: Random) -> tuple[Action, ...]:
    seat = view.viewer
    if seat is None or seat not in view.actors:
        return ()
    own = view.hand + view.open[seat]
    if view.phase is Phase.GIVE:
        return tuple(dict.fromkeys((GIFTS[_gift(own, random)], *(GIFTS[card] for card in own))))
    if view.phase is Phase.ANNOUNCE:
        return act.CHANGE, act.NO_CHANGE
    here = _situation_of_view(view, seat)
    if not here.ways:
        return (_without_card(view),)
    plays = []
    for card in sorted(here.ways, key=lambda card: -_rate(card, here)):
        rest = [other for other in own if other != card]
        for name in here.ways[card]:
            at = {OBER: 1, UNTER: 0}.get(card[0])
            if at is None or name is None or not rest or any(other[at] == name for other in rest):
                plays.append(PLAYS[card][name])
    return tuple(dict.fromkeys((_turn(here, random), *plays)))
