"""Somebody who was told every event of a game of Shithead, with all secrets, and has seen no state."""

from collections import Counter

from core.cards import Card, Cards
from core.events import DirectionTurned, PlayerFinished, TurnPassed
from core.game import Charged, Event, Seat
from core.shithead.events import (
    CardFlipped,
    CardsDealt,
    CardsDrawn,
    CardsPlayed,
    CardsSwapped,
    GameEnded,
    OpeningCalled,
    PileBurned,
    PileTaken,
    PlayerCollapsed,
    PlayerReady,
    SeatsSkipped,
)
from core.shithead.state import Phase, State, blind_numbers


class Witness:
    """What they think lies where, and who has done what: events alone rebuild the table."""

    def __init__(self, players: int) -> None:
        self.hands: list[Counter[Card]] = [Counter() for _ in range(players)]
        self.open: list[Counter[Card]] = [Counter() for _ in range(players)]
        self.down = [0] * players
        self.drinks = [0] * players
        self.pile: Cards = ()
        self.drawn = self.burned = 0
        self.ready: tuple[Seat, ...] = ()
        self.places: tuple[Seat, ...] = ()
        self.collapsed: tuple[Seat, ...] = ()
        self.turn: Seat | None = None
        self.direction = 1
        self.over = False

    def sees(self, state: State) -> None:
        """A position, which nobody is told."""
        self.hands, self.open = [Counter(hand) for hand in state.hands], [Counter(shown) for shown in state.open]
        self.down = [len(blind_numbers(state, seat)) for seat in range(len(state.hands))]
        self.pile, self.places, self.turn, self.direction = state.pile, state.places, state.turn, state.direction
        self.drinks, self.over = list(state.drinks), state.phase is Phase.OVER

    def hears(self, event: Event) -> None:
        """Let each kind of event change what it speaks of."""
        match event:
            case CardsPlayed() | CardFlipped() | PileBurned() | PileTaken() | CardsDrawn():
                self.sees_cards(event)
            case CardsDealt(seat=seat):
                self.hands[seat] = Counter(event.hand)
                self.open[seat] = Counter(event.open)
                self.down[seat] = event.down
            case CardsSwapped(seat=seat, shown=shown, taken=taken):
                self.hands[seat] += Counter([taken])
                self.hands[seat] -= Counter([shown])
                self.open[seat] += Counter([shown])
                self.open[seat] -= Counter([taken])
            case PlayerReady(seat=seat):
                self.ready += (seat,)
            case DirectionTurned(direction=direction):
                self.direction = direction
            case TurnPassed(seat=seat):
                self.turn = seat
            case PlayerFinished(seat=seat, place=place):
                self.places += (seat,)
                assert place == len(self.places)
            case PlayerCollapsed(seat=seat, cards=count):
                assert count == self.hands[seat].total() + self.open[seat].total() + self.down[seat]
                self.hands[seat], self.open[seat], self.down[seat] = Counter(), Counter(), 0
                self.collapsed += (seat,)
            case GameEnded():
                self.over, self.turn = True, None
                assert event.places == self.places
            case Charged(seat=seat, ml=ml):
                self.drinks[seat] += ml
            case _:
                assert isinstance(event, OpeningCalled | SeatsSkipped), event

    def sees_cards(self, event: Event) -> None:
        match event:
            case CardsPlayed(seat=seat, cards=cards):
                (self.open if event.from_open else self.hands)[seat].subtract(cards)
                self.pile += cards
                self.turn = seat
            case CardFlipped(seat=seat, card=card):
                self.down[seat] -= 1
                if event.laid:
                    self.pile += (card,)
                else:
                    self.hands[seat][card] += 1
            case PileBurned(cards=count):
                assert count == len(self.pile)
                self.pile = ()
                self.burned += count
            case CardsDrawn(seat=seat, cards=cards, count=count):
                assert count == len(cards) > 0
                self.hands[seat].update(cards)
                self.drawn += count
            case PileTaken(seat=seat, cards=cards, open_card=card):
                assert cards == self.pile
                self.pile = ()
                self.hands[seat].update(cards)
                if card is not None:
                    self.open[seat][card] -= 1
                    self.hands[seat][card] += 1

    def agrees_with(self, state: State) -> None:
        """What was told is how it is."""
        assert [+hand for hand in self.hands] == [Counter(hand) for hand in state.hands]
        assert [+shown for shown in self.open] == [Counter(shown) for shown in state.open]
        assert self.down == [len(blind_numbers(state, seat)) for seat in range(len(state.hands))]
        assert (self.pile, self.burned, self.turn, self.direction) == (
            state.pile,
            state.burned,
            state.turn,
            state.direction,
        )
        assert (self.ready, self.places, self.collapsed) == (state.ready, state.places, state.collapsed)
        assert self.drinks == list(state.drinks)
        assert self.over == (state.phase is Phase.OVER)
