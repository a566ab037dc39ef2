"""What has to hold whatever has happened.

I1 each update changes a night at most once and is answered with 200 in the end; I2 no card is lost or doubled; I3
tally, ledger and moves agree; I4 no hidden card, token or secret outside its chat; I5 soon every slot shows what the
state says; I6 the group is told everything in the order of the commits; I7 no chat gets more than Telegram lets
through; I8 nothing was set aside.
"""

import asyncio
import json
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from core.cards import Card
from core.ledger import Books, add
from core.night import News, Night
from tests.faults.harness.pub import Pub
from tests.faults.harness.spoils import JOURNAL, TAKEN_OVER
from tests.faults.harness.table import Table
from tests.patience import PATIENCE
from tgbot import views
from tgbot.delivery.scene import MOST_NEWS
from tgbot.delivery.shown import read_shown, slot_key
from tgbot.playground.calls import Call
from tgbot.playground.entities import tidy
from tgbot.playground.html import parse_html
from tgbot.screens import Screen
from tgbot.store import codec
from tgbot.store.keys import keys_of

_STANDING = re.compile(r", 🥃 \d+ ml")
"""What somebody owes as a result is told goes with the moment."""
CARD = re.compile(r"\b[6-9TUOKA][hlba]\b|❤|🍃|🌰")


@dataclass(frozen=True)
class Noted:
    """One commit as the journal has it; `update` is "" for what no update caused."""

    version: int
    update: str
    log: tuple[str, ...]
    entries: tuple[str, ...]
    news: tuple[News, ...]


@dataclass(frozen=True)
class Findings:
    """What was seen on the way, for those rows that look at more than whether all is well."""

    seconds: float
    """Until every slot showed the present state."""
    repeated: int
    """Announcements that came twice."""


async def all_is_well(pub: Pub, *, repeats: int = 0, patience: float = PATIENCE) -> Findings:
    """I1 to I8 at every table; at most so many announcements may have come twice, and one more for each bot that stood
    still for longer than a lease in the middle of its work, as machines do. `patience` is for I5, in seconds."""
    began = asyncio.get_running_loop().time()
    for table in pub.tables:
        await up_to_date(pub, table, patience)
    seconds = asyncio.get_running_loop().time() - began
    told_twice = 0
    for table in pub.tables:
        await moves_are_right(pub, table)
        await money_is_right(pub, table)
        hands_stay_hidden(pub, table)
        told_twice += await everything_is_told(pub, table)
        assert not await pub.connection.command("EXISTS", keys_of(table.night).aside), "I8: a night was set aside"
    assert not await pub.store.letters(), "I8: an update was set aside"
    stood_still = max(0, sum([await taken_over(pub, table) for table in pub.tables]) - pub.kills)
    assert told_twice <= repeats + stood_still, f"I6: {told_twice} announcements came twice"
    everything_is_answered(pub)
    limits_are_kept(pub)
    logs_are_discreet(pub)
    return Findings(seconds, told_twice)


async def taken_over(pub: Pub, table: Table) -> int:
    """How often somebody took up the night while whoever had it was not done with it."""
    return int(await pub.connection.command("GET", keys_of(table.night).lease + TAKEN_OVER) or 0)


async def journal(pub: Pub, night: str) -> list[Noted]:
    """Every commit of a night, in their order."""
    lines = await pub.connection.command("LRANGE", keys_of(night).night + JOURNAL, 0, -1)
    found = []
    for line in lines:
        version, update, *rest = json.loads(line)
        logs, entries, news = (int(rest.pop(0)) for _ in range(3))
        assert len(rest) == logs + entries + news
        told = tuple(codec.decode_news(one.encode()) for one in rest[logs + entries :])
        written = tuple(rest[:logs]), tuple(rest[logs : logs + entries])
        found.append(Noted(version, update.rpartition(":")[2], *written, told))
    return found


# I1, I2


async def moves_are_right(pub: Pub, table: Table) -> None:
    """The game is the one that the taps have made, each of them once, and no card is missing in it."""
    noted = await journal(pub, table.night)
    versions = [one.version for one in noted]
    loaded = await pub.store.load(table.night)
    assert loaded is not None
    assert versions == sorted(set(versions)), "I1: a version was written twice"
    assert len(versions) + table.arranged == loaded.version, "I1: a commit was lost"
    twice = [update for update, times in Counter(one.update for one in noted if one.update).items() if times > 1]
    assert not twice, f"I1: updates {twice} changed the night more than once"
    log = await pub.store.log(table.night)
    assert list(log) == [line for one in noted for line in one.log], "I1: the log is not that of the commits"
    for number, referee in enumerate(table.referees, 1):
        done = await table.logged(referee.round.number)
        is_last = all(one.round.number != referee.round.number for one in table.referees[number:])
        mine = done[referee.before : None if is_last else referee.before + len(referee.moves)]
        assert mine == referee.moves, "I1: moves were lost or doubled"
    night = loaded.night
    round_ = night.tables[0].round
    if table.referee is None:
        return
    assert (round_ is None) == table.referee.is_over, "I1"
    if round_ is not None:
        assert round_.state == table.referee.state, "I1: the game is another one than was played"
        state = round_.state
        there = Counter(card.partition("=")[0] for card in chain(*state.hands, state.pile, state.draw))
        assert there == Counter(round_.deck), "I2"


def everything_is_answered(pub: Pub) -> None:
    """I1: every update was answered with 200 in the end, and none was left to grow too old."""
    done = Counter(attempt.update.id for attempt in pub.telegram.delivery.attempts if attempt.status == 200)
    for table in pub.tables:
        unheard = [number for number in table.updates if done[number] != 1]
        assert not unheard, f"I1: updates {unheard} were never answered with 200"


# I3


async def money_is_right(pub: Pub, table: Table) -> None:
    """Tally, ledger, commits and the price of the moves are the same sums."""
    night, entries = await table.loaded(), await pub.store.entries(table.night)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1)), "I3"
    books = Books()
    for entry in entries:
        books = add(books, entry)
    assert books == night.books, "I3: the tally is not the sum of the ledger"
    written = [line for one in await journal(pub, table.night) for line in one.entries]
    assert [codec.encode_entry(entry).decode() for entry in entries] == written, "I3"
    owed = {person.id: night.books.owed(person.id) for person in night.people if night.books.owed(person.id)}
    assert owed == table.owed, "I3: the debts are not those that the moves have cost"


# I4


def hands_stay_hidden(pub: Pub, table: Table) -> None:
    """Every button that lays a card was shown to whoever held that card when it was made, and to nobody else."""
    held: defaultdict[tuple[int, int, int], set[Card]] = defaultdict(set)
    for referee in table.referees:
        for question, hands in referee.hands.items():
            for person, cards in hands.items():
                held[referee.round.number, question, person] |= cards
    for call in pub.telegram.api.calls:
        for data in buttons_of(call):
            night, kind, *rest = data.split(":")
            if (night, kind) != (table.night, "act") or not rest[3].startswith("play"):
                continue
            _, game, ply, words = rest
            card = words.split()[1].partition("=")[0]
            assert call.chat_id is not None
            assert card in held[int(game), int(ply), call.chat_id], "I4: somebody else's card"


def buttons_of(call: Call) -> list[str]:
    """The data of all buttons that a call shows."""
    markup = call.params.json("reply_markup", "keyboard")
    rows = markup.get("inline_keyboard") if isinstance(markup, dict) else None
    buttons = chain.from_iterable(row for row in rows or () if isinstance(row, list)) if isinstance(rows, list) else ()
    return [str(one["callback_data"]) for one in buttons if isinstance(one, dict) and "callback_data" in one]


def logs_are_discreet(pub: Pub) -> None:
    """No bot has written down a token, a secret or somebody's card, or has met a fault of ours."""
    for bot in pub.bots:
        log = bot.log.read_text() if bot.log.exists() else ""
        assert pub.telegram.token not in log, "I4"
        assert bot.env["WEBHOOK_SECRET"] not in log, "I4"
        assert not CARD.search(log), "I4: somebody's card"
        assert "Traceback" not in log, "I8"
        assert " [error" not in log, "I8"


# I5


async def up_to_date(pub: Pub, table: Table, patience: float = PATIENCE) -> None:
    """Wait until every slot shows the present state; TimeoutError when it never does."""
    stale = ["not looked at yet"]
    try:
        async with asyncio.timeout(patience):
            while stale := await _stale(pub, table):  # noqa: ASYNC110 - what bots do in other processes
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"I5: {stale} do not show the present state") from None


async def _stale(pub: Pub, table: Table) -> list[str]:
    snapshot = await pub.store.snapshot(table.night)
    assert snapshot is not None
    stale = ["news"] if snapshot.news else []
    for slot, screen in views.screens(snapshot.night, pub.telegram.world.bot.username).items():
        shown = read_shown(snapshot.shown.get(slot_key(slot), "{}"))
        message = pub.telegram.world.find_message(slot.chat, shown.id)
        if message is None or (message.text, [dict(one) for one in message.buttons]) != _as_seen(screen):
            stale.append(slot_key(slot))
    return stale


def _as_seen(screen: Screen) -> tuple[str, list[dict[str, str]]]:
    text, _ = tidy(*parse_html(screen.text))
    fields = ("text", "callback_data", "url", "style")
    buttons = [
        {name: value for name, value in zip(fields, (one.text, one.data, one.url, one.style), strict=True) if value}
        for row in screen.keyboard
        for one in row
    ]
    return text, buttons


# I6, I7


async def everything_is_told(pub: Pub, table: Table) -> int:
    """How many announcements came twice; an AssertionError when one is missing or comes in the wrong order."""
    night = await table.loaded()
    news = [told for one in await journal(pub, table.night) for told in one.news]
    texts = [
        _STANDING.sub("", call.params.text("text"))
        for call in pub.telegram.api.calls_of("sendMessage", chat_id=night.chat)
        if not call.error and not call.by_webhook and _is_announcement(call)
    ]
    # Some news read alike, so there may be several ways to cut what was told: up to where, from where before, how often
    # something came twice.
    ways = {(0, 0): 0}
    for number, text in enumerate(texts, 1):
        after: dict[tuple[int, int], int] = {}
        for (at, before), twice in ways.items():
            for start, more in ((at, 0), (before, 1)):
                for end in _ends(pub, night, news, start, text):
                    way = max(at, end), start
                    after[way] = min(twice + more, after.get(way, twice + more))
        assert after, f"I6: told in another order than it happened: {texts[:number]}"
        ways = after
    complete = [twice for (at, _), twice in ways.items() if _told(pub, night, news[at:]) is None]
    assert complete, "I6: news were never told"
    return min(complete)


def _is_announcement(call: Call) -> bool:
    """Only the board has buttons, to correct it."""
    return not call.params.text("reply_markup") or (bool(buttons_of(call)) and ":menu:correct" in buttons_of(call)[0])


def _ends(pub: Pub, night: Night, news: Sequence[News], start: int, text: str) -> list[int]:
    """Up to where the news may be that were told in this text, if they begin there."""
    ends = range(start + 1, min(len(news), start + MOST_NEWS) + 1)
    return [end for end in ends if _told(pub, night, news[start:end]) == text]


def _told(pub: Pub, night: Night, news: Sequence[News]) -> str | None:
    screen = views.announcement(night, news, pub.telegram.world.bot.username)
    return None if screen is None else _STANDING.sub("", screen.text)


def limits_are_kept(pub: Pub) -> None:
    """I7, where the local Telegram has limits: no minute of a group was too busy, nothing was refused."""
    if pub.telegram.api.flood.limits is None:
        return
    refused = [call for call in pub.telegram.api.calls if call.error == 429 and call.chat_id is not None]
    assert not refused, f"I7: {refused[0].method} was one too many"
    for table in pub.tables:
        assert pub.telegram.api.busiest_minute(table.group.id) <= 20, "I7"
