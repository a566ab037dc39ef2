"""People who do anything at any time: every wish there is, wise or foolish, at any of the tables."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TypeAlias

from core.games import GAMES
from core.ledger import Drink, PersonId
from core.night import Care, Custom, Menu, Night, Table
from core.night import intents as want
from core.night.cutting import cutter
from core.night.person import is_bot
from core.night.rules import HouseRule, Page
from core.night.values import SLAP_LIMITS, TURN_LIMITS, OptionValue
from core.players.strength import Strength
from tests.core.nights import DRINKS, NAMES, Evening, move


def opened(game: str, people: int, random: Random) -> Evening:
    """So many people, a game, and some of its options; some have a small bottle, customs and a rule of their own."""
    drawn = {name: random.choice(settings) for name, settings in _SETTINGS.get(game, {}).items()}
    evening = Evening(*NAMES[:people], game=game, seed=random.randrange(100), options=drawn)
    if random.random() < (0.7 if game == "prsi" else 0.3):
        own = HouseRule(id="h1", author=1, by=NAMES[0], when="*b", effects=("do clap",))
        table = replace(evening.table, dealer=1, house=(own,), customs=(Custom.EXIT_BOTTLE,))
        adults = tuple(replace(person, care=Care.ALCOHOL) for person in evening.night.people)
        rum = Drink(name="rum", ml=20, abv=400)
        evening.night = replace(evening.night, people=adults, tables=(table,), stock=(rum,))
    return evening


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
        "action_suit": ("leaves", "cut", "cut", "turned"),
    },
    "shithead": {"swap": (True, False), "jokers": (0, 2), "forfeit_ml": (0, 40)},
}


def anything(night: Night, random: Random) -> want.Intent:
    """Something that somebody may want at this moment, mostly a move in a running game."""
    if night.ended_at and random.random() < 0.8:
        return _dispute(night, night.tables[0], random)
    running = [table for table in night.tables if table.round is not None]
    if running and random.random() < 0.7:
        return _move(random.choice(running), night, random)
    return whim(night, random)


def whim(night: Night, random: Random) -> want.Intent:
    """Anything but a simple move."""
    table = random.choice(night.tables)
    chances = _chances(night, table)
    if chances and random.random() < 0.5:
        return random.choice(chances)(night, table, random)
    wishes = _IN_GAME if table.round is not None else _BETWEEN_GAMES
    return random.choices(list(wishes), list(wishes.values()))[0](night, table, random)


def _chances(night: Night, table: Table) -> list["_Wish"]:
    """What there is an opportunity for that does not come often."""
    round_ = table.round
    rare: list[tuple[object, _Wish]] = [
        (any(person.exiting for person in night.people), _farewell),
        (night.dry_at, _dry),
        (night.books.rounds, _round),
        (len(night.tables) > 1 and not any(one.round for one in night.tables), _tables),
        (night.split and not night.split.refused and round_ is None, _tables),
        (round_ and getattr(round_.state, "deeds", ()), _report),
        (cutter(night, table), _cut),
        (table.proposal, _rule),
    ]
    return [wish for holds, wish in rare if holds]


def _move(table: Table, night: Night, random: Random) -> want.Intent:
    """A legal action of somebody who is asked, by their own tap or the bot's thinking."""
    round_ = table.round
    assert round_ is not None
    act = move(night, round_, random)
    seat = round_.players.index(act.person)
    if not is_bot(act.person):
        return want.Act(person=act.person, table=table.id, game=act.game, ply=act.ply, action=act.action)
    if random.random() < 0.1:
        return want.BotMove(table=table.id, game=round_.number, moved_at=round_.moved_at, passed=(seat,))
    moved_at = round_.moved_at - random.choice((0, 0, 0, 1))
    return want.BotMove(table=table.id, game=round_.number, moved_at=moved_at, seat=seat, action=act.action)


def _anybody(night: Night, random: Random) -> PersonId:
    """Somebody, now and then a stranger."""
    people = [person.id for person in night.people if not is_bot(person.id)]
    return random.choice([*people, *people, 99])


def _at(table: Table, night: Night, random: Random) -> PersonId:
    """Mostly somebody with a seat at this table."""
    seated = [person for person in table.seats if not is_bot(person)]
    return random.choice(seated) if seated and random.random() < 0.8 else _anybody(night, random)


def _player(table: Table, night: Night, random: Random) -> PersonId:
    """Somebody in the running game."""
    players = [player for player in (table.round.players if table.round else ()) if not is_bot(player)]
    return random.choice(players or [_anybody(night, random)])


def _join(night: Night, table: Table, random: Random) -> want.Intent:
    who = random.randrange(len(NAMES))
    reachable = random.choice((None, True, False))
    return want.Join(person=who + 1, name=NAMES[who], reachable=reachable, table=random.choice((None, 1, 9)))


def _objection(night: Night, table: Table, random: Random) -> want.Intent:
    """Words that are good out of turn."""
    round_ = table.round
    assert round_ is not None
    words = random.choice(("call", "call", "doubt", "choose rum", "slap", "last", "prsi", "greet"))
    ply = round_.state.ply
    return want.Act(person=_player(table, night, random), table=table.id, game=round_.number, ply=ply, action=words)


def _odd_move(night: Night, table: Table, random: Random) -> want.Intent:
    """Any words, for this question or another one."""
    round_ = table.round
    number, ply = (round_.number, round_.state.ply) if round_ else (table.latest, 0)
    words = ("draw", "drink", "stand", "challenge", "timeout", "play 7h", "ready", "pickup", "flip 1", "play Oh=a", "")
    return want.Act(
        person=_anybody(night, random),
        table=random.choice((table.id, table.id, table.id, 2)),
        game=number - random.choice((0, 0, 0, 1)),
        ply=ply - random.choice((0, 0, 1)),
        action=random.choice((*words, "collapse", "choose a b", "choose kofola")),
    )


def _pick(night: Night, table: Table, random: Random) -> want.Intent:
    return want.PickGame(person=_at(table, night, random), table=table.id, game=random.choice((*GAMES, "canasta")))


def _option(night: Night, table: Table, random: Random) -> want.Intent:
    settings: tuple[OptionValue, ...] = (True, False, 4, 6, 2, 10**20, "drink", "dealer", "western", "strict", "h")
    names = [name for settings in _SETTINGS.values() for name in settings]
    option = random.choice([*names, "deal", "variant", "cut"])
    return want.SetOption(
        person=_at(table, night, random), table=table.id, option=option, setting=random.choice(settings)
    )


def _limit(night: Night, table: Table, random: Random) -> want.Intent:
    return want.SetLimit(person=_at(table, night, random), table=table.id, seconds=random.choice((*TURN_LIMITS, 1)))


def _deal(night: Night, table: Table, random: Random) -> want.Intent:
    return want.Deal(person=_at(table, night, random), table=table.id, after=table.latest - random.choice((0, 0, 0, 1)))


def _drink_up(night: Night, table: Table, random: Random) -> want.Intent:
    debts = [(debt.person, debt.number) for debt in night.books.open]
    person, entry = random.choice([*debts, (_anybody(night, random), random.randrange(1, night.books.last + 2))])
    return want.DrinkUp(person=person, entry=random.choice((None, entry)), everything=random.random() < 0.3)


def _correct(night: Night, table: Table, random: Random) -> want.Intent:
    entry = max(0, night.books.last - random.randrange(12))
    return want.Correct(person=_anybody(night, random), entry=entry, whole=entry % 2 == 0)


def _choose(night: Night, table: Table, random: Random) -> want.Intent:
    result = table.result
    winner = result.players[result.outcome.places[0]] if result and result.outcome.places else 1
    person, drink = random.choice((winner, winner, 2)), random.choice((*DRINKS, "", "dva rumy"))
    return want.ChooseDrink(person=person, table=table.id, game=table.latest, drink=drink)


def _end(night: Night, table: Table, random: Random) -> want.Intent:
    person = _anybody(night, random)
    return want.EndNight(person=person, confirmed=random.random() < 0.1, cancelled=random.random() < 0.5)


def _menu(night: Night, table: Table, random: Random) -> want.Intent:
    return want.OpenMenu(person=_anybody(night, random), menu=random.choice((None, *Menu)), on="7h")


def _mark(night: Night, table: Table, random: Random) -> want.Intent:
    return want.Mark(person=_anybody(night, random), card=random.choice(("5d", "5h", "Xr")), on=random.random() < 0.7)


def _rest(night: Night, table: Table, random: Random) -> want.Intent:
    return want.Rest(person=_anybody(night, random), sits_out=random.random() < 0.4)


def _bottle(night: Night, table: Table, random: Random) -> want.Intent:
    name, abv = random.choice((("rum", 400), ("víno", 120), ("kofola", 0), ("", 400), ("rum", 960)))
    ml, halves = random.choice((50, 200, 700)), random.choice((2, 2, 3, 8, 9))
    return want.AddBottle(person=_anybody(night, random), name=name, ml=ml, abv=abv, halves=halves)


def _stock(night: Night, table: Table, random: Random) -> want.Intent:
    drink = random.choice([drink.name for drink in night.stock] or ["rum"])
    bottles, halves = random.choice((None, 0, 1, 2, -1, 100)), random.choice((None, 2, 3, 8, 1))
    return want.ChangeStock(person=_anybody(night, random), drink=drink, bottles=bottles, halves=halves)


def _own_drink(night: Night, table: Table, random: Random) -> want.Intent:
    person = _anybody(night, random)
    if random.random() < 0.4:
        return want.PickDrink(person=person, drink=random.choice(DRINKS))
    if random.random() < 0.3:
        return want.SetOwnLimit(person=person, drinks=random.choice((0, 1, 3, 5)))
    return want.ChooseCare(person=person, care=random.choice((Care.ALCOHOL, Care.ALCOHOL, Care.SOFT)))


READY = (("K*", ("say hello",)), ("*b", ("do clap",)), ("9h", ("all drink 10", "reverse")), ("7*", ("again",)))
"""Rules that a winner may make, of cards that are played often."""


def _rule(night: Night, table: Table, random: Random) -> want.Intent:
    """Mostly the next step of whoever is asked for a rule, towards its end."""
    asked = table.proposal
    if asked is None or random.random() < 0.1:
        verb, argument = random.choice(list(want.Making)), random.choice(("", "start", "K", "h", "seven", "2"))
        who, game = _anybody(night, random), night.games
        return want.MakeRule(person=who, table=table.id, game=game, verb=verb, argument=argument, effects=("again",))
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
    back = (want.Making.PAGE, random.choice(list(Page)), ())
    verb, argument, effects = random.choice([*offers, *offers, back, (want.Making.SKIP, "", ())])
    return want.MakeRule(
        person=asked.person, table=table.id, game=asked.game, verb=verb, argument=argument, effects=effects
    )


def _report(night: Night, table: Table, random: Random) -> want.Intent:
    """A deed is said not to be done, or voted on."""
    round_ = table.round
    assert round_ is not None
    deeds = getattr(round_.state, "deeds", ())
    accused = random.choice([*(deed.seat for deed in deeds), random.randrange(len(round_.players))])
    who = _player(table, night, random)
    if round_.vote is not None:
        breach = random.random() < 0.6
        return want.CastVote(person=who, table=table.id, game=round_.number, accused=round_.vote.accused, breach=breach)
    return want.Act(person=who, table=table.id, game=round_.number, ply=0, action=f"breach {accused}")


def _choices_of_the_lobby(night: Night, table: Table, random: Random) -> want.Intent:
    who, on = _at(table, night, random), random.random() < 0.6
    return random.choice(
        (
            want.SwitchRule(person=who, table=table.id, rule=random.choice(("seven", "nine", "canasta")), on=on),
            want.MindTurns(person=who, table=table.id, on=on),
            want.KeepRules(person=who, table=table.id, on=on),
            want.SetOptions(person=who, table=table.id, game=random.choice((table.game, "prsi")), options=()),
            want.SetSlapLimit(person=who, table=table.id, seconds=random.choice((*SLAP_LIMITS, 1))),
        )
    )


def _cut(night: Night, table: Table, random: Random) -> want.Intent:
    who = cutter(night, table) or _at(table, night, random)
    return want.Cut(person=who, table=table.id, after=table.latest, suit=random.choice("hlbax"))


def _dry(night: Night, table: Table, random: Random) -> want.Intent:
    return want.GoOnDry(person=_anybody(night, random), plays=random.random() < 0.8)


def _custom(night: Night, table: Table, random: Random) -> want.Intent:
    custom = random.choice((Custom.EXIT_BOTTLE, Custom.EXIT_BOTTLE, Custom.CLEAN_NAMES, Custom.NEALKO))
    return want.SetCustom(person=_at(table, night, random), table=table.id, custom=custom, on=random.random() < 0.7)


def _farewell(night: Night, table: Table, random: Random) -> want.Intent:
    leaving = [person.id for person in night.people if person.exiting] or [_anybody(night, random)]
    whom = random.choice(leaving)
    chance = random.random()
    if chance < 0.1:
        return want.Unwell(person=whom)
    if chance < 0.5:
        return want.WaiveBottle(person=_anybody(night, random), whom=whom)
    return want.FinishBottle(person=whom, drink=random.choice([drink.name for drink in night.stock] or ["rum"]))


def _round(night: Night, table: Table, random: Random) -> want.Intent:
    due = [entry.number for entry in night.books.rounds] or [night.books.last]
    return want.FetchRound(person=_anybody(night, random), entry=random.choice(due))


def _dispute(night: Night, table: Table, random: Random) -> want.Intent:
    """Asked, mostly voted on, confirmed."""
    who, number = _anybody(night, random), random.randrange(1, len(night.disputes) + 2)
    if not night.disputes or random.random() < 0.1:
        answers = ("ano", "ne", "jak kdy")[: random.randrange(1, 4)]
        closes_at = night.opened_at + 3 * 86_400_000
        return want.OpenDispute(person=who, question="Platí svršek?", answers=answers, closes_at=closes_at)
    if random.random() < 0.8:
        return want.AnswerDispute(person=who, dispute=number, answer=random.randrange(3))
    return want.ConfirmRuling(person=who, dispute=number)


def _setting(night: Night, table: Table, random: Random) -> want.Intent:
    who = _anybody(night, random)
    return random.choice(
        (
            want.SetGroupLanguage(person=who, language=random.choice(("cs", "en"))),
            want.AllowSettings(person=who, admins_only=random.random() < 0.5),
            want.SetLanguage(person=who, language=random.choice((None, "cs", "en"))),
        )
    )


def _tables(night: Night, table: Table, random: Random) -> want.Intent:
    """Two tables, mostly by whoever decides."""
    who = night.split.decider if night.split and random.random() < 0.8 else _anybody(night, random)
    return random.choice(
        (
            want.DrawTables(person=who, by_tally=random.random() < 0.5),
            want.MovePerson(person=who, who=_anybody(night, random)),
            want.SettleTables(person=who, two=random.random() < 0.8),
            want.JoinTables(person=who),
        )
    )


def _pause(night: Night, table: Table, random: Random) -> want.Intent:
    who, on = _anybody(night, random), random.choice((None, True, False))
    return random.choice(
        (
            want.Pause(person=who, on=on, table=random.choice((None, table.id))),
            want.TakeBreak(person=who),
            want.StaySeated(person=who, on=bool(on)),
        )
    )


def _opponent(night: Night, table: Table, random: Random) -> want.Intent:
    there = [one for one in table.seats if is_bot(one)]
    who = _at(table, night, random)
    if there and random.random() < 0.6:
        return want.DismissBot(person=who, bot=random.choice(there))
    return want.SeatBot(person=who, table=table.id, strength=random.choice(list(Strength)))


def _look(night: Night, table: Table, random: Random) -> want.Intent:
    who = _anybody(night, random)
    return random.choice((want.ShowTable(person=who), want.ShowBoard(person=who), want.ShowRules(person=who)))


_Wish: TypeAlias = Callable[[Night, Table, Random], want.Intent]
_ALWAYS: dict[_Wish, float] = {
    _join: 3,
    lambda night, table, random: want.Leave(person=_anybody(night, random)): 1,
    lambda night, table, random: want.Unwell(person=_anybody(night, random)): 0.7,
    lambda night, table, random: want.ShowHand(person=_anybody(night, random)): 0.3,
    lambda night, table, random: want.Reachable(person=_anybody(night, random), reachable=random.random() < 0.5): 0.3,
    lambda night, table, random: want.LeftGroup(person=_anybody(night, random)): 0.2,
    lambda night, table, random: want.Tick(): 1,
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
    _round: 0.5,
    _dispute: 1,
    _setting: 0.3,
    _tables: 0.7,
    _pause: 0.5,
    _opponent: 0.4,
    _look: 0.3,
    lambda night, table, random: want.MoveChat(chat=random.choice((-1, -100))): 0.1,
    _dry: 0.2,
}
_IN_GAME: dict[_Wish, float] = _ALWAYS | {_objection: 6, _report: 3, _rule: 0.3, _deal: 0.3, _limit: 0.1}
_BETWEEN_GAMES: dict[_Wish, float] = _ALWAYS | {
    _deal: 5,
    _option: 2,
    _pick: 1,
    _limit: 0.5,
    _choose: 3,
    _choices_of_the_lobby: 2,
    _cut: 0.1,
    _rule: 20,
}
