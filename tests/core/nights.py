"""Nights for tests: people at a table by name, a game from any position, time that passes, people who do anything."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

import pytest

from core import smidary
from core.cards import Cards
from core.game import CLOCKWISE, Event, Position, Seat
from core.games import GAMES
from core.ledger import Entry, EntryKind, PersonId
from core.night import Decline, Declined, News, Night, Person, Round, Step, Table, deadline, step
from core.night import intents as want
from core.night.values import OptionValue

NAMES = ("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab", "Hana", "Ivo")
Options: TypeAlias = Mapping[str, OptionValue]
NO_OPTIONS: Options = {}
OPENED = 1_790_000_000_000
"""Unix milliseconds of the night's beginning."""
DRINKS = ("rum", "slivovice", "kofola")


def person_of(name: str) -> PersonId:
    return NAMES.index(name) + 1


def empty_night(game: str = "smidary") -> Night:
    """Nobody has come yet."""
    return Night(
        id="n", chat=-1, topic=None, title="Pub", language="cs", opened_at=OPENED, tables=(Table(id=1, game=game),)
    )


class Evening:
    """A night that goes on: `entries` and `log` are all so far, `news` and `events` those of the last step."""

    def __init__(self, *names: str, game: str = "smidary", seed: int = 1, options: Options = NO_OPTIONS) -> None:
        self.night = empty_night(game)
        self.now = OPENED
        self.random = Random(seed)
        self.entries: tuple[Entry, ...] = ()
        self.log: tuple[str, ...] = ()
        self.news: tuple[News, ...] = ()
        self.events: tuple[Event, ...] = ()
        self.joins(*names)
        for option, setting in options.items():
            self.wants(want.SetOption(person=person_of(names[0]), table=1, option=option, setting=setting))

    # What people do

    def wants(self, intent: want.Intent) -> Step:
        """Do it, a tenth of a second later."""
        self.now += 100
        done = step(self.night, intent, self.now, self.random)
        assert not done.faults
        self.night, self.news, self.events = done.night, done.news, done.events
        self.entries += done.entries
        self.log += done.log
        return done

    def declines(self, intent: want.Intent) -> str:
        """Why it is not done: the reason, or the code and the clause of a game's refusal ("illegal-card S13")."""
        with pytest.raises(Declined) as declined:
            step(self.night, intent, self.now + 100, Random(0))
        why = declined.value
        if why.reason is not Decline.REFUSED:
            return why.reason.value
        assert why.refused is not None
        return f"{why.refused.code.value} {why.refused.rule}".strip()

    def night_after_declining(self, intent: want.Intent) -> Night:
        with pytest.raises(Declined) as declined:
            step(self.night, intent, self.now + 100, Random(0))
        return declined.value.night or self.night

    def joins(self, *names: str) -> None:
        for name in names:
            self.wants(want.Join(person=person_of(name), name=name))

    def leaves(self, name: str) -> None:
        self.wants(want.Leave(person=person_of(name)))

    def is_unwell(self, name: str) -> None:
        self.wants(want.Unwell(person=person_of(name)))

    def rests(self, name: str, sits_out: bool = True) -> None:
        self.wants(want.Rest(person=person_of(name), sits_out=sits_out))

    def deals(self, name: str) -> None:
        self.wants(want.Deal(person=person_of(name), table=1, after=self.night.games))

    def does(self, *lines: str) -> None:
        """Actions for the present question ("Ana play Kl")."""
        for line in lines:
            self.wants(self.act(line))

    def act(self, line: str) -> want.Act:
        name, words = line.split(" ", 1)
        round_ = self.round
        return want.Act(person=person_of(name), table=1, game=round_.number, ply=round_.state.ply, action=words)

    def plays_to_the_end(self) -> None:
        """The running game, by moves at random."""
        while self.table.round is not None:
            self.wants(move(self.night, self.round, self.random))

    def drinks_up(self, name: str, entry: int | None = None, everything: bool = False) -> None:
        self.wants(want.DrinkUp(person=person_of(name), entry=entry, everything=everything))

    def corrects(self, name: str, entry: int) -> None:
        self.wants(want.Correct(person=person_of(name), entry=entry))

    def chooses(self, name: str, drink: str) -> None:
        self.wants(self.choice(name, drink))

    def choice(self, name: str, drink: str) -> want.ChooseDrink:
        return want.ChooseDrink(person=person_of(name), table=1, game=self.night.games, drink=drink)

    def passes(self, seconds: float) -> list[News]:
        """Time, with all that becomes due in it, in time; the news of it."""
        until = self.now + round(seconds * 1000)
        news: list[News] = []
        while (due := deadline(self.night)) is not None and due <= until:
            self.now = due - 100
            news += self.wants(want.Tick()).news
        self.now = until
        return news

    def changes(self, **fields: object) -> None:
        """The running game as no play has made it."""
        round_ = replace(self.round, state=replace(self.round.state, **fields))
        self.night = replace(self.night, tables=(replace(self.table, round=round_),))

    # What there is to see

    @property
    def table(self) -> Table:
        return self.night.tables[0]

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    @property
    def seats(self) -> str:
        """Who sits at the table, clockwise ("Ana Bob"), with who waits after a bar ("Ana Bob | Cyr")."""
        waiting = f" | {self._names(self.table.queue)}" if self.table.queue else ""
        return self._names(self.table.seats) + waiting

    @property
    def players(self) -> str:
        return self._names(self.round.players)

    @property
    def dealer(self) -> str:
        assert self.table.dealer is not None
        return self._names((self.table.dealer,))

    def _names(self, people: tuple[PersonId, ...]) -> str:
        return " ".join(NAMES[person - 1] for person in people)

    def person(self, name: str) -> Person:
        person = self.night.person(person_of(name))
        assert person is not None
        return person

    def owed(self, name: str) -> int:
        return self.night.books.owed(person_of(name))

    def drunk(self, name: str) -> int:
        return self.night.books.of(person_of(name)).drunk

    @property
    def charged(self) -> list[tuple[PersonId, int, str]]:
        """Whom, ml and clause of all charges."""
        charges = [entry for entry in self.entries if entry.kind is EntryKind.ASSIGNED]
        return [(entry.person, entry.ml, entry.rule) for entry in charges]

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The last step's news of a kind."""
        return [dict(fact.data) for fact in self.news if fact.kind == kind]


def position_of(hands: Sequence[str], pile: str, draw: str, turn: Seat) -> Position:
    """A game from the middle of it, clockwise, with cards in hands only."""
    nothing: tuple[Cards, ...] = ((),) * len(hands)
    return Position(
        hands=tuple(tuple(hand.split()) for hand in hands),
        open=nothing,
        down=nothing,
        pile=tuple(pile.split()),
        draw=tuple(draw.split()),
        turn=turn,
        direction=CLOCKWISE,
    )


def playing(
    *hands: str, pile: str, draw: str = "", turn: Seat = 0, late: str = "", options: Options = NO_OPTIONS
) -> Evening:
    """Ana, Bob and so on in the first game of the night, which has come to this position; the last of them deals.

    `late` are the names of those who have come since the deal.
    """
    names = NAMES[: len(hands)]
    evening = Evening(*names)
    position = position_of(hands, pile, draw, turn)
    round_ = Round(
        number=1,
        game="smidary",
        options=tuple(sorted(options.items())),
        players=tuple(map(person_of, names)),
        dealer=len(names) - 1,
        deck=(),
        state=smidary.place(len(names), len(names) - 1, smidary.parse_options(options), position),
        started_at=evening.now,
        asked_at=evening.now,
        did=("",) * len(names),
    )
    table = replace(evening.table, round=round_, dealer=person_of(names[-1]))
    evening.night = replace(evening.night, tables=(table,), games=1)
    evening.joins(*late.split())
    return evening


def move(night: Night, round_: Round, random: Random) -> want.Act:
    """A legal action of somebody who is asked; whoever has cards that fit plays them, so that games end."""
    game = GAMES[round_.game]
    seat = random.choice(game.actors(round_.state))
    actions = game.legal(round_.state, seat)
    plays = [action for action in actions if game.format_action(action).startswith("play")]
    action = game.format_action(random.choice(plays or actions))
    number, ply = round_.number, round_.state.ply
    return want.Act(person=round_.players[seat], table=1, game=number, ply=ply, action=action)


class Replayed:
    """All games of a night, played again from the lines of its log alone."""

    def __init__(self) -> None:
        self.states: dict[int, Any] = {}
        self._games: dict[int, str] = {}

    def reads(self, line: str) -> None:
        told = json.loads(line)
        number = told["game"]
        if "deal" in told:
            deal = told["deal"]
            game = GAMES[deal["game"]]
            options = game.parse_options(deal["options"] | ({"cut": deal["cut"]} if "cut" in deal else {}))
            deck, players = tuple(deal["deck"].split()), [str(player) for player in deal["players"]]
            house = [rule | {"author": str(rule["author"])} for rule in deal.get("house", ())]
            rules = game.parse_house(house, players) if house else ()
            self._games[number] = deal["game"]
            self.states[number], _ = game.setup(len(players), deal["dealer"], options, deck, rules)
        else:
            game = GAMES[self._games[number]]
            action = game.parse_action(told["action"])
            self.states[number], _ = game.step(self.states[number], told["seat"], action)


def two() -> Evening:
    """Ana is on turn, and nobody has anything special in hand."""
    return playing("9h Th", "9b Tb", pile="Kh", draw="9a Ta Ka 9l Tl")


def running() -> Evening:
    """Ana has won and may be brought back, Bob is on turn; Dan came later."""
    evening = playing("9h", "9b Tb 8a", "9l Tl", pile="Kh", draw="9a Ta Ka 7a 7l", late="Dan")
    evening.does("Ana play 9h")
    return evening


def race() -> Evening:
    """A bell nine lies on top: everybody has to slap (S24)."""
    evening = playing("9b 8h", "8b Kh Ta", "Ub Ka", pile="Kb", draw="7a 8a 9a")
    evening.does("Ana play 9b")
    return evening
