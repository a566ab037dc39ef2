"""A Thursday at Kalich's, from the first guest to the way home, and a ledger that is right to the last drop.

Nine people and one who comes late, two tables, all three games, real taps on a local Telegram. The cards are dealt by
chance, so nothing here depends on a deal.
"""

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import pytest

from core.ledger import Entry, EntryKind
from core.night import Night, Table
from core.night.values import Round
from tests.pub import Guest, Pub, _asked, opened
from tests.tgbot.test_akcni_evening import Player
from tests.tgbot.test_shithead_evening import sensible
from tgbot.playground.phone import Phone
from tgbot.playground.records import Message


@pytest.fixture
async def kalich(valkey: str, tmp_path: Path) -> AsyncIterator[Pub]:
    """A pub where ten people know each other; the last of them has only said hello to the bot so far."""
    async with opened(valkey, tmp_path) as place:
        world = place.telegram.world
        for name in ("Hana", "Ivo", "Jana"):
            Phone(world, world.add_person(name)).joins(place.group)
        await place.guest("Jana").starts()
        yield place


@pytest.mark.slow
async def test_a_whole_evening(kalich: Pub) -> None:
    evening = Evening(kalich)
    await nine_people_come(evening)
    await a_miniature_is_all_there_is_to_drink(evening)
    await the_soberest_makes_two_tables(evening)
    await both_tables_deal(evening)
    await everybody_taps_something_wrong(evening)
    phoenix = await one_of_them_is_not_well_and_comes_back(evening)
    await jana_comes_late_and_sits_down_with_one_tap(evening)
    await evening.plays(1, 2)
    await the_bottle_runs_empty_and_there_is_another(evening)
    await a_drink_was_none_after_all(evening)
    await two_go_out_for_some_air_and_the_others_deal(evening, phoenix)
    await the_group_becomes_a_supergroup(evening)
    await evening.plays(1)
    await the_shithead_brings_the_round(evening)
    await they_quarrel_about_the_rules(evening)
    await some_settle_their_debts(evening)
    board = await the_board_says_what_the_ledger_says(evening)
    await good_night(evening, board)


@dataclass
class Evening:
    """The pub, the people, and all that was ever written into the ledger."""

    pub: Pub
    guests: list[Guest] = field(default_factory=list)
    ledger: tuple[Entry, ...] = ()
    rng: random.Random = field(default_factory=lambda: random.Random(4))

    async def night(self) -> Night:
        """The night now; of the ledger nothing may be gone or changed since the last look (N8)."""
        night = await self.pub.night()
        ledger = await self.pub.bot.store.entries(night.id)
        assert ledger[: len(self.ledger)] == self.ledger
        self.ledger = ledger
        return night

    async def table(self, number: int) -> Table:
        table = (await self.night()).table(number)
        assert table is not None
        return table

    async def at(self, number: int) -> list[Guest]:
        """Who sits at a table, clockwise."""
        return self.named((await self.table(number)).seats)

    def named(self, people: Iterable[int]) -> list[Guest]:
        by_id = {guest.id: guest for guest in self.guests}
        return [by_id[person] for person in people]

    async def plays(self, *numbers: int) -> None:
        """These tables play side by side, tap by tap, until their games are over."""
        for _ in range(2_000):
            night = await self.night()
            running = [table.round for table in night.tables if table.id in numbers and table.round is not None]
            if not running:
                return
            await asyncio.gather(*map(self._one_tap, running))
        raise AssertionError("the games do not end")

    async def _one_tap(self, round_: Round) -> None:
        players = self.named(round_.players)
        if round_.game == "prsi":
            return await Player(players, self.rng, slips=0).moves(round_.state, round_.players)
        asked = [guest for guest in players if _asked(guest)]
        guest = self.rng.choice(asked)
        if round_.game == "shithead":
            return await guest.taps("✓ Hotovo" if round_.state.phase == "swap" else sensible(guest))
        return await guest.sends(self.rng.choice(_asked(guest))["callback_data"])

    def table_message(self, number: int) -> Message:
        """The newest message of a table that has buttons."""
        return self._newest(f"Stůl {number}\n")

    def _newest(self, beginning: str) -> Message:
        bot = self.pub.telegram.world.bot.id
        messages = self.pub.telegram.world.messages_in(self.pub.group.id)
        return next(m for m in reversed(messages) if m.sender_id == bot and m.text.startswith(beginning) and m.buttons)

    async def taps(self, guest: Guest, label: str, message: Message) -> None:
        guest.phone.taps(label, message=message)
        await self.pub.settled()

    async def taps_on_newest(self, guest: Guest, beginning: str, label: str) -> None:
        """Press a button of the newest message in the group that begins so."""
        await self.taps(guest, label, self._newest(beginning))

    @property
    def told(self) -> list[str]:
        """All that the bot has said in the group, also before it became a supergroup."""
        world = self.pub.telegram.world
        groups = [chat.id for chat in world.chats.values() if not chat.is_private]
        return [m.text for group in groups for m in world.messages_in(group) if m.sender_id == world.bot.id]

    def was_told(self, words: str) -> bool:
        return any(words in text for text in self.told)


# The evening


async def nine_people_come(evening: Evening) -> None:
    people = [person.first_name for person in evening.pub.telegram.world.people()]
    evening.guests = await evening.pub.seat(*people[:9])
    table = await evening.table(1)
    assert len(table.seats + table.queue) == 9


async def a_miniature_is_all_there_is_to_drink(evening: Evening) -> None:
    await evening.guests[0].says("/zasoby miniatura 0,02 52")
    for guest in evening.guests:
        await guest.taps("🥃 Je mi 18+")
    assert "miniatura 0,02 l" in evening.pub.table.text


async def the_soberest_makes_two_tables(evening: Evening) -> None:
    split = (await evening.night()).split
    assert split is not None
    [soberest] = evening.named([split.decider])
    await soberest.taps("🪑🪑 Dva stoly?")
    await soberest.taps("✓ Dva stoly, takhle")
    assert [len(await evening.at(number)) for number in (1, 2)] == [5, 4]


async def both_tables_deal(evening: Evening) -> None:
    one, two = (await evening.at(1))[0], (await evening.at(2))[0]
    await one.taps("▶️ Rozdat")
    await choose(two, "Akční prší", "rychlá")
    await two.taps("▶️ Rozdat")
    assert "Smidarské prší · 1. hra" in evening.table_message(1).text
    assert "Akční prší · 2. hra" in evening.table_message(2).text


async def choose(guest: Guest, *labels: str) -> None:
    for label in ("⚙️ Nastavit hru", *labels, "✓ Hotovo"):
        await guest.taps(label)


WRONG = ("deal:1:0", "act:1:1:99:draw", "drunk:oldest", "fix:1", "choice:1:1:rum", "split:two", "beer")
"""An old button, one for another question, nothing to drink or to correct, somebody else's choice, no button at all."""


async def everybody_taps_something_wrong(evening: Evening) -> None:
    before = await evening.night()
    for guest in evening.guests:
        for data in WRONG:
            heard = len(guest.phone.popups)
            await guest.sends(f"{before.id}:{data}")
            assert len(guest.phone.popups) == heard + 1
            assert guest.popup
    assert await evening.night() == before


async def one_of_them_is_not_well_and_comes_back(evening: Evening) -> Guest:
    phoenix = (await evening.at(1))[1]
    await phoenix.says("/zdravi")
    await phoenix.taps("Ano, končím")
    assert phoenix not in await evening.at(1)
    await evening.taps(phoenix, "➕ Přidat se", evening.table_message(1))
    assert evening.was_told(f"{phoenix.name} vstává z popela: Phoenix!")
    return phoenix


async def jana_comes_late_and_sits_down_with_one_tap(evening: Evening) -> None:
    jana = evening.pub.guest("Jana")
    evening.guests.append(jana)
    await evening.taps(jana, "➕ Přidat se", evening.table_message(2))
    assert (await evening.table(2)).queue == (jana.id,)
    assert jana.hand.text.startswith("Stůl 2")
    assert "příští hře" in jana.popup


async def the_bottle_runs_empty_and_there_is_another(evening: Evening) -> None:
    loser = await last_one(evening, 1)
    await evening.taps(loser, "✅ Mám vypito", evening.table_message(1))
    while (await evening.night()).books.debts(loser.id):
        await loser.sends(loser.buttons(":drunk:")[-1]["callback_data"])
    assert (await evening.night()).dry_at
    await evening.taps(loser, "🍾 Další lahev", evening.table_message(1))
    await loser.taps("➕ rum 0,7 l")
    await loser.taps("✓ Hotovo")
    night = await evening.night()
    assert not night.dry_at
    assert dict(night.books.poured)["miniatura"] >= 20


async def last_one(evening: Evening, table: int) -> Guest:
    result = (await evening.table(table)).result
    assert result is not None
    assert result.outcome.loser is not None
    return evening.named([result.players[result.outcome.loser]])[0]


async def a_drink_was_none_after_all(evening: Evening) -> None:
    loser = await last_one(evening, 1)
    ana = evening.guests[0]
    await ana.says("/tabule")
    await evening.taps_on_newest(ana, "📋", "🛠 Opravit")
    wrong = next(button for button in ana.buttons(":fix:") if f"{loser.name}: vypito" in button["text"])
    await ana.sends(wrong["callback_data"])
    assert evening.was_told(f"Ana škrtá vypito: {loser.name}")
    assert (await evening.night()).books.owed(loser.id)
    await ana.taps("↩️ Zpět")


async def two_go_out_for_some_air_and_the_others_deal(evening: Evening, phoenix: Guest) -> None:
    there = await evening.at(1)
    assert phoenix in there
    for guest in [guest for guest in there if guest is not phoenix][:2]:
        await guest.taps("💤 Vynechat")
    await choose(phoenix, "Shithead")
    await phoenix.taps("▶️ Rozdat")
    table = await evening.table(1)
    assert table.round is not None
    assert len(table.round.players) == 3
    assert "Shithead · 3. hra" in evening.table_message(1).text


async def the_group_becomes_a_supergroup(evening: Evening) -> None:
    before = await evening.night()
    evening.guests[0].phone.migrates(evening.pub.group)
    await evening.pub.settled()
    after = await evening.night()
    assert after.chat == evening.pub.group.id != before.chat
    assert after == replace(before, chat=after.chat, posted=after.posted)
    assert "3. hra" in evening.table_message(1).text
    assert "2. hra" not in evening.table_message(2).text


async def the_shithead_brings_the_round(evening: Evening) -> None:
    shithead = await last_one(evening, 1)
    [due] = (await evening.night()).books.rounds
    assert due.person == shithead.id
    await evening.taps(evening.guests[6], f"🍻 Runda je tu: {shithead.name}", evening.table_message(1))
    assert not (await evening.night()).books.rounds


async def they_quarrel_about_the_rules(evening: Evening) -> None:
    ana = evening.guests[0]
    await evening.guests[5].says("/spor Platí svršek na svrška? | ano | ne")
    for guest in evening.guests:
        await evening.taps_on_newest(guest, "⚖️", "ano")
    assert evening.was_told("✅ 10× ano")
    await evening.taps_on_newest(ana, "⚖️", "📌 Potvrdit jako pravidlo")
    assert await evening.pub.bot.store.rulings(evening.pub.group.id) == (("Platí svršek na svrška?", "ano"),)


async def some_settle_their_debts(evening: Evening) -> None:
    for guest in evening.guests[::2]:
        if (await evening.night()).books.debts(guest.id):
            await guest.says("/karty", in_group=False)
            await guest.sends(guest.buttons(":drunk:")[-1]["callback_data"])
            assert "Máš čisto" in guest.popup


async def the_board_says_what_the_ledger_says(evening: Evening) -> dict[str, "Line"]:
    await evening.guests[1].says("/tabule")
    night = await evening.night()
    board = read(evening.pub.said[-1])
    assert board == await counted(evening, night)
    assert {entry.kind for entry in evening.ledger} == {*EntryKind} - {EntryKind.FORGIVEN}
    for guest in evening.guests:
        line, sums = board[guest.name], night.books.of(guest.id)
        assert line.sums == (sums.doses, sums.assigned, sums.drunk, night.books.owed(guest.id))
    return board


async def good_night(evening: Evening, board: dict[str, "Line"]) -> None:
    night = await evening.night()
    await evening.guests[0].says("/konec")
    await evening.guests[3].taps("Ano, končíme", in_group=True)
    loaded = await evening.pub.bot.store.load(night.id)
    assert loaded is not None
    assert loaded.night.ended_at
    assert loaded.night.books == night.books
    assert await evening.pub.bot.store.entries(night.id) == evening.ledger
    honour = next(text for text in evening.pub.said if "🏅 Tabule cti" in text)
    assert read(honour) == {name: line for name, line in board.items() if line != NOTHING}
    assert any(message.media for message in evening.pub.telegram.world.messages_in(evening.pub.group.id))


# The sums, by hand


@dataclass(frozen=True)
class Line:
    """What the board says of somebody: doses, ml charged, drunk and owed; grams of alcohol; games."""

    sums: tuple[int, int, int, int]
    grams: str
    games: int
    wins: int
    losses: int


NOTHING = Line(sums=(0, 0, 0, 0), grams="0,0", games=0, wins=0, losses=0)


def read(board: str) -> dict[str, Line]:
    """Everybody's two lines of the board, as people read them."""
    rows = board.replace("\xa0", " ").split("\n")
    found = {}
    first = next(at for at, row in enumerate(rows) if "Tabule" in row) + 2
    for above, below in pairwise(rows[first : rows.index("", first) + 1]):
        if above.startswith(" "):
            continue
        # Of whoever has had none there is no line of doses.
        doses = below if re.match(r"\s+[🥃🧃📝] \d+ dáv", below) else ""
        charged, drunk, owed = (_number(rf"{what} (\d+) ml", doses) for what in (r"dáv\w+", "vypito", "dluh"))
        # What is charged and what comes on top is what was drunk or is owed (N8).
        assert charged + _number(r"navíc (\d+) ml", doses) == drunk + owed, doses
        grams = re.search(r"([\d,]+) g ", doses)
        found[re.split(" · | 🐣| 🎓", above)[0]] = Line(
            sums=(_number(r"(\d+) dáv", doses), charged, drunk, owed),
            grams=grams[1] if grams else "0,0",
            games=_number(r"(\d+) (?:hra|hry|her)\b", above),
            wins=_number(r"🏆 (\d+)", above),
            losses=_number(r"(\d+) pro(?:hra|hry|her)", above),
        )
    return found


def _number(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    return int(found[1]) if found else 0


async def counted(evening: Evening, night: Night) -> dict[str, Line]:
    """The same, from the first entry of the ledger, the log of all deals, and the results that the group was told."""
    log = map(json.loads, await evening.pub.bot.store.log(night.id))
    dealt = [line["deal"]["players"] for line in log if "deal" in line]
    ends = [text.split("🏁 Konec")[1] for text in evening.told if "🏁 Konec" in text]
    results = [re.findall(r"^\d\. (\w+)", text, re.MULTILINE) for text in ends]
    assert len(results) == len(dealt) == night.games
    return {
        guest.name: Line(
            *drinks(evening.ledger, guest.id),
            games=sum(guest.id in players for players in dealt),
            wins=sum(names[0] == guest.name for names in results),
            losses=sum(names[-1] == guest.name for names in results),
        )
        for guest in evening.guests
    }


def drinks(ledger: Sequence[Entry], person: int) -> tuple[tuple[int, int, int, int], str]:
    """What was charged, drunk and owed, and the grams: what was corrected does not count, whatever it was."""
    wrong = {entry.refers for entry in ledger if entry.kind is EntryKind.CORRECTION}
    mine = [entry for entry in ledger if entry.person == person and entry.number not in wrong]
    charged = [entry for entry in mine if entry.kind is EntryKind.ASSIGNED]
    drunk = [entry for entry in mine if entry.kind is EntryKind.DRUNK]
    settled = {entry.refers for entry in drunk}
    owed = sum(entry.ml for entry in charged if entry.number not in settled)
    grams = sum((entry.ml - entry.dry) * entry.abv for entry in drunk) * 0.789 / 1000
    sums = (len(charged), sum(entry.ml for entry in charged), sum(entry.ml for entry in drunk), owed)
    return sums, f"{grams:.1f}".replace(".", ",")
