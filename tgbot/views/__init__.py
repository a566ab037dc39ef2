"""State and viewer in, words and buttons out: pure functions, in the reader's language."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from core.night import Night, Person
from tgbot.screens import Screen, Slot
from tgbot.views.announcement import announced, announcement
from tgbot.views.disputes import dispute_screen
from tgbot.views.farewell import good_night
from tgbot.views.frame import fitted, frame
from tgbot.views.hand import hand_screen
from tgbot.views.honour import honour_screen
from tgbot.views.lengths import within
from tgbot.views.table import table_screen
from tgbot.words import language_of


def painters(night: Night, bot: str) -> Mapping[int, Callable[[], Mapping[Slot, Screen]]]:
    """Who makes what a chat of the night should show now, by chat; a slot that is missing should show nothing."""
    people = (one for one in night.people if one.reachable is not False and one.bot is None)
    return {
        night.chat: partial(_in_group, night, bot),
        **{person.id: partial(_in_private, night, bot, person) for person in people},
    }


def screens(night: Night, bot: str) -> Mapping[Slot, Screen]:
    """What all chats of the night should show now."""
    return {slot: screen for paint in painters(night, bot).values() for slot, screen in paint().items()}


def _in_group(night: Night, bot: str) -> Mapping[Slot, Screen]:
    seen = frame(night, night.language, bot)
    tables = () if night.followed else night.tables
    shown = {Slot(night.chat, f"table:{one.id}", night.topic): table_screen(seen, one) for one in tables}
    for dispute in night.disputes:
        shown[Slot(night.chat, f"dispute:{dispute.number}", night.topic)] = dispute_screen(seen, dispute)
    honour = None if night.followed else honour_screen(seen)
    if honour is not None:
        shown[Slot(night.chat, "honour", night.topic)] = honour
    return {
        slot: replace(screen, text=within(screen.text), keyboard=fitted(screen.keyboard))
        for slot, screen in shown.items()
    }


def _in_private(night: Night, bot: str, person: Person) -> Mapping[Slot, Screen]:
    seen = frame(night, language_of(person.speaks or person.language, night.language), bot)
    screen = hand_screen(seen, person) or good_night(seen, person)
    # Whatever this message shows now, an edit may turn it into a hand, and how it was sent stays.
    return {} if screen is None else {Slot(person.id, "hand"): replace(screen, text=within(screen.text), protect=True)}


__all__ = ["announced", "announcement", "frame", "painters", "screens"]
