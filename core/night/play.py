"""A table's games: the deal, the actions, the end (N1, N2, N6, S10, S11, S30)."""

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from core import akcni
from core.cards import GERMAN_SUITS
from core.commitment import commitment, new_salt
from core.game import Charged, ChargeUndone, Event, Game, InvalidSetup, Outcome, Refusal, Refused, Seat
from core.games import GAMES
from core.ledger import Entry, EntryKind, PersonId
from core.night import farewell
from core.night.declined import Decline, Declined
from core.night.house import rules_in_use, rules_of_deal, with_winner_asked
from core.night.intents import Act, ChooseDrink, Deal
from core.night.lobby import OF_A_DEAL, differing
from core.night.people import (
    fact,
    known,
    next_dealer,
    players_of_next_deal,
    put,
    put_table,
    seat_the_queue,
    stand_up,
    table_between_games,
)
from core.night.tally import AT_THE_END, charge, charge_round, check_drink, choose_after_the_end
from core.night.values import Menu, News, Night, Result, Round, Step, Table, is_bot

SPOKEN = ("greet", "last", "prsi", "say")
"""Words at the table: to say them twice in a row is one slip of the finger."""
ANY_TIME = ("choose", "collapse", "last", "prsi", "say")
"""Actions that stay the same whatever the table has been asked since."""
OF_A_TURN = ("play", "greet")
"""Actions that a game may take out of turn, as mistakes: only where the table wants it so (P24)."""
OF_THE_QUESTION = (Menu.NAME, Menu.MARK)
"""What is opened to answer the present question, and closed with it."""


def deal(night: Night, intent: Deal, now: int, random: Random) -> Step:
    """Shuffle and deal the game that the table has chosen, to all who do not sit out."""
    table = table_between_games(night, intent.person, intent.table)
    if intent.after != table.latest:
        raise Declined(Decline.OLD_BUTTON)
    game = GAMES[table.game]
    players = players_of_next_deal(night, table)
    if len(players) < game.seats[0] or all(map(is_bot, players)):
        raise Declined(Decline.TOO_FEW)
    if table.proposal is not None and table.game == akcni.id:
        raise Declined(Decline.RULE_PENDING)
    dealer = next_dealer(table, players) or random.choice(players)
    chosen = dict(dict(table.options).get(table.game, ()))
    if table.game == akcni.id and chosen.get("action_suit") == "cut":
        chosen["cut"] = table.cut or random.choice(GERMAN_SUITS)
    try:
        options = game.fit(game.parse_options(chosen), len(players))
        deck = list(game.pack(options, len(players)))
        random.shuffle(deck)
        house = rules_of_deal(table, players)
        state, events = game.setup(len(players), players.index(dealer), options, tuple(deck), house)
    except InvalidSetup:
        raise Declined(Decline.DOES_NOT_FIT) from None
    salt = new_salt(random)
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
        commitment=commitment(salt, tuple(deck)),
    )
    night = _with_menus_closed(night, round_, range(len(players)))
    people = tuple(replace(person, resting=False) if person.id in table.seats else person for person in night.people)
    night = replace(night, games=round_.number, people=people)
    night = put_table(night, replace(table, result=None, earlier=(), dealer=dealer, cut=None))
    return _after(Step(night=night, log=(_line_of_deal(round_, table, salt),)), table.id, round_, state, events, now)


def _line_of_deal(round_: Round, table: Table, salt: str) -> str:
    """The first line of a game's log: all that the game is made from, players by id (N20).

    As in a record, a cut suit is no option (P13), and house rules are tables of their own (P27).
    """
    options = dict(round_.options)
    made_from: dict[str, object] = {
        "game": round_.game,
        "options": options,
        "players": round_.players,
        "dealer": round_.dealer,
        "deck": " ".join(round_.deck),
        "salt": salt,
    }
    if OF_A_DEAL in options:
        made_from[OF_A_DEAL] = options.pop(OF_A_DEAL)
    if house := rules_in_use(table):
        made_from["house"] = [rule.table("") | {"author": rule.author} for rule in house]
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
    action = parsed(game, intent.action)
    words = game.format_action(action)
    verb, _, argument = words.partition(" ")
    out_of_turn = verb in OF_A_TURN and seat not in game.actors(round_.state)
    if (round_.latest, round_.did[seat]) == (seat, words):
        if verb in SPOKEN:
            raise Declined(Decline.ALREADY_SAID)
        if out_of_turn and table.out_of_turn:
            raise Declined(Decline.JUST_DONE)
    if intent.ply != round_.state.ply and verb not in ANY_TIME and not (out_of_turn and table.out_of_turn):
        raise Declined(Decline.OLD_BUTTON)
    if verb == "choose":
        check_drink(argument)
    if verb == "play" and round_.vote is not None and round_.vote.accused == seat:
        raise Declined(Decline.VOTE_OPEN)
    if person.menu and verb not in SPOKEN:
        # What was opened to choose the action is closed, also where the question stays (H3).
        night = put(night, replace(person, menu=None, menu_on=""))
    done = perform(night, table, round_, seat, action, now)
    if out_of_turn and not table.out_of_turn:
        raise Declined(Decline.REFUSED, Refused(Refusal.NOT_YOUR_TURN, "P24"))
    return done


def parsed(game: Game[Any, Any, Any, Any], words: str) -> Any:
    """The action that these words are; Declined for words that are none."""
    try:
        return game.parse_action(words)
    except ValueError:
        raise Declined(Decline.REFUSED, Refused(Refusal.UNKNOWN_ACTION, "")) from None


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
    round_ = replace(round_, did=did, latest=None if lapse else seat)
    if round_.acquitted:
        round_ = replace(round_, acquitted=_still_acquitted(round_, state))
    if state.ply != round_.state.ply:
        round_ = replace(round_, by=None if lapse else seat)
    lapsed = seat if lapse else None
    return _after(Step(night=night, log=(line,)), table.id, round_, state, events, now, lapsed)


def _still_acquitted(round_: Round, state: Any) -> tuple[Seat, ...]:
    """Those whose latest deed is the same after a step: a card of theirs, unless it was taken back, ends it (P28)."""
    before = round_.state.deeds
    return tuple(
        deed.seat for deed in state.deeds if deed.seat in round_.acquitted and any(deed is one for one in before)
    )


def leave_unwell(night: Night, table: Table, person_id: PersonId) -> Night:
    """The night with somebody gone from the table for health (N3)."""
    person = known(night, person_id)
    return put(put_table(night, stand_up(table, person_id)), replace(person, unwell=True, leaving=False))


def _after(
    step: Step, table_id: int, before: Round, state: Any, events: Sequence[Event], now: int, lapsed: Seat | None = None
) -> Step:
    """The night after a step of a game: charges are booked, the round goes on or ends, the group is told."""
    game = GAMES[before.game]
    events = tuple(event for event in events if not _is_a_bots_drink(event, before))
    outcome = game.outcome(state)
    night, entries = charge(step.night, before, events, now, outcome.chosen if outcome else None, lapsed)
    news = tuple(as_news(event, table_id, before) for event in events)
    debts = tuple(entry for entry in entries if entry.kind is EntryKind.ASSIGNED)
    round_ = replace(before, state=state, last=news or before.last, charged=before.charged + debts)
    if before.paused_by is not None:
        # Whoever plays on ends the break (N2).
        round_ = replace(round_, paused_by=None, asked_at=now, nudged=False)
    # Never twice the same, so that it tells what a bot player has seen.
    round_ = replace(round_, moved_at=max(now, before.moved_at + 1), passed=())
    if state.ply != before.state.ply:
        round_ = replace(round_, asked_at=now, nudged=False, charged=debts)
        night = _with_menus_closed(night, round_, game.actors(state))
    if round_.vote is not None and round_.vote.accused not in {deed.seat for deed in state.deeds}:
        round_ = replace(round_, vote=None)
    table = night.table(table_id)
    assert table is not None
    if outcome is None:
        night = put_table(night, replace(table, round=round_))
    else:
        night, rounds = charge_round(night, before, outcome, now)
        entries += rounds
        night, told = _end(night, table, round_, outcome, entries, now)
        news += told
    return replace(step, night=night, news=news, entries=entries, events=events)


def _is_a_bots_drink(event: Event, round_: Round) -> bool:
    """Bot players drink nothing, so that nothing is charged (N21)."""
    return isinstance(event, Charged | ChargeUndone) and is_bot(round_.players[event.seat])


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
    night: Night, table: Table, round_: Round, outcome: Outcome, entries: tuple[Entry, ...], now: int
) -> tuple[Night, tuple[News, ...]]:
    """The table after a game: the result, the hat, the next dealer, those who leave and those who come."""
    has_winner, scored = outcome.loser is not None, any(person.score for person in night.people)
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
    if has_winner:
        winner = round_.players[outcome.places[0]]
        night = replace(night, wins=(*night.wins, (now - night.opened_at, winner)))
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
