"""A state in the words of a record, and how a game ended."""

from collections.abc import Sequence

from core.game import Outcome
from core.reports import Players, report_of
from core.smidary.legal import actors
from core.smidary.state import State, Threat


def report(state: State, names: Sequence[str]) -> dict[str, object]:
    """The `state` object of the replay command, with all secrets."""
    players = Players(names)
    return {
        **report_of(state, actors(state), players),
        "attack": _attack(state),
        "suit": state.suit,
        "rank": state.rank,
        "exposed": players.sorted(state.exposed),
        "standing": players.sorted(state.standing),
        "owed": players.each(state.owed),
        "chosen": state.chosen,
        "roles": state.roles
        and {
            "loser": players.at(state.roles.loser),
            "assistant": players.at(state.roles.assistant),
            "title": state.roles.title,
            "next_dealer": players.at(state.roles.next_dealer),
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
