"""Disputes as the group sees them: asked, voted on, confirmed by an administrator, listed with the rules (N18)."""

from datetime import datetime

import pytest

from core.night import deadline
from tests.pub import Guest, Pub
from tgbot.playground.records import Message
from tgbot.rulings import parts_of
from tgbot.views.frame import moment
from tgbot.words import speak
from tgbot.working_days import PRAGUE, after_working_days, is_working_day

ASKS = "/spor Platí svršek? | ano | ne"


def ms(text: str) -> int:
    """A time in Prague in Unix ms."""
    return round(datetime.fromisoformat(text).replace(tzinfo=PRAGUE).timestamp() * 1000)


@pytest.mark.parametrize(
    "opened, closed",
    [
        ("2026-09-07 20:15", "2026-09-10 20:15"),  # Monday, Thursday
        ("2026-09-11 20:15", "2026-09-16 20:15"),  # Friday: the weekend does not count
        ("2026-09-12 23:00", "2026-09-17 00:00"),  # Saturday: Monday, Tuesday, Wednesday
        ("2026-11-16 12:00", "2026-11-20 12:00"),  # the 17th of November is a holiday
        ("2026-12-23 21:00", "2026-12-30 21:00"),  # Christmas, a weekend
        ("2027-03-25 10:00", "2027-04-01 10:00"),  # Good Friday and Easter Monday, and an hour that there is not
        ("2027-12-31 23:30", "2028-01-05 23:30"),  # New Year's Eve is a working day, New Year's Day a Saturday
    ],
)
def test_n18_three_working_days(opened: str, closed: str) -> None:
    assert after_working_days(ms(opened), 3) == ms(closed)


def test_n18_holidays_are_the_czech_ones() -> None:
    assert not is_working_day(datetime(2026, 7, 6, tzinfo=PRAGUE).date())
    assert is_working_day(datetime(2026, 7, 4, tzinfo=PRAGUE).date().replace(day=3))


def shown(pub: Pub) -> Message:
    """The newest message of the dispute."""
    bot = pub.telegram.world.bot.id
    messages = pub.telegram.world.messages_in(pub.group.id)
    return next(m for m in reversed(messages) if m.sender_id == bot and "Spor 1" in m.text)


async def votes(pub: Pub, guest: Guest, answer: str) -> None:
    data = next(str(b["callback_data"]) for b in shown(pub).buttons if b["text"] == answer)
    await guest.sends(data, shown(pub))


async def test_n18_a_dispute_from_the_question_to_the_ruling(pub: Pub) -> None:
    ana, bob = await pub.deal("Ana", "Bob")  # Ana made the group
    await ana.says(ASKS)
    assert "Platí svršek?" in shown(pub).text
    assert "0 z 2" in shown(pub).text
    await votes(pub, bob, "ano")
    assert "Tvůj hlas: ano" in bob.popup
    assert "1 z 2" in shown(pub).text
    assert "1×" not in shown(pub).text
    await votes(pub, ana, "ano")
    assert "✅ 2× ano" in shown(pub).text
    [button] = shown(pub).buttons
    await bob.sends(str(button["callback_data"]), shown(pub))
    assert "jen správce" in bob.popup
    assert await pub.bot.store.rulings(pub.group.id) == ()
    await ana.sends(str(button["callback_data"]), shown(pub))
    assert "Potvrzeno" in shown(pub).text
    assert await pub.bot.store.rulings(pub.group.id) == (("Platí svršek?", "ano"),)
    await bob.says("/pravidla")
    assert any("Platí svršek? ano" in text for text in pub.said)


async def test_n18_without_a_question_the_form_is_explained(pub: Pub) -> None:
    [ana] = await pub.seat("Ana")
    await ana.says("/spor")
    assert "/spor Platí svršek? | ano | ne" in pub.said[-1]


@pytest.mark.parametrize(
    "asked, found",
    [
        ("Platí svršek? | ano | ne", ["Platí svršek?", "ano", "ne"]),
        ("Platí svršek?|ano|ne|", ["Platí svršek?", "ano", "ne"]),
        ("Platí svršek?\nano\n\nne", ["Platí svršek?", "ano", "ne"]),
        ("Platí svršek? / ano / ne", ["Platí svršek?", "ano", "ne"]),
        ("Stojí to 10/20 ml?\n10/20\njen 10", ["Stojí to 10/20 ml?", "10/20", "jen 10"]),
        ("Jde to 7/8?", ["Jde to 7/8?"]),
        ("Pije se na ex? ano / ne / jak kdo", ["Pije se na ex?", "ano", "ne", "jak kdo"]),
        ("Pije se na ex? ano | ne", ["Pije se na ex?", "ano", "ne"]),
        ("Pije se na ex? ano\nne", ["Pije se na ex?", "ano", "ne"]),
        ("Pije se na ex? ano/ne", ["Pije se na ex?", "ano", "ne"]),
        ("Pije se na ex? ano, ne, jak kdo", ["Pije se na ex?", "ano", "ne", "jak kdo"]),
        ("Fakt? Pije se na ex? ano/ne", ["Fakt? Pije se na ex?", "ano", "ne"]),
        ("Kdo rozdává? | Ana? | Bob, nebo Cyr?", ["Kdo rozdává?", "Ana?", "Bob, nebo Cyr?"]),
        ("Pije se na ex | ano, ne", ["Pije se na ex", "ano, ne"]),
        ("Pije se na ex? ano", ["Pije se na ex?", "ano"]),
    ],
    ids=ascii,
)
def test_n18_bars_lines_or_strokes_separate_the_answers_from_each_other_and_its_mark_the_question(
    asked: str, found: list[str]
) -> None:
    assert [part.strip() for part in parts_of(asked)] == found


@pytest.mark.parametrize(
    "asked, flaw",
    [
        ("/spor Platí svršek?", "Chybí odpovědi."),
        ("/spor | ano | ne", "Chybí otázka."),
        ("/spor Platí svršek? | ano", "S jednou odpovědí není o čem hlasovat."),
        ("/spor Kdo? | a | b | c | d | e", "Odpovědí je moc (5)."),
        ("/spor Platí svršek? | ano | Ano", "Dvě odpovědi jsou stejné."),
    ],
)
async def test_n18_what_is_wrong_with_a_question_is_told(pub: Pub, asked: str, flaw: str) -> None:
    [ana] = await pub.seat("Ana")
    await ana.says(asked)
    assert pub.said[-1].endswith(f"| ano | ne\n{flaw}")


@pytest.mark.parametrize("language, told", [("cs", "3.\u00a012.\u00a013:29"), ("en", "3\u00a0Dec,\u00a013:29")])
def test_a_date_is_written_as_its_reader_writes_dates(language: str, told: str) -> None:
    assert moment(speak(language), ms("2026-12-03 13:29")) == told


async def test_n18_a_ruling_is_listed_under_the_rules_also_in_later_nights(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    await ana.says(ASKS)
    night = await pub.night()
    assert deadline(night) == night.disputes[0].closes_at
    await ana.says("/konec")
    await ana.taps("Ano, končíme", in_group=True)
    for guest in (ana, bob):
        await votes(pub, guest, "ne")
    await pub.bot.store.note_ruling(pub.group.id, ("Platí svršek?", "ne"), f"{night.id}:1")
    await pub.bot.store.note_ruling(pub.group.id, ("Platí svršek?", "ne"), f"{night.id}:1")
    await ana.says("/pravidla")
    assert pub.said[-1].count("Platí svršek? ne") == 1
    await ana.says("/hra")
    await ana.says("/pravidla")
    assert pub.said[-1].count("Platí svršek? ne") == 1
