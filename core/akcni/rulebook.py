"""What the cards of one game do and name, by its rule set, its action suit and its house rules (P13, P20, P27)."""

from functools import lru_cache
from typing import NamedTuple

from core.akcni import effects
from core.akcni.actions import NAMES, PLAYS, Play
from core.akcni.cards import ACE, CHANGERS, EIGHT, KING, NINE, NOTHING, SEVEN, TEN, over_sevens
from core.akcni.effects import OF_HOUSE, Act, Effect
from core.akcni.options import PACK
from core.akcni.state import State
from core.cards import Card, Rank, Suit
from core.house import Rule
from core.prsi.fitting import OBER, UNTER

_BY_RANK: tuple[tuple[str, Rank, Effect], ...] = (
    ("seven", SEVEN, effects.attack),
    ("eight", EIGHT, effects.send_back),
    ("nine", NINE, effects.call_back),
    ("ten", TEN, effects.turn_round),
    ("unter", UNTER, effects.name_rank),
    ("ober", OBER, effects.name_suit),
    ("king", KING, effects.be_greeted),
    ("ace", ACE, effects.stand_on_it),
)
"""The rule that gives the cards of a rank their effect (P5–P12)."""
_OF_ACTION_CARDS: tuple[tuple[str, Rank, Effect], ...] = (
    ("action_changer", UNTER, effects.block),
    ("action_changer", OBER, effects.block),
    ("action_king", KING, effects.change_if_yes),
)
"""The rule that gives the action card of a rank one more effect (P14, P15)."""
_AT_THE_START: dict[Rank, tuple[Act, ...]] = {EIGHT: (), NINE: (Act(effects.play_again),)}
"""Cards that do something else when they are turned up (P17)."""


class Book(NamedTuple):
    """The rules of one game, card by card."""

    acts: dict[Card, tuple[Act, ...]]
    """What a card does, the built-in effects first (P28)."""
    acts_when_turned: dict[Card, tuple[Act, ...]]
    """What it does when it is turned up at the start (P17)."""
    acts_in_lap: dict[Card, tuple[Act, ...]]
    """What it still does in an action lap (P14)."""
    names: dict[Card, tuple[str | None, ...]]
    """What it may name, None standing for nothing."""
    plays: dict[Card, tuple[Play, ...]]
    """The same as actions."""
    changers: frozenset[Card]
    """What goes on anything (P9, P10)."""
    over_sevens: dict[Card, frozenset[Card]]
    """What over-plays each seven that attacks (P5, P6)."""


def book_of(state: State) -> Book:
    """The rules of this game."""
    return _book(state.options.rules, state.action_suit, state.house)


@lru_cache(maxsize=256)
def _book(rules: tuple[str, ...], suit: Suit, house: tuple[Rule, ...]) -> Book:
    built_in = {card: _built_in(card, rules, suit) for card in PACK}
    of_house = {card: _of_house(card, house) for card in PACK}
    names = {card: _names(card, rules, suit) for card in PACK}
    action_ace = ACE + suit
    return Book(
        acts={card: built_in[card] + of_house[card] for card in PACK},
        acts_when_turned={card: _when_turned(card, built_in[card]) + of_house[card] for card in PACK},
        acts_in_lap={action_ace: (Act(effects.stand_on_it),)} if "action_ace" in rules else {},
        names=names,
        plays={card: tuple(PLAYS[card][name] for name in names[card]) for card in PACK},
        changers=NOTHING.union(*(cards for rule, cards in CHANGERS.items() if rule in rules)),
        over_sevens=over_sevens("eight" in rules),
    )


def _built_in(card: Card, rules: tuple[str, ...], suit: Suit) -> tuple[Act, ...]:
    if card == ACE + suit and "action_ace" in rules:
        return ()
    rows = _BY_RANK + (_OF_ACTION_CARDS if card[1] == suit else ())
    return tuple(Act(effect) for rule, rank, effect in rows if rule in rules and rank == card[0])


def _when_turned(card: Card, built_in: tuple[Act, ...]) -> tuple[Act, ...]:
    return _AT_THE_START.get(card[0], built_in) if built_in else ()


def _of_house(card: Card, house: tuple[Rule, ...]) -> tuple[Act, ...]:
    return tuple(
        Act(OF_HOUSE[effect.kind], effect.number, effect.text, rule.id, rule.author, str(effect))
        for rule in house
        if rule.when.matches(card)
        for effect in rule.effects
    )


def _names(card: Card, rules: tuple[str, ...], suit: Suit) -> tuple[str | None, ...]:
    rule = {UNTER: "unter", OBER: "ober", KING: "action_king"}.get(card[0])
    if rule not in rules or (card[0] == KING and card[1] != suit):
        return (None,)
    return NAMES[card[0]]
