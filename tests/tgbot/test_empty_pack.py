"""Where there is less to draw than is due, the button says what will come of it (S5, S14, P3)."""

import re
from random import Random

import pytest

from core.akcni.events import MistakeMade, OpenCardsDrawn
from core.games import GAMES
from core.night import Night, step
from core.night import intents as want
from core.night.slips import SLIP
from core.prsi.events import CardsDrawn
from tests.core.nights import NAMES, Evening, Options
from tgbot.screens import Screen
from tgbot.views.frame import frame
from tgbot.views.hand import hand_screen

PLAYED: tuple[tuple[str, Options], ...] = (
    ("smidary", {}),
    ("smidary", {"added_value": "with_cards"}),
    ("prsi", {"supervision": "strict"}),
    ("prsi", {"supervision": "pub"}),
)


def hand_of(night: Night, person: int) -> Screen:
    screen = hand_screen(frame(night, "cs", "bot"), night.people[person - 1])
    assert screen is not None
    return screen


def emptied(evening: Evening, left: int) -> None:
    """All but so many cards of the pack are in the first hand, and but one of the pile."""
    state = evening.round.state
    hands = ((*state.hands[0], *state.draw[left:], *state.pile[:-1]), *state.hands[1:])
    evening.changes(hands=hands, draw=state.draw[:left], pile=state.pile[-1:])


@pytest.mark.parametrize("left", [0, 1, 2, 9])
@pytest.mark.parametrize("game, options", PLAYED)
def test_s05_the_button_says_how_many_cards_and_ml_drawing_is(game: str, options: Options, left: int) -> None:
    seen: set[str] = set()
    for seed in range(12):
        evening, random = Evening(*NAMES[:4], game=game, seed=seed, options=options), Random(seed)
        evening.deals("Ana")
        emptied(evening, left)
        for _ in range(6):
            round_ = evening.table.round
            if round_ is None:
                break
            plays = GAMES[game]
            for seat in plays.actors(round_.state):
                person = round_.players[seat]
                screen = hand_of(evening.night, person)
                for button in (button for row in screen.keyboard for button in row):
                    if button.data is not None and button.data.endswith(":draw"):
                        seen.add(button.text)
                        is_what_it_says(evening, person, button.text)
                        says_that_it_is_empty(screen)
            seat = random.choice(plays.actors(round_.state))
            legal = [plays.format_action(action) for action in plays.legal(round_.state, seat)]
            words = random.choice([one for one in legal if one.startswith("play")] or legal)
            ply = round_.state.ply
            evening.wants(want.Act(person=round_.players[seat], table=1, game=round_.number, ply=ply, action=words))
            evening.passes(SLIP / 1000)
    if not left:
        assert any("Není co líznout" in label for label in seen)


def is_what_it_says(evening: Evening, person: int, label: str) -> None:
    round_ = evening.round
    act = want.Act(person=person, table=1, game=round_.number, ply=round_.state.ply, action="draw")
    before = evening.night.books.owed(person)
    done = step(evening.night, act, evening.now + 100, Random(0))
    own = [event for event in done.events if getattr(event, "seat", None) == round_.seat(person)]
    drawn = sum(event.count for event in own if isinstance(event, CardsDrawn | OpenCardsDrawn))
    ml = done.night.books.owed(person) - before
    number, costs = re.search(r"Líznout (\d+)", label), re.search(r"(\d+) ml", label)
    if any(isinstance(event, MistakeMade) for event in done.events):
        return  # in the pub drawing may be wrong, and nothing is hinted at
    assert drawn == (int(number[1]) if number else 0), label
    assert ml == (int(costs[1]) if costs else 0), label
    assert ("Není co líznout" in label) == (not drawn), label


def says_that_it_is_empty(screen: Screen) -> None:
    labels = [button.text for row in screen.keyboard for button in row]
    if any("Není co líznout" in label for label in labels):
        assert "Balíček je prázdný" in screen.text
