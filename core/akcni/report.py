"""A state in the words of a record, and how a game ended."""

from collections.abc import Sequence

from core.akcni.legal import actors
from core.akcni.state import Phase, State, Threat
from core.akcni.table import scores
from core.game import Outcome
from core.reports import Players, report_of


def report(state: State, names: Sequence[str]) -> dict[str, object]:
    """The `state` object of the replay command, with all secrets."""
    players = Players(names)
    return {
        **report_of(state, actors(state), players),
        "open": players.each(map(sorted, state.open)),
        "attack": _attack(state),
        "suit": state.suit,
        "rank": state.rank,
        "action_suit": state.action_suit,
        "action_lap": players.at(state.lap),
        "greet": players.at(state.turn) if state.greet else None,
        "exposed": players.sorted(state.exposed),
        "mistakes": players.each(state.mistakes),
        "scores": players.each(scores(state)),
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
