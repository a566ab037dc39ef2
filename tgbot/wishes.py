"""One wish of a person, from what it means to what they are told."""

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import TypeAlias

from core.ledger import PersonId
from core.night import Decline, Declined, Night, Step, step
from core.night import intents as want
from tgbot.changes import Changes
from tgbot.inbound import Sender, Tapped
from tgbot.newest import Newest
from tgbot.offers import check_offer, is_short_lived
from tgbot.people import People
from tgbot.replies import Reply, Say
from tgbot.views.answers import answer, declined, once_more

OF_A_SCREEN = (want.ShowHand, want.OpenMenu, want.Mark)
"""What is about one's own screen, which only those at a table have."""

Meant: TypeAlias = Callable[[Night], want.Intent]
"""What words mean can depend on the night."""


class DoneTaps:
    """The latest tap of each person that this process has done.

    A finger that taps twice has not made a mistake: it is told that it is done, and not why it cannot be done again.
    """

    SECONDS = 5.0

    def __init__(self) -> None:
        self._taps: Newest[PersonId, tuple[Tapped, float]] = Newest(10_000)

    def note(self, tapped: Tapped) -> None:
        self._taps[tapped.sender.id] = (tapped, monotonic())

    def holds(self, tapped: Tapped | None) -> bool:
        """Whether the same button of the same message was pressed by the same person just before."""
        if tapped is None or tapped.sender.id not in self._taps:
            return False
        before, at = self._taps[tapped.sender.id]
        same = (before.tap, before.chat, before.message) == (tapped.tap, tapped.chat, tapped.message)
        return same and monotonic() - at < self.SECONDS


class Wishes:
    """Wishes of people, each done at most once."""

    def __init__(self, changes: Changes, people: People, random: Random) -> None:
        self._changes = changes
        self._people = people
        self._random = random
        self._done_taps = DoneTaps()

    async def do(
        self,
        night_id: str,
        wish: want.Intent | Meant,
        update: int,
        say: Say,
        sender: Sender,
        tapped: Tapped | None = None,
        *,
        private: bool = False,
        anew: bool = False,
        aloud: bool = False,
    ) -> Reply | None:
        """Do what an update wants; the reply, also to a refusal, or None when there is no such night.

        `tapped`: a button was pressed for it; `private`: it was written in private, so they can be written to
        there; `anew`: one's own screen is sent again, below what was said; `aloud`: everybody reads the reply.
        """

        done = False

        def meant(night: Night) -> want.Intent:
            return wish(night) if callable(wish) else wish

        def change(night: Night, now: int) -> Step:
            intent = meant(night)
            if night.table_of(sender.id) is None and needs_a_place(night, intent, tapped, private):
                raise Declined(Decline.STRANGER)
            tap = None if tapped is None else tapped.tap
            if tap is not None and is_short_lived(night, intent, tap):
                check_offer(self._people.frame(night, sender), sender.id, tap, now)
            if private and night.person(sender.id) is not None and not night.ended_at:
                night = step(night, want.Reachable(person=sender.id, reachable=True), now, self._random).night
            if anew:
                night = step(night, the_same_again(sender.id)(night), now, self._random).night
            return step(night, intent, now, self._random)

        def reply(before: Night, after: Step | Declined) -> Reply:
            nonlocal done
            done = not isinstance(after, Declined)
            night = before if isinstance(after, Declined) else after.night
            seen = self._people.frame_for_all(night) if aloud else self._people.frame(night, sender)
            if isinstance(after, Declined) and self._done_taps.holds(tapped):
                return say(once_more(seen, meant(before), after), False)
            if isinstance(after, Declined):
                return say(declined(seen, meant(before), after, aloud=aloud), False)
            return say(answer(seen, before, meant(before), after), True)

        said = await self._changes.make(night_id, change, reply, update)
        if done and tapped is not None:
            self._done_taps.note(tapped)
        return said


def needs_a_place(night: Night, intent: want.Intent, tapped: Tapped | None, private: bool) -> bool:
    """Whether only those at a table may want this: what is about their screen, and all that comes from elsewhere.

    Nobody needs to be in the group to press buttons of its night: who was removed from it still knows them. The link to
    a table is an invitation, whoever rules the group may confirm a ruling, and what somebody owes is drunk by a
    tap in private (N9).
    """
    if night.ended_at and not isinstance(intent, want.AnswerDispute):
        return False
    if isinstance(intent, want.ConfirmRuling):
        return False
    if isinstance(intent, want.DrinkUp) and (tapped is None or tapped.chat == intent.person):
        return False
    if tapped is not None and tapped.chat != night.chat:
        return True
    return isinstance(intent, OF_A_SCREEN) or (private and not isinstance(intent, want.Join))


def the_same_again(person_id: PersonId) -> Meant:
    """One's own screen once more, whatever it shows."""

    def meant(night: Night) -> want.Intent:
        person = night.person(person_id)
        shows, about = (None, "") if person is None else (person.menu, person.menu_on)
        return want.OpenMenu(person=person_id, menu=shows, on=about, anew=True)

    return meant
