"""Random games of Smidarské prší over random options and tables, refereed at every state."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import islice
from random import Random

import pytest
from pydantic import TypeAdapter

from core import smidary
from core.cards import GERMAN_RANKS, GERMAN_SUITS, Card, Cards, german_pack
from core.game import Game, InvalidSetup, Position, Refusal, Seat
from core.prsi.events import CardsDrawn
from core.record import Record
from core.smidary import actions as act
from core.smidary.actions import Action
from core.smidary.effects import EFFECTS, demand_rank, name_suit, plain
from core.smidary.events import CardsDealt
from core.smidary.legal import playable, refusal
from core.smidary.options import CHOICES, Options
from core.smidary.state import Phase, State, seats_in
from core.smidary.view import View
from tests.core.checker import RandomGame
from tests.core.smidary_witness import Witness

BATCHES = 20
PATIENCE = 1_000
"""Plies after which people leave a position one after the other: with so few cards nobody may ever play again."""
ALL = german_pack(six=True)


class Smidary:
    """How this game is played at random: with cheats, calls, doubts, challenges, collapses and late slaps."""

    game: Game[State, Action, Options, View] = smidary
    states: TypeAdapter[State] = TypeAdapter(State)

    def __init__(self, random: Random, *, may_be_stuck: bool) -> None:
        self.may_be_stuck = may_be_stuck
        # Without any hurry a game takes a thousand turns.
        self.hurry = random.choices((0.0, 0.5, 0.9, 1.0), (1, 4, 10, 10))[0]
        self.honesty = random.choice((0.5, 0.9, 1.0))
        self.unrest = random.choice((0.0, 0.002, 0.02, 0.1))

    def options(self, random: Random, players: int) -> Mapping[str, object]:
        while True:
            raw: dict[str, object] = {name: random.choice(values) for name, values in CHOICES.items()}
            raw["false_call"] = random.choice((0, 10))
            if players > 2:
                raw["variant"] = "classic"
            try:
                smidary.pack(smidary.parse_options(raw), players)
            except InvalidSetup:
                continue
            return raw

    def position(self, random: Random, players: int, pack: Cards) -> Position:
        """Everybody about to go out, with cards that do something, and hardly any to draw: here the rules meet."""
        order = random.sample(pack, len(pack))
        if random.random() < 0.7:
            order.sort(key=lambda card: EFFECTS[card] in (plain, name_suit, demand_rank))
        cards = iter(order)
        hands = tuple(tuple(islice(cards, random.choice((1, 1, 2, 3)))) for _ in range(players))
        nothing: tuple[Cards, ...] = ((),) * players
        return Position(
            hands=hands,
            open=nothing,
            down=nothing,
            pile=tuple(islice(cards, random.choice((1, 1, 2, 4)))),
            draw=tuple(islice(cards, random.choice((0, 0, 1, 5)))),
            turn=random.randrange(players),
            direction=random.choice((1, -1)),
        )

    def complete(self, record: Record, random: Random) -> Record:
        return record

    def is_listed(self, state: State, action: Action) -> bool:
        return not isinstance(action, act.Collapse | act.Choose | act.Timeout)

    def refusal(self, state: State, seat: Seat | None, action: Action) -> tuple[Refusal, str] | None:
        return refusal(state, seat, action)

    def cards(self, state: State) -> Iterator[Card]:
        for zone in (*state.hands, state.pile, state.draw):
            yield from zone

    def unseen_shuffled(self, state: State, viewer: Seat | None, random: Random) -> State:
        hidden = [seat for seat in range(len(state.hands)) if seat != viewer]
        unseen = [card for seat in hidden for card in state.hands[seat]] + list(state.draw)
        random.shuffle(unseen)
        fresh = iter(unseen)
        hands = tuple(
            tuple(next(fresh) for _ in hand) if seat in hidden else hand for seat, hand in enumerate(state.hands)
        )
        state = replace(state, hands=hands, draw=tuple(fresh))
        if state.attack is not None:
            state = replace(state, attack=replace(state.attack, guilty=not state.attack.guilty))
        if state.bottom is not None and not (state.phase is Phase.BOTTOM and viewer == state.dealer):
            state = replace(state, bottom=replace(state.bottom, card=random.choice(ALL)))
        if state.last is not None and state.last.seat != viewer:
            state = replace(state, last=replace(state.last, before=None if state.last.before else state))
        return state

    def well_formed(self, state: State, seat: Seat, random: Random) -> Action:
        card = random.choice(state.hands[seat] or ALL) if random.random() < 0.7 else random.choice(ALL)
        name = random.choice((None, *GERMAN_SUITS, *GERMAN_RANKS))
        others: tuple[Action, ...] = (act.DRAW, act.DRINK, act.STAND, act.CHALLENGE, act.ADMIT, act.SHOW, act.SLAP)
        rest: tuple[Action, ...] = (act.TIMEOUT, act.DOUBT, act.CALL, act.COLLAPSE, act.Choose(drink="rum"))
        play: tuple[Action, ...] = (act.Play(card=card, name=name), random.choice(act.PLAYS[card]))
        return random.choice((*play * 4, *others, *rest, act.Announce(card=card)))

    def next_action(self, state: State, random: Random) -> tuple[Seat | None, Action]:
        unrest = self.unrest if state.phase is Phase.PLAY else self.unrest * 3
        if random.random() < unrest or (self.may_be_stuck and state.ply > PATIENCE):
            return random.choice(seats_in(state)), act.COLLAPSE
        if state.places and random.random() < 0.03:
            return state.places[0], act.Choose(drink=random.choice(("rum", "vodka", "víno")))
        if state.phase is Phase.SLAP and random.random() < 0.15:
            return None, act.TIMEOUT
        objections = [
            (seat, action)
            for seat in seats_in(state)
            for action in (act.CALL, act.DOUBT)
            if (state.last or state.bottom) and refusal(state, seat, action) is None
        ]
        if objections and random.random() < 0.15:
            return random.choice(objections)
        seat = random.choice(smidary.actors(state))
        return seat, random.choice(self._liked(state, seat, random))

    def _liked(self, state: State, seat: Seat, random: Random) -> list[Action]:
        """What somebody in such a hurry, and so honest, might do."""
        actions = [action for action in smidary.legal(state, seat) if action not in (act.CALL, act.DOUBT)]
        plays = [action for action in actions if isinstance(action, act.Play)]
        if plays and random.random() < self.honesty:
            fits = playable(state)
            plays = [action for action in plays if action.card in fits]
            actions = plays + [action for action in actions if not isinstance(action, act.Play)]
        return list[Action](plays) if plays and random.random() < self.hurry else actions


def played(seed: str, *, from_deal: bool) -> State:
    """The last state of a game from this seed, everything checked on the way."""
    random = Random(seed)
    game = RandomGame(Smidary(random, may_be_stuck=not from_deal), random, from_deal=from_deal)
    state: State = game.state
    witness = Witness(len(state.hands))
    if not from_deal:
        witness.sees(state)
    for state, events in game.play():
        for event in events:
            witness.hears(event)
        if state.phase is Phase.OVER or random.random() < 0.05:
            # A witness who has misheard once never agrees again, so asking now and then is enough.
            witness.agrees_with(state)
        check_table(state)
    return state


def check_table(state: State) -> None:
    """What holds in this game in every state."""
    inside = seats_in(state)
    for seat in range(len(state.hands)):
        homes = (seat in inside, seat in state.places, seat in state.collapsed)
        is_last = state.roles is not None and seat == state.roles.loser
        assert sum(homes) == 1 or (state.phase is Phase.OVER and (is_last or seat in state.places))
    assert set(state.exposed) <= set(state.places)
    assert set(state.standing) <= set(inside) or state.phase is Phase.OVER
    assert (state.turn is None) == (state.phase in (Phase.BOTTOM, Phase.SLAP, Phase.OVER))
    assert state.turn is None or state.turn in inside
    assert len(inside) > 1 or state.exposed or state.phase is Phase.OVER
    assert state.suit is None or state.top[0] == "O"
    assert state.rank is None or state.top[0] == "U"
    assert not (state.attack and state.rank)
    assert (state.race is None) == (state.phase is not Phase.SLAP)
    assert state.race is None or len(state.race.waiting) > 1
    assert (state.roles is None) == (state.phase is not Phase.OVER)
    assert state.last is None or state.options.cheating != "strict"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seeds" in metafunc.fixturenames:
        games = metafunc.config.getoption("games")
        metafunc.parametrize("seeds", [range(batch, games, BATCHES) for batch in range(BATCHES)], ids=lambda s: s.start)


@pytest.mark.parametrize("from_deal", [True, False], ids=["deals", "positions"])
def test_random_games(seeds: range, from_deal: bool) -> None:
    for seed in seeds:
        assert played(f"smidary {seed}", from_deal=from_deal).phase is Phase.OVER


def test_secret_fields_of_events_exist() -> None:
    for kind in (CardsDealt, CardsDrawn):
        assert {field.name for field in fields(kind)} >= set(kind.private_to)


def test_options_of_random_games_reach_every_choice() -> None:
    assert {*CHOICES, "false_call"} == {field.name for field in fields(Options)}
