"""Nine people at two tables in one group, by taps (N5)."""

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.ledger import Entry, EntryKind, add
from core.night import Table
from core.night import intents as want
from tests.core.nights import NAMES, Evening
from tests.core.test_night_split import crowd as crowd_of
from tests.core.test_night_split import play_out, settles, split, tables
from tests.pub import Guest, Pub, _asked, opened
from tgbot.playground.records import Message
from tgbot.screens import Screen, Slot
from tgbot.store import Commit
from tgbot.views import screens


@pytest.fixture
async def full(valkey: str, tmp_path: Path) -> AsyncIterator[Pub]:
    """A pub for nine."""
    async with opened(valkey, tmp_path, people=9) as place:
        yield place


async def crowd(pub: Pub) -> list[Guest]:
    return await pub.seat(*(person.first_name for person in pub.telegram.world.people()))


async def decider(pub: Pub, guests: list[Guest]) -> Guest:
    split = (await pub.night()).split
    assert split is not None
    return next(guest for guest in guests if guest.id == split.decider)


def table_messages(pub: Pub) -> dict[str, Message]:
    """The newest message of each table with buttons."""
    bot = pub.telegram.world.bot.id
    messages = [m for m in pub.telegram.world.messages_in(pub.group.id) if m.sender_id == bot and m.buttons]
    return {m.text.split("\n")[0]: m for m in messages if m.text.startswith("Stůl")}


async def settled(pub: Pub) -> list[Guest]:
    guests = await crowd(pub)
    soberest = await decider(pub, guests)
    assert soberest.hand.text.startswith("🪑🪑 Rozhodni: dva stoly? (N5)")
    await soberest.taps("🪑🪑 Dva stoly?")
    await soberest.taps("✓ Dva stoly, takhle")
    return guests


async def test_n05_the_group_sees_the_proposal_and_the_soberest_settles_it(full: Pub) -> None:
    guests = await crowd(full)
    assert "Dva stoly?" in full.table.text
    soberest = await decider(full, guests)
    assert f"Rozhoduje {soberest.name}" in full.table.text
    await soberest.taps("🪑🪑 Dva stoly?")
    first = [button["text"] for button in soberest.buttons(":swap:")]
    await soberest.taps(first[0])
    await soberest.taps(first[-1])
    assert [button["text"] for button in soberest.buttons(":swap:")] != first
    for label in ("🎲 Losovat", "📋 Podle tabule", "✓ Dva stoly, takhle"):
        await soberest.taps(label)
    assert set(table_messages(full)) == {"Stůl 1", "Stůl 2"}


async def test_n05_n19_popups_hands_and_rules_say_which_table(full: Pub) -> None:
    guests = await settled(full)
    by_id = {guest.id: guest for guest in guests}
    one, two = (by_id[table.seats[0]] for table in (await full.night()).tables)
    await two.taps("⚙️ Nastavit hru")
    assert two.hand.text.startswith("Stůl 2\n")
    await two.taps("Shithead")
    await two.taps("✓ Hotovo")
    await two.taps("💤 Vynechat")
    assert two.popup.startswith("Stůl 2: ")
    await one.taps("▶️ Rozdat")
    assert one.popup.startswith("Stůl 1: ")
    await one.sends(f"{(await full.night()).id}:deal:1:9")
    assert one.popup.startswith("Stůl 1: ")
    await two.sends(f"{(await full.night()).id}:act:1:1:0:call")
    assert two.popup == "Stůl 1: U tohohle stolu nehraješ, sedíš u stolu 2."
    await two.sends(f"{(await full.night()).id}:deal:1:1")
    assert two.popup == "Stůl 1: U tohohle stolu nehraješ, sedíš u stolu 2."
    await two.says("/pravidla")
    assert "📜 Shithead · Stůl 2" in full.said[-1]
    await one.says("/pravidla")
    assert "📜 Smidarské prší · Stůl 1" in full.said[-1]
    await two.says("/pravidla", in_group=False)
    assert "📜 Shithead · Stůl 2" in two.hand.text


async def test_n15_n19_clean_names_also_where_one_asks_for_the_rules_in_private(full: Pub) -> None:
    ana, bob = await full.seat("Ana", "Bob")
    await ana.taps("⚙️ Nastavit hru")
    await ana.taps("slušné tituly: ne")
    await bob.says("/pravidla", in_group=False)
    assert "píč" not in bob.hand.text


async def test_n14_the_round_is_on_the_board_until_somebody_sees_it_on_the_table(full: Pub) -> None:
    ana, bob = await full.seat("Ana", "Bob")
    night = await full.night()
    due = Entry(number=1, kind=EntryKind.ROUND, person=bob.id, ml=0, rule="H14", game=1, at=night.opened_at)
    loaded = await full.bot.store.load(night.id)
    assert loaded is not None
    after = replace(night, books=add(night.books, due), posted=1)
    await full.bot.store.commit(Commit(night=after, expected=loaded.version, entries=(due,)))
    await bob.says("/karty", in_group=False)
    assert "Další rundu neseš ty. (N14)" in bob.hand.text
    await ana.says("/tabule")
    assert "Bob · 🍻 nese další rundu" in full.said[-1]
    await ana.taps("🍻 Runda je tu: Bob", in_group=True)
    assert any("Runda je na stole, nese ji Bob." in text for text in full.said)
    assert (await full.night()).books.rounds == ()
    await bob.says("/tabule")
    await bob.taps("🛠 Opravit", in_group=True)
    await bob.sends(bob.buttons(":fix:")[0]["callback_data"])
    assert any("Bob škrtá z tabule: Bob, runda (H14)." in text for text in full.said)
    assert len((await full.night()).books.rounds) == 1


@pytest.mark.slow
async def test_n05_nine_people_play_at_two_tables_side_by_side(full: Pub) -> None:
    guests, rng = await settled(full), random.Random(3)
    by_id = {guest.id: guest for guest in guests}
    for table in (await full.night()).tables:
        guest = by_id[table.seats[0]]
        assert guest.hand.text.startswith(f"Stůl {table.id}")
        await guest.taps("▶️ Rozdat")
    messages = table_messages(full)
    assert "1. hra" in messages["Stůl 1"].text
    assert "2. hra" in messages["Stůl 2"].text
    for _ in range(3000):
        tables: list[Table] = [table for table in (await full.night()).tables if table.round is not None]
        if not tables:
            break
        for table in tables:
            assert table.round is not None
            asked = next((by_id[one] for one in table.round.players if _asked(by_id[one])), None)
            if asked is not None:
                await asked.sends(str(rng.choice(_asked(asked))["callback_data"]))
    night = await full.night()
    assert {person.games for person in night.people} == {1}
    ends = [text for text in full.said if "Konec" in text and "hry" in text]
    for name in ("Stůl 1", "Stůl 2"):
        assert any(name in text for text in ends)
        # Each table's result stands above its next lobby.
        end = next(at for at, text in enumerate(full.said) if text in ends and name in text)
        assert end < next(at for at, text in enumerate(full.said) if text.startswith(name) and "příští hra" in text)


# Who decides


def hand_of(evening: Evening, person: int) -> Screen:
    return screens(evening.night, "bot")[Slot(person, "hand")]


def has_the_door(screen: Screen) -> bool:
    return any((button.data or "").endswith(":menu:split") for row in screen.keyboard for button in row)


@pytest.mark.parametrize("decider", range(1, 10))
def test_n05_whoever_decides_is_asked_also_one_who_waits_for_a_seat(decider: int) -> None:
    evening = crowd_of(9)
    evening.night = replace(evening.night, split=replace(split(evening), decider=decider))
    shown = {person.id: hand_of(evening, person.id) for person in evening.night.people}
    asked = {person for person, screen in shown.items() if screen.text.startswith("🪑🪑 <b>Rozhodni: dva stoly?")}
    assert asked == {person for person, screen in shown.items() if has_the_door(screen)} == {decider}
    assert {person for person, screen in shown.items() if "split" in screen.fresh} == {decider}


@pytest.mark.parametrize("decider", [1, 9])
def test_n05_who_has_refused_is_not_asked_again_and_may_think_better_of_it(decider: int) -> None:
    evening = crowd_of(9)
    evening.night = replace(evening.night, split=replace(split(evening), decider=decider))
    settles(evening, two=False)
    assert "Rozhodni" not in hand_of(evening, decider).text
    assert has_the_door(hand_of(evening, decider))


def test_n05_during_a_game_nobody_decides() -> None:
    evening = crowd_of(9)
    evening.night = replace(evening.night, split=replace(split(evening), decider=9))
    evening.deals("Ana")
    assert "Rozhodni" not in hand_of(evening, 9).text
    assert not has_the_door(hand_of(evening, 9))


def test_n01_who_waits_reads_how_many_are_before_them() -> None:
    evening = crowd_of(9)
    waiting = [hand_of(evening, person).text for person in evening.table.queue]
    assert "první volné místo je tvoje" in waiting[0]
    assert "ve frontě máš číslo 2" in waiting[1]
    evening.deals("Ana")
    assert [hand_of(evening, person).text for person in evening.table.queue] == waiting
    fewer = crowd_of(3)
    fewer.deals("Ana")
    fewer.joins(NAMES[3])
    assert "karty dostaneš v příští" in hand_of(fewer, fewer.table.queue[0]).text


# The winner's choice


def winner(evening: Evening) -> int:
    """Who chooses the drink of the last game at the first table, whose doses are open."""
    result = evening.table.result
    assert result is not None
    assert result.doses
    return result.players[result.outcome.places[0]]


def test_s10_a_winner_who_sits_at_the_other_table_by_now_still_chooses() -> None:
    evening = Evening(*NAMES[:7])
    evening.deals("Ana")
    evening.plays_to_the_end()
    evening.joins("Hana")
    proposed = split(evening)
    chooses = winner(evening)
    if chooses in proposed.tables[0]:
        other = proposed.tables[1][0]
        for who in (chooses, other):
            evening.wants(want.MovePerson(person=proposed.decider, who=who))
    settles(evening)
    assert chooses in tables(evening.night)[1].seats
    shown = screens(evening.night, "bot")[Slot(chooses, "hand")]
    buttons = [button.data for row in shown.keyboard for button in row if button.data and ":choice:1:1:" in button.data]
    assert buttons
    # Also while they play there.
    evening.wants(want.Deal(person=chooses, table=2, after=0))
    shown = hand_of(evening, chooses)
    assert {button.data for row in shown.keyboard for button in row}.issuperset(buttons)
    evening.wants(want.ChooseDrink(person=chooses, table=1, game=1, drink="rum"))
    assert evening.table.result is not None
    assert evening.table.result.outcome.chosen == "rum"


def test_s10_winners_of_both_tables_still_choose_at_the_one_that_is_left() -> None:
    evening = Evening(*NAMES[:8])
    settles(evening)
    for table in (1, 2):
        seat = tables(evening.night)[table - 1].seats[0]
        evening.wants(want.Deal(person=seat, table=table, after=0))
        play_out(evening, table)
    evening.leaves("Hana")
    evening.wants(want.JoinTables(person=1))
    assert [result.number for result in evening.table.results] == [1, 2]
    for result in evening.table.results:
        chooses = result.players[result.outcome.places[0]]
        drink = f"rum{result.number}"
        evening.wants(want.ChooseDrink(person=chooses, table=1, game=result.number, drink=drink))
    assert [result.outcome.chosen for result in evening.table.results] == ["rum1", "rum2"]
    assert {debt.drink for debt in evening.night.books.open if debt.rule == "S11"} == {"rum1", "rum2"}
    text = screens(evening.night, "bot")[Slot(-1, "table:1")].text
    assert "rum1" in text
    assert "rum2" in text
    evening.wants(want.Deal(person=1, table=1, after=evening.table.latest))
    assert evening.table.results == ()
