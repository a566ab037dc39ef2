"""What a group plays out of habit: its next night begins with it (N16, N17)."""

from core.game import InvalidSetup
from core.games import FIRST_GAME, GAMES
from core.house import read_rule
from core.night.rules import HouseRule
from core.night.values import SLAP_LIMIT, SLAP_LIMITS, TURN_LIMIT, TURN_LIMITS, Custom, Night, OptionTable, Table
from core.values import value


@value
class Habits:
    """The game that the group chose last, its options for each game, the time for a turn and for a slap race; rules
    and customs that it keeps; its language, None before it chose any; whether only administrators change all that."""

    game: str
    options: tuple[tuple[str, OptionTable], ...] = ()
    limit: int = TURN_LIMIT
    out_of_turn: bool = False
    house: tuple[HouseRule, ...] = ()
    customs: tuple[Custom, ...] = ()
    language: str | None = None
    admins_only: bool = False
    slap_limit: int = SLAP_LIMIT


def habits_of(night: Night) -> Habits:
    """What there is to remember of a night: its first table's choices."""
    table = night.tables[0]
    house = table.house if table.kept else ()
    return Habits(
        game=table.game,
        options=table.options,
        limit=table.limit,
        out_of_turn=table.out_of_turn,
        house=house,
        customs=table.customs,
        language=night.language,
        admins_only=night.admins_only,
        slap_limit=table.slap_limit,
    )


def table_of(habits: Habits) -> Table:
    """The first table of a new night. What this release knows nothing of is left out."""
    house = tuple(rule for rule in habits.house if _is_rule(rule))
    return Table(
        id=1,
        game=habits.game if habits.game in GAMES else FIRST_GAME,
        options=tuple((game, options) for game, options in habits.options if _is_known(game, options)),
        limit=habits.limit if habits.limit in TURN_LIMITS else TURN_LIMIT,
        out_of_turn=habits.out_of_turn,
        house=house,
        kept=bool(house),
        customs=habits.customs,
        slap_limit=habits.slap_limit if habits.slap_limit in SLAP_LIMITS else SLAP_LIMIT,
    )


def _is_known(game: str, options: OptionTable) -> bool:
    if game not in GAMES:
        return False
    try:
        GAMES[game].parse_options(dict(options))
    except InvalidSetup:
        return False
    return True


def _is_rule(rule: HouseRule) -> bool:
    try:
        read_rule(rule.table("?"))
    except InvalidSetup:
        return False
    return True
