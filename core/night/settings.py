"""How the group wants it: its language, who may change what; and in which language somebody is spoken to."""

from dataclasses import replace

from core.night.intents import (
    AllowSettings,
    Intent,
    KeepRules,
    MindTurns,
    SetCustom,
    SetGroupLanguage,
    SetLanguage,
    SetLimit,
    SetOption,
    SetOptions,
    SetSlapLimit,
    SwitchRule,
)
from core.night.people import at_a_table, known, put
from core.night.values import Night, Step

OF_SETTINGS = (
    AllowSettings,
    SetGroupLanguage,
    SetLimit,
    SetSlapLimit,
    SetOption,
    SetOptions,
    SetCustom,
    SwitchRule,
    MindTurns,
    KeepRules,
)
"""What counts for the whole group, and stays.

Not which game is played next, which is for those who play it to say (N16), nor the winner's rule (N17).
"""


def needs_an_admin(night: Night, intent: Intent) -> bool:
    """Whether only an administrator of the group may do this; who may is for administrators to say at any time."""
    return isinstance(intent, AllowSettings) or (night.admins_only and isinstance(intent, OF_SETTINGS))


def set_group_language(night: Night, intent: SetGroupLanguage) -> Step:
    """What the group reads, from now on."""
    at_a_table(night, intent.person)
    return Step(night=replace(night, language=intent.language))


def allow_settings(night: Night, intent: AllowSettings) -> Step:
    """Everybody at the table may change the settings, or administrators only."""
    at_a_table(night, intent.person)
    return Step(night=replace(night, admins_only=intent.admins_only))


def set_language(night: Night, intent: SetLanguage) -> Step:
    """What somebody reads in private and in popups; None: as their Telegram does."""
    return Step(night=put(night, replace(known(night, intent.person), speaks=intent.language)))
