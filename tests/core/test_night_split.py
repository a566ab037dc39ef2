"""Eight and more for smidary: two tables, proposed by the bot, settled by the soberest, played side by side (N5)."""

from dataclasses import replace
from random import Random

import pytest

from core.ledger import Sums
from core.night import Custom, Night, Table, deadline
from core.night import intents as want
from core.night.house import MOST_RULES, together
from core.night.rules import HouseRule, Page, Proposal
from core.night.values import Split
from core.players.strength import Strength
from tests.core.nights import NAMES, Evening, move, person_of


def rule(number: int, when: str, effect: str) -> HouseRule:
    return HouseRule(id=f"h{number}", author=1, by="Ana", when=when, effects=(effect,))


def crowd(number: int = 9, seed: int = 1) -> Evening:
    return Evening(*NAMES[:number], seed=seed)


def split(evening: Evening) -> Split:
    assert evening.night.split is not None
    return evening.night.split


def drunk(evening: Evening, **ethanol: int) -> None:
    """So much pure alcohol, in µl."""
    sums = tuple(Sums(person=person_of(name), ethanol=much) for name, much in ethanol.items())
    evening.night = replace(evening.night, books=replace(evening.night.books, sums=sums))


def settles(evening: Evening, *, two: bool = True) -> None:
    evening.wants(want.SettleTables(person=split(evening).decider, two=two))


def tables(night: Night) -> tuple[Table, Table]:
    first, second = night.tables
    return first, second


@pytest.mark.parametrize("number", range(2, 8))
def test_n05_up_to_seven_sit_at_one_table(number: int) -> None:
    assert crowd(number).night.split is None


@pytest.mark.parametrize("number", [8, 9])
def test_n05_eight_and_more_get_a_proposal_of_nearly_equal_tables(number: int) -> None:
    first, second = split(crowd(number)).tables
    assert {*first, *second} == set(range(1, number + 1))
    assert len(first) - len(second) == number % 2


def test_n05_only_for_smidary_and_only_between_games() -> None:
    assert Evening(*NAMES[:8], game="shithead").night.split is None
    evening = crowd(7)
    evening.deals("Ana")
    evening.joins("Hana")
    assert evening.night.split is None
    evening.plays_to_the_end()
    assert evening.night.split is not None


def test_n05_by_lot_every_table_can_come_out() -> None:
    assert len({frozenset(split(crowd(8, seed)).tables[0]) for seed in range(20)}) > 10


def test_n05_by_tally_the_drunker_sit_with_the_drunker() -> None:
    evening = crowd(8)
    drunk(evening, Ana=1, Bob=90, Cyr=2, Dan=80, Eva=3, Fil=70, Gab=4, Hana=60)
    evening.wants(want.DrawTables(person=split(evening).decider, by_tally=True))
    assert set(split(evening).tables[0]) == {person_of(name) for name in ("Bob", "Dan", "Fil", "Hana")}


def test_n05_the_soberest_decides_and_nobody_else() -> None:
    evening = crowd(8)
    drunk(evening, Ana=9, Bob=9, Cyr=9, Dan=1, Eva=9, Fil=9, Gab=9, Hana=9)
    evening.joins("Ivo")
    evening.leaves("Ivo")
    assert split(evening).decider == person_of("Dan")
    for wish in (
        want.SettleTables(person=1, two=True),
        want.DrawTables(person=1, by_tally=False),
        want.MovePerson(person=1, who=2),
    ):
        assert evening.declines(wish) == "old-button"


def test_n05_whoever_cannot_be_asked_in_private_does_not_decide() -> None:
    evening = crowd(7)
    drunk(evening, **dict.fromkeys(NAMES[1:], 1_000))
    for name in ("Ana", "Bob"):
        evening.wants(want.Reachable(person=person_of(name), reachable=name == "Bob"))
    evening.joins(NAMES[7])
    assert split(evening).decider == person_of("Bob")
    before = split(evening)
    evening.wants(want.Reachable(person=person_of("Cyr"), reachable=True))
    assert split(evening) == before
    evening.wants(want.Reachable(person=person_of("Bob"), reachable=False))
    assert split(evening) == replace(before, decider=person_of("Cyr")), "nobody else is drawn anew"
    evening.wants(want.Reachable(person=person_of("Cyr"), reachable=False))
    assert split(evening).decider not in map(person_of, ("Ana", "Bob", "Cyr"))


def test_n05_of_equals_the_lot_decides() -> None:
    assert len({split(crowd(8, seed)).decider for seed in range(20)}) > 3


def test_n05_two_taps_swap_two_people() -> None:
    evening = crowd(9)
    first, second = split(evening).tables
    decider = split(evening).decider
    evening.wants(want.MovePerson(person=decider, who=first[0]))
    assert split(evening).marked == first[0]
    evening.wants(want.MovePerson(person=decider, who=second[0]))
    assert split(evening).tables == ((second[0], *first[1:]), (first[0], *second[1:]))
    assert split(evening).marked is None


def test_n05_settled_there_are_two_tables_and_seats_keep_their_order() -> None:
    evening = crowd(9)
    parts = [set(part) for part in split(evening).tables]
    settles(evening)
    first, second = tables(evening.night)
    assert (first.id, second.id) == (1, 2)
    assert [set(first.seats), set(second.seats)] == parts
    assert list(first.seats) == sorted(first.seats)
    assert not first.queue
    assert evening.night.split is None


def test_n05_what_was_agreed_on_holds_at_both_tables() -> None:
    evening = crowd(8)
    for wish in (
        want.SetOption(person=1, table=1, option="deal", setting=6),
        want.SetLimit(person=1, table=1, seconds=30),
        want.SetSlapLimit(person=1, table=1, seconds=10),
        want.SetCustom(person=1, table=1, custom=Custom.CLEAN_NAMES, on=True),
        want.KeepRules(person=1, table=1, on=True),
        want.MindTurns(person=1, table=1, on=True),
    ):
        evening.wants(wish)
    before = evening.table
    settles(evening)
    for table in tables(evening.night):
        same = replace(table, id=1, seats=before.seats, queue=before.queue, dealer=before.dealer)
        assert same == before


@pytest.mark.parametrize("winner", [1, 8])
def test_n17_a_winner_who_still_makes_a_rule_does_so_at_the_table_they_sit_at(winner: int) -> None:
    evening = crowd(8)
    proposal = Proposal(person=winner, game=1, since=evening.now)
    evening.night = replace(evening.night, tables=(replace(evening.table, proposal=proposal),))
    settles(evening)
    at = [table for table in tables(evening.night) if winner in table.seats]
    assert [table for table in tables(evening.night) if table.proposal is not None] == at
    for name in NAMES[:3]:
        if person_of(name) != winner:
            evening.leaves(name)
    evening.wants(want.JoinTables(person=winner))
    assert evening.table.proposal == proposal


def test_n17_joined_tables_play_by_the_rules_of_both() -> None:
    evening = crowd(8)
    agreed = rule(1, "7*", "all drink 10")
    evening.night = replace(evening.night, tables=(replace(evening.table, house=(agreed,)),))
    settles(evening)
    first, second = tables(evening.night)
    here, there = rule(2, "8*", "reverse"), rule(2, "9*", "again")
    asked = Proposal(person=second.seats[0], game=1, since=evening.now, page=Page.REVIEW, target="#h2")
    first, second = replace(first, house=(agreed, here)), replace(second, house=(agreed, there), proposal=asked)
    evening.night = replace(evening.night, tables=(first, second))
    evening.leaves("Hana")
    evening.wants(want.JoinTables(person=1))
    assert evening.table.house == (agreed, here, replace(there, id="h3"))
    assert evening.table.proposal == replace(asked, page=Page.START, target=None)
    full = tuple(rule(number, "T*", f"all drink {number}") for number in range(1, MOST_RULES))
    assert together(full, (agreed, here)) == (*full, replace(agreed, id=f"h{MOST_RULES}"))


def test_n05_or_one_table_is_enough_until_somebody_comes() -> None:
    evening = crowd(8)
    settles(evening, two=False)
    assert split(evening).refused
    evening.deals("Ana")
    evening.plays_to_the_end()
    assert split(evening).refused
    evening.joins("Ivo")
    assert not split(evening).refused


def play_out(evening: Evening, table_id: int) -> None:
    """The game at this table, by moves at random."""
    while (table := evening.night.table(table_id)) is not None and table.round is not None:
        evening.wants(replace(move(evening.night, table.round, evening.random), table=table_id))


def test_n05_both_tables_play_side_by_side() -> None:
    evening = crowd(9)
    settles(evening)
    first, second = tables(evening.night)
    evening.wants(want.Deal(person=first.seats[0], table=1, after=0))
    # A deal at one table leaves the other's button good.
    evening.wants(want.Deal(person=second.seats[0], table=2, after=0))
    first, second = tables(evening.night)
    assert first.round is not None
    assert second.round is not None
    assert (first.round.number, second.round.number) == (1, 2)
    assert not set(first.round.players) & set(second.round.players)
    assert deadline(evening.night) is not None
    while any(table.round for table in evening.night.tables):
        for table in evening.night.tables:
            if table.round is not None:
                evening.wants(replace(move(evening.night, table.round, evening.random), table=table.id))
    assert [person.games for person in evening.night.people] == [1] * 9
    assert all(fact.table in (1, 2) for fact in evening.news if fact.players)


def test_n05_an_action_at_the_other_table_is_none() -> None:
    evening = crowd(9)
    settles(evening)
    first, second = tables(evening.night)
    evening.wants(want.Deal(person=first.seats[0], table=1, after=0))
    assert evening.declines(want.Deal(person=second.seats[0], table=1, after=1)) == "old-button"
    foreign = want.Act(person=second.seats[0], table=1, game=1, ply=0, action="draw")
    assert evening.declines(foreign) == "not-playing"


def test_n05_newcomers_sit_where_there_is_more_room() -> None:
    evening = Evening(*NAMES[:8])
    settles(evening)
    evening.leaves(NAMES[tables(evening.night)[1].seats[0] - 1])
    evening.joins("Ivo")
    assert person_of("Ivo") in tables(evening.night)[1].seats


def test_n05_when_few_are_left_one_table_again() -> None:
    evening = crowd(8)
    settles(evening)
    assert evening.declines(want.JoinTables(person=1)) == "old-button"
    evening.leaves("Hana")
    evening.wants(want.JoinTables(person=1))
    (table,) = evening.night.tables
    assert set(table.seats) == set(range(1, 8))


def test_n05_a_table_that_all_have_left_is_gone() -> None:
    evening = crowd(8)
    settles(evening)
    for seat in tables(evening.night)[0].seats:
        evening.leaves(NAMES[seat - 1])
    (table,) = evening.night.tables
    assert table.id == 2
    evening.joins(*NAMES[:8])
    settles(evening)
    assert {table.id for table in evening.night.tables} == {1, 2}


def test_n05_bot_players_make_room() -> None:
    evening = crowd(6)
    evening.wants(want.SeatBot(person=1, table=1, strength=Strength.EASY))
    evening.joins("Gab", "Hana")
    settles(evening)
    assert all(one > 0 for table in evening.night.tables for one in (*table.seats, *table.queue))


@pytest.mark.parametrize("seed", range(5))
def test_n05_whatever_people_do_everybody_keeps_exactly_one_place(seed: int) -> None:
    evening, random = crowd(9, seed), Random(seed)
    settles(evening)
    for _ in range(60):
        table = random.choice(evening.night.tables)
        if table.round is not None:
            play_out(evening, table.id)
        elif len(table.seats) > 1:
            evening.wants(want.Deal(person=table.seats[0], table=table.id, after=table.latest))
        places = [one for table in evening.night.tables for one in (*table.seats, *table.queue)]
        assert sorted(places) == list(range(1, 10))
