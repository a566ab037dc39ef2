"""A hand that somebody else has changed comes anew, with what has come from whom above it."""

from dataclasses import replace
from random import Random

import pytest

from core.games import GAMES
from core.night import Declined, Menu, Night
from core.night import intents as want
from core.night.rules import HouseRule
from tests.core.nights import NAMES, Evening, Options
from tgbot.screens import Screen
from tgbot.views.frame import frame
from tgbot.views.hand import hand_screen

TABLES: dict[str, tuple[str, Options]] = {
    "six": ("smidary", {"six": True, "cheating": "take_back", "deal": 4}),
    "cheats": ("smidary", {"six": True, "cheating": "drink"}),
    "exchange": ("prsi", {"supervision": "strict"}),
    "pub": ("prsi", {"supervision": "pub", "closed": 2}),
    "house": ("prsi", {"supervision": "strict", "growing": True}),
    "shithead": ("shithead", {}),
}
ABOUT = {"six": "Šestka", "cheats": "volá podvod", "exchange": "Měníme", "pub": "❌", "house": "kartu s pravidlem"}
"""What is told at these tables sooner or later."""
HOUSE = tuple(
    HouseRule(id=f"h{number}", author=1, by="Ana", when=f"{rank}*", effects=(effect,))
    for number, (rank, effect) in enumerate((("8", "all others draw 1"), ("9", "pass one card"), ("T", "next draws 2")))
)


def screens_of(night: Night) -> dict[int, Screen]:
    shown = {person.id: hand_screen(frame(night, "cs", "bot"), person) for person in night.people}
    return {person: screen for person, screen in shown.items() if screen is not None}


SAID = ("last", "prsi", "greet", "say")
"""What people forget."""


def acts(night: Night, random: Random) -> want.Act:
    """Mostly whoever is asked does something that may be done, cheating and mistakes included."""
    round_ = night.tables[0].round
    assert round_ is not None
    game = GAMES[round_.game]
    seats = game.actors(round_.state) if random.random() < 0.8 else range(len(round_.players))
    able = [(seat, game.format_action(action)) for seat in seats for action in game.legal(round_.state, seat)]
    able = [one for one in able if not one[1].startswith(SAID)] or able
    if not able:
        return acts(night, random)
    seat, words = random.choice(able)
    ply = round_.state.ply
    return want.Act(person=round_.players[seat], table=1, game=round_.number, ply=ply, action=words)


@pytest.mark.parametrize("table", TABLES)
def test_whose_hand_others_change_is_told_once_and_nobody_else(table: str) -> None:
    game, options = TABLES[table]
    told: set[str] = set()
    for seed in range(6):
        evening, random = Evening(*NAMES[:4], game=game, seed=seed, options=options), Random(seed)
        if table == "house":
            evening.night = replace(evening.night, tables=(replace(evening.table, house=HOUSE),))
        evening.deals("Ana")
        for _ in range(60):
            before, act = evening.night, acts(evening.night, random)
            try:
                evening.wants(act)
            except Declined:
                continue
            after = evening.night
            if after.tables[0].round is None:
                break
            told |= the_right_ones_are_told(before, after, act.person)
    wanted = ABOUT.get(table)
    assert not told if wanted is None else any(wanted in line for line in told), told


def the_right_ones_are_told(before: Night, after: Night, actor: int) -> set[str]:
    """The lines that they are told."""
    was, now = before.tables[0].round, after.tables[0].round
    assert was is not None
    assert now is not None
    earlier, later, lines = screens_of(before), screens_of(after), set()
    for seat, (one, other) in enumerate(zip(was.state.hands, now.state.hands, strict=True)):
        person = now.players[seat]
        news = [reason for reason in later[person].fresh if reason.startswith("h")]
        old = [reason for reason in earlier[person].fresh if reason.startswith("h")]
        if person == actor:
            assert news == []
        elif one == other:
            assert news == old
        else:
            assert len(news) == 1
            assert news != old
            line = later[person].text.split("\n")[0]
            assert "?" not in line, line
            lines.add(line)
            opened = replace(after, people=tuple(replace(each, menu=Menu.DRINK) for each in after.people))
            assert screens_of(opened)[person].text.startswith(line)
    return lines
