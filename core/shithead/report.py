"""A state in the words of a record, and how a game ended."""

from collections.abc import Sequence

from core.game import Outcome
from core.reports import Players, report_of
from core.shithead.legal import actors
from core.shithead.state import Phase, State, blind_numbers


def report(state: State, names: Sequence[str]) -> dict[str, object]:
    """The `state` object of the replay command, with all secrets."""
    players = Players(names)
    ended = outcome(state)
    return {
        **report_of(state, actors(state), players),
        "open": players.each(map(sorted, state.open)),
        "down": players.each(len(blind_numbers(state, seat)) for seat in range(len(names))),
        "pile_cards": list(state.pile),
        "burned": state.burned,
        "roles": ended and {"shithead": players.at(ended.loser), "next_dealer": players.at(ended.next_dealer)},
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
