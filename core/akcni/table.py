"""The small changes that every step is made of.

`table` is the thawed state that one step writes to; the functions change it and tell `events` what they did.
"""

from dataclasses import replace
from typing import TypeAlias

from core.akcni.events import (
    RULES,
    AttackLanded,
    BroughtBack,
    FinishFinal,
    GameEnded,
    LapEnded,
    Mistake,
    MistakeMade,
    OpenCardsDrawn,
)
from core.akcni.state import Phase, State, Threat, in_game, seats_in
from core.cards import Card
from core.events import PlayerFinished, TurnPassed
from core.game import Charged, Event, Seat
from core.prsi.events import CardsDrawn, PileTurnedOver
from core.prsi.piles import take
from core.seats import next_seat, passed_over
from core.tuples import with_item, without_item

Events: TypeAlias = list[Event]

PENALTY = 2
"""Cards that a mistake costs (P23)."""
DOUBLE_PENALTY = 4
"""Cards that a mistake against one's own house rule costs (P29)."""


def charge(table: State, seat: Seat, ml: int, events: Events) -> None:
    """`seat` owes `ml` by a house rule (P28)."""
    table.drinks = with_item(table.drinks, seat, table.drinks[seat] + ml)
    events.append(Charged(seat=seat, ml=ml, rule="P28"))


def draw_cards(table: State, seat: Seat, count: int, rule: str, events: Events) -> int:
    """Draw up to `count` cards by the clause `rule`, turning over where needed; returns how many there were.

    Missing ones are forgotten (P3); in an action lap they are laid open (P14).
    """
    taken = take(count, table.draw, table.pile)
    table.draw, table.pile = taken.draw, taken.pile
    if taken.turned_over:
        events.append(PileTurnedOver(cards=taken.turned_over))
    cards = taken.cards
    if cards and table.lap is not None:
        table.open = with_item(table.open, seat, table.open[seat] + cards)
        events.append(OpenCardsDrawn(seat=seat, cards=cards, count=len(cards), rule=rule))
    elif cards:
        table.hands = with_item(table.hands, seat, table.hands[seat] + cards)
        events.append(CardsDrawn(seat=seat, cards=cards, count=len(cards), rule=rule))
    return len(cards)


def penalize(
    table: State,
    seat: Seat,
    mistake: Mistake,
    events: Events,
    *,
    cards: int = PENALTY,
    rule: str | None = None,
    card: Card | None = None,
    name: str | None = None,
    due: int | None = None,
    text: str | None = None,
) -> None:
    """A mistake costs `cards`; `rule`, `card`, `name`, `due` and `text` are what `MistakeMade` says about it.

    Who was out is in the game again with them, if there are any (P26).
    """
    table.mistakes = with_item(table.mistakes, seat, table.mistakes[seat] + 1)
    rule = rule or RULES.get(mistake, "P24")
    drawn: Events = []
    count = draw_cards(table, seat, cards, rule, drawn)
    events.append(
        MistakeMade(seat=seat, mistake=mistake, rule=rule, count=count, card=card, name=name, due=due, text=text)
    )
    events += drawn
    if count and seat in table.exposed:
        bring_back(table, seat, "P26", events)


def bring_back(table: State, seat: Seat, rule: str, events: Events) -> None:
    """Somebody who was out, but not finally, is in the game again by the clause `rule`, and others move up."""
    table.exposed = without_item(table.exposed, seat)
    table.places = without_item(table.places, seat)
    events.append(BroughtBack(seat=seat, rule=rule))


def take_place(table: State, seat: Seat, events: Events, *, alone: bool = False) -> None:
    """This player takes the next place."""
    table.places += (seat,)
    events.append(PlayerFinished(seat=seat, place=len(table.places), alone=alone))


def go_out(table: State, seat: Seat, events: Events) -> None:
    """Whoever has just played the last card takes the next place, which is not final yet (P18, P19).

    A draw attack holds this card now, and so does an ace, if two were in the game: it may bring its player back.
    """
    attack = table.attack
    if attack is not None and (attack.kind is Threat.DRAW or len(seats_in(table)) == 1):
        table.attack = replace(attack, last_of=(*attack.last_of, seat))
    table.exposed = tuple(sorted((*table.exposed, seat)))
    take_place(table, seat, events)


def threatened(table: State) -> tuple[Seat, ...]:
    """Who is out, but would be back if the turn came to their seat now: only a draw attack lands on them (P19)."""
    attack = table.attack
    return table.exposed if attack is not None and attack.kind is Threat.DRAW else ()


def who_is_next(table: State, start: Seat, way: int, landing: tuple[Seat, ...]) -> Seat | None:
    """Whose turn it is from `start` on towards `way`: somebody in the game or in `landing`; None without anybody."""
    reached = in_game(table)
    if landing:
        reached = tuple(bool(holding) or seat in landing for seat, holding in enumerate(reached))
    seat = next_seat(start, way, reached)
    return seat if reached[seat] else None


def land(table: State, start: Seat, way: int, landing: tuple[Seat, ...], events: Events) -> Seat | None:
    """Where the turn comes to from `start` towards `way`, None when nobody is left.

    Somebody in `landing` is back in the game, and can only draw (P19).
    """
    stop = who_is_next(table, start, way, landing)
    table.returned = stop in landing
    if stop is not None and table.returned:
        table.turn = stop
        bring_back(table, stop, "P19", events)
    return stop


def settle(table: State, seat: Seat, events: Events) -> None:
    """The main action of `seat` is complete: earlier finishes are final, but for those held by an open attack (P19)."""
    attack = table.attack
    held = attack.last_of if attack is not None and attack.kind is Threat.DRAW else ()
    spent = tuple(other for other in table.exposed if other not in held and other != seat)
    if spent:
        table.exposed = tuple(other for other in table.exposed if other not in spent)
        events += [FinishFinal(seat=other) for other in spent]


def pass_turn(table: State, seat: Seat, start: Seat, stop: Seat | None, way: int, events: Events) -> None:
    """After the main action of `seat` the turn goes from `start` to `stop`, unless the game is over.

    It is when one player is left and nobody who is out can come back; if nobody is left, `seat` is the last (S12).
    """
    if table.exposed:
        settle(table, seat, events)
    if stop is None:
        end(table, seat, events)
    elif table.places and not table.exposed and sum(map(bool, in_game(table))) == 1:
        end(table, stop, events)
    else:
        end_lap_on_the_way(table, start, stop, way, events)
        give_turn(table, stop, events)


def end_lap_on_the_way(table: State, start: Seat, stop: Seat, way: int, events: Events) -> None:
    """The action lap ends when the turn comes to its player, or over their seat (P14)."""
    lap = table.lap
    if lap is not None and (lap == stop or lap in passed_over(start, stop, way, len(table.hands))):
        table.lap = None
        events.append(LapEnded(seat=lap))


def give_turn(table: State, seat: Seat, events: Events) -> None:
    """A new turn begins, with a greeting to the king on top, unless one has laid it oneself (P11)."""
    table.phase = Phase.PLAY
    table.turn = seat
    table.greet = table.king not in (None, seat) and not table.options.strict
    events.append(TurnPassed(seat=seat))
    attack = table.attack
    if attack is not None:
        events.append(AttackLanded(seat=seat, by=attack.by, kind=attack.kind, cards=attack.cards, eights=attack.eights))


def end(table: State, loser: Seat | None, events: Events) -> None:
    """The game is over; what does not ask anybody anything stays as it was (P22)."""
    table.phase = Phase.OVER
    table.turn = table.attack = table.laid = table.said = table.due = None
    table.exposed = table.words = table.deeds = table.gifts = ()
    table.greet = table.returned = False
    table.loser = loser
    events.append(GameEnded(places=table.places, loser=loser, scores=scores(table)))


def scores(state: State) -> tuple[int, ...]:
    """+1 for the winner, −1 for the last, 0 for all others, for all after a collapse, and as long as it runs (P22)."""
    points = [0] * len(state.hands)
    if state.loser is not None:
        points[state.loser] -= 1
        points[state.places[0]] += 1
    return tuple(points)
