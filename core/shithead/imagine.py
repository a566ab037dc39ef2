"""A whole table that looks to somebody just as the real one does: what a bot player thinks ahead with (N21)."""

from random import Random

from core.cards import Card, Cards, Rank
from core.game import Seat
from core.seats import clockwise_of
from core.shithead.options import ROW, all_cards
from core.shithead.ranks import OPENING, WILD, in_order
from core.shithead.state import Phase, State
from core.shithead.view import View


def imagine(view: View, random: Random) -> State:
    """A state that this viewer would see as this view; what they cannot see is dealt at random."""
    unseen = list(all_cards(view.options, len(view.counts)))
    for zone in (view.hand, view.pile_cards, *view.open):
        for card in zone:
            unseen.remove(card)
    random.shuffle(unseen)
    hands = _hands_before_the_first_card(view, unseen) if view.phase is Phase.BEGIN else _hands(view, unseen)
    return State(
        options=view.options,
        dealer=view.dealer,
        ply=view.ply,
        phase=view.phase,
        hands=hands,
        open=view.open,
        down=tuple(
            tuple(unseen.pop() if number in numbers else None for number in range(1, ROW + 1)) for numbers in view.down
        ),
        pile=view.pile_cards,
        draw=tuple(unseen.pop() for _ in range(view.draw)),
        burned=view.burned,
        turn=view.turn,
        direction=view.direction,
        ready=view.ready,
        places=view.places,
        collapsed=view.collapsed,
        shithead=None if view.outcome is None else view.outcome.loser,
        played=view.played,
        drinks=view.drinks,
    )


def _hands(view: View, unseen: list[Card]) -> tuple[Cards, ...]:
    return tuple(
        view.hand if seat == view.viewer else in_order(tuple(unseen.pop() for _ in range(count)))
        for seat, count in enumerate(view.counts)
    )


def _hands_before_the_first_card(view: View, unseen: list[Card]) -> tuple[Cards, ...]:
    """Who may begin holds the lowest rank, and nobody a lower one: so much everybody knows then (H4)."""
    hands: list[Cards] = [()] * len(view.counts)
    if view.viewer is not None:
        hands[view.viewer] = view.hand
    others = [seat for seat in range(len(hands)) if seat != view.viewer]
    if view.opening is not None:
        for seat in others:
            if seat in view.actors:
                hands[seat] = (_take(unseen, frozenset(view.opening)),)
    possible = {seat: _possible_ranks(view, seat) for seat in others}
    # Those with the fewest ranks to choose from come first, so that enough is left for them.
    for seat in sorted(others, key=lambda seat: len(possible[seat])):
        while len(hands[seat]) < view.counts[seat]:
            hands[seat] += (_take(unseen, possible[seat]),)
    return tuple(map(in_order, hands))


def _possible_ranks(view: View, seat: Seat) -> frozenset[Rank]:
    """The ranks that this player may hold: the one to begin with only if they may begin, or somebody before them."""
    rank, ranks = view.opening, WILD
    if rank is None:
        return ranks
    ranks = ranks.union(OPENING[OPENING.index(rank) :])
    if seat in view.actors:
        return ranks
    order = clockwise_of(view.dealer, len(view.counts))
    comes_after = view.options.start == "seat" and order.index(seat) > order.index(view.actors[0])
    return ranks if comes_after else ranks - {rank}


def _take(unseen: list[Card], ranks: frozenset[Rank]) -> Card:
    """One of the unseen cards with such a rank, which is then seen."""
    return unseen.pop(next(at for at, card in enumerate(unseen) if card[0] in ranks))
