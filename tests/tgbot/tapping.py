"""People who tap, also what they should not, and what comes of it."""

import re
from dataclasses import replace
from random import Random

from core.ledger import Entry, EntryKind, add
from core.night import Night
from tests.tgbot.updates import Doorman, Json, buttons_of, group, moves, tapped, user
from tgbot.store import Commit, Connection
from tgbot.taps import Kind, parse
from tgbot.views import texts
from tgbot.words import speak

ANA, BOB, CYRIL, DAN = user(1, "Ana"), user(2, "Bob", "en"), user(3, "Cyril", None), user(4, "Dan", "de")
PEOPLE = (ANA, BOB, CYRIL)
OVER = texts.night_over(speak("en"))
EVE = user(9, "Eve", "en")
"""Somebody who sits nowhere."""
CZECH = re.compile("[ěščřžýáíéúůťďňĚŠČŘŽÝÁÍÉÚŮŤĎŇ]")
ENGLISH = re.compile(r"\b(the|you|your|this|not|is|it)\b", re.IGNORECASE)


def essence(night: Night) -> Night:
    """The night without what everybody may change for themselves: what is open on their screen, being here again."""
    own = [replace(person, called=0, menu=None, menu_on="", missed=0) for person in night.people]
    return replace(night, people=tuple(own), posted=0)


async def press(bar: Doorman, person: Json, data: str, **fields: object) -> str:
    """A tap with this data; the popup, which every tap gets."""
    reply = await bar.hears(tapped(person, group(), data, **fields))
    assert reply["method"] == "answerCallbackQuery"
    text = str(reply.get("text", ""))
    assert len(text) <= 200
    return text


async def refuses(bar: Doorman, person: Json, data: str, **fields: object) -> str:
    """A tap that changes nothing and is told why; the popup."""
    before = essence(await bar.night())
    text = await press(bar, person, data, **fields)
    assert essence(await bar.night()) == before, data
    assert text, f"{data} is not told why"
    assert in_language(text, str(person.get("language_code", "cs"))), text
    return text


def in_language(text: str, language: str) -> bool:
    """Whether a popup is in somebody's language; who speaks neither is spoken to in Czech, as the bot is set."""
    return not CZECH.search(text) if language == "en" else not ENGLISH.search(text)


async def choose(bar: Doorman, person: Json, kind: Kind, *wanted: str) -> None:
    """Tap through the settings until the lobby has this game or option."""
    await bar.taps(person, "menu:settings")
    for _ in range(12):
        offers = [parse(b.data) for b in buttons_of(await bar.night(), person["id"]) if b.data]
        offer = next(o for o in offers if o.kind is kind and (kind is not Kind.PICK or o.arguments[1:] == wanted))
        for one in offers:
            if one.kind is kind and one.arguments[1] == wanted[0]:
                offer = one
        await press(bar, person, offer.data)
        if offer.arguments[1:] == wanted:
            return
    raise AssertionError(f"the lobby does not offer {wanted}")


async def play_on(bar: Doorman, rng: Random) -> bool:
    """One sensible move by whoever is asked; whether the game goes on."""
    possible = moves(await bar.night())
    who, data = rng.choice([move for move in possible if ":play" in move[1] or ":ready" in move[1]] or possible)
    await press(bar, user(who), data)
    return (await bar.night()).tables[0].round is not None


def with_debts(night: Night, *people: int) -> Night:
    """Everybody of these owes three drinks."""
    books = night.books
    for person in people:
        for _ in range(3):
            debt = Entry(number=books.last + 1, kind=EntryKind.ASSIGNED, person=person, ml=20, rule="S13", game=1, at=1)
            books = add(books, debt)
    return replace(night, books=books)


async def put_back(bar: Doorman, connection: Connection, night: Night) -> None:
    """This night and nothing else."""
    await connection.everywhere("FLUSHALL")
    await bar.store.claim_chat(night.chat, None, night.id)
    await bar.store.commit(Commit(night=night, expected=0))
