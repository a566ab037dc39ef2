"""How a game comes about: dealt from a deck, with the card turned up (S26, S27), or placed as a record describes it."""

from collections.abc import Sequence
from typing import Any

from core.cards import THE_SIX, Card, Cards, german_pack
from core.events import DirectionTurned
from core.game import CLOCKWISE, COUNTER_CLOCKWISE, Event, Position, Seat
from core.positions import who_begins
from core.prsi.fitting import OBER, UNTER
from core.prsi.piles import deal
from core.prsi.position import check_piles
from core.smidary.cards import EIGHT, needs_judging
from core.smidary.effects import EFFECTS, Laid
from core.smidary.events import BottomAnnounced, BottomAsked, BottomDoubted, CardsDealt, CardTurnedUp, StartJudged
from core.smidary.options import Options, cards_each, check_players
from core.smidary.state import Bottom, Phase, State, in_game, is_in, seats_in
from core.smidary.table import Events, charge, end, give_turn, pass_turn, tell_attack
from core.values import freeze, thaw

LIE_ML = 20
"""The price of a lie about the bottom card, or of doubting the truth (S27)."""


def setup(
    players: int,
    dealer: Seat,
    options: Options,
    deck: Cards,
    house: Sequence[Any] = (),
) -> tuple[State, tuple[Event, ...]]:
    """Deal a permutation of `pack`, its first card first, and turn one card up (S2).

    There are never any `house` rules in this game.
    """
    hands, rest = deal(deck, players, dealer, cards_each(options))
    turned = rest[0]
    table = thaw(
        State(
            options=options,
            dealer=dealer,
            phase=Phase.PLAY,
            turn=None,
            direction=CLOCKWISE,
            hands=hands,
            pile=(turned,),
            draw=rest[1:],
            owed=(0,) * players,
            drinks=(0,) * players,
        )
    )
    events: Events = [CardsDealt(seat=seat, cards=hand, count=len(hand)) for seat, hand in enumerate(hands)]
    events.append(CardTurnedUp(card=turned, dealer=dealer))
    bottom = next(card for card in reversed(table.draw) if card != THE_SIX)
    if needs_judging(turned) and options.bottom == "dealer":
        table.phase = Phase.BOTTOM
        table.bottom = Bottom(card=bottom)
        events.append(BottomAsked(dealer=dealer))
    else:
        begin(table, bottom, events)
    return freeze(table), tuple(events)


def begin(table: State, bottom: Card, events: Events) -> None:
    """Play begins, and the card turned up acts as if the dealer had played it, if `bottom` says so (S26)."""
    card, dealer = table.top, table.dealer
    table.phase = Phase.PLAY
    if table.direction != CLOCKWISE:
        # The eight was a lie.
        table.direction = CLOCKWISE
        events.append(DirectionTurned(direction=CLOCKWISE))
    table.attack = table.suit = table.rank = None
    effective = True
    name = None
    if needs_judging(card):
        effective = card[0] in (OBER, UNTER) or bottom[1] == card[1]
        name = {OBER: bottom[1], UNTER: bottom[0]}.get(card[0])
        events.append(StartJudged(card=card, bottom=bottom, effective=effective, name=name))
    if effective and card[0] == EIGHT:
        _begin_with_eight(table, events)
        return
    lost = EFFECTS[card](table, Laid(dealer, card, name, in_game(table)), events) if effective else None
    if table.phase is Phase.PLAY:
        pass_turn(table, dealer, events, via=lost)
        tell_attack(table, table.turn, events)


def _begin_with_eight(table: State, events: Events) -> None:
    """The dealer begins, counter-clockwise, with two players too (S26)."""
    table.direction = COUNTER_CLOCKWISE
    events.append(DirectionTurned(direction=table.direction))
    if is_in(table, table.dealer):
        give_turn(table, table.dealer, events)
    else:
        pass_turn(table, table.dealer, events)


def announce(table: State, bottom: Bottom, card: Card, events: Events) -> None:
    """What the dealer says counts until somebody doubts it (S27)."""
    events.append(BottomAnnounced(dealer=table.dealer, card=card))
    table.bottom = Bottom(card=bottom.card, announced=card)
    begin(table, card, events)


def doubt(table: State, seat: Seat, bottom: Bottom, events: Events) -> None:
    """The bottom card is shown: the liar or the doubter drinks, and after a lie the start is judged anew (S27)."""
    assert bottom.announced is not None, "refusal lets nobody doubt before the announcement"
    dealer, lied = table.dealer, bottom.announced != bottom.card
    table.bottom = None
    events.append(BottomDoubted(seat=seat, dealer=dealer, announced=bottom.announced, card=bottom.card, lied=lied))
    charge(table, dealer if lied else seat, LIE_ML, "S27", events)
    if lied:
        begin(table, bottom.card, events)


def place(
    players: int,
    dealer: Seat,
    options: Options,
    position: Position,
    house: Sequence[Any] = (),
) -> State:
    """A position in phase `play`: who has no cards took the first places, by seat, and the top card is spent.

    With one player left the game is over. InvalidSetup for more players than the variant is for, or impossible cards.
    """
    check_players(options, players)
    check_piles(position, german_pack(options.six))
    turn = who_begins(position, dealer, position.hands)
    table = thaw(
        State(
            options=options,
            dealer=dealer,
            phase=Phase.PLAY,
            turn=turn,
            direction=position.direction,
            hands=position.hands,
            pile=position.pile,
            draw=position.draw,
            places=tuple(seat for seat, hand in enumerate(position.hands) if not hand),
            owed=(0,) * players,
            drinks=(0,) * players,
        )
    )
    if len(seats_in(table)) == 1:
        end(table, turn, [])
    return freeze(table)
