"""Random games of Shithead over random options and tables, refereed at every state."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import chain, islice
from random import Random

import pytest
from pydantic import TypeAdapter

from core import shithead
from core.cards import Card, Cards
from core.game import Game, InvalidSetup, Position, Refusal, Seat
from core.record import Record
from core.shithead.actions import Action, Collapse, Flip, Pickup, Play, Ready, Swap
from core.shithead.events import CardsDealt, CardsDrawn
from core.shithead.legal import refusal
from core.shithead.options import CHOICES, Options, all_cards
from core.shithead.ranks import in_order, row_on_top
from core.shithead.state import Phase, State, cards_of, is_in
from core.shithead.view import View
from tests.core.checker import RandomGame
from tests.core.shithead_witness import Witness

BATCHES = 20


class Shithead:
    """How this game is played at random: in more or less of a hurry, with collapses."""

    game: Game[State, Action, Options, View] = shithead
    states: TypeAdapter[State] = TypeAdapter(State)

    def __init__(self, random: Random) -> None:
        # Without any hurry the pile is taken up again and again, until the game is stopped (H16).
        self.hurry = random.choices((0.0, 0.5, 0.8, 0.95), (1, 5, 10, 10))[0]
        self.unrest = random.choice((0.0, 0.002, 0.02))

    def options(self, random: Random, players: int) -> Mapping[str, object]:
        while True:
            raw: dict[str, object] = {name: random.choice(values or (0, 20)) for name, values in CHOICES.items()}
            try:
                shithead.pack(shithead.parse_options(raw), players)
            except InvalidSetup:
                continue
            return raw

    def position(self, random: Random, players: int, pack: Cards) -> Position:
        """Everybody with few cards in any of the zones, two at least with some: with one the game is over."""
        cards = iter(random.sample(pack, len(pack)))

        def zone(*sizes: int) -> tuple[Cards, ...]:
            return tuple(tuple(islice(cards, random.choice(sizes))) for _ in range(players))

        hands, shown, down = zone(0, 0, 1, 2, 4), zone(0, 0, 1, 3), zone(0, 1, 2, 3)
        holding = [seat for seat in range(players) if hands[seat] or shown[seat] or down[seat]]
        if len(holding) < 2:
            return self.position(random, players, pack)
        return Position(
            hands=hands,
            open=shown,
            down=down,
            pile=tuple(islice(cards, random.choice((0, 1, 3)))),
            draw=tuple(islice(cards, random.choice((0, 0, 2, 6)))),
            turn=random.choice(holding),
            direction=random.choice((1, -1)),
        )

    def complete(self, record: Record, random: Random) -> Record:
        return record

    def is_listed(self, state: State, action: Action) -> bool:
        """Of the plays of as many cards of a rank `legal` lists one."""
        if not isinstance(action, Play):
            return not isinstance(action, Collapse)
        rank, number = action.cards[0][0], len(action.cards)
        in_use = [state.hands[seat] or state.open[seat] for seat in shithead.actors(state)]
        return any(action.cards == tuple(card for card in held if card[0] == rank)[:number] for held in in_use)

    def refusal(self, state: State, seat: Seat | None, action: Action) -> tuple[Refusal, str] | None:
        return refusal(state, seat, action)

    def cards(self, state: State) -> Iterator[Card]:
        zones = chain(*state.hands, *state.open, *state.down, state.pile, state.draw)
        return (card for card in zones if card is not None)

    def unseen_shuffled(self, state: State, viewer: Seat | None, random: Random) -> State:
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
        return replace(state, hands=hands, down=down, draw=tuple(fresh))

    def well_formed(self, state: State, seat: Seat, random: Random) -> Action:
        """Often with the seat's own cards."""
        pack = all_cards(state.options, len(state.hands))
        own = state.hands[seat] + state.open[seat] or pack
        card = random.choice(own if random.random() < 0.8 else pack)
        alike = tuple(other for other in own if other[0] == card[0]) or (card,)
        return random.choice(
            (
                Swap(hand=card, open=random.choice(own)),
                Ready(),
                Play(cards=(card,)),
                Play(cards=alike),
                Play(cards=(card, random.choice(own))),
                Pickup(),
                Pickup(card=card),
                Flip(number=random.randint(1, 3)),
            )
        )

    def next_action(self, state: State, random: Random) -> tuple[Seat, Action]:
        seat = random.choice(shithead.actors(state))
        if random.random() < self.unrest:
            return seat, Collapse()
        actions = shithead.legal(state, seat)
        return seat, _hurried(actions) if random.random() < self.hurry else random.choice(actions)


def _hurried(actions: tuple[Action, ...]) -> Action:
    """All cards of the lowest rank that goes."""
    first = actions[0]
    alike = [
        action
        for action in actions
        if isinstance(action, Play) and isinstance(first, Play) and action.cards[0][0] == first.cards[0][0]
    ]
    return alike[-1] if alike else first


def played(seed: str, *, from_deal: bool) -> State:
    """The end of a random game, with everything checked on the way."""
    random = Random(seed)
    game = RandomGame(Shithead(random), random, from_deal=from_deal)
    witness = Witness(len(game.record.players))
    if not from_deal:
        witness.sees(game.state)
    for state, events in game.play():
        for event in events:
            witness.hears(event)
        check_table(state)
        if from_deal:
            check_deal(state)
        if state.phase is Phase.OVER or random.random() < 0.01:
            # A witness who has misheard once never agrees again, so asking now and then is enough.
            witness.agrees_with(state)
    ended: State = game.state
    return ended


def check_table(state: State) -> None:
    """What holds in this game in every state."""
    actors = shithead.actors(state)
    for seat in range(len(state.hands)):
        assert is_in(state, seat) == bool(cards_of(state, seat)) or state.phase is Phase.OVER
        assert bool(shithead.legal(state, seat)) == (seat in actors)
    assert all(cards == in_order(cards) for cards in (*state.hands, *state.open))
    assert state.played <= 1000


def check_deal(state: State) -> None:
    """What a position need not keep to: tens and rows burn at once, and hands are full as long as there are cards."""
    assert row_on_top(state.pile) < 4
    assert all(card[0] != "T" for card in state.pile)
    for seat, hand in enumerate(state.hands):
        assert len(hand) >= 3 or not (is_in(state, seat) and state.draw)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seeds" in metafunc.fixturenames:
        games = metafunc.config.getoption("games") // 2  # they are long ones
        metafunc.parametrize("seeds", [range(batch, games, BATCHES) for batch in range(BATCHES)], ids=lambda s: s.start)


def test_random_games(seeds: range) -> None:
    for seed in seeds:
        ended = played(f"shithead {seed}", from_deal=seed % 3 < 2)
        outcome = shithead.outcome(ended)
        assert outcome is not None
        everybody = {*outcome.places, *ended.collapsed, outcome.loser} - {None}
        assert everybody == set(range(len(ended.hands)))


def test_secret_fields_of_events_exist() -> None:
    for kind in (CardsDealt, CardsDrawn):
        assert {field.name for field in fields(kind)} >= set(kind.private_to)
