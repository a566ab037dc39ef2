"""The options of the next game on a phone, and what the pack holds of them (N16, P1, S1)."""

import pytest

from core.games import GAMES
from core.night import Night, Person, Table
from tests.tgbot.updates import Doorman, user
from tgbot.views import screens
from tgbot.views.frame import frame
from tgbot.views.hand import hand_screen
from tgbot.words import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_n16_the_options_stand_in_few_rows_and_numbers_go_down_as_well(
    bar: Doorman, game: str, language: str
) -> None:
    ana = user(1, "Ana", language)
    await bar.seats(ana)
    await bar.taps(ana, "menu:settings")
    await bar.taps(ana, f"pick:1:{game}")
    night = await bar.night()
    screen = hand_screen(frame(night, language, "bot"), night.people[0])
    assert screen is not None
    assert len(screen.keyboard) <= 17
    minus = next((row for row in screen.keyboard if [button.text for button in row][1:] == ["−"]), None)
    if minus is None:
        assert game == "shithead"
        return
    assert minus[1].data is not None
    await bar.taps(ana, minus[1].data.partition(":")[2])
    after = await bar.night()
    assert dict(dict(after.tables[0].options)[game]) == {"prsi": {"closed": 4}, "smidary": {"deal": 4}}[game]


@pytest.mark.parametrize("people, says", [(5, False), (7, True)])
def test_p01_the_lobby_says_when_the_pack_holds_fewer_cards_than_were_chosen(people: int, says: bool) -> None:
    names = tuple(Person(id=one, name=f"Host {one}") for one in range(1, people + 1))
    table = Table(id=1, game="prsi", seats=tuple(range(1, people + 1)))
    night = Night(
        id="n", chat=-1, topic=None, title="U Kalicha", language="cs", opened_at=0, people=names, tables=(table,)
    )
    lobby = next(screen.text for slot, screen in screens(night, "bot").items() if slot.chat == -1)
    assert ("V 7 lidech na to balíček stačí jen takhle: karet do ruky: 4" in lobby) == says
