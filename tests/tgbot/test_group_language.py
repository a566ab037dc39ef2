"""What everybody in a group reads is in the group's language, whoever has caused it."""

import re

import pytest

from tests.tgbot.tapping import in_language
from tests.tgbot.updates import Doorman, user
from tgbot.spelling import COMMANDS
from tgbot.words import LANGUAGES

BOB = user(2, "Bob")


COMMANDS_IN_A_GROUP = (
    *COMMANDS,
    *("zasoby rum", "zasoby rum 0.7 150", "zaznam 7", "spor ano?", "odejit", "konec", "hra"),
    *("jazyk", "mojedata", "smazat"),
)


@pytest.mark.parametrize("open_night", [True, False], ids=["at a table", "before a night"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_all_read_is_in_the_groups_language_whoever_gives_the_command(
    bar: Doorman, language: str, open_night: bool
) -> None:
    other = "cs" if language == "en" else "en"
    ana, eve = user(1, "Ana", other), user(9, "Eve", other)
    await bar.says(ana, f"/jazyk {language}")
    if open_night:
        await bar.deals(ana, BOB)
        await bar.plays(ana, BOB)
    read = 0
    for command in COMMANDS_IN_A_GROUP:
        if command == "hra" and not open_night:
            continue
        for person in (eve, ana):
            said_aloud = await bar.says(person, f"/{command}")
            captions = [str(file.get("caption", "")) for file in bar.files]
            read += bool(said_aloud)
            for text in (said_aloud, *captions):
                assert in_language(without_names(text), language), (command, text)
    assert read > 15


def without_names(text: str) -> str:
    """What is called the same in both languages left out."""
    return re.sub("Štamgast|(Smidarské|Akční) prší|Vrchní píč|Arcipíč|<[^>]*>|Čeština", "", text)


@pytest.mark.parametrize("name", ["jazyk", "language", "lang", "english"])
async def test_who_asks_for_a_language_in_the_group_is_told_there_how_to_choose_it(bar: Doorman, name: str) -> None:
    ana = user(1, "Ana", "cs")
    await bar.seats(ana, BOB)
    told = await bar.says(ana, f"/{name}")
    assert "/jazyk english" in told
    assert await bar.says(ana, "/jazyk english") == "🗣 I'll speak English in this group."
