"""How bot players play akční prší."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import add
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
from core.players.standing import burden, standing
from core.players.strength import Strength
from core.prsi.fitting import OBER, UNTER, matching
from core.seats import next_seat

__all__ = [
    "aside", "by_thumb", "horizon", "imagined", "is_race", "next_move", "playouts", "ranked", "sensible", "step",
    "worth",
]  # fmt: skip

horizon = 12
playouts = 400
FEW = 2
"""With so few cards somebody is about to go out."""
FORGETS, SLIPS = 0.08, 0.05
"""How often, in the pub, a beginner does not say what is due, or plays a card that would go if nothing was demanded."""
FEW_LIE, WHIMS = 3, 0.1
"""When players hold nearly all cards, they may go round in circles for ever, unless somebody does something else."""
WEIGHT = {card: {UNTER: 0.05, OBER: 0.05, SEVEN: 0.7}.get(card[0], 1.0) for card in PACK}
"""What cards weigh at the end of a thought: those that go on nearly everything are no burden."""
WORTH_OF_ML = 1 / 400
"""What a millilitre takes from the worth of a game (P28): 40 ml are a tenth of the way from the last place up."""


class Situation(NamedTuple):
    """What somebody on turn looks at."""

    own: Cards
    ways: Mapping[Card, Sequence[str | None]]
    """The cards that may be played, and what each may name."""
    after: int
    """How many cards the next player has."""
    before: int
    """How many the one before has."""
    players: int
    """How many have cards."""
    open_after: Cards
    """The open cards of the next player (P2)."""
    blocked: bool
    """No card has an effect (P14)."""


def _seen(view: View, seat: Seat) -> Situation:
    ways: dict[Card, list[str | None]] = {}
    for action in view.actions:
        if isinstance(action, Play) and action.card in view.playable:
            ways.setdefault(action.card, []).append(action.name)
    counts = [count + len(shown) for count, shown in zip(view.counts, view.open, strict=True)]
    own = view.hand + view.open[seat]
    return _situation(own, ways, seat, view.direction, counts, view.open, blocked=view.lap is not None)


def _met(state: State, seat: Seat) -> Situation:
    """The same on an imagined table."""
    own, fits = cards_of(state, seat), playable(state)
    ways = {card: names(state, card) for card in own if card in fits}
    counts = [len(hand) + len(shown) for hand, shown in zip(state.hands, state.open, strict=True)]
    return _situation(own, ways, seat, state.direction, counts, state.open, blocked=state.lap is not None)


def _situation(
    own: Cards,
    ways: Mapping[Card, Sequence[str | None]],
    seat: Seat,
    direction: int,
    counts: Sequence[int],
    shown: Sequence[Cards],
    *,
    blocked: bool,
) -> Situation:
    after = next_seat(seat, direction, counts)
    return Situation(
        own=own,
        ways=ways,
        after=counts[after],
        before=counts[next_seat(seat, -direction, counts)],
        players=len(counts) - counts.count(0),
        open_after=shown[after],
        blocked=blocked,
    )


# Rules of thumb

_CHANGERS = CHANGERS["unter"] | CHANGERS["ober"]
GOES_ON = {card: matching(card) | _CHANGERS for card in PACK}
FOLLOWED = 0.4
"""How good it is to have another card that goes on this one."""
KEEPING = {OBER: 4.0, UNTER: 3.5, SEVEN: 1.5, ACE: 1.0, EIGHT: 0.5}
"""How much better it is to keep a card of this rank: for the end, or against an attack."""
AGAINST_FEW = {SEVEN: 4.0, ACE: 3.0, UNTER: 2.0, OBER: 1.0}
"""How much better it is to lay it when the next player is about to go out."""
TURNING = 0.7
"""How good each card is that the player before, who is called up, has more than the next one (P7, P8)."""
SHOWN = 0.7
"""How bad each open card of the next player is that answers a demand."""
BLUR = 2.0
"""How exactly people weigh all this: so much more or less they do not notice."""


def _rate(card: Card, here: Situation) -> float:
    """How good it is to lay this card."""
    goes_on = GOES_ON[card]
    rating = FOLLOWED * len(goes_on.intersection(here.own)) - KEEPING.get(card[0], 0.0)
    if here.blocked:
        return rating
    if here.after <= FEW:
        rating += AGAINST_FEW.get(card[0], 0.0)
    if card[0] in (NINE, TEN) and here.players > 2:
        rating += TURNING * (here.before - here.after)
    return rating


def _play(card: Card, here: Situation, random: Random) -> Play:
    """The card with what one has most of and the next player does not show (P9, P10), or the word to a king (P15)."""
    ways = here.ways[card]
    if len(ways) == 1:
        return PLAYS[card][ways[0]]
    if card[0] == KING:
        return PLAYS[card][YES if _likes_to_change([other for other in here.own if other != card]) else NO]
    at = card[0] == OBER
    held = [other[at] for other in here.own if other not in _CHANGERS]
    shown = [other[at] for other in here.open_after]

    def liking(name: str | None) -> float:
        return held.count(name or "") - SHOWN * shown.count(name or "") + random.random() / 2

    return PLAYS[card][max(ways, key=liking)]


def _likes_to_change(cards: Sequence[Card]) -> bool:
    """Who has no changer has nothing to lose."""
    return bool(cards) and _CHANGERS.isdisjoint(cards)


def _use(card: Card, cards: Cards) -> float:
    """How good it is to have this card among the others."""
    goes_on = GOES_ON[card]
    return KEEPING.get(card[0], 0.0) + FOLLOWED * sum([other in goes_on for other in cards])


def _gift(cards: Cards, random: Random) -> act.Give:
    return GIFTS[min(cards, key=lambda card: _use(card, cards) + random.random() / 2)]


# What a bot player does


def is_race(view: View) -> bool:
    """Nobody is in a hurry in this game."""
    return False


def aside(view: View, strength: Strength, random: Random, drinks: Sequence[str]) -> Action | None:
    """Words that are due, an honest mistake (P24), a whim."""
    words, careless = _words_due(view), strength is Strength.EASY and not view.options.strict
    if words is not None:
        return None if careless and random.random() < FORGETS else words
    if view.phase is Phase.PLAY and view.viewer == view.turn:
        if view.pile + view.draw <= FEW_LIE and random.random() < WHIMS:
            return random.choice((*sensible(view), _without_a_card(view)))
        if careless and random.random() < SLIPS:
            return _slip(view, random)
    return None


def _words_due(view: View) -> Action | None:
    if view.to_call is not None:
        return act.LAST if view.to_call is Call.LAST else act.PRSI
    if view.to_say:
        return Say(text=view.to_say[0])
    return act.GREET if view.to_greet is not None and view.to_greet == view.viewer else None


def _slip(view: View, random: Random) -> Action | None:
    """A card that goes on the top card, but not on what is demanded or threatens."""
    fits = matching(view.top)
    slips = [card for card in _own(view) if card in fits and card not in view.playable]
    return PLAYS[random.choice(slips)][None] if slips else None


def _own(view: View) -> Cards:
    return () if view.viewer is None else view.hand + view.open[view.viewer]


def sensible(view: View) -> tuple[Action, ...]:
    """Any card that goes, or gift, or word to the king; without a card, what is due."""
    if view.viewer not in view.actors:
        return ()
    if view.phase is not Phase.PLAY:
        return tuple(action for action in view.actions if isinstance(action, act.Give | act.Announce))
    plays = tuple(action for action in view.actions if isinstance(action, Play) and action.card in view.playable)
    return plays or (_without_a_card(view),)


def _without_a_card(view: View) -> Action:
    return act.STAND if view.attack is not None and view.attack.kind is Threat.SKIP else act.DRAW


def by_thumb(view: View, random: Random) -> Action | None:
    """The best card, or gift, or word, as far as one sees it."""
    seat = view.viewer
    if seat is None or seat not in view.actors:
        return None
    match view.phase:
        case Phase.GIVE:
            return _gift(_own(view), random)
        case Phase.ANNOUNCE:
            return act.CHANGE if _likes_to_change(_own(view)) else act.NO_CHANGE
    here = _seen(view, seat)
    return _best(here, random) if here.ways else _without_a_card(view)


def _best(here: Situation, random: Random) -> Play:
    card = max(here.ways, key=lambda card: _rate(card, here) + BLUR * random.random())
    return _play(card, here, random)


def ranked(view: View, random: Random) -> tuple[Action, ...]:
    """All cards that go, with what the rest has; all gifts and words; drawing when only changers go."""
    seat = view.viewer
    if seat is None or seat != view.turn:
        return sensible(view)
    here = _seen(view, seat)
    moves: list[Action] = []
    for card in sorted(here.ways, key=lambda card: _rate(card, here), reverse=True):
        at = card[0] == OBER
        held = {other[at] for other in here.own if other != card}
        usual = _play(card, here, random)
        named = [PLAYS[card][name] for name in here.ways[card] if card[0] == KING or name in held]
        moves += dict.fromkeys((usual, *named))
    if _CHANGERS.issuperset(here.ways):
        moves.append(_without_a_card(view))
    return tuple(moves)


# What is done on tables that a bot player imagines


def imagined(view: View, random: Random) -> State:
    """Nobody makes mistakes there, and words are said for everybody."""
    state = imagine(view, random)
    options = replace(state.options, supervision="strict")
    return replace(state, options=options, greet=False, said=None, due=None, words=(), deeds=())


def next_move(state: State, random: Random) -> tuple[Seat, Action]:
    """By the rules of thumb."""
    match state.phase:
        case Phase.GIVE:
            seat = actors(state)[0]
            return seat, _gift(cards_of(state, seat), random)
        case Phase.ANNOUNCE:
            return state.dealer, act.CHANGE if _likes_to_change(cards_of(state, state.dealer)) else act.NO_CHANGE
    assert state.turn is not None, "somebody is on turn in phase play"
    here = _met(state, state.turn)
    if here.ways:
        return state.turn, _best(here, random)
    return state.turn, act.STAND if faces_ace(state) else act.DRAW


def worth(state: State, seat: Seat) -> float:
    """Cards count, and what house rules gave to drink."""
    burdens = [burden([WEIGHT[card] for card in held]) for held in map(add, state.hands, state.open)]
    return standing(seat, burdens, state.places, state.collapsed) - state.drinks[seat] * WORTH_OF_ML
