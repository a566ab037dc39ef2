"""The small changes that every step is made of.

`table` is the thawed state that one step writes to; the functions change it and tell `events` what they did.
"""

from typing import TypeAlias

from core.events import PlayerFinished, TurnPassed
from core.game import Charged, Event, Seat
from core.prsi.events import CardsDrawn, PileTurnedOver
from core.prsi.piles import take
from core.seats import lap, next_seat, passed_over
from core.smidary.events import AttackLanded, CardsOwed, GameEnded, PlayerSafe, PlayerSat
from core.smidary.state import ML_PER_CARD, Phase, Roles, State, in_game
from core.tuples import with_item, without_item

Events: TypeAlias = list[Event]

# The last one's and the assistant's drink by the cards left in the last hand, in ml (S11).
_FEW_CARDS, _FEW = 4, (40, 20)
_MANY_CARDS, _MANY = 10, (80, 0)
_ARCIPIC = (160, 0)


def charge(
    table: State, seat: Seat, ml: int, rule: str, events: Events, *, chosen_drink: bool = False, in_vain: bool = False
) -> None:
    """`seat` owes `ml` by the clause `rule`; nothing happens for 0 ml."""
    if ml:
        table.drinks = with_item(table.drinks, seat, table.drinks[seat] + ml)
        events.append(Charged(seat=seat, ml=ml, rule=rule, chosen_drink=chosen_drink, in_vain=in_vain))


def draw_cards(table: State, seat: Seat, count: int, rule: str, events: Events) -> int:
    """Draw up to `count` cards by the clause `rule`, turning over where needed (S4); returns how many were missing."""
    taken = take(count, table.draw, table.pile)
    table.draw, table.pile = taken.draw, taken.pile
    if taken.turned_over:
        events.append(PileTurnedOver(cards=taken.turned_over))
    cards = taken.cards
    if cards:
        table.hands = with_item(table.hands, seat, table.hands[seat] + cards)
        events.append(CardsDrawn(seat=seat, cards=cards, count=len(cards), rule=rule))
    return count - len(cards)


def draw_or_pay(table: State, seat: Seat, count: int, rule: str, events: Events) -> int:
    """Draw `count` cards; each one that is missing is 10 ml instead (S5). Returns how many were missing."""
    missing = draw_cards(table, seat, count, rule, events)
    charge(table, seat, missing * ML_PER_CARD, "S5", events)
    return missing


def draw_and_owe(table: State, seat: Seat, count: int, events: Events) -> None:
    """Draw `count` cards after a return; the missing ones are owed (S9)."""
    missing = draw_cards(table, seat, count, "S9", events)
    table.owed = with_item(table.owed, seat, missing)
    if missing:
        events.append(CardsOwed(seat=seat, count=missing))


def settle_owed_cards(table: State, first: Seat, events: Events) -> None:
    """Owed cards are drawn as soon as there are any (S9); with several debts, in direction from `first`."""
    if any(table.owed):
        for seat in lap(first, table.direction, len(table.owed)):
            if table.owed[seat]:
                draw_and_owe(table, seat, table.owed[seat], events)


def go_out(table: State, seat: Seat, events: Events) -> None:
    """Who has no card left and is owed none takes the next place and is exposed (S7, S8).

    The very last one ends the game with no cards left, and is still the last (S12).
    """
    holding = in_game(table)
    if holding[seat]:
        return
    if not any(holding):
        end(table, seat, events)
        return
    table.places += (seat,)
    table.exposed = tuple(sorted((*table.exposed, seat)))
    events.append(PlayerFinished(seat=seat, place=len(table.places)))


def make_safe(table: State, seats: tuple[Seat, ...], events: Events) -> None:
    """The finishes of these seats, where they are exposed, become final (S8)."""
    safe = [seat for seat in table.exposed if seat in seats]
    if safe:
        table.exposed = tuple(seat for seat in table.exposed if seat not in safe)
        events += [PlayerSafe(seat=seat) for seat in safe]


def pass_turn(table: State, start: Seat, events: Events, via: Seat | None = None) -> None:
    """The turn goes on from `start` to the next player in the game, first over the turn that `via` has lost (S23, S24).

    Exposed seats on the way become safe; if the one it comes to is the only one left, the game is over (S7, S8).
    """
    seats, direction = len(table.hands), table.direction
    holding = in_game(table)
    from_seat = start if via is None else via
    stop = next_seat(from_seat, direction, holding)
    if table.exposed:
        make_safe(table, passed_over(from_seat, stop, direction, seats), events)
        if via is not None:
            make_safe(table, (*passed_over(start, via, direction, seats), via), events)
    if not table.exposed and next_seat(stop, direction, holding) == stop:
        end(table, stop, events)
    else:
        give_turn(table, stop, events)


def give_turn(table: State, seat: Seat, events: Events) -> None:
    """A new turn begins: `seat` is asked, and sits down (S19)."""
    table.turn = seat
    table.caught = False
    events.append(TurnPassed(seat=seat))
    if seat in table.standing:
        table.standing = without_item(table.standing, seat)
        events.append(PlayerSat(seat=seat))


def tell_attack(table: State, seat: Seat | None, events: Events) -> None:
    """Say what `seat` faces now, if there is anything."""
    attack = table.attack
    if attack is not None and seat is not None:
        events.append(
            AttackLanded(
                seat=seat,
                by=attack.by,
                kind=attack.kind,
                cards=attack.cards,
                ml=attack.ml,
                added=attack.added,
                drinkable=attack.drinkable,
            )
        )


def end(table: State, loser: Seat, events: Events) -> None:
    """The game is over: titles, the end-of-game drinks, who deals next (S11)."""
    cards_left = len(table.hands[loser])
    assistant = table.places[-1]
    title, next_dealer = "vrchni", loser
    if cards_left > _MANY_CARDS:
        title, next_dealer = "arcipic", assistant
        doses = _ARCIPIC
    else:
        doses = _MANY if cards_left > _FEW_CARDS else _FEW
    charge(table, loser, doses[0], "S11", events, chosen_drink=True)
    if table.options.variant == "classic":
        charge(table, assistant, doses[1], "S11", events, chosen_drink=True)
    close(table, Roles(loser=loser, assistant=assistant, title=title, next_dealer=next_dealer), cards_left, events)


def close(table: State, roles: Roles, cards_left: int, events: Events) -> None:
    """Nothing is asked of anybody any more; what does not ask stays as it was."""
    table.phase = Phase.OVER
    table.turn = table.attack = table.race = table.bottom = table.last = None
    table.exposed = ()
    table.roles = roles
    events.append(
        GameEnded(
            places=table.places,
            loser=roles.loser,
            cards_left=cards_left,
            assistant=roles.assistant,
            title=roles.title,
            next_dealer=roles.next_dealer,
        )
    )
