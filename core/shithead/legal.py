"""What may be done: `refusal` says why not, `legal` is what it lets through, and `step` raises exactly what it says."""

from core.cards import Card, Cards, Rank
from core.game import Reason, Refusal, Seat
from core.shithead.actions import PICKUP, Action, Collapse, Flip, Pickup, Play, Ready, Swap, play_of
from core.shithead.ranks import ALL_RANKS, SEVEN, ranks_that_go, top_that_counts
from core.shithead.state import Phase, State, blind_numbers, cards_in_use, is_in, opening, seats_in

_ASKED: dict[Phase, tuple[type[Action], ...]] = {
    Phase.SWAP: (Swap, Ready),
    Phase.BEGIN: (Play,),
    Phase.PLAY: (Play, Pickup, Flip),
}
_TURN_RULE = {Phase.SWAP: "H3", Phase.BEGIN: "H4", Phase.PLAY: "H5"}


def actors(state: State) -> tuple[Seat, ...]:
    """Who is asked, by seat: in `swap` who is not ready, in `begin` who may begin, in `play` the one on turn."""
    if state.turn is not None:
        return (state.turn,)
    if state.phase is Phase.SWAP:
        return tuple(seat for seat in seats_in(state) if seat not in state.ready)
    return opening(state)[1] if state.phase is Phase.BEGIN else ()


def counting_card(state: State) -> Card | None:
    """The card that the next one is compared with."""
    return top_that_counts(state.pile, state.options.eight == "transparent")


def layable(state: State, seat: Seat) -> frozenset[Rank]:
    """The ranks that this player may lay now from the cards in use, or flip blind (H4, H5, H11, H15)."""
    if state.phase is Phase.BEGIN:
        rank, _ = opening(state)
        return ALL_RANKS if rank is None else frozenset(rank)
    options = state.options
    card = counting_card(state)
    strictly = options.open_strict and not state.hands[seat] and bool(state.open[seat])
    return ranks_that_go(card and card[0], options.seven_lower, options.eight == "transparent", strictly)


def can_lay(state: State, seat: Seat) -> bool:
    """Whether any of the cards in use may be laid; blind ones never count (H9)."""
    ranks = layable(state, seat)
    return any(card[0] in ranks for card in cards_in_use(state, seat))


def refusal(state: State, seat: Seat | None, action: Action) -> Reason | None:
    """Why this action is refused, by the first code that applies, or None when `step` takes it."""
    if seat is None or not 0 <= seat < len(state.hands):
        return Refusal.UNKNOWN_PLAYER, "H1"
    if state.phase is Phase.OVER:
        return Refusal.GAME_OVER, "H12"
    if not is_in(state, seat):
        return Refusal.DEAD_DONT_TALK, "H17" if seat in state.collapsed else "H12"
    if isinstance(action, Collapse):
        return None
    if not isinstance(action, _ASKED[state.phase]):
        return Refusal.NOT_NOW, "H4" if state.phase is Phase.BEGIN else "H3"
    if seat not in actors(state):
        return Refusal.NOT_YOUR_TURN, _TURN_RULE[state.phase]
    match action:
        case Play(cards=cards):
            return _refusal_of_play(state, seat, cards)
        case Pickup(card=card):
            return _refusal_of_pickup(state, seat, card)
        case Flip(number=number):
            return _refusal_of_flip(state, seat, number)
        case Swap(hand=card, open=shown) if card not in state.hands[seat] or shown not in state.open[seat]:
            return Refusal.NOT_YOUR_CARD, "H3"
    return None


def _has_all(held: Cards, cards: Cards) -> bool:
    """Whether all these cards are held, each as often as it is named: with two packs codes may repeat."""
    return all(held.count(card) >= cards.count(card) for card in cards)


def _refusal_of_play(state: State, seat: Seat, cards: Cards) -> Reason | None:
    rank, in_use = cards[0][0], _has_all(cards_in_use(state, seat), cards)
    # A face-down card counts as not held: nobody may learn by asking what it is.
    if not in_use and not _has_all(state.hands[seat] + state.open[seat], cards):
        return Refusal.NOT_YOUR_CARD, "H5"
    if len(cards) > 1 and any(card[0] != rank for card in cards):
        return Refusal.MIXED_RANKS, "H5"
    if not in_use:
        return Refusal.HAND_FIRST, "H10"
    if rank not in layable(state, seat):
        return Refusal.ILLEGAL_CARD, _rule_against(state, rank)
    return None


def _rule_against(state: State, rank: Rank) -> str:
    """The clause by which a rank cannot be laid."""
    if state.phase is Phase.BEGIN:
        return "H4"
    card = counting_card(state)
    on_seven = card is not None and card[0] == SEVEN and state.options.seven_lower
    equal = card is not None and card[0] == rank
    return "H15" if on_seven or equal else "H5"


def _refusal_of_pickup(state: State, seat: Seat, card: Card | None) -> Reason | None:
    hand, shown, options = state.hands[seat], state.open[seat], state.options
    if card is not None:
        if card not in shown:
            return Refusal.NOT_YOUR_CARD, "H10"
        if hand:
            return Refusal.HAND_FIRST, "H10"
        if not options.take_open:
            return Refusal.ILLEGAL_CARD, "H10"
    elif shown and not hand and options.take_open:
        return Refusal.NOT_YOUR_CARD, "H10"
    if not state.pile or (not options.voluntary_pickup and can_lay(state, seat)):
        return Refusal.MUST_PLAY, "H9"
    if not hand and not shown:
        return Refusal.MUST_FLIP, "H11"
    return None


def _refusal_of_flip(state: State, seat: Seat, number: int) -> Reason | None:
    if number not in blind_numbers(state, seat):
        return Refusal.NOT_YOUR_CARD, "H11"
    if cards_in_use(state, seat):
        return Refusal.HAND_FIRST, "H11"
    return None


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Everything that `step` lets this player do now, without `Collapse`.

    Of a rank there is one `Play` for each number of cards, of the first ones in hand order: suits never matter, and
    `step` takes any other choice of as many. Plays come first and ascend as the hand does.
    """
    if seat not in actors(state):
        return ()
    if state.phase is Phase.SWAP:
        return (Ready(), *_swaps(state, seat))
    plays = _plays(cards_in_use(state, seat), layable(state, seat))
    if state.phase is Phase.BEGIN:
        return tuple(plays)
    return (*plays, *_pickups(state, seat), *_flips(state, seat))


def _swaps(state: State, seat: Seat) -> tuple[Swap, ...]:
    pairs = dict.fromkeys((card, shown) for card in state.hands[seat] for shown in state.open[seat])
    return tuple(Swap(hand=card, open=shown) for card, shown in pairs)


def _plays(cards: Cards, ranks: frozenset[Rank]) -> list[Play]:
    """By each rank that may be laid, one card of it, then two, and so on; `cards` are in order."""
    plays, first, rank = [], 0, ""
    for last, card in enumerate(cards, 1):
        if card[0] != rank:
            first, rank = last - 1, card[0]
        if rank in ranks:
            plays.append(play_of(cards[first:last]))
    return plays


def _pickups(state: State, seat: Seat) -> list[Pickup]:
    with_open = state.options.take_open and not state.hands[seat]
    offers = [Pickup(card=card) for card in dict.fromkeys(state.open[seat])] if with_open else [PICKUP]
    return [offer for offer in offers if _refusal_of_pickup(state, seat, offer.card) is None]


def _flips(state: State, seat: Seat) -> tuple[Flip, ...]:
    if cards_in_use(state, seat):
        return ()
    return tuple(Flip(number=number) for number in blind_numbers(state, seat))
