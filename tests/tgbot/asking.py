"""What people are asked, written from the rulings and not from the views, and what they see of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from core.games import GAMES
from core.ledger import PersonId
from core.night import Decline, Declined, Menu, Night, Person, Table, step
from core.night import intents as want
from core.night.closing import may_confirm
from core.night.cutting import cutter
from core.night.person import LAPSES_TO_SIT_OUT, is_bot
from core.night.rounds import asked, game_of
from core.night.rules import Proposal
from core.night.stock import not_empty
from tests.core.nights import NAMES
from tests.tgbot.updates import BOT
from tgbot.buttons import intent_of
from tgbot.inbound import Sender, Tapped
from tgbot.screens import Button
from tgbot.taps import parse
from tgbot.views import painters
from tgbot.views.akcni.making import spelled_out
from tgbot.wishes import needs_a_place


def everybody(night: Night) -> list[PersonId]:
    return [person.id for person in night.people if not is_bot(person.id)]


# What is seen


@dataclass(frozen=True)
class Seen:
    """A button that somebody sees, and what it wants when they press it."""

    button: Button
    tapped: Tapped
    intent: want.Intent

    def pressed(self, night: Night, now: int) -> Night:
        """What comes of it at once; Declined when nothing does."""
        is_at_none = night.table_of(self.tapped.sender.id) is None
        if is_at_none and needs_a_place(night, self.intent, self.tapped, private=False):
            raise Declined(Decline.STRANGER)
        return step(night, self.intent, now, Random(0)).night


def buttons(night: Night, chat: int) -> list[Button]:
    """All buttons that a chat shows."""
    paint = painters(night, BOT).get(chat)
    shown = paint().values() if paint else ()
    return [button for screen in shown for row in screen.keyboard for button in row if button.data]


def seen_by(night: Night, who: PersonId, chat: int) -> list[Seen]:
    return [under(button, who, chat) for button in buttons(night, chat)]


def under(button: Button, who: PersonId, chat: int) -> Seen:
    tapped = Tapped(Sender(who, NAMES[(who - 1) % len(NAMES)], "cs"), "q", parse(str(button.data)), chat, 1)
    intent = intent_of(tapped)
    assert intent is not None, button.data
    return Seen(button, tapped, spelled_out(intent, "cs") if isinstance(intent, want.MakeRule) else intent)


# What is asked of whom


@dataclass(frozen=True)
class Question:
    """What a clause lets somebody do now, or wants of them: by a button of their `own` screen, or also of the table's.

    `waits`: others wait for it, or it has its time.
    """

    person: PersonId
    clause: str
    answers: Callable[[want.Intent], bool]
    own: bool = False
    waits: bool = False

    @property
    def key(self) -> tuple[PersonId, str]:
        return self.person, self.clause


def a(kind: type[want.Intent], **fields: object) -> Callable[[want.Intent], bool]:
    """Whether an intent is of this kind, with these fields."""
    return lambda intent: (
        isinstance(intent, kind) and all(getattr(intent, name) == value for name, value in fields.items())
    )


def either(*ways: Callable[[want.Intent], bool]) -> Callable[[want.Intent], bool]:
    return lambda intent: any(way(intent) for way in ways)


def questions(night: Night) -> list[Question]:
    """All that is asked of people whom the bot reaches."""
    reached = {person.id for person in night.people if person.reachable is not False and not is_bot(person.id)}
    return [question for question in _questions(night) if question.person in reached]


def _questions(night: Night) -> Iterator[Question]:
    for dispute in night.disputes:
        for person in () if dispute.closed else night.people:
            yield Question(person.id, f"N18 {dispute.number}", a(want.AnswerDispute, dispute=dispute.number))
    if night.ended_at:
        return
    places = [(table, one) for table in night.tables for one in (*table.seats, *table.queue)]
    for table in night.tables:
        yield from _in_game(table) if table.round is not None else _between_games(night, table)
    for person in night.people:
        at = next((table for table, one in places if one == person.id), None)
        yield from (Question(person.id, "N1", a(want.Join)),) if at is None else _with_a_place(night, at, person)
    split = night.split
    is_open = split is not None and not split.refused and len(night.tables) == 1 and night.tables[0].round is None
    if split is not None and is_open and not makes_a_rule(night, split.decider):
        decides = either(a(want.OpenMenu, menu=Menu.SPLIT), a(want.SettleTables))
        yield Question(split.decider, "N5", decides, own=True, waits=True)
    for debt in night.books.open:
        yield Question(debt.person, "N9", a(want.DrinkUp))


def makes_a_rule(night: Night, person: PersonId) -> bool:
    """Whether somebody is asked for a rule, which the others wait for: until then nothing else is asked of them."""
    table = night.table_of(person)
    return bool(table and not table.round and table.proposal and table.proposal.person == person)


def _in_game(table: Table) -> Iterator[Question]:
    round_ = table.round
    assert round_ is not None
    game, opens = game_of(round_), (a(want.OpenMenu, menu=menu) for menu in (Menu.NAME, Menu.MARK))
    acts = either(a(want.Act, game=round_.number), a(want.Mark), *opens)
    for seat, player in enumerate(round_.players):
        if seat in asked(round_):
            yield Question(player, f"turn {round_.number}.{round_.state.ply}", acts, own=True, waits=True)
        for verb in {game.format_action(action).split()[0] for action in game.legal(round_.state, seat)}:
            if verb in ("call", "doubt", "slap"):
                yield Question(player, verb, a(want.Act, action=verb))
        if round_.vote is not None and seat != round_.vote.accused and table.keeps_a_place_for(player):
            yield Question(player, "P28", a(want.CastVote, game=round_.number))


def _between_games(night: Night, table: Table) -> Iterator[Question]:
    for result in table.results:
        owes = {debt.number for debt in night.books.open}.intersection(result.doses)
        winner = result.players[result.outcome.places[0]] if owes else 0
        is_there = any(one.keeps_a_place_for(winner) for one in night.tables) and not makes_a_rule(night, winner)
        if is_there and (not_empty(night) or not night.stock):
            yield Question(winner, f"S10 {result.number}", a(want.ChooseDrink, game=result.number), own=True)
    if table.proposal is not None:
        yield Question(table.proposal.person, "N17", a(want.MakeRule), own=True, waits=True)
    cuts = cutter(night, table)
    if cuts is not None and not makes_a_rule(night, cuts):
        yield Question(cuts, "P13", a(want.Cut), own=True)
    plays = [person for one in table.seats if (person := night.person(one)) and not person.sits_out]
    if len(plays) in GAMES[table.game].seats and any(one.bot is None for one in plays) and table.proposal is None:
        for one in (*table.seats, *table.queue):
            yield Question(one, "N16", a(want.Deal, table=table.id))


def _with_a_place(night: Night, table: Table, person: Person) -> Iterator[Question]:
    is_playing = table.round is not None and person.id in table.round.players
    if person.exiting:
        yield Question(person.id, "N3", a(want.FinishBottle), own=True, waits=True)
    elif not is_playing and not makes_a_rule(night, person.id):
        if person.care is None:
            yield Question(person.id, "N13", a(want.ChooseCare), own=True)
        if person.resting and table.round is None and person.id in table.seats:
            yield Question(person.id, "N15a", a(want.Rest, sits_out=False), own=True)
    if table.round is not None and table.round.paused_by is not None:
        yield Question(person.id, "N2", a(want.Pause, on=False))
    if night.dry_at:
        yield Question(person.id, "N11", a(want.GoOnDry, plays=True))
    if night.books.rounds:
        yield Question(person.id, "N14", a(want.FetchRound))
    if night.ending is not None:
        yield Question(person.id, "no end", a(want.EndNight, cancelled=True))
        if person.id in may_confirm(night):
            yield Question(person.id, "the end", a(want.EndNight, confirmed=True))
    for going in [one.id for one in night.people if one.exiting and one.id != person.id][:1]:
        yield Question(person.id, "waiver", a(want.WaiveBottle, whom=going))


# What chance could have made of a moment


def with_person(night: Night, who: PersonId, **fields: Any) -> Night:
    return replace(night, people=tuple(replace(one, **fields) if one.id == who else one for one in night.people))


def with_table(night: Night, table: Table) -> Night:
    return replace(night, tables=tuple(table if one.id == table.id else one for one in night.tables))


def turns(night: Night, random: Random) -> Iterator[Night]:
    """The same night with somebody in another state, or asked in somebody else's place, and what follows from it."""
    here = next(one for one in night.people if one.reachable is not None)
    nothing_new = want.Reachable(person=here.id, reachable=bool(here.reachable))
    for turn in _turns(night, random):
        yield turn if night.ended_at else step(turn, nothing_new, 0, random).night


def _turns(night: Night, random: Random) -> Iterator[Night]:
    who = random.choice(everybody(night))
    states: tuple[dict[str, Any], ...] = (
        {"missed": LAPSES_TO_SIT_OUT}, {"on_break": True}, {"resting": True}, {"care": None}, {"reachable": None},
    )  # fmt: skip
    yield from (with_person(night, who, **state) for state in states)
    for table in night.tables:
        people = (night.person(one) for one in table.seats)
        seated = [one.id for one in people if one is not None and one.bot is None and not one.exiting]
        if table.round is not None or not seated:
            continue
        if night.split is not None:
            for one in night.split.tables[0] + night.split.tables[1]:
                decides = replace(night, split=replace(night.split, decider=one))
                yield decides
                if one in seated and not_empty(night):
                    yield with_person(decides, one, exiting=True)
        if table.game == "prsi":
            asks = Proposal(person=random.choice(seated), game=table.latest, since=0)
            yield with_table(night, replace(table, proposal=asks))
        won = table.result
        for one in seated if won is not None and won.doses else ():
            assert won is not None
            if one in won.players:
                first = won.players.index(one)
                places = (first, *(seat for seat in won.outcome.places if seat != first))
                result = replace(won, outcome=replace(won.outcome, places=places))
                waits = tuple(other for other in table.seats if other != one)
                yield with_table(night, replace(table, result=result, seats=waits, queue=(one,), dealer=None))
                yield with_person(with_table(night, replace(table, result=result)), one, exiting=bool(not_empty(night)))
