"""A state in the words of a record, and how a game ended."""

from collections.abc import Iterable, Sequence

from core.game import CLOCKWISE, Outcome, Seat
from core.smidary.legal import actors
from core.smidary.state import State, Threat


def report(state: State, names: Sequence[str]) -> dict[str, object]:
    """The `state` object of the replay command, with all secrets."""

    def sorted_names(seats: Iterable[Seat]) -> list[str]:
        return sorted(names[seat] for seat in seats)

    def named(seat: Seat | None) -> str | None:
        return None if seat is None else names[seat]

    return {
        "phase": state.phase.value,
        "actors": sorted_names(actors(state)),
        "turn": named(state.turn),
        "direction": "cw" if state.direction == CLOCKWISE else "ccw",
        "top": state.top,
        "pile": len(state.pile),
        "draw": len(state.draw),
        "hands": {name: sorted(hand) for name, hand in zip(names, state.hands, strict=True)},
        "places": [names[seat] for seat in state.places],
        "drinks": dict(zip(names, state.drinks, strict=True)),
        "attack": _attack(state),
        "suit": state.suit,
        "rank": state.rank,
        "exposed": sorted_names(state.exposed),
        "standing": sorted_names(state.standing),
        "owed": dict(zip(names, state.owed, strict=True)),
        "chosen": state.chosen,
        "roles": state.roles
        and {
            "loser": named(state.roles.loser),
            "assistant": named(state.roles.assistant),
            "title": state.roles.title,
            "next_dealer": names[state.roles.next_dealer],
        },
    }


def _attack(state: State) -> dict[str, object] | None:
    attack = state.attack
    if attack is None:
        return None
    if attack.kind is not Threat.DRAW:
        return {"kind": attack.kind.value}
    return {
        "kind": attack.kind.value,
        "cards": attack.cards,
        "ml": attack.ml,
        "added": attack.added,
        "drinkable": attack.drinkable,
        "top": state.top,
    }


def outcome(state: State) -> Outcome | None:
    """How it ended, None while it runs; nobody scores in this game."""
    roles = state.roles
    if roles is None:
        return None
    return Outcome(
        places=state.places,
        loser=roles.loser,
        assistant=roles.assistant,
        title=roles.title,
        next_dealer=roles.next_dealer,
        scores=(0,) * len(state.hands),
        chosen=state.chosen,
    )
