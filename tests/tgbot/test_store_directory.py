"""Which night a chat has, and what is known of a person."""

import asyncio

from tests.tgbot.server_time import ServerTime
from tests.tgbot.store_nights import a_night
from tgbot.store import Commit, Connection, PersonRecord, Store
from tgbot.store.directory import IDLE

STRANGER = PersonRecord(started=False, blocked=False, language=None, speaks=None, nights={})


async def test_a_chat_and_each_of_its_topics_have_a_night_each(store: Store) -> None:
    assert await store.night_of_chat(-100, None) is None
    assert await store.claim_chat(-100, None, "one") == "one"
    assert await store.claim_chat(-100, 5, "two") == "two"
    assert await store.night_of_chat(-100, None) == "one"
    assert await store.night_of_chat(-100, 5) == "two"
    assert await store.night_of_chat(-100, 6) is None


async def test_of_those_who_claim_a_chat_at_once_all_get_the_same_night(store: Store) -> None:
    nights = await asyncio.gather(*(store.claim_chat(-100, None, f"night{n}") for n in range(12)))
    assert len(set(nights)) == 1
    assert await store.night_of_chat(-100, None) == nights[0]


async def test_a_chat_is_released_only_from_the_night_it_has(store: Store) -> None:
    await store.claim_chat(-100, None, "one")
    await store.release_chat(-100, None, "other")
    assert await store.night_of_chat(-100, None) == "one"
    await store.release_chat(-100, None, "one")
    assert await store.claim_chat(-100, None, "two") == "two"


async def test_a_night_is_claimed_for_a_while_until_it_is_there(store: Store, connection: Connection) -> None:
    assert not await store.is_opening(-100, None)
    assert await store.claim_to_open(-100, None, "one") == "one"
    assert await store.claim_to_open(-100, None, "two") == "one"
    assert await store.is_opening(-100, None)
    assert await store.claim_chat(-100, None, "one") == "one"
    assert await store.claim_to_open(-100, None, "two") == "one"
    assert not await store.is_opening(-100, None)


async def test_a_group_that_moves_keeps_its_night(store: Store) -> None:
    await store.claim_chat(-5, None, "one")
    for _ in range(2):  # Telegram tells it twice: in the old group and in the new one
        assert await store.move_chat(-5, -1005) == "one"
        assert await store.night_of_chat(-5, None) is None
        assert await store.night_of_chat(-1005, None) == "one"
    assert await store.move_chat(-6, -1006) is None


async def test_a_night_that_began_in_the_new_group_stays(store: Store) -> None:
    await store.claim_chat(-5, None, "old")
    await store.claim_chat(-1005, None, "new")
    assert await store.move_chat(-5, -1005) == "new"
    assert await store.night_of_chat(-5, None) is None


async def test_people_are_remembered_bit_by_bit(store: Store) -> None:
    assert await store.person(8) == STRANGER
    await store.note_person(8, started=True, language="cs")
    await store.note_person(8, blocked=True)
    assert await store.person(8) == PersonRecord(started=True, blocked=True, language="cs", speaks=None, nights={})
    await store.note_person(8, started=False, blocked=False)
    assert await store.person(8) == PersonRecord(started=False, blocked=False, language="cs", speaks=None, nights={})
    assert await store.person(9) == STRANGER
    await store.forget_person(8)
    assert await store.person(8) == STRANGER


async def test_nights_of_a_person_are_known_by_the_time_they_joined(store: Store, server_time: ServerTime) -> None:
    await store.note_person(8, joined="one")
    server_time.pass_by(1)
    await store.note_person(8, joined="two")
    nights = (await store.person(8)).nights
    assert sorted(nights, key=nights.__getitem__) == ["one", "two"]
    assert nights["two"] == server_time.now


async def test_nights_that_are_gone_are_forgotten(store: Store, connection: Connection) -> None:
    await store.note_person(8, started=True, joined="one")
    long_ago = await store.now() - (IDLE + 2 * 24 * 3600) * 1000
    await connection.command("HSET", "person:8", "night:old", long_ago, "named:older", long_ago)
    await store.note_person(8, joined="two", named="three")
    record = await store.person(8)
    assert set(record.nights) == {"one", "two"}
    assert record.named == ("three",)


async def test_n12_a_night_that_goes_on_for_months_stays_known(store: Store, connection: Connection) -> None:
    night = a_night()
    await store.commit(Commit(night=night, expected=0))
    long_ago = await store.now() - (IDLE + 2 * 24 * 3600) * 1000
    await connection.command("HSET", "person:8", f"night:{night.id}", long_ago, f"named:{night.id}", long_ago)
    await store.note_person(8, joined="two")
    record = await store.person(8)
    assert set(record.nights) == {night.id, "two"}
    assert record.named == (night.id,)


async def test_n12_nothing_is_noted_of_strangers_where_only_the_known_are_meant(store: Store) -> None:
    await store.note_person(8, blocked=True, only_known=True)
    assert await store.person(8) == STRANGER
    await store.note_person(8, started=True)
    await store.note_person(8, blocked=True, only_known=True)
    assert (await store.person(8)).blocked


async def test_n12_the_groups_that_keep_somebodys_rules_are_known(store: Store) -> None:
    await store.note_person(8, wrote=-5)
    await store.note_person(8, wrote=-1005)
    assert set((await store.person(8)).wrote) == {-5, -1005}
