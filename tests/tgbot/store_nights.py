"""Nights for tests of the store."""

from dataclasses import replace
from random import Random

from core.games import GAMES
from core.ledger import Books, Entry, EntryKind, add
from core.night.values import News, Night, Person, Round, Table
from tgbot.store import Commit, Committed, Store, new_night_id

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
    table = Table(id=1, game=game_id, seats=seats, round=round_)
    return replace(a_night(), people=people, books=books, games=1, tables=(table, Table(id=2, game=game_id)))


async def opened(store: Store, night: Night | None = None) -> Night:
    """A night that is in the store, in version 1."""
    night = night or a_night()
    done = await store.commit(Commit(night, expected=0))
    assert isinstance(done, Committed)
    return night
