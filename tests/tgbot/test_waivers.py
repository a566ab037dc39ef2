"""Whose bottle can be waived with a tap below which table (N3, N5)."""

from dataclasses import replace

from core.night import Custom
from tests.core.nights import Evening
from tests.core.test_night_farewell import custom
from tests.core.test_night_stock import RUM, puts
from tgbot.views.farewell import waiver_rows
from tgbot.views.frame import frame


def test_n05_n03_a_bottle_is_waived_at_the_table_of_whoever_takes_it_and_of_three_people_at_most() -> None:
    evening = Evening("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil")
    puts(evening, RUM)
    custom(evening, Custom.EXIT_BOTTLE)
    for name in ("Bob", "Cyr", "Dan", "Eva"):
        evening.leaves(name)
    seen = frame(evening.night, "cs", "bot")
    assert [row[0].text for row in waiver_rows(seen, evening.table)] == [
        f"🙏 {name} odejde bez lahve" for name in ("Bob", "Cyr", "Dan")
    ]
    other = replace(evening.table, id=2, seats=(4, 5))
    evening.night = replace(evening.night, tables=(replace(evening.table, seats=(1, 2, 3)), other))
    seen = frame(evening.night, "cs", "bot")
    assert [row[0].text for row in waiver_rows(seen, other)] == ["🙏 Dan odejde bez lahve", "🙏 Eva odejde bez lahve"]
