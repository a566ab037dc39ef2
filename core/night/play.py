"""A table's games: the deal, an action, the clock, the end (N2, N6, N9, N10, S10, S11)."""

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from core.game import Charged, ChargeUndone, Event, InvalidSetup, Outcome, Refusal, Refused, Seat
from core.games import GAMES
from core.ledger import Entry, EntryKind, PersonId, add
from core.night.declined import Decline, Declined
from core.night.intents import Act, ChooseDrink, Deal
from core.night.people import players_of_next_deal, put, put_table, seat_the_queue, stand_up
from core.night.values import News, Night, Person, Result, Round, Step, Table

ANY_TIME = ("choose", "collapse")
"""Actions that stay the same whatever the table has been asked since."""


def deal(night: Night, table: Table, intent: Deal, now: int, random: Random) -> Step:
    """Shuffle and deal the game that the table has chosen, to all who do not sit out."""
    if table.round is not None:
        raise Declined(Decline.GAME_RUNNING)
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
        options=chosen,
        players=players,
        dealer=players.index(dealer),
        deck=tuple(deck),
        state=state,
        started_at=now,
        asked_at=now,
    )
    line = {"game": round_.number, "at": now, "deal": {"game": table.game, "options": dict(chosen), "players": players}}
    line["deal"] |= {"dealer": round_.dealer, "deck": " ".join(deck)}  # type: ignore[operator]
    night = replace(night, games=night.games + 1)
    night = put_table(night, replace(table, round=round_, result=None, dealer=dealer))
    step = Step(night=night, log=(json.dumps(line),))
    return _after(step, table.id, round_, state, events, now)


def _dealer(table: Table, players: tuple[PersonId, ...], random: Random) -> PersonId:
    """The first dealer is drawn by lot; whose turn to deal it is and who sits out passes it on clockwise (N6)."""
    if table.dealer is None:
        return random.choice(players)
    at = table.seats.index(table.dealer)
    return next(person for person in (*table.seats[at:], *table.seats[:at]) if person in players)


def act(night: Night, table: Table, intent: Act, now: int) -> Step:
    """An action by somebody in the running game; Declined leaves everything as it was."""
    round_ = table.round
    if round_ is None or round_.number != intent.game:
        raise Declined(Decline.OLD_BUTTON)
    seat = round_.seat(intent.person)
    if seat is None:
        raise Declined(Decline.NOT_PLAYING)
    try:
        action = GAMES[round_.game].parse_action(intent.action)
    except ValueError:
        raise Declined(Decline.REFUSED, Refused(Refusal.UNKNOWN_ACTION, "")) from None
    if intent.ply != round_.state.ply and intent.action.split(" ")[0] not in ANY_TIME:
        raise Declined(Decline.OLD_BUTTON)
    # What was opened to choose the action is closed, also where the question stays (H3).
    person = player_of(night, intent.person)
    if person.menu is not None:
        night = put(night, replace(person, menu=None, menu_on=""))
    return perform(night, table, round_, seat, action, now)


def perform(
    night: Night, table: Table, round_: Round, seat: Seat | None, action: Any, now: int, *, lapse: bool = False
) -> Step:
    """One step of the game and all that follows from it for the night; a `lapse` is the clock's doing (N2)."""
    game = GAMES[round_.game]
    try:
        state, events = game.step(round_.state, seat, action)
    except Refused as refused:
        raise Declined(Decline.REFUSED, refused) from None
    line = json.dumps({"game": round_.number, "at": now, "seat": seat, "action": game.format_action(action)})
    step = _after(Step(night=night, log=(line,)), table.id, round_, state, events, now, lapse=lapse)
    if seat is not None and game.format_action(action) == "collapse":
        step = replace(step, night=_leave_unwell(step.night, table.id, round_.players[seat]))
    return step


def _after(
    step: Step, table_id: int, before: Round, state: Any, events: Sequence[Event], now: int, *, lapse: bool = False
) -> Step:
    """The night after a step of a game: the round goes on or ends, charges are booked, the group is told."""
    night = step.night
    news = tuple(as_news(event, table_id, before) for event in events)
    asked_anew = state.ply != before.state.ply
    round_ = replace(before, state=state, last=news or before.last)
    if asked_anew:
        round_ = replace(round_, asked_at=now, nudged=False)
        night = replace(night, people=tuple(replace(p, menu=None, menu_on="") if p.menu else p for p in night.people))
    table = night.table(table_id)
    assert table is not None
    night = put_table(night, replace(table, round=round_))
    outcome = GAMES[round_.game].outcome(state)
    night, entries = _book(night, round_, events, now, outcome.chosen if outcome else None, lapse=lapse)
    if outcome is not None:
        night = _end(night, table_id, round_, outcome, entries)
    return replace(step, night=night, news=(*step.news, *news), entries=(*step.entries, *entries), events=tuple(events))


def as_news(event: Event, table: int, round_: Round) -> News:
    """What everybody may know of an event."""
    hidden = event.private_to
    data = tuple((field.name, getattr(event, field.name)) for field in fields(event) if field.name not in hidden)
    return fact_of_game(type(event).__name__, data, table, round_)


def fact_of_game(kind: str, data: tuple[tuple[str, Any], ...], table: int, round_: Round) -> News:
    """A fact about a running game."""
    return News(kind=kind, data=data, table=table, number=round_.number, game=round_.game, players=round_.players)


def _book(
    night: Night, round_: Round, events: Sequence[Event], now: int, chosen: str | None, *, lapse: bool
) -> tuple[Night, tuple[Entry, ...]]:
    """Charges become debts; nobody pays because the clock drew for them from an empty table (N2, S5)."""
    entries: list[Entry] = []
    books = night.books
    for event in events:
        entry: Entry | None = None
        if isinstance(event, Charged) and event.ml and not (lapse and event.rule == "S5"):
            entry = Entry(
                number=books.last + 1,
                kind=EntryKind.ASSIGNED,
                person=round_.players[event.seat],
                ml=event.ml,
                rule=event.rule,
                game=round_.number,
                at=now,
                drink=chosen if event.chosen_drink else None,
            )
        elif isinstance(event, ChargeUndone):
            wrong = next(
                e
                for e in reversed(books.recent)
                if e.kind is EntryKind.ASSIGNED
                and (e.person, e.ml, e.rule, e.game)
                == (round_.players[event.seat], event.ml, event.rule, round_.number)
                and e.number not in books.void
            )
            entry = replace(wrong, number=books.last + 1, kind=EntryKind.CORRECTION, refers=wrong.number, at=now)
        if entry is not None:
            books = add(books, entry)
            entries.append(entry)
    return replace(night, books=books), tuple(entries)


def _leave_unwell(night: Night, table_id: int, person_id: PersonId) -> Night:
    table, person = night.table(table_id), night.person(person_id)
    assert table is not None
    assert person is not None
    return put(put_table(night, stand_up(table, person_id)), replace(person, unwell=True, leaving=False))


def _end(night: Night, table_id: int, round_: Round, outcome: Outcome, entries: tuple[Entry, ...]) -> Night:
    """The table after a game: the result, the hat, the next dealer, those who leave and those who come."""
    table = night.table(table_id)
    assert table is not None
    arcipic = outcome.loser if outcome.title == "arcipic" else None
    for seat, player in enumerate(round_.players):
        person = night.person(player)
        assert person is not None
        won = bool(outcome.places) and outcome.places[0] == seat and outcome.loser is not None
        night = put(
            night,
            replace(
                person,
                games=person.games + 1,
                wins=person.wins + won,
                losses=person.losses + (outcome.loser == seat),
                score=person.score + outcome.scores[seat],
            ),
        )
    # The hat is worn all through the game after the one that earned it, also by somebody who sits it out (S11, N15a).
    wearer = round_.players[arcipic] if arcipic is not None else None
    at_table = {*table.seats, *round_.players}
    leaving = [person.id for person in night.people if person.leaving]
    night = replace(
        night,
        people=tuple(
            replace(person, hat=person.id == wearer, resting=False, leaving=False) if person.id in at_table else person
            for person in night.people
        ),
    )
    result = Result(
        number=round_.number,
        game=round_.game,
        players=round_.players,
        outcome=outcome,
        doses=tuple(entry.number for entry in entries if entry.rule == "S11"),
    )
    next_dealer = round_.players[outcome.next_dealer]
    table = replace(table, round=None, result=result)
    table = replace(table, dealer=_dealer_or_next(next_dealer, round_, table))
    for person_id in leaving:
        table = stand_up(table, person_id)
    return put_table(night, seat_the_queue(table))


def _dealer_or_next(dealer: PersonId, round_: Round, table: Table) -> PersonId | None:
    """The next dealer, or when they have left the player clockwise of them (N6)."""
    at = round_.players.index(dealer)
    order = (*round_.players[at:], *round_.players[:at], *table.seats)
    return next((person for person in order if person in table.seats), None)


def choose_after_the_end(night: Night, table: Table, intent: ChooseDrink, now: int) -> Step:
    """The winner's choice until the next deal: end-of-game doses that are still open become that drink (S10)."""
    result = table.result
    if result is None or result.number != intent.game:
        raise Declined(Decline.OLD_BUTTON)
    if not result.outcome.places or result.players[result.outcome.places[0]] != intent.person:
        raise Declined(Decline.REFUSED, Refused(Refusal.NOT_YOUR_TURN, "S10"))
    books, entries, doses = night.books, [], []
    for number in result.doses:
        dose = books.find(number)
        if dose is None or dose not in books.open or dose.drink == intent.drink:
            doses.append(number)
            continue
        undone = replace(
            dose, number=books.last + 1, kind=EntryKind.CORRECTION, refers=number, at=now, by=intent.person
        )
        books = add(books, undone)
        anew = replace(dose, number=books.last + 1, at=now, drink=intent.drink)
        books = add(books, anew)
        entries += [undone, anew]
        doses.append(anew.number)
    night = replace(night, books=books)
    outcome = replace(result.outcome, chosen=intent.drink)
    night = put_table(night, replace(table, result=replace(result, outcome=outcome, doses=tuple(doses))))
    return Step(night=night, entries=tuple(entries))


def player_of(night: Night, person: PersonId) -> Person:
    """A person who takes part; Declined for a stranger."""
    somebody = night.person(person)
    if somebody is None:
        raise Declined(Decline.STRANGER)
    return somebody
