"""Facts that several games tell, in words."""

from collections.abc import Callable, Sequence

from core.game import Seat
from core.night import News
from core.night.stock import HALVES
from tgbot.views.frame import Frame
from tgbot.views.stock import factor
from tgbot.words import Words

SAID_AT_ONCE = 3
"""So many facts of one action fit into its line."""


HAUL = 4
"""So many cards taken at once are worth a line to all."""


OF_ATTACKS = ("S9", "S13", "S17", "P5", "P19")
"""By these clauses an attack is drawn."""


def is_haul(fact: News) -> bool:
    """Whether somebody takes a whole attack; of what mistakes cost, another line tells."""
    drawn = fact.kind in ("CardsDrawn", "OpenCardsDrawn") and fact.get("rule") in OF_ATTACKS
    return bool(drawn and fact.get("count") >= HAUL)


def haul(frame: Frame, fact: News) -> str:
    """Everybody else grins."""
    name, count = whose(frame, fact), fact.get("count")
    return frame.words.count("😱 <b>{name}</b> takes {n} card!", "😱 <b>{name}</b> takes {n} cards!", count, name=name)


def dose(words: Words, ml: int, halves: int) -> str:
    """What is charged; of a drink with a coefficient also what it is so many times: "80 ml (4× 20)" (N7)."""
    times = "" if halves == HALVES[0] else f" ({factor(words, halves)}×\u00a0{ml * HALVES[0] // halves})"
    return f"{ml} ml{times}"


def booked(words: Words, fact: News, field: str) -> tuple[tuple[Seat, str, str | int], ...]:
    """The doses that a fact lists: whose they are, what is charged, and what else is said of them."""
    listed = fact.get(field, ())
    coefficients = fact.get("halves", (HALVES[0],) * len(listed))
    return tuple(
        (seat, dose(words, ml, halves), more) for (seat, ml, more), halves in zip(listed, coefficients, strict=True)
    )


def deals_next(frame: Frame, fact: News) -> tuple[str, ...]:
    """Who deals now that people have left, as a line of its own; () when nobody is there."""
    name = frame.names.get(fact.get("deals"))
    return () if name is None else (frame.words("<i>{name} deals next.</i>", name=name),)


def broken_off(frame: Frame, fact: News, why: str) -> list[str]:
    """The result of a game that nobody has won: there is none, and it does not count."""
    return [frame.words("🚑 <b>Game {number} was called off and doesn't count</b>", number=fact.number), why]


def in_short(frame: Frame, facts: Sequence[News], said: Callable[[Frame, News], str | None]) -> str | None:
    """The latest action in a few words: the first of its facts that `said` has words for."""
    return " · ".join([line for fact in facts if (line := said(frame, fact))][:SAID_AT_ONCE]) or None


def whose(frame: Frame, fact: News) -> str:
    """The name of whoever a fact is about, "" for nobody."""
    return frame.seat(fact) if fact.get("seat") is not None else ""


def said_in_prsi(frame: Frame, fact: News) -> str | None:
    """A few words about what happens alike in both kinds of prší."""
    words, name = frame.words, whose(frame, fact)
    match fact.kind:
        case "CardsDrawn":
            return words.count("{name} draws {n} card", "{name} draws {n} cards", fact.get("count"), name=name)
        case "PlayerStood":
            return words("{name} stands", name=name)
        case "TurnLost":
            return words("{name} loses a turn", name=name)
        case "PileTurnedOver":
            return words("the pile is turned over")
        case _:
            return None
