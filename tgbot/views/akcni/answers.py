"""What a player is told at once after a tap: what was drawn, what was wrong, or why nothing happened."""

from collections.abc import Sequence
from html import unescape

from core import akcni
from core.akcni import events as happened
from core.akcni.state import Phase
from core.akcni.view import View
from core.events import PlayerFinished
from core.game import Event, Refusal, Refused, Seat
from core.night import Round
from core.night.values import Handed
from core.prsi.events import CardsDrawn, PlayerStood
from tgbot.views.akcni.facts import mistake, should
from tgbot.views.cards import card, cards, rank_name, suit_name
from tgbot.views.frame import Frame
from tgbot.views.refusals import not_your_turn, out_of_it
from tgbot.words import Words


def answer(frame: Frame, round_: Round, seat: Seat, events: Sequence[Event]) -> str:
    """What happened to the one who acted."""
    return " ".join(line for event in events if (line := _said(frame, round_, seat, event)))


def handed(frame: Frame, round_: Round, told: Handed) -> str:
    """A gift, a mistake that another one's card has brought to light, a house rule (P15, P24, P28)."""
    words = frame.words
    drawn: list[str] = [one for fact in told.facts if fact.kind == "CardsDrawn" for one in fact.get("cards")]
    draws = words("You draw {cards}.", cards=cards(words, drawn)) if drawn else ""
    for fact in told.facts:
        match fact.kind:
            case "GiftReceived" if fact.get("seat") == told.seat:
                name, code = frame.names.get(round_.players[fact.get("giver")], "?"), card(words, fact.get("card"))
                return words("🎁 <b>We're swapping:</b> {name} passes you {card}. (P15)", name=name, card=code)
            case "MistakeMade":
                wrong = should(frame, fact)
                return f"❌ <b>{wrong[0].upper()}{wrong[1:]}</b> {draws} ({fact.get('rule')})"
    by = "?" if told.by is None else frame.names.get(round_.players[told.by], "?")
    return words("🏠 <b>{name} plays a card with a house rule.</b> {draws} (P28)", name=by, draws=draws)


def _said(frame: Frame, round_: Round, seat: Seat, event: Event) -> str | None:
    words = frame.words
    match event:
        case happened.MistakeMade() if event.seat == seat:
            wrong = mistake(frame, event)
            free = "" if event.count else words("No cards are left, so this one's free.")
            return " ".join(filter(None, (f"❌ {wrong[0].upper()}{wrong[1:]}", free, f"({event.rule})")))
        case happened.CardPlayed(card=code) if event.seat == seat:
            return words("Played: {card}.", card=card(words, code))
        case CardsDrawn(cards=drawn) | happened.OpenCardsDrawn(cards=drawn) if event.seat == seat:
            return words("You draw {cards}.", cards=cards(words, drawn))
        case happened.KingGreeted() if event.seat == seat:
            return words("Good day, Your Majesty!")
        case happened.LastSaid() if event.seat == seat:
            return words("Now everybody knows.")
        case happened.PrsiSaid() if event.seat == seat:
            return words("🌧 It rains!")
        case happened.WordsSaid() if event.seat == seat:
            return words("Said.")
        case PlayerStood() if event.seat == seat:
            return words("You're standing.")
        case PlayerFinished(place=place) if event.seat == seat:
            return words("You're out of cards: {place} place!", place=words.ordinal(place))
        case happened.GiftChosen(card=code) if event.seat == seat:
            return words("🎁 You pass back {card}.", card=card(words, code))
        case happened.GiftReceived(card=code, giver=giver) if event.seat == seat:
            name = unescape(frame.names.get(round_.players[giver], "?"))
            return words("{name} passes you {card}.", name=name, card=card(words, code))
    return None


def refusal(frame: Frame, round_: Round, seat: Seat, refused: Refused, *, aloud: bool) -> str:
    """Why not, by which clause, and to whoever is alone what would be allowed."""
    seen = akcni.view(round_.state, seat)
    clause = f"({refused.rule})" if refused.rule else ""
    allowed = "" if aloud else _allowed(frame.words, seen)
    return " ".join(filter(None, (_reason(frame, round_, seen, refused), allowed, clause)))


def _reason(frame: Frame, round_: Round, seen: View, refused: Refused) -> str:
    words = frame.words
    match refused.code:
        case Refusal.GAME_OVER:
            return words("This game is over.")
        case Refusal.DEAD_DONT_TALK:
            return out_of_it(words, seen)
        case Refusal.NOT_YOUR_TURN:
            return not_your_turn(frame, round_, seen, refused.rule)
        case Refusal.NOT_YOUR_CARD:
            return words("You don't have this card.")
        case Refusal.MUST_STAND:
            return words("There's an ace on the table.")
        case Refusal.MUST_DRAW:
            return words("Back in the game, you can only draw.")
        case Refusal.ILLEGAL_CARD if refused.rule == "P14":
            return words("In an action lap no card goes on just anything.")
        case Refusal.ILLEGAL_CARD:
            return _does_not_go(words, seen)
        case Refusal.BAD_NAME:
            return words("This card needs a name of the right kind.")
        case Refusal.NOT_NOW if refused.rule == "P28":
            return words("No house rule asks you for that now.")
        case Refusal.NOT_NOW if seen.phase is Phase.GIVE:
            return words("First everybody passes a card back.")
        case _:
            return words("Not now.")


def _does_not_go(words: Words, seen: View) -> str:
    if seen.attack is not None:
        if seen.attack.eights:
            return words("Only an eight answers an eight.")
        if "eight" not in seen.options.rules:
            return words("Only a seven goes on an active seven.")
        return words("Only a seven, or the eight of its suit, goes on an active seven.")
    if seen.rank is not None:
        return words("The Unter wants {rank}.", rank=rank_name(words, seen.rank))
    if seen.suit is not None:
        return words("It needs {suit}.", suit=suit_name(words, seen.suit))
    return words("That doesn't go on {card}.", card=card(words, seen.top))


def _allowed(words: Words, seen: View) -> str:
    """What this player may do instead in strict mode; the pub gives no hints."""
    if not seen.options.strict or seen.viewer not in seen.actors or seen.phase is not Phase.PLAY:
        return ""
    options = [words("play {cards}", cards=cards(words, seen.playable))] if seen.playable else []
    stands = akcni.actions.STAND in seen.actions
    options.append(words("stand") if stands else words("draw {n}", n=seen.number_due))
    return words("You can: {options}.", options=", ".join(options))
