"""Taps that should change nothing: old ones, other people's, forged ones, twice, at once, too late."""

from random import Random

import pytest

from core.games import GAMES
from core.night import Decline, Declined, Night
from core.night.intents import ShowHand
from core.night.slips import is_timeless
from tests.pub import Pub
from tests.tgbot.tapping import (
    ANA,
    BOB,
    CYRIL,
    DAN,
    EVE,
    OVER,
    PEOPLE,
    choose,
    essence,
    in_language,
    play_on,
    press,
    refuses,
)
from tests.tgbot.updates import BOT, Doorman, Json, buttons_of, group, moves, private, tapped, user
from tgbot.offers import is_numberless
from tgbot.store import Store
from tgbot.taps import Kind, Tap, parse
from tgbot.views import frame, texts
from tgbot.views.answers import declined
from tgbot.views.registry import GAME_WORDS
from tgbot.wishes import DoneTaps
from tgbot.words import speak

pytestmark = pytest.mark.usefixtures("no_faults")


async def everything_shown(bar: Doorman) -> set[tuple[int, str]]:
    """All buttons that stand on screens now, with who sees them; those of the group are seen by everybody."""
    night = await bar.night()
    own = {(person.id, b.data) for person in night.people for b in buttons_of(night, person.id) if b.data}
    table = {(person.id, b.data) for person in night.people for b in buttons_of(night, night.chat) if b.data}
    return own | table


# Old buttons


@pytest.mark.parametrize("game", GAME_WORDS)
async def test_buttons_of_all_past_messages_change_nothing_in_a_game_and_after_it(bar: Doorman, game: str) -> None:
    rng = Random(5)
    await bar.seats(*PEOPLE)
    if (await bar.night()).tables[0].game != game:
        await choose(bar, ANA, Kind.PICK, game)
    await bar.taps(ANA, "deal:1:0")
    past: set[tuple[int, str]] = set()
    for move in range(24):
        past |= await everything_shown(bar)
        if move == 9:
            await old_ones_are_refused(bar, past)
        assert await play_on(bar, rng)
    for person in (ANA, BOB):
        await bar.taps(person, "unwell")
    assert (await bar.night()).tables[0].round is None
    await old_ones_are_refused(bar, past)


async def old_ones_are_refused(bar: Doorman, past: set[tuple[int, str]]) -> None:
    """All buttons that are not on any screen now are pressed by those who have seen them."""
    old = past - await everything_shown(bar)
    assert len(old) > 20
    for who, data in sorted(old):
        await refuses_or_repeats(bar, who, data)


async def refuses_or_repeats(bar: Doorman, who: int, data: str) -> None:
    """A button that is not for this person now is refused; one that closes or opens a menu may do that again."""
    night = await bar.night()
    opened_meanwhile = data in {button.data for button in buttons_of(night, who)}
    is_own_move = night.tables[0].round is not None and (who, data) in moves(night)
    # Some words can be said whatever the table was asked since (S10, P25).
    verb = data.rpartition(":")[2].split(" ")[0]
    is_said_at_any_time = parse(data).kind is Kind.ACT and any(is_timeless(game, verb) for game in GAMES.values())
    if opened_meanwhile or is_own_move or is_said_at_any_time or await is_own_debt(bar, who, data):
        return
    person = next(person for person in (*PEOPLE, DAN) if person["id"] == who)
    before = essence(await bar.night())
    text = await press(bar, person, data)
    assert essence(await bar.night()) == before, data
    assert text or parse(data).kind is Kind.MENU, data


async def is_own_debt(bar: Doorman, who: int, data: str) -> bool:
    """Whether the button settles what this person still owes, which it does from any message (N9)."""
    tap, owed = parse(data), (await bar.night()).books.debts(who)
    return tap.kind is Kind.DRUNK and any(tap.arguments[0] in (str(debt.number), "all", "oldest") for debt in owed)


NAMES_ITS_MATTER = {
    Kind.JOIN, Kind.DEAL, Kind.VOTE, Kind.MENU, Kind.DRUNK, Kind.ROUND, Kind.FIX, Kind.WAIVE, Kind.DRY,
    Kind.UNWELL, Kind.ANSWER, Kind.RULING, Kind.FORGET, Kind.BOARD, Kind.END,
}  # fmt: skip
"""What is the same wherever it is tapped: it names a game, an entry, a person, or is granted at any time (S30)."""


@pytest.mark.parametrize("game", GAME_WORDS)
async def test_on_a_replaced_private_screen_every_button_without_a_question_of_its_own_is_old(
    bar: Doorman, game: str
) -> None:
    await bar.seats(*PEOPLE)
    if (await bar.night()).tables[0].game != game:
        await choose(bar, ANA, Kind.PICK, game)
    seen: set[Kind] = set()
    for screen in ("", "menu:settings", "menu:bot", "menu:stock", "menu:drink", "menu:group", "menu:pause", "deal:1:0"):
        await bar.taps(ANA, screen or "menu")
        night = await bar.night()
        for button in buttons_of(night, ANA["id"]):
            tap = parse(button.data or "")
            if tap.kind in NAMES_ITS_MATTER or (tap.kind is Kind.ACT and (tap.arguments[2] != "0" or game != "prsi")):
                continue
            seen.add(tap.kind)
            bar.replaced = {78}
            told = await press(bar, ANA, tap.data, message={"message_id": 78, "chat": private(ANA), "date": 0})
            bar.replaced = set()
            assert told == texts.old_button(speak("cs")), tap.data
            assert await bar.night() == night, tap.data
    assert {Kind.OPTION, Kind.REST, Kind.LEAVE, Kind.STOCK, Kind.CARE} <= seen
    assert Kind.ACT in seen or game != "prsi"


@pytest.mark.parametrize("game", ["smidary", "shithead"])
async def test_the_first_question_of_a_game_is_answered_on_any_screen_that_asks_it(bar: Doorman, game: str) -> None:
    await bar.seats(*PEOPLE)
    if (await bar.night()).tables[0].game != game:
        await choose(bar, ANA, Kind.PICK, game)
    await bar.taps(ANA, "deal:1:0")
    night = await bar.night()
    player, data = moves(night)[0]
    assert ":act:1:1:0:" in data
    bar.replaced = {78}
    person = next(one for one in PEOPLE if one["id"] == player)
    await press(bar, person, data, message={"message_id": 78, "chat": private(person), "date": 0})
    assert await bar.night() != night


def test_every_kind_of_button_names_its_matter_or_is_old_on_a_replaced_screen() -> None:
    for kind in set(Kind) - NAMES_ITS_MATTER - {Kind.ACT}:
        assert is_numberless(Tap("n", kind)), kind
    assert is_numberless(Tap("n", Kind.ACT, ("1", "1", "0", "last")))
    assert not is_numberless(Tap("n", Kind.ACT, ("1", "1", "3", "draw")))


async def test_no_button_of_a_night_does_anything_after_its_end(bar: Doorman, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DoneTaps, "SECONDS", 0.0)
    await bar.deals(*PEOPLE)
    shown = await everything_shown(bar)
    night = await bar.night()
    await bar.taps(ANA, "unwell")
    await bar.whispers(ANA, "/start")
    await bar.says(BOB, "/konec")
    await press(bar, CYRIL, f"{night.id}:end:yes")
    loaded = await bar.store.load(night.id)
    assert loaded is not None
    assert loaded.night.ended_at
    for who, data in sorted(shown):
        for person in (user(who, language="en"), EVE):
            assert await press(bar, person, data) == OVER
    after = await bar.store.load(night.id)
    assert after is not None
    assert after.night == loaded.night


# Other people's buttons


@pytest.mark.parametrize("game", GAME_WORDS)
async def test_nobody_plays_with_other_peoples_buttons(bar: Doorman, game: str) -> None:
    rng = Random(11)
    await bar.seats(*PEOPLE)
    await bar.whispers(DAN, "/start")
    if (await bar.night()).tables[0].game != game:
        await choose(bar, ANA, Kind.PICK, game)
    await bar.taps(ANA, "deal:1:0")
    await bar.taps(DAN, "join:1")  # waits for the next game
    for move in range(13):
        if move % 6 == 0:
            await everybody_presses_everything(bar)
        if not await play_on(bar, rng):
            break


async def everybody_presses_everything(bar: Doorman) -> None:
    """Every button of one person's screen, pressed by all others who do not have it."""
    shown = await everything_shown(bar)
    for person in (*PEOPLE, DAN, EVE):
        mine = {data for who, data in shown if who == person["id"]}
        for data in sorted({data for _, data in shown} - mine):
            if parse(data).kind in (Kind.JOIN, Kind.BOARD):
                continue  # open to whoever stands at the table
            await refuses_or_repeats(bar, person["id"], data) if person is not EVE else await refuses(bar, EVE, data)


async def test_s3_other_peoples_cards_and_other_tables_cannot_be_played(bar: Doorman) -> None:
    await bar.deals(*PEOPLE)
    night = await bar.night()
    round_ = night.tables[0].round
    assert round_ is not None
    on_turn = GAMES[round_.game].actors(round_.state)[0]
    person = next(person for person in PEOPLE if person["id"] == round_.players[on_turn])
    for seat, hand in enumerate(round_.state.hands):
        if seat != on_turn:
            for card in hand:
                await refuses(bar, person, f"{night.id}:act:1:1:0:play {card}")
    for table, game, ply in ((2, 1, 0), (1, 2, 0), (1, 0, 0), (1, 1, 1), (0, 0, 0), (1, 1, 10**15)):
        await refuses(bar, person, f"{night.id}:act:{table}:{game}:{ply}:draw")


async def test_a_tap_from_one_group_changes_nothing_in_another(bar: Doorman, store: Store) -> None:
    other = Doorman(store, chat=group(-4002, "Jinde"))
    await bar.deals(*PEOPLE)
    await other.deals(BOB, CYRIL)
    before = essence(await other.night())
    here = (await bar.night()).id
    there = (await other.night()).id
    for who, data in sorted(await everything_shown(bar)):
        if who == ANA["id"] and parse(data).kind not in (Kind.JOIN, Kind.BOARD):
            await press(bar, ANA, data.replace(here, there))
    assert essence(await other.night()) == before


# Where a tap comes from


@pytest.mark.parametrize(
    "fields",
    [
        {"message": None},
        {"message": {"message_id": 5, "chat": group(), "date": 0}},
        {"message": {"message_id": 5, "chat": private(ANA), "date": 1_800_000_000, "text": "🃏"}},
        {"inline_message_id": "AAAA"},
        {"game_short_name": "chess"},
    ],
)
async def test_a_tap_counts_wherever_its_message_is(bar: Doorman, fields: Json) -> None:
    await bar.deals(*PEOPLE)
    who, data = moves(await bar.night())[0]
    await refuses(bar, user(9), data, **fields)
    assert await press(bar, user(who), data, **fields)
    assert len(await bar.store.log((await bar.night()).id)) == 2
    reply = await bar.hears(tapped(ANA, group(), None, **fields))
    assert reply["text"] == texts.unknown_button(speak("cs"))


async def test_every_forged_tap_over_the_wire_is_taken_and_answered(pub: Pub) -> None:
    """All at once, from everybody, without waiting: each update is answered with 200 and each tap gets its popup."""
    guests = await pub.deal("Ana", "Bob", "Cyril")
    night = await pub.night()
    rng = Random(2)
    real = [button["callback_data"] for guest in guests for button in guest.buttons(":")]
    everybody = [*guests, pub.guest("Dana"), pub.guest("Egon")]
    taps = []
    for _ in range(25):
        for guest in everybody:
            data = rng.choice(real)
            at = rng.randrange(len(data))
            forged = data[:at] + rng.choice(["", "9", ":", "💥", "0" * 30]) + data[at + rng.randrange(2) :]
            chat = pub.table if guest not in guests else guest.hand
            taps.append(guest.phone.taps_data(rng.choice([data, forged]) if guest not in guests else forged, chat))
    await pub.settled()
    assert {attempt.status for attempt in pub.telegram.delivery.attempts} == {200}
    answers = [pub.telegram.world.taps[tap.id].answer for tap in taps]
    assert all(answer is not None and len(answer.text) <= 200 for answer in answers)
    assert (await pub.night()).games == night.games


# Why not


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("reason", sorted(set(Decline) - {Decline.REFUSED}))
def test_every_reason_is_told_in_words_that_fit_a_popup(reason: Decline, language: str) -> None:
    night = Night(id="abcdefghij", chat=-1, topic=None, title="", language="cs", opened_at=0)
    told = declined(frame(night, language, BOT), ShowHand(person=1), Declined(reason)).text
    assert 0 < len(told) <= 200
    assert in_language(told, language)
