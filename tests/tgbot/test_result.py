"""What each of them reads in private when a game is over: their own result first (S11, P22, H14)."""

from dataclasses import replace

import pytest

from core.night import Custom
from tests.core.nights import NAMES, Evening, Options
from tgbot.views.frame import frame
from tgbot.views.hand import hand_screen
from tgbot.words import LANGUAGES

GAMES: dict[str, tuple[str, int, Options]] = {
    "smidary": ("smidary", 4, {}),
    "two": ("smidary", 2, {}),
    "western": ("smidary", 2, {"variant": "western"}),
    "prsi": ("prsi", 4, {"supervision": "strict"}),
    "shithead": ("shithead", 3, {}),
    "forfeit": ("shithead", 3, {"forfeit_ml": 40}),
}


def first_line(evening: Evening, place: int, language: str = "cs") -> str:
    screen = hand_screen(frame(evening.night, language, "bot"), evening.night.people[place])
    assert screen is not None
    return screen.text.split("\n")[0]


@pytest.mark.parametrize("kind", GAMES)
def test_the_first_line_is_ones_own_place_title_and_ml(kind: str) -> None:
    game, people, options = GAMES[kind]
    heard: set[str] = set()
    evening = Evening(*NAMES[:people], game=game, options=options)
    for number in range(1, 7):
        evening.deals("Ana")
        evening.plays_to_the_end()
        result = evening.table.result
        assert result is not None
        for place, person in enumerate(evening.night.people):
            seat = result.players.index(person.id)
            line = first_line(evening, place)
            assert ("Příště rozdáváš ty." in line) == (evening.table.dealer == person.id)
            assert ("Výhra je tvoje" in line) == (result.outcome.places[0] == seat)
            assert any(title in line for title in LOST) == (result.outcome.loser == seat), line
            owed = [
                entry
                for entry in evening.entries
                if entry.person == person.id and entry.game == number and entry.rule in ("S11", "H14")
            ]
            ml = sum(entry.ml for entry in owed)
            assert (f"{ml} ml" in line) == bool(ml), line
            assert first_line(evening, place) == line
            assert first_line(evening, place, "en") != line
            heard.add(line)
    assert len(heard) > people


LOST = ("Vrchní píč", "Arcipíč", "Poslední místo", "Shithead jsi ty")


@pytest.mark.parametrize("language", LANGUAGES)
def test_s11_the_arcipic_reads_of_the_hat_and_by_when(language: str) -> None:
    for seed in range(200):
        evening = Evening(*NAMES[:3], seed=seed)
        evening.deals("Ana")
        evening.plays_to_the_end()
        wearer = next((place for place, person in enumerate(evening.night.people) if person.hat), None)
        if wearer is None:
            continue
        screen = hand_screen(frame(evening.night, language, "bot"), evening.night.people[wearer])
        assert screen is not None
        assert screen.text.startswith("🎓")
        assert screen.text.count("160 ml") == 1
        evening.drinks_up(NAMES[wearer], everything=True)
        assert "160" not in first_line(evening, wearer, language)
        return
    pytest.fail("nobody has lost so high")


def test_n15_clean_names_hold_here_too() -> None:
    evening = Evening(*NAMES[:3])
    evening.night = replace(evening.night, tables=(replace(evening.table, customs=(Custom.CLEAN_NAMES,)),))
    evening.deals("Ana")
    evening.plays_to_the_end()
    assert not any("píč" in first_line(evening, place) for place in range(3))


def test_it_is_gone_with_the_next_deal_and_nothing_to_whoever_came_later() -> None:
    evening = Evening(*NAMES[:3])
    evening.deals("Ana")
    evening.plays_to_the_end()
    evening.joins("Dan")
    assert first_line(evening, 3).startswith("🍺")
    evening.deals("Ana")
    assert not any(first_line(evening, place).startswith(("🏆", "💩", "🥈")) for place in range(3))


@pytest.mark.parametrize(
    "game, people, options", [("prsi", 7, {"supervision": "strict"}), ("smidary", 7, {}), ("shithead", 5, {})]
)
def test_no_two_of_one_game_read_the_same_joke(game: str, people: int, options: Options) -> None:
    for number in range(2):
        evening = Evening(*NAMES[:people], game=game, options=options, seed=number)
        evening.deals("Ana")
        evening.plays_to_the_end()
        jokes = [first_line(evening, place).split("</b>")[1].split(" Příště")[0] for place in range(people)]
        assert len(set(jokes)) == people, jokes
