"""No two buttons of one screen look alike (N8, P27)."""

from dataclasses import replace

from core.ledger import Entry, EntryKind
from core.night import Menu
from core.night.tally import written
from tests.core.nights import Evening
from tgbot.views.frame import frame
from tgbot.views.hand import hand_screen


def test_n08_no_two_entries_to_correct_look_alike() -> None:
    debt = Entry(number=0, kind=EntryKind.ASSIGNED, person=1, ml=20, rule="P28", game=6, at=1_000)
    debts = [debt, replace(debt, game=7), replace(debt, game=7), replace(debt, game=7, ml=40)]
    night, _ = written(Evening("Ana", "Bob").night, debts)
    person = replace(night.people[1], menu=Menu.CORRECT, reachable=True)
    night = replace(night, people=(night.people[0], person))
    screen = hand_screen(frame(night, "cs", "bot"), person)
    assert screen is not None
    labels = [row[0].text.split(" · ", 2)[2:] for row in screen.keyboard[:-1]]
    assert labels == [[], ["7. hra #2"], ["7. hra"], ["6. hra"]]
    assert len({row[0].text for row in screen.keyboard}) == 5
