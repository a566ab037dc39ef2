"""Rules that winners make: asked for after the game, composed by taps, tried, in use from the next deal (N17, P27).

They are about the cards of akční prší, and it is the only game that has any.
"""

from dataclasses import replace
from random import Random

from core import akcni
from core.akcni.options import RULES
from core.akcni.trial import ENOUGH_GAMES, trial
from core.cards import GERMAN_RANKS, GERMAN_SUITS
from core.game import InvalidSetup, Outcome
from core.house import (
    ANY,
    WITH_NUMBER,
    WITH_TEXT,
    Fault,
    Kind,
    Rule,
    heard,
    is_sayable,
    read_effect,
    read_rule,
    read_rules,
)
from core.ledger import PersonId
from core.night.declined import Decline, Declined
from core.night.intents import MakeRule, Making
from core.night.people import at_a_table, fact, known, players_of_next_deal, put_table
from core.night.person import is_bot
from core.night.rules import HouseRule, Page, Proposal
from core.night.values import Night, OptionValue, Round, Step, Table

TIME_TO_CHOOSE = 180_000
"""Milliseconds that the winner has (N17)."""
MOST_RULES = 12
MOST_EFFECTS = 3
MOST_CARDS, MOST_ML = 8, 100
"""What one effect may deal out at most: the rest of the evening should be fun, too."""
LONGEST_WORDS = 36
"""Bytes of what has to be said, as it is compared: it travels in a button."""
LONGEST_DEED = 60
"""Characters."""
IN_PAIRS = 50
"""So many of a trial's games are played by two: tables become smaller, and two go round in circles most easily."""


# In use


def options_of(table: Table) -> dict[str, OptionValue]:
    """What the table has chosen for the game with house rules."""
    return dict(dict(table.options).get(akcni.id, ()))


def has_house_rules(table: Table) -> bool:
    """Whether the table's next or present game is the one with house rules."""
    return table.game == akcni.id


def waits_for_a_rule(table: Table) -> bool:
    """Whether the winner still makes a rule for the game that would be dealt."""
    return has_house_rules(table) and table.proposal is not None


def rules_in_use(table: Table) -> tuple[HouseRule, ...]:
    """The house rules of the table's next or present game: as long as they grow they count (N17)."""
    return table.house if has_house_rules(table) and options_of(table).get("growing") else ()


def rules_of_deal(table: Table, players: tuple[PersonId, ...]) -> tuple[Rule, ...]:
    """The same rules for these players, by seat."""
    tables = [rule.table(str(rule.author)) for rule in rules_in_use(table)]
    return read_rules(tables, tuple(map(str, players)))


def together(rules: tuple[HouseRule, ...], others: tuple[HouseRule, ...]) -> tuple[HouseRule, ...]:
    """The rules of two tables that become one, each once, as many as there may be (N5)."""
    for rule in others:
        if len(rules) < MOST_RULES and not any(replace(rule, id=one.id) == one for one in rules):
            rules = (*rules, replace(rule, id=_free_id(rules)))
    return rules


# Asking


def with_winner_asked(night: Night, table: Table, round_: Round, outcome: Outcome, now: int) -> Table:
    """The table after a game: where rules grow its winner is asked, if they stay and can be written to."""
    if round_.game != akcni.id or outcome.loser is None or not dict(round_.options).get("growing"):
        return table
    winner = known(night, round_.players[outcome.places[0]])
    goes = winner.exiting or not table.keeps_a_place_for(winner.id)
    if goes or winner.reachable is False or is_bot(winner.id):
        return table
    return replace(table, proposal=Proposal(person=winner.id, game=round_.number, since=now))


def time_is_up(table: Table) -> int | None:
    """When the winner has had time enough, None when nobody is asked."""
    return None if table.proposal is None else table.proposal.since + TIME_TO_CHOOSE


# Composing


def make_rule(night: Night, intent: MakeRule) -> Step:
    """One step of the winner's rule; Declined when it is not asked for, or makes no rule."""
    person, table = at_a_table(night, intent.person)
    proposal = table.proposal
    if proposal is None or (proposal.person, proposal.game) != (person.id, intent.game) or table.id != intent.table:
        raise Declined(Decline.OLD_BUTTON)
    if intent.verb is Making.SKIP:
        return Step(night=put_table(night, replace(table, proposal=None)))
    if intent.verb is not Making.DONE:
        return Step(night=put_table(night, replace(table, proposal=_composed(table, proposal, intent))))
    if proposal.page is not Page.REVIEW:
        raise Declined(Decline.OLD_BUTTON)
    if intent.fault is not None:
        raise Declined(_BROKEN[intent.fault])
    settled = replace(table, proposal=None)
    if proposal.target is not None:
        return _change_target(night, settled, person.id, proposal.target)
    made = candidate(night, table, proposal)
    told = fact("RuleMade", person, table, when=made.when, effects=made.effects)
    return Step(night=put_table(night, replace(settled, house=(*table.house, made))), news=(told,))


_BROKEN = {
    Fault.NEVER_ENDS: Decline.RULE_NEVER_ENDS,
    Fault.CARDS_LOST: Decline.RULE_LOSES_CARDS,
    Fault.NOBODY_TO_ACT: Decline.RULE_STOPS,
}


def _composed(table: Table, proposal: Proposal, intent: MakeRule) -> Proposal:
    """The proposal with one more thing chosen, which has to be a choice that its page offers."""
    said = intent.argument
    match proposal.page, intent.verb:
        case _, Making.PAGE if said == Page.START:
            return Proposal(person=proposal.person, game=proposal.game, since=proposal.since)
        case Page.START, Making.PAGE if said in (Page.CATALOGUE, Page.RANK) and len(table.house) < MOST_RULES:
            return replace(proposal, page=Page(said))
        case Page.START, Making.PAGE if said in (Page.CATALOGUE, Page.CANCEL):
            return replace(proposal, page=Page(said))
        case _, Making.PAGE:
            return _back(proposal, said)
        case Page.CATALOGUE, Making.USE if said in built_in(table, in_use=False):
            return replace(proposal, page=Page.REVIEW, target=said)
        case Page.CANCEL, Making.DROP if said in droppable(table):
            return replace(proposal, page=Page.REVIEW, target=said)
        case Page.CATALOGUE, Making.READY if len(table.house) < MOST_RULES:
            _check(said, intent.effects)
            return replace(proposal, page=Page.REVIEW, rank=said[0], suit=said[1], effects=intent.effects)
        case Page.RANK, Making.RANK if said in (ANY, *GERMAN_RANKS):
            return replace(proposal, page=Page.SUIT, rank=said)
        case Page.SUIT, Making.SUIT if said in (ANY, *GERMAN_SUITS):
            return replace(proposal, page=Page.EFFECT, suit=said)
        case Page.EFFECT, Making.EFFECT if said in {*WITH_NUMBER, *WITH_TEXT}:
            return replace(proposal, page=Page.ARGUMENT, kind=said)
        case Page.EFFECT, Making.EFFECT if said in list(Kind):
            return replace(proposal, page=Page.REVIEW, effects=(*proposal.effects, said))
        case Page.ARGUMENT, Making.ARGUMENT:
            return replace(proposal, page=Page.REVIEW, kind=None, effects=(*proposal.effects, _effect(proposal, said)))
        case Page.REVIEW, Making.MORE if proposal.target is None and len(proposal.effects) < MOST_EFFECTS:
            return replace(proposal, page=Page.EFFECT)
        case _:
            raise Declined(Decline.OLD_BUTTON)


def _back(proposal: Proposal, page: str) -> Proposal:
    """The proposal one step earlier, without what was chosen last."""
    match proposal.page, page:
        case (Page.SUIT, Page.RANK) | (Page.ARGUMENT, Page.EFFECT):
            return replace(proposal, page=Page(page), kind=None)
        case (Page.EFFECT, Page.SUIT) if not proposal.effects:
            return replace(proposal, page=Page.SUIT)
        case (Page.EFFECT, Page.REVIEW) if proposal.effects:
            return replace(proposal, page=Page.REVIEW)
        case (Page.REVIEW, Page.EFFECT) if proposal.effects:
            return replace(proposal, page=Page.EFFECT, effects=proposal.effects[:-1])
        case (Page.REVIEW, Page.CATALOGUE | Page.CANCEL):
            return Proposal(person=proposal.person, game=proposal.game, since=proposal.since, page=Page(page))
        case _:
            raise Declined(Decline.OLD_BUTTON)


def _effect(proposal: Proposal, argument: str) -> str:
    """An effect with its number or its text; Declined with the reason when it is none."""
    assert proposal.kind is not None
    kind, argument = Kind(proposal.kind), " ".join(argument.split())
    if kind in WITH_TEXT and not is_sayable(argument):
        raise Declined(Decline.NO_WORDS)
    if kind is Kind.SAY and len(heard(argument).encode()) > LONGEST_WORDS:
        raise Declined(Decline.WORDS_TOO_LONG)
    if kind is Kind.DO and len(argument) > LONGEST_DEED:
        raise Declined(Decline.DEED_TOO_LONG)
    if kind in WITH_NUMBER:
        is_drink = "drink" in kind
        if not argument.isascii() or not argument.isdecimal():
            raise Declined(Decline.NOT_SO_MUCH if is_drink else Decline.NOT_SO_MANY)
        argument = str(int(argument[:5]))
        if not 1 <= int(argument) <= (MOST_ML if is_drink else MOST_CARDS):
            raise Declined(Decline.NOT_SO_MUCH if is_drink else Decline.NOT_SO_MANY)
    return str(read_effect(f"{kind} {argument}"))


def _check(when: str, effects: tuple[str, ...]) -> None:
    try:
        read_rule({"id": "x", "author": "x", "when": when, "effect": effects})
    except InvalidSetup:
        raise Declined(Decline.OLD_BUTTON) from None


def built_in(table: Table, *, in_use: bool) -> tuple[str, ...]:
    """The built-in rules that the next game has, or has not (P20)."""
    chosen = akcni.parse_options(options_of(table)).rules
    return tuple(rule for rule in RULES if (rule in chosen) == in_use)


def droppable(table: Table) -> tuple[str, ...]:
    """The targets that can be cancelled: the rules of the house, then the built-in ones in use (P27)."""
    return (*(f"#{rule.id}" for rule in table.house), *built_in(table, in_use=True))


def _change_target(night: Night, table: Table, person_id: PersonId, target: str) -> Step:
    """A rule that is there already is used again, or no longer."""
    person = known(night, person_id)
    if target.startswith("#"):
        gone = next((rule for rule in table.house if f"#{rule.id}" == target), None)
        if gone is None:
            raise Declined(Decline.OLD_BUTTON)
        table = replace(table, house=tuple(rule for rule in table.house if rule != gone))
        told = fact("RuleDropped", person, table, when=gone.when, effects=gone.effects)
        return Step(night=put_table(night, table), news=(told,))
    was_used = target in built_in(table, in_use=True)
    table = with_rule_switched(table, target, not was_used)
    told = fact("RuleDropped" if was_used else "RuleUsed", person, table, rule=target)
    return Step(night=put_table(night, table), news=(told,))


def with_rule_switched(table: Table, rule: str, on: bool) -> Table:
    """The table with a built-in rule in use, or not (P20); Declined for one that there is not."""
    used = built_in(table, in_use=True)
    if rule not in RULES:
        raise Declined(Decline.OLD_BUTTON)
    chosen = {*used, rule} if on else {*used} - {rule}
    options = options_of(table) | {"rules": tuple(one for one in RULES if one in chosen)}
    if options["rules"] == RULES:
        del options["rules"]
    of_all = {**dict(table.options), akcni.id: tuple(sorted(options.items()))}
    return replace(table, options=tuple(sorted(of_all.items())))


# Trying


def candidate(night: Night, table: Table, proposal: Proposal) -> HouseRule:
    """The composed rule, under an id that no other has."""
    by, free = known(night, proposal.person).name, _free_id(table.house)
    return HouseRule(id=free, author=proposal.person, by=by, when=proposal.when, effects=proposal.effects)


def _free_id(rules: tuple[HouseRule, ...]) -> str:
    return f"h{max((int(rule.id[1:]) for rule in rules), default=0) + 1}"


def try_out(night: Night, intent: MakeRule, seed: int) -> Fault | None:
    """What is wrong with the composed rule together with all others, by random games at this table (two seconds).

    None when nothing is, or when the intent completes no new rule.
    """
    table = night.table(intent.table)
    proposal = table.proposal if table else None
    if table is None or proposal is None or not proposal.effects:
        return None
    if (proposal.person, proposal.page, intent.verb) != (intent.person, Page.REVIEW, Making.DONE):
        return None
    everything = (*table.house, candidate(night, table, proposal))
    rules = read_rules([rule.table("?") for rule in everything], ())
    options = akcni.parse_options(options_of(table))
    most, fewest = akcni.seats[-1], akcni.seats[0]
    players = min(max(len(players_of_next_deal(night, table)), fewest), most)
    random = Random(seed)
    for count, games in ((players, ENOUGH_GAMES - IN_PAIRS), (fewest, IN_PAIRS)):
        trouble = trial(rules, akcni.fit(options, count), count, random, games)
        if trouble is not None:
            return trouble.fault
    return None
