"""What delivery remembers of a chat between two looks at it: ids, times and digests, never what was said."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from pydantic import TypeAdapter

from tgbot.screens import Screen, Slot

Old: TypeAlias = tuple[int, int]
"""A message that another one has replaced: its id, and when it was sent (server's ms)."""


@dataclass(frozen=True)
class Shown:
    """The message in a slot.

    `id` is 0 when there is none. `fresh` are the reasons for which it was sent, `digest` is that of the screen it
    shows; `at` is when it was sent, `edited` when it last changed (server's ms), `place` its place in the chat (see
    `Mark`). `buttons`: it has some that grow old, `passing`: it has to go once it is replaced. `live` are replaced
    messages with buttons that grow old, `pile` those without, and those that have to go.
    """

    id: int = 0
    fresh: tuple[str, ...] = ()
    digest: str = ""
    at: int = 0
    place: int = 0
    buttons: bool = False
    passing: bool = False
    edited: int = 0
    live: tuple[Old, ...] = ()
    pile: tuple[Old, ...] = ()

    @property
    def ids(self) -> frozenset[int]:
        """The messages that it knows of."""
        return frozenset((self.id, *(one for one, _ in (*self.live, *self.pile)))) - {0}

    def has_replaced(self, message_id: int) -> bool:
        """Whether this message is still there, and another one has taken its place."""
        return message_id != self.id and message_id in self.ids

    def posted(self, screen: Screen, message_id: int, now: int, place: int, *, keeps_old: bool) -> "Shown":
        """After a new message; the one before is still to be removed, or (`keeps_old`) to lose its buttons: unless
        there is no news since, so that it only had scrolled away or was asked for again."""
        is_the_same = set(screen.news) <= set(self.fresh)
        before = replace(self, passing=self.passing or (keeps_old and is_the_same)).shelved(keeps_old=keeps_old)
        return Shown(
            id=message_id,
            fresh=screen.reasons,
            digest=screen.digest,
            at=now,
            place=place,
            buttons=has_short_lived(screen),
            passing=screen.passing,
            edited=now,
            live=before.live,
            pile=before.pile,
        )

    def changed(self, screen: Screen, now: int) -> "Shown":
        """After an edit."""
        buttons = has_short_lived(screen)
        return replace(self, digest=screen.digest, buttons=buttons, passing=screen.passing, edited=now)

    def given_up(self, screen: Screen) -> "Shown":
        """After Telegram refused the screen: it is not tried again until it changes."""
        return replace(self, fresh=screen.reasons, digest=screen.digest)

    def vanished(self) -> "Shown":
        """After the message turned out to be gone: the screen has to be sent again."""
        return replace(self, id=0, digest="", buttons=False)

    def shelved(self, *, keeps_old: bool = False) -> "Shown":
        """With the present message among the replaced ones: the screen has to be sent again."""
        old = ((self.id, self.at),) if self.id else ()
        live = (*self.live, *old) if self.buttons and not self.passing else self.live
        pile = self.pile if (self.buttons or keeps_old) and not self.passing else (*self.pile, *old)
        return replace(self, id=0, digest="", buttons=False, passing=False, live=live, pile=pile)

    def without(self, message_ids: Iterable[int]) -> "Shown":
        """After these messages were deleted or lost their buttons."""
        gone = set(message_ids)
        rest = self.vanished() if self.id in gone else self
        live, pile = (tuple(old for old in olds if old[0] not in gone) for olds in (self.live, self.pile))
        return replace(rest, live=live, pile=pile)

    def undeletable(self, message_ids: Iterable[int]) -> "Shown":
        """After these could not be deleted: they count as very old, and lose their buttons at most."""
        stuck = set(message_ids)
        before = self.shelved() if self.id in stuck else self
        live, pile = (
            tuple((one, 0 if one in stuck else at) for one, at in olds) for olds in (before.live, before.pile)
        )
        return replace(before, live=live, pile=pile)


@dataclass(frozen=True)
class Mark:
    """What is known of a group as a whole.

    `place` is that of its newest message: in a supergroup its id, which counts the messages of everybody; elsewhere
    ids count other chats too, so our own messages are counted. `told_at` is when something was last announced
    (server's ms). `lost` is the night's `posted` when the bot was found thrown out, `homeless` that the topic of the
    night is gone.
    """

    place: int = 0
    told_at: int = 0
    lost: int | None = None
    homeless: bool = False


HAND = "hand"
"""The place of one's own screen in the private chat."""
_ORPHAN = "orphan:"
NOTHING = Shown()
NEW_CHAT = Mark()


def slot_key(slot: Slot) -> str:
    """The slot's name in the store."""
    return f"{slot.chat}:{slot.topic or 0}:{slot.name}"


def orphan_key(chat: int, message_id: int) -> str:
    """Where a message is kept that was sent and never noted: a slot that nothing should be in."""
    return slot_key(Slot(chat, f"{_ORPHAN}{message_id}"))


def is_orphan(key: str) -> bool:
    """Whether a slot's key is one of `orphan_key`."""
    return name_of(key).startswith(_ORPHAN)


def mark_key(chat: int) -> str:
    """Where the mark of a group is kept."""
    return f"mark:{chat}"


def seen_key(chat: int) -> str:
    """Where the id of the newest message seen in a supergroup is kept."""
    return f"seen:{chat}"


def chat_of(key: str) -> int | None:
    """The chat of a slot's key, None for other keys."""
    head = key.partition(":")[0]
    return int(head) if head.removeprefix("-").isdecimal() else None


def name_of(key: str) -> str:
    """The slot's own name in its key."""
    return key.split(":", 2)[2]


def is_supergroup(chat: int) -> bool:
    """Whether message ids of the chat count its own messages only."""
    return chat < -1_000_000_000_000


def has_short_lived(screen: Screen) -> bool:
    """Whether it has buttons that have to go once another message has replaced it."""
    return bool(screen.keyboard) and not screen.lasting


def write(record: Shown | Mark) -> str:
    """The record as JSON, without what is as usual."""
    if isinstance(record, Shown):
        return _SHOWN.dump_json(record, exclude_defaults=True).decode()
    return _MARK.dump_json(record, exclude_defaults=True).decode()


def read_shown(text: str) -> Shown:
    """A record that `write` made; `NOTHING` for one that cannot be understood: the message is then sent anew."""
    try:
        return _SHOWN.validate_json(text)
    except ValueError:
        return NOTHING


def read_mark(text: str | None) -> Mark:
    """A record that `write` made; a new one when there is none or it cannot be understood."""
    try:
        return _MARK.validate_json(text or "{}")
    except ValueError:
        return NEW_CHAT


_SHOWN: TypeAdapter[Shown] = TypeAdapter(Shown)
_MARK: TypeAdapter[Mark] = TypeAdapter(Mark)
