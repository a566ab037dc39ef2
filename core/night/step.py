"""The one function of the night: an intent and the time make the next night."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from core.game import InvalidSetup
from core.games import GAMES
from core.ledger import Entry, EntryKind, PersonId, add
from core.night import intents as want
from core.night.clock import tick
from core.night.declined import Decline, Declined
from core.night.people import put, put_table, sit, stand_up
from core.night.play import act, choose_after_the_end, deal, perform, player_of
from core.night.values import TURN_LIMITS, News, Night, OptionValue, Person, Step, Table

SAME_TAP = 2_000
"""A second *Vypito* by the same person within so many ms is the same tap."""


def step(night: Night, intent: want.Intent, now: int, random: Random) -> Step:
    """The night after an intent, `now` in Unix milliseconds; Declined when it changes nothing."""
    if night.ended_at:
        raise Declined(Decline.NIGHT_OVER)
    if isinstance(intent, want.Tick):
        return tick(night, now)
    if isinstance(intent, want.MoveChat):
        return Step(night=replace(night, chat=intent.chat, posted=night.posted + 1))
    person = night.person(intent.person)
    if person is not None and person.missed:
        night = put(night, replace(person, missed=0))
    return _STEPS[type(intent)](night, intent, now, random)


def _join(night: Night, intent: want.Join, now: int, random: Random) -> Step:
    before = night.person(intent.person)
    person = before or Person(id=intent.person, name=intent.name)
    here = night.table_of(intent.person)
    reachable = person.reachable if intent.reachable is None else intent.reachable
    person = replace(
        person,
        name=intent.name,
        language=intent.language or person.language,
        reachable=reachable,
        leaving=False,
        resting=False,
        called=person.called + 1,
        phoenix=person.phoenix or (person.unwell and here is None),
        unwell=person.unwell and here is not None,
    )
    night = put(night, person)
    if here is not None and (person.id in here.seats or person.id in here.queue):
        return Step(night=night)
    table = here or (night.table(intent.table) if intent.table else None) or night.tables[0]
    night = put_table(night, sit(table, person.id))
    # Between games the table itself shows who is there; only a newcomer to a running game or a Phoenix is news.
    rises = person.phoenix and not (before and before.phoenix)
    told = rises or table.round is not None
    return Step(night=night, news=(_told("Joined", person, table, phoenix=rises),) if told else ())


def _leave(night: Night, intent: want.Leave, now: int, random: Random) -> Step:
    person, table = _seated(night, intent.person)
    if table.round is not None and person.id in table.round.players:
        return Step(night=put(night, replace(person, leaving=not person.leaving, menu=None)))
    night = put_table(put(night, replace(person, menu=None)), stand_up(table, person.id))
    return Step(night=night, news=(_told("Left", person, table),))


def _unwell(night: Night, intent: want.Unwell, now: int, random: Random) -> Step:
    person, table = _seated(night, intent.person)
    night = put(night, replace(person, menu=None))
    round_ = table.round
    seat = round_.seat(person.id) if round_ else None
    if round_ is not None and seat is not None:
        game = GAMES[round_.game]
        try:
            return perform(night, table, round_, seat, game.parse_action("collapse"), now)
        except Declined:
            pass  # Already out of this game: they simply go.
    night = put_table(put(night, replace(person, menu=None, unwell=True)), stand_up(table, person.id))
    return Step(night=night, news=(_told("LeftUnwell", person, table),))


def _rest(night: Night, intent: want.Rest, now: int, random: Random) -> Step:
    person, _ = _seated(night, intent.person)
    return Step(night=put(night, replace(person, resting=not person.resting)))


def _pick_game(night: Night, intent: want.PickGame, now: int, random: Random) -> Step:
    table = _between_games(night, intent.table)
    player_of(night, intent.person)
    if intent.game not in GAMES:
        raise Declined(Decline.OLD_BUTTON)
    return Step(night=put_table(night, replace(table, game=intent.game)))


def _set_option(night: Night, intent: want.SetOption, now: int, random: Random) -> Step:
    table = _between_games(night, intent.table)
    player_of(night, intent.person)
    chosen = dict(table.options).get(table.game, ())
    return _with_options(night, table, {**dict(chosen), intent.option: intent.setting})


def _set_options(night: Night, intent: want.SetOptions, now: int, random: Random) -> Step:
    table = _between_games(night, intent.table)
    player_of(night, intent.person)
    if intent.game != table.game:
        raise Declined(Decline.OLD_BUTTON)
    return _with_options(night, table, dict(intent.options))


def _with_options(night: Night, table: Table, raw: dict[str, OptionValue]) -> Step:
    """The table's game with exactly these options chosen; Declined when it knows no such ones."""
    try:
        GAMES[table.game].parse_options(raw)
    except InvalidSetup:
        raise Declined(Decline.OLD_BUTTON) from None
    options = {**dict(table.options), table.game: tuple(sorted(raw.items()))}
    return Step(night=put_table(night, replace(table, options=tuple(sorted(options.items())))))


def _set_limit(night: Night, intent: want.SetLimit, now: int, random: Random) -> Step:
    table = _between_games(night, intent.table)
    player_of(night, intent.person)
    if intent.seconds not in TURN_LIMITS:
        raise Declined(Decline.OLD_BUTTON)
    return Step(night=put_table(night, replace(table, limit=intent.seconds)))


def _deal(night: Night, intent: want.Deal, now: int, random: Random) -> Step:
    _, table = _seated(night, intent.person)
    return deal(night, table, intent, now, random)


def _act(night: Night, intent: want.Act, now: int, random: Random) -> Step:
    player_of(night, intent.person)
    table = night.table(intent.table)
    if table is None:
        raise Declined(Decline.OLD_BUTTON)
    return act(night, table, intent, now)


def _choose_drink(night: Night, intent: want.ChooseDrink, now: int, random: Random) -> Step:
    player_of(night, intent.person)
    table = night.table(intent.table)
    if table is None:
        raise Declined(Decline.OLD_BUTTON)
    return choose_after_the_end(night, table, intent, now)


def _open_menu(night: Night, intent: want.OpenMenu, now: int, random: Random) -> Step:
    person = player_of(night, intent.person)
    called = person.called + intent.anew
    return Step(night=put(night, replace(person, menu=intent.menu, menu_on=intent.on, called=called)))


def _show_hand(night: Night, intent: want.ShowHand, now: int, random: Random) -> Step:
    person = player_of(night, intent.person)
    reachable = person.reachable if intent.reachable is None else intent.reachable
    return Step(night=put(night, replace(person, called=person.called + 1, menu=None, menu_on="", reachable=reachable)))


def _show_table(night: Night, intent: want.ShowTable, now: int, random: Random) -> Step:
    return Step(night=replace(night, posted=night.posted + 1))


def _show_board(night: Night, intent: want.ShowBoard, now: int, random: Random) -> Step:
    return Step(night=night, news=(News(kind="Board"),))


def _show_rules(night: Night, intent: want.ShowRules, now: int, random: Random) -> Step:
    return Step(night=night, news=(News(kind="Rules"),))


def _drink_up(night: Night, intent: want.DrinkUp, now: int, random: Random) -> Step:
    """One tap settles the oldest debt, or all (N9)."""
    person = player_of(night, intent.person)
    debts = night.books.debts(person.id)
    if not debts:
        raise Declined(Decline.NOTHING_OWED)
    if intent.entry is not None:
        debts = tuple(debt for debt in debts if debt.number == intent.entry)
        if not debts:
            raise Declined(Decline.JUST_DONE)
    else:
        mine = [e for e in night.books.recent if e.kind is EntryKind.DRUNK and e.person == person.id]
        if mine and now - mine[-1].at < SAME_TAP:
            raise Declined(Decline.JUST_DONE)
        debts = debts if intent.everything else debts[:1]
    return _with_entries(
        night,
        [replace(debt, kind=EntryKind.DRUNK, refers=debt.number, at=now, by=person.id) for debt in debts],
    )


def _correct(night: Night, intent: want.Correct, now: int, random: Random) -> Step:
    """Anybody at the table takes back one of the latest entries, and the group sees it (N8)."""
    person, _ = _seated(night, intent.person)
    entry = night.books.find(intent.entry)
    if entry is None or entry not in night.books.correctable():
        raise Declined(Decline.NOT_CORRECTABLE)
    correction = replace(entry, kind=EntryKind.CORRECTION, refers=entry.number, at=now, by=person.id)
    done = _with_entries(put(night, replace(person, menu=None)), [correction])
    data = (
        ("by", person.id),
        ("person", entry.person),
        ("ml", entry.ml),
        ("rule", entry.rule),
        ("was", entry.kind.value),
    )
    return replace(done, news=(News(kind="Corrected", data=data),))


def _with_entries(night: Night, entries: list[Entry]) -> Step:
    """The entries, numbered on, in ledger and books."""
    books, numbered = night.books, []
    for entry in entries:
        numbered.append(replace(entry, number=books.last + 1))
        books = add(books, numbered[-1])
    return Step(night=replace(night, books=books), entries=tuple(numbered))


def _end_night(night: Night, intent: want.EndNight, now: int, random: Random) -> Step:
    person = player_of(night, intent.person)
    if intent.cancelled:
        return Step(night=replace(night, ending=None))
    if not intent.confirmed:
        return Step(night=replace(night, ending=person.id, posted=night.posted + 1))
    if night.ending is None:
        raise Declined(Decline.OLD_BUTTON)
    tables = tuple(replace(table, round=None) for table in night.tables)
    return Step(night=replace(night, tables=tables, ending=None, ended_at=now), news=(News(kind="NightEnded"),))


def _reachable(night: Night, intent: want.Reachable, now: int, random: Random) -> Step:
    person = player_of(night, intent.person)
    if person.reachable == intent.reachable:
        return Step(night=night)
    night = put(night, replace(person, reachable=intent.reachable))
    return Step(
        night=night, news=() if intent.reachable else (News(kind="Unreachable", data=(("person", person.id),)),)
    )


def _seated(night: Night, person_id: PersonId) -> tuple[Person, Table]:
    """The person and their table; Declined for somebody who has none."""
    person, table = night.person(person_id), night.table_of(person_id)
    if person is None or table is None:
        raise Declined(Decline.STRANGER)
    return person, table


def _between_games(night: Night, table_id: int) -> Table:
    table = night.table(table_id)
    if table is None:
        raise Declined(Decline.OLD_BUTTON)
    if table.round is not None:
        raise Declined(Decline.GAME_RUNNING)
    return table


def _told(kind: str, person: Person, table: Table, **data: object) -> News:
    return News(kind=kind, data=(("person", person.id), *data.items()), table=table.id)


_STEPS: dict[type, Callable[[Night, Any, int, Random], Step]] = {
    want.Join: _join,
    want.Leave: _leave,
    want.Unwell: _unwell,
    want.Rest: _rest,
    want.PickGame: _pick_game,
    want.SetOption: _set_option,
    want.SetOptions: _set_options,
    want.SetLimit: _set_limit,
    want.Deal: _deal,
    want.Act: _act,
    want.ChooseDrink: _choose_drink,
    want.OpenMenu: _open_menu,
    want.ShowHand: _show_hand,
    want.ShowTable: _show_table,
    want.ShowBoard: _show_board,
    want.ShowRules: _show_rules,
    want.DrinkUp: _drink_up,
    want.Correct: _correct,
    want.EndNight: _end_night,
    want.Reachable: _reachable,
}
