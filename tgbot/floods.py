"""Who may be heard: one person, or one table, that sends too much is not, before anything is loaded for them."""

from tgbot.inbound import Added, Command, Heard, Nameless, Reachability, Tapped, Text
from tgbot.metrics import FLOODS
from tgbot.spelling import command_called
from tgbot.store import Admission, Connection, Floodgate

AT_ONCE = 5
"""Seconds' worth that may come at once: a hand of cards tapped through as fast as fingers are."""
TABLE = 10
"""So many times as much as from a person may come from all the people of a table together."""
PAPERS = ("mojedata", "zaznam")
"""Commands that read the logs of whole nights, and upload files: of these somebody may give a few in a row."""
PAPERS_PER_SECOND, PAPERS_AT_ONCE = 0.1, 3


class Floods:
    """The limits of people, and of tables for taps; updates that no person sends go through."""

    def __init__(self, connection: Connection, per_second: float) -> None:
        self._people = Floodgate(connection, "person", per_second, round(AT_ONCE * per_second))
        self._papers = Floodgate(connection, "papers", PAPERS_PER_SECOND, PAPERS_AT_ONCE)
        self._tables = Floodgate(connection, "table", TABLE * per_second, round(AT_ONCE * TABLE * per_second))

    async def admit(self, heard: Heard) -> Admission:
        """Whether to do what an update wants. Unavailable when only Redis could say so."""
        source = _source(heard)
        admission = Admission.FREE if source is None else await self._people.admit(source)
        if admission is Admission.FREE and source is not None and wants_papers(heard):
            admission = await self._papers.admit(source)
        if admission is not Admission.FREE:
            FLOODS.labels("person").inc()
        elif isinstance(heard, Tapped) and heard.tap is not None:
            admission = await self._tables.admit(heard.tap.night)
            if admission is not Admission.FREE:
                FLOODS.labels("table").inc()
        return admission


def wants_papers(heard: Heard) -> bool:
    """Whether an update asks for files, by a command or in words."""
    match heard:
        case Command(name=name):
            return name in PAPERS
        case Text(private=True, text=text):
            return command_called(text) in PAPERS
    return False


async def everybody(heard: Heard) -> Admission:
    """No limits at all."""
    return Admission.FREE


def _source(heard: Heard) -> int | None:
    """Who sends it: a person, or the group in whose name somebody speaks; None for Telegram itself."""
    match heard:
        case Command() | Tapped() | Text() | Reachability() | Added():
            return heard.sender.id
        case Nameless():
            return heard.chat
    return None
