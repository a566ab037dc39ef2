"""What met a fault of ours is kept for the owner of the bot, in measure, and not of those who want to be forgotten."""

import json

import pytest

from tests.tgbot.store_nights import opened
from tests.tgbot.updates import Boundless, Doorman, group, private, said, tapped, user
from tgbot.store import Connection, NewerSchema, Refused, Store, Unavailable
from tgbot.store.directory import LETTERS_KEPT
from tgbot.store.keys import LETTERS
from tgbot.views import texts
from tgbot.words import speak

ANA, BOB = user(11, "Ana"), user(111, "Bob")


@pytest.fixture
def broken(store: Store, monkeypatch: pytest.MonkeyPatch) -> Doorman:
    """A bot that cannot load any night."""

    async def breaks(*_: object) -> None:
        raise RuntimeError("7h 8l Kb")

    monkeypatch.setattr(store, "load", breaks)
    return Doorman(store)


async def test_f25_the_update_is_kept_as_it_came_with_the_place_of_the_fault(broken: Doorman, store: Store) -> None:
    raw = tapped(ANA, group(), "abcdefghij:act:1:1:0:play 7h")
    assert (await broken.hears(raw))["text"] == texts.sorry(speak("cs"))
    (letter,) = map(json.loads, await store.letters())
    assert (letter["update"], letter["error"]) == (raw, "RuntimeError")
    assert letter["at"].startswith("test_letters.py:")
    assert abs(letter["when"] - await store.now()) < 60_000
    assert "Kb" not in str({**letter, "update": ""}), "the words of an error may quote a card"


async def test_the_newest_hundred_are_kept_for_two_weeks(store: Store, connection: Connection) -> None:
    for number in range(120):
        await store.put_aside({"update": {"update_id": number}})
    letters = [json.loads(letter)["update"]["update_id"] for letter in await store.letters()]
    assert letters == list(range(119, 19, -1))
    assert await connection.command("TTL", LETTERS) == pytest.approx(LETTERS_KEPT, abs=60)


async def test_n12_letters_go_with_whoever_is_forgotten(broken: Doorman, store: Store) -> None:
    for person in (ANA, BOB, ANA):
        await broken.hears(tapped(person, group(), "abcdefghij:menu"))
    await store.forget_person(11)
    (letter,) = await store.letters()
    assert json.loads(letter)["update"]["callback_query"]["from"] == BOB


async def test_what_is_given_up_is_kept_and_ends_nothing_where_it_cannot_be(store: Store) -> None:
    raw, ears = said(ANA, group(), "/hra"), Doorman(store).ears
    await ears.give_up(raw, NewerSchema("schema 99"))
    (letter,) = map(json.loads, await store.letters())
    assert (letter["update"], letter["error"]) == (raw, "NewerSchema")

    async def is_away(*_: object) -> None:
        raise Unavailable("full")

    store.put_aside = is_away  # type: ignore[method-assign, assignment]
    await ears.give_up(raw, NewerSchema("schema 99"))


async def test_what_cannot_even_be_kept_comes_again(broken: Doorman, store: Store) -> None:
    async def is_away(*_: object) -> None:
        raise Unavailable("full")

    store.put_aside = is_away  # type: ignore[method-assign, assignment]
    with pytest.raises(Unavailable):
        await broken.hears(tapped(ANA, group(), "abcdefghij:menu"))


async def test_an_answer_comes_also_when_nobody_can_count_it(store: Store) -> None:
    class Refusing(Boundless):
        async def take(self, chat: int, group: bool, urgent: bool) -> int:
            raise Refused("NOPERM")

    reply = await Doorman(store, limiter=Refusing()).hears(said(ANA, private(ANA), "/pomoc"))
    assert reply["text"] == texts.help_text(speak("cs"))


async def test_what_can_never_be_kept_is_answered_all_the_same(broken: Doorman, store: Store) -> None:
    async def breaks(*_: object) -> None:
        raise RuntimeError("NOPERM")

    store.put_aside = breaks  # type: ignore[method-assign, assignment]
    reply = await broken.hears(tapped(ANA, group(), "abcdefghij:menu"))
    assert reply["text"] == texts.sorry(speak("cs"))


async def test_nothing_is_kept_of_what_goes_well(store: Store) -> None:
    bar = Doorman(store)
    await opened(store)
    await bar.hears(said(ANA, group(), "/hra"))
    await bar.hears(tapped(ANA, group(), "no such button"))
    assert await store.letters() == ()
