"""The next thing to do in one chat: a pure function of what it should show, what it shows, and the time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

from tgbot.delivery.shown import (
    NOTHING,
    Mark,
    Old,
    Shown,
    chat_of,
    is_orphan,
    name_of,
    slot_key,
)
from tgbot.screens import Screen, Slot

GROUP_SPACING, NEWS_SPACING = 9_000, 2_000
"""Ms between two edits of a table where people play, and between two announcements in a group: moves that follow each
other quickly become one edit, and what they cause one message."""
AGAIN = 4_000
"""Ms after which a table may be posted anew before others: whoever asks for it all the time must not use up what the
group gets in a minute."""
SCROLLED_BY = 7
"""With more newer messages below it the table has scrolled off the screen of a phone."""
TABLE_LIFE = 10 * 60_000
"""Ms after which the table is posted anew at its next change."""
PILE = 10
"""So many replaced messages without buttons, or with such that last, are left in a private chat before one call deletes
them all."""
DELETABLE = 47 * 3_600_000
"""Ms in which a message can be deleted; Telegram says 48 hours, by its own clock."""


@dataclass(frozen=True)
class Announcement:
    """Pending news in words; `cursor` is the index after the last one in it, `size` how many there are."""

    screen: Screen
    topic: int | None
    cursor: int
    size: int


@dataclass(frozen=True)
class Wish:
    """What a chat should show at present; `screens` None: that is unknown, and what is there stays."""

    screens: Mapping[Slot, Screen] | None
    news: Announcement | None = None


@dataclass(frozen=True)
class Post:
    """`awaited`: a game begins, or is over, or somebody asked for the table."""

    slot: Slot
    screen: Screen
    awaited: bool = False


@dataclass(frozen=True)
class Edit:
    slot: Slot
    screen: Screen
    message_id: int


@dataclass(frozen=True)
class Announce:
    """`awaited`: below it something is posted that is."""

    news: Announcement
    awaited: bool = False


@dataclass(frozen=True)
class Strip:
    """Take the buttons from a message that another one has replaced, or that cannot be deleted.

    `text` is what it says from then on; empty: what it said.
    """

    key: str
    message_id: int
    text: str = ""


@dataclass(frozen=True)
class Delete:
    key: str
    message_ids: tuple[int, ...]


@dataclass(frozen=True)
class Forget:
    """Nothing of the slot is left to be removed."""

    key: str


@dataclass(frozen=True)
class Later:
    """Nothing to do before this time (server's ms)."""

    at: int


Saying: TypeAlias = Post | Edit | Announce
Clearing: TypeAlias = Strip | Delete | Forget
Step: TypeAlias = Saying | Clearing


def next_step(wish: Wish, shown: Mapping[str, Shown], mark: Mark, now: int, *, group: bool) -> Step | Later | None:
    """What to do next in a chat, None when it is as it should be.

    `shown` are the slots of this chat by key; `mark.place` may count what others said too.
    """
    sayings = list(_sayings(wish, shown, mark, now))
    dues = [_due(saying, shown, mark, now) if group else 0 for saying in sayings]
    ready = [saying for saying, due in zip(sayings, dues, strict=True) if due <= now]
    if ready:
        return _first(ready, wish.news, shown, mark)
    clearing = next(_clearings(wish, shown, now), None)
    if clearing is not None:
        return clearing
    return Later(min(dues)) if dues else None


def is_urgent(step: Step) -> bool:
    """Whether it may go before others when Telegram's limits are near."""
    match step:
        case Post() | Announce() if step.awaited:
            return True
        case Post() | Edit() | Announce():
            return _screen_of(step).urgent
        case _:
            return False


def _screen_of(saying: Saying) -> Screen:
    return saying.news.screen if isinstance(saying, Announce) else saying.screen


def _due(saying: Saying, shown: Mapping[str, Shown], mark: Mark, now: int) -> int:
    """When it may be said in a group: what people wait for at once, a running game and its news at a pace."""
    if is_urgent(saying):
        return 0
    if isinstance(saying, Announce):
        return _after(mark.told_at, NEWS_SPACING, now)
    present = shown.get(slot_key(saying.slot), NOTHING)
    if saying.screen.passing or not present.id or not _has_all_reasons(present, saying.screen):
        return 0
    # News and what the table has become of them are read together.
    return _after(present.edited, NEWS_SPACING if mark.told_at > present.edited else GROUP_SPACING, now)


def _after(last: int, spacing: int, now: int) -> int:
    """So much later; at once when the last time is that of a server's clock which was set back since."""
    return now if last > now + spacing else last + spacing


def _first(ready: list[Saying], news: Announcement | None, shown: Mapping[str, Shown], mark: Mark) -> Saying:
    """What is urgent; news above what is posted anew; else what was not said for the longest time, and what never was
    comes last: the second table below the first one."""
    urgent = [saying for saying in ready if _screen_of(saying).urgent]
    posts = [saying for saying in ready if isinstance(saying, Post)]
    if news is not None and posts and not urgent:
        return Announce(news, awaited=any(post.awaited for post in posts))

    def last(saying: Saying) -> float:
        if isinstance(saying, Announce):
            return mark.told_at
        return shown.get(slot_key(saying.slot), NOTHING).edited or inf

    return min(urgent or ready, key=last)


def _sayings(wish: Wish, shown: Mapping[str, Shown], mark: Mark, now: int) -> Iterator[Saying]:
    if wish.news is not None:
        yield Announce(wish.news)
    for slot, screen in (wish.screens or {}).items():
        if screen.chart is not None and wish.news is not None:
            continue  # the picture comes after the words (N12)
        present = shown.get(slot_key(slot), NOTHING)
        if not _has_all_reasons(present, screen):
            yield Post(slot, screen, awaited=is_table(slot.name) and now >= present.at + AGAIN)
        elif present.digest != screen.digest:
            if not present.id or _has_scrolled_away(slot, present, mark, now):
                yield Post(slot, screen)
            else:
                yield Edit(slot, screen, present.id)


def _has_all_reasons(present: Shown, screen: Screen) -> bool:
    return set(screen.reasons) <= set(present.fresh)


def _has_scrolled_away(slot: Slot, present: Shown, mark: Mark, now: int) -> bool:
    is_old = now - present.at > TABLE_LIFE or mark.place - present.place > SCROLLED_BY
    return is_old and is_table(slot.name)


def is_table(name: str) -> bool:
    """Whether the slot is the table's: its replaced messages stay, without buttons, unless they only were passing."""
    return name.startswith("table")


def _clearings(wish: Wish, shown: Mapping[str, Shown], now: int) -> Iterator[Clearing]:
    known = {one for key, present in shown.items() if not is_orphan(key) for one in present.ids}
    wanted = {slot_key(slot): screen for slot, screen in (wish.screens or {}).items()}
    for key, present in shown.items():
        if is_orphan(key) and present.ids & known:
            yield Forget(key)  # its button was pressed before the sending was noted
        elif is_orphan(key) and (chat_of(key) or 0) < 0:
            # It may be any message of the bot there: whose button was pressed, only the app of whoever did it knows.
            yield from (Strip(key, message_id) for message_id, _ in present.live)
            yield Forget(key)
        elif key in wanted:
            if is_table(name_of(key)):
                yield from (Strip(key, message_id, wanted[key].leaves) for message_id, _ in present.live)
                yield from _removal(key, present.pile, (), now)
            elif present.live or len(present.pile) >= (1 if wanted[key].tidy else PILE):
                yield from _removal(key, present.live, present.pile, now)
        elif wish.screens is not None or is_orphan(key):
            everything = (*present.live, *_current(present, present.buttons))
            yield from _removal(key, everything, (*present.pile, *_current(present, not present.buttons)), now)
            yield Forget(key)


def _current(present: Shown, applies: bool) -> tuple[Old, ...]:
    return ((present.id, present.at),) if present.id and applies else ()


def _removal(key: str, live: tuple[Old, ...], dead: tuple[Old, ...], now: int) -> Iterator[Clearing]:
    """Delete what can be deleted, in one call; of what is too old for that, take the buttons."""
    young = tuple(message_id for message_id, at in (*live, *dead) if now - at < DELETABLE)
    if young:
        yield Delete(key, young[:100])
    yield from (Strip(key, message_id) for message_id, at in live if now - at >= DELETABLE)
