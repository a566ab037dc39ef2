"""Files that the bot hands out: records of finished games (N20)."""

from random import Random

import pytest

from core.archive import faults
from core.night import Person
from core.record import parse
from tests.pub import Pub
from tests.tgbot.updates import Boundless, Doorman, said, user
from tgbot.papers import record_names
from tgbot.playground.calls import ApiError
from tgbot.store import Store

ANA, BOB, EVE = user(1, "Ana"), user(2, "Bob"), user(9, "Eve")


async def test_n20_zaznam_sends_the_last_finished_game(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    round_ = (await bar.night()).tables[0].round
    assert round_ is not None
    await bar.plays(ANA, BOB)
    assert await bar.says(ANA, "/zaznam") == ""
    [reply] = bar.files
    [(name, text)] = reply["files"]
    told = parse(text)
    assert (name, told.deck, told.players) == ("smidary-1.toml", round_.deck, ("Ana", "Bob"))
    assert faults(told) == ()
    assert round_.commitment in reply["caption"]
    await bar.whispers(BOB, "/record 1")
    assert bar.files[1]["files"] == reply["files"]
    assert bar.files[1]["chat_id"] == 2


async def test_n20_no_record_of_a_running_game_for_anybody(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    for person, wish in ((ANA, "/zaznam 1"), (EVE, "/zaznam 1")):
        assert "ještě hraje" in await bar.says(person, wish)
    assert "nemám" in await bar.says(ANA, "/zaznam")
    assert "ještě hraje" in await bar.whispers(BOB, "/zaznam 1")
    assert bar.files == []


async def test_n20_who_is_not_there_any_more_gets_what_they_have_played(bar: Doorman) -> None:
    """They may have been removed from the group, whose later games are not theirs to read."""
    await bar.deals(ANA, BOB, EVE)
    await bar.plays(ANA, BOB, EVE)
    await bar.hears(said(ANA, bar.chat, None, left_chat_member=EVE))
    await bar.taps(ANA, "deal:1:1")
    await bar.plays(ANA, BOB)
    for wish in ("/zaznam", "/zaznam 2"):
        assert "nemám" in await bar.whispers(EVE, wish)
    await bar.whispers(EVE, "/zaznam 1")
    await bar.whispers(BOB, "/zaznam 2")
    assert [reply["files"][0][0] for reply in bar.files] == ["smidary-1.toml", "smidary-2.toml"]


async def test_n20_of_two_games_the_finished_one_while_the_other_runs(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    await bar.plays(ANA, BOB)
    await bar.taps(ANA, "deal:1:1")
    await bar.says(ANA, "/zaznam")
    assert [name for name, _ in bar.files[0]["files"]] == ["smidary-1.toml"]


@pytest.mark.parametrize("argument", ["7", "0", "-1", "všechno", "99999999", "²"])
async def test_n20_what_is_no_game_is_answered_in_words(bar: Doorman, argument: str) -> None:
    await bar.deals(ANA, BOB)
    await bar.plays(ANA, BOB)
    assert "30 dní" in await bar.says(ANA, f"/zaznam {argument}")
    assert bar.files == []


async def test_n20_records_can_be_had_after_the_night(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    await bar.plays(ANA, BOB)
    await bar.taps(ANA, "end:yes")
    await bar.says(ANA, "/konec")
    await bar.taps(ANA, "end:yes")
    await bar.says(BOB, "/zaznam")
    await bar.whispers(ANA, "/zaznam")
    assert len(bar.files) == 2
    assert "nemám" in await bar.whispers(EVE, "/zaznam")


class Filling(Boundless):
    """A Telegram that takes nothing any more, once it is full."""

    is_full = False

    async def take(self, chat: int, group: bool, urgent: bool) -> int:
        return 60_000 if self.is_full else 0


async def test_a_file_takes_no_room_that_telegram_does_not_have(store: Store) -> None:
    limiter = Filling()
    bar = Doorman(store, limiter=limiter)
    await bar.deals(ANA, BOB)
    await bar.plays(ANA, BOB)
    for full, files in ((True, 0), (False, 1)):
        limiter.is_full = full
        await bar.says(ANA, "/zaznam")
        assert len(bar.files) == files


async def test_n20_the_table_shows_the_commitment_while_it_is_played_and_the_file_comes_as_a_document(pub: Pub) -> None:
    ana, bob = await pub.deal("Ana", "Bob")
    round_ = (await pub.night()).tables[0].round
    assert round_ is not None
    assert round_.commitment in pub.table.text
    await pub.play([ana, bob], Random(5))
    assert any(round_.commitment in text for text in pub.said)
    await ana.says("/zaznam")
    [document] = [m for m in pub.telegram.world.messages_in(pub.group.id) if m.media]
    assert document.media is not None
    file = pub.telegram.world.files[document.media.file_id]
    assert file.name == "smidary-1.toml"
    assert faults(parse(file.content.decode())) == ()
    assert round_.commitment in document.text


@pytest.mark.parametrize(
    "refusal", ["not enough rights to send documents to the chat", "CHAT_SEND_DOCS_FORBIDDEN", "file must be non-empty"]
)
async def test_n20_where_the_group_takes_no_files_the_record_comes_in_private(pub: Pub, refusal: str) -> None:
    ana, bob = await pub.deal("Ana", "Bob")
    await pub.play([ana, bob], Random(5))
    pub.telegram.api.faults.fail(ApiError(400, f"Bad Request: {refusal}"), method="sendDocument")
    await ana.says("/zaznam")
    [document] = [m for m in pub.telegram.world.messages_in(ana.id) if m.media]
    assert "🔏" in document.text
    assert "máš ho v soukromém chatu" in pub.said[-1]
    pub.telegram.world.block(ana.id, True)
    pub.telegram.api.faults.fail(ApiError(400, f"Bad Request: {refusal}"), method="sendDocument")
    await ana.says("/zaznam")
    assert "stiskni Start a napiš tam /zaznam" in pub.said[-1]


def test_n20_names_in_records_have_no_spaces_and_are_told_apart() -> None:
    odd = ("Jan Novák", "jan_novák", "Jan Novák", "*", "\u200f\u05e9\u05dc", "")
    people = [Person(id=number, name=name) for number, name in enumerate(odd)]
    names = record_names(people)
    assert len(set(names.values())) == len(people)
    assert not [name for name in names.values() if " " in name or name == "*" or not 1 <= len(name) <= 32]
