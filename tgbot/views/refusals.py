"""Why not, in words that all games share."""

from typing import Protocol

from core.game import Seat
from core.night import Round
from tgbot.views.frame import Frame
from tgbot.words import Words


class Seen(Protocol):
    """What every game's view says of who is asked and who is out."""

    @property
    def viewer(self) -> Seat | None: ...
    @property
    def actors(self) -> tuple[Seat, ...]: ...
    @property
    def places(self) -> tuple[Seat, ...]: ...


def out_of_it(words: Words, seen: Seen) -> str:
    """Somebody without cards wants to act: whoever has finished has nothing to add, whoever left is gone."""
    if seen.viewer in seen.places:
        return words("You've finished; there's nothing left for you to say.")
    return words("Dead men tell no tales: you're out of this game.")


def not_your_turn(frame: Frame, round_: Round, seen: Seen, rule: str) -> str:
    """Whose turn it is, or why it is not for whoever is asked themselves."""
    words = frame.words
    match rule:
        case "S10":
            return words("Only the winner chooses the drink.")
        case "S24":
            return words("You've already slapped.")
        case "S27" if seen.viewer == round_.dealer:
            return words("You can't doubt your own words.")
        case "S29":
            return words("You can't call out your own card.")
        case "P28":
            return words("You can't report yourself.")
    if seen.viewer in seen.actors:
        return words("That's up to the others.")
    names = ", ".join(frame.names.get(round_.players[seat], "?") for seat in seen.actors)
    return words("It's not your turn. Waiting for: {names}.", names=names)
