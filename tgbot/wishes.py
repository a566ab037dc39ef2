"""One wish of a person, from what it means to what they are told."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from core.night import Decline, Declined, Night, Step, step
from core.night import intents as want
from tgbot.changes import Changes
from tgbot.inbound import Sender
from tgbot.offers import check_offer, is_short_lived
from tgbot.people import People
from tgbot.replies import Reply, Say
from tgbot.taps import Tap
from tgbot.views.answers import answer, declined

OF_A_SCREEN = (want.ShowHand, want.OpenMenu, want.Mark)
"""What is about one's own screen, which only those at a table have."""

Meant: TypeAlias = Callable[[Night], want.Intent]
"""What words mean can depend on the night."""


class Wishes:
    """Wishes of people, each done at most once."""

    def __init__(self, changes: Changes, people: People, random: Random) -> None:
        self._changes = changes
        self._people = people
        self._random = random

    async def do(
        self,
        night_id: str,
        wish: want.Intent | Meant,
        update: int,
        say: Say,
        sender: Sender,
        tap: Tap | None = None,
        *,
        anew: bool = False,
    ) -> Reply | None:
        """Do what an update wants; the reply, also to a refusal, or None when there is no such night.

        `tap`: the button that was pressed for it; `anew`: one's own screen is sent again.
        """

        def meant(night: Night) -> want.Intent:
            return wish(night) if callable(wish) else wish

        def change(night: Night, now: int) -> Step:
            intent = meant(night)
            if tap is not None and is_short_lived(night, intent, tap):
                check_offer(self._people.frame(night, sender), sender.id, tap, now)
            if isinstance(intent, OF_A_SCREEN) and not night.ended_at and night.table_of(sender.id) is None:
                raise Declined(Decline.STRANGER)
            if anew:
                night = step(night, want.ShowHand(person=sender.id), now, self._random).night
            return step(night, intent, now, self._random)

        def reply(before: Night, after: Step | Declined) -> Reply:
            night = before if isinstance(after, Declined) else after.night
            seen = self._people.frame(night, sender)
            if isinstance(after, Declined):
                return say(declined(seen, meant(before), after), False)
            return say(answer(seen, before, meant(before), after), True)

        return await self._changes.make(night_id, change, reply, update)
