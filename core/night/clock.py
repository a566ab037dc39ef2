"""What time does to a night: nudges, turn limits, the slap race, votes, the winner's rule (N2, N17, P28, S24).

All times are Unix milliseconds of the store's clock.
"""

from dataclasses import replace

from core.game import TIMEOUT, Seat
from core.night import bots, closing, disputes, dry, idle, votes
from core.night.house import time_is_up
from core.night.news import fact_of_game
from core.night.people import known, put, put_table
from core.night.person import is_bot
from core.night.play import perform
from core.night.rounds import asked, game_of, is_in_game, is_race
from core.night.values import Night, Round, Step, Table

OUTAGE = 15_000
"""A clock that is noticed so much too late (ms) starts anew in full: the bot was away (N2)."""


def deadline(night: Night) -> int | None:
    """When the night has to be looked at again, None when nothing is timed."""
    vote_due = disputes.due(night)
    if night.ended_at:
        return vote_due
    times = [due for table in night.tables for due in _all_due(night, table) if due is not None]
    dry_due = dry.due(night)
    others = (time for time in (dry_due, vote_due) if time is not None)
    return min((*times, *others), default=None)


def wakes_at(night: Night) -> int | None:
    """When it has to be looked at in any case: at its deadline, or when nobody has played for long."""
    times = (deadline(night), idle.due(night))
    return min((time for time in times if time is not None), default=None)


def _all_due(night: Night, table: Table) -> tuple[int | None, ...]:
    if table.round is not None and table.round.paused_by is not None:
        return ()
    vote = votes.due(table.round) if table.round else None
    return vote, time_is_up(table), _turn_due(night, table), bots.due(night, table)


def _turn_due(night: Night, table: Table) -> int | None:
    round_ = table.round
    if round_ is None or round_.paused_by is not None:
        return None
    if is_race(round_):
        return None if bots.somebody_is_on_break(night, round_) else round_.asked_at + table.slap_limit * 1000
    if not table.limit or not any(_is_timed(night, round_, seat) for seat in asked(round_)):
        return None
    if _nobody_is_there(night, table, round_):
        return None
    limit = table.limit * 1000
    return round_.asked_at + (limit if round_.nudged else limit * 2 // 3)


def _is_timed(night: Night, round_: Round, seat: Seat) -> bool:
    """Whether the clock runs for this seat: not for bot players, nor on a break (N2, N21)."""
    player = round_.players[seat]
    return not is_bot(player) and not known(night, player).on_break


def _nobody_is_there(night: Night, table: Table, round_: Round) -> bool:
    """Whether all who are still in the game have missed so many turns that the table waits for the first tap.

    Playing for them only would go on for ever: the clock draws and stands.
    """
    watched = bots.is_watched(night, table)
    there = [
        seat
        for seat, player in enumerate(round_.players)
        if (watched if is_bot(player) else not known(night, player).is_away)
    ]
    return not any(is_in_game(round_, seat) for seat in there)


def tick(night: Night, now: int, served_since: int = 0) -> Step:
    """What is due by now: somebody is reminded, or the least harmful action is taken; after an outage neither."""
    step = _dry(Step(night=_given_back(night, served_since)), now)
    idle_due = idle.due(step.night)
    if idle_due is not None and idle_due <= now:
        # Its evening was over when the last of them went.
        return step.then(closing.closed(step.night, idle.since(step.night), idle=True))
    for table in step.night.tables if not step.night.ended_at else ():
        for tell in (_vote, _rule, _turn):
            present = step.night.table(table.id)
            if present is not None:
                step = tell(step, present, now)
    return step


def _given_back(night: Night, served_since: int) -> Night:
    """The night after an outage that ended then: what began before has its whole time again (N2)."""
    for table in night.tables:
        round_, proposal = table.round, table.proposal
        if round_ is not None and round_.asked_at < served_since:
            round_ = replace(round_, asked_at=served_since, nudged=False)
        if round_ is not None and round_.vote is not None and round_.vote.since < served_since:
            round_ = replace(round_, vote=replace(round_.vote, since=served_since))
        if proposal is not None and proposal.since < served_since:
            proposal = replace(proposal, since=served_since)
        if (round_, proposal) != (table.round, table.proposal):
            night = put_table(night, replace(table, round=round_, proposal=proposal))
    return replace(night, dry_at=served_since) if 0 < night.dry_at < served_since else night


def _dry(step: Step, now: int) -> Step:
    """Nobody has said how to go on without drinks (N11)."""
    due = dry.due(step.night)
    if due is None or due > now:
        return step
    if now - due > OUTAGE:
        return replace(step, night=replace(step.night, dry_at=now))
    return closing.closed(step.night, now, unanswered=True)


def _vote(step: Step, table: Table, now: int) -> Step:
    """A vote ends without a majority (P28)."""
    round_ = table.round
    due = votes.due(round_) if round_ else None
    if round_ is None or round_.vote is None or due is None or due > now or round_.paused_by is not None:
        return step
    if now - due > OUTAGE:
        return _with_round(step, table, replace(round_, vote=replace(round_.vote, since=now)))
    return step.then(votes.close(step.night, table.id, now))


def _rule(step: Step, table: Table, now: int) -> Step:
    """The winner has made no rule in time (N17)."""
    due = time_is_up(table)
    if table.proposal is None or due is None or due > now:
        return step
    proposal = replace(table.proposal, since=now) if now - due > OUTAGE else None
    return replace(step, night=put_table(step.night, replace(table, proposal=proposal)))


def _turn(step: Step, table: Table, now: int) -> Step:
    due = _turn_due(step.night, table)
    if due is None or due > now or table.round is None:
        return step
    if now - due > OUTAGE:
        return _with_round(step, table, replace(table.round, asked_at=now, nudged=False))
    if is_race(table.round):
        timeout = game_of(table.round).parse_action(TIMEOUT)
        return step.then(perform(step.night, table, table.round, None, timeout, now))
    if not table.round.nudged:
        return _with_round(step, table, replace(table.round, nudged=True))
    return _lapse(step, table, table.round, now)


def _with_round(step: Step, table: Table, round_: Round) -> Step:
    return replace(step, night=put_table(step.night, replace(table, round=round_)))


def _lapse(step: Step, table: Table, before: Round, now: int) -> Step:
    """Everybody who is asked does the least harmful thing, as long as the question is the same."""
    game = game_of(before)
    for seat in asked(before):
        if not _is_timed(step.night, before, seat):
            continue
        untouched = step
        while (present := _still_asked(step.night, table.id, before, seat)) is not None:
            action = game.lapse(present.state, seat)
            at_table = step.night.table(table.id)
            if action is None or at_table is None:
                break
            # Where one action leaves the question, the next one answers it: the king is greeted, then a card is drawn.
            step = step.then(perform(step.night, at_table, present, seat, action, now, lapse=True))
        if step is untouched:
            continue
        person = known(step.night, before.players[seat])
        missed = replace(person, missed=person.missed + 1)
        told = fact_of_game("Lapsed", (("seat", seat), ("missed", missed.missed)), table.id, before)
        step = replace(step, night=put(step.night, missed), news=(*step.news, told))
    return step


def _still_asked(night: Night, table_id: int, before: Round, seat: Seat) -> Round | None:
    """The running game, as long as it asks this seat what it asked before."""
    table = night.table(table_id)
    round_ = table.round if table else None
    if round_ is None or round_.state.ply != before.state.ply or seat not in asked(round_):
        return None
    return round_
