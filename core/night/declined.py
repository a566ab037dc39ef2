"""Why the night does not do what somebody wants."""

from enum import StrEnum

from core.game import Refused


class Decline(StrEnum):
    """The reasons that are the night's own; `REFUSED` carries the game's."""

    STRANGER = "stranger"
    OLD_BUTTON = "old-button"
    NO_GAME = "no-game"
    NOT_PLAYING = "not-playing"
    GAME_RUNNING = "game-running"
    TOO_FEW = "too-few"
    DOES_NOT_FIT = "does-not-fit"
    NOTHING_OWED = "nothing-owed"
    JUST_DONE = "just-done"
    NOT_CORRECTABLE = "not-correctable"
    NIGHT_OVER = "night-over"
    REFUSED = "refused"


class Declined(Exception):
    """An intent that changes nothing: the reason and, when the game refused an action, its refusal."""

    def __init__(self, reason: Decline, refused: Refused | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.refused = refused
