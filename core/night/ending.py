"""A game is over: its result, the hat, the next dealer, those who leave and those who come (N1, N3, N6, S11, S30)."""

from dataclasses import replace

from core.game import Outcome, Seat
from core.ledger import PersonId
from core.night import farewell
from core.night.house import with_winner_asked
from core.night.people import fact, known, put, put_table, seat_the_queue, stand_up
from core.night.person import ASSISTANT
from core.night.rounds import game_of
from core.night.values import News, Night, Result, Round, Table


def ended(
    night: Night,
    table: Table,
    round_: Round,
    outcome: Outcome,
    doses: tuple[int, ...],
    owed: tuple[tuple[PersonId, int], ...],
    now: int,
) -> tuple[Night, tuple[News, ...]]:
    """The night and its table after a game; `doses` are the numbers of the entries that the winner chooses for (S10),
    `owed` is who was charged how many ml because of its end.

    The news are of those who leave, and that all scores are even.
    """
    has_winner, scored = outcome.loser is not None, any(person.score for person in night.people)
    for seat, player in enumerate(round_.players):
        person = known(night, player)
        person = replace(
            person,
            games=person.games + has_winner,
            wins=person.wins + (has_winner and outcome.places[:1] == (seat,)),
            losses=person.losses + (outcome.loser == seat),
            score=person.score + outcome.scores[seat],
            titles=person.titles + _titles(outcome, seat),
        )
        night = put(night, person)
    if has_winner:
        winner = round_.players[outcome.places[0]]
        night = replace(night, wins=(*night.wins, (now - night.opened_at, winner)))
    night = _with_hat(night, table, _hatted(round_, outcome))
    result = Result(
        number=round_.number,
        game=round_.game,
        players=round_.players,
        outcome=outcome,
        doses=doses,
        owed=owed,
        last=round_.last,
        commitment=round_.commitment,
    )
    table = replace(table, round=None, result=result, dealer=_next_dealer(table, round_, outcome.next_dealer))
    leaving = [person for person in night.people if person.leaving and person.id in round_.players]
    news: tuple[News, ...] = ()
    for person in leaving:
        if farewell.is_asked_of(night, table, person):
            night, asked = farewell.asks(night, person, table)
            news += (asked,)
        else:
            night = put(night, replace(person, leaving=False))
            table = stand_up(table, person.id)
            news += (fact("Left", person, table),)
    table = with_winner_asked(night, seat_the_queue(table), round_, outcome, now)
    if scored and not any(person.score for person in night.people):
        news += (News(kind="AllEven", table=table.id),)
    return put_table(night, table), news


def _titles(outcome: Outcome, seat: Seat) -> tuple[str, ...]:
    """What a game has made of whoever sat there (S11, N12)."""
    lost = (outcome.title,) if outcome.loser == seat and outcome.title is not None else ()
    return (*lost, ASSISTANT) if outcome.assistant == seat else lost


def _hatted(round_: Round, outcome: Outcome) -> PersonId | None:
    """Who has lost with the title that a hat belongs to (S11)."""
    if outcome.loser is None or outcome.title is None or outcome.title != game_of(round_).traits.hat:
        return None
    return round_.players[outcome.loser]


def _with_hat(night: Night, table: Table, wearer: PersonId | None) -> Night:
    """The hat is worn all through the table's next game, also by somebody who sits it out (S11, N15a)."""
    elsewhere = {person.id for person in night.people if (at := night.table_of(person.id)) and at.id != table.id}
    people = tuple(
        person if person.id in elsewhere else replace(person, hat=person.id == wearer) for person in night.people
    )
    return replace(night, people=people)


def _next_dealer(table: Table, round_: Round, seat: Seat) -> PersonId | None:
    """The next dealer, or when they have left the player clockwise of them (N6)."""
    order = (*round_.players[seat:], *round_.players[:seat], *table.seats)
    return next((person for person in order if person in table.seats), None)
