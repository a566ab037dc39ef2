"""A limit of one's own is nobody else's business: what others read is the same with it and without (N13)."""

import pytest

from core.ledger import Drink
from tests.core.test_night_care import SPIRIT, limits
from tests.core.test_night_stock import ANA, dry
from tgbot.views.board import entry_words
from tgbot.views.care import limit_lines
from tgbot.views.frame import frame


@pytest.mark.parametrize("limit", [0, 1])
def test_n13_what_others_see_of_a_dose_is_the_same_whatever_limit_somebody_has_set(limit: int) -> None:
    evening = dry(Drink(name="spirit", ml=1000, abv=960, halves=8))
    limits(evening, "Ana", limit)
    evening.does("Ana draw", "Bob draw", "Ana draw")
    assert [entry.ml for entry in evening.entries] == [40, 40, 40]
    assert [entry.ethanol > 0 for entry in evening.entries if entry.person == ANA] == [not limit] * 2
    group = frame(evening.night, "cs", "bot")
    assert {entry_words(group, entry).split(": ")[1].split(" · ")[0] for entry in evening.entries} == {
        "40 ml, není co líznout (S5) 🥃"
    }


def test_n13_whoever_reaches_their_limit_is_told_and_nobody_else() -> None:
    evening = dry(SPIRIT)
    limits(evening, "Ana", 1)
    evening.does("Ana draw", "Bob draw")
    assert not limit_lines(frame(evening.night, "en", "bot"), evening.person("Ana"))
    evening.does("Ana draw")
    (line,) = limit_lines(frame(evening.night, "en", "bot"), evening.person("Ana"))
    assert line.startswith("🧃 Your own limit")
    assert not limit_lines(frame(evening.night, "en", "bot"), evening.person("Bob"))
