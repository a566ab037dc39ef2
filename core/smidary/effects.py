"""What the special cards do (S13–S16, S19–S25): a table from card to effect over a closed set of small effects."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from core.cards import THE_SIX, Card
from core.events import DirectionTurned
from core.game import Seat
from core.prsi.events import TurnLost
from core.prsi.fitting import ALL_CARDS, OBER, UNTER
from core.seats import lap, next_seat
from core.smidary.cards import ACE, BELL_NINE, EIGHT, GREEN_KING, RED_SEVEN, RED_TEN, SEVEN
from core.smidary.events import BroughtBack, ChoiceVoided, HandsPassed, RaceBegan
from core.smidary.state import Attack, Phase, Race, State, Threat
from core.smidary.table import Events, charge, make_safe
from core.tuples import with_item, without_item

SEVEN_CARDS, KING_CARDS = 2, 4
"""What a seven and the green king add to an attack (S13)."""
SLAP_ML = 20
"""The price of being the last to slap (S24)."""
_ADDED_VALUE = (0, 0, 0, 20, 40)
"""The added value in ml, by the number of sevens in the attack (S14)."""


class Laid(NamedTuple):
    """A card that has just been laid, and what the table was like at that moment."""

    seat: Seat
    card: Card
    name: str | None
    holding: Sequence[object]
    """True for every seat that was in the game, its player's included."""
    attack: Attack | None = None
    """The attack that it lies on."""
    doubtful: bool = False
    """A green king from a hand: it may be challenged (S17)."""
    guilty: bool = False
    """Another card could have been played instead (S17)."""

    @property
    def players(self) -> tuple[Seat, ...]:
        """Who was in the game, its player included."""
        return tuple(seat for seat, holding in enumerate(self.holding) if holding)


Effect: TypeAlias = Callable[[State, Laid, Events], Seat | None]
"""Changes the table and returns who lost a turn by it, so that the turn goes on from there."""


def plain(table: State, laid: Laid, events: Events) -> None:
    """Nothing."""


def attack_with_seven(table: State, laid: Laid, events: Events) -> None:
    """Two cards, on top of the attack that it over-plays (S13)."""
    table.attack = _attack(laid, SEVEN_CARDS, sevens=1)


def attack_with_king(table: State, laid: Laid, events: Events) -> None:
    """Four cards, on top of the attack that it over-plays (S16)."""
    table.attack = _attack(laid, KING_CARDS, sevens=0)


def _attack(laid: Laid, cards: int, sevens: int) -> Attack:
    if laid.attack is not None and laid.attack.kind is Threat.DRAW:
        cards += laid.attack.cards
        sevens += laid.attack.sevens
    return Attack(
        kind=Threat.DRAW,
        by=laid.seat,
        cards=cards,
        sevens=sevens,
        added=_ADDED_VALUE[min(sevens, len(_ADDED_VALUE) - 1)],
        drinkable=True,
        doubtful=laid.doubtful,
        guilty=laid.guilty,
    )


def attack_and_bring_back(table: State, laid: Laid, events: Events) -> None:
    """The red seven attacks, and an exposed player whom it hits is back in the game without any defence (S9)."""
    table.attack = attack = _attack(laid, SEVEN_CARDS, sevens=1)
    reachable = tuple(holding or seat in table.exposed for seat, holding in enumerate(laid.holding))
    target = next_seat(laid.seat, table.direction, reachable)
    if target not in table.exposed:
        return
    table.attack = Attack(
        kind=Threat.DRAW, by=laid.seat, cards=attack.cards, sevens=attack.sevens, answerable=False, returned=target
    )
    table.exposed = without_item(table.exposed, target)
    events.append(BroughtBack(seat=target, by=laid.seat))
    if table.places[0] == target and table.chosen is not None:
        events.append(ChoiceVoided(drink=table.chosen))
        table.chosen = None
    table.places = without_item(table.places, target)


def skip_next(table: State, laid: Laid, events: Events) -> None:
    """The next player stands, or over-plays with another ace; aces do not add up (S19)."""
    table.attack = Attack(kind=Threat.SKIP, by=laid.seat)


def next_draws_one(table: State, laid: Laid, events: Events) -> None:
    """The next player draws a card, without defence (S22)."""
    table.attack = Attack(kind=Threat.TEN, by=laid.seat, cards=1)


def name_suit(table: State, laid: Laid, events: Events) -> None:
    """It stands for the named suit until covered (S20)."""
    table.suit = laid.name


def demand_rank(table: State, laid: Laid, events: Events) -> None:
    """Everybody draws until somebody plays the named rank, another Unter or the green king (S21)."""
    table.rank = laid.name


def turn_direction(table: State, laid: Laid, events: Events) -> Seat | None:
    """The direction turns, who was exposed is safe, and with two the other one loses the turn (S8, S23)."""
    table.direction = -table.direction
    events.append(DirectionTurned(direction=table.direction))
    make_safe(table, table.exposed, events)
    players = laid.players
    if len(players) != 2:
        return None
    other = _other(players, laid.seat)
    events.append(TurnLost(seat=other))
    return other


def start_race(table: State, laid: Laid, events: Events) -> Seat | None:
    """Everybody in the game slaps the pile; with two the other one drinks at once and counts as the last (S24)."""
    players = laid.players
    if len(players) > 2:
        order = lap(laid.seat, table.direction, len(table.hands))
        seats = tuple(seat for seat in order if seat in players)
        table.phase, table.turn = Phase.SLAP, None
        table.race = Race(by=laid.seat, waiting=seats)
        events.append(RaceBegan(by=laid.seat, seats=seats))
        return None
    if len(players) < 2:
        return None
    other = _other(players, laid.seat)
    charge(table, other, SLAP_ML, "S24", events)
    return other


def pass_hands(table: State, laid: Laid, events: Events) -> None:
    """Everybody who holds cards passes the whole hand to the next of them in direction (S25)."""
    order = lap(laid.seat, table.direction, len(table.hands))
    seats = tuple(seat for seat in order if table.hands[seat])
    if len(seats) < 2:
        return
    hands = table.hands
    for giver, taker in zip(seats, (*seats[1:], *seats[:1]), strict=True):
        table.hands = with_item(table.hands, taker, hands[giver])
    events.append(HandsPassed(seats=seats))


def _other(players: tuple[Seat, ...], seat: Seat) -> Seat:
    """Of two players, the other one."""
    return next(other for other in players if other != seat)


_BY_RANK: dict[str, Effect] = {
    SEVEN: attack_with_seven,
    EIGHT: turn_direction,
    ACE: skip_next,
    OBER: name_suit,
    UNTER: demand_rank,
}
_BY_CARD: dict[Card, Effect] = {
    RED_SEVEN: attack_and_bring_back,
    GREEN_KING: attack_with_king,
    RED_TEN: next_draws_one,
    BELL_NINE: start_race,
    THE_SIX: pass_hands,
}
EFFECTS: dict[Card, Effect] = {card: _BY_CARD.get(card) or _BY_RANK.get(card[0], plain) for card in sorted(ALL_CARDS)}
"""What each card does when it is laid."""
