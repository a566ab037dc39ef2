"""What the group is told once: told to all, never twice the same, never in the wrong order."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from core.ledger import Books, Drink, Entry, EntryKind, add
from core.night import Care, Custom, News, Person
from core.night import intents as want
from tests.core.nights import Evening, playing
from tests.core.prsi_table import ANA, REST, position
from tests.pub import Pub
from tests.tgbot.phones import Phones
from tests.tgbot.told import NIGHT, told
from tests.tgbot.updates import BOT
from tgbot import views
from tgbot.screens import Slot
from tgbot.views import announced, announcement, frame, screens
from tgbot.views.board import board
from tgbot.views.smidary.facts import last


def by(kind: str, person: int) -> News:
    return News(kind=kind, data=(("person", person),))


# What only the table showed


async def test_n02_a_break_and_its_end_are_told_to_all(pub: Pub) -> None:
    ana, bob = await pub.deal("Ana", "Bob")
    await bob.says("/pauza")
    assert pub.said[-1] == "⏸ Bob hlásí pauzu. Hodiny stojí, dokud někdo nezahraje."
    await ana.taps("▶️ Hrajeme dál", in_group=True)
    assert pub.said[-1] == "▶️ Ana: konec pauzy, hraje se dál!"


def test_n02_whoever_plays_on_ends_the_break_for_all_to_hear() -> None:
    evening = playing("Kl 7h 8b", "9h Tb 8a", pile="8l", draw="7a 8h 9a Ta Ka")
    evening.wants(want.Pause(person=2))
    news = evening.wants(evening.act("Ana play Kl")).news
    assert told(*news, night=evening.night)[0] == "▶️ <b>Ana</b>: konec pauzy, hraje se dál!"


async def test_n03_who_leaves_after_the_running_game_is_told_to_all_at_once(pub: Pub) -> None:
    ana, _ = await pub.deal("Ana", "Bob")
    await ana.says("/odejit")
    assert any(text.endswith("🚪 Ana jde po téhle hře domů.") for text in pub.said)
    await ana.says("/odejit")
    assert any(text.endswith("🪑 Ana nakonec zůstává.") for text in pub.said)


async def test_whoever_does_not_want_the_night_to_end_says_so_to_all_once(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    await ana.says("/konec")
    await bob.taps("Ne, hrajeme dál", in_group=True)
    assert pub.said[-1] == "🍺 Bob: ještě ne, hraje se dál!"
    night = await pub.night()
    before = len(pub.said)
    await ana.sends(f"{night.id}:end:no")
    assert len(pub.said) == before


def test_n11_what_becomes_of_the_question_about_empty_bottles_is_told_to_all() -> None:
    evening = Evening("Ana", "Bob")
    evening.wants(want.AddBottle(person=1, name="rum", ml=40, abv=400))
    evening.night = replace(evening.night, dry_at=1)
    assert [news.kind for news in evening.wants(want.AddBottle(person=2, name="pivo", ml=500, abv=40)).news] == [
        "BottleCame"
    ]
    assert evening.night.dry_at == 0
    evening.night = replace(evening.night, dry_at=1, stock=(Drink(name="rum", ml=0, abv=400),))
    dry = evening.wants(want.GoOnDry(person=2, plays=True)).news
    assert told(*dry) == ["🏜 <b>Bob</b>: tak nasucho! Dávky se píšou, nic se nelije. (N11)"]
    assert told(News(kind="BottleCame")) == ["🍾 Je zase co pít. Hraje se dál."]


# What only one had seen


def test_s29_a_false_alarm_is_for_all_to_laugh_at() -> None:
    failed = News(
        kind="CallFailed", data=(("seat", 1), ("player", 0), ("card", "7h")), game="smidary", players=(1, 2), number=1
    )
    assert announced(failed)
    assert told(failed) == ["🚨 Planý poplach! <b>Bob</b> volá „Podvod!“, a přitom ❤️\xa07 sedí podle pravidel. (S29)"]


def group_and(evening: Evening, person: int) -> tuple[str, str]:
    """What the group's table and somebody's own screen say."""
    shown = {slot.name if slot.chat < 0 else slot.chat: one.text for slot, one in screens(evening.night, BOT).items()}
    return shown["table:1"], shown[person]


def test_n02_a_turn_that_the_clock_has_played_says_so_to_all_and_to_its_player() -> None:
    evening = playing("8h 9h", "9b Tb", pile="Kl", draw="9a Ta Ka Tl Uh 8a")
    for person in (1, 2):
        evening.wants(want.Reachable(person=person, reachable=True))
    asked = evening.round.players[evening.round.state.turn]
    group, _ = group_and(evening, asked)
    assert "Zaspáno" not in group
    evening.passes(90)
    group, own = group_and(evening, asked)
    assert f"⏰ Zaspáno: {evening.night.people[asked - 1].name} líže 1 kartu" in group
    assert own.startswith("⏰ Zaspáno: čas vypršel a tah proběhl bez tebe.")
    other = 3 - asked
    evening.wants(
        want.Act(person=other, table=1, game=evening.round.number, ply=evening.round.state.ply, action="draw")
    )
    assert "Zaspáno" not in group_and(evening, other)[0]


CHARGED = (
    ("smidary", "S24", "Charged", (("seat", 1), ("ml", 20), ("rule", "S24"))),
    (
        "prsi",
        "P28",
        "HouseRuleApplied",
        (("seat", 0), ("card", "8h"), ("effect", "next drinks 20"), ("charged", ((1, 20, "P28"),)), ("halves", (2,))),
    ),
)


@pytest.mark.parametrize("game, rule, kind, data", CHARGED)
@pytest.mark.parametrize(
    "care, customs, sign",
    [
        (Care.ALCOHOL, (), "🥃"),
        (Care.SOFT, (), "🧃"),
        (None, (), "📝"),
        (Care.ALCOHOL, (Custom.NEALKO,), "🧃"),
        (None, (Custom.NEALKO,), "🧃"),
    ],
)
def test_n13_a_dose_has_the_sign_of_what_it_is_wherever_it_is_shown(
    game: str,
    rule: str,
    kind: str,
    data: tuple[tuple[str, object], ...],
    care: Care | None,
    customs: tuple[Custom, ...],
    sign: str,
) -> None:
    evening = Evening("Ana", "Bob", game=game)
    debt = Entry(number=1, kind=EntryKind.ASSIGNED, person=2, ml=20, rule=rule, game=1, at=1)
    people = tuple(replace(person, care=care) for person in evening.night.people)
    table = replace(evening.table, customs=customs)
    night = replace(evening.night, people=people, tables=(table,), books=add(Books(), debt))
    charged = News(kind=kind, data=data, game=game, players=(1, 2), number=1)
    (line,) = told(charged, night=night)
    assert re.findall("[🥃🧃📝]", line) == [sign]
    seen = frame(night, "cs", BOT)
    assert f"Bob {sign} 20\xa0ml" in screens(night, BOT)[Slot(-1, "table:1")].text
    assert f"   {sign} 1\xa0dávka" in board(seen)


def test_n21_a_bot_player_only_pretends_to_drink() -> None:
    drunk = News(kind="AttackDrunk", data=(("seat", 1), ("ml", 20)), game="smidary", players=(1, -2), number=1)
    night = replace(NIGHT, people=(NIGHT.people[0], Person(id=-2, name="🤖 Pepa")))
    seen = frame(night, "cs", BOT)
    assert last(seen, [drunk]) == "🤖 Pepa jen předstírá, že pije: útok jde dál"


# A finger that got stuck


def test_the_same_news_again_and_again_are_one_line_with_their_number() -> None:
    stuck = [by(kind, 1) for kind in ("Paused", "PlayedOn") * 20]
    assert told(*stuck, by("Paused", 2), by("Paused", 1)) == [
        "▶️ <b>Ana</b>: konec pauzy, hraje se dál! <b>×20</b>",
        "⏸ <b>Bob</b> hlásí pauzu. Hodiny stojí, dokud někdo nezahraje.",
        "⏸ <b>Ana</b> hlásí pauzu. Hodiny stojí, dokud někdo nezahraje. <b>×21</b>",
    ]


@pytest.mark.parametrize("kind", ["Board", "Rules"])
def test_who_asks_for_the_same_again_and_again_gets_it_once(kind: str) -> None:
    night = replace(NIGHT, tables=Evening("Ana", "Bob").night.tables)
    assert told(*[News(kind=kind)] * 20, night=night) == told(News(kind=kind), night=night)


async def test_n12_whoever_taps_for_the_board_is_told_where_it_comes(pub: Pub) -> None:
    ana, _ = await pub.seat("Ana", "Bob")
    await ana.sends(f"{(await pub.night()).id}:board")
    assert ana.popup == "Tabule je dole ve skupině."
    assert pub.said[-1].startswith("📋")


def test_p24_a_mistake_that_costs_nothing_is_no_news_however_often_it_is_made() -> None:
    phones = Phones(position("8b Ta 7l", "8h 9b", pile="9h"))
    for card in ("🔔 8", "🌰 10", "🔔 8"):
        phones.taps(ANA, card)
        assert "sem nepatří" in phones.popup
        assert phones.said == ""
        assert f"❌ Ana: {card} sem nepatří, jde zpátky. Karty došly." in phones.group
    phones = Phones(position("8b Ta 7l", "8h 9b", pile="9h", draw=REST))
    phones.taps(ANA, "🔔 8")
    assert phones.said == "❌ <b>Ana</b>: 🔔 8 sem nepatří, jde zpátky. +2 karty (P4)"


# The end of the night


def test_a_night_that_nobody_ended_wakes_nobody_and_sends_nobody_home() -> None:
    told = announcement(replace(NIGHT, ended_at=1), [News(kind="NightEnded", data=(("idle", True),))], BOT)
    assert told is not None
    assert told.silent
    assert "Tři dny tu nikdo nehrál" in told.text
    assert "domů" not in told.text


def test_n12_the_last_words_and_the_picture_wait_for_nothing() -> None:
    """Or the next night's table, if somebody opens it at once, would stand above them."""
    night = replace(NIGHT, ended_at=3_600_000, wins=((5, 1),), people=(replace(NIGHT.people[0], games=1, wins=1),))
    last = announcement(night, [News(kind="NightEnded")], BOT)
    assert last is not None
    assert last.urgent
    assert next(screen for slot, screen in screens(night, BOT).items() if slot.name == "honour").urgent
    going_on = announcement(NIGHT, [by("Paused", 1)], BOT)
    assert going_on is not None
    assert not going_on.urgent


# The lobby that was left behind


async def test_n16_no_lobby_is_left_that_says_something_else_than_was_played(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    lobby = pub.table.text
    await ana.taps("▶️ Rozdat", in_group=True)
    assert "příští hra" in lobby
    assert not any("příští hra" in text for text in pub.said)
    await bob.says("/hra")
    assert sum("1. hra" in text for text in pub.said) == 1, "of a running game there is one message"


# Worth a grin


@pytest.mark.parametrize("count, line", [(1, None), (2, None), (4, "bere 4 karty!"), (12, "bere 12 karet!")])
@pytest.mark.parametrize("game, kind", [("smidary", "CardsDrawn"), ("prsi", "CardsDrawn"), ("prsi", "OpenCardsDrawn")])
def test_who_takes_a_whole_attack_is_told_to_all(game: str, kind: str, count: int, line: str | None) -> None:
    data = (("seat", 1), ("count", count), ("rule", "S13" if game == "smidary" else "P5"))
    fact = News(kind=kind, data=data, table=1, number=1, game=game, players=(1, 2))
    assert announced(fact) == (line is not None)
    assert told(fact) == ([] if line is None else [f"😱 <b>Bob</b> {line}"])


def test_of_a_whole_attack_everybody_learns_how_many_cards_and_not_which() -> None:
    evening = playing("7h 9b", "8b Kb", pile="7l", draw="7a 8a 9a Aa Ta Ka")
    evening.does("Ana play 7h", "Bob draw")
    assert not any("cards" in dict(fact.data) for fact in evening.news if fact.kind == "CardsDrawn")


# Who drinks for what, and what is struck


def test_s17_for_a_false_accusation_only_the_challenger_drinks() -> None:
    evening = playing("Kl 7h 8b", "9h Tb 8a", pile="9l", draw="7a 8h 9a Ta Ka")
    evening.does("Ana play Kl", "Bob challenge", "Ana show")
    assert "📝 <b>Bob</b> pije 20 ml – za buzeraci. (S17)" in told(*evening.news, night=evening.night)


def test_s17_the_guilty_one_drinks_the_attack_of_the_king() -> None:
    evening = playing("Kl 7h 8b 9b", "9l Tb 8a", pile="9h", draw="7a 8h Oa Ta Ka")
    evening.does("Ana play Kl", "Bob challenge", "Ana show", "Ana drink")
    lines = told(*evening.news, night=evening.night)
    assert "📝 <b>Ana</b> pije 40 ml – za zeleného krále. (S17)" in lines
    assert not any("za buzeraci" in line for line in lines)


@pytest.mark.parametrize("how, word", [(EntryKind.DRUNK, "vypito"), (EntryKind.FORGIVEN, "odpuštěno")])
def test_n08_a_struck_settlement_is_told_as_a_debt_that_is_back(how: EntryKind, word: str) -> None:
    evening = playing("7h 8b", "9h Tb 8a", pile="8h", draw="7a 8l 9a Ta Ka")
    debt = Entry(number=1, kind=EntryKind.ASSIGNED, person=2, ml=20, rule="S13", game=1, at=1)
    settled = replace(debt, number=2, kind=how, refers=1, by=2)
    evening.night = replace(evening.night, books=add(add(Books(), debt), settled))
    news = evening.wants(want.Correct(person=2, entry=2)).news
    assert told(*news, night=evening.night) == [f"🛠 <b>Bob</b> škrtá {word}: <b>Bob</b>, 20 ml – dluží je zas."]
    assert evening.night.books.owed(2) == 20


@pytest.mark.parametrize("game, clause", [("smidary", "S30"), ("prsi", "P22")])
def test_s30_who_is_left_over_is_not_said_to_be_out_of_cards(game: str, clause: str) -> None:
    evening = Evening("Ana", "Bob", game=game)
    evening.deals("Ana")
    lines = told(*evening.wants(evening.act("Bob collapse")).news, night=evening.night)
    assert f"🏁 <b>Ana</b> bere 1. místo, nikdo jiný už nezbyl. ({clause})" in lines
    assert not any("nemá karty" in line for line in lines)


@pytest.mark.parametrize("game, letter", [("smidary", "S"), ("akcni", "P"), ("shithead", "H")])
def test_n19_what_is_said_of_a_game_cites_its_own_clauses_or_the_nights(game: str, letter: str) -> None:
    folder = Path(views.__file__).parent / game
    cited = {clause for file in folder.glob("*.py") for clause in re.findall(r"\(([A-Z])\d+", file.read_text("utf-8"))}
    assert cited <= {letter, "N"}
