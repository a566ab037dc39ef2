"""How a game comes about: dealt from a deck, with the card turned up (P17), or placed as a record describes it."""

from collections.abc import Sequence

from core.akcni.events import CardsDealt, CardTurnedUp
from core.akcni.legal import names
from core.akcni.options import PACK, Options, action_suit, check_players
from core.akcni.play import run
from core.akcni.state import Laid, Phase, State, seats_in
from core.akcni.table import Events, end
from core.cards import Card, Cards
from core.game import CLOCKWISE, Event, Position, Seat
from core.house import Rule
from core.positions import who_begins
from core.prsi.fitting import OBER, UNTER
from core.prsi.piles import deal
from core.prsi.position import check_piles
from core.values import freeze, thaw, thawed


def setup(
    players: int, dealer: Seat, options: Options, deck: Cards, house: Sequence[Rule] = ()
) -> tuple[State, tuple[Event, ...]]:
    """Deal a permutation of `pack`, first card first, open cards before closed ones, and turn one card up (P1, P17).

    InvalidSetup when the action suit should have been cut and was not (P13).
    """
    shown, rest = deal(deck, players, dealer, options.open)
    hands, rest = deal(rest, players, dealer, options.closed)
    turned = rest[0]
    table = thaw(
        State(
            options=options,
            action_suit=action_suit(options, turned),
            house=tuple(house),
            dealer=dealer,
            phase=Phase.PLAY,
            turn=None,
            direction=CLOCKWISE,
            hands=hands,
            open=shown,
            pile=(turned,),
            draw=rest[1:],
            latest=dealer,
            mistakes=(0,) * players,
            drinks=(0,) * players,
        )
    )
    events: Events = [
        CardsDealt(seat=seat, cards=hand, count=len(hand), open=shown[seat]) for seat, hand in enumerate(hands)
    ]
    _turn_up(table, turned, events)
    return freeze(table), tuple(events)


def _turn_up(table: State, card: Card, events: Events) -> None:
    """The card acts as if the dealer had played it; a changer names what the bottom card of the draw pile is (P17)."""
    dealer, bottom = table.dealer, table.draw[-1]
    name = None
    if None not in names(table, card):
        name = {OBER: bottom[1], UNTER: bottom[0]}.get(card[0])
    events.append(CardTurnedUp(card=card, dealer=dealer, name=name))
    laid = thawed(Laid)(seat=dealer, card=card, name=name, start=dealer, way=CLOCKWISE, blocked=False, turned=True)
    run(table, laid, events)


def place(players: int, dealer: Seat, options: Options, position: Position, house: Sequence[Rule] = ()) -> State:
    """A position in phase `play`: who has no cards took the first places, by seat, and the top card is spent.

    With one player left the game is over. InvalidSetup for impossible cards, or an action suit that was not cut (P13).
    """
    check_players(players)
    check_piles(position, PACK)
    holding = tuple(hand + shown for hand, shown in zip(position.hands, position.open, strict=True))
    turn = who_begins(position, dealer, holding)
    table = thaw(
        State(
            options=options,
            action_suit=action_suit(options, position.pile[0]),
            house=tuple(house),
            dealer=dealer,
            phase=Phase.PLAY,
            turn=turn,
            direction=position.direction,
            hands=position.hands,
            open=position.open,
            pile=position.pile,
            draw=position.draw,
            places=tuple(seat for seat, cards in enumerate(holding) if not cards),
            mistakes=(0,) * players,
            drinks=(0,) * players,
        )
    )
    if len(seats_in(table)) == 1:
        end(table, turn, [])
    return freeze(table)
