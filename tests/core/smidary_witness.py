"""Somebody who was told every event of a game of Smidarské prší, with all secrets, and has seen no state."""

from collections import Counter

from core.cards import Card, Cards, Rank, Suit
from core.events import DirectionTurned, PlayerFinished, TurnPassed
from core.game import Charged, ChargeUndone, Event, Seat
from core.prsi.events import CardsDrawn, Collapsed, PileTurnedOver, PlayerStood
from core.prsi.fitting import OBER, UNTER
from core.smidary import events as told
from core.smidary.state import Phase, State


class Witness:
    """What they think lies where, and who has to do what: events alone rebuild the table."""

    def __init__(self, players: int) -> None:
        self.hands: list[Counter[Card]] = [Counter() for _ in range(players)]
        self.pile: Cards = ()
        self.drinks = [0] * players
        self.owed = [0] * players
        self.direction = 1
        self.turn: Seat | None = None
        self.suit: Suit | None = None
        self.rank: Rank | None = None
        self.attack: told.AttackLanded | None = None
        self.standing: set[Seat] = set()
        self.places: tuple[Seat, ...] = ()
        self.exposed: set[Seat] = set()
        self.collapsed: tuple[Seat, ...] = ()
        self.waiting: tuple[Seat, ...] = ()
        self.chosen: str | None = None
        self.over = False
        self.before_the_play: dict[str, object] = {}

    def sees(self, state: State) -> None:
        """A position, which nobody is told."""
        self.hands = [Counter(hand) for hand in state.hands]
        self.pile, self.direction, self.turn = state.pile, state.direction, state.turn

    def hears(self, event: Event) -> None:
        """Let each kind of event change what it speaks of; an unknown one changes nothing."""
        self._cards(event)
        self._turns(event)
        self._places(event)
        self._drinks(event)

    def _cards(self, event: Event) -> None:
        match event:
            case told.CardsDealt(seat=seat, cards=cards):
                self.hands[seat] = Counter(cards)
            case told.CardTurnedUp(card=card):
                self.pile = (card,)
            case told.CardPlayed(seat=seat, card=card, name=name):
                self.before_the_play = self._copy()
                self.hands[seat] = self.hands[seat] - Counter([card])
                self.pile += (card,)
                self.attack = None
                self._names(card, name)
            case told.StartJudged(card=card, name=name):
                self.attack = None
                self._names(card, name)
            case CardsDrawn(seat=seat, cards=cards, count=count, rule=rule):
                assert count == len(cards) > 0
                self.hands[seat] = self.hands[seat] + Counter(cards)
                self.owed[seat] = max(0, self.owed[seat] - count) if rule == "S9" else self.owed[seat]
            case told.CardsOwed(seat=seat, count=count):
                self.owed[seat] = count
            case PileTurnedOver(cards=count):
                assert count == len(self.pile) - 1
                self.pile = self.pile[-1:]
            case told.HandsPassed(seats=seats):
                hands = [self.hands[seat] for seat in seats]
                for taker, hand in zip((*seats[1:], seats[0]), hands, strict=True):
                    self.hands[taker] = hand
            case told.HandShown(seat=seat, cards=cards):
                assert self.hands[seat] == Counter(cards)
            case told.DemandLapsed(rank=rank):
                assert self.rank == rank
                self.rank = None

    def _copy(self) -> "dict[str, object]":
        """Everything as it is now; what is changed in place is copied."""
        kept = vars(self) | {"hands": self.hands[:], "owed": self.owed[:]}
        return kept | {"standing": set(self.standing), "exposed": set(self.exposed)}

    def _names(self, card: Card, name: str | None) -> None:
        self.suit = name if card[0] == OBER else None
        self.rank = name if card[0] == UNTER else None

    def _turns(self, event: Event) -> None:
        match event:
            case TurnPassed(seat=seat):
                self.turn, self.attack = seat, None
            case told.AttackLanded():
                self.attack = event
            case DirectionTurned(direction=direction):
                self.direction = direction
            case PlayerStood(seat=seat):
                self.standing.add(seat)
            case told.PlayerSat(seat=seat):
                self.standing.remove(seat)
            case told.RaceBegan(seats=seats):
                self.turn, self.waiting = None, seats
            case told.PlayerSlapped(seat=seat):
                self.waiting = tuple(other for other in self.waiting if other != seat)
            case told.RaceEnded(late=late):
                assert late == self.waiting
                self.waiting = ()
            case told.PlayTakenBack():
                drinks, chosen = self.drinks, self.chosen
                vars(self).update(self.before_the_play)
                self.drinks, self.chosen = drinks, chosen

    def _places(self, event: Event) -> None:
        match event:
            case PlayerFinished(seat=seat, place=place):
                self.places += (seat,)
                self.exposed.add(seat)
                assert place == len(self.places)
            case told.PlayerSafe(seat=seat):
                self.exposed.remove(seat)
            case told.BroughtBack(seat=seat):
                self.exposed.remove(seat)
                self.places = tuple(other for other in self.places if other != seat)
            case Collapsed(seat=seat, cards=count):
                assert self.hands[seat].total() == count
                self.hands[seat] = Counter()
                self.owed[seat] = 0
                self.collapsed += (seat,)
                self.standing.discard(seat)
                self.waiting = tuple(other for other in self.waiting if other != seat)
            case told.GameEnded(places=places):
                assert places == self.places
                self.over, self.turn, self.attack, self.exposed, self.waiting = True, None, None, set(), ()

    def _drinks(self, event: Event) -> None:
        match event:
            case Charged(seat=seat, ml=ml):
                self.drinks[seat] += ml
            case ChargeUndone(seat=seat, ml=ml):
                self.drinks[seat] -= ml
            case told.DrinkChosen(drink=drink):
                self.chosen = drink
            case told.ChoiceVoided(drink=drink):
                assert self.chosen == drink
                self.chosen = None

    def agrees_with(self, state: State) -> None:
        """Everything that can be told is as it was told."""
        assert self.hands == [Counter(hand) for hand in state.hands]
        assert (self.pile, self.direction, self.turn) == (state.pile, state.direction, state.turn)
        assert (self.suit, self.rank, self.chosen) == (state.suit, state.rank, state.chosen)
        assert (self.drinks, self.owed) == (list(state.drinks), list(state.owed))
        assert (self.places, self.collapsed) == (state.places, state.collapsed)
        assert (self.standing, self.exposed) == (set(state.standing), set(state.exposed))
        assert self.waiting == (state.race.waiting if state.race else ())
        assert self.over == (state.phase is Phase.OVER)
        if state.phase is Phase.PLAY:
            self._agrees_with_attack(state)

    def _agrees_with_attack(self, state: State) -> None:
        attack = state.attack
        assert (self.attack is None) == (attack is None)
        if self.attack is not None and attack is not None:
            assert (self.attack.seat, self.attack.by, self.attack.kind) == (state.turn, attack.by, attack.kind)
            assert (self.attack.cards, self.attack.ml) == (attack.cards, attack.ml)
            assert (self.attack.added, self.attack.drinkable) == (attack.added, attack.drinkable)
