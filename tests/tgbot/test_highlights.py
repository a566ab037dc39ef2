"""What the group reads of a game that is over: the same words whoever tells them, and once."""

import asyncio
import re
from dataclasses import replace
from random import Random

import pytest
from structlog.testing import capture_logs

from core.game import Refusal, Refused
from core.highlights import Feat
from core.highlights.course import comeback
from core.night import News, Night, Person
from core.players import Strength
from tests.pub import Pub
from tests.tgbot.told import NIGHT, told
from tests.tgbot.updates import Doorman, Json, moves, tapped, user
from tgbot import changes
from tgbot.store import Commit, Store
from tgbot.views import announced

ANA, BOB = user(1, "Ana"), user(2, "Bob")


def news(feat: str, number: int, seat: int | None = 0) -> News:
    data = (("feat", feat), ("seat", seat), ("number", number), ("other", 1))
    return News(kind="Highlight", data=data, table=1, number=1, game="smidary", players=(1, 2))


def plain(night: Night, *facts: News) -> list[str]:
    return [re.sub("</?b>", "", line) for line in told(*facts, night=night)]


@pytest.mark.parametrize(
    "feat, number, czech, english",
    [
        (
            Feat.ROSE_AGAIN,
            1,
            "🪃 Už bez karet, pak zpátky do hry, a stejně první: Ana.",
            "🪃 Ana was out, got dragged back in, and still comes first.",
        ),
        (
            Feat.FELL_BACK,
            1,
            "🙃 Jednou nohou za dveřmi, a stejně poslední: Ana.",
            "🙃 Ana had one foot out of the door, and still comes last.",
        ),
        (
            Feat.COMEBACK,
            15,
            "🦅 V ruce 15 karet, a stejně první: Ana!",
            "🦅 15 cards in hand, and still first: Ana!",
        ),
        (
            Feat.CAUGHT,
            3,
            "🤥 Ana se nechá nachytat 3×. Chce to cvik.",
            "🤥 Ana gets caught 3 times. It takes practice.",
        ),
        (
            Feat.FALSE_ALARM,
            3,
            "🚨 Planý poplach 3×: Ana. Důvěra v lidi: nula.",
            "🚨 False alarm, 3 times: Ana. Faith in humanity: none.",
        ),
        (
            Feat.SLOWEST,
            2,
            "🐌 Nejpomalejší ruka u stolu: Ana, 2× až po všech ostatních.",
            "🐌 The slowest hand at the table: Ana, 2 times after everybody else.",
        ),
        (
            Feat.LONGEST_WAY,
            4,
            "🚋 Jeden útok, 4 zastávky. Konečná: Ana, prosíme, vystupte.",
            "🚋 One attack, 4 stops. Terminus: Ana, all change, please.",
        ),
        (
            Feat.LARGEST_DRAW,
            10,
            "🧱 Největší nálož bere Ana: 10 karet naráz.",
            "🧱 The heaviest load goes to Ana: 10 cards in one go.",
        ),
        (
            Feat.TARGET,
            4,
            "🎯 Láska k bližnímu: Ana → Bob, 4 útoky.",
            "🎯 Love thy neighbour: Ana → Bob, 4 attacks.",
        ),
        (
            Feat.STOOD,
            5,
            "⏳ Ana čeká jako na úřadě: 5× eso.",
            "⏳ Ana is on hold, 5× an ace. Your call is important to us.",
        ),
        (
            Feat.NO_MANNERS,
            3,
            "👑 Ana nechá krále 3× bez pozdravu. Doma by to neprošlo.",
            "👑 Ana snubs the king 3 times. Heads have rolled for less.",
        ),
        (
            Feat.MISTAKES,
            4,
            "🙈 Nejvíc chyb: Ana, 4. Nápověda: /pravidla",
            "🙈 Most mistakes: Ana, 4. Help is at hand: /rules",
        ),
        (
            Feat.MOST_DRAWN,
            32,
            "🧲 Nejvíc líže Ana: 32 karet. Pěkná sbírka.",
            "🧲 Ana draws the most: 32 cards. Quite a collection.",
        ),
        (
            Feat.TURNED_OVER,
            10,
            "♻️ Balíček se otáčí 10×. Domů zjevně nikdo nespěchá.",
            "♻️ The pack is turned over 10 times. Nobody's in a hurry to get home.",
        ),
        (
            Feat.CLEAN_HANDS,
            12,
            "🧼 Ana vyhrává s čistýma rukama: 12 balíků, všechny cizí.",
            "🧼 Ana wins with clean hands: 12 piles, all taken by others.",
        ),
        (
            Feat.BLIND_LUCK,
            3,
            "🍀 Ana hraje 3× za sebou naslepo a pokaždé to sedí.",
            "🍀 Ana plays blind 3 times in a row, and it works every time.",
        ),
        (
            Feat.LARGEST_PILE,
            16,
            "🚜 Největší balík odváží Ana: 16 karet.",
            "🚜 The biggest pile is carted off by Ana: 16 cards.",
        ),
        (
            Feat.PILES_TAKEN,
            7,
            "🧹 Nikdo neuklízí jako Ana: 7 balíků.",
            "🧹 Nobody cleans up like Ana: 7 piles.",
        ),
        (
            Feat.PILES_BURNED,
            4,
            "🔥 Nikdo netopí jako Ana: 4 balíky lehly popelem.",
            "🔥 Nobody heats the room like Ana: 4 piles in ashes.",
        ),
    ],
)
def test_each_feat_has_its_line(feat: Feat, number: int, czech: str, english: str) -> None:
    fact = news(feat.value, number, seat=None if feat is Feat.TURNED_OVER else 0)
    assert announced(fact)
    assert plain(NIGHT, fact) == [czech]
    assert plain(replace(NIGHT, language="en"), fact) == [english]


def test_every_feat_is_worth_a_line() -> None:
    assert all(plain(NIGHT, news(feat.value, 5)) for feat in Feat)


def test_what_only_a_newer_release_knows_is_passed_over() -> None:
    assert plain(NIGHT, news("juggled", 5)) == []


# With the night


ENDED = News(kind="NightEnded")


def after(*wins: int, games: int = 4, people: int = 3, **other: object) -> Night:
    """A night that is over: who won its games, one after another, and how many everybody was in."""
    names = ("Ana", "Bob", "Cyril")
    guests = [Person(id=id, name=names[id - 1], games=games, wins=wins.count(id)) for id in range(1, people + 1)]
    course = tuple((minute * 60_000, winner) for minute, winner in enumerate(wins))
    return replace(NIGHT, people=tuple(guests), wins=course, ended_at=9_000_000, **other)  # type: ignore[arg-type]


def of_the_night(night: Night) -> list[str]:
    farewell, *lines = plain(night, ENDED)
    assert farewell.startswith("🌙")
    return lines[: lines.index("")]


def test_three_wins_in_a_row_are_told() -> None:
    assert of_the_night(after(1, 1, 2, 2, 1)) == []
    assert of_the_night(after(1, 2, 2, 2, 1)) == ["🔥 Bob: 3 výhry za sebou. Že by talent?"]
    assert of_the_night(after(1, 1, 1, 2, 2, 2)) == [], "both of them the same"
    assert of_the_night(after(1, 1, 1, 1, 1, language="en")) == ["🔥 Ana: 5 wins in a row. Talent, perhaps?"]


def test_a_night_in_which_everybody_has_won_is_told() -> None:
    assert of_the_night(after(1, 2, 3)) == ["🤝 Bez výhry dnes nejde domů nikdo."]
    assert of_the_night(after(1, 2, 3, language="en")) == ["🤝 Nobody goes home without a win."]
    assert of_the_night(after(1, 2, people=2)) == [], "of two that is nothing"


def test_the_only_one_without_a_win_is_told_after_many_games() -> None:
    assert of_the_night(after(1, 2, games=4)) == []
    assert of_the_night(after(1, 2, games=5)) == ["💪 Cena za výdrž: Cyril, 5 her a výhra pořád nikde."]
    assert of_the_night(after(1, games=5)) == [], "they are in company"
    english = after(1, 2, games=5, language="en")
    assert of_the_night(english) == ["💪 Prize for perseverance: Cyril, 5 games and no win yet."]


def test_n21_whether_bot_players_have_won_is_nobodys_concern() -> None:
    night = after(1, 2, 3)
    bot = Person(id=-1, name="Pepa", bot=Strength.FAIR, games=9)
    assert of_the_night(replace(night, people=(*night.people, bot))) == ["🤝 Bez výhry dnes nejde domů nikdo."]


# With the game


@pytest.fixture
def always_remarkable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wins has held a card."""
    monkeypatch.setattr("core.highlights.FINDERS", {"smidary": ((comeback, 1),)})


async def play(*bars: Doorman) -> Json:
    """A game of Ana and Bob to its end, each tap heard by all these processes at once; the last tap."""
    bar = bars[0]
    while True:
        possible = moves(await bar.night())
        person, data = next((move for move in possible if ":play" in move[1]), possible[0])
        tap = tapped(ANA if person == 1 else BOB, bar.chat, data)
        await asyncio.gather(*(one.hears(tap) for one in bars))
        if (await bar.night()).tables[0].round is None:
            return tap


async def untold(bar: Doorman) -> tuple[tuple[int, News], ...]:
    """The news that nobody has told yet, numbered."""
    snapshot = await bar.store.snapshot((await bar.night()).id)
    assert snapshot is not None
    return snapshot.news


def of_highlights(news: tuple[tuple[int, News], ...]) -> list[News]:
    return [fact for _, fact in news if fact.kind == "Highlight"]


@pytest.mark.usefixtures("always_remarkable")
async def test_it_is_said_below_the_result(pub: Pub) -> None:
    guests = await pub.deal("Ana", "Bob")
    await pub.play(guests, Random(1))
    ending = next(text for text in pub.said if "Konec 1. hry" in text)
    assert ending.index("rozdává") < ending.index("🦅 V ruce")
    assert sum(text.count("🦅") for text in pub.said) == 1


@pytest.mark.usefixtures("always_remarkable")
async def test_a_tap_that_comes_again_tells_nothing_again(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    last = await play(bar)
    before = await untold(bar)
    assert len(of_highlights(before)) == 1
    await Doorman(bar.store).hears(last)
    assert await untold(bar) == before


@pytest.mark.usefixtures("always_remarkable")
async def test_two_processes_that_hear_the_same_taps_tell_it_once(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    await play(bar, Doorman(bar.store))
    assert len(of_highlights(await untold(bar))) == 1


@pytest.mark.usefixtures("always_remarkable")
async def test_whoever_goes_on_after_a_crash_says_the_same_words(bar: Doorman) -> None:
    """The result was told, and its process died before the line below it; meanwhile the next game is dealt."""
    await bar.deals(ANA, BOB)
    await play(bar)
    before = await untold(bar)
    words = plain(await bar.night(), *of_highlights(before))
    result = next(at for at, fact in before if fact.kind == "GameEnded")
    assert await bar.store.note_news((await bar.night()).id, result + 1)
    await bar.taps(ANA, "deal:1:1")
    rest = await untold(bar)
    assert plain(await bar.night(), *of_highlights(rest)) == words != []


@pytest.mark.usefixtures("always_remarkable")
async def test_a_game_that_is_broken_off_has_no_story(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    for _ in range(4):
        person, data = moves(await bar.night())[0]
        await bar.taps(ANA if person == 1 else BOB, data.partition(":")[2])
    night = await bar.night()
    await bar.says(ANA, "/konec")
    await bar.taps(BOB, "end:yes")
    snapshot = await bar.store.snapshot(night.id)
    assert snapshot is not None
    assert snapshot.night.ended_at
    assert of_highlights(snapshot.news) == []


async def test_a_game_ends_also_where_nothing_can_be_told_of_it(bar: Doorman, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first moves were those of a release with other rules, say."""

    def refuse(*_: object) -> tuple[News, ...]:
        raise Refused(Refusal.ILLEGAL_CARD, "S3")

    monkeypatch.setattr(changes, "told_of", refuse)
    await bar.deals(ANA, BOB)
    with capture_logs() as logs:
        await play(bar)
    assert (await bar.night()).tables[0].result is not None
    assert [log["event"] for log in logs if log["log_level"] == "error"] == ["nothing told of a game"]


async def test_a_log_that_another_process_has_gone_on_writing_is_no_fault(
    bar: Doorman, always_remarkable: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have the end of the game already; then this process comes too late, and looks again."""
    read, late = Store.log, list[str]()

    async def younger(self: Store, night_id: str, last: int = 0) -> tuple[str, ...]:
        lines = await read(self, night_id, last)
        if late:
            return lines
        late.append(night_id)
        loaded = await self.load(night_id)
        assert loaded is not None
        await self.commit(Commit(night=loaded.night, expected=loaded.version))
        return (*lines, lines[-1])

    monkeypatch.setattr(Store, "log", younger)
    await bar.deals(ANA, BOB)
    with capture_logs() as logs:
        await play(bar)
    assert late
    assert (await bar.night()).tables[0].result is not None
    assert [log["event"] for log in logs if log["log_level"] == "error"] == []


async def test_a_log_can_be_read_from_its_end(bar: Doorman) -> None:
    await bar.deals(ANA, BOB)
    await play(bar)
    night = await bar.night()
    log = await bar.store.log(night.id)
    assert (await bar.store.log(night.id, 2), await bar.store.log(night.id, 10_000)) == (log[-2:], log)
