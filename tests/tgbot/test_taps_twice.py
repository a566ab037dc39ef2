"""A finger that taps twice has not made a mistake: it is told that it is done, and not why it cannot be done again."""

import pytest

from core.night import Night
from tests.tgbot.tapping import ANA, BOB, CYRIL, PEOPLE, press, with_debts
from tests.tgbot.updates import Doorman, moves
from tgbot.views import texts
from tgbot.wishes import DoneTaps
from tgbot.words import speak

DONE = "Už je to. 👍"
TAPS = ("deal:1:0", "act", "drunk:1", "drunk:oldest", "unwell", "end:yes", "fix:1")
"""What is tapped, by what follows the night in its data; "act": whatever goes in the game."""


async def ready_for(bar: Doorman, rest: str) -> tuple[int, str]:
    """A night in which this can be tapped; by whom, and the whole data."""
    await (bar.seats if rest == "deal:1:0" else bar.deals)(*PEOPLE)
    if rest == "act":
        return next(move for move in moves(await bar.night()) if ":act:" in move[1])
    if rest.startswith(("drunk", "fix")):
        night: Night = with_debts(await bar.night(), 1)
        await bar.becomes(night)
    if rest == "end:yes":
        await bar.says(BOB, "/konec")
    return 1, f"{(await bar.night()).id}:{rest}"


@pytest.mark.parametrize("rest", TAPS)
async def test_the_second_tap_on_a_button_is_told_that_it_is_done(bar: Doorman, rest: str) -> None:
    who, data = await ready_for(bar, rest)
    person = next(one for one in PEOPLE if one["id"] == who)
    first = await press(bar, person, data)
    assert first != DONE
    known = await bar.store.load(data.partition(":")[0])
    second = await press(bar, person, data)
    after = await bar.store.load(data.partition(":")[0])
    assert known is not None
    assert after is not None
    assert after.night == known.night
    assert second in (speak("en")("Already done. 👍"), DONE)


@pytest.mark.parametrize("seconds", [0.0, 60.0])
async def test_an_old_button_is_old_to_others_and_after_a_while(
    bar: Doorman, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(DoneTaps, "SECONDS", seconds)
    who, data = await ready_for(bar, "act")
    person = next(one for one in PEOPLE if one["id"] == who)
    await press(bar, person, data)
    other = ANA if person is CYRIL else CYRIL
    assert await press(bar, other, data) == texts.old_button(speak("cs"))
    if not seconds:
        language = "en" if person is BOB else "cs"
        assert await press(bar, person, data) == texts.old_button(speak(language))
