"""A group becomes a supergroup: whatever comes first, the night, its ledger and its disputes go along."""

from tests.pub import Pub
from tests.tgbot.test_disputes import ASKS, shown, votes
from tests.tgbot.updates import GROUP, Doorman, Json, group, said, user

ANA, BOB = user(1, "Ana"), user(2, "Bob")
SUPER = -1000000004001


def supergroup() -> Json:
    return group(SUPER, kind="supergroup")


def told_by_the_new(group_before: int = GROUP) -> Json:
    """The first message of the new group."""
    return said(ANA, supergroup(), None, migrate_from_chat_id=group_before)


def told_by_the_old() -> Json:
    return said(ANA, group(), None, migrate_to_chat_id=SUPER)


async def test_hra_in_the_new_group_finds_the_night_before_the_old_group_has_told_anything(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    before = await bar.night()
    bar.chat = supergroup()
    await bar.hears(told_by_the_new())
    await bar.says(ANA, "/hra")
    await bar.hears(told_by_the_old())
    after = await bar.night()
    assert (after.id, after.chat, after.tables, after.books) == (before.id, SUPER, before.tables, before.books)


async def test_a_night_where_nothing_has_happened_gives_way(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    before = await bar.night()
    bar.chat = supergroup()
    await bar.says(BOB, "/hra")
    empty = await bar.night()
    assert empty.id != before.id
    await bar.hears(told_by_the_old())
    assert (await bar.night()).id == before.id
    assert (await bar.night()).chat == SUPER
    loaded = await bar.store.load(empty.id)
    assert loaded is not None
    assert loaded.night.ended_at


async def test_a_night_that_is_gone_gives_way(bar: Doorman) -> None:
    """Nobody ended it, and it was forgotten; its chat still points to it."""
    await bar.deals(ANA, BOB)
    before = await bar.night()
    await bar.store.claim_chat(SUPER, None, "abcdefghij")
    await bar.hears(told_by_the_old())
    bar.chat = supergroup()
    assert (await bar.night()).id == before.id


async def test_of_two_nights_that_have_begun_the_former_ends_with_all_its_sums(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    former = await bar.night()
    bar.chat = supergroup()
    await bar.deals(BOB, ANA)
    later = await bar.night()
    for _ in range(2):
        await bar.hears(told_by_the_old())
    assert await bar.night() == later
    assert await bar.store.night_of_chat(GROUP, None) is None
    loaded = await bar.store.load(former.id)
    assert loaded is not None
    assert (loaded.night.chat, loaded.night.books, loaded.night.games) == (SUPER, former.books, former.games)
    assert loaded.night.ended_at


async def test_a_night_ends_once_whoever_dies_between_its_end_and_its_group(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    former = await bar.night()
    bar.chat = supergroup()
    await bar.deals(BOB, ANA)
    ends = []
    for _ in range(2):
        await bar.store.claim_chat(GROUP, None, former.id)
        await bar.hears(told_by_the_old())
        seen = await bar.store.snapshot(former.id)
        assert seen is not None
        ends.append([fact.kind for _, fact in seen.news].count("NightEnded"))
    assert ends == [1, 1]
    assert await bar.store.night_of_chat(GROUP, None) is None


async def test_n18_a_dispute_of_a_night_that_is_over_goes_along(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    await ana.says(ASKS)
    await ana.says("/konec")
    await ana.taps("Ano, končíme", in_group=True)
    asked = shown(pub)
    yes = next(str(button["callback_data"]) for button in asked.buttons if button["text"] == "ano")
    ana.phone.migrates(pub.group)
    await pub.settled()
    pub.telegram.world.press(bob.id, pub.group.id, asked.id, yes)
    await pub.settled()
    assert "1 z 2" in shown(pub).text
    assert not any("Tabule cti" in text or "Večer skončil" in text for text in pub.said)
    await votes(pub, ana, "ano")
    [button] = shown(pub).buttons
    await ana.sends(str(button["callback_data"]), shown(pub))
    assert "Potvrzeno" in shown(pub).text
    assert await pub.bot.store.rulings(pub.group.id) == (("Platí svršek?", "ano"),)


async def test_n18_a_ruling_is_confirmed_by_an_old_button_of_the_old_group(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    await ana.says(ASKS)
    for guest in (ana, bob):
        await votes(pub, guest, "ne")
    await ana.says("/konec")
    await ana.taps("Ano, končíme", in_group=True)
    closed = shown(pub)
    ana.phone.migrates(pub.group)
    await pub.settled()
    pub.telegram.world.press(ana.id, pub.group.id, closed.id, str(closed.buttons[0]["callback_data"]))
    await pub.settled()
    assert await pub.bot.store.rulings(pub.group.id) == (("Platí svršek?", "ne"),)
    assert "Potvrzeno" in shown(pub).text
