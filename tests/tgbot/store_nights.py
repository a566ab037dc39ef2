"""Nights for tests of the store."""

from dataclasses import replace
from random import Random

import pytest

from core.games import GAMES
from core.ledger import Books, Entry, EntryKind, add
from core.night.person import Person
from core.night.values import News, Night, Round, Table
from tgbot.store import (
    Admission,
    Commit,
    Committed,
    Connection,
    Damaged,
    Floodgate,
    Limiter,
    Repeated,
    Store,
    new_night_id,
)
from tgbot.store.keys import keys_of

OPENED = 1_790_000_000_000

LOST = News(
    kind="Charged",
    data=(("seat", 1), ("ml", 40), ("cards", ("7h", "8h")), ("by", None)),
    table=1,
    number=1,
    game="smidary",
    players=(1, 2),
)


def an_entry(number: int, person: int = 1) -> Entry:
    """A debt of 40 ml."""
    return Entry(number=number, kind=EntryKind.ASSIGNED, person=person, ml=40, rule="S5", game=1, at=OPENED + number)


def a_night() -> Night:
    """Nobody has come yet."""
    return Night(
        id=new_night_id(),
        chat=-1001234567890,
        topic=7,
        title="U Zlatého tygra",
        language="cs",
        opened_at=OPENED,
        tables=(Table(id=1, game="smidary"),),
    )


def a_game(game_id: str, players: int, random: Random) -> Night:
    """A full table in its first question, with debts and a spectator."""
    game = GAMES[game_id]
    options = game.parse_options({})
    deck = list(game.pack(options, players))
    random.shuffle(deck)
    state, _ = game.setup(players, 0, options, tuple(deck))
    seats = tuple(range(1, players + 1))
    books = Books()
    for number in range(1, 4):
        books = add(books, an_entry(number, person=number % players + 1))
    round_ = Round(
        number=1,
        game=game_id,
        options=(),
        players=seats,
        dealer=0,
        deck=tuple(deck),
        state=state,
        started_at=OPENED,
        asked_at=OPENED,
        last=(LOST,),
    )
    people = tuple(Person(id=seat, name=f"Žofie {seat}", language="cs") for seat in (*seats, 99))
    options = (("clean", True), ("name", "1"), ("ranks", ("7", "8")), ("rounds", 1))
    table = Table(id=1, game=game_id, options=((game_id, options),), seats=seats, round=round_)
    return replace(a_night(), people=people, books=books, games=1, tables=(table, Table(id=2, game=game_id)))


async def opened(store: Store, night: Night | None = None) -> Night:
    """A night that is in the store, in version 1."""
    night = night or a_night()
    done = await store.commit(Commit(night, expected=0))
    assert isinstance(done, Committed)
    return night


async def everything(connection: Connection) -> None:
    """All that the store and the limiter can do, once."""
    store, limiter = Store(connection), Limiter(connection)
    await connection.ping()
    nights = [await opened(store, a_game("smidary", 4, Random(seed))) for seed in range(20)]
    for night in nights:
        change = Commit(night, 1, "5", "ano", (an_entry(1),), (LOST, LOST), ("x",))
        assert isinstance(await store.commit(change), Committed)
        assert await store.commit(change) == Repeated("ano")
        loaded = await store.load(night.id, "5")
        assert loaded
        assert (loaded.night, loaded.version, loaded.repeated) == (night, 2, "ano")
        assert await store.entries(night.id) == (an_entry(1),)
        assert await store.log(night.id) == ("x",)
        assert await store.lease(night.id, "ana", 60_000)
        await store.note_shown(night.id, "hand", "5")
        await store.note_news(night.id, 1)
        snapshot = await store.snapshot(night.id)
        assert snapshot
        assert (snapshot.shown, snapshot.news) == ({"hand": "5", "news": "1"}, ((1, LOST),))
    assert sorted(await store.due(100)) == sorted(night.id for night in nights)
    for night in nights:
        assert await store.finish(night.id, "ana", 2, None)
    assert await store.due(100) == []
    await store.wake(nights[0].id, await store.now() - 1)
    assert await store.due(100) == [nights[0].id]

    await connection.command("HSET", keys_of(nights[1].id).night, "state", "?")
    with pytest.raises(Damaged):
        await store.load(nights[1].id)

    assert await store.claim_chat(-5, None, "one") == "one"
    assert await store.move_chat(-5, -1005) == "one"
    await store.note_person(8, started=True, joined="one")
    assert set((await store.person(8)).nights) == {"one"}
    await store.put_aside({"update": {"message": {"from": {"id": 8}}}})
    assert len(await store.letters()) == 1
    await store.forget_person(8)
    assert await store.letters() == ()

    await store.beat(60_000)
    assert await store.served_since(nights[2].id, 60_000) == 0
    assert (await store.census()).nights == len(nights) - 1
    assert await store.habits(-1005) is None
    await store.note_ruling(-1005, ("A?", "B"), "1")
    assert await store.rulings(-1005) == (("A?", "B"),)
    gate = Floodgate(connection, "person", 0.001, 1)
    assert [await gate.admit(5) for _ in range(3)] == [Admission.FREE, Admission.FREE, Admission.FIRST_EXCESS]

    assert [await limiter.take(chat, True, False) for chat in (-5, -5, -6)] == [0, 0, 0]
    await limiter.pause(-5, 3_600_000)
    assert await limiter.take(-5, True, False) > 60_000
