"""Who deals next is what the group read last of it (N6)."""

import re
from collections.abc import Sequence
from random import Random

import pytest

from core.games import GAMES
from core.night import Declined, News, Night, step
from core.night import intents as want
from core.night.person import is_bot
from tests.core.nights import OPENED, Evening, move, playing
from tests.core.wishes import opened
from tests.tgbot.updates import BOT
from tgbot.views.announcement import announcement

EVENINGS, WISHES = 12, 250
NAME = r"<i>Příště rozdává (?:a další rundu nese )?(.*?)\.(?: \(H14\))?</i>"


def told(night: Night, news: Sequence[News]) -> list[str]:
    screen = announcement(night, news, BOT)
    return re.findall(NAME, screen.text) if screen else []


def somebody(night: Night, random: Random) -> want.Intent:
    """People who come and go, and deal when nobody plays."""
    person = random.choice([person for person in night.people if not is_bot(person.id)])
    table = night.tables[0]
    if table.round is None and random.random() < 0.3:
        return want.Deal(person=person.id, table=1, after=table.latest)
    kinds = (want.Leave, want.Unwell)
    if random.random() < 0.5:
        return want.Join(person=person.id, name=person.name)
    return random.choice(kinds)(person=person.id)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_n06_whoever_the_group_read_deals_next_does(game: str) -> None:
    ends = 0
    for seed in range(EVENINGS):
        random = Random(seed)
        night, now, said = opened(game, random.randrange(3, 6), random).night, OPENED + 1_000, ""
        for _ in range(WISHES):
            round_, now = night.tables[0].round, now + 500
            wish = move(night, round_, random) if round_ and random.random() < 0.95 else somebody(night, random)
            try:
                done = step(night, wish, now, random)
            except Declined as why:
                night = why.night or night
                continue
            night = done.night
            if names := told(night, done.news):
                said, ends = names[-1], ends + 1
            table = night.tables[0]
            if said and table.round is None and table.dealer is not None:
                dealer = night.person(table.dealer)
                assert dealer is not None
                assert said == dealer.name, (seed, done.news)
            if table.round is not None:
                said = ""
    assert ends


def test_n06_who_leaves_after_the_game_is_not_said_to_deal() -> None:
    evening = playing("9h", "9b Tb", "8l Tl", pile="Kh", draw="9a Ta Ka 9l")
    for name in ("Bob", "Cyr"):
        evening.leaves(name)
    texts = ended(evening)
    assert re.findall(NAME, texts) == ["Ana"]
    assert "🚪 <b>Bob</b> jde domů." in texts


def ended(evening: Evening) -> str:
    """Play to the end; what the group reads of it."""
    while evening.table.round is not None:
        evening.wants(move(evening.night, evening.round, evening.random))
    screen = announcement(evening.night, evening.news, BOT)
    assert screen is not None
    return screen.text
