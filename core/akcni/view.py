"""What one person may see of the table: a type with no room for anything else."""

from typing import Literal

from core.akcni.actions import COLLAPSE, Action, Breach
from core.akcni.legal import actors, legal, number_due, open_deeds, playable, refusal
from core.akcni.mistakes import mistakes
from core.akcni.options import Options
from core.akcni.report import outcome
from core.akcni.state import Attack, Call, Phase, Promise, State, call_due, cards_of, in_game
from core.cards import Card, Cards, Rank, Suit
from core.game import Outcome, Seat
from core.house import Rule
from core.seats import next_seat
from core.values import value


@value
class View:
    """The table as one seat sees it, or a spectator (None); tuples by seat."""

    game: Literal["prsi"] = "prsi"
    options: Options
    action_suit: Suit
    """P13"""
    house: tuple[Rule, ...]
    """House rules in the order they were made (P27)."""
    viewer: Seat | None
    dealer: Seat
    ply: int
    phase: Phase
    actors: tuple[Seat, ...]
    turn: Seat | None
    next_turn: Seat | None
    """Who comes after the one on turn."""
    direction: int
    hand: Cards
    """The viewer's own closed cards."""
    counts: tuple[int, ...]
    """Closed cards of everybody."""
    open: tuple[Cards, ...]
    """Open cards of everybody (P2)."""
    top: Card
    suit: Suit | None
    """What the Ober on top names (P10)."""
    rank: Rank | None
    """What the Unter on top names (P9)."""
    pile: int
    pile_cards: Cards
    """Bottom to top: all have seen them laid."""
    draw: int
    lap: Seat | None
    """Who blocks all functions of cards until it is their turn again (P14)."""
    attack: Attack | None
    returned: bool
    """The one on turn was brought back and can only draw (P19)."""
    number_due: int | None
    """How many cards the one on turn would draw; None when nobody is on turn."""
    to_greet: Seat | None
    """Who must greet the king (P11)."""
    to_call: Call | None
    """What the viewer must call out before somebody else acts (P18, P21)."""
    to_say: tuple[str, ...]
    """What the viewer must say before somebody else acts (P28)."""
    said: Call | None
    """What the one on turn has said about the play that must follow (P25)."""
    given: tuple[Seat, ...]
    """Who has chosen a gift (P15)."""
    gift: Card | None
    """The viewer's own gift."""
    deeds: tuple[Promise, ...]
    """Deeds that house rules have asked for, the latest of each player (P28)."""
    places: tuple[Seat, ...]
    exposed: tuple[Seat, ...]
    collapsed: tuple[Seat, ...]
    mistakes: tuple[int, ...]
    drinks: tuple[int, ...]
    """Millilitres charged in this game, at coefficient 1."""
    playable: Cards
    """The viewer's cards that may be played now by the strict rules; () when it is not their turn."""
    actions: tuple[Action, ...]
    """What the viewer may do now, as `legal` lists it."""
    faultless: tuple[Action, ...]
    """Those of the actions that are no mistake."""
    can_report: tuple[Seat, ...]
    """Whose deed the viewer may say to be broken (P28)."""
    can_collapse: bool
    """S30"""
    outcome: Outcome | None


def view(state: State, viewer: Seat | None) -> View:
    """The table as this seat may see it, or as a spectator does (None)."""
    turn, is_latest = state.turn, viewer is not None and viewer == state.latest
    actions = () if viewer is None else legal(state, viewer)
    return View(
        options=state.options,
        action_suit=state.action_suit,
        house=state.house,
        viewer=viewer,
        dealer=state.dealer,
        ply=state.ply,
        phase=state.phase,
        actors=actors(state),
        turn=turn,
        next_turn=None if turn is None else next_seat(turn, state.direction, in_game(state)),
        direction=state.direction,
        hand=() if viewer is None else state.hands[viewer],
        counts=tuple(len(hand) for hand in state.hands),
        open=state.open,
        top=state.top,
        suit=state.suit,
        rank=state.rank,
        pile=len(state.pile),
        pile_cards=state.pile,
        draw=len(state.draw),
        lap=state.lap,
        attack=state.attack,
        returned=state.returned,
        number_due=None if turn is None else number_due(state),
        to_greet=turn if state.greet else None,
        to_call=call_due(state) if is_latest else None,
        to_say=tuple(promise.text for promise in state.words) if is_latest else (),
        said=state.said,
        given=tuple(seat for seat, card in enumerate(state.gifts) if card is not None),
        gift=state.gifts[viewer] if viewer is not None and state.gifts else None,
        deeds=open_deeds(state),
        places=state.places,
        exposed=state.exposed,
        collapsed=state.collapsed,
        mistakes=state.mistakes,
        drinks=state.drinks,
        playable=_playable(state, viewer),
        actions=actions,
        faultless=() if viewer is None else tuple(action for action in actions if not mistakes(state, viewer, action)),
        can_report=tuple(deed.seat for deed in state.deeds if refusal(state, viewer, Breach(player=deed.seat)) is None),
        can_collapse=viewer is not None and refusal(state, viewer, COLLAPSE) is None,
        outcome=outcome(state),
    )


def _playable(state: State, viewer: Seat | None) -> Cards:
    if viewer is None or viewer != state.turn:
        return ()
    fits = playable(state)
    return tuple(card for card in cards_of(state, viewer) if card in fits)
