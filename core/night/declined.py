"""Why the night does not do what somebody wants."""

from enum import StrEnum

from core.game import Refused
from core.night.values import Night


class Decline(StrEnum):
    """The reasons that are the night's own; `REFUSED` carries the game's."""

    STRANGER = "stranger"
    OLD_BUTTON = "old-button"
    NOT_PLAYING = "not-playing"
    GAME_RUNNING = "game-running"
    TOO_FEW = "too-few"
    DOES_NOT_FIT = "does-not-fit"
    NOTHING_OWED = "nothing-owed"
    JUST_DONE = "just-done"
    NOT_CORRECTABLE = "not-correctable"
    STOCK_FULL = "stock-full"
    NO_BOTTLE = "no-bottle"
    NO_QUESTION = "no-question"
    QUESTION_TOO_LONG = "question-too-long"
    DISPUTES_FULL = "disputes-full"
    NIGHT_OVER = "night-over"
    NOT_ALONE = "not-alone"
    ALREADY_SAID = "already-said"
    RULE_PENDING = "rule-pending"
    NO_WORDS = "no-words"
    WORDS_TOO_LONG = "words-too-long"
    DEED_TOO_LONG = "deed-too-long"
    NOT_SO_MANY = "not-so-many"
    NOT_SO_MUCH = "not-so-much"
    RULE_NEVER_ENDS = "rule-never-ends"
    RULE_LOSES_CARDS = "rule-loses-cards"
    RULE_STOPS = "rule-stops"
    VOTE_OPEN = "vote-open"
    ACQUITTED = "acquitted"
    OWN_CASE = "own-case"
    NO_SEAT = "no-seat"
    NO_GAME = "no-game"
    REFUSED = "refused"


class Declined(Exception):
    """Nothing of what was wanted is done: the reason and, when the game refused an action, its refusal.

    `night` is the night after the tap, None when it is as it was: it brings back somebody who had missed turns (N2).
    """

    def __init__(self, reason: Decline, refused: Refused | None = None, night: Night | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.refused = refused
        self.night = night
