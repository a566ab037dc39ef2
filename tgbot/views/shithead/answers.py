"""What a player is told at once after a tap: what came of it, or why not and what would be allowed."""

from collections.abc import Sequence

from core import shithead
from core.events import PlayerFinished, TurnPassed
from core.game import Event, Refusal, Refused, Seat
from core.night import Round
from core.shithead import events as happened
from core.shithead.actions import Flip, Pickup
from core.shithead.state import Phase
from core.shithead.view import View
from tgbot.views.frame import Frame
from tgbot.views.refusals import not_your_turn, out_of_it
from tgbot.views.shithead.cards import card, cards, opening_rank, rank
from tgbot.views.shithead.table import what_goes
from tgbot.words import Words


def answer(frame: Frame, round_: Round, seat: Seat, events: Sequence[Event]) -> str:
    """What happened to the one who acted."""
    words = frame.words
    said = [line for event in events if (line := _said(words, seat, event))]
    if any(isinstance(event, happened.PlayerReady) for event in events):
        begun = any(isinstance(event, happened.OpeningCalled) for event in events)
        said.append(words("Here we go!") if begun else words("The others are still swapping cards."))
    if any(isinstance(event, happened.PileBurned) for event in events):
        again = not any(isinstance(event, TurnPassed | happened.GameEnded) for event in events)
        said.append(words("The pile burns, play again!") if again else words("The pile burns!"))
    return _without_colours(" ".join(said))


def _said(words: Words, seat: Seat, event: Event) -> str | None:
    match event:
        case happened.CardsSwapped(shown=shown, taken=taken) if event.seat == seat:
            return words("Laid out: {shown}. In hand: {taken}.", shown=card(shown), taken=card(taken))
        case happened.CardsPlayed(cards=laid) if event.seat == seat:
            return words("Played: {card}.", card=cards(laid))
        case happened.CardFlipped(card=code, laid=laid) if event.seat == seat:
            if laid:
                return words("{card}: it plays!", card=card(code))
            return words("{card}: it doesn't play.", card=card(code))
        case happened.CardsDrawn(cards=drawn) if event.seat == seat:
            return words("You draw {cards}.", cards=cards(drawn))
        case happened.PileTaken(cards=taken_up, open_card=None) if event.seat == seat:
            return words.count("You take the pile: {n} card.", "You take the pile: {n} cards.", len(taken_up))
        case happened.PileTaken(cards=taken_up, open_card=str(code)) if event.seat == seat:
            return words.count(
                "You take the pile: {n} card, and {card}.",
                "You take the pile: {n} cards, and {card}.",
                len(taken_up),
                card=card(code),
            )
        case PlayerFinished(place=place) if event.seat == seat:
            return words("You're out of cards: {place} place!", place=words.ordinal(place))
    return None


def refusal(frame: Frame, round_: Round, seat: Seat, refused: Refused, *, aloud: bool) -> str:
    """Why not, by which clause, and to whoever is alone what would be allowed."""
    seen = shithead.view(round_.state, seat)
    clause = f"({refused.rule})" if refused.rule else ""
    allowed = "" if aloud else _allowed(frame.words, seen)
    return _without_colours(" ".join(filter(None, (_reason(frame, round_, seen, refused), allowed, clause))))


def _without_colours(text: str) -> str:
    """Suits in the colour of the text: popups are dark, and black emoji are hard to see on them."""
    return text.replace("\ufe0f", "")


def _reason(frame: Frame, round_: Round, seen: View, refused: Refused) -> str:
    words, rule = frame.words, refused.rule
    match refused.code:
        case Refusal.GAME_OVER:
            return words("This game is over.")
        case Refusal.DEAD_DONT_TALK:
            return words("You've finished. Sit back.") if seen.viewer in seen.places else out_of_it(words, seen)
        case Refusal.NOT_NOW:
            return _not_now(words, seen, rule)
        case Refusal.NOT_YOUR_TURN if seen.phase is Phase.SWAP:
            return words("You're already done.")
        case Refusal.NOT_YOUR_TURN:
            return not_your_turn(frame, round_, seen, rule)
        case Refusal.NOT_YOUR_CARD if rule == "H10":
            return words("Choose one of your face-up cards to go with the pile.")
        case Refusal.NOT_YOUR_CARD if rule == "H11":
            return words("This card is already turned over.")
        case Refusal.NOT_YOUR_CARD:
            return words("You don't have this card.")
        case Refusal.MIXED_RANKS:
            return words("Only cards of one rank go together.")
        case Refusal.HAND_FIRST:
            return words("Hand first, then the face-up cards, blind ones last.")
        case Refusal.ILLEGAL_CARD:
            return _does_not_go(words, seen, rule)
        case Refusal.MUST_PLAY if not seen.pile:
            return words("There's no pile to take.")
        case Refusal.MUST_PLAY:
            return words("You can play, so you can't take the pile here.")
        case Refusal.MUST_FLIP:
            return words("You only have blind cards left.")
        case _:
            return words("Not now.")


def _not_now(words: Words, seen: View, rule: str) -> str:
    if seen.phase is Phase.SWAP:
        return words("Cards are still being swapped.")
    if rule == "H4":
        return words("Somebody has to start first.")
    return words("No more swapping, the game has begun.")


def _does_not_go(words: Words, seen: View, rule: str) -> str:
    if rule == "H4" and seen.opening is not None:
        return words("It starts with {rank}.", rank=opening_rank(words, seen.opening))
    if rule == "H10" or seen.to_beat is None:
        return words("The face-up cards stay, you only take the pile.")
    return words("On {card}: {goes}.", card=card(seen.to_beat), goes=what_goes(words, seen))


def _allowed(words: Words, seen: View) -> str:
    """What this player may do instead, empty when nothing is asked of them."""
    if seen.viewer not in seen.actors:
        return ""
    if seen.phase is Phase.SWAP:
        return words("You can: swap cards, or Done.")
    options: list[str] = []
    if seen.playable:
        options.append(words("play {cards}", cards=" ".join(dict.fromkeys(rank(code[0]) for code in seen.playable))))
    if any(isinstance(action, Pickup) for action in seen.actions):
        options.append(words("take the pile"))
    if any(isinstance(action, Flip) for action in seen.actions):
        options.append(words("flip a blind card"))
    return words("You can: {options}.", options=", ".join(options)) if options else ""
