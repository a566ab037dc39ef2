"""A popup, and which of two tables it is about."""

from dataclasses import dataclass, replace
from html import unescape

from core.night import intents as want
from tgbot.views.frame import Frame
from tgbot.views.split import table_name
from tgbot.words import Words

LONGEST = 200


@dataclass(frozen=True)
class Answer:
    """A popup: `text` without HTML; `alert`: it has to be closed; `url`: the private chat to open."""

    text: str = ""
    alert: bool = False
    url: str | None = None


OF_A_TABLE = (
    want.Act, want.CastVote, want.ChooseDrink, want.Cut, want.Deal, want.Join, want.Leave, want.MakeRule, want.Pause,
    want.PickGame, want.Rest, want.SeatBot, want.SetCustom, want.SetLimit, want.SetOption, want.SetOptions,
    want.SetSlapLimit, want.SwitchRule, want.TakeBreak,
)  # fmt: skip
"""What is about one of the tables."""


def at_table(seen: Frame, intent: want.Intent, told: Answer) -> Answer:
    """The popup, with the table that it is about where there are two (N5)."""
    if not told.text or not isinstance(intent, OF_A_TABLE) or seen.night.ended_at:
        return told
    own = seen.night.table_of(intent.person)
    about: int | None = getattr(intent, "table", None) or (own.id if own is not None else None)
    name = table_name(seen, about or 0)
    return replace(told, text=cut(f"{name}: {told.text}")) if name else told


def cut(text: str) -> str:
    """Plain text that fits a popup."""
    plain = unescape(text)
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"


def sits_elsewhere(words: Words, table: int) -> str:
    return words("You're not at this table, you're at table {n}.", n=table)
