"""Whether somebody has done what a house rule asks for: reported, voted on by the others, charged (P28)."""

from collections.abc import Sequence
from dataclasses import replace

from core import akcni
from core.akcni.actions import Breach
from core.akcni.legal import refusal
from core.game import Refused, Seat
from core.night.declined import Decline, Declined
from core.night.deeds import deeds_of
from core.night.intents import Act, CastVote
from core.night.news import fact_of_game
from core.night.people import known, put_table
from core.night.person import is_bot
from core.night.play import parsed, perform
from core.night.rounds import game_of
from core.night.rules import Vote
from core.night.values import Night, Round, Step, Table

TIME_TO_VOTE = 60_000
"""Milliseconds after which what has no majority is no breach."""


def is_report(night: Night, intent: Act) -> bool:
    """Whether the action would be a breach of a house rule: that is for the table to find, not for one player."""
    table = night.table(intent.table)
    plays = table.round.game if table is not None and table.round is not None else None
    return plays == akcni.id and intent.action.split()[:1] == ["breach"]


def report(night: Night, intent: Act, now: int) -> Step:
    """Somebody in the game says that a deed was not done; the others vote, if there are any."""
    table, round_, seat = _running(night, intent)
    action = parsed(game_of(round_), intent.action)
    if not isinstance(action, Breach):
        raise Declined(Decline.OLD_BUTTON)
    if action.player == seat:
        raise Declined(Decline.OWN_CASE)
    reason = refusal(round_.state, seat, action)
    if reason is not None:
        raise Declined(Decline.REFUSED, Refused(*reason))
    if round_.vote is not None:
        raise Declined(Decline.VOTE_OPEN)
    if action.player in round_.acquitted:
        raise Declined(Decline.ACQUITTED)
    deed = next(deed for deed in deeds_of(round_) if deed.seat == action.player)
    vote = Vote(accused=action.player, by=seat, since=now, text=deed.text, said=((seat, True),))
    data = (("seat", vote.accused), ("by", seat), ("text", vote.text))
    opened = replace(table, round=replace(round_, vote=vote))
    is_open = not _is_decided(opened, vote)
    news = (fact_of_game("BreachReported", data, table.id, round_),) if is_open else ()
    return Step(night=put_table(night, opened), news=news)


def cast(night: Night, intent: CastVote) -> Step:
    """A vote, which can be changed until it is decided."""
    table, round_, seat = _running(night, intent)
    vote = round_.vote
    if vote is None or vote.accused != intent.accused:
        raise Declined(Decline.OLD_BUTTON)
    if seat not in _voters(table, vote):
        raise Declined(Decline.OWN_CASE)
    if (seat, intent.breach) in vote.said:
        raise Declined(Decline.JUST_DONE)
    others = tuple(said for said in vote.said if said[0] != seat)
    vote = replace(vote, said=(*others, (seat, intent.breach)))
    return Step(night=_with(night, table, replace(round_, vote=vote)))


def watch(step: Step, now: int) -> Step:
    """The step, and the end of each vote that is decided by it: who goes home votes no more, and has not voted."""
    for table in step.night.tables:
        vote = table.round.vote if table.round else None
        if table.round is None or vote is None:
            continue
        voters = _voters(table, vote)
        vote = replace(vote, said=tuple(said for said in vote.said if said[0] in voters))
        if vote != table.round.vote:
            step = replace(step, night=_with(step.night, table, replace(table.round, vote=vote)))
        if _is_decided(table, vote):
            step = step.then(close(step.night, table.id, now))
    return step


def _voters(table: Table, vote: Vote) -> tuple[Seat, ...]:
    """Who votes: all people who play but the accused and those who have gone home, also without cards."""
    assert table.round is not None
    return tuple(
        seat
        for seat, player in enumerate(table.round.players)
        if seat != vote.accused and table.keeps_a_place_for(player) and not is_bot(player)
    )


def counted(vote: Vote, breach: bool) -> int:
    """How many have said so."""
    return sum(said == breach for _, said in vote.said)


def _is_confirmed(table: Table, vote: Vote) -> bool:
    return 2 * counted(vote, True) > len(_voters(table, vote))


def _is_decided(table: Table, vote: Vote) -> bool:
    return _is_confirmed(table, vote) or 2 * counted(vote, False) >= len(_voters(table, vote))


def due(round_: Round) -> int | None:
    """When the vote is over in any case, None without one."""
    return None if round_.vote is None else round_.vote.since + TIME_TO_VOTE


def close(night: Night, table_id: int, now: int) -> Step:
    """The majority of the others decides: a breach is charged, or the deed is not spoken of again."""
    table = night.table(table_id)
    assert table is not None
    round_ = table.round
    assert round_ is not None
    vote = round_.vote
    assert vote is not None
    is_confirmed, round_ = _is_confirmed(table, vote), replace(round_, vote=None)
    if is_confirmed:
        for seat in _reporters(vote):
            if refusal(round_.state, seat, Breach(player=vote.accused)) is None:
                return perform(night, replace(table, round=round_), round_, seat, Breach(player=vote.accused), now)
        return Step(night=_with(night, table, round_))
    said = (("seat", vote.accused), ("text", vote.text), ("yes", counted(vote, True)), ("no", counted(vote, False)))
    told = fact_of_game("BreachDenied", said, table.id, round_)
    return Step(night=_with(night, table, replace(round_, acquitted=(*round_.acquitted, vote.accused))), news=(told,))


def _reporters(vote: Vote) -> Sequence[Seat]:
    """In whose name the breach is charged: whoever reported it, or if they have gone out since, another one."""
    return [vote.by, *(seat for seat, breach in vote.said if breach and seat != vote.by)]


def _running(night: Night, intent: Act | CastVote) -> tuple[Table, Round, Seat]:
    """The game that is meant, and who speaks in it."""
    person, table = known(night, intent.person), night.table(intent.table)
    round_ = table.round if table else None
    if table is None or round_ is None or round_.number != intent.game:
        raise Declined(Decline.OLD_BUTTON)
    seat = round_.seat(person.id)
    if seat is None:
        raise Declined(Decline.NOT_PLAYING)
    return table, round_, seat


def _with(night: Night, table: Table, round_: Round) -> Night:
    return put_table(night, replace(table, round=round_))
