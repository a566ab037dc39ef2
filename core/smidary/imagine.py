"""A whole table that looks to somebody just as the real one does: what a bot player thinks ahead with (N21)."""

from random import Random

from core.cards import THE_SIX, Cards, german_pack
from core.game import Seat
from core.seats import passed_over
from core.smidary.actions import Play
from core.smidary.cards import GREEN_KING, SEVEN, fitting
from core.smidary.effects import KING_CARDS, SEVEN_CARDS
from core.smidary.state import Attack, Bottom, LastPlay, Phase, Race, Roles, State, Threat
from core.smidary.view import AttackView, View

HONEST_DEALERS = 0.7
"""How often the bottom card is announced truly, as people play (S27)."""
BOLD_KINGS = 0.5
"""How often a green king is played by somebody who could have played another card (S17)."""


def unseen_cards(view: View) -> Cards:
    """What the others hold, or what is to be drawn."""
    seen = {*view.hand, *view.pile_cards}
    return tuple(card for card in german_pack(view.options.six) if card not in seen)


def guilt(view: View, by: Seat) -> float:
    """The probability that the green king on top was played by somebody who had another card to play (S17).

    What was named or hung over them before is not remembered. Whoever played it looks at the own hand.
    """
    if len(view.pile_cards) == 1:
        return 0.0
    fits = fitting(view.pile_cards[-2], None, None)
    if by == view.viewer:
        return float(not fits.isdisjoint(view.hand))
    unseen = unseen_cards(view)
    return boldness(view.counts[by], sum(card in fits for card in unseen) / max(1, len(unseen)))


def boldness(cards: int, share: float) -> float:
    """The probability of guilt with so many cards, of which such a share would have gone (S17)."""
    return BOLD_KINGS * (1 - (1 - share) ** cards)


def imagine(view: View, random: Random) -> State:
    """A state that this viewer would see as this view; what they cannot see is dealt at random.

    The last play counts as a legal one (S28), and nobody has found the draw pile empty so far (S21).
    """
    unseen = list(unseen_cards(view))
    random.shuffle(unseen)
    bottom = _bottom_card(view, unseen, random)
    cards = iter(unseen)
    hands = tuple(
        view.hand if seat == view.viewer else tuple(next(cards) for _ in range(count))
        for seat, count in enumerate(view.counts)
    )
    draw: Cards = tuple(next(cards) for _ in range(view.draw - len(bottom))) + bottom
    return State(
        options=view.options,
        dealer=view.dealer,
        ply=view.ply,
        phase=view.phase,
        turn=view.turn,
        direction=view.direction,
        hands=hands,
        pile=view.pile_cards,
        draw=draw,
        suit=view.suit,
        rank=view.rank,
        attack=None if view.attack is None else _attack(view, view.attack, random),
        race=_race(view, random),
        bottom=_bottom(view, draw),
        standing=view.standing,
        places=view.places,
        exposed=view.exposed,
        collapsed=view.collapsed,
        owed=view.owed,
        chosen=view.chosen,
        drinks=view.drinks,
        last=_last_play(view),
        caught=_is_caught(view),
        roles=_roles(view),
    )


def _bottom_card(view: View, unseen: list[str], random: Random) -> Cards:
    """The bottom card, taken from the unseen ones, when it is known or believed; else it is any one (S27)."""
    card = view.bottom
    if card is None and view.announced in unseen and random.random() < HONEST_DEALERS:
        card = view.announced
    if card is None:
        return ()
    unseen.remove(card)
    return (card,)


def _bottom(view: View, draw: Cards) -> Bottom | None:
    if view.phase is not Phase.BOTTOM and view.announced is None:
        return None
    return Bottom(card=next(card for card in reversed(draw) if card != THE_SIX), announced=view.announced)


def _attack(view: View, seen: AttackView, random: Random) -> Attack:
    doubtful = seen.challengeable is not None or (view.top == GREEN_KING and seen.by == view.turn)
    return Attack(
        kind=seen.kind,
        by=seen.by,
        cards=seen.cards,
        sevens=_sevens(seen.cards, view.pile_cards),
        added=seen.added,
        drinkable=seen.drinkable,
        answerable=seen.answerable or seen.kind is Threat.TEN,
        returned=view.turn if seen.returned else None,
        doubtful=doubtful,
        guilty=doubtful and random.random() < guilt(view, seen.by),
    )


def _sevens(cards: int, pile: Cards) -> int:
    """How many sevens make an attack of so many cards; what has been turned over since was sevens (S14)."""
    sevens = 0
    for card in reversed(pile):
        if cards < SEVEN_CARDS or (card[0] != SEVEN and card != GREEN_KING):
            break
        sevens += card[0] == SEVEN
        cards -= SEVEN_CARDS if card[0] == SEVEN else KING_CARDS
    return sevens + max(0, cards) // SEVEN_CARDS


def _race(view: View, random: Random) -> Race | None:
    """Whoever played the nine comes first among those who have not slapped, or has slapped and sits before (S24)."""
    if not view.to_slap:
        return None
    first, last = view.to_slap[0], view.to_slap[-1]
    before = passed_over(last, first, view.direction, len(view.counts))
    by: Seat = random.choice([first, *(seat for seat in view.slapped if seat in before)])
    return Race(by=by, waiting=view.to_slap, slapped=view.slapped)


def _last_play(view: View) -> LastPlay | None:
    if view.last_play is None:
        return None
    callers = () if view.can_call or view.viewer in (None, view.last_play) else (view.viewer,)
    return LastPlay(seat=view.last_play, card=view.top, callers=callers)


def _is_caught(view: View) -> bool:
    """Somebody on turn who may not play every card is held to the strict rules (S29)."""
    if view.options.cheating == "strict" or view.viewer != view.turn or view.phase is not Phase.PLAY:
        return False
    return {action.card for action in view.actions if isinstance(action, Play)} != set(view.hand)


def _roles(view: View) -> Roles | None:
    outcome = view.outcome
    if outcome is None:
        return None
    return Roles(loser=outcome.loser, assistant=outcome.assistant, title=outcome.title, next_dealer=outcome.next_dealer)
