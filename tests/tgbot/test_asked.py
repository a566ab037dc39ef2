"""Who is asked something sees it and can answer, whatever else is so of them; and no button of one's own is in vain.

Evenings of people who do anything, and at each moment of them what chance could have made of it: another one of them
decides, has won, is on a break. What is asked of whom is written here from the rulings, not from the views.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from core.games import GAMES
from core.ledger import PersonId
from core.night import Custom, Decline, Declined, Menu, Night, Person, Table, deadline, step
from core.night import intents as want
from core.night.closing import may_confirm
from core.night.cutting import cutter
from core.night.person import LAPSES_TO_SIT_OUT, is_bot
from core.night.rounds import asked, game_of
from core.night.rules import Proposal
from core.night.stock import not_empty
from tests.core.nights import NAMES, move
from tests.core.wishes import anything, opened
from tests.tgbot.updates import BOT
from tgbot.buttons import intent_of
from tgbot.inbound import Sender, Tapped
from tgbot.screens import Button, Style
from tgbot.taps import Kind, parse
from tgbot.views import painters
from tgbot.views.akcni.making import spelled_out
from tgbot.wishes import needs_a_place

CROWDS = (("smidary", 9), ("smidary", 3), ("prsi", 7), ("prsi", 3), ("shithead", 6), ("shithead", 2))
EVENINGS = 1
MOMENTS = 60
MENUS = tuple(menu for menu in Menu if menu not in (Menu.NAME, Menu.MARK, Menu.SPLIT, Menu.CORRECT))
"""What a command opens, or a button of a table."""
PAUSES = (10, 3_000, 40_000, 100_000)
"""Milliseconds between two wishes."""
TOLD = {
    Kind.ACT: (Decline.REFUSED, Decline.VOTE_OPEN, Decline.ALREADY_SAID, Decline.JUST_DONE),
    Kind.DEAL: (Decline.RULE_PENDING,),
    Kind.DRUNK: (Decline.JUST_DONE,),
}
"""What may be refused, with a reason worth reading: a card that is not green, a card while its player's deed is voted
on, a deal while the winner makes a rule; and a finger that slips."""


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
    here = next(one.id for one in night.people if one.reachable)
    for turn in _turns(night, random):
        yield turn if night.ended_at else step(turn, want.Reachable(person=here, reachable=True), 0, random).night


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


# An evening


def moments(game: str, people: int, random: Random) -> Iterator[tuple[Night, int]]:
    """An evening, moment by moment; games are played to their end now and then."""
    evening = opened(game, people, random)
    reached = tuple(replace(person, reachable=True) for person in evening.night.people)
    customs = (Custom.EXIT_BOTTLE,) if random.random() < 0.5 else ()
    night = replace(with_table(evening.night, replace(evening.table, customs=customs)), people=reached)
    now = evening.now
    for _ in range(MOMENTS):
        yield night, now
        now += random.choice(PAUSES)
        due = deadline(night)
        if due is not None and due <= now:
            night = after(night, want.Tick(), due, random)
        chance = random.random()
        if chance < 0.1:
            night = played_on(night, now, random)
        else:
            night = after(night, anything(night, random) if chance < 0.6 else tap(night, random), now, random)


def tap(night: Night, random: Random) -> want.Intent:
    """Somebody taps what they see."""
    who = random.choice(everybody(night))
    seen = (one for chat in (who, night.chat) for one in seen_by(night, who, chat))
    return random.choice([want.Tick(), *(one.intent for one in seen)])


def after(night: Night, wish: want.Intent, now: int, random: Random) -> Night:
    """The night after a wish. What others wait for is seen also by whoever had opened something else before."""
    before, chance = {one.key for one in questions(night)}, random.getrandbits(32)
    try:
        done = step(night, wish, now, Random(chance)).night
    except Declined as why:
        return why.night or night
    by = getattr(wish, "person", None)
    new = [one for one in questions(done) if one.waits and one.key not in before and one.person != by]
    if new:
        busy = night
        for question in new:
            busy = with_person(busy, question.person, menu=Menu.DRINK)
        check_questions(step(busy, wish, now, Random(chance)).night, new)
    return done


def played_on(night: Night, now: int, random: Random) -> Night:
    """A running game some moves later, maybe at its end."""
    running = [table.id for table in night.tables if table.round is not None]
    for _ in range(random.choice((20, 300)) if running else 0):
        table = night.table(running[0])
        if table is None or table.round is None:
            break
        act, game = move(night, table.round, random), table.round
        wish: want.Intent = replace(act, table=table.id)
        if is_bot(act.person):
            seat = game.players.index(act.person)
            wish = want.BotMove(table=table.id, game=game.number, moved_at=game.moved_at, seat=seat, action=act.action)
        night = after(night, wish, now, random)
    return night


@pytest.mark.parametrize("game, people", CROWDS)
def test_n19_who_is_asked_sees_it_and_what_they_see_can_be_done(
    pytestconfig: pytest.Config, game: str, people: int
) -> None:
    for number in range(EVENINGS):
        random = Random(f"{pytestconfig.getoption('--luck')} {game} {people} {number}")
        for night, now in moments(game, people, random):
            # What somebody has opened themselves they can close: the way back is a button like all others.
            usual = replace(night, people=tuple(replace(one, menu=None, menu_on="") for one in night.people))
            check_questions(usual, questions(usual))
            known = {one.key for one in questions(usual)}
            for turn in turns(usual, random):
                check_questions(turn, [one for one in questions(turn) if one.key not in known])
            if night.ended_at:
                break
            who = random.choice([one.id for one in night.people if one.reachable])
            leaves = random.choice((None, None, want.Unwell(person=who), want.Leave(person=who)))
            check_buttons(
                night if leaves is None else after(night, leaves, now, random), who, random.choice(MENUS), now
            )


def check_questions(night: Night, asked_for: Iterable[Question]) -> None:
    """Whoever is asked sees a button that answers it."""
    shown = cache(partial(buttons, night))
    for question in asked_for:
        chats = (question.person,) if question.own else (question.person, night.chat)
        seen = (under(button, question.person, chat).intent for chat in chats for button in shown(chat))
        assert any(map(question.answers, seen)), question.key


def check_buttons(night: Night, who: PersonId, menu: Menu, now: int) -> None:
    """What somebody opens is there; each button of their own does something, each of a table does for somebody."""
    try:
        opened = under(Button("", f"{night.id}:menu:{menu}"), who, who).pressed(night, now)
    except Declined:
        opened = night
    else:
        assert buttons(opened, who) != buttons(with_person(opened, who, menu=None), who), f"{menu} opens nothing"
    for own in seen_by(opened, who, who):
        assert why_not(opened, own, now) is None, (own.button, why_not(opened, own, now))
    for button in buttons(opened, night.chat):
        theirs = (under(button, one, night.chat) for one in everybody(night))
        assert any(why_not(opened, one, now) is None for one in theirs), button


def why_not(night: Night, seen: Seen, now: int) -> str | None:
    """What is wrong with a button: it is refused without a reason worth reading, or opens nothing; None for nothing."""
    who, pressed = seen.tapped.sender.id, seen.tapped.tap
    assert pressed is not None
    try:
        done = seen.pressed(night, now)
    except Declined as why:
        is_for_others = seen.tapped.chat != who and why.reason in (Decline.STRANGER, Decline.NOT_PLAYING)
        is_green = why.reason is Decline.REFUSED and seen.button.style is Style.SUCCESS
        is_told = why.reason in TOLD.get(pressed.kind, ()) and not is_green
        return None if is_told or is_for_others else f"{why.reason} {why.refused}"
    person = night.person(who)
    if isinstance(seen.intent, want.OpenMenu) and seen.intent.menu and person and person.menu != seen.intent.menu:
        return None if buttons(night, who) != buttons(done, who) else "opens nothing"
    return None
