"""The words: what a package of `tgbot.views` has to offer."""

from collections.abc import Sequence

from core.game import Charged, Event, Refused, Seat
from core.night import News, Person, Round, Table
from core.night.values import OptionTable
from tests.fourth import highest
from tgbot.screens import Button, Style
from tgbot.views.facts import in_short, whose
from tgbot.views.frame import Frame, act
from tgbot.views.games import Asked, Choice, Preset, handed, lobby_lines, own_lines, settings_rows
from tgbot.words import Words

__all__ = [
    "announced", "answer", "asked", "choices", "handed", "last", "lobby_lines", "on_table", "own_lines", "presets",
    "refusal", "rules_in_force", "seat_line", "settings_rows", "spoken", "table_rows", "title", "told",
]  # fmt: skip

announced = frozenset({"GameEnded", "Charged"})


def title(words: Words) -> str:
    return words("Highest card")


def on_table(frame: Frame, round_: Round) -> tuple[str, ...]:
    return (frame.words("Everybody shows a card."),)


def seat_line(frame: Frame, round_: Round, seat: Seat) -> str:
    view = highest.view(round_.state, None)
    return f"{frame.names[round_.players[seat]]} {view.shown[seat] or '🎴'}"


def table_rows(frame: Frame, table: Table, round_: Round) -> tuple[tuple[Button, ...], ...]:
    return ()


def asked(frame: Frame, table: Table, round_: Round, seat: Seat) -> Asked:
    view = highest.view(round_.state, seat)
    line = frame.words("Your card: <b>{card}</b>", card=view.card)
    if not view.actions:
        return Asked((line,))
    show = act(frame, table, round_, frame.words("👁 Show"), highest.SHOW, Style.SUCCESS)
    return Asked((line,), ((show,),), anew=True)


def told(frame: Frame, fact: News) -> str | None:
    if fact.kind == "Charged":
        return frame.words("{name} drinks {ml} ml. (X2)", name=frame.seat(fact), ml=fact.get("ml"))
    return frame.words("The game is over.")


def last(frame: Frame, facts: Sequence[News]) -> str | None:
    return in_short(frame, facts, _said)


def _said(frame: Frame, fact: News) -> str | None:
    if fact.kind != "CardPlayed":
        return None
    return frame.words("{name} shows {card}", name=whose(frame, fact), card=fact.get("card"))


def answer(frame: Frame, round_: Round, seat: Seat, events: Sequence[Event]) -> str:
    drinks = any(isinstance(event, Charged) and event.seat == seat for event in events)
    return frame.words("Cheers!") if drinks else frame.words("Shown.")


def refusal(frame: Frame, round_: Round, seat: Seat, refused: Refused, *, aloud: bool = False) -> str:
    return frame.words("Not now. ({rule})", rule=refused.rule)


def spoken(round_: Round, person: Person, text: str, *, addressed: bool) -> str | None:
    return highest.SHOW if addressed and text == "show" else None


def choices(words: Words) -> tuple[Choice, ...]:
    return (
        Choice("ml", words("the loser drinks"), ((10, "10 ml"), (20, "20 ml")), (words("So much the loser drinks."),)),
    )


def presets(words: Words) -> tuple[Preset, ...]:
    return (Preset(words("A long evening"), (("ml", 0),)),)


def rules_in_force(words: Words, table: OptionTable, *, out_of_turn: bool = False) -> tuple[tuple[str, str], ...]:
    options = highest.parse_options(dict(table))
    return (("X2", words("The highest card drinks {ml} ml.", ml=options.ml)),)
