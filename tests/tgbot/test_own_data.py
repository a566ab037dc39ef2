"""One's own data: taken along as files, or deleted (N12)."""

import json
from dataclasses import replace

import pytest

from core.night.rules import HouseRule
from tests.tgbot.updates import BOT, Doorman, Json, group, private, said, standing, tapped, user
from tgbot.store import Connection
from tgbot.store.keys import keys_of
from tgbot.views.board import board
from tgbot.views.frame import frame

SUPER = -1000000004001
ANA, BOB, EVE = user(700_001, "Ana"), user(700_002, "Bob"), user(700_009, "Eve")


async def after_a_game(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    await bar.plays(ANA, BOB)
    for person in (ANA, BOB):
        await bar.taps(person, "drunk:all")


async def forgets(bar: Doorman, person: Json) -> str:
    """Ask to be forgotten and say yes; the popup."""
    reply = await bar.hears(said(person, private(person), "/smazat"))
    [[button, _]] = reply["reply_markup"]["inline_keyboard"]
    return str((await bar.hears(tapped(person, private(person), button["callback_data"])))["text"])


async def everything(valkey: str) -> str:
    """All that the store holds, but for the answers to old updates, which go by themselves."""
    found = []
    async with Connection(valkey) as connection:
        for key in [key for keys in await connection.everywhere("KEYS", "*") for key in keys]:
            if b":seen:" in key:
                continue
            kind = await connection.command("TYPE", key)
            read = {b"hash": ("HGETALL",), b"list": ("LRANGE", 0, -1), b"zset": ("ZRANGE", 0, -1), b"string": ("GET",)}
            name, *rest = read[kind]
            found.append(f"{key} {await connection.command(str(name), key, *rest)}")
    return "\n".join(found)


async def test_n12_mojedata_sends_everything_about_oneself_in_private(bar: Doorman) -> None:
    await after_a_game(bar)
    assert await bar.whispers(BOB, "/mojedata") == ""
    [reply] = bar.files
    assert reply["chat_id"] == BOB["id"]
    [(_, machine), (_, read)] = reply["files"]
    data = json.loads(machine)
    [night] = data["nights"]
    books = (await bar.night()).books.of(BOB["id"])
    assert (data["id"], data["name"], night["group"]) == (BOB["id"], "Bob", "U Kalicha")
    drunk = [entry["ml"] for entry in night["ledger"] if entry["kind"] == "drunk" and entry["person"] == "me"]
    assert sum(drunk) == books.drunk
    assert night["games"][0]["actions"]
    assert f"{books.drunk} ml" in read
    for text in (machine, read):
        assert "Ana" not in text
        assert str(ANA["id"]) not in text


async def test_n12_mojedata_holds_all_that_is_known(bar: Doorman) -> None:
    """Every field of the record, one's votes, and updates that met a fault."""
    await with_a_rule_of_bobs(bar)
    await bar.whispers(BOB, "/jazyk en")
    await bar.taps(BOB, "care:soft", in_private=True)
    await bar.says(ANA, "/spor Platí to? | Ano | Ne")
    await bar.taps(BOB, "answer:1:1")
    fault = {"kind": "ValueError", "place": "x"}
    await bar.service.put_aside(said(BOB, private(BOB), "rozbij se"), fault)
    await bar.service.put_aside(said(ANA, bar.chat, "slova Any", reply_to_message={"from": BOB}), fault)
    await bar.store.note_person(BOB["id"], named="aaaaaaaaaa")
    await bar.whispers(BOB, "/mojedata")
    text = bar.files[-1]["files"][0][1]
    data, known = json.loads(text), await bar.store.person(BOB["id"])
    told = {
        "language": known.language,
        "speaks": known.speaks,
        "care": known.care,
        "private_chat": known.started and not known.blocked,
        "groups_that_keep_them": [*known.wrote],
        "nights_that_began_with_them": [*known.named],
    }
    assert {name: data[name] for name in told} == told
    assert {*vars(known)} == {"started", "blocked", "language", "speaks", "nights", "named", "wrote", "care"}
    [night] = data["nights"]
    assert night["votes"] == [{"question": "Platí to?", "answer": "Ne"}]
    assert len(night["house_rules"]) == 1
    mine, mentioned = sorted(data["updates_that_met_a_fault"], key=len, reverse=True)
    assert mine["text"] == "rozbij se"
    assert set(mentioned) == {"at"}
    assert "Ana" not in text


async def test_n12_a_stranger_gets_an_empty_list(bar: Doorman) -> None:
    await bar.whispers(EVE, "/mydata")
    assert json.loads(bar.files[0]["files"][0][1])["nights"] == []


@pytest.mark.parametrize("command", ["/mojedata", "/smazat"])
async def test_n12_the_group_hears_nothing_of_it(bar: Doorman, command: str) -> None:
    await bar.seats(ANA)
    assert f"t.me/{BOT}" in await bar.says(ANA, command)
    assert bar.files == []


async def test_n12_smazat_asks_first_and_then_nothing_is_left(bar: Doorman, valkey: str) -> None:
    await after_a_game(bar)
    before = (await bar.night()).books
    await bar.whispers(BOB, "/smazat")
    assert str(BOB["id"]) in await everything(valkey)
    assert "Hotovo" in await forgets(bar, BOB)
    left = await everything(valkey)
    assert str(BOB["id"]) not in left
    assert "Bob" not in left
    night = await bar.night()
    assert night.books.of(ANA["id"]) == before.of(ANA["id"])
    assert sum(sums.drunk for sums in night.books.sums) == sum(sums.drunk for sums in before.sums)
    assert night.tables[0].seats == (ANA["id"],)
    assert len(await bar.store.entries(night.id)) == night.books.last


async def test_n12_who_blocks_the_bot_afterwards_stays_forgotten(bar: Doorman, valkey: str) -> None:
    await bar.seats(ANA, BOB)
    await forgets(bar, BOB)
    await bar.hears(standing(BOB, private(BOB), "member", "kicked"))
    assert str(BOB["id"]) not in await everything(valkey)


BUSY_BELLS = HouseRule(id="h1", author=BOB["id"], by="Bob", when="*b", effects=("do clap",))


async def with_a_rule_of_bobs(bar: Doorman) -> None:
    """The group keeps a rule that Bob has made."""
    await bar.seats(ANA, BOB)
    night = await bar.night()
    table = replace(night.tables[0], game="prsi", options=(("prsi", (("growing", True),)),), house=(BUSY_BELLS,))
    await bar.becomes(replace(night, tables=(table,)))
    await bar.taps(ANA, "menu:settings")
    assert await bar.taps(ANA, "keep:1:yes") != "Tohle tlačítko už neplatí. Koukni na nejnovější zprávu."
    assert (await bar.store.habits(bar.chat["id"])).house == (BUSY_BELLS,)  # type: ignore[union-attr]


async def ends(bar: Doorman) -> None:
    await bar.says(ANA, "/konec")
    await bar.taps(ANA, "end:yes")


async def test_n12_a_rule_that_the_group_keeps_says_no_more_whose_it_was(bar: Doorman, valkey: str) -> None:
    await with_a_rule_of_bobs(bar)
    await ends(bar)
    await forgets(bar, BOB)
    left = await everything(valkey)
    assert str(BOB["id"]) not in left
    assert "Bob" not in left
    habits = await bar.store.habits(bar.chat["id"])
    assert habits is not None
    assert habits.house[0].effects == BUSY_BELLS.effects


async def test_n12_nor_in_nights_that_began_with_it_without_its_author(bar: Doorman, valkey: str) -> None:
    await with_a_rule_of_bobs(bar)
    await ends(bar)
    await bar.hears(said(ANA, bar.chat, None, migrate_to_chat_id=SUPER))
    bar.chat = group(SUPER)
    await bar.deals(ANA, EVE)
    assert (await bar.night()).tables[0].house == (BUSY_BELLS,)
    async with Connection(valkey) as connection:  # a month later the first night is gone, and Bob does not remember it
        for night in (await bar.store.person(BOB["id"])).nights:
            await connection.command("HDEL", f"person:{BOB['id']}", f"night:{night}")
            await connection.command("DEL", *vars(keys_of(night)).values())
    assert "Hotovo" in await forgets(bar, BOB)
    left = await everything(valkey)
    assert str(BOB["id"]) not in left
    assert "Bob" not in left
    assert len((await bar.night()).tables[0].house) == 1


async def test_n12_mojedata_holds_ones_own_rules(bar: Doorman) -> None:
    await with_a_rule_of_bobs(bar)
    for person, rules in ((BOB, 1), (ANA, 0)):
        await bar.whispers(person, "/mojedata")
        assert len(json.loads(bar.files[-1]["files"][0][1])["house_rules"]) == rules


@pytest.mark.parametrize("command", ["/smazat", "/zapomen", "/forget", "zapomeň"])
async def test_n12_whoever_is_asked_may_say_no(bar: Doorman, command: str) -> None:
    await bar.seats(ANA, BOB)
    reply = await bar.hears(said(BOB, private(BOB), command))
    [[yes, no]] = reply["reply_markup"]["inline_keyboard"]
    assert (yes["text"], no["text"]) == ("🗑 Ano, smazat", "✋ Ne, nechat")
    told = await bar.hears(tapped(BOB, private(BOB), no["callback_data"]))
    assert told["text"] == "Dobře, nic se nemaže."
    assert (await bar.night()).person(BOB["id"]) is not None


async def test_n12_smazat_again_and_by_a_stranger_does_no_harm(bar: Doorman) -> None:
    await after_a_game(bar)
    await forgets(bar, BOB)
    night = await bar.night()
    assert "Hotovo" in await forgets(bar, BOB)
    assert "Hotovo" in await forgets(bar, EVE)
    assert await bar.night() == night


async def test_n12_not_in_the_middle_of_a_game(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    reply = await bar.hears(said(BOB, private(BOB), "/smazat"))
    [[button, _]] = reply["reply_markup"]["inline_keyboard"]
    await bar.deals(ANA, BOB)
    night = await bar.night()
    assert "/zdravi" in await bar.whispers(BOB, "/smazat"), "no button is offered that would be refused"
    late = await bar.hears(tapped(BOB, private(BOB), button["callback_data"]))
    assert "/zdravi" in late["text"]
    assert await bar.night() == night
    assert (await bar.store.person(BOB["id"])).nights


async def test_n12_whoever_was_forgotten_can_come_again(bar: Doorman) -> None:
    await after_a_game(bar)
    await forgets(bar, BOB)
    await bar.whispers(BOB, "/start")
    await bar.taps(BOB, "join:1")
    assert set((await bar.night()).tables[0].seats) == {ANA["id"], BOB["id"]}


async def test_n20_the_record_of_a_game_names_the_forgotten_no_more(bar: Doorman) -> None:
    await after_a_game(bar)
    await forgets(bar, BOB)
    await bar.says(ANA, "/zaznam")
    [(_, text)] = bar.files[0]["files"]
    assert "Bob" not in text
    assert "Host" in text


async def test_n12_mojedata_counts_games_like_the_board(bar: Doorman) -> None:
    """A game that nobody has won counts for nobody."""
    await after_a_game(bar)
    night = await bar.night()
    played = tuple(replace(person, games=1) for person in night.people)
    await bar.becomes(replace(night, people=played))
    await bar.whispers(BOB, "/mojedata")
    [(_, machine), (_, read)] = bar.files[-1]["files"]
    [told] = json.loads(machine)["nights"]
    assert told["person"]["games"] == 1
    assert "  hry: 1," in read or "  games: 1," in read
    assert "<b>Bob</b> · 1\xa0hra" in board(frame(await bar.night(), "cs", BOT))
