"""A whole table that looks to somebody just as the real one does: what a bot player thinks ahead with (N21)."""

from random import Random

from core.akcni.actions import YES
from core.akcni.cards import KING
from core.akcni.effects import change_if_yes, pass_one_card
from core.akcni.options import PACK
from core.akcni.rulebook import book_of
from core.akcni.state import Laid, Phase, Promise, State, seats_in
from core.akcni.view import View
from core.cards import Card, Cards
from core.game import CLOCKWISE, Seat
from core.values import freeze, thaw


def imagine(view: View, random: Random) -> State:
    """A state that this viewer would see as this view; what they cannot see is dealt at random.

    Nobody else owes a word (P25, P28); the king on top was laid by the player before (P11), and the card that the gifts
    are for by anybody (P15).
    """
    seen = {*view.hand, *view.pile_cards}.union(*view.open)
    unseen = [card for card in PACK if card not in seen]
    random.shuffle(unseen)
    cards = iter(unseen)
    hands = tuple(
        view.hand if seat == view.viewer else tuple(next(cards) for _ in range(count))
        for seat, count in enumerate(view.counts)
    )
    outcome, speaks = view.outcome, view.to_call is not None or bool(view.to_say)
    table = thaw(
        State(
            options=view.options,
            action_suit=view.action_suit,
            house=view.house,
            dealer=view.dealer,
            ply=view.ply,
            phase=view.phase,
            turn=view.turn,
            direction=view.direction,
            hands=hands,
            open=view.open,
            pile=view.pile_cards,
            draw=tuple(next(cards) for _ in range(view.draw)),
            suit=view.suit,
            rank=view.rank,
            lap=view.lap,
            attack=view.attack,
            king=_king(view),
            greet=view.to_greet is not None,
            returned=view.returned,
            said=view.said,
            due=view.to_call,
            latest=view.viewer if speaks else None,
            words=_words(view),
            deeds=view.deeds,
            gifts=_gifts(view, hands, random),
            places=view.places,
            exposed=view.exposed,
            collapsed=view.collapsed,
            loser=None if outcome is None else outcome.loser,
            mistakes=view.mistakes,
            drinks=view.drinks,
        )
    )
    if view.phase in (Phase.ANNOUNCE, Phase.GIVE):
        table.laid = _laid(table, random)
    return freeze(table)


def _king(view: View) -> Seat | None:
    if view.turn is None or view.top[0] != KING or "king" not in view.options.rules:
        return None
    return (view.turn - view.direction) % len(view.counts)


def _words(view: View) -> tuple[Promise, ...]:
    if view.viewer is None:
        return ()
    return tuple(Promise(seat=view.viewer, text=text, rule="", own=False) for text in view.to_say)


def _gifts(view: View, hands: tuple[Cards, ...], random: Random) -> tuple[Card | None, ...]:
    """What the others give is any of their cards (P15)."""
    if view.phase is not Phase.GIVE:
        return ()
    return tuple(
        view.gift if seat == view.viewer else random.choice(hand + shown) if seat in view.given else None
        for seat, (hand, shown) in enumerate(zip(hands, view.open, strict=True))
    )


def _laid(table: State, random: Random) -> Laid:
    """The card whose effects wait; alone on the pile it is the one turned at the start (P15, P17)."""
    turned = len(table.pile) == 1
    book, card = book_of(table), table.top
    acts = book.acts_when_turned[card] if turned else book.acts[card]
    asking = [number for number, act in enumerate(acts) if act.effect in (change_if_yes, pass_one_card)]
    seat = table.dealer if turned else random.choice(seats_in(table))
    return Laid(
        seat=seat,
        card=card,
        name=None if table.phase is Phase.ANNOUNCE else YES,
        start=seat,
        way=CLOCKWISE if turned else table.direction,
        blocked=False,
        turned=turned,
        done=asking[0],
    )
