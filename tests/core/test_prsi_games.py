"""Random games of akční prší over random options, rule sets, house rules and tables, refereed at every state."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import islice
from random import Random

import pytest
from pydantic import TypeAdapter

from core import akcni
from core.akcni import actions as act
from core.akcni.actions import Action
from core.akcni.events import CardsDealt, GiftChosen, GiftReceived, MistakeMade
from core.akcni.legal import names, refusal
from core.akcni.options import CHOICES, PACK, RULES, Options, fit
from core.akcni.state import Phase, State, call_due, cards_of, seats_in
from core.akcni.table import scores
from core.akcni.view import View
from core.cards import GERMAN_RANKS, GERMAN_SUITS, Card, Cards
from core.game import Event, Game, Position, Refusal, Seat
from core.house import WITH_NUMBER, WITH_TEXT, Kind
from core.prsi.events import CardsDrawn
from core.record import Record
from tests.core.checker import NAMES, RandomGame
from tests.core.prsi_witness import Witness

BATCHES = 20
PATIENCE = 600
"""Plies after which people leave one after the other: with few cards, or some house rules, nobody may ever go out."""
TALK = (act.GREET, act.LAST, act.PRSI)


class Akcni:
    """How this game is played at random: carefully or not, with talk, cards out of turn, breaches and collapses."""

    game: Game[State, Action, Options, View] = akcni
    states: TypeAdapter[State] = TypeAdapter(State)

    def __init__(self, random: Random) -> None:
        # Without any hurry a game takes a thousand turns.
        self.hurry = random.choices((0.0, 0.5, 0.9, 1.0), (1, 10, 30, 30))[0]
        self.care = random.choice((0.5, 0.9, 0.98, 1.0))
        self.unrest = random.choice((0.0, 0.0, 0.002, 0.02))
        self.house = random.choice((0, 0, 0, 1, 3))

    def options(self, random: Random, players: int) -> Mapping[str, object]:
        raw: dict[str, object] = {name: random.choice(choices) for name, choices in CHOICES.items() if name != "cut"}
        some = random.sample(RULES, random.randrange(len(RULES)))
        raw["rules"] = random.choice((list(RULES), list(RULES), some))
        raw["open"], raw["closed"] = random.choice(((0, 5), (0, 1), (2, 2), (3, 0), (1, 6)))
        fitting = fit(akcni.parse_options(raw), players)
        return raw | {"open": fitting.open, "closed": fitting.closed}

    def position(self, random: Random, players: int, pack: Cards) -> Position:
        """Everybody about to go out, and hardly any cards to draw: here the rules meet."""
        order = random.sample(pack, len(pack))
        if random.random() < 0.7:
            order.sort(key=lambda card: card[0] in "UOT")
        cards = iter(order)
        return Position(
            hands=tuple(tuple(islice(cards, random.choice((1, 1, 2, 3)))) for _ in range(players)),
            open=tuple(tuple(islice(cards, random.choice((0, 0, 0, 1)))) for _ in range(players)),
            down=((),) * players,
            pile=tuple(islice(cards, random.choice((1, 1, 2, 4)))),
            draw=tuple(islice(cards, random.choice((0, 1, 5, 9)))),
            turn=random.randrange(players),
            direction=random.choice((1, -1)),
        )

    def complete(self, record: Record, random: Random) -> Record:
        cut = random.choice(GERMAN_SUITS) if record.options["action_suit"] == "cut" else None
        return replace(record, cut=cut, house=tuple(house_rule(random, number) for number in range(self.house)))

    def is_listed(self, state: State, action: Action) -> bool:
        if isinstance(action, act.Play):
            # In the pub a card may be played with any name.
            return action.name in names(state, action.card)
        if isinstance(action, act.Draw):
            return action.number is None
        return not isinstance(action, act.Collapse | act.Breach | act.Say)

    def refusal(self, state: State, seat: Seat | None, action: Action) -> tuple[Refusal, str] | None:
        return refusal(state, seat, action)

    def cards(self, state: State) -> Iterator[Card]:
        for zone in (*state.hands, *state.open, state.pile, state.draw):
            yield from zone

    def unseen_shuffled(self, state: State, viewer: Seat | None, random: Random) -> State:
        hidden = [seat for seat in range(len(state.hands)) if seat != viewer]
        unseen = [card for seat in hidden for card in state.hands[seat]] + list(state.draw)
        random.shuffle(unseen)
        fresh = iter(unseen)
        hands = tuple(
            tuple(next(fresh) for _ in hand) if seat in hidden else hand for seat, hand in enumerate(state.hands)
        )
        gifts = tuple(
            random.choice(hands[seat] + state.open[seat]) if gift and seat in hidden else gift
            for seat, gift in enumerate(state.gifts)
        )
        return replace(state, hands=hands, draw=tuple(fresh), gifts=gifts)

    def well_formed(self, state: State, seat: Seat, random: Random) -> Action:
        card = random.choice((cards_of(state, seat) or PACK) if random.random() < 0.7 else PACK)
        name = random.choice((None, "", "x", *GERMAN_SUITS, *GERMAN_RANKS, "yes", "no"))
        words = random.choice([promise.text for promise in state.words] or ["hello"])
        some: tuple[Action, ...] = (act.Play(card=card, name=name), *act.PLAYS[card].values(), act.Give(card=card))
        others: tuple[Action, ...] = (*TALK, act.DRAW, act.STAND, act.CHANGE, act.NO_CHANGE, act.COLLAPSE)
        free = (act.Draw(number=random.randint(-1, 5)), act.Say(text=words), act.Breach(player=random.randrange(8)))
        return random.choice((*some, *others, *free))

    def next_action(self, state: State, random: Random) -> tuple[Seat | None, Action]:
        if random.random() < self.unrest or state.ply > PATIENCE:
            return random.choice(seats_in(state)), act.COLLAPSE
        if random.random() < 0.02 or random.random() > self.care:
            seat = random.randrange(len(state.hands))
            action = self.well_formed(state, seat, random)
            if action != act.COLLAPSE and refusal(state, seat, action) is None:
                return seat, action
        if state.latest is not None and (state.words or state.due) and random.random() < self.care:
            said = self._said(state, state.latest)
            if said is not None:
                return state.latest, said
        seat = random.choice(akcni.actors(state))
        if state.greet and random.random() < self.care:
            return seat, act.GREET
        return seat, random.choice(self._liked(state, seat, random))

    def _said(self, state: State, seat: Seat) -> Action | None:
        """What this player has to say now."""
        call = call_due(state)
        if call is not None:
            return act.LAST if call == "last" else act.PRSI
        return act.Say(text=state.words[0].text) if state.words else None

    def _liked(self, state: State, seat: Seat, random: Random) -> list[Action]:
        """What somebody so careful, and in such a hurry, might do when asked."""
        actions = [action for action in akcni.legal(state, seat) if action not in TALK]
        if not state.options.strict and random.random() < self.care:
            actions = [action for action in actions if not akcni.mistakes(state, seat, action)] or actions
        plays = [action for action in actions if isinstance(action, act.Play)]
        return list[Action](plays) if plays and random.random() < self.hurry else actions


def house_rule(random: Random, number: int) -> dict[str, object]:
    """A rule that often concerns the cards of a game, by somebody who often plays in it."""
    effects = []
    for kind in random.sample(list(Kind), random.choice((1, 1, 2))):
        words = " " + random.choice(("na zdraví", "Hello!")) if kind in WITH_TEXT else ""
        effects.append(f"{kind} {random.choice((1, 2, 20))}" if kind in WITH_NUMBER else f"{kind}{words}")
    when = random.choice((*GERMAN_RANKS, "*")) + random.choice((*GERMAN_SUITS, "*", "*", "*"))
    return {"id": f"rule{number}", "author": random.choice(NAMES), "when": when, "effect": effects}


def played(seed: str, *, from_deal: bool) -> State:
    """The last state of a game from this seed, everything checked on the way."""
    random = Random(seed)
    game = RandomGame(Akcni(random), random, from_deal=from_deal)
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
            check_foresight(state, random)
        check_table(state)
    return state


def check_table(state: State) -> None:
    """What holds in this game in every state."""
    inside = seats_in(state)
    over = state.phase is Phase.OVER
    for seat in range(len(state.hands)):
        homes = (seat in inside, seat in state.places, seat in state.collapsed)
        assert sum(homes) == 1 or (over and (seat == state.loser or seat in state.places))
    assert set(state.exposed) <= set(state.places)
    assert len(inside) > 1 or state.exposed or over
    assert (state.turn is None) == (state.phase is not Phase.PLAY)
    assert state.turn is None or state.turn in inside
    assert (state.laid is None) == (state.phase not in (Phase.ANNOUNCE, Phase.GIVE))
    assert bool(state.gifts) == (state.phase is Phase.GIVE)
    assert state.suit is None or state.top[0] == "O"
    assert state.rank is None or state.top[0] == "U"
    assert state.king is None or state.top[0] == "K"
    assert not (state.attack and (state.suit or state.rank))
    assert not state.greet or (state.king not in (None, state.turn) and not state.options.strict)
    assert not state.options.strict or (state.said, state.due, state.words) == (None, None, ())
    assert state.lap != state.turn or state.lap is None
    assert sum(scores(state)) == 0


def check_foresight(state: State, random: Random) -> None:
    """What an action costs its player is known before, but for what shows only after a play."""
    for seat in range(len(state.hands)):
        action = Akcni(random).well_formed(state, seat, random)
        if refusal(state, seat, action) is not None:
            continue
        foreseen = list(akcni.mistakes(state, seat, action))
        _, events = akcni.step(state, seat, action)
        made = [event.mistake for event in events if isinstance(event, MistakeMade) and event.seat == seat]
        shown_later = made[len(foreseen) :]
        if isinstance(action, act.Breach):
            continue
        assert sorted(made[: len(foreseen)]) == sorted(foreseen)
        assert not shown_later or (state.said is not None and shown_later == [f"{state.said}-in-vain"])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seeds" in metafunc.fixturenames:
        games = metafunc.config.getoption("games") // 2
        metafunc.parametrize("seeds", [range(batch, games, BATCHES) for batch in range(BATCHES)], ids=lambda s: s.start)


@pytest.mark.parametrize("from_deal", [True, False], ids=["deals", "positions"])
def test_random_games(seeds: range, from_deal: bool) -> None:
    for seed in seeds:
        assert played(f"prsi {seed}", from_deal=from_deal).phase is Phase.OVER


def test_secret_fields_of_events_exist() -> None:
    kinds: tuple[type[Event], ...] = (CardsDealt, CardsDrawn, GiftChosen, GiftReceived)
    for kind in kinds:
        assert {field.name for field in fields(kind)} >= set(kind.private_to)


def test_options_of_random_games_reach_every_choice() -> None:
    assert {*CHOICES, "open", "closed", "rules"} == {field.name for field in fields(Options)}
