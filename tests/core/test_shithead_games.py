"""Random games of Shithead over random options and tables, with a check of every state on the way."""

from collections import Counter
from dataclasses import fields, replace
from itertools import chain
from random import Random

import pytest
from pydantic import TypeAdapter

from core import shithead
from core.cards import Card, Cards
from core.events import DirectionTurned, PlayerFinished, TurnPassed
from core.game import Charged, Event, InvalidSetup, Refused, Seat
from core.shithead.actions import Action, Collapse, Flip, Pickup, Play, Ready, Swap
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
from core.shithead.legal import refusal
from core.shithead.options import CHOICES
from core.shithead.ranks import in_order, row_on_top
from core.shithead.state import Phase, State, cards_of, is_in
from core.values import freeze, thaw

GAMES, BATCHES = 2_000, 20
STATES: TypeAdapter[State] = TypeAdapter(State)


class Witness:
    """Somebody who was told every event, with all secrets, and has seen no state: what they think lies where."""

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

    def hears(self, event: Event) -> None:
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
        assert [+hand for hand in self.hands] == [Counter(hand) for hand in state.hands]
        assert [+shown for shown in self.open] == [Counter(shown) for shown in state.open]
        assert self.down == [3 - down.count(None) if down else 0 for down in state.down]
        assert (self.pile, self.burned, self.turn, self.direction) == (
            state.pile,
            state.burned,
            state.turn,
            state.direction,
        )
        assert (self.ready, self.places, self.collapsed) == (state.ready, state.places, state.collapsed)
        assert self.drinks == list(state.drinks)
        assert self.over == (state.phase is Phase.OVER)


def random_table(random: Random) -> tuple[State, tuple[Event, ...], Cards]:
    """A deal under random options; its events; the pack."""
    while True:
        raw: dict[str, object] = {name: random.choice(values or (0, 20)) for name, values in CHOICES.items()}
        players = random.choice(shithead.seats)
        options = shithead.parse_options(raw)
        try:
            pack = shithead.pack(options, players)
        except InvalidSetup:
            continue
        deck = random.sample(pack, len(pack))
        return *shithead.setup(players, random.randrange(players), options, tuple(deck)), pack


def random_action(random: Random, state: State, seat: Seat, pack: Cards) -> Action:
    """Anything that has the form of an action, often with the seat's own cards."""
    own = state.hands[seat] + state.open[seat] or pack
    card = random.choice(own if random.random() < 0.8 else pack)
    return random.choice(
        (
            Swap(hand=card, open=random.choice(own)),
            Ready(),
            Play(cards=(card,)),
            Play(cards=tuple(other for other in own if other[0] == card[0]) or (card,)),
            Play(cards=(card, random.choice(own))),
            Pickup(),
            Pickup(card=card),
            Flip(number=random.randint(1, 3)),
        )
    )


def check_table(state: State, pack: Cards, lost: int) -> None:
    """What holds in every state; `lost`: cards that left with those who collapsed."""
    everybody = range(len(state.hands))
    held = [cards_of(state, seat) for seat in everybody]
    assert sum(held) + len(state.pile) + len(state.draw) + state.burned + lost == len(pack)
    assert row_on_top(state.pile) < 4
    for seat in everybody:
        inside = is_in(state, seat)
        assert inside == (held[seat] > 0) or state.phase is Phase.OVER
        assert len(state.hands[seat]) >= 3 or not (inside and state.draw)
    actors = shithead.actors(state)
    assert (not actors) == (state.phase is Phase.OVER)
    assert all(shithead.legal(state, seat) for seat in actors)
    assert state.played <= 1000


def check_cards(state: State, pack: Cards) -> None:
    """No card has come from outside the pack, tens burn at once, and hands lie in order."""
    lying = chain(*state.hands, *state.open, *state.down, state.pile, state.draw)
    assert not Counter(card for card in lying if card is not None) - Counter(pack)
    assert all(card[0] != "T" for card in state.pile)
    assert all(cards == in_order(cards) for cards in (*state.hands, *state.open))


def check_actions(random: Random, state: State, pack: Cards) -> None:
    """`step` takes all of `legal`, and refuses exactly what `refusal` says, for the reason that it says."""
    for seat in range(len(state.hands)):
        legal = shithead.legal(state, seat)
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (seat in shithead.actors(state))
        assert shithead.lapse(state, seat) in (legal or (None,))
        for action in (*legal, *(random_action(random, state, seat, pack) for _ in range(3))):
            assert shithead.parse_action(shithead.format_action(action)) == action
            untouched = freeze(thaw(state))
            reason = refusal(state, seat, action)
            assert reason is None or action not in legal
            if reason is None:
                following, _ = shithead.step(state, seat, action)
                assert type(following) is State
                offered = _canonical(action, state, seat)
                assert offered in legal
            else:
                with pytest.raises(Refused) as refused:
                    shithead.step(state, seat, action)
                assert (refused.value.code, refused.value.rule) == reason
            assert state == untouched


def _canonical(action: Action, state: State, seat: Seat) -> Action:
    """The play that `legal` lists for any play of as many cards of the rank."""
    if not isinstance(action, Play):
        return action
    of_rank = [card for card in state.hands[seat] or state.open[seat] if card[0] == action.cards[0][0]]
    return Play(cards=tuple(of_rank[: len(action.cards)]))


def check_secrets(random: Random, state: State) -> None:
    """Nobody's view changes when the cards that they cannot see change places."""
    for viewer in (None, *range(len(state.hands))):
        # Who holds the lowest rank is asked aloud (H4): while it is, the hands are as good as known.
        hidden = [seat for seat in range(len(state.hands)) if seat != viewer and state.phase is not Phase.BEGIN]
        unseen = [card for seat in hidden for card in state.hands[seat]]
        unseen += [card for down in state.down for card in down if card is not None]
        unseen += state.draw
        random.shuffle(unseen)
        fresh = iter(unseen)
        hands = tuple(
            in_order(tuple(next(fresh) for _ in hand)) if seat in hidden else hand
            for seat, hand in enumerate(state.hands)
        )
        down = tuple(tuple(card and next(fresh) for card in cards) for cards in state.down)
        shuffled = replace(state, hands=hands, down=down, draw=tuple(fresh))
        assert shithead.view(shuffled, viewer) == shithead.view(state, viewer)


def check_storage(state: State) -> None:
    """A state comes back from JSON as it was."""
    assert STATES.validate_json(STATES.dump_json(state)) == state


def _hurried(actions: tuple[Action, ...]) -> Action:
    """All cards of the lowest rank that goes."""
    first = actions[0]
    alike = [
        action
        for action in actions
        if isinstance(action, Play) and isinstance(first, Play) and action.cards[0][0] == first.cards[0][0]
    ]
    return alike[-1] if alike else first


def play(random: Random) -> State:
    """One game to its end, everything checked."""
    state, events, pack = random_table(random)
    witness, lost = Witness(len(state.hands)), 0
    # Without any hurry the pile is taken up again and again, until the game is stopped (H16).
    hurry = random.choices((0.0, 0.5, 0.8, 0.95), (1, 5, 10, 10))[0]
    collapses = random.choice((0.0, 0.002, 0.02))
    while True:
        for event in events:
            witness.hears(event)
            lost += event.cards if isinstance(event, PlayerCollapsed) else 0
        check_table(state, pack, lost)
        if state.phase is Phase.OVER or random.random() < 0.01:
            # A witness who has misheard once never agrees again, so asking now and then is enough.
            witness.agrees_with(state)
            check_cards(state, pack)
            check_actions(random, state, pack)
            check_secrets(random, state)
            check_storage(state)
        if state.phase is Phase.OVER:
            return state
        seat = random.choice(shithead.actors(state))
        actions = shithead.legal(state, seat)
        action = _hurried(actions) if random.random() < hurry else random.choice(actions)
        if random.random() < collapses:
            action = Collapse()
        ply = state.ply
        state, events = shithead.step(state, seat, action)
        assert state.ply - ply in (0, 1)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games(batch: int) -> None:
    random = Random(f"shithead {batch}")
    for _ in range(GAMES // BATCHES):
        ended = play(random)
        outcome = shithead.outcome(ended)
        assert outcome is not None
        everybody = {*outcome.places, *ended.collapsed, outcome.loser} - {None}
        assert everybody == set(range(len(ended.hands)))
        check_storage(ended)


def test_secret_fields_of_events_exist() -> None:
    for kind in (CardsDealt, CardsDrawn):
        assert {field.name for field in fields(kind)} >= set(kind.private_to)
