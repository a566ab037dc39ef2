"""What a table plays next, chosen between two games (N2, N16)."""

from dataclasses import fields, replace
from typing import Any

from core.game import AnyGame, InvalidSetup
from core.games import GAMES
from core.night import cutting
from core.night.declined import Decline, Declined
from core.night.house import has_house_rules, with_rule_switched
from core.night.intents import (
    KeepRules,
    MindTurns,
    PickGame,
    SetCustom,
    SetLimit,
    SetOption,
    SetOptions,
    SetSlapLimit,
    SwitchRule,
)
from core.night.people import put_table, seat_for_game, table_between_games
from core.night.values import SLAP_LIMITS, TURN_LIMITS, Night, OptionTable, OptionValue, Step, Table

GROWING = "growing"
"""The option whether the winner makes a rule, which variants leave as it is (N17)."""
LARGEST = 1000
"""The largest number that an option can have: more cards or millilitres can only be a slip of the finger."""


def pick_game(night: Night, intent: PickGame) -> Step:
    """Another game, with the options that the table chose for it last."""
    table = table_between_games(night, intent.person, intent.table)
    if intent.game not in GAMES:
        raise Declined(Decline.OLD_BUTTON)
    return Step(night=put_table(night, seat_for_game(replace(table, game=intent.game))))


def set_option(night: Night, intent: SetOption) -> Step:
    """One option of the next game."""
    table = table_between_games(night, intent.person, intent.table)
    chosen = dict(table.options).get(table.game, ())
    return _with_options(night, table, {**dict(chosen), intent.option: intent.setting})


def set_options(night: Night, intent: SetOptions) -> Step:
    """All options of the next game but those that are the evening's: whether rules grow is no matter of a variant."""
    table = table_between_games(night, intent.person, intent.table)
    if intent.game != table.game:
        raise Declined(Decline.OLD_BUTTON)
    chosen = dict(dict(table.options).get(table.game, ()))
    kept = {option: value for option, value in chosen.items() if option == GROWING}
    return _with_options(night, table, kept | dict(intent.options))


def _with_options(night: Night, table: Table, raw: dict[str, OptionValue]) -> Step:
    """The table's game with exactly these options chosen; Declined when it knows no such ones."""
    game = GAMES[table.game]
    if cutting.OPTION in raw or any(isinstance(setting, int) and setting > LARGEST for setting in raw.values()):
        raise Declined(Decline.OLD_BUTTON)
    try:
        parsed = game.parse_options(raw)
    except InvalidSetup:
        raise Declined(Decline.OLD_BUTTON) from None
    options = {**dict(table.options), table.game: differing(game, parsed)}
    return Step(night=put_table(night, replace(table, options=tuple(sorted(options.items())))))


def differing(game: AnyGame, options: Any) -> OptionTable:
    """Those of a game's options that differ from its defaults."""
    defaults = game.parse_options({})
    names = sorted(field.name for field in fields(options))
    return tuple((name, getattr(options, name)) for name in names if getattr(options, name) != getattr(defaults, name))


def set_custom(night: Night, intent: SetCustom) -> Step:
    """A custom on or off (N3, N15)."""
    table = table_between_games(night, intent.person, intent.table)
    customs = {*table.customs} - {intent.custom} | ({intent.custom} if intent.on else set())
    return Step(night=put_table(night, replace(table, customs=tuple(sorted(customs)))))


def set_limit(night: Night, intent: SetLimit) -> Step:
    """The time for a turn (N2)."""
    table = table_between_games(night, intent.person, intent.table)
    if intent.seconds not in TURN_LIMITS:
        raise Declined(Decline.OLD_BUTTON)
    return Step(night=put_table(night, replace(table, limit=intent.seconds)))


def set_slap_limit(night: Night, intent: SetSlapLimit) -> Step:
    """How long a slap race lasts at most (N2, S24)."""
    table = table_between_games(night, intent.person, intent.table)
    if intent.seconds not in SLAP_LIMITS:
        raise Declined(Decline.OLD_BUTTON)
    return Step(night=put_table(night, replace(table, slap_limit=intent.seconds)))


def switch_rule(night: Night, intent: SwitchRule) -> Step:
    """One of the built-in rules in the next game, or not (P20)."""
    table = table_between_games(night, intent.person, intent.table)
    if not has_house_rules(table):
        raise Declined(Decline.OLD_BUTTON)
    return Step(night=put_table(night, with_rule_switched(table, intent.rule, intent.on)))


def mind_turns(night: Night, intent: MindTurns) -> Step:
    """Whether a card out of turn counts (P24)."""
    table = table_between_games(night, intent.person, intent.table)
    return Step(night=put_table(night, replace(table, out_of_turn=intent.on)))


def keep_rules(night: Night, intent: KeepRules) -> Step:
    """Whether the table's own rules are for the next night, too (N17)."""
    table = table_between_games(night, intent.person, intent.table)
    return Step(night=put_table(night, replace(table, kept=intent.on)))
