"""What has happened at a table of Shithead, in words."""

from collections.abc import Sequence

from core.night import News
from core.night.person import is_bot
from core.shithead.events import Burn, Ending
from tgbot.views.facts import booked, broken_off, deals_next, in_short, whose
from tgbot.views.frame import Frame, dose_sign
from tgbot.views.shithead.cards import card, cards

announced = frozenset({"CardFlipped", "GameEnded", "PileBurned", "PileTaken", "PlayerCollapsed", "PlayerFinished"})
"""Facts that cost somebody something, or end something: the group gets a message."""
WORTH_TELLING = 5
"""A pile of fewer cards burns or is taken up without a message; the table says it."""


def told(frame: Frame, fact: News) -> str | None:
    """An announced fact; None when another one says it, or the table is enough."""
    words = frame.words
    name = f"<b>{whose(frame, fact)}</b>"
    match fact.kind:
        case "PileBurned" if fact.get("cards") >= WORTH_TELLING:
            return _burned(frame, fact, name)
        case "PileTaken" if len(fact.get("cards")) >= WORTH_TELLING:
            return _taken(frame, fact, name)
        case "CardFlipped":
            shown = card(fact.get("card"))
            if fact.get("laid"):
                return words("🙈 {name} flips {card} blind, and it plays! (H11)", name=name, card=shown)
            return words("🙈 {name} flips {card} blind, and it doesn't play. (H11)", name=name, card=shown)
        case "PlayerFinished":
            return words("🏁 {name} finishes {place}. (H12)", name=name, place=words.ordinal(fact.get("place")))
        case "PlayerCollapsed":
            return words("🚑 {name} is unwell and out, and owes nothing more in this game. (H17)", name=name)
        case "GameEnded":
            return "\n".join(_ending_lines(frame, fact))
        case _:
            return None


def _burned(frame: Frame, fact: News, name: str) -> str:
    count = frame.words.count
    if fact.get("why") == Burn.TEN:
        return count(
            "🔥 {name} burns the pile with a ten: {n} card is gone. (H6)",
            "🔥 {name} burns the pile with a ten: {n} cards are gone. (H6)",
            fact.get("cards"),
            name=name,
        )
    return count(
        "🔥 Four of a kind! {name} burns the pile: {n} card is gone. (H7)",
        "🔥 Four of a kind! {name} burns the pile: {n} cards are gone. (H7)",
        fact.get("cards"),
        name=name,
    )


def _taken(frame: Frame, fact: News, name: str) -> str:
    words, number = frame.words, len(fact.get("cards"))
    if fact.get("open_card") is None:
        return words.count(
            "📥 {name} takes the pile: {n} card. (H9)", "📥 {name} takes the pile: {n} cards. (H9)", number, name=name
        )
    return words.count(
        "📥 {name} takes the pile: {n} card, and {card}. (H10)",
        "📥 {name} takes the pile: {n} cards, and {card}. (H10)",
        number,
        name=name,
        card=card(fact.get("open_card")),
    )


def _ending_lines(frame: Frame, fact: News) -> list[str]:
    """The table of results: places, the shithead, who deals next and what they owe the table."""
    words, shithead = frame.words, fact.get("shithead")
    person = [frame.names.get(player, "?") for player in fact.players]
    if shithead is None:
        return broken_off(frame, fact, words("<i>Ended for health reasons, nobody is the shithead. (H17)</i>"))
    lines = [words("🏁 <b>End of game {number}</b>", number=fact.number)]
    for place, seat in enumerate(fact.get("places"), 1):
        lines.append(f"{place}. {person[seat]}{' 🏆' if place == 1 else ''}")
    forfeit = next((cost for _, cost, rule in booked(words, fact, "charged") if rule == "H14"), None)
    dose = f", {dose_sign(frame.night, fact.players[shithead])} {forfeit}" if forfeit else ""
    title = words.context("loser", "<b>Shithead</b> 💩")
    lines.append(f"{len(fact.get('places')) + 1}. {person[shithead]} – {title}{dose}")
    if fact.get("why") == Ending.LONG:
        lines.append(words("<i>After a thousand turns the number of cards decides. (H16)</i>"))
    return [*lines, *_what_next(frame, fact, person[shithead], forfeit is None and not is_bot(fact.players[shithead]))]


def _what_next(frame: Frame, fact: News, loser: str, fetches: bool) -> tuple[str, ...]:
    """The shithead deals, unless they have left, and fetches the next round, unless they drink instead (H14, N6)."""
    words = frame.words
    if fact.get("deals") != fact.players[fact.get("shithead")]:
        round_ = (words("<i>{name} gets the next round. (H14)</i>", name=loser),) if fetches else ()
        return (*round_, *deals_next(frame, fact))
    if fetches:
        return (words("<i>{name} deals next and gets the next round. (H14)</i>", name=loser),)
    return (words("<i>{name} deals next. (H14)</i>", name=loser),)


def last(frame: Frame, facts: Sequence[News]) -> str | None:
    """The latest action in a few words."""
    return in_short(frame, facts, _said)


def _said(frame: Frame, fact: News) -> str | None:
    words = frame.words
    name = whose(frame, fact)
    match fact.kind:
        case "CardsPlayed":
            return f"{name}: {cards(fact.get('cards'))}"
        case "CardFlipped":
            return words("{name} blind: {card}", name=name, card=card(fact.get("card")))
        case "PileBurned":
            return words("🔥 the pile burns")
        case "PileTaken":
            return words.count("{name} takes {n} card", "{name} takes {n} cards", len(fact.get("cards")), name=name)
        case "CardsSwapped":
            return words("{name} lays out {card}", name=name, card=card(fact.get("shown")))
        case "PlayerReady":
            return words("{name} is ready", name=name)
        case "DirectionTurned":
            return words("play reverses")
        case "SeatsSkipped":
            skipped = (frame.names.get(fact.players[seat], "?") for seat in fact.get("seats"))
            return words("skipped: {names}", names=", ".join(skipped))
        case _:
            return None
