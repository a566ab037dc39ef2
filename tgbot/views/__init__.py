"""State and viewer in, words and buttons out: pure functions, in the reader's language."""

from collections.abc import Mapping

from core.night import Night
from tgbot.screens import Screen, Slot
from tgbot.views.announcement import announced, announcement
from tgbot.views.disputes import dispute_screen
from tgbot.views.frame import frame
from tgbot.views.hand import hand_screen
from tgbot.views.honour import honour_screen
from tgbot.views.table import table_screen
from tgbot.words import language_of


def screens(night: Night, bot: str) -> Mapping[Slot, Screen]:
    """What every chat of the night should show now; a slot that is missing should show nothing."""
    shown: dict[Slot, Screen] = {}
    for table in night.tables:
        seen = frame(night, night.language, bot)
        shown[Slot(night.chat, f"table:{table.id}", night.topic)] = table_screen(seen, table)
    for dispute in night.disputes:
        seen = frame(night, night.language, bot)
        shown[Slot(night.chat, f"dispute:{dispute.number}", night.topic)] = dispute_screen(seen, dispute)
    honour = honour_screen(frame(night, night.language, bot))
    if honour is not None:
        shown[Slot(night.chat, "honour", night.topic)] = honour
    for person in night.people:
        if person.reachable is False or person.bot is not None:
            continue
        seen = frame(night, language_of(person.speaks or person.language, night.language), bot)
        screen = hand_screen(seen, person)
        if screen is not None:
            shown[Slot(person.id, "hand")] = screen
    return shown


__all__ = ["announced", "announcement", "frame", "screens"]
