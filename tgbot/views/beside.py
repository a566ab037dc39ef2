"""Who is at a table and does not play: they sit out, come with the next game, or wait for a seat (N1, N2, N15a)."""

from collections.abc import Iterable

from core.ledger import PersonId
from core.night import Table
from core.night.people import place_in_queue, resting
from tgbot.views.frame import Frame, marks
from tgbot.views.names import in_a_row
from tgbot.words import Words


def beside_the_game(frame: Frame, table: Table) -> list[str]:
    """Who sits or waits at the table and does not play: the next game they are in, their seat is kept, or there is none
    (N1, N2, N15a)."""
    words, sits_out = frame.words, resting(frame.night, table)
    promised = tuple(one for one in table.queue if not place_in_queue(table, one))
    waiting = tuple(one for one in table.queue if one not in promised)
    lines = [
        (sits_out, words("💤 Sitting out, seat kept: {names}", names=marked(frame, sits_out))),
        (promised, words("<i>In for the next game: {names}</i>", names=marked(frame, promised))),
        (waiting, words("Waiting for a seat: {names}", names=marked(frame, waiting))),
    ]
    if any(person.reachable is False for person in map(frame.night.person, table.queue) if person is not None):
        lines.append((table.queue, to_the_cards(words)))
    return [line for people, line in lines if people]


def marked(frame: Frame, people: Iterable[PersonId]) -> str:
    """Names with their marks: the hat is beside a name also where its bearer does not play (N15a)."""
    there = (person for one in people if (person := frame.night.person(one)) is not None)
    return in_a_row(frame.words, [frame.names[person.id] + marks(frame, person) for person in there])


def to_the_cards(words: Words) -> str:
    """How those whom the bot cannot write to come to their cards."""
    return words("📵 Tap <i>My cards</i> and press Start: that's where your cards will be.")
