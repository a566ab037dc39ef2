"""What cards do (P5–P16, P28): a closed set of small effects, of which every card of a game has some.

An effect changes the table, and where the turn goes on from; it returns whether it has to wait for other actions before
the next one can follow.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from core.akcni.actions import YES
from core.akcni.events import ChangeAsked, GiftsAsked, LapBegan, WordsSaid
from core.akcni.state import Attack, Laid, Phase, Promise, State, Threat, seats_in
from core.akcni.table import (
    Events,
    bring_back,
    charge,
    draw_cards,
    end_lap_on_the_way,
    threatened,
    who_is_next,
)
from core.events import DirectionTurned
from core.game import Seat
from core.house import Kind
from core.prsi.events import TurnLost
from core.seats import lap

SEVEN_CARDS, EIGHT_CARDS = 2, 1
"""What a seven and an eight add to an attack (P5, P6)."""


class Act(NamedTuple):
    """An effect of a card, with its number or text, and the house rule it comes from."""

    effect: "Effect"
    number: int = 0
    text: str = ""
    rule: str | None = None
    author: Seat | None = None
    words: str = ""
    """The effect as its house rule says it."""


Effect: TypeAlias = Callable[[State, Laid, Act, Events], bool | None]


def attack(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Two cards more for the next player (P5)."""
    before = table.attack or Attack(kind=Threat.DRAW, by=laid.seat)
    table.attack = replace(before, by=laid.seat, cards=before.cards + SEVEN_CARDS)


def send_back(table: State, laid: Laid, act: Act, events: Events) -> None:
    """On an attack, one card more, and it goes back, against the direction so far (P6)."""
    before = table.attack
    if before is not None:
        table.attack = replace(before, by=laid.seat, cards=before.cards + EIGHT_CARDS, eights=True)
        turn_round(table, laid, act, events)


def stand_on_it(table: State, laid: Laid, act: Act, events: Events) -> None:
    """The next player loses the turn (P12)."""
    table.attack = Attack(kind=Threat.SKIP, by=laid.seat)


def turn_round(table: State, laid: Laid, act: Act, events: Events) -> None:
    """The direction turns, and the next player in the new direction is next (P8)."""
    table.direction = -table.direction
    laid.start, laid.way = laid.seat, table.direction
    events.append(DirectionTurned(direction=table.direction))


def call_back(table: State, laid: Laid, act: Act, events: Events) -> None:
    """The player before is next (P7)."""
    laid.start, laid.way = laid.seat, -table.direction


def play_again(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Its own player is next (P28), as the dealer is after a turned nine (P17)."""
    laid.start, laid.way = (laid.seat - table.direction) % len(table.hands), table.direction


def lose_turn(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Whoever would be next loses the turn (P28)."""
    loser = _next(table, laid)
    if loser is not None:
        end_lap_on_the_way(table, laid.start, loser, laid.way, events)
        laid.start, laid.way = loser, table.direction
        events.append(TurnLost(seat=loser))


def name_suit(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Until it is covered, only this suit goes on it (P10)."""
    table.suit = laid.name


def name_rank(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Until it is covered, only this rank goes on it (P9)."""
    table.rank = laid.name


def block(table: State, laid: Laid, act: Act, events: Events) -> None:
    """No card has an effect until it is this player's turn again (P14)."""
    table.lap = laid.seat
    events.append(LapBegan(seat=laid.seat))


def be_greeted(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Whoever is on turn greets it (P11)."""
    table.king = laid.seat


def change_if_yes(table: State, laid: Laid, act: Act, events: Events) -> bool:
    """If its player says so, everybody gives a card; a turned one waits for the dealer to say it (P15, P17)."""
    if laid.turned and laid.name is None:
        table.phase, table.turn = Phase.ANNOUNCE, None
        events.append(ChangeAsked(dealer=laid.seat))
        return True
    return laid.name == YES and pass_one_card(table, laid, act, events)


def pass_one_card(table: State, laid: Laid, act: Act, events: Events) -> bool:
    """Everybody who holds cards gives one to the player before, if there are at least two (P15, P28)."""
    givers = seats_in(table)
    if len(givers) < 2:
        return False
    table.phase, table.turn = Phase.GIVE, None
    table.gifts = (None,) * len(table.hands)
    events.append(GiftsAsked(seats=givers))
    return True


def next_draws(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Whoever would be next draws at once (P28)."""
    seat = _next(table, laid)
    if seat is not None and draw_cards(table, seat, act.number, "P28", events) and seat in table.exposed:
        bring_back(table, seat, "P28", events)


def others_draw(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Everybody in the game but its player draws at once, in direction (P28)."""
    for seat in _in_direction(table, laid):
        if seat != laid.seat:
            draw_cards(table, seat, act.number, "P28", events)


def player_draws(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Its player draws at once, also when it was the last card (P28)."""
    if laid.seat not in table.collapsed:
        draw_cards(table, laid.seat, act.number, "P28", events)


def next_drinks(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Whoever would be next drinks (P28)."""
    seat = _next(table, laid)
    if seat is not None:
        charge(table, seat, act.number, events)


def all_drink(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Everybody in the game drinks, its player too, unless it was the last card (P28)."""
    for seat in _in_direction(table, laid):
        charge(table, seat, act.number, events)


def player_drinks(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Its player drinks, also when it was the last card (P28)."""
    if laid.seat not in table.collapsed:
        charge(table, laid.seat, act.number, events)


def say(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Its player has to say something; in strict mode that is done for them (P23, P28)."""
    if table.options.strict:
        events.append(WordsSaid(seat=laid.seat, text=act.text))
    elif laid.seat not in table.collapsed:
        table.words += (_promise(laid, act),)


def do(table: State, laid: Laid, act: Act, events: Events) -> None:
    """Its player has to do something, and the others watch them (P28)."""
    if laid.seat not in table.collapsed:
        others = tuple(deed for deed in table.deeds if deed.seat != laid.seat)
        table.deeds = (*others, _promise(laid, act))


def _promise(laid: Laid, act: Act) -> Promise:
    return Promise(seat=laid.seat, text=act.text, rule=act.rule or "", own=act.author == laid.seat)


def _next(table: State, laid: Laid) -> Seat | None:
    """Who would be on turn after the effects so far (P28)."""
    return who_is_next(table, laid.start, laid.way, threatened(table))


def _in_direction(table: State, laid: Laid) -> list[Seat]:
    """Everybody in the game, in direction from the card's player."""
    inside = seats_in(table)
    return [seat for seat in lap(laid.seat, table.direction, len(table.hands)) if seat in inside]


OF_HOUSE: dict[Kind, Effect] = {
    Kind.NEXT_DRAWS: next_draws,
    Kind.NEXT_LOSES_TURN: lose_turn,
    Kind.PREVIOUS_PLAYS: call_back,
    Kind.REVERSE: turn_round,
    Kind.AGAIN: play_again,
    Kind.ALL_OTHERS_DRAW: others_draw,
    Kind.PLAYER_DRAWS: player_draws,
    Kind.PASS_ONE_CARD: pass_one_card,
    Kind.NEXT_DRINKS: next_drinks,
    Kind.ALL_DRINK: all_drink,
    Kind.PLAYER_DRINKS: player_drinks,
    Kind.SAY: say,
    Kind.DO: do,
}
"""The effects of house rules by their words."""
