"""The table of honour as a picture: what is in it, that it can be read, and when it comes (N12, N13)."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from core.ledger import Books, Sums
from core.night import Night, Person
from tests.pub import Pub
from tgbot.charts import png
from tgbot.charts.letters import Letters
from tgbot.screens import Bar, Chart, Slot
from tgbot.views import screens

OPENED = 1_790_000_000_000
MINUTE = 60_000
LONG = "Příšerně žluťoučký kůň 🐴 z Horní Dolní, zvaný Ďábel"


def over(*people: Person, wins: tuple[tuple[int, int], ...] = ((5 * MINUTE, 1),), hours: float = 3) -> Night:
    """A night that is over."""
    return Night(
        id="n",
        chat=-5,
        topic=None,
        title="U Kalicha <b>",
        language="cs",
        opened_at=OPENED,
        people=people,
        games=3,
        wins=wins,
        ended_at=OPENED + round(hours * 60) * MINUTE,
    )


def chart_of(night: Night) -> Chart:
    chart = screens(night, "bot")[Slot(-5, "honour")].chart
    assert chart is not None
    return chart


def size_of(picture: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(picture)) as image:
        return image.size


def test_n13_bars_are_ordered_by_wins_and_say_nothing_of_litres() -> None:
    ana = Person(id=1, name="Ana", games=3, wins=1, losses=2)
    bob = Person(id=2, name="Bob", games=3, wins=2)
    chart = chart_of(over(ana, bob, wins=((5 * MINUTE, 2), (9 * MINUTE, 1), (20 * MINUTE, 2))))
    assert chart.bars == (Bar("Bob", 2, 3), Bar("Ana", 1, 3))
    assert chart.course == ((5 * MINUTE, 0), (9 * MINUTE, 1), (20 * MINUTE, 0))
    drunk = replace(over(ana, bob), books=Books(sums=(Sums(person=1, assigned=900, drunk=900, ethanol=400_000),)))
    assert chart_of(drunk) == chart_of(over(ana, bob))


def test_n12_spectators_have_no_bar_and_a_night_without_a_win_no_picture() -> None:
    ana, eve = Person(id=1, name="Ana", games=1, wins=1), Person(id=9, name="Eve")
    assert [bar.name for bar in chart_of(over(ana, eve)).bars] == ["Ana"]
    assert Slot(-5, "honour") not in screens(over(ana, eve, wins=()), "bot")
    assert Slot(-5, "honour") not in screens(replace(over(ana), ended_at=0), "bot")


@pytest.mark.parametrize("winners", [(1,), (1, 1), (1, 2, 3), (1, 2, 1), (3, 3, 3, 2)])
def test_n12_the_course_of_the_evening_is_there_however_few_games_were_won(winners: tuple[int, ...]) -> None:
    people = [Person(id=n, name=f"Host {n}", games=9, wins=winners.count(n)) for n in (1, 2, 3)]
    chart = chart_of(over(*people, wins=tuple((at * MINUTE, winner) for at, winner in enumerate(winners, 1))))
    assert [chart.bars[place].name for _, place in chart.course] == [f"Host {winner}" for winner in winners]
    with_course, bars_only = size_of(png(chart)), size_of(png(replace(chart, course=())))
    assert with_course[1] > bars_only[1]


def test_of_equal_ones_people_come_before_bot_players() -> None:
    bot, ana = Person(id=-1, name="Pepa", games=2, wins=1), Person(id=7, name="Ana", games=2, wins=1, losses=1)
    assert [bar.name for bar in chart_of(over(bot, ana)).bars] == ["Ana", "Pepa"]


@pytest.mark.parametrize("hours", [0.02, 0.5, 1.5, 4, 30, 200])
def test_n12_the_clock_below_has_few_labels_within_the_evening(hours: float) -> None:
    night = over(Person(id=1, name="Ana", games=1, wins=1), hours=hours)
    times = [ms for ms, _ in chart_of(night).hours]
    assert 1 <= len(times) <= 7
    assert all(0 <= ms <= night.ended_at - OPENED for ms in times)


@pytest.mark.parametrize("players", [1, 2, 7, 14, 40])
def test_n12_the_picture_fits_telegram_and_a_phone(players: int) -> None:
    people = [Person(id=n, name=LONG[n % 9 :] or "x", games=20, wins=n % 5) for n in range(1, players + 1)]
    wins = tuple((n * MINUTE, 1 + n % players) for n in range(60))
    picture = png(chart_of(over(*people, wins=wins)))
    width, height = size_of(picture)
    assert width == 1080
    assert height <= 2 * width + 200
    assert len(picture) < 1_000_000


def test_n12_who_has_no_bar_is_counted() -> None:
    people = [Person(id=n, name=f"Host {n}", games=2, wins=int(n == 1)) for n in range(1, 26)]
    chart = chart_of(over(*people))
    assert (len(chart.bars), chart.more) == (20, 5)
    assert size_of(png(chart))[1] > size_of(png(replace(chart, more=0)))[1]
    assert chart_of(over(*people[:20])).more == 0


def test_a_name_of_emoji_is_drawn_as_it_is() -> None:
    letters = Letters(36)
    assert letters.readable("🔥🐴") == "🔥🐴"
    assert letters.readable("Ana 👍🏽❤️🇨🇿") == "Ana 👍❤🇨🇿"
    assert letters.width("🔥🐴") > letters.width("🔥") > 0
    chart = chart_of(over(Person(id=1, name="🔥", games=1, wins=1)))
    assert png(chart) != png(replace(chart, bars=(Bar("🐴", 1, 1),)))


def test_letters_are_czech_and_what_the_fonts_lack_is_left_out() -> None:
    letters = Letters(36)
    czech = "Příliš žluťoučký kůň úpěl ďábelské ódy, ŘÍČAŘI ĚŠČŽÝÁÉŮŤŇ 1–2 ×"
    assert letters.readable(czech) == czech
    assert letters.readable("Ana 王\u200d") == "Ana"
    assert letters.readable("王") == ""


def test_without_its_font_the_words_lose_their_accents_only() -> None:
    letters = Letters(36, Path("no-such-font.ttf"))
    assert letters.readable("Řehoř Ďábel") == "Rehor Dabel"


def test_what_is_too_long_is_cut() -> None:
    letters = Letters(36)
    cut = letters.fitting(LONG, 400)
    assert cut.endswith("…")
    assert letters.width(cut) <= 400


async def test_n12_the_picture_comes_once_after_the_words(pub: Pub) -> None:
    ana, bob = await pub.deal("Ana", "Bob")
    await pub.play([ana, bob], Random(5))
    night = await pub.night()
    assert [winner for _, winner in night.wins] in ([ana.id], [bob.id])
    await ana.says("/konec")
    await ana.taps("Ano, končíme", in_group=True)
    messages = [m for m in pub.telegram.world.messages_in(pub.group.id) if m.sender_id == pub.telegram.world.bot.id]
    pictures = [m for m in messages if m.media]
    assert [m.text for m in pictures] == ["🏆 Tabule cti"]
    words = next(m for m in messages if "Konec večera" in m.text)
    assert words.id < pictures[0].id
    await pub.settled()
    assert len([m for m in pub.telegram.world.messages_in(pub.group.id) if m.media]) == 1
