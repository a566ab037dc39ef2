"""A state in the words of a record, and how a game ended."""

from collections.abc import Iterable, Sequence

from core.akcni.legal import actors
from core.akcni.state import Phase, State, Threat
from core.akcni.table import scores
from core.game import CLOCKWISE, Outcome, Seat


def report(state: State, names: Sequence[str]) -> dict[str, object]:
    """The `state` object of the replay command, with all secrets."""

    def sorted_names(seats: Iterable[Seat]) -> list[str]:
        return sorted(names[seat] for seat in seats)

    def named(seat: Seat | None) -> str | None:
        return None if seat is None else names[seat]

    def by_name(items: Iterable[object]) -> dict[str, object]:
        return dict(zip(names, items, strict=True))

    return {
        "phase": state.phase.value,
        "actors": sorted_names(actors(state)),
        "turn": named(state.turn),
        "direction": "cw" if state.direction == CLOCKWISE else "ccw",
        "top": state.top,
        "pile": len(state.pile),
        "draw": len(state.draw),
        "hands": by_name(map(sorted, state.hands)),
        "places": [names[seat] for seat in state.places],
        "drinks": by_name(state.drinks),
        "open": by_name(map(sorted, state.open)),
        "attack": _attack(state),
        "suit": state.suit,
        "rank": state.rank,
        "action_suit": state.action_suit,
        "action_lap": named(state.lap),
        "greet": named(state.turn) if state.greet else None,
        "exposed": sorted_names(state.exposed),
        "mistakes": by_name(state.mistakes),
        "scores": by_name(scores(state)),
    }


def _attack(state: State) -> dict[str, object] | None:
    attack = state.attack
    if attack is None:
        return None
    if attack.kind is Threat.SKIP:
        return {"kind": attack.kind.value}
    return {"kind": attack.kind.value, "cards": attack.cards, "eights": attack.eights}


def outcome(state: State) -> Outcome | None:
    """How it ended, None while it runs; the last one deals next, after a collapse the same dealer (P22, S30)."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(
        places=state.places,
        loser=state.loser,
        assistant=None,
        title=None,
        next_dealer=state.dealer if state.loser is None else state.loser,
        scores=scores(state),
    )
