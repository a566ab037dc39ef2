"""Evenings of people who do anything at any time, refereed after each wish."""

import json
import pickle
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games import GAMES
from core.ledger import Books, Entry, EntryKind, add
from core.night import Declined, News, Night, Step, Table, deadline, step
from core.night import intents as want
from core.night.closing import QUIET, may_confirm
from core.night.person import LAPSES_TO_SIT_OUT, is_bot
from tests.core.nights import OPENED, Replayed, move
from tests.core.test_ledger import expected_rounds, expected_sums
from tests.core.wishes import anything, opened, whim

EVENINGS = 32
BATCHES = 4
WISHES = 400
FEWER = 250
AFTERWARDS = 20
CROWDS = (("smidary", 8), ("smidary", 9), ("prsi", 4), ("shithead", 2))
"""Games and how many sit down for them, so that there are two tables, votes about deeds, shitheads."""
PAUSES = (10, 300, 5_000, 40_000, 100_000)
"""Milliseconds between two wishes."""
SHOWS_CARDS = {
    "CardTurnedUp", "BottomAnnounced", "BottomDoubted", "StartJudged", "CardPlayed", "HandShown", "PlayTakenBack",
    "CallFailed", "CardsSwapped", "CardsPlayed", "CardFlipped", "PileTaken", "MistakeMade", "OpenCardsDrawn",
    "HouseRuleApplied",
}  # fmt: skip
"""Facts about cards that lie open, or did: everybody has seen them. Dealt open cards are looked at below."""


class Referee:
    """A night, all that was written of it, and what must hold after every wish."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.now = OPENED + 10_000
        self.entries: list[Entry] = []
        self.replayed = Replayed()
        self.done: set[type] = set()
        """All kinds of wishes that have come true."""

    def hears(self, wish: want.Intent, random: Random) -> None:
        before, frozen = self.night, pickle.dumps(self.night)
        try:
            done = step(before, wish, self.now, random)
            self.done.add(type(wish))
        except Declined as why:
            done = Step(night=why.night or before)
            check_nothing_done(before, done.night, getattr(wish, "person", None))
        assert not done.faults
        self.night = done.night
        self._check_entries(before, wish, done)
        self._check_log(done)
        for fact in done.news:
            check_news(fact, before, done.night)
        assert pickle.dumps(before) == frozen
        check_tables(before, self.night)
        check_games(before, self.night)

    def _check_entries(self, before: Night, wish: want.Intent, done: Step) -> None:
        self.entries += done.entries
        books = before.books
        for entry in done.entries:
            assert entry.number == books.last + 1
            is_charge = entry.kind in (EntryKind.ASSIGNED, EntryKind.ROUND)
            was = self.entries[entry.refers - 1] if entry.refers else entry
            # A charge is new, or takes the place of a correction: in other ml where it is of another drink (S10).
            assert is_charge if was is entry else is_charge == (was.kind is EntryKind.CORRECTION)
            assert is_charge or entry.ml == was.ml
            assert entry.ml >= 0
            assert not is_bot(entry.person)
            assert done.night.person(entry.person) is not None
            books = add(books, entry)
        assert done.night.books == books
        assert [entry.number for entry in self.entries] == list(range(1, books.last + 1))
        for person in done.night.people:
            sums = books.of(person.id)
            said = (sums.assigned, sums.drunk, sums.forgiven, sums.doses, books.owed(person.id))
            assert said == expected_sums(self.entries, person.id)
            assert min(said) >= 0
        assert [due.number for due in books.rounds] == expected_rounds(self.entries)
        if isinstance(wish, want.Tick):
            assert not {entry.rule for entry in done.entries} & {"S5", "S14"}

    def _check_log(self, done: Step) -> None:
        for line in done.log:
            self.replayed.reads(line)
        for table in done.night.tables:
            if table.round is not None:
                assert self.replayed.states[table.round.number] == table.round.state

    def is_over(self) -> None:
        """The ledger from its first line makes the same books."""
        books = Books()
        for entry in self.entries:
            books = add(books, entry)
        assert books == self.night.books


def check_nothing_done(before: Night, after: Night, by: int | None) -> None:
    """Only whoever wished it may be back, from missed turns or a break; then the time for a turn begins anew (N2)."""
    was = next((person for person in before.people if person.id == by), None)
    back = [replace(person, missed=0, on_break=False) if person is was else person for person in before.people]
    assert after.people in (before.people, tuple(back))
    tables = before.tables
    if was is not None and was.on_break:
        tables = tuple(
            replace(one, round=replace(one.round, asked_at=now.round.asked_at, nudged=now.round.nudged))
            if one.round and now.round
            else one
            for one, now in zip(before.tables, after.tables, strict=True)
        )
    assert replace(after, people=before.people, tables=tables) == replace(before, tables=tables)
    assert after.tables in (before.tables, tables)


def check_news(fact: News, before: Night, after: Night) -> None:
    """Nobody is told a card that somebody holds and the others cannot see."""
    if fact.kind in SHOWS_CARDS:
        return
    told = json.dumps(fact.data)
    for night in (before, after):
        for table in night.tables:
            if table.round is None or table.round.number != fact.number:
                continue
            state = table.round.state
            shown = {card for cards in getattr(state, "open", ()) for card in cards}
            hidden = {card for hand in state.hands for card in hand} | set(getattr(state, "draw", ()))
            hidden |= {card for down in getattr(state, "down", ()) for card in down if card}
            assert not [card for card in hidden - shown if f'"{card}"' in told], fact


def check_games(before: Night, after: Night) -> None:
    """A game counts when somebody has won it: for the evening, and for all who have played it."""
    won = [
        one.round.players
        for one in before.tables
        if one.round is not None
        and (now := after.table(one.id)) is not None
        and now.result is not None
        and now.result.number == one.round.number
        and now.result.outcome.loser is not None
    ]
    assert len(after.wins) - len(before.wins) == len(won)
    for person in after.people:
        was = before.person(person.id)
        assert person.games - (was.games if was else 0) == sum(person.id in players for players in won)


def check_tables(before: Night, after: Night) -> None:
    """Who sits where, who plays, who deals, and what is timed."""
    people = {person.id: person for person in after.people}
    assert len(people) == len(after.people)
    places = [person for table in after.tables for person in (*table.seats, *table.queue)]
    assert len(set(places)) == len(places)
    assert set(places) <= people.keys()
    assert not any(people[person].unwell for person in places)
    playing = {player for table in after.tables if table.round for player in table.round.players}
    assert {person.id for person in after.people if person.exiting} <= set(places)
    assert after.ended_at or {person.id for person in after.people if person.leaving} <= playing
    for table in after.tables:
        assert table.dealer is None or table.dealer in table.seats
        assert len(table.seats) <= GAMES[table.game].seats[-1]
        if (there := before.table(table.id)) is not None and len(before.tables) == len(after.tables):
            _check_order(there, table)
        if table.round is None:
            assert not table.queue or len(table.seats) == GAMES[table.game].seats[-1] or after.ended_at
        else:
            _check_round(before, after, table)


def _check_round(before: Night, after: Night, table: Table) -> None:
    round_ = table.round
    assert round_ is not None
    assert len(set(round_.players)) == len(round_.players)
    assert len(round_.players) in GAMES[round_.game].seats
    known = {person.id: person for person in after.people}
    assert set(round_.players) <= known.keys()
    gone = [player for player in round_.players if known[player].unwell]
    assert all(player in table.seats or player in gone or player in table.queue for player in round_.players)
    due = deadline(after)
    # A bot player that has looked at its cards before a break moves right after it; the other table has its own clock.
    is_alone = len(after.tables) == 1 and not any(map(is_bot, round_.players))
    assert not is_alone or due is None or after.dry_at or due > round_.asked_at
    if round_.number > before.games:
        assert not any(known[player].missed >= LAPSES_TO_SIT_OUT for player in round_.players)
        assert round_.players[round_.dealer] == table.dealer
        assert round_.number == after.games == before.games + 1


def _check_order(before: Table, after: Table) -> None:
    """Who stays keeps the seat between the same people; who comes sits down before the dealer (N6)."""
    stayed = [person for person in before.seats if person in after.seats]
    if not stayed:
        return
    seats = _from(after.seats, stayed[0])
    assert [person for person in seats if person in stayed] == stayed
    if after.dealer is not None:
        newcomers = [person not in before.seats for person in _from(after.seats, after.dealer)]
        assert newcomers == sorted(newcomers)


def _from(seats: Iterable[int], first: int) -> list[int]:
    listed = list(seats)
    at = listed.index(first)
    return listed[at:] + listed[:at]


def wishes(referee: Referee, random: Random) -> None:
    """One more wish after a pause; the clock comes in between when something is due, in time or late."""
    later, before = referee.now + random.choice(PAUSES), None
    while (due := deadline(referee.night)) is not None and due <= later and due != before:
        referee.now, before = max(referee.now, due + random.choice((0, 0, 0, 100, 20_000))), due
        referee.hears(want.Tick(), random)
    referee.now = max(later, referee.now)
    referee.hears(anything(referee.night, random), random)


@given(
    game=st.sampled_from(sorted(GAMES)),
    people=st.integers(2, 9),
    seeds=st.lists(st.integers(0, 2**16), min_size=20, max_size=100),
)
@settings(max_examples=80)
def test_whatever_people_do_the_night_stays_in_order(game: str, people: int, seeds: list[int]) -> None:
    referee = Referee(opened(game, people, Random(sum(seeds))).night)
    for seed in seeds:
        wishes(referee, Random(seed))
    referee.is_over()


def plays_one_game(referee: Referee, random: Random) -> None:
    """Everybody does what the cards allow, up to the end of the first game, mostly."""
    referee.hears(want.Deal(person=1, table=1, after=0), random)
    for _ in range(FEWER):
        table = referee.night.tables[0]
        if table.round is None:
            return
        referee.now += PAUSES[1]
        referee.hears(move(referee.night, table.round, random), random)


def says_good_night(referee: Referee, asker: int, random: Random) -> None:
    """Somebody wants the night to end: in mid-game others who are awake have a say, and nobody is ever stuck."""
    referee.hears(want.EndNight(person=asker), random)
    others = may_confirm(referee.night)
    moved_at = max((table.round.moved_at for table in referee.night.tables if table.round), default=0)
    referee.hears(want.EndNight(person=referee.night.ending or asker, confirmed=True), random)
    assert bool(referee.night.ended_at) == (not others or referee.now - moved_at >= QUIET)
    if not referee.night.ended_at:
        referee.hears(want.EndNight(person=random.choice(others), confirmed=True), random)


def ends(referee: Referee, random: Random) -> None:
    """The night is over, and disputes go on, for days if need be (N18)."""
    person = next(person.id for person in referee.night.people if not is_bot(person.id))
    if not referee.night.ended_at:
        referee.hears(want.Join(person=person, name="Ana"), random)  # only who has a place ends it
    if not referee.night.ended_at:
        says_good_night(referee, person, random)
    assert referee.night.ended_at
    books = referee.night.books
    for _ in range(AFTERWARDS):
        wishes(referee, random)
        due = deadline(referee.night)
        if due is not None and random.random() < 0.05:
            referee.now = max(referee.now, due)
    assert referee.night.books == books


@pytest.mark.parametrize("batch", range(BATCHES))
def test_long_evenings_stay_in_order(batch: int) -> None:
    games = 0
    for seed in range(batch, EVENINGS, BATCHES):
        random = Random(seed)
        game = random.choice(["smidary", "smidary", *GAMES])
        referee = Referee(opened(game, random.randrange(2, 10), random).night)
        for _ in range(WISHES):
            wishes(referee, random)
            if referee.night.ended_at:
                break
        ends(referee, random)
        referee.is_over()
        games += referee.night.games
    assert games > EVENINGS // BATCHES


@pytest.mark.slow
def test_every_wish_there_is_comes_true_in_some_evening() -> None:
    open_wishes = set[type](get_args(want.Intent))
    for seed in range(2 * EVENINGS):
        random = Random(seed)
        referee = Referee(opened(*CROWDS[seed % len(CROWDS)], random).night)
        if referee.night.tables[0].game == "shithead":
            plays_one_game(referee, random)
        for _ in range(FEWER):
            wishes(referee, random)
            for rare in (whim(referee.night, random) for _ in range(6)):
                if type(rare) in open_wishes - referee.done - {want.EndNight}:
                    referee.hears(rare, random)
            if referee.night.ended_at:
                break
        ends(referee, random)
        open_wishes -= referee.done
        if not open_wishes:
            break
    assert open_wishes == set()
