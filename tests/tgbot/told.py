"""What the group reads of news, line by line."""

from core.night import News, Night, Person
from tests.tgbot.updates import BOT
from tgbot.views import announcement

NIGHT = Night(
    id="abcdefghij",
    chat=-1,
    topic=None,
    title="U Kalicha",
    language="cs",
    opened_at=0,
    people=(Person(id=1, name="Ana"), Person(id=2, name="Bob")),
)
"""Two people, and nothing has happened yet."""


def told(*news: News, night: Night = NIGHT) -> list[str]:
    """The lines of the one message for all of it; none where none is sent."""
    screen = announcement(night, news, BOT)
    return [] if screen is None else screen.text.split("\n")
