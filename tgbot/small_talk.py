"""Words in private that want nothing of the night: a line about them, and one's own screen below it."""

from dataclasses import dataclass

from core.night import Night
from tgbot import replies
from tgbot.inbound import Sender, Text
from tgbot.people import People
from tgbot.replies import Reply
from tgbot.views import texts
from tgbot.views.small_talk import not_understood
from tgbot.wishes import Wishes, the_same_again


@dataclass(frozen=True)
class SmallTalk:
    """What is said to those who just write something."""

    people: People
    wishes: Wishes

    async def answer(self, said: Text, update: int) -> Reply:
        """A line that fits where they are, never silence; to a picture their own screen says enough."""
        night = await self.people.night_of(said.sender.id)
        seen = None if night is None else self.people.frame(night, said.sender)
        person = None if night is None else night.person(said.sender.id)
        if seen is None or person is None or seen.night.table_of(person.id) is None:
            return replies.message(said.chat, texts.at_no_table(await self.people.words_for(said.sender)))
        line = replies.message(said.chat, not_understood(seen, person, said.text)) if said.text else {}
        return await self.above_the_hand(line, seen.night, said.sender, update)

    async def above_a_game(self, reply: Reply, sender: Sender, update: int) -> Reply:
        """The reply, and for who plays their hand below it: that is what has to be found."""
        night = await self.people.night_of(sender.id)
        table = None if night is None else night.table_of(sender.id)
        if night is None or table is None or table.round is None or table.round.seat(sender.id) is None:
            return reply
        return await self.above_the_hand(reply, night, sender, update)

    async def above_the_hand(self, reply: Reply, night: Night, sender: Sender, update: int) -> Reply:
        """The reply, and one's own screen as it is, below it."""
        again = the_same_again(sender.id)
        done = await self.wishes.do(night.id, again, update, lambda *_: reply, sender, private=True)
        return reply if done is None else done
