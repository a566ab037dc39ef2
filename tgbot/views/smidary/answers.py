"""What a player is told at once after a tap: what was drawn, or why not and what would be allowed."""

from collections.abc import Sequence

from core import smidary
from core.events import PlayerFinished
from core.game import Event, Refusal, Refused, Seat
from core.night import Round
from core.night.values import Handed
from core.prsi.events import CardsDrawn, PlayerStood
from core.smidary import events as happened
from core.smidary.actions import CHALLENGE, DRAW, DRINK, STAND
from core.smidary.state import Threat
from core.smidary.view import View
from tgbot.views.cards import card, cards, rank_name, suit_name
from tgbot.views.frame import Frame
from tgbot.views.refusals import not_your_turn, out_of_it
from tgbot.views.smidary.table import price_of_drinking
from tgbot.words import Words


def answer(frame: Frame, round_: Round, seat: Seat, events: Sequence[Event]) -> str:
    """What happened to the one who acted."""
    words = frame.words
    return " ".join(line for event in events if (line := _said(words, seat, event)))


def handed(frame: Frame, round_: Round, told: Handed) -> str:
    """A six, a call, owed cards: what others did to one's own hand (S9, S25, S29)."""
    words = frame.words
    by = "?" if told.by is None else frame.names.get(round_.players[told.by], "?")
    for fact in told.facts:
        match fact.kind:
            case "HandsPassed":
                seats: tuple[Seat, ...] = fact.get("seats")
                giver = seats[seats.index(told.seat) - 1]
                name = frame.names.get(round_.players[giver], "?")
                return words("🃏 <b>The six!</b> {name} passes you all these cards, yours move on. (S25)", name=name)
            case "PlayTakenBack" if fact.get("cheat") == told.seat:
                played = card(words, fact.get("card"))
                return words("🚨 <b>{name} called it!</b> {card} is yours again. (S29)", name=by, card=played)
            case "CardsDrawn":
                drawn, rule = cards(words, fact.get("cards")), fact.get("rule")
                return words("🎴 <b>You draw {cards}.</b> ({rule})", cards=drawn, rule=rule)
    return words("🚨 <b>{name} called it!</b> The six goes back, and so do all hands. (S29)", name=by)


def _said(words: Words, seat: Seat, event: Event) -> str | None:
    match event:
        case happened.CardPlayed(seat=by, card=code) if by == seat:
            return words("Played: {card}.", card=card(words, code))
        case CardsDrawn(seat=by, cards=drawn) if by == seat and drawn:
            return words("You draw {cards}.", cards=cards(words, drawn))
        case CardsDrawn(seat=by) if by == seat:
            return words("There's nothing to draw.")
        case happened.PlayerSlapped(seat=by) if by == seat:
            return words("Slap!")
        case PlayerStood(seat=by) if by == seat:
            return words("You're standing.")
        case PlayerFinished(seat=by, place=place) if by == seat:
            return words("You're out of cards: {place} place!", place=words.ordinal(place))
        case happened.HandShown(guilty=guilty):
            return words("Guilty.") if guilty else words("Innocent.")
        case happened.PlayTakenBack(seat=by) if by == seat:
            return words("You were right, the card goes back.")
        case happened.CallFailed(seat=by) if by == seat:
            return words("The card was legal.")
        case happened.BottomDoubted(seat=by, lied=lied) if by == seat:
            return words("You were right, the dealer lied.") if lied else words("The dealer told the truth.")
    return None


def refusal(frame: Frame, round_: Round, seat: Seat, refused: Refused, *, aloud: bool) -> str:
    """Why not, by which clause, and to whoever is alone what would be allowed."""
    seen = smidary.view(round_.state, seat)
    reason = _reason(frame, round_, seen, refused)
    clause = f" ({refused.rule})" if refused.rule else ""
    allowed = "" if aloud or refused.code is Refusal.NOT_YOUR_TURN else _allowed(frame, round_, seen)
    return f"{reason}{' ' + allowed if allowed else ''}{clause}"


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
        case Refusal.MUST_DRAW:
            return words("There's no defence.")
        case Refusal.MUST_STAND:
            return words("There's an ace on the table.")
        case Refusal.CANNOT_DRINK if refused.rule == "S15":
            return words("The drinking lap is over.")
        case Refusal.CANNOT_DRINK:
            return words("There's nothing to drink.")
        case Refusal.CANNOT_CHALLENGE:
            return words("There's nobody to accuse.")
        case Refusal.MUST_PLAY:
            return words("You have a card that fits, so you can't draw here.")
        case Refusal.ILLEGAL_CARD:
            return _does_not_fit(words, seen)
        case Refusal.BAD_NAME:
            return words("This card needs a name of the right kind.")
        case Refusal.NOT_NOW if refused.rule == "S29":
            return words("There's nothing left to call.") if seen.last_play is None else words("Once was enough.")
        case _:
            return words("Not now.")


def _does_not_fit(words: Words, seen: View) -> str:
    attack = seen.attack
    if attack is not None and attack.kind is Threat.DRAW:
        if not attack.answerable:
            return words("You lost the accusation, so there's no beating it now.")
        if seen.top == "Kl":
            return words("Only the green seven goes on the green king.")
        if seen.top == "7l":
            return words("Only a seven or the green king goes on the green seven.")
        return words("Only a seven goes on an active seven.")
    if seen.rank is not None:
        return words("The Unter wants {rank}.", rank=rank_name(words, seen.rank))
    if seen.suit is not None:
        return words("It needs {suit}.", suit=suit_name(words, seen.suit))
    return words("That doesn't go on {card}.", card=card(words, seen.top))


def _allowed(frame: Frame, round_: Round, seen: View) -> str:
    """What this player may do instead, empty when nothing is asked of them."""
    words = frame.words
    options: list[str] = []
    if seen.playable:
        options.append(words("play {cards}", cards=cards(words, seen.playable)))
    for action in seen.actions:
        if action == DRAW:
            count = seen.attack.cards if seen.attack else 1
            options.append(words("draw {n}", n=count))
        elif action == DRINK and seen.attack is not None:
            options.append(words("drink {ml} ml", ml=price_of_drinking(frame, round_, seen)))
        elif action == STAND:
            options.append(words("stand"))
        elif action == CHALLENGE:
            options.append(words("accuse"))
    return words("You can: {options}.", options=", ".join(options)) if options else ""
