"""What one person may see of the table: a type with no room for anything else."""

from typing import Literal

from core.cards import Card, Cards, Rank
from core.game import Outcome, Seat
from core.shithead.actions import Action
from core.shithead.legal import actors, counting_card, layable, legal
from core.shithead.options import Options
from core.shithead.ranks import row_on_top
from core.shithead.report import outcome
from core.shithead.state import Phase, State, blind_numbers, cards_in_use, is_in, opening
from core.values import value


@value
class View:
    """The table as one seat sees it, or a spectator (None); tuples by seat.

    The pile is open to all: it grew before everybody's eyes.
    """

    game: Literal["shithead"] = "shithead"
    options: Options
    viewer: Seat | None
    dealer: Seat
    ply: int
    phase: Phase
    actors: tuple[Seat, ...]
    turn: Seat | None
    direction: int
    ready: tuple[Seat, ...]
    hand: Cards
    """The viewer's own."""
    counts: tuple[int, ...]
    """Cards in every hand."""
    open: tuple[Cards, ...]
    down: tuple[tuple[int, ...], ...]
    """Numbers of the face-down cards that are left, as `flip` takes them (H11)."""
    top: Card | None
    pile: int
    pile_cards: Cards
    """Bottom to top."""
    to_beat: Card | None
    """The card of the pile that the next one is compared with (H5, H13, H15); None: anything goes."""
    row: int
    """How many of one rank lie on top: four burn (H7)."""
    opening: Rank | None
    """In phase `begin` the rank to begin with; None: any card (H4)."""
    draw: int
    burned: int
    playable: Cards
    """The viewer's cards that may be laid now; () when they are not asked."""
    actions: tuple[Action, ...]
    """What the viewer may do now, as `legal` lists it."""
    can_collapse: bool
    """H17"""
    places: tuple[Seat, ...]
    collapsed: tuple[Seat, ...]
    played: int
    """Actions of the thousand that a game may last (H16)."""
    drinks: tuple[int, ...]
    """Millilitres charged in this game, at coefficient 1."""
    outcome: Outcome | None


def view(state: State, viewer: Seat | None) -> View:
    """The table as this seat may see it, or as a spectator does (None)."""
    asked = actors(state)
    return View(
        options=state.options,
        viewer=viewer,
        dealer=state.dealer,
        ply=state.ply,
        phase=state.phase,
        actors=asked,
        turn=state.turn,
        direction=state.direction,
        ready=state.ready,
        hand=() if viewer is None else state.hands[viewer],
        counts=tuple(len(hand) for hand in state.hands),
        open=state.open,
        down=tuple(blind_numbers(state, seat) for seat in range(len(state.hands))),
        top=state.pile[-1] if state.pile else None,
        pile=len(state.pile),
        pile_cards=state.pile,
        to_beat=counting_card(state),
        row=row_on_top(state.pile),
        opening=opening(state)[0] if state.phase is Phase.BEGIN else None,
        draw=len(state.draw),
        burned=state.burned,
        playable=_playable(state, viewer) if viewer in asked else (),
        actions=() if viewer is None else legal(state, viewer),
        can_collapse=viewer is not None and state.phase is not Phase.OVER and is_in(state, viewer),
        places=state.places,
        collapsed=state.collapsed,
        played=state.played,
        drinks=state.drinks,
        outcome=outcome(state),
    )


def _playable(state: State, viewer: Seat | None) -> Cards:
    if viewer is None or state.phase is Phase.SWAP:
        return ()
    ranks = layable(state, viewer)
    return tuple(card for card in cards_in_use(state, viewer) if card[0] in ranks)
