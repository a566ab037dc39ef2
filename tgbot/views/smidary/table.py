"""The group's message of a running game: what lies there, who holds how much, whose turn it is."""

from core import smidary
from core.cards import THE_SIX
from core.game import Seat
from core.ledger import PersonId
from core.night import Round, Table
from core.night.tally import price
from core.smidary.state import ML_PER_CARD, Phase, Threat
from core.smidary.view import View
from tgbot.screens import Button, Style
from tgbot.views.cards import card, direction, in_the_pile, rank_name, suit_name
from tgbot.views.frame import Frame, act, awaited, fan, marks
from tgbot.views.games import is_soft_for_all, may_lose


def on_table(frame: Frame, round_: Round) -> tuple[str, ...]:
    """The top card with what it demands or threatens, and the piles."""
    seen = smidary.view(round_.state, None)
    return (top_line(frame, round_, seen), *question_lines(frame, round_, seen), _piles(frame, round_, seen))


def top_line(frame: Frame, round_: Round, seen: View) -> str:
    """What lies on top, and what it asks for."""
    words = frame.words
    line = words("On the table: <b>{card}</b>", card=card(words, seen.top))
    if seen.suit is not None:
        line += words(" – suit <b>{suit}</b>", suit=suit_name(words, seen.suit))
    if seen.rank is not None:
        line += words(" – wants <b>{rank}</b>, or draw", rank=rank_name(words, seen.rank))
    if seen.top == THE_SIX:
        line += words(" – hearts, bells or acorns")
    return line + _threat(frame, round_, seen)


def _threat(frame: Frame, round_: Round, seen: View) -> str:
    """What hangs over the one on turn, after a dash; empty without an attack."""
    words, attack = frame.words, seen.attack
    if attack is None:
        return ""
    if attack.kind is Threat.SKIP:
        return words(" – <b>stand</b>, or an ace")
    cards = words.count("{n} card", "{n} cards", attack.cards)
    if attack.kind is Threat.TEN or attack.returned:
        return words(" – <b>{cards}</b>, no defence", cards=cards)
    if attack.added:
        cards = words("{cards} and {ml} ml", cards=cards, ml=price_of_drawing(frame, round_, seen))
    if not attack.drinkable:
        return words(" – attack: <b>{cards}</b>, the drinking lap is over", cards=cards)
    return words(" – attack: <b>{cards}, or {ml} ml</b>", cards=cards, ml=price_of_drinking(frame, round_, seen))


def price_of_drinking(frame: Frame, round_: Round, seen: View) -> int:
    """The ml of their own drink that whoever faces the attack drinks instead of drawing (S13, S14, N7)."""
    assert seen.attack is not None
    is_added = seen.attack.added and seen.options.added_value == "always"
    return price(frame.night, _faces_it(round_, seen), seen.attack.ml, *((seen.attack.added,) if is_added else ()))


def price_of_drawing(frame: Frame, round_: Round, seen: View, missing: int = 0) -> int:
    """The ml of their own drink that drawing costs on top, when so many cards are missing (S5, S14, N7)."""
    doses = (missing * ML_PER_CARD, seen.attack.added if seen.attack else 0)
    return price(frame.night, _faces_it(round_, seen), *(ml for ml in doses if ml)) if any(doses) else 0


def _faces_it(round_: Round, seen: View) -> PersonId:
    seat = seen.actors[0] if seen.phase is Phase.PENALTY else seen.turn
    assert seat is not None, "an attack hangs over somebody"
    return round_.players[seat]


def question_lines(frame: Frame, round_: Round, seen: View) -> tuple[str, ...]:
    """What is asked apart from the usual turn."""
    words = frame.words
    person = [frame.names.get(player, "?") for player in round_.players]
    match seen.phase:
        case Phase.SLAP:
            late = ", ".join(person[seat] for seat in seen.to_slap)
            return (words("🔔 <b>Slap the pile!</b> Still missing: {names}", names=late),)
        case Phase.BOTTOM:
            return (words("👀 {name} is looking at the bottom card.", name=person[seen.dealer]),)
        case Phase.ACCUSED if seen.turn is not None:
            accused = person[seen.actors[0]]
            return (
                words("⚖️ {name} accuses {accused}: was there another card?", name=person[seen.turn], accused=accused),
            )
        case Phase.PENALTY:
            return (words("⚖️ {name} takes the attack.", name=person[seen.actors[0]]),)
    if seen.announced is not None:
        said = words(
            "👀 {name} says: the bottom card is {card}.", name=person[seen.dealer], card=card(words, seen.announced)
        )
        return (said,)
    return ()


def _piles(frame: Frame, round_: Round, seen: View) -> str:
    words = frame.words
    return f"{in_the_pile(words, seen.draw)} · {direction(words, seen.direction)}{_chosen(frame, round_, seen)}"


def _chosen(frame: Frame, round_: Round, seen: View) -> str:
    """What the winner has chosen, if any of those who may lose would drink of it (S10, N13)."""
    if seen.chosen is None or is_soft_for_all(frame.night, may_lose(round_, round_.players[seen.places[0]])):
        return ""
    return frame.words(" · the losers drink {drink}", drink=frame.drink(seen.chosen))


def seat_line(frame: Frame, round_: Round, seat: Seat) -> str:
    """A player: whose turn, the fan, the name, the marks."""
    words, seen = frame.words, smidary.view(round_.state, None)
    person = frame.night.person(round_.players[seat])
    assert person is not None
    name = frame.names[person.id]
    if seat in seen.collapsed:
        return f"🚑 {name}{marks(frame, person)}"
    if seat in seen.places:
        place = seen.places.index(seat) + 1
        cup = "🏆" if place == 1 else f"{place}."
        exposed = words(" · not safe yet") if seat in seen.exposed else ""
        return f"{cup} {name}{exposed}{marks(frame, person)}"
    standing = " 🧍" if seat in seen.standing and not person.stays_seated else ""
    owed = words(" · owes {n}", n=seen.owed[seat]) if seen.owed[seat] else ""
    if seat in seen.actors and seen.phase is not Phase.SLAP:
        since = f"<i>{awaited(frame, round_, person)}</i>"
        return f"▶️ {fan(seen.counts[seat])} <b>{name}</b>{standing}{owed}{marks(frame, person)} · {since}"
    return f"{fan(seen.counts[seat])} {name}{standing}{owed}{marks(frame, person)}"


def table_rows(frame: Frame, table: Table, round_: Round) -> tuple[tuple[Button, ...], ...]:
    """The race, and the buttons by which everybody may object."""
    words, seen = frame.words, smidary.view(round_.state, None)
    race = (act(frame, table, round_, words("✋ SLAP!"), "slap", Style.DANGER),) if seen.phase is Phase.SLAP else ()
    objections = []
    if seen.last_play is not None and round_.state.options.cheating != "strict":
        objections.append(act(frame, table, round_, words("🚨 Cheating!"), "call"))
    if seen.announced is not None:
        objections.append(act(frame, table, round_, words("🤥 I doubt it"), "doubt"))
    # The nine may be called, too, until somebody has slapped (S29).
    return tuple(row for row in (race, tuple(objections)) if row)
