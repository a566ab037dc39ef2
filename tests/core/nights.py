"""Nights for tests: people at a table by name, a game from any position, time that passes, people who do anything."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

import pytest

from core import smidary
from core.cards import Cards
from core.game import CLOCKWISE, Event, Position, Seat
from core.games import GAMES
from core.ledger import Entry, EntryKind, PersonId
from core.night import Care, Custom, Decline, Declined, Menu, News, Night, Person, Round, Step, Table, deadline, step
from core.night import intents as want
from core.night.rules import Page
from core.night.values import TURN_LIMITS, OptionValue

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
            self.wants(_move(self.night, self.round, self.random))

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


def playing(
    *hands: str, pile: str, draw: str = "", turn: Seat = 0, late: str = "", options: Options = NO_OPTIONS
) -> Evening:
    """Ana, Bob and so on in the first game of the night, which has come to this position; the last of them deals.

    `late` are the names of those who have come since the deal.
    """
    names = NAMES[: len(hands)]
    evening = Evening(*names)
    nothing: tuple[Cards, ...] = ((),) * len(names)
    position = Position(
        hands=tuple(tuple(hand.split()) for hand in hands),
        open=nothing,
        down=nothing,
        pile=tuple(pile.split()),
        draw=tuple(draw.split()),
        turn=turn,
        direction=CLOCKWISE,
    )
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


# People who do anything


def opened(game: str, people: int, random: Random) -> Evening:
    """So many people, a game, and some of its options."""
    drawn = {name: random.choice(settings) for name, settings in _SETTINGS[game].items()}
    return Evening(*NAMES[:people], game=game, seed=random.randrange(100), options=drawn)


_SETTINGS: dict[str, dict[str, tuple[OptionValue, ...]]] = {
    "smidary": {
        "cheating": ("strict", "take_back", "drink"),
        "bottom": ("auto", "dealer"),
        "six": (False, True),
        "false_call": (0, 10),
        "voluntary_draw": (True, False),
    },
    "prsi": {
        "supervision": ("pub", "strict", "strict"),
        "open": (0, 2),
        "closed": (5, 2),
        "growing": (True, True, False),
        "action_suit": ("leaves", "cut", "turned"),
    },
    "shithead": {"swap": (True, False), "jokers": (0, 2), "forfeit_ml": (0, 40)},
}


def anything(night: Night, random: Random) -> want.Intent:
    """Something that somebody may want at this moment, wise or foolish, mostly a move in the running game."""
    table = night.tables[0]
    if table.round is not None and random.random() < 0.7:
        return _move(night, table.round, random)
    wishes = _IN_GAME if table.round is not None else _BETWEEN_GAMES
    return random.choices(list(wishes), list(wishes.values()))[0](night, random)


def _move(night: Night, round_: Round, random: Random) -> want.Act:
    """A legal action of somebody who is asked; whoever has cards that fit plays them, so that games end."""
    game = GAMES[round_.game]
    seat = random.choice(game.actors(round_.state))
    actions = game.legal(round_.state, seat)
    plays = [action for action in actions if game.format_action(action).startswith("play")]
    action = game.format_action(random.choice(plays or actions))
    number, ply = round_.number, round_.state.ply
    return want.Act(person=round_.players[seat], table=1, game=number, ply=ply, action=action)


def _anybody(night: Night, random: Random) -> PersonId:
    """Somebody, now and then a stranger."""
    return random.choice([*(person.id for person in night.people), *(person.id for person in night.people), 99])


def _join(night: Night, random: Random) -> want.Intent:
    who = random.randrange(len(NAMES))
    reachable = random.choice((None, True, False))
    return want.Join(person=who + 1, name=NAMES[who], reachable=reachable, table=random.choice((None, 1, 9)))


def _objection(night: Night, random: Random) -> want.Intent:
    """Words that are good out of turn."""
    round_ = night.tables[0].round
    assert round_ is not None
    words = random.choice(("call", "call", "doubt", "choose rum", "slap", "last", "prsi", "greet"))
    ply = round_.state.ply
    return want.Act(person=random.choice(round_.players), table=1, game=round_.number, ply=ply, action=words)


def _odd_move(night: Night, random: Random) -> want.Intent:
    """Any words, for this question or another one."""
    round_ = night.tables[0].round
    number, ply = (round_.number, round_.state.ply) if round_ else (night.games, 0)
    words = ("draw", "drink", "stand", "challenge", "timeout", "play 7h", "ready", "pickup", "flip 1", "play Oh=a", "")
    return want.Act(
        person=_anybody(night, random),
        table=random.choice((1, 1, 1, 2)),
        game=number - random.choice((0, 0, 0, 1)),
        ply=ply - random.choice((0, 0, 1)),
        action=random.choice((*words, "collapse", "choose a b", "choose kofola")),
    )


def _pick(night: Night, random: Random) -> want.Intent:
    return want.PickGame(person=_anybody(night, random), table=1, game=random.choice((*GAMES, "canasta")))


def _option(night: Night, random: Random) -> want.Intent:
    settings: tuple[OptionValue, ...] = (True, False, 4, 6, 2, 10**20, "drink", "dealer", "western", "strict", "h")
    names = [name for settings in _SETTINGS.values() for name in settings]
    option = random.choice([*names, "deal", "variant", "cut"])
    return want.SetOption(person=_anybody(night, random), table=1, option=option, setting=random.choice(settings))


def _limit(night: Night, random: Random) -> want.Intent:
    return want.SetLimit(person=_anybody(night, random), table=1, seconds=random.choice((*TURN_LIMITS, 1)))


def _deal(night: Night, random: Random) -> want.Intent:
    return want.Deal(person=_anybody(night, random), table=1, after=night.games - random.choice((0, 0, 0, 1)))


def _drink_up(night: Night, random: Random) -> want.Intent:
    debts = [(debt.person, debt.number) for debt in night.books.open]
    person, entry = random.choice([*debts, (_anybody(night, random), random.randrange(1, night.books.last + 2))])
    return want.DrinkUp(person=person, entry=random.choice((None, entry)), everything=random.random() < 0.3)


def _correct(night: Night, random: Random) -> want.Intent:
    return want.Correct(person=_anybody(night, random), entry=max(0, night.books.last - random.randrange(12)))


def _choose(night: Night, random: Random) -> want.Intent:
    result = night.tables[0].result
    winner = result.players[result.outcome.places[0]] if result and result.outcome.places else 1
    person, drink = random.choice((winner, winner, 2)), random.choice((*DRINKS, "", "dva rumy"))
    return want.ChooseDrink(person=person, table=1, game=night.games, drink=drink)


def _end(night: Night, random: Random) -> want.Intent:
    person = _anybody(night, random)
    return want.EndNight(person=person, confirmed=random.random() < 0.1, cancelled=random.random() < 0.5)


def _menu(night: Night, random: Random) -> want.Intent:
    return want.OpenMenu(person=_anybody(night, random), menu=random.choice((None, *Menu)), on="7h")


def _mark(night: Night, random: Random) -> want.Intent:
    return want.Mark(person=_anybody(night, random), card=random.choice(("5d", "5h", "Xr")), on=random.random() < 0.7)


def _rest(night: Night, random: Random) -> want.Intent:
    return want.Rest(person=_anybody(night, random), sits_out=random.random() < 0.4)


def _bottle(night: Night, random: Random) -> want.Intent:
    name, abv = random.choice((("rum", 400), ("víno", 120), ("kofola", 0), ("", 400), ("rum", 960)))
    ml, halves = random.choice((50, 200, 700)), random.choice((2, 2, 3, 8, 9))
    return want.AddBottle(person=_anybody(night, random), name=name, ml=ml, abv=abv, halves=halves)


def _stock(night: Night, random: Random) -> want.Intent:
    drink = random.choice([drink.name for drink in night.stock] or ["rum"])
    bottles, halves = random.choice((None, 0, 1, 2, -1, 100)), random.choice((None, 2, 3, 8, 1))
    return want.ChangeStock(person=_anybody(night, random), drink=drink, bottles=bottles, halves=halves)


def _own_drink(night: Night, random: Random) -> want.Intent:
    person = _anybody(night, random)
    if random.random() < 0.4:
        return want.PickDrink(person=person, drink=random.choice(DRINKS))
    if random.random() < 0.3:
        return want.SetOwnLimit(person=person, drinks=random.choice((0, 1, 3, 5)))
    return want.ChooseCare(person=person, care=random.choice((Care.ALCOHOL, Care.ALCOHOL, Care.SOFT)))


READY = (("K*", ("say hello",)), ("*b", ("do clap",)), ("9h", ("all drink 10", "reverse")), ("7*", ("again",)))
"""Rules that a winner may make, of cards that are played often."""


def _rule(night: Night, random: Random) -> want.Intent:
    """Mostly the next step of whoever is asked for a rule, towards its end."""
    asked = night.tables[0].proposal
    if asked is None or random.random() < 0.1:
        verb, argument = random.choice(list(want.Making)), random.choice(("", "start", "K", "h", "seven", "2"))
        who, game = _anybody(night, random), night.games
        return want.MakeRule(person=who, table=1, game=game, verb=verb, argument=argument, effects=("again",))
    offers = {
        Page.START: [(want.Making.PAGE, page, ()) for page in ("catalogue", "rank", "cancel", "cancel", "start")],
        Page.CATALOGUE: [*((want.Making.READY, *rule) for rule in READY), (want.Making.USE, "seven", ())],
        Page.CANCEL: [(want.Making.DROP, target, ()) for target in ("seven", "prsi", "#h1", "#h2")],
        Page.RANK: [(want.Making.RANK, rank, ()) for rank in "7K*"],
        Page.SUIT: [(want.Making.SUIT, suit, ()) for suit in "hb*"],
        Page.EFFECT: [
            (want.Making.EFFECT, kind, ()) for kind in ("next draws", "reverse", "say", "do", "pass one card")
        ],
        Page.ARGUMENT: [(want.Making.ARGUMENT, argument, ()) for argument in ("1", "2", "", "x" * 70)],
        Page.REVIEW: [(verb, "", ()) for verb in (want.Making.DONE, want.Making.DONE, want.Making.MORE)],
    }[asked.page]
    back = (want.Making.PAGE, "start", ())
    verb, argument, effects = random.choice([*offers, *offers, back, (want.Making.SKIP, "", ())])
    return want.MakeRule(person=asked.person, table=1, game=asked.game, verb=verb, argument=argument, effects=effects)


def _report(night: Night, random: Random) -> want.Intent:
    """A deed is said not to be done, or voted on."""
    round_ = night.tables[0].round
    assert round_ is not None
    deeds = getattr(round_.state, "deeds", ())
    accused = random.choice([*(deed.seat for deed in deeds), random.randrange(len(round_.players))])
    who = random.choice(round_.players)
    if round_.vote is not None:
        breach = random.random() < 0.6
        return want.CastVote(person=who, table=1, game=round_.number, accused=round_.vote.accused, breach=breach)
    return want.Act(person=who, table=1, game=round_.number, ply=0, action=f"breach {accused}")


def _choices_of_the_lobby(night: Night, random: Random) -> want.Intent:
    who, on = _anybody(night, random), random.random() < 0.6
    return random.choice(
        (
            want.SwitchRule(person=who, table=1, rule=random.choice(("seven", "nine", "canasta")), on=on),
            want.MindTurns(person=who, table=1, on=on),
            want.KeepRules(person=who, table=1, on=on),
            want.Cut(person=who, table=1, after=night.games, suit=random.choice("hlbax")),
        )
    )


def _custom(night: Night, random: Random) -> want.Intent:
    custom = random.choice((Custom.EXIT_BOTTLE, Custom.EXIT_BOTTLE, Custom.CLEAN_NAMES, Custom.NEALKO))
    return want.SetCustom(person=_anybody(night, random), table=1, custom=custom, on=random.random() < 0.7)


def _farewell(night: Night, random: Random) -> want.Intent:
    leaving = [person.id for person in night.people if person.exiting] or [_anybody(night, random)]
    whom = random.choice(leaving)
    if random.random() < 0.5:
        return want.WaiveBottle(person=_anybody(night, random), whom=whom)
    return want.FinishBottle(person=whom, drink=random.choice([drink.name for drink in night.stock] or ["rum"]))


_Wish: TypeAlias = Callable[[Night, Random], want.Intent]
_ALWAYS: dict[_Wish, float] = {
    _join: 3,
    lambda night, random: want.Leave(person=_anybody(night, random)): 1,
    lambda night, random: want.Unwell(person=_anybody(night, random)): 0.7,
    lambda night, random: want.ShowHand(person=_anybody(night, random)): 0.3,
    lambda night, random: want.Reachable(person=_anybody(night, random), reachable=random.random() < 0.5): 0.3,
    lambda night, random: want.Tick(): 1,
    _rest: 1,
    _option: 0.5,
    _pick: 0.1,
    _odd_move: 3,
    _drink_up: 4,
    _correct: 1.5,
    _choose: 1,
    _menu: 1,
    _mark: 0.5,
    _end: 0.05,
    _bottle: 0.3,
    _stock: 0.3,
    _own_drink: 1.5,
    _custom: 0.3,
    _farewell: 0.7,
    lambda night, random: want.GoOnDry(person=_anybody(night, random), plays=random.random() < 0.8): 0.2,
}
_IN_GAME: dict[_Wish, float] = _ALWAYS | {_objection: 6, _report: 3, _rule: 0.3, _deal: 0.3, _limit: 0.1}
_BETWEEN_GAMES: dict[_Wish, float] = _ALWAYS | {
    _deal: 5,
    _option: 2,
    _pick: 1,
    _limit: 0.5,
    _choose: 3,
    _choices_of_the_lobby: 2,
    _rule: 20,
}
