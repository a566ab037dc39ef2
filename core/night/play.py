"""A table's games: the deal, the actions, and what follows from them for the night (N1, N2, S10, S30)."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from core.commitment import commitment, new_salt
from core.game import CHOOSE, COLLAPSE, AnyGame, Charged, ChargeUndone, Event, InvalidSetup, Refusal, Refused, Seat
from core.games import GAMES
from core.ledger import EntryKind, PersonId
from core.night import cutting, deeds
from core.night.declined import Decline, Declined
from core.night.ending import ended
from core.night.house import rules_in_use, rules_of_deal, waits_for_a_rule
from core.night.intents import Act, ChooseDrink, Deal
from core.night.lobby import differing
from core.night.news import as_news, handed, with_coefficients, with_doses, with_end
from core.night.people import (
    is_enough_for_a_game,
    known,
    next_dealer,
    players_of_next_deal,
    put,
    put_table,
    stand_up,
    table_between_games,
)
from core.night.person import Menu, Person, is_bot
from core.night.rounds import asked, game_of
from core.night.slips import is_just_now, is_once_more, is_timeless, moments
from core.night.tally import charge, charge_round, check_drink, choose_after_the_end
from core.night.values import News, Night, Round, Step, Table

OF_THE_QUESTION = (Menu.NAME, Menu.MARK)
"""What is opened to answer the present question, and closed with it."""


def deal(night: Night, intent: Deal, now: int, random: Random) -> Step:
    """Shuffle and deal the game that the table has chosen, to all who do not sit out."""
    table = table_between_games(night, intent.person, intent.table)
    if intent.after != table.latest:
        raise Declined(Decline.OLD_BUTTON)
    if not is_enough_for_a_game(night, table):
        raise Declined(Decline.TOO_FEW)
    players = players_of_next_deal(night, table)
    if waits_for_a_rule(table):
        raise Declined(Decline.RULE_PENDING)
    dealer = next_dealer(table, players) or random.choice(players)
    salt, round_, events = _dealt(table, players, players.index(dealer), night.games + 1, now, random)
    # What is played is not changed in mid-game, also not by whoever only looks on (N16).
    night = _with_closed(
        night, lambda one: one.id in players or (one.menu is Menu.SETTINGS and table.keeps_a_place_for(one.id))
    )
    people = tuple(replace(person, resting=False) if person.id in table.seats else person for person in night.people)
    night = replace(night, games=round_.number, people=people)
    night = put_table(night, replace(table, result=None, earlier=(), dealer=dealer, cut=None))
    dealt = Step(night=night, log=(_line_of_deal(round_, table, salt),))
    return _after(dealt, table.id, round_, round_.state, events, now)


def _dealt(
    table: Table, players: tuple[PersonId, ...], dealer: Seat, number: int, now: int, random: Random
) -> tuple[str, Round, tuple[Event, ...]]:
    """The salt of the shuffle (N20), the new game and what happened at its deal."""
    game = GAMES[table.game]
    chosen = dict(dict(table.options).get(table.game, ()))
    suit = cutting.suit_of_deal(table, random)
    if suit is not None:
        chosen[cutting.OPTION] = suit
    try:
        options = game.fit(game.parse_options(chosen), len(players))
        cards = list(game.pack(options, len(players)))
        random.shuffle(cards)
        deck = tuple(cards)
        state, events = game.setup(len(players), dealer, options, deck, rules_of_deal(table, players))
    except InvalidSetup:
        raise Declined(Decline.DOES_NOT_FIT) from None
    salt = new_salt(random)
    round_ = Round(
        number=number,
        game=table.game,
        options=differing(game, options),
        players=players,
        dealer=dealer,
        deck=deck,
        state=state,
        started_at=now,
        asked_at=now,
        did=("",) * len(players),
        commitment=commitment(salt, deck),
    )
    return salt, round_, events


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
    if cutting.OPTION in options:
        made_from[cutting.OPTION] = options.pop(cutting.OPTION)
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
    game = game_of(round_)
    action = parsed(game, intent.action)
    words = game.format_action(action)
    verb, _, argument = words.partition(" ")
    is_spoken = verb in game.traits.spoken
    out_of_turn = verb in game.traits.out_of_turn and seat not in asked(round_)
    if is_once_more(round_, seat, words, now):
        if is_spoken:
            raise Declined(Decline.ALREADY_SAID)
        if (out_of_turn and table.out_of_turn) or is_just_now(round_, seat, now):
            raise Declined(Decline.JUST_DONE)
    is_asked_now = intent.ply == round_.state.ply or is_timeless(game, verb)
    if not is_asked_now and not (out_of_turn and table.out_of_turn):
        raise Declined(Decline.OLD_BUTTON)
    if verb == CHOOSE:
        check_drink(argument)
    if deeds.holds_up(round_, seat, verb):
        raise Declined(Decline.VOTE_OPEN)
    if person.menu and not is_spoken:
        # What was opened to choose the action is closed, also where the question stays (H3).
        night = put(night, replace(person, menu=None, menu_on=""))
    done = perform(night, table, round_, seat, action, now)
    if out_of_turn and not table.out_of_turn:
        raise Declined(Decline.REFUSED, Refused(Refusal.NOT_YOUR_TURN, "P24"))
    return done


def parsed(game: AnyGame, words: str) -> Any:
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
    choice = f"{CHOOSE} {intent.drink}"
    return act(night, Act(person=intent.person, table=table.id, game=intent.game, ply=0, action=choice), now)


def perform(
    night: Night, table: Table, round_: Round, seat: Seat | None, action: Any, now: int, *, lapse: bool = False
) -> Step:
    """One step of the game and all that follows from it for the night; a `lapse` is the clock's doing (N2)."""
    game = game_of(round_)
    try:
        state, events = game.step(round_.state, seat, action)
    except Refused as refused:
        raise Declined(Decline.REFUSED, refused) from None
    words = game.format_action(action)
    if seat is not None and words == COLLAPSE:
        night = leave_unwell(night, table, round_.players[seat])
    line = json.dumps({"game": round_.number, "at": now, "seat": seat, "action": words})
    did = tuple(words if other == seat else before for other, before in enumerate(round_.did))
    did_at = moments(round_, did, seat, state, events, now)
    round_ = replace(round_, did=did, did_at=did_at, latest=None if lapse else seat)
    if state.ply != round_.state.ply:
        round_ = replace(round_, by=None if lapse else seat)
    lapsed = seat if lapse else None
    return _after(Step(night=night, log=(line,)), table.id, round_, state, events, now, lapsed)


def leave_unwell(night: Night, table: Table, person_id: PersonId) -> Night:
    """The night with somebody gone from the table for health (N3)."""
    person = replace(known(night, person_id), unwell=True, leaving=False, exiting=False, menu=None, menu_on="")
    return put(put_table(night, stand_up(table, person_id)), person)


def _after(
    step: Step, table_id: int, before: Round, state: Any, events: Sequence[Event], now: int, lapsed: Seat | None = None
) -> Step:
    """The night after a step of a game: charges are booked, the round goes on or ends, the group is told."""
    game = game_of(before)
    events = tuple(event for event in events if not _is_a_bots_drink(event, before))
    outcome = game.outcome(state)
    night, entries, events = charge(step.night, before, events, now, outcome.chosen if outcome else None, lapsed)
    debts = tuple(entry for entry in entries if entry.kind is EntryKind.ASSIGNED)
    news = with_doses(with_coefficients(tuple(as_news(event, table_id, before) for event in events), debts))
    round_ = replace(before, state=state, last=news or before.last, charged=before.charged + debts)
    if before.paused_by is not None:
        # Whoever plays on ends the break (N2).
        round_ = replace(round_, paused_by=None, asked_at=now, nudged=False)
        by = before.paused_by if before.latest is None else before.players[before.latest]
        news = (News(kind="PlayedOn", data=(("person", by),), table=table_id), *news)
    # Never twice the same, so that it tells what a bot player has seen.
    round_ = replace(round_, moved_at=max(now, before.moved_at + 1), passed=())
    round_ = replace(round_, handed=handed(before, round_, events, before.latest if lapsed is None else lapsed))
    if state.ply != before.state.ply:
        round_ = replace(round_, asked_at=now, nudged=False, charged=debts)
        # A new question closes what was opened for the old one, and everything on the screens of those it is for.
        players, asked_now = round_.players, {round_.players[seat] for seat in game.actors(state)}
        night = _with_closed(
            night, lambda one: one.id in asked_now or (one.id in players and one.menu in OF_THE_QUESTION)
        )
    round_ = deeds.followed(before, round_)
    table = night.table(table_id)
    assert table is not None
    if outcome is None:
        night = put_table(night, replace(table, round=round_))
    else:
        # How it ended, and what is asked now: a menu would hide both.
        decider = None if night.split is None or night.split.refused else night.split.decider
        night = _with_closed(night, lambda one: one.id == decider or one.id in before.players)
        night, rounds = charge_round(night, before, outcome, events, now)
        entries += rounds
        of_choice = {event.rule for event in events if isinstance(event, Charged) and event.chosen_drink}
        doses = tuple(debt.number for debt in debts if debt.rule in of_choice)
        owed = tuple((debt.person, debt.ml) for debt in debts if debt.rule in (*of_choice, game.traits.round_clause))
        night, told = ended(night, table, round_, outcome, doses, owed, now)
        over = night.table(table_id)
        assert over is not None
        news = (*with_end(news, over.dealer), *told)
    return replace(step, night=night, news=news, entries=entries, events=events)


def _is_a_bots_drink(event: Event, round_: Round) -> bool:
    """Bot players drink nothing, so that nothing is charged (N21)."""
    return isinstance(event, Charged | ChargeUndone) and is_bot(round_.players[event.seat])


def _with_closed(night: Night, closes: Callable[[Person], bool]) -> Night:
    """The night without the menus of these people."""
    people = tuple(
        replace(person, menu=None, menu_on="") if person.menu and closes(person) else person for person in night.people
    )
    return replace(night, people=people)
