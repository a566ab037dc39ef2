"""Laying a card, with all that its effects lead to (P5–P21, P25, P28)."""

from core.akcni.actions import NO, YES, Play
from core.akcni.effects import Act
from core.akcni.events import CardPlayed, GiftChosen, GiftReceived, HouseRuleApplied, Mistake
from core.akcni.legal import actors, faces_ace
from core.akcni.mistakes import IN_VAIN
from core.akcni.rulebook import book_of
from core.akcni.state import Call, Laid, State, cards_of, in_game
from core.akcni.table import Events, bring_back, go_out, land, pass_turn, penalize, settle, threatened
from core.cards import Card
from core.game import Seat
from core.prsi.piles import without
from core.seats import next_seat
from core.tuples import with_item
from core.values import freeze, thaw, thawed


def play(table: State, seat: Seat, action: Play, unsaid: bool, events: Events) -> None:
    """The card leaves its player and does what it does; `unsaid`: it is an action king without yes or no (P24)."""
    card, said, right = action.card, table.said, None
    from_open = _take_from(table, seat, card)
    events.append(CardPlayed(seat=seat, card=card, name=action.name, from_open=from_open))
    _cover(table, card)
    table.latest, table.said, table.due = seat, None, None
    if table.deeds:
        table.deeds = tuple(deed for deed in table.deeds if deed.seat != seat)
    if unsaid:
        # What was said before is judged without the cards that this costs (P24).
        if said is not None and _is_right_before(table, seat, said):
            said, right = None, said
        penalize(table, seat, Mistake.NOT_SAID_WHETHER, events, card=card, name=action.name)
    laid = thawed(Laid)(
        seat=seat,
        card=card,
        name=NO if unsaid else action.name,
        start=seat,
        way=table.direction,
        blocked=table.lap is not None,
        said=said,
        due=right,
    )
    run(table, laid, events)


def _take_from(table: State, seat: Seat, card: Card) -> bool:
    """The card leaves its player's cards; whether it lay open (P2)."""
    from_open = card in table.open[seat]
    if from_open:
        table.open = with_item(table.open, seat, without(table.open[seat], card))
    else:
        table.hands = with_item(table.hands, seat, without(table.hands[seat], card))
    return from_open


def _cover(table: State, card: Card) -> None:
    """The card lies on top: what was named is met, the king is covered, and an ace is over-played (P9–P12)."""
    table.pile += (card,)
    table.suit = table.rank = table.king = None
    if faces_ace(table):
        table.attack = None


def run(table: State, laid: Laid, events: Events) -> None:
    """The effects that are left, one after another, until one has to wait; then the turn goes on (P28).

    `laid` is thawed: the effects write to it.
    """
    acts = _acts(table, laid)
    while laid.done < len(acts):
        act = acts[laid.done]
        if act.rule is not None:
            events.append(HouseRuleApplied(seat=laid.seat, card=laid.card, rule=act.rule, effect=act.words))
        if act.effect(table, laid, act, events):
            _pause(table, laid, events)
            return
        laid.done += 1
    _finish(table, laid, events)


def _acts(table: State, laid: Laid) -> tuple[Act, ...]:
    book = book_of(table)
    if laid.turned:
        return book.acts_when_turned[laid.card]
    return book.acts_in_lap.get(laid.card, ()) if laid.blocked else book.acts[laid.card]


def _pause(table: State, laid: Laid, events: Events) -> None:
    """The table waits for the dealer's word or for the gifts; what is certain by now is settled."""
    table.greet = False
    if not laid.turned:
        _go_in_or_out(table, laid.seat, events)
        if not threatened(table):
            settle(table, laid.seat, events)
        _ask_for_call(table, laid)
    table.laid = freeze(laid)


def _finish(table: State, laid: Laid, events: Events) -> None:
    """All effects are over: who is out, who is back, what is to be called out, and who is next (P18, P19, P21, P25)."""
    table.laid = None
    if not laid.turned:
        _go_in_or_out(table, laid.seat, events)
    stop = land(table, laid.start, laid.way, threatened(table), events)
    if not laid.turned:
        asked_before = laid.due
        _ask_for_call(table, laid)
        if laid.said not in (None, laid.due, asked_before) and laid.seat not in table.collapsed:
            # It would have been right but for the lap that the card itself began (P14).
            is_of_the_lap = table.lap == laid.seat and _call(table, laid.seat) is laid.said
            penalize(table, laid.seat, IN_VAIN[laid.said], events, rule="P14" if is_of_the_lap else None)
    pass_turn(table, laid.seat, laid.start, stop, laid.way, events)


def _go_in_or_out(table: State, seat: Seat, events: Events) -> None:
    """Who has no cards is out, unless nobody else is in the game (S12); with cards drawn since they are in (P28)."""
    if cards_of(table, seat):
        if seat in table.places:
            bring_back(table, seat, "P28", events)
    elif seat not in table.places and seat not in table.collapsed and (any(in_game(table)) or threatened(table)):
        go_out(table, seat, events)


def _ask_for_call(table: State, laid: Laid) -> None:
    """After a card its player must call out that one is left, or none, unless it was said or asked for before (P25).

    In an action lap, to which its first card belongs, nothing is called out (P14).
    """
    call = None
    if not (table.options.strict or laid.blocked or table.lap == laid.seat):
        call = _call(table, laid.seat)
    if call not in (laid.due, laid.said):
        table.due = call
    laid.due = call


def _call(table: State, seat: Seat) -> Call | None:
    left, rules = len(cards_of(table, seat)), table.options.rules
    if left == 1 and "last" in rules:
        return Call.LAST
    return Call.PRSI if not left and table.places[:1] == (seat,) and "prsi" in rules else None


def _is_right_before(table: State, seat: Seat, said: Call) -> bool:
    """Whether this was the right thing to say before the card that has just been laid (P25)."""
    left = len(cards_of(table, seat))
    return left == 1 if said is Call.LAST else not left and not table.places


def announce(table: State, change: bool, events: Events) -> None:
    """The dealer says whether all give a card, the turned action king having waited for it (P17)."""
    assert table.laid is not None, "phase announce has a turned card"
    laid = thaw(table.laid)
    laid.name = YES if change else NO
    run(table, laid, events)


def give(table: State, seat: Seat, card: Card, events: Events) -> None:
    """A gift stays with its giver until all have given (P15)."""
    table.gifts = with_item(table.gifts, seat, card)
    events.append(GiftChosen(seat=seat, card=card))
    exchange_gifts_of_all(table, events)


def exchange_gifts_of_all(table: State, events: Events) -> None:
    """When all who hold cards have given, all gifts change hands together, closed, and the effects go on (P15)."""
    if actors(table):
        return
    assert table.laid is not None, "phase give has a card that asked for it"
    gifts = table.gifts
    for giver, card in enumerate(gifts):
        if card is not None:
            _take_from(table, giver, card)
            seat = next_seat(giver, -table.direction, gifts)
            table.hands = with_item(table.hands, seat, (*table.hands[seat], card))
            events.append(GiftReceived(seat=seat, giver=giver, card=card))
    table.gifts = ()
    laid = thaw(table.laid)
    laid.done += 1
    run(table, laid, events)
