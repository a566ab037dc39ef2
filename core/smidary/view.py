"""What one person may see of the table: a type with no room for anything else."""

from typing import Literal

from core.cards import Card, Cards, Rank, Suit
from core.game import Outcome, Seat
from core.seats import next_seat
from core.smidary.actions import CALL, COLLAPSE, Action, Choose
from core.smidary.legal import actors, legal, may_challenge, playable, refusal
from core.smidary.options import Options
from core.smidary.report import outcome
from core.smidary.state import Phase, State, Threat, in_game
from core.values import value


@value
class AttackView:
    """What hangs over the player on turn."""

    kind: Threat
    by: Seat
    """Who played its top card, the dealer for a turned one."""
    cards: int
    ml: int
    """The price of drinking, without the added value (S13)."""
    added: int
    """What drawing costs on top, in ml (S14)."""
    drinkable: bool
    answerable: bool
    """It may still be over-played (S9, S17)."""
    returned: bool
    """Whoever faces it was brought back by it (S9)."""
    challengeable: Seat | None
    """Whom the player on turn may challenge (S17)."""


@value
class View:
    """The table as one seat sees it, or a spectator (None); tuples by seat."""

    game: Literal["smidary"] = "smidary"
    options: Options
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
    """The viewer's own."""
    counts: tuple[int, ...]
    """Cards in every hand (S6)."""
    top: Card
    suit: Suit | None
    """What the Ober on top stands for (S20)."""
    rank: Rank | None
    """What the Unter on top demands (S21)."""
    pile: int
    pile_cards: Cards
    """Bottom to top: all have seen them laid."""
    draw: int
    attack: AttackView | None
    standing: tuple[Seat, ...]
    places: tuple[Seat, ...]
    exposed: tuple[Seat, ...]
    collapsed: tuple[Seat, ...]
    owed: tuple[int, ...]
    """Cards that somebody brought back could not draw yet (S9)."""
    chosen: str | None
    drinks: tuple[int, ...]
    """Millilitres charged in this game, at coefficient 1."""
    to_slap: tuple[Seat, ...]
    """Who has still to slap, in direction from the nine's player (S24)."""
    slapped: tuple[Seat, ...]
    """Who has slapped, the first one first."""
    bottom: Card | None
    """What the dealer alone sees and has to announce (S27)."""
    announced: Card | None
    """What the dealer said, as long as it may be doubted (S27)."""
    last_play: Seat | None
    """Whose play may still be called, by some of the others (S29)."""
    playable: Cards
    """The viewer's cards that may be played now by the strict rules; () when it is not their turn."""
    actions: tuple[Action, ...]
    """What the viewer may do now, as `legal` lists it."""
    can_call: bool
    """S29"""
    can_choose: bool
    """S10"""
    can_collapse: bool
    """S30"""
    outcome: Outcome | None


def view(state: State, viewer: Seat | None) -> View:
    """The table as this seat may see it, or as a spectator does (None)."""
    race, bottom = state.race, state.bottom
    is_asked_for_bottom = state.phase is Phase.BOTTOM and viewer == state.dealer
    return View(
        options=state.options,
        viewer=viewer,
        dealer=state.dealer,
        ply=state.ply,
        phase=state.phase,
        actors=actors(state),
        turn=state.turn,
        next_turn=None if state.turn is None else next_seat(state.turn, state.direction, in_game(state)),
        direction=state.direction,
        hand=() if viewer is None else state.hands[viewer],
        counts=tuple(len(hand) for hand in state.hands),
        top=state.top,
        suit=state.suit,
        rank=state.rank,
        pile=len(state.pile),
        pile_cards=state.pile,
        draw=len(state.draw),
        attack=_attack(state),
        standing=state.standing,
        places=state.places,
        exposed=state.exposed,
        collapsed=state.collapsed,
        owed=state.owed,
        chosen=state.chosen,
        drinks=state.drinks,
        to_slap=() if race is None else race.waiting,
        slapped=() if race is None else race.slapped,
        bottom=bottom.card if bottom is not None and is_asked_for_bottom else None,
        announced=None if bottom is None else bottom.announced,
        last_play=None if state.last is None else state.last.seat,
        playable=_playable(state, viewer),
        actions=() if viewer is None else legal(state, viewer),
        can_call=viewer is not None and refusal(state, viewer, CALL) is None,
        can_choose=viewer is not None and refusal(state, viewer, Choose(drink="-")) is None,
        can_collapse=viewer is not None and refusal(state, viewer, COLLAPSE) is None,
        outcome=outcome(state),
    )


def _attack(state: State) -> AttackView | None:
    attack, seat = state.attack, state.turn
    if attack is None or seat is None:
        return None
    return AttackView(
        kind=attack.kind,
        by=attack.by,
        cards=attack.cards,
        ml=attack.ml,
        added=attack.added,
        drinkable=attack.drinkable,
        answerable=attack.answerable and attack.kind is not Threat.TEN,
        returned=attack.returned is not None,
        challengeable=attack.by if may_challenge(state, seat) else None,
    )


def _playable(state: State, viewer: Seat | None) -> Cards:
    if viewer is None or viewer != state.turn or state.phase is not Phase.PLAY:
        return ()
    fits = playable(state)
    return tuple(card for card in state.hands[viewer] if card in fits)
