"""The winner's way to a rule: what is listed is told apart and read in full, and a step back is one step (N17, P27)."""

from dataclasses import replace

import pytest

from core.night.house import MOST_EFFECTS, built_in
from core.night.intents import MakeRule, Making
from core.night.rules import HouseRule, Page, Proposal
from tests.core.nights import Evening
from tests.tgbot.test_house_trials import asked, make
from tgbot.buttons import intent_of
from tgbot.inbound import Sender, Tapped
from tgbot.screens import Screen
from tgbot.taps import parse
from tgbot.views.frame import frame
from tgbot.views.hand import hand_screen
from tgbot.words import LANGUAGES

BUILT_IN = {"cs": "(vestavěné pravidlo)", "en": "(built-in)"}
TENS = HouseRule(id="h1", author=1, by="Ana", when="T*", effects=("all drink 10", "say <Na zdraví>"))


def page(evening: Evening, language: str = "cs") -> Screen:
    screen = hand_screen(frame(evening.night, language, "bot"), evening.night.people[0])
    assert screen is not None
    return screen


def back(evening: Evening) -> None:
    """The button at the bottom."""
    button = page(evening).keyboard[-1][0]
    assert button.text == "↩️ Zpět"
    ana = Sender(id=1, name="Ana", language="cs")
    wish = intent_of(Tapped(sender=ana, query="", tap=parse(button.data or ""), chat=1, message=1))
    assert wish is not None
    evening.wants(wish)


def proposal(evening: Evening) -> Proposal:
    assert evening.table.proposal is not None
    return evening.table.proposal


STEPS = (
    make(Making.PAGE, Page.RANK),
    make(Making.RANK, "T"),
    make(Making.SUIT, "h"),
    make(Making.EFFECT, "next draws"),
    make(Making.ARGUMENT, "2"),
    make(Making.MORE),
    make(Making.EFFECT, "reverse"),
)


def test_n17_back_is_one_step_and_throws_nothing_else_away() -> None:
    evening, pages = asked(), []
    for step in STEPS:
        evening.wants(step)
        pages.append(proposal(evening))
    back(evening)
    assert proposal(evening) == pages[-2], "the second effect is chosen once more"
    back(evening)
    assert proposal(evening) == pages[-3], "the rule with its first one"
    back(evening)
    assert proposal(evening) == pages[2], "which effect"
    for before in (pages[1], pages[0]):
        back(evening)
        assert proposal(evening).page is before.page
    back(evening)
    assert proposal(evening).page is Page.START


@pytest.mark.parametrize(
    "steps, before",
    [
        ((make(Making.PAGE, Page.CATALOGUE), make(Making.USE, "eight")), Page.CATALOGUE),
        ((make(Making.PAGE, Page.CANCEL), make(Making.DROP, "#h1")), Page.CANCEL),
        ((make(Making.PAGE, Page.CANCEL), make(Making.DROP, "nine")), Page.CANCEL),
    ],
)
def test_n17_back_from_a_rule_of_a_list_is_that_list(steps: tuple[MakeRule, ...], before: Page) -> None:
    evening = without_eight()
    for step in steps:
        evening.wants(step)
    back(evening)
    assert proposal(evening) == replace(proposal(asked()), page=before)


def without_eight() -> Evening:
    """The eight of the game is off, and the house has a rule about tens."""
    evening = asked(rules=(TENS,))
    options = dict(dict(evening.table.options)["prsi"]) | {"rules": ("seven", "nine", "ten", "king", "last", "prsi")}
    table = replace(evening.table, options=(("prsi", tuple(sorted(options.items()))),))
    evening.night = replace(evening.night, tables=(table,))
    return evening


@pytest.mark.parametrize("which", [Page.CATALOGUE, Page.CANCEL])
@pytest.mark.parametrize("language", LANGUAGES)
def test_p27_every_rule_of_a_list_has_its_number_and_no_two_are_called_alike(which: Page, language: str) -> None:
    evening = without_eight()
    evening.wants(make(Making.PAGE, which))
    screen = page(evening, language)
    listed = screen.text.split("\n")[1:]
    numbers = [button.text for row in screen.keyboard[:-1] for button in row]
    assert [line.partition(".")[0] for line in listed] == numbers
    names = [line.partition(". ")[2] for line in listed]
    assert len(set(names)) == len(names)
    of_the_game = built_in(evening.table, in_use=which is Page.CANCEL)
    assert len([name for name in names if BUILT_IN[language] in name]) == len(of_the_game)


def test_n17_a_rule_that_is_full_says_so() -> None:
    evening = asked(page=Page.EFFECT)
    for number in range(MOST_EFFECTS):
        if number:
            assert "Víc se do jednoho pravidla nevejde." not in page(evening).text
            evening.wants(make(Making.MORE))
        evening.wants(make(Making.EFFECT, "reverse"))
    assert "Víc se do jednoho pravidla nevejde." in page(evening).text
    assert "➕ A ještě něco" not in str(page(evening).keyboard)
