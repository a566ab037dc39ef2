"""A whole table that looks to somebody just as the real one does: what a bot player thinks ahead with (N21)."""

from random import Random

from core.cards import THE_SIX, Cards, german_pack
from core.game import Seat
from core.prsi.seats import passed_over
from core.smidary.actions import Play
from core.smidary.cards import GREEN_KING
from core.smidary.state import Attack, Bottom, LastPlay, Phase, Race, Roles, State, Threat
from core.smidary.view import AttackView, View

HONEST_DEALERS = 0.7
"""How often the bottom card is announced truly, as people play (S27)."""
BOLD_KINGS = 0.5
"""How often a green king is played although it may turn out that another card could have been (S17)."""
_FITS = 0.5
"""How often a card goes on some other one: about half of the pack does (S3)."""
_KING_CARDS, _SEVEN_CARDS, _SEVENS = 4, 2, 4


def guilt(cards: int) -> float:
    """The probability that a green king was played although another of so many cards could have been (S17)."""
    return BOLD_KINGS * (1 - (1 - _FITS) ** cards)


def imagine(view: View, random: Random) -> State:
    """A state that this viewer would see as this view; what they cannot see is dealt at random.

    The last play counts as a legal one (S28), and nobody has found the draw pile empty so far (S21).
    """
    unseen = [card for card in german_pack(view.options.six) if card not in view.hand and card != view.top]
    random.shuffle(unseen)
    bottom = _bottom_card(view, unseen, random)
    cards = iter(unseen)
    hands = tuple(
        view.hand if seat == view.viewer else tuple(next(cards) for _ in range(count))
        for seat, count in enumerate(view.counts)
    )
    pile = (*(next(cards) for _ in range(view.pile - 1)), view.top)
    draw: Cards = tuple(next(cards) for _ in range(view.draw - len(bottom))) + bottom
    return State(
        options=view.options,
        dealer=view.dealer,
        ply=view.ply,
        phase=view.phase,
        turn=view.turn,
        direction=view.direction,
        hands=hands,
        pile=pile,
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
        sevens=_sevens(seen, view.top == GREEN_KING, random) if seen.kind is Threat.DRAW else 0,
        added=seen.added,
        drinkable=seen.drinkable,
        answerable=seen.answerable or seen.kind is Threat.TEN,
        returned=view.turn if seen.returned else None,
        doubtful=doubtful,
        guilty=doubtful and random.random() < guilt(view.counts[seen.by]),
    )


def _sevens(seen: AttackView, king_on_top: bool, random: Random) -> int:
    """How many sevens the cards of an attack may be made of, with the green king among them or not (S13, S14)."""
    possible = [
        (seen.cards - kings * _KING_CARDS) // _SEVEN_CARDS
        for kings in ((1,) if king_on_top else (0, 1))
        if 0 <= seen.cards - kings * _KING_CARDS <= _SEVENS * _SEVEN_CARDS
    ]
    return random.choice(possible or [_SEVENS])


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
