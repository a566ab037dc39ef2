"""Opponents played by the bot: seated with a tap, asked like people, and a moment later they answer (N21)."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from core.game import Refused, Seat
from core.games import GAMES
from core.ledger import PersonId
from core.night import deeds
from core.night.declined import Decline, Declined
from core.night.intents import BotMove, DismissBot, SeatBot
from core.night.people import at_a_table, fact, known, put, put_table, sit, stand_up
from core.night.person import Person, is_bot
from core.night.play import parsed, perform
from core.night.rounds import asked, game_of, is_race
from core.night.stock import not_empty
from core.night.values import Night, Round, Step, Table
from core.players import Strength, choose, hesitation
from core.values import value

NAMES = ("Pepa", "Máňa", "Lojza", "Božka", "Ferda", "Růža", "Venca", "Zdena", "Standa")


@value
class Look:
    """What a bot player has before it when it thinks: a view, never a state. `asked`: the game waits for it.

    `drinks` are what a winner may choose from (S10).
    """

    table: int
    game: int
    moved_at: int
    seat: Seat
    strength: Strength
    kind: str
    view: Any
    asked: bool
    drinks: tuple[str, ...]


def seat_bot(night: Night, intent: SeatBot) -> Step:
    """One more opponent, who sits down like anybody (N1)."""
    _, table = at_a_table(night, intent.person)
    if table.id != intent.table:
        raise Declined(Decline.OLD_BUTTON)
    free = _free(night)
    if free is None or not has_room(night, table):
        raise Declined(Decline.NO_SEAT)
    before = night.person(free) or Person(id=free, name=f"🤖 {NAMES[-free - 1]}")
    bot = replace(before, bot=intent.strength, leaving=False)
    night = put_table(put(night, bot), sit(table, bot.id))
    return Step(night=night, news=() if table.round is None else (fact("Joined", bot, table, phoenix=False),))


def has_room(night: Night, table: Table) -> bool:
    """Whether one more opponent may sit down at this table, or wait for the end of its game."""
    is_full = table.round is None and len(table.seats) >= GAMES[table.game].seats[-1]
    return not is_full and _free(night) is not None


def _free(night: Night) -> PersonId | None:
    """The first bot player who sits nowhere, None when all do."""
    ids = (-number for number in range(1, len(NAMES) + 1))
    return next((one for one in ids if night.table_of(one) is None), None)


def dismiss_bot(night: Night, intent: DismissBot) -> Step:
    """Between two games it is gone at once; from a running game it goes after it, or stays after all."""
    _, table = at_a_table(night, intent.person)
    bot = night.person(intent.bot)
    if bot is None or bot.bot is None or not table.keeps_a_place_for(bot.id):
        raise Declined(Decline.OLD_BUTTON)
    if table.round is not None and bot.id in table.round.players:
        return Step(night=put(night, replace(bot, leaving=not bot.leaving)))
    return Step(night=put_table(night, stand_up(table, bot.id)))


def is_watched(night: Night, table: Table) -> bool:
    """Whether somebody is there to play with: a table of bot players only waits."""
    there = (night.person(one) for one in (*table.seats, *table.queue) if not is_bot(one))
    return any(person is not None and not person.is_away for person in there)


def somebody_is_on_break(night: Night, round_: Round) -> bool:
    """Whether a race has to wait for somebody who is not there (N2, S24)."""
    return any(known(night, round_.players[seat]).on_break for seat in asked(round_))


def due(night: Night, table: Table) -> int | None:
    """When the next bot player at the table has looked at its cards, in Unix ms."""
    round_ = table.round
    if round_ is None or round_.paused_by is not None or not is_watched(night, table):
        return None
    if is_race(round_) and somebody_is_on_break(night, round_):
        return None
    return min((_ready_at(night, round_, seat) for seat in _looking(round_)), default=None)


def _looking(round_: Round) -> tuple[Seat, ...]:
    """The bot players who have not looked yet at what has happened last; who is accused waits for the vote (P28)."""
    accused = None if round_.vote is None else round_.vote.accused
    return tuple(
        seat for seat, one in enumerate(round_.players) if is_bot(one) and seat not in round_.passed and seat != accused
    )


def _ready_at(night: Night, round_: Round, seat: Seat) -> int:
    """The same for all processes, and after a restart: it follows from the night alone."""
    since = round_.asked_at if is_race(round_) else round_.moved_at
    chance = Random(f"{night.id} {round_.number} {since} {seat}")
    view = game_of(round_).view(round_.state, seat)
    return since + hesitation(round_.game, view, _strength(night, round_, seat), chance)


def _strength(night: Night, round_: Round, seat: Seat) -> Strength:
    return known(night, round_.players[seat]).bot or Strength.FAIR


def looks(night: Night, now: int) -> tuple[Look, ...]:
    """All that bot players have to think about by now.

    Whoever is asked takes their time; with the first who is ready, all look who might only have something to say.
    """
    for table in () if night.ended_at else night.tables:
        round_, at = table.round, due(night, table)
        if round_ is None or at is None or at > now:
            continue
        actors = asked(round_)
        return tuple(
            _look(night, table, round_, seat, seat in actors)
            for seat in _looking(round_)
            if seat not in actors or _ready_at(night, round_, seat) <= now
        )
    return ()


def _look(night: Night, table: Table, round_: Round, seat: Seat, is_asked: bool) -> Look:
    return Look(
        table=table.id,
        game=round_.number,
        moved_at=round_.moved_at,
        seat=seat,
        strength=_strength(night, round_, seat),
        kind=round_.game,
        view=game_of(round_).view(round_.state, seat),
        asked=is_asked,
        drinks=tuple(drink.name for drink in not_empty(night)),
    )


def think(looked: Sequence[Look], random: Random) -> BotMove:
    """What the first of these bot players does who has something to do. Takes its time: up to a second of work."""
    passed: tuple[Seat, ...] = ()
    for look in looked:
        action = choose(look.kind, look.view, look.strength, random, drinks=look.drinks)
        if action is not None or look.asked:
            words = "" if action is None else GAMES[look.kind].format_action(action)
            return BotMove(
                table=look.table, game=look.game, moved_at=look.moved_at, seat=look.seat, action=words, passed=passed
            )
        passed += (look.seat,)
    return BotMove(table=looked[0].table, game=looked[0].game, moved_at=looked[0].moved_at, passed=passed)


def move(night: Night, intent: BotMove, now: int) -> Step:
    """A bot player acts, if nothing has happened while it thought.

    What the game does not let through is a fault of ours, and the step says so; the table does not wait for it to be
    mended: the seat takes the first legal action, or says nothing when nothing was asked of it.
    """
    table = night.table(intent.table)
    round_ = table.round if table else None
    if table is None or round_ is None or (round_.number, round_.moved_at) != (intent.game, intent.moved_at):
        raise Declined(Decline.OLD_BUTTON)
    if intent.seat is None:
        return Step(night=_passing(night, table, round_, intent.passed))
    game, verb = game_of(round_), intent.action.partition(" ")[0]
    if deeds.holds_up(round_, intent.seat, verb):
        raise Declined(Decline.VOTE_OPEN)
    try:
        return _with_words(perform(night, table, round_, intent.seat, parsed(game, intent.action), now), intent, now)
    except Declined as why:
        if why.refused is None:
            raise
        fault = _fault(round_, verb, why.refused)
    legal = game.legal(round_.state, intent.seat) if intent.seat in asked(round_) else ()
    if legal:
        instead = perform(night, table, round_, intent.seat, legal[0], now)
    else:
        instead = Step(night=_passing(night, table, round_, (*intent.passed, intent.seat)))
    return replace(instead, faults=(fault,))


def _with_words(done: Step, intent: BotMove, now: int) -> Step:
    """What a card makes due is said with it, or forgotten: nobody can be quicker than a word that was meant to be said
    (P18, P21, P28). Whoever is on turn again has time."""
    table, seat = done.night.table(intent.table), intent.seat
    round_ = table.round if table else None
    if table is None or round_ is None or seat is None:
        return done
    if not game_of(round_).traits.spoken or seat in asked(round_):
        return done
    chance = Random(f"{done.night.id} {round_.number} {round_.moved_at} {seat}")
    words = think((_look(done.night, table, round_, seat, is_asked=False),), chance)
    done = done.then(move(done.night, words, now))
    table = done.night.table(intent.table)
    if table is None or table.round is None or words.seat is None:
        return done
    # The card and the words are one line at the table.
    one_line = replace(table.round, last=round_.last + table.round.last)
    return replace(done, night=put_table(done.night, replace(table, round=one_line)))


def _fault(round_: Round, verb: str, refused: Refused) -> str:
    """A choice and why it is none, without its cards."""
    return f"{round_.game}: {verb or 'nothing'} ({refused.code} {refused.rule})"


def _passing(night: Night, table: Table, round_: Round, seats: Sequence[Seat]) -> Night:
    passed = tuple(sorted({*round_.passed, *seats}))
    return put_table(night, replace(table, round=replace(round_, passed=passed)))
