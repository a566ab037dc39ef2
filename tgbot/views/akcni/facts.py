"""What has happened at a table of akční prší, in words."""

from collections.abc import Sequence

from core.akcni.events import Mistake, MistakeMade
from core.cards import GERMAN_RANKS, GERMAN_SUITS
from core.house import WITH_NUMBER, Kind, read_effect
from core.night import News
from core.prsi.fitting import OBER, UNTER
from tgbot.views.akcni.catalogue import in_words
from tgbot.views.akcni.house import effect_words
from tgbot.views.cards import card, cards, demand
from tgbot.views.facts import booked, broken_off, deals_next, in_short, said_in_prsi, whose
from tgbot.views.frame import Frame, dose_sign
from tgbot.words import Words

announced = frozenset(
    {
        "BreachDenied",
        "BreachReported",
        "BroughtBack",
        "Collapsed",
        "GameEnded",
        "HouseRuleApplied",
        "MistakeMade",
        "PlayerFinished",
        "PrsiSaid",
    }
)
"""Facts that cost somebody something, or end something: the group gets a message."""


def told(frame: Frame, fact: News) -> str | None:
    """An announced fact; None when another one says it, or the table is enough."""
    words = frame.words
    name = f"<b>{whose(frame, fact)}</b>"
    match fact.kind:
        case "MistakeMade":
            return _mistake(frame, fact, name)
        case "BroughtBack":
            return words("🔁 {name} is back in the game! (P19, P26)", name=name)
        case "PlayerFinished" if fact.get("alone"):
            return words(
                "🏁 {name} is the only one left and finishes {place}. (P22)",
                name=name,
                place=words.ordinal(fact.get("place")),
            )
        case "PlayerFinished":
            return words(
                "🏁 {name} is out of cards: {place} place. (P18)", name=name, place=words.ordinal(fact.get("place"))
            )
        case "PrsiSaid":
            return words("🌧 {name}: “It's raining, your washing's getting wet!” (P18)", name=name)
        case "HouseRuleApplied":
            return _house_rule(frame, fact, name)
        case "Collapsed":
            return words("🚑 {name} is unwell and out, and owes nothing more in this game. (N3)", name=name)
        case "BreachReported":
            return words(
                "⚖️ {by} says: {name} hasn't done “{text}”. The others vote at the table. (P28)",
                by=frame.seat(fact, "by"),
                name=name,
                text=_text(frame, fact),
            )
        case "BreachDenied":
            return words(
                "⚖️ {name} has done “{text}”, says the table ({no} : {yes}). (P28)",
                name=name,
                text=_text(frame, fact),
                no=fact.get("no"),
                yes=fact.get("yes"),
            )
        case "GameEnded":
            return "\n".join(_ending(frame, fact))
        case _:
            return None


def _text(frame: Frame, fact: News) -> str:
    """What a house rule wants, or what somebody has said for it, ready for HTML."""
    return frame.plain(in_words(frame.words, fact.get("text")))


def _mistake(frame: Frame, fact: News, name: str) -> str | None:
    if not fact.get("count"):
        return None  # It costs nothing, however often it happens: the table says it.
    words, right = frame.words, should(frame, fact)
    drawn = words.count("{n} card", "{n} cards", fact.get("count"))
    return words("❌ {name}: {should} +{cards} ({rule})", name=name, should=right, cards=drawn, rule=fact.get("rule"))


def should(frame: Frame, fact: News) -> str:
    """What should have been done instead of a mistake that is told."""
    return mistake(
        frame,
        MistakeMade(
            seat=fact.get("seat"),
            mistake=Mistake(fact.get("mistake")),
            rule=fact.get("rule"),
            count=fact.get("count"),
            card=fact.get("card"),
            name=fact.get("name"),
            due=fact.get("due"),
            text=fact.get("text"),
        ),
    )


def mistake(frame: Frame, made: MistakeMade) -> str:  # noqa: C901 - a table
    """What should have been done instead.

    By its clause the true reason may be the action lap, in which next to nothing counts (P14, P16).
    """
    words, wrong, rule, due = frame.words, made.mistake, made.rule, made.due
    played, text = card(words, made.card) if made.card else "", frame.plain(in_words(words, made.text or ""))
    if rule == "P14" and wrong in IN_THE_LAP:
        return _in_the_lap(words, wrong, played)
    match wrong:
        case Mistake.OUT_OF_TURN:
            return words("{card} out of turn goes back.", card=played)
        case Mistake.ILLEGAL_CARD:
            return words("{card} doesn't go there and comes back.", card=played)
        case Mistake.WRONG_NUMBER:
            return words.count("{n} card should have been drawn.", "{n} cards should have been drawn.", due or 0)
        case Mistake.NOT_STOOD if rule == "P16":
            return words("in an action lap you stand for an ace, nothing goes on it.")
        case Mistake.NOT_STOOD:
            return words("you stand for an ace, or play another one.")
        case Mistake.STOOD_IN_VAIN:
            return words("there's nothing to stand for.")
        case Mistake.NOT_GREETED:
            return words("the king wasn't greeted.")
        case Mistake.GREETED_IN_VAIN:
            return words("there's nobody to greet.")
        case Mistake.NOT_SAID_WHETHER:
            return words("nobody said whether we swap.")
        case Mistake.LAST_FORGOTTEN:
            return words("the last card wasn't called out.")
        case Mistake.LAST_IN_VAIN if rule == "P21":
            return words("a last card is called once, right after the card before, and not if an action lap was on.")
        case Mistake.LAST_IN_VAIN:
            return words("“last one” belongs to the last card.")
        case Mistake.PRSI_FORGOTTEN:
            return words("“it's raining, your washing's getting wet” wasn't said.")
        case Mistake.PRSI_IN_VAIN:
            return words("“your washing's getting wet” is for the first one out, and only once.")
        case Mistake.WRONG_NAME:
            return _wrong_name(words, made.card or "", made.name, played)
        case Mistake.WORDS_FORGOTTEN:
            return words("“{text}” wasn't said.", text=text)
        case Mistake.DEED_BROKEN:
            return words("“{text}” wasn't done.", text=text)


def _wrong_name(words: Words, code: str, name: str | None, played: str) -> str:
    """What this very card should have named, by what it named, if anything."""
    if code[:1] == OBER and name not in GERMAN_SUITS:
        return words("no suit was named with the Ober, {card} goes back.", card=played)
    if code[:1] == UNTER and name not in GERMAN_RANKS:
        return words("no rank was named with the Unter, {card} goes back.", card=played)
    return words("this card names nothing, {card} goes back.", card=played)


IN_THE_LAP = (
    Mistake.ILLEGAL_CARD,
    Mistake.WRONG_NAME,
    Mistake.LAST_IN_VAIN,
    Mistake.PRSI_IN_VAIN,
    Mistake.GREETED_IN_VAIN,
)


def _in_the_lap(words: Words, wrong: Mistake, played: str) -> str:
    """What would have been right at any other time (P14)."""
    match wrong:
        case Mistake.ILLEGAL_CARD:
            return words("in an action lap no card goes on just anything, {card} comes back.", card=played)
        case Mistake.WRONG_NAME:
            return words("in an action lap nothing is named, {card} goes back.", card=played)
        case Mistake.GREETED_IN_VAIN:
            return words("in an action lap no king is greeted.")
        case Mistake.LAST_IN_VAIN:
            return words("in an action lap, its first card included, no “last one” is called out.")
        case _:
            return words("in an action lap, its first card included, no “it's raining” is called out.")


DRINKS = {Kind.NEXT_DRINKS, Kind.ALL_DRINK, Kind.PLAYER_DRINKS}


def _house_rule(frame: Frame, fact: News, name: str) -> str | None:
    """Which card it was and what it costs whom; nothing of what nobody pays."""
    words, effect, laid = frame.words, read_effect(fact.get("effect")), fact.get("card")
    doses = booked(words, fact, "charged")
    # An older release does not say which card it was.
    if laid is None or effect.kind not in WITH_NUMBER or (effect.kind in DRINKS and not doses):
        return None
    each = ", ".join(
        f"{frame.names.get(fact.players[seat], '?')} {dose_sign(frame.night, fact.players[seat])} {cost}"
        for seat, cost, _ in doses
    )
    return words(
        "🏠 {name} plays {card}: {effect}. (P28)",
        name=name,
        card=card(words, laid),
        effect=frame.plain(effect_words(words, effect)) + (f" – {each}" if each else ""),
    )


def _ending(frame: Frame, fact: News) -> list[str]:
    """The places with what they score, the night's score, who deals next (P22)."""
    words = frame.words
    person = [frame.names.get(player, "?") for player in fact.players]
    loser = fact.get("loser")
    if loser is None:
        return broken_off(frame, fact, words("<i>Ended for health reasons, nobody scores. (P22)</i>"))
    lines = [words("🏁 <b>End of game {number}</b>", number=fact.number)]
    for place, seat in enumerate(fact.get("places"), 1):
        lines.append(f"{place}. {person[seat]}{' 🏆 +1' if place == 1 else ''}")
    lines.append(f"{len(fact.get('places')) + 1}. {person[loser]} −1")
    return [*lines, *deals_next(frame, fact)]


def last(frame: Frame, facts: Sequence[News]) -> str | None:
    """The latest action in a few words."""
    return in_short(frame, facts, _said)


def _said(frame: Frame, fact: News) -> str | None:
    words = frame.words
    name = whose(frame, fact)
    match fact.kind:
        case "CardPlayed":
            return f"{name}: {card(words, fact.get('card'))}{named(frame, fact.get('name'))}"
        case "OpenCardsDrawn":
            return words("{name} draws face up: {cards}", name=name, cards=cards(words, fact.get("cards")))
        case "KingGreeted":
            return words("{name} greets the king", name=name)
        case "MistakeMade" if not fact.get("count"):
            right, rule = should(frame, fact), fact.get("rule")
            return words("❌ {name}: {should} No cards are left. ({rule})", name=name, should=right, rule=rule)
        case "LastSaid":
            return words("{name}: last one!", name=name)
        case "WordsSaid":
            return words("{name}: “{text}”", name=name, text=_text(frame, fact))
        case "ChangeAnnounced":
            name = frame.seat(fact, "dealer")
            return f"{name}:{named(frame, 'yes' if fact.get('change') else 'no')}"
        case "GiftsAsked":
            return words("everybody passes a card back (P15)")
        case "LapBegan":
            return words("{name} blocks all cards for a lap (P14)", name=name)
        case "LapEnded":
            return words("the lap is over, cards work again")
        case "DirectionTurned":
            return words("play reverses")
        case _:
            return said_in_prsi(frame, fact)


def named(frame: Frame, name: str | None) -> str:
    """What a card named or its player said, after it; empty for nothing."""
    words = frame.words
    match name:
        case None:
            return ""
        case "yes":
            return " " + words("“we swap”")
        case "no":
            return " " + words("“no swap”")
    return demand(words, name)
