"""What the group reads about drinks is what the ledger says, whenever it is written (N2, N7, N8, S10)."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from core.games import GAMES
from core.ledger import SOFT, Books, Drink, Entry, EntryKind, PersonId, add
from core.night import Care, News, Night, deadline, step
from core.night import intents as want
from core.night.declined import Declined
from tests.core.nights import OPENED, Evening, move, playing
from tests.core.prsi_table import REST, house, position
from tests.core.wishes import anything, opened
from tests.tgbot.phones import Phones
from tests.tgbot.updates import BOT
from tgbot.screens import Screen
from tgbot.views import screens
from tgbot.views.announcement import announced, announcement
from tgbot.views.frame import frame
from tgbot.views.hand import hand_screen

EVENINGS, WISHES = 6, 300
WINE = Drink(name="víno", ml=100_000, abv=120, halves=4)
BEER = Drink(name="pivo", ml=100_000, abv=40, halves=7)
COLA = Drink(name="kofola", ml=100_000, abv=0)
BEFORE = Entry(number=1, kind=EntryKind.DRUNK, person=2, ml=100, rule="", game=0, at=0, abv=400)
"""More than Bob may want to have had."""


def read(night: Night, fact: News) -> str:
    """The fact as the group reads it, with one kind of blank and without signs that somebody may choose anew."""
    screen = announcement(replace(night, language="cs"), [fact], BOT) if announced(fact) else None
    return re.sub("[🥃🧃📝]", "🍺", screen.text.replace("\xa0", " ")) if screen else ""


def in_text(night: Night, fact: News) -> Iterator[tuple[PersonId, int]]:
    """Who has to drink how many ml more, or fewer, by the words that the group reads."""
    text = read(night, fact)
    doses = [int(ml) for ml in re.findall(r"(\d+) ml", text)]
    match fact.kind:
        case "Charged" if doses:
            yield fact.players[fact.get("seat")], doses[0]
        case "ChargeUndone":
            yield fact.players[fact.get("seat")], -doses[0]
        case "Corrected" if fact.get("was") == EntryKind.ASSIGNED:
            yield fact.get("person"), -doses[0]
        case "PutBack" if fact.get("was") == EntryKind.ASSIGNED:
            yield fact.get("person"), doses[0]
        case "BottleTaken":
            yield fact.get("person"), doses[0]
        case "PouredAnew":
            for (seat, _, was), ml in zip(fact.get("doses"), doses, strict=True):
                yield fact.players[seat], ml - was
        case "HouseRuleApplied":
            for each in re.findall(r"(\w+) 🍺 (\d+) ml", text):
                yield {name: person for person, name in frame(night, "cs", BOT).names.items()}[each[0]], int(each[1])
        case "GameEnded":
            names = {name: person for person, name in frame(night, "cs", BOT).names.items()}
            for place in text.splitlines():
                if found := re.match(r"\d+\. (.*?)(?: [🏆–−].*?)?, 🍺 (\d+) ml", place):
                    yield names[found[1]], int(found[2])


def pours(night: Night) -> Night:
    """The same night with big bottles on the table, and most of its people drinking of them."""
    people = tuple(replace(person, care=Care.ALCOHOL if person.id % 4 else None) for person in night.people)
    return replace(night, stock=(WINE, BEER, COLA), people=people)


class Reader:
    """A night of people who do anything, mostly play; what the group has read of it, and what that comes to."""

    def __init__(self, game: str, seed: int) -> None:
        self.random = Random(seed)
        self.night = pours(opened(game, self.random.randrange(2, 6), self.random).night)
        self.now = OPENED + 10_000
        self.told: list[tuple[News, str]] = []
        self.sums = Counter[PersonId]()

    def goes_on(self) -> None:
        """One more wish, or what is due."""
        due, round_ = deadline(self.night), self.night.tables[0].round
        self.now += 500
        wish: want.Intent
        if due is not None and self.random.random() < 0.2:
            self.now, wish = max(self.now, due), want.Tick()
        elif round_ is not None and self.random.random() < 0.85:
            wish = move(self.night, round_, self.random)
        else:
            wish = anything(self.night, self.random)
        if isinstance(wish, want.EndNight | want.PickGame | want.SetCustom):
            return
        try:
            done = step(self.night, wish, self.now, self.random)
        except Declined as why:
            self.night = why.night or self.night
            return
        self.night = done.night
        for fact in done.news:
            self.told.append((fact, read(self.night, fact)))
            for person, ml in in_text(self.night, fact):
                self.sums[person] += ml


@pytest.mark.parametrize("game", sorted(GAMES))
def test_n08_all_that_the_group_reads_adds_up_to_the_ledger_and_stays_so(game: str) -> None:
    charged = 0
    for seed in range(EVENINGS):
        reader = Reader(game, seed)
        for _ in range(WISHES):
            reader.goes_on()
            assigned = {sums.person: sums.assigned for sums in reader.night.books.sums if sums.assigned}
            assert {person: ml for person, ml in reader.sums.items() if ml} == assigned, reader.told[-1]
        for fact, text in reader.told:
            if any(in_text(reader.night, fact)):
                assert read(reader.night, fact) == text, "a game or more later"
        charged += reader.night.books.last
    assert charged


@pytest.mark.parametrize("drink, ml", [(None, 20), (BEER, 70), (WINE, 40), (COLA, 20)])
def test_n07_whoever_faces_an_attack_reads_what_it_costs_and_is_booked_that(drink: Drink | None, ml: int) -> None:
    evening = playing("7h 9h", "9b Tb", pile="Kh", draw="9a Ta Ka 9l Tl")
    evening.night = replace(
        evening.night,
        stock=(drink,) if drink else (),
        people=tuple(replace(one, care=Care.ALCOHOL) for one in evening.night.people),
    )
    evening.does("Ana play 7h")
    shown = {slot.chat: screen for slot, screen in screens(evening.night, BOT).items()}
    assert f"2 karty, nebo {ml} ml" in shown[-1].text.replace("\xa0", " ")
    assert f"2 karty, nebo {ml} ml" in shown[2].text.replace("\xa0", " ")
    assert f"🥃 Vypít {ml} ml" in [button.text.replace("\xa0", " ") for row in shown[2].keyboard for button in row]
    evening.does("Bob drink")
    assert evening.charged == [(2, ml, "S13")]


def hand_of_bob(evening: Evening) -> Screen:
    return next(screen for slot, screen in screens(evening.night, BOT).items() if slot.chat == 2)


def own_result(evening: Evening, name: str) -> str:
    """What somebody reads in private of the game that is over."""
    person = replace(evening.person(name), reachable=True)
    screen = hand_screen(frame(evening.night, "cs", BOT), person)
    assert screen is not None
    return screen.text.split("\n")[0]


def doses_on_keys(evening: Evening) -> list[str]:
    labels = [button.text.replace("\xa0", " ") for row in hand_of_bob(evening).keyboard for button in row]
    return [label for label in labels if " ml" in label]


@pytest.mark.parametrize("care, sign", [(Care.ALCOHOL, "🥃"), (Care.SOFT, "🧃"), (None, "📝")])
def test_n13_a_dose_on_a_key_has_the_sign_of_whoever_taps_it(care: Care | None, sign: str) -> None:
    attacked, without_a_pack = (
        playing("7h 9h", "9b Tb", pile="Kh", draw="9a Ta Ka 9l Tl"),
        playing("9h Th", "9b Tb", pile="Kh", turn=1),
    )
    for evening in (attacked, without_a_pack):
        people = tuple(replace(one, care=care, reachable=True) for one in evening.night.people)
        evening.night = replace(evening.night, people=people)
    attacked.does("Ana play 7h")
    assert doses_on_keys(attacked) == [f"{sign} Vypít 20 ml"]
    attacked.does("Bob drink")
    assert hand_of_bob(attacked).text.startswith(f"✓ {sign} · ")
    assert doses_on_keys(without_a_pack) == [f"{sign} Není co líznout: 10 ml"]


@pytest.mark.parametrize(
    "drink, cost",
    [
        (None, "20 ml"),
        (COLA, "20 ml"),
        (WINE, "40 ml (2× 20)"),
        (BEER, "70 ml (3,5× 20)"),
        (replace(BEER, halves=3), "30 ml (1,5× 20)"),
    ],
)
@pytest.mark.parametrize("limit", [0, 1])
def test_n07_a_dose_that_counts_more_than_its_rule_says_is_told_with_the_sum(
    drink: Drink | None, cost: str, limit: int
) -> None:
    """Neither the drink nor that somebody has reached a limit of their own is told (N13)."""
    table = position("8h 9h", "9b Tb", pile="Kh", draw=REST, rules=house(("8*", "next drinks 20")))
    phones = Phones(table)
    evening = playing("7h 9h", "9b Tb", pile="Kh", draw="9a Ta Ka 9l Tl")

    def pouring(night: Night) -> Night:
        people = tuple(replace(one, care=Care.ALCOHOL, limit=limit) for one in night.people)
        return replace(night, people=people, stock=(drink,) if drink else (), books=add(Books(), BEFORE))

    phones.night, evening.night = pouring(phones.night), pouring(evening.night)
    phones.taps(0, "❤️ 8")
    assert phones.said == f"🏠 <b>Ana</b> vynáší ❤️ 8: další pije 20 ml – Bob 🥃 {cost}. (P28)"
    assert phones.popup == "Zahráno: ❤️ 8."
    evening.does("Ana play 7h", "Bob drink")
    (charged,) = [text for fact in evening.news if (text := read(evening.night, fact))]
    assert charged == f"🍺 <b>Bob</b> pije {cost} – útok jde dál. (S13)"
    if drink is not None:
        assert evening.entries[-1].drink == (SOFT if limit else drink.name)


def test_p28_a_rule_that_makes_many_drink_is_one_line_with_the_card_and_everybody() -> None:
    rules = house(("T*", "all drink 10"))
    phones = Phones(position("Th 9h", "9b Tb", "8l 7l", pile="Kh", draw=REST, rules=rules))
    people = (
        replace(phones.night.people[0], care=Care.SOFT),
        replace(phones.night.people[1], care=Care.ALCOHOL, drink="víno"),
        replace(phones.night.people[2], care=Care.ALCOHOL, drink="kofola"),
    )
    phones.night = replace(phones.night, people=people, stock=(WINE, COLA))
    phones.taps(0, "❤️ 10")
    assert phones.said == (
        "🏠 <b>Ana</b> vynáší ❤️ 10: všichni pijí 10 ml – Ana 🧃 10 ml, Cyr 🥃 10 ml, Bob 🥃 20 ml (2× 10). (P28)"
    )
    assert phones.popup == "Zahráno: ❤️ 10. Připsáno 10 ml."


def test_n07_the_end_of_the_game_and_the_choice_after_it_are_told_with_the_coefficient() -> None:
    evening = playing("9h", "9b Tb", "8l Tl", pile="Kh", draw="9a Ta Ka 9l")
    evening.night = replace(evening.night, stock=(WINE, BEER))
    evening.night = replace(
        evening.night, people=tuple(replace(one, care=Care.ALCOHOL, drink="víno") for one in evening.night.people)
    )
    evening.does("Ana play 9h")
    evening.plays_to_the_end()
    (end,) = (fact for fact in evening.news if fact.kind == "GameEnded")
    doses = [line for line in read(evening.night, end).splitlines() if " ml" in line]
    assert len(doses) == 2
    for line in doses:
        assert re.search(r"🍺 (\d+) ml \(2× (\d+)\)$", line), line
    losers = [name for name in ("Bob", "Cyr") if re.search(r"\d ml \(2×\xa0\d+\)", own_result(evening, name))]
    assert losers == ["Bob", "Cyr"]
    evening.chooses("Ana", "pivo")
    assert re.search(r"\d ml \(3,5×\xa0\d+\)", own_result(evening, "Bob"))
    anew = read(evening.night, evening.news[0])
    assert len(re.findall(r" ml \(3,5× \d+\)", anew)) == 2, anew


def test_n02_what_the_clock_does_costs_nothing_and_nobody_reads_otherwise() -> None:
    evening = playing("9h Th", "9b Tb", pile="Kh")
    told = evening.passes(90)
    assert evening.table.round is not None
    assert evening.round.last
    assert not evening.entries
    assert not any(" ml" in read(evening.night, fact) for fact in told)


def test_s10_what_the_winner_chooses_after_the_end_is_told_with_what_it_comes_to() -> None:
    evening = playing("9h", "9b Tb", "8l Tl", pile="Kh", draw="9a Ta Ka 9l")
    evening.night = pours(evening.night)
    evening.does("Ana play 9h")
    evening.plays_to_the_end()
    evening.chooses("Ana", "kofola")
    (told,) = evening.news
    texts = [read(evening.night, told)]
    evening.chooses("Ana", "pivo")
    texts.append(read(evening.night, evening.news[0]))
    doses = [[int(ml) for ml in re.findall(r"(\d+) ml", text)] for text in texts]
    assert doses[1] == [ml * 7 // 2 for ml in doses[0]]
    assert sorted(debt.ml for debt in evening.night.books.open if debt.rule == "S11") == sorted(doses[1])
