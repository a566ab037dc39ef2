"""Somebody who was told every event of a game of akční prší, with all secrets, and has seen no state."""

from collections import Counter

from core.akcni import events as told
from core.akcni.state import Phase, State
from core.cards import Card, Cards, Rank, Suit
from core.events import DirectionTurned, PlayerFinished, TurnPassed
from core.game import Charged, Event, Seat
from core.prsi.events import CardsDrawn, Collapsed, PileTurnedOver
from core.prsi.fitting import OBER, UNTER


class Witness:
    """What they think lies where, and who has to do what: events alone rebuild the table."""

    def __init__(self, players: int) -> None:
        self.hands: list[Counter[Card]] = [Counter() for _ in range(players)]
        self.open: list[Counter[Card]] = [Counter() for _ in range(players)]
        self.pile: Cards = ()
        self.direction = 1
        self.turn: Seat | None = None
        self.suit: Suit | None = None
        self.rank: Rank | None = None
        self.lap: Seat | None = None
        self.attack: told.AttackLanded | None = None
        self.gifts: dict[Seat, Card] = {}
        self.places: tuple[Seat, ...] = ()
        self.exposed: set[Seat] = set()
        self.collapsed: tuple[Seat, ...] = ()
        self.mistakes = [0] * players
        self.drinks = [0] * players
        self.over = False

    def sees(self, state: State) -> None:
        """A position, which nobody is told."""
        self.hands = [Counter(hand) for hand in state.hands]
        self.open = [Counter(shown) for shown in state.open]
        self.pile, self.direction, self.turn, self.places = state.pile, state.direction, state.turn, state.places
        self.over = state.phase is Phase.OVER

    def hears(self, event: Event) -> None:
        """Let each kind of event change what it speaks of; an unknown one changes nothing."""
        self._cards(event)
        self._turns(event)
        self._places(event)

    def _cards(self, event: Event) -> None:
        match event:
            case told.CardsDealt(seat=seat):
                self.hands[seat], self.open[seat] = Counter(event.cards), Counter(event.open)
            case told.CardTurnedUp(card=card, name=name):
                self._lay(card, name)
            case told.CardPlayed(seat=seat, card=card, name=name):
                self._take(seat, card, from_open=event.from_open)
                self._lay(card, name)
            case CardsDrawn(seat=seat, cards=cards):
                assert self.lap is None
                self.hands[seat].update(cards)
            case told.OpenCardsDrawn(seat=seat, cards=cards):
                assert self.lap is not None
                self.open[seat].update(cards)
            case PileTurnedOver(cards=count):
                assert count == len(self.pile) - 1
                self.pile = self.pile[-1:]
            case told.GiftChosen(seat=seat, card=card):
                self.gifts[seat] = card
            case told.GiftReceived(seat=seat, giver=giver, card=card):
                assert self.gifts.pop(giver) == card
                self._take(giver, card, from_open=card in self.open[giver])
                self.hands[seat][card] += 1
            case Collapsed(seat=seat, cards=count):
                assert count == self.hands[seat].total() + self.open[seat].total()
                self.hands[seat], self.open[seat] = Counter(), Counter()
                self.gifts.pop(seat, None)

    def _lay(self, card: Card, name: str | None) -> None:
        self.pile += (card,)
        self.suit = name if card[0] == OBER else None
        self.rank = name if card[0] == UNTER else None

    def _take(self, seat: Seat, card: Card, *, from_open: bool) -> None:
        zone = (self.open if from_open else self.hands)[seat]
        assert zone[card] == 1
        del zone[card]

    def _turns(self, event: Event) -> None:
        match event:
            case DirectionTurned(direction=direction):
                self.direction = direction
            case TurnPassed(seat=seat):
                self.turn, self.attack = seat, None
            case told.AttackLanded(seat=seat):
                assert seat == self.turn
                self.attack = event
            case told.ChangeAsked() | told.GiftsAsked():
                self.turn = None
            case told.LapBegan(seat=seat):
                self.lap = seat
            case told.LapEnded(seat=seat):
                assert seat == self.lap
                self.lap = None
            case told.GameEnded():
                self.over, self.turn, self.attack, self.exposed, self.gifts = True, None, None, set(), {}
                assert event.places == self.places

    def _places(self, event: Event) -> None:
        match event:
            case PlayerFinished(seat=seat, place=place):
                self.places += (seat,)
                assert place == len(self.places)
                self.exposed.add(seat)
            case told.FinishFinal(seat=seat):
                self.exposed.remove(seat)
            case told.BroughtBack(seat=seat):
                self.exposed.remove(seat)
                self.places = tuple(other for other in self.places if other != seat)
            case Collapsed(seat=seat):
                self.collapsed += (seat,)
            case told.MistakeMade(seat=seat):
                self.mistakes[seat] += 1
            case Charged(seat=seat, ml=ml):
                self.drinks[seat] += ml

    def agrees_with(self, state: State) -> None:
        """What was told is how it is."""
        assert self.hands == [Counter(hand) for hand in state.hands]
        assert self.open == [Counter(shown) for shown in state.open]
        assert (self.pile, self.direction, self.turn) == (state.pile, state.direction, state.turn)
        assert (self.suit, self.rank, self.lap) == (state.suit, state.rank, state.lap)
        assert self.places == state.places
        assert self.exposed == set(state.exposed)
        assert self.collapsed == state.collapsed
        assert self.mistakes == list(state.mistakes)
        assert self.drinks == list(state.drinks)
        assert self.gifts == {seat: card for seat, card in enumerate(state.gifts) if card is not None}
        assert self.over == (state.phase is Phase.OVER)
        if state.turn is not None:
            attack = state.attack
            told_of = self.attack and (self.attack.by, self.attack.kind, self.attack.cards, self.attack.eights)
            assert told_of == (attack and (attack.by, attack.kind, attack.cards, attack.eights))
