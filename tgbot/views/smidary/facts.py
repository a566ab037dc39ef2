"""What has happened at a table of Smidarské prší, in words."""

from collections.abc import Sequence

from core.night import News
from core.night.person import is_bot
from core.night.stock import HALVES
from tgbot.views.cards import card, cards, demand
from tgbot.views.facts import booked, broken_off, deals_next, dose, in_short, said_in_prsi, whose
from tgbot.views.frame import Frame, dose_sign

announced = frozenset(
    {
        "BottomDoubted",
        "BroughtBack",
        "CallFailed",
        "ChargeAdmitted",
        "ChargeUndone",
        "Charged",
        "Collapsed",
        "GameEnded",
        "HandShown",
        "PlayTakenBack",
        "PlayerFinished",
    }
)
"""Facts that cost somebody something, or end something: the group gets a message."""


def told(frame: Frame, fact: News) -> str | None:
    """An announced fact; None when another one says it."""
    words = frame.words
    name = f"<b>{whose(frame, fact)}</b>"
    match fact.kind:
        case "Charged":
            return _charged(frame, fact, name)
        case "ChargeUndone":
            return words(
                "✏️ {name}: {ml} ml don't count, the card was taken back. ({rule})",
                name=name,
                ml=fact.get("ml"),
                rule=fact.get("rule"),
            )
        case "BroughtBack":
            return words("🔁 {name} is back in the game! Red seven by {by}. (S9)", name=name, by=frame.seat(fact, "by"))
        case "PlayerFinished" if fact.get("alone"):
            return words(
                "🏁 {name} is the only one left and finishes {place}. (S30)",
                name=name,
                place=words.ordinal(fact.get("place")),
            )
        case "PlayerFinished":
            return words(
                "🏁 {name} is out of cards: {place} place. (S7)", name=name, place=words.ordinal(fact.get("place"))
            )
        case "Collapsed":
            return words("🚑 {name} is unwell and out, and owes nothing more in this game. (S30)", name=name)
        case "ChargeAdmitted":
            return words("🙊 {name} admits it, shows nothing and takes the attack. (S17)", name=name)
        case "HandShown":
            shown = cards(words, fact.get("cards"))
            if fact.get("guilty"):
                return words(
                    "👀 {name} shows {cards}: there was another card to play. Guilty! (S17)", name=name, cards=shown
                )
            return words("👀 {name} shows {cards}: nothing else fitted. Innocent! (S17)", name=name, cards=shown)
        case "PlayTakenBack":
            return words(
                "🚨 {name} calls it: {cheat} played {card} against the rules and takes it back. (S29)",
                name=name,
                cheat=f"<b>{frame.seat(fact, 'cheat')}</b>",
                card=card(words, fact.get("card")),
            )
        case "CallFailed":
            return words(
                "🚨 False alarm! {name} cries “Cheating!”, but {card} was by the rules. (S29)",
                name=name,
                card=card(words, fact.get("card")),
            )
        case "BottomDoubted":
            return _doubted(frame, fact, name)
        case "GameEnded":
            return "\n".join(ending_lines(frame, fact))
        case _:
            return None


def _charged(frame: Frame, fact: News, name: str) -> str | None:
    words = frame.words
    in_vain = fact.get("in_vain")
    reasons = {
        "S5": words("nothing was left to draw"),
        "S13": words("the attack goes on"),
        "S14": words("value-added tax"),
        "S17": words("accused for no reason") if in_vain else words("the attack of the green king"),
        "S24": words("for the bell nine"),
        "S27": words("wrong about the bottom card"),
        "S28": words("caught cheating"),
        "S29": words("a false alarm") if in_vain else words("caught cheating"),
    }
    reason = reasons.get(fact.get("rule"))
    if reason is None:
        return None  # The doses of the end stand in its own message (S11).
    return words(
        "{sign} {name}: {dose} – {reason}. ({rule})",
        sign=dose_sign(frame.night, fact.players[fact.get("seat")]),
        name=name,
        dose=dose(words, fact.get("ml"), fact.get("halves", HALVES[0])),
        reason=reason,
        rule=fact.get("rule"),
    )


def _doubted(frame: Frame, fact: News, name: str) -> str:
    words = frame.words
    shown, dealer = card(words, fact.get("card")), f"<b>{frame.seat(fact, 'dealer')}</b>"
    if fact.get("lied"):
        return words(
            "🤥 {name} doubts it and is right: the bottom card is {card}, {dealer} lied. (S27)",
            name=name,
            card=shown,
            dealer=dealer,
        )
    return words(
        "😇 {name} doubts it and is wrong: the bottom card is {card}, {dealer} told the truth. (S27)",
        name=name,
        card=shown,
        dealer=dealer,
    )


def ending_lines(frame: Frame, fact: News) -> list[str]:
    """The table of results: places, titles, who deals next."""
    words = frame.words
    person = {seat: frame.names.get(player, "?") for seat, player in enumerate(fact.players)}
    loser, assistant = fact.get("loser"), fact.get("assistant")
    if loser is None:
        why = words("<i>Ended for health reasons, nobody drinks. (S30)</i>")
        return [*broken_off(frame, fact, why), *deals_next(frame, fact)]
    lines = [words("🏁 <b>End of game {number}</b>", number=fact.number)]
    doses = {
        seat: f", {dose_sign(frame.night, fact.players[seat])} {cost}"
        for seat, cost, rule in booked(words, fact, "charged")
        if rule == "S11"
    }
    for place, seat in enumerate(fact.get("places"), 1):
        line = f"{place}. {person[seat]}{' 🏆' if place == 1 else ''}"
        if seat == assistant:
            line += words(" – Assistant") + doses.get(seat, "")
        lines.append(line)
    left = words.count("{n} card left", "{n} cards left", fact.get("cards_left"))
    title = words("Arcipíč") if fact.get("title") == "arcipic" else words("Vrchní píč")
    hat = " 🎓" if fact.get("title") == "arcipic" else ""
    lines.append(f"{len(fact.get('places')) + 1}. {person[loser]} – <b>{title}</b>{hat}, {left}{doses.get(loser, '')}")
    return [*lines, *deals_next(frame, fact)]


def last(frame: Frame, facts: Sequence[News]) -> str | None:
    """The latest action in a few words; of what the dealer says about the bottom card one line is enough."""
    announced = next((fact for fact in facts if fact.kind == "BottomAnnounced"), None)
    judged = next((fact for fact in facts if fact.kind == "StartJudged"), None)
    if announced is None or judged is None:
        return in_short(frame, facts, _said)
    words, name = frame.words, frame.seat(announced, "dealer")
    said = card(words, announced.get("card"))
    if judged.get("effective"):
        return words("{name} says {card}: the turned card counts (S26)", name=name, card=said)
    return words("{name} says {card}: the turned card is just a card (S26)", name=name, card=said)


def _said(frame: Frame, fact: News) -> str | None:
    words = frame.words
    name = whose(frame, fact)
    match fact.kind:
        case "CardPlayed":
            return f"{name}: {card(words, fact.get('card'))}{demand(words, fact.get('name'))}"
        case "CallFailed":
            return words("{name}: false alarm, {card} was by the rules", name=name, card=card(words, fact.get("card")))
        case "AttackDrunk" if is_bot(fact.players[fact.get("seat")]):
            return words("{name} only pretends to drink, the attack goes on", name=name)
        case "AttackDrunk":
            return words("{name} drinks, the attack goes on", name=name)
        case "Challenged":
            return words("{name} accuses {accused}", name=name, accused=frame.seat(fact, "accused"))
        case "HandsPassed":
            return words("everybody passes the hand on (S25)")
        case "RaceEnded":
            return words("{name} slaps last", name=frame.seat(fact, "last"))
        case "DemandLapsed":
            return words("nobody can draw, the demand lapses")
        case "BottomAnnounced":
            return words(
                "{name}: the bottom card is {card}", name=frame.seat(fact, "dealer"), card=card(words, fact.get("card"))
            )
        case "StartJudged":
            bottom = card(words, fact.get("bottom"))
            if fact.get("effective"):
                return words("bottom card {card}: the turned card counts (S26)", card=bottom)
            return words("bottom card {card}: the turned card is just a card (S26)", card=bottom)
        case _:
            return said_in_prsi(frame, fact)
