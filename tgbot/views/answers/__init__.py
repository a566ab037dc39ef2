"""What a tap is answered at once, in a popup of at most 200 characters."""

from core.night import Decline, Declined, Night, Step
from core.night import intents as want
from tgbot.views.answers.done import what_was_done
from tgbot.views.answers.popup import Answer, at_table
from tgbot.views.answers.why_not import reason
from tgbot.views.frame import Frame
from tgbot.views.texts import done_already

__all__ = ["Answer", "answer", "declined", "once_more"]


def answer(seen: Frame, before: Night, intent: want.Intent, step: Step) -> Answer:
    """What the person is told whose intent was done; `seen` is the night after it."""
    return at_table(seen, intent, what_was_done(seen, before, intent, step))


def declined(seen: Frame, intent: want.Intent, why: Declined, *, aloud: bool = False) -> Answer:
    """Why nothing happened; `aloud`: nothing that only they may know."""
    return at_table(seen, intent, reason(seen, intent, why, aloud))


def once_more(seen: Frame, intent: want.Intent, why: Declined) -> Answer:
    """A second tap on the same button at once: it is done, and where that explains nothing, what is so by now."""
    if why.reason is Decline.NOTHING_OWED:
        return declined(seen, intent, why)
    if isinstance(intent, want.Act) and intent.action == "call":
        return Answer(seen.words("Once was enough."))
    return Answer(done_already(seen.words))
