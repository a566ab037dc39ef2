"""What is said of the drink that a winner chooses is what is poured, and the winner is asked plainly (S10, N13)."""

from dataclasses import replace

import pytest

from core.ledger import SOFT, Drink, Entry, EntryKind, add
from core.night import Care, Night, Person, step
from core.players import Strength
from tests.core.nights import Evening, person_of, playing
from tests.tgbot.updates import BOT
from tgbot.screens import Screen, Slot
from tgbot.views import frame, screens
from tgbot.views.answers import answer

RUM = Drink(name="rum", ml=700, abv=400)
DRUNK = Entry(number=0, kind=EntryKind.DRUNK, person=0, ml=100, rule="", game=0, at=0, drink="rum", abv=400)
ANA_ID = person_of("Ana")
GROUP, ANA = Slot(-1, "table:1"), Slot(ANA_ID, "hand")


def ana_is_out(*cares: Care | None) -> Evening:
    """Ana has won, Bob and Cyr play on; what Ana, Bob and Cyr drink is 🥃 unless it is said."""
    evening = playing("9h", "9b Tb", "8l Tl", pile="Kh", draw="9a Ta Ka 9l")
    drinks = (*cares, *[Care.ALCOHOL] * 3)[:3]
    people = (replace(one, care=care, reachable=True) for one, care in zip(evening.night.people, drinks, strict=True))
    evening.night = replace(evening.night, people=tuple(people), stock=(RUM,))
    evening.does("Ana play 9h")
    return evening


def shown(night: Night, slot: Slot) -> Screen:
    return screens(night, BOT)[slot]


def asks_for_a_drink(evening: Evening) -> bool:
    keyboard = shown(evening.night, ANA).keyboard
    return any(":choice:" in (button.data or "") for row in keyboard for button in row)


def chooses_rum(evening: Evening) -> str:
    """The popup of the choice, and what the group and the winner see after it."""
    before, wish = evening.night, evening.choice("Ana", "rum")
    after = step(before, wish, evening.now + 100, evening.random)
    evening.chooses("Ana", "rum")
    popup = answer(frame(after.night, "cs", BOT), before, wish, after).text
    texts = (popup, shown(evening.night, GROUP).text, shown(evening.night, ANA).text)
    return "\n".join(texts).replace("<b>", "").replace("</b>", "").lower()


@pytest.mark.parametrize(
    "losers, times", [((Care.ALCOHOL, Care.ALCOHOL), 3), ((Care.SOFT, Care.ALCOHOL), 3), ((Care.SOFT, Care.SOFT), 0)]
)
@pytest.mark.parametrize("is_over", [False, True])
def test_n13_nobody_is_said_to_drink_what_all_who_lose_have_soft(
    losers: tuple[Care, Care], times: int, is_over: bool
) -> None:
    evening = ana_is_out(Care.ALCOHOL, *losers)
    if is_over:
        evening.plays_to_the_end()
    said = chooses_rum(evening)
    assert said.count("pije se: rum") == times
    assert said.count("nealko") == (0 if times else 2 + is_over)


def test_n13_a_limit_of_ones_own_changes_nothing_that_others_read() -> None:
    def said(limit: int) -> str:
        evening = ana_is_out()
        books = evening.night.books
        for number, name in enumerate(("Bob", "Cyr"), 1):
            books = add(books, replace(DRUNK, number=number, person=person_of(name)))
        people = tuple(replace(one, limit=limit) for one in evening.night.people)
        evening.night = replace(evening.night, people=people, books=books)
        evening.plays_to_the_end()
        assert {debt.drink for debt in evening.night.books.open} == {SOFT if limit else "rum"}
        return chooses_rum(evening)

    assert said(limit=1) == said(limit=0)


def test_s10_the_winner_is_told_once_and_asked_below_it() -> None:
    evening = ana_is_out()
    evening.plays_to_the_end()
    for choose in (False, True):
        if choose:
            evening.chooses("Ana", "rum")
        lines = shown(evening.night, ANA).text.split("\n")
        assert [line[0] for line in lines if line[:1] in ("🏆", "🍾")] == ["🏆", "🍾"]


def test_s10_what_everybody_has_drunk_is_not_asked_about_until_it_is_owed_again() -> None:
    evening = ana_is_out()
    evening.plays_to_the_end()
    assert asks_for_a_drink(evening)
    for name in ("Bob", "Cyr"):
        if evening.owed(name):
            evening.drinks_up(name, everything=True)
    assert not asks_for_a_drink(evening)
    evening.corrects("Ana", evening.entries[-1].number)
    assert asks_for_a_drink(evening)


@pytest.mark.parametrize("is_over", [False, True])
def test_n11_s10_where_all_bottles_are_empty_the_winner_is_asked_nothing(is_over: bool) -> None:
    evening = ana_is_out()
    if is_over:
        evening.plays_to_the_end()
    assert asks_for_a_drink(evening)
    empty = replace(DRUNK, number=evening.night.books.last + 1, person=ANA_ID, ml=RUM.ml)
    evening.night = replace(evening.night, books=add(evening.night.books, empty))
    assert not asks_for_a_drink(evening)
    assert "🍾" not in shown(evening.night, ANA).text.split("\n")[-1]
    assert "Co se bude pít" not in shown(evening.night, ANA).text


def test_s10_at_joined_tables_a_winner_whose_losers_have_drunk_is_asked_nothing_and_named_nowhere() -> None:
    evening = ana_is_out()
    evening.plays_to_the_end()
    evening.chooses("Ana", "rum")
    result = evening.table.result
    assert result is not None
    table = replace(evening.table, result=None, earlier=(result,))
    evening.night = replace(evening.night, tables=(table,))
    assert asks_for_a_drink(evening)
    assert "vybírá Ana" in shown(evening.night, GROUP).text
    for name in ("Bob", "Cyr"):
        if evening.owed(name):
            evening.drinks_up(name, everything=True)
    assert not asks_for_a_drink(evening)
    assert "vybírá" not in shown(evening.night, GROUP).text


def test_n21_who_has_left_only_bot_players_behind_is_asked_nothing() -> None:
    evening = ana_is_out()
    assert asks_for_a_drink(evening)
    bots = {person_of("Bob"): -1, person_of("Cyr"): -2}
    people = tuple(
        Person(id=bots[one.id], name=one.name, bot=Strength.FAIR) if one.id in bots else one
        for one in evening.night.people
    )
    players = tuple(bots.get(player, player) for player in evening.round.players)
    table = replace(evening.table, seats=players, round=replace(evening.round, players=players))
    evening.night = replace(evening.night, people=people, tables=(table,))
    assert not asks_for_a_drink(evening)
