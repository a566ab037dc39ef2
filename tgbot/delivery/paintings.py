"""Screens made lately: a night that has not changed is not painted again when somebody looks at it once more."""

from collections.abc import Mapping
from typing import TypeAlias

from core.night import Night
from tgbot.delivery.ports import ChatId, NightId
from tgbot.screens import Screen, Slot

MOST = 512
"""Nights; those looked at last."""

Painted: TypeAlias = Mapping[Slot, Screen]


class Paintings:
    """The screens of nights by chat, for as long as the very same night is looked at."""

    def __init__(self) -> None:
        self._nights: dict[NightId, tuple[Night, dict[ChatId, Painted]]] = {}

    def of(self, night: Night) -> dict[ChatId, Painted]:
        """What was made of this night; whoever makes more adds it."""
        known = self._nights.pop(night.id, None)
        if known is None or known[0] is not night:
            known = (night, {})
        self._nights[night.id] = known
        if len(self._nights) > MOST:
            del self._nights[next(iter(self._nights))]
        return known[1]
