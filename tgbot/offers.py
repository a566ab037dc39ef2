"""Which buttons count only while they are shown, and whether one is."""

from core.games import GAMES
from core.night import Decline, Declined, Menu, Night, back
from core.night import intents as want
from tgbot.taps import AT_ANY_TIME, Kind, Tap
from tgbot.views.frame import Frame
from tgbot.views.hand import hand_screen
from tgbot.views.table import table_screen

SHORT_LIVED = (
    Kind.PICK, Kind.OPTION, Kind.PRESET, Kind.LIMIT, Kind.SLAP_LIMIT, Kind.CHOICE, Kind.REST, Kind.LEAVE, Kind.MARK,
    Kind.STOCK, Kind.DRINK, Kind.CARE, Kind.OWN_LIMIT, Kind.BOTTLE, Kind.CUSTOM, Kind.BOT,
    Kind.SPLIT, Kind.SWAP, Kind.LANGUAGE, Kind.ALLOW, Kind.PAUSE, Kind.BREAK, Kind.SEATED,
    Kind.SWITCH, Kind.MIND, Kind.KEEP, Kind.CUT, Kind.RULE,
)  # fmt: skip
"""Buttons that count only while they are shown: no number in them says what they were made for. Menus are alike.

Leaving for health is none of them: it is granted at any time, also when the screen has changed under the finger (S30).
"""
ANYTIME_MENUS = (
    Menu.CORRECT, Menu.STOCK, Menu.DRINK, Menu.BOT, Menu.PAUSE,
    Menu.GROUP, Menu.LANGUAGE,
)  # fmt: skip
"""What can be opened also from messages of long ago: whatever they are about, they can be shown."""


def check_offer(seen: Frame, person_id: int, tap: Tap, now: int) -> None:
    """Declined unless the person's own screen or a table shows this button now."""
    night, person = seen.night, seen.night.person(person_id)
    own = hand_screen(seen, person) if person is not None else None
    if own is None:
        raise Declined(Decline.STRANGER)
    if tap.kind is Kind.BREAK and person is not None and person.on_break:
        raise Declined(Decline.JUST_DONE)  # a second tap at once does not end what the first began
    shown = (own, *(table_screen(seen, table) for table in night.tables))
    if tap.data not in (button.data for screen in shown for row in screen.keyboard for button in row):
        raise Declined(Decline.OLD_BUTTON, night=back(night, person_id, now))


def is_numberless(tap: Tap) -> bool:
    """Whether nothing in a button says what it was made for: on a screen that another one has replaced it is old."""
    return tap.kind in SHORT_LIVED or (tap.kind is Kind.ACT and tap.arguments[2:3] == (str(AT_ANY_TIME),))


def is_first_question(night: Night, tap: Tap) -> bool:
    """Whether a button of the number that words have is none of these, but of the first question of a running game."""
    if tap.kind is not Kind.ACT:
        return False
    table_id, _, _, action = tap.arguments
    round_ = next((table.round for table in night.tables if str(table.id) == table_id), None)
    if round_ is None:
        return False
    traits = GAMES[round_.game].traits
    return action.partition(" ")[0] not in traits.spoken | traits.out_of_turn


def is_short_lived(night: Night, intent: want.Intent, tap: Tap) -> bool:
    """Whether this button counts only while it is shown; opening once more what is open does no harm."""
    if isinstance(intent, want.OpenMenu) and intent.menu in ANYTIME_MENUS:
        return False
    if isinstance(intent, want.OpenMenu) and intent.menu is not None:
        person = night.person(intent.person)
        is_open = person is not None and (person.menu, person.menu_on) == (intent.menu, intent.on)
        return not night.ended_at and not is_open
    return not night.ended_at and tap.kind in SHORT_LIVED
