"""A table's games: the deal, the actions, the end (N1, N2, N6, S10, S11, S30)."""

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from core.game import Event, InvalidSetup, Outcome, Refusal, Refused, Seat
from core.games import GAMES
from core.ledger import Entry, EntryKind, PersonId
from core.night.declined import Decline, Declined
from core.night.intents import Act, ChooseDrink, Deal
from core.night.lobby import differing
from core.night.people import (
    fact,
    from_seat,
    known,
    players_of_next_deal,
    put,
    put_table,
    seat_the_queue,
    stand_up,
    table_between_games,
)
from core.night.tally import AT_THE_END, charge, check_drink, choose_after_the_end
from core.night.values import Menu, News, Night, Result, Round, Step, Table

ANY_TIME = ("choose", "collapse")
"""Actions that stay the same whatever the table has been asked since."""
OF_THE_QUESTION = (Menu.NAME, Menu.MARK)
"""What is opened to answer the present question, and closed with it."""


def deal(night: Night, intent: Deal, now: int, random: Random) -> Step:
    """Shuffle and deal the game that the table has chosen, to all who do not sit out."""
    table = table_between_games(night, intent.person, intent.table)
    if intent.after != night.games:
        raise Declined(Decline.OLD_BUTTON)
    game = GAMES[table.game]
    players = players_of_next_deal(night, table)
    if len(players) < game.seats[0]:
        raise Declined(Decline.TOO_FEW)
    dealer = _dealer(table, players, random)
    chosen = dict(table.options).get(table.game, ())
    try:
        options = game.fit(game.parse_options(dict(chosen)), len(players))
        deck = list(game.pack(options, len(players)))
        random.shuffle(deck)
        state, events = game.setup(len(players), players.index(dealer), options, tuple(deck))
    except InvalidSetup:
        raise Declined(Decline.DOES_NOT_FIT) from None
    round_ = Round(
        number=night.games + 1,
        game=table.game,
        options=differing(game, options),
        players=players,
        dealer=players.index(dealer),
        deck=tuple(deck),
        state=state,
        started_at=now,
        asked_at=now,
        did=("",) * len(players),
    )
    night = _with_menus_closed(night, round_, range(len(players)))
    people = tuple(replace(person, resting=False) if person.id in table.seats else person for person in night.people)
    night = replace(night, games=round_.number, people=people)
    night = put_table(night, replace(table, result=None, dealer=dealer))
    return _after(Step(night=night, log=(_line_of_deal(round_),)), table.id, round_, state, events, now)


def _dealer(table: Table, players: tuple[PersonId, ...], random: Random) -> PersonId:
    """The first dealer is drawn by lot; whose turn to deal it is and who sits out passes it on clockwise (N6)."""
    if table.dealer is None:
        return random.choice(players)
    return next(person for person in from_seat(table, table.dealer) if person in players)


def _line_of_deal(round_: Round) -> str:
    """The first line of a game's log: all that the game is made from (N20)."""
    made_from = {
        "game": round_.game,
        "options": dict(round_.options),
        "players": round_.players,
        "dealer": round_.dealer,
        "deck": " ".join(round_.deck),
    }
    return json.dumps({"game": round_.number, "at": round_.started_at, "deal": made_from})


def act(night: Night, intent: Act, now: int) -> Step:
    """An action by somebody in the running game; Declined leaves everything as it was."""
    person, table = known(night, intent.person), night.table(intent.table)
    round_ = table.round if table else None
    if table is None or round_ is None or round_.number != intent.game:
        raise Declined(Decline.OLD_BUTTON)
    seat = round_.seat(person.id)
    if seat is None:
        raise Declined(Decline.NOT_PLAYING)
    game = GAMES[round_.game]
    try:
        action = game.parse_action(intent.action)
    except ValueError:
        raise Declined(Decline.REFUSED, Refused(Refusal.UNKNOWN_ACTION, "")) from None
    verb, _, argument = game.format_action(action).partition(" ")
    if intent.ply != round_.state.ply and verb not in ANY_TIME:
        raise Declined(Decline.OLD_BUTTON)
    if verb == "choose":
        check_drink(argument)
    # What was opened to choose the action is closed, also where the question stays (H3).
    night = put(night, replace(person, menu=None, menu_on="")) if person.menu else night
    return perform(night, table, round_, seat, action, now)


def choose_drink(night: Night, intent: ChooseDrink, now: int) -> Step:
    """The winner's choice, in the running game or, until the next deal, in the last one (S10)."""
    known(night, intent.person)
    check_drink(intent.drink)
    table = night.table(intent.table)
    if table is None:
        raise Declined(Decline.OLD_BUTTON)
    if table.round is None:
        return choose_after_the_end(night, table, intent, now)
    choice = f"choose {intent.drink}"
    return act(night, Act(person=intent.person, table=table.id, game=intent.game, ply=0, action=choice), now)


def perform(
    night: Night, table: Table, round_: Round, seat: Seat | None, action: Any, now: int, *, lapse: bool = False
) -> Step:
    """One step of the game and all that follows from it for the night; a `lapse` is the clock's doing (N2)."""
    game = GAMES[round_.game]
    try:
        state, events = game.step(round_.state, seat, action)
    except Refused as refused:
        raise Declined(Decline.REFUSED, refused) from None
    words = game.format_action(action)
    if seat is not None and words == "collapse":
        night = leave_unwell(night, table, round_.players[seat])
    line = json.dumps({"game": round_.number, "at": now, "seat": seat, "action": words})
    did = tuple(words if other == seat else before for other, before in enumerate(round_.did))
    round_ = replace(round_, did=did)
    if state.ply != round_.state.ply:
        round_ = replace(round_, by=None if lapse else seat)
    lapsed = seat if lapse else None
    return _after(Step(night=night, log=(line,)), table.id, round_, state, events, now, lapsed)


def leave_unwell(night: Night, table: Table, person_id: PersonId) -> Night:
    """The night with somebody gone from the table for health (N3)."""
    person = known(night, person_id)
    return put(put_table(night, stand_up(table, person_id)), replace(person, unwell=True, leaving=False))


def _after(
    step: Step, table_id: int, before: Round, state: Any, events: Sequence[Event], now: int, lapsed: Seat | None = None
) -> Step:
    """The night after a step of a game: charges are booked, the round goes on or ends, the group is told."""
    game = GAMES[before.game]
    outcome = game.outcome(state)
    night, entries = charge(step.night, before, events, now, outcome.chosen if outcome else None, lapsed)
    news = tuple(as_news(event, table_id, before) for event in events)
    debts = tuple(entry for entry in entries if entry.kind is EntryKind.ASSIGNED)
    round_ = replace(before, state=state, last=news or before.last, charged=before.charged + debts)
    if state.ply != before.state.ply:
        round_ = replace(round_, asked_at=now, nudged=False, charged=debts)
        night = _with_menus_closed(night, round_, game.actors(state))
    table = night.table(table_id)
    assert table is not None
    if outcome is None:
        night = put_table(night, replace(table, round=round_))
    else:
        night, told = _end(night, table, round_, outcome, entries)
        news += told
    return replace(step, night=night, news=news, entries=entries, events=tuple(events))


def _with_menus_closed(night: Night, round_: Round, asked: Sequence[Seat]) -> Night:
    """A new question closes what was opened for the old one, and everything on the screens of those it is for."""
    now_asked = {round_.players[seat] for seat in asked}
    people = tuple(
        replace(person, menu=None, menu_on="")
        if person.id in round_.players and (person.menu in OF_THE_QUESTION or (person.menu and person.id in now_asked))
        else person
        for person in night.people
    )
    return replace(night, people=people)


def as_news(event: Event, table: int, round_: Round) -> News:
    """What everybody may know of an event."""
    hidden = event.private_to
    data = tuple((field.name, getattr(event, field.name)) for field in fields(event) if field.name not in hidden)
    return fact_of_game(type(event).__name__, data, table, round_)


def fact_of_game(kind: str, data: tuple[tuple[str, Any], ...], table: int, round_: Round) -> News:
    """A fact about a running game."""
    return News(kind=kind, data=data, table=table, number=round_.number, game=round_.game, players=round_.players)


def _end(
    night: Night, table: Table, round_: Round, outcome: Outcome, entries: tuple[Entry, ...]
) -> tuple[Night, tuple[News, ...]]:
    """The table after a game: the result, the hat, the next dealer, those who leave and those who come."""
    has_winner = outcome.loser is not None
    for seat, player in enumerate(round_.players):
        person = known(night, player)
        person = replace(
            person,
            games=person.games + 1,
            wins=person.wins + (has_winner and outcome.places[:1] == (seat,)),
            losses=person.losses + (outcome.loser == seat),
            score=person.score + outcome.scores[seat],
        )
        night = put(night, person)
    arcipic = outcome.loser if outcome.title == "arcipic" else None
    night = _with_hat(night, table, None if arcipic is None else round_.players[arcipic])
    result = Result(
        number=round_.number,
        game=round_.game,
        players=round_.players,
        outcome=outcome,
        doses=tuple(entry.number for entry in entries if entry.rule == AT_THE_END),
    )
    table = replace(table, round=None, result=result, dealer=_next_dealer(table, round_, outcome.next_dealer))
    leaving = [person for person in night.people if person.leaving and person.id in round_.players]
    for person in leaving:
        night = put(night, replace(person, leaving=False))
        table = stand_up(table, person.id)
    return put_table(night, seat_the_queue(table)), tuple(fact("Left", person, table) for person in leaving)


def _with_hat(night: Night, table: Table, wearer: PersonId | None) -> Night:
    """The Arcipíč's hat is worn all through the table's next game, also by somebody who sits it out (S11, N15a)."""
    elsewhere = {person.id for person in night.people if (at := night.table_of(person.id)) and at.id != table.id}
    people = tuple(
        person if person.id in elsewhere else replace(person, hat=person.id == wearer) for person in night.people
    )
    return replace(night, people=people)


def _next_dealer(table: Table, round_: Round, seat: Seat) -> PersonId | None:
    """The next dealer, or when they have left the player clockwise of them (N6)."""
    order = (*round_.players[seat:], *round_.players[:seat], *table.seats)
    return next((person for person in order if person in table.seats), None)
