"""A state in the words of a record, and how a game ended."""

from collections.abc import Iterable, Sequence

from core.game import CLOCKWISE, Outcome, Seat
from core.shithead.legal import actors
from core.shithead.state import Phase, State, blind_numbers


def report(state: State, names: Sequence[str]) -> dict[str, object]:
    """The `state` object of the replay command, with all secrets."""

    def sorted_names(seats: Iterable[Seat]) -> list[str]:
        return sorted(names[seat] for seat in seats)

    def named(seat: Seat | None) -> str | None:
        return None if seat is None else names[seat]

    ended = outcome(state)
    return {
        "phase": state.phase.value,
        "actors": sorted_names(actors(state)),
        "turn": named(state.turn),
        "direction": "cw" if state.direction == CLOCKWISE else "ccw",
        "top": state.pile[-1] if state.pile else None,
        "pile": len(state.pile),
        "draw": len(state.draw),
        "hands": {name: sorted(hand) for name, hand in zip(names, state.hands, strict=True)},
        "places": [names[seat] for seat in state.places],
        "drinks": dict(zip(names, state.drinks, strict=True)),
        "open": {name: sorted(shown) for name, shown in zip(names, state.open, strict=True)},
        "down": {name: len(blind_numbers(state, seat)) for seat, name in enumerate(names)},
        "pile_cards": list(state.pile),
        "burned": state.burned,
        "roles": ended and {"shithead": named(ended.loser), "next_dealer": named(ended.next_dealer)},
    }


def outcome(state: State) -> Outcome | None:
    """How it ended, None while it runs; the shithead deals next, without one the same dealer does (H14, H17)."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(
        places=state.places,
        loser=state.shithead,
        assistant=None,
        title=None if state.shithead is None else "shithead",
        next_dealer=state.dealer if state.shithead is None else state.shithead,
        scores=(0,) * len(state.hands),
    )
