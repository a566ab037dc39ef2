"""How long a winner is waited for, and what is no rule (N12, N17, P27)."""

import json
from dataclasses import replace

import pytest

from core.archive import faults, record_of
from core.house import Fault
from core.night import Custom, deadline
from core.night import intents as want
from core.night.forget import without_person
from core.night.house import MOST_RULES, TIME_TO_CHOOSE, try_out
from core.night.intents import Making
from core.night.rules import HouseRule, Page, Proposal
from core.record import parse, write
from core.record_replay import replay
from tests.core.nights import Evening

# Time


def asked(page: Page = Page.START, rules: tuple[HouseRule, ...] = ()) -> Evening:
    """An evening on which Ana has won and is asked for a rule."""
    evening = Evening("Ana", "Bob", "Cyr", game="prsi", options={"growing": True, "supervision": "strict"})
    proposal = Proposal(person=1, game=0, since=evening.now, page=page)
    evening.night = replace(evening.night, tables=(replace(evening.table, proposal=proposal, house=rules),))
    return evening


def make(verb: Making, argument: str = "", *effects: str, fault: Fault | None = None) -> want.MakeRule:
    return want.MakeRule(person=1, table=1, game=0, verb=verb, argument=argument, effects=effects, fault=fault)


def test_n17_after_three_minutes_nobody_waits_any_more() -> None:
    evening = asked()
    assert deadline(evening.night) == evening.table.proposal.since + TIME_TO_CHOOSE  # type: ignore[union-attr]
    assert evening.declines(want.Deal(person=2, table=1, after=0)) == "rule-pending"
    evening.passes(179)
    assert evening.table.proposal is not None
    evening.passes(2)
    assert evening.table.proposal is None
    assert evening.declines(make(Making.SKIP)) == "old-button"
    evening.deals("Bob")


def test_n17_after_an_outage_the_winner_has_the_three_minutes_again() -> None:
    evening = asked()
    evening.now += 400_000
    evening.wants(want.Tick())
    assert evening.table.proposal is not None
    assert evening.table.proposal.since == evening.now
    evening.passes(181)
    assert evening.table.proposal is None


def test_n17_a_winner_who_leaves_is_not_waited_for() -> None:
    for leaves in (Evening.leaves, Evening.is_unwell):
        evening = asked()
        leaves(evening, "Ana")
        assert evening.table.proposal is None
        evening.deals("Bob")


def test_n03_n17_nor_is_a_winner_who_has_a_bottle_to_choose_first() -> None:
    evening = asked()
    evening.wants(want.SetCustom(person=1, table=1, custom=Custom.EXIT_BOTTLE, on=True))
    evening.wants(want.AddBottle(person=1, name="rum", ml=500, abv=400))
    evening.leaves("Ana")
    assert evening.person("Ana").exiting
    evening.deals("Bob")
    evening.leaves("Bob")
    evening.leaves("Cyr")
    evening.plays_to_the_end()
    assert evening.person("Bob").exiting
    assert evening.person("Cyr").exiting
    assert evening.table.proposal is None


def test_another_game_does_not_wait_for_a_rule() -> None:
    evening = asked()
    evening.wants(want.PickGame(person=2, table=1, game="shithead"))
    evening.deals("Bob")
    assert evening.round.game == "shithead"


# What is no rule


@pytest.mark.parametrize(
    "kind, argument, reason",
    [
        ("say", "", "no-words"),
        ("say", "  \n ", "no-words"),
        ("say", "x" * 37, "words-too-long"),
        ("say", "žluťoučký kůň úpěl ďábelské ódy a kdesi cosi", "words-too-long"),
        ("do", "x" * 61, "deed-too-long"),
        ("do", "tabs\tare fine", None),
        ("do", "\u202eturned", "no-words"),
        ("next draws", "0", "not-so-many"),
        ("next draws", "9", "not-so-many"),
        ("next draws", "-1", "not-so-many"),
        ("next draws", "٣", "not-so-many"),
        ("next draws", "two", "not-so-many"),
        ("next draws", "9" * 400, "not-so-many"),
        ("all drink", "101", "not-so-much"),
        ("all drink", "0", "not-so-much"),
        ("all drink", "100", None),
        ("say", "Na zdraví!", None),
    ],
)
def test_n17_a_wrong_number_or_text_has_its_reason(kind: str, argument: str, reason: str | None) -> None:
    evening = asked(page=Page.EFFECT)
    evening.wants(make(Making.EFFECT, kind))
    step = make(Making.ARGUMENT, argument)
    if reason is None:
        evening.wants(step)
        assert evening.table.proposal is not None
        assert evening.table.proposal.page is Page.REVIEW
    else:
        before = evening.night
        assert evening.declines(step) == reason
        assert evening.night == before


@pytest.mark.parametrize(
    "fault, reason",
    [
        (Fault.NEVER_ENDS, "rule-never-ends"),
        (Fault.CARDS_LOST, "rule-loses-cards"),
        (Fault.NOBODY_TO_ACT, "rule-stops"),
    ],
)
def test_n17_what_a_trial_finds_keeps_a_rule_out(fault: Fault, reason: str) -> None:
    evening = asked(page=Page.CATALOGUE)
    evening.wants(make(Making.READY, "K*", "again"))
    assert evening.declines(make(Making.DONE, fault=fault)) == reason
    evening.wants(make(Making.DONE))
    assert [rule.effects for rule in evening.table.house] == [("again",)]


def test_n17_a_trial_is_of_all_rules_together() -> None:
    harmless = HouseRule(id="h1", author=1, by="Ana", when="K*", effects=("again",))
    endless = replace(harmless, id="h2", when="**", effects=("all others draw 4",))
    for rules, fault in (((harmless,), None), ((endless,), Fault.NEVER_ENDS)):
        evening = asked(page=Page.CATALOGUE, rules=rules)
        evening.wants(make(Making.READY, "9h", "reverse"))
        assert try_out(evening.night, make(Making.DONE), 1) is fault
        assert try_out(evening.night, make(Making.SKIP), 1) is None
        assert try_out(evening.night, replace(make(Making.DONE), person=2), 1) is None


def test_p27_only_so_many_house_rules_find_room() -> None:
    one = HouseRule(id="h1", author=1, by="Ana", when="K*", effects=("again",))
    rules = tuple(replace(one, id=f"h{number}") for number in range(1, MOST_RULES + 1))
    evening = asked(rules=rules)
    assert evening.declines(make(Making.PAGE, "rank")) == "old-button"
    evening.wants(make(Making.PAGE, "cancel"))
    evening.wants(make(Making.DROP, "#h3"))
    evening.wants(make(Making.DONE))
    assert len(evening.table.house) == MOST_RULES - 1
    assert evening.told("RuleDropped") == [{"person": 1, "when": "K*", "effects": ("again",)}]


def test_n20_the_line_of_a_deal_has_the_house_rules_and_the_cut() -> None:
    rule = HouseRule(id="h1", author=2, by="Bob", when="K*", effects=("say Na zdraví!",))
    evening = asked(rules=(rule,))
    evening.wants(make(Making.SKIP))
    evening.wants(want.SetOption(person=1, table=1, option="action_suit", setting="cut"))
    evening.deals("Ana")
    deal = json.loads(evening.log[-1])["deal"]
    assert deal["house"] == [{"id": "h1", "author": 2, "when": "K*", "effect": ["say Na zdraví!"]}]
    assert deal["cut"] in "hlba"
    assert "cut" not in deal["options"]


def test_p27_a_game_with_house_rules_is_replayed_from_its_record() -> None:
    rule = HouseRule(id="h1", author=2, by="Bob", when="9*", effects=("reverse", "next draws 1"))
    evening = asked(rules=(rule,))
    evening.wants(make(Making.SKIP))
    evening.wants(want.SetOption(person=1, table=1, option="action_suit", setting="cut"))
    evening.deals("Ana")
    evening.plays_to_the_end()
    record = record_of(evening.log, 1, {1: "Ana", 2: "Bob", 3: "Cyr"}, "one")
    assert record is not None
    assert record.house[0]["author"] == "Bob"
    again = parse(write(record))
    assert faults(again) == ()
    *_, last = replay(again)
    assert isinstance(last["state"], dict)
    assert last["state"]["phase"] == "over"


def test_n12_whoever_is_forgotten_leaves_rules_behind_but_no_name() -> None:
    rule = HouseRule(id="h1", author=2, by="Bob", when="9*", effects=("again",))
    evening = asked(rules=(rule, replace(rule, id="h2", author=3, by="Cyr")))
    night = without_person(evening.night, 2, 1 << 52)
    assert [(one.author, one.by) for one in night.tables[0].house] == [(1 << 52, ""), (3, "Cyr")]


def test_growing_off_house_rules_rest() -> None:
    rule = HouseRule(id="h1", author=2, by="Bob", when="K*", effects=("again",))
    evening = asked(rules=(rule,))
    evening.wants(make(Making.SKIP))
    evening.wants(want.SetOption(person=1, table=1, option="growing", setting=False))
    evening.deals("Ana")
    assert evening.round.state.house == ()
    assert evening.table.house == (rule,)
