"""Two tables: the proposal, for everybody to see and for one to decide; which table something is about (N5)."""

from html import unescape

from core.ledger import PersonId
from core.night import Menu, News, Person, Table
from core.night.split import may_join
from tgbot.screens import Button, Rows, Screen, Style
from tgbot.taps import Kind
from tgbot.views.frame import Frame, in_rows
from tgbot.views.names import in_a_row
from tgbot.words import Words


def table_name(frame: Frame, table: int) -> str:
    """Which of two tables it is, empty where there is only one."""
    return frame.words("Table {n}", n=table) if len(frame.night.tables) > 1 and table else ""


def table_line(frame: Frame, table: int) -> tuple[str, ...]:
    """The same as a line of its own."""
    name = table_name(frame, table)
    return (f"<b>{name}</b>",) if name else ()


def proposal_lines(frame: Frame) -> list[str]:
    """Who would sit where, and who decides."""
    words, split = frame.words, frame.night.split
    if split is None or split.refused:
        return []
    how = words("by tally") if split.by_tally else words("by lot")
    return [
        "",
        words("🪑🪑 <b>Two tables?</b> Split {how}:", how=how),
        *(f"{number}: {_names(frame, part)}" for number, part in enumerate(split.tables, 1)),
        words("<i>{name} decides, in private with me. (N5)</i>", name=frame.names.get(split.decider, "?")),
    ]


def _names(frame: Frame, people: tuple[PersonId, ...]) -> str:
    return in_a_row(frame.words, [frame.names.get(one, "?") for one in people])


def is_open(frame: Frame) -> bool:
    """Whether it is still to be decided, before the next deal."""
    split = frame.night.split
    return split is not None and not split.refused and frame.night.tables[0].round is None


def about_tables(frame: Frame, fact: News, name: str) -> str:
    """What the group is told of one table or two: who decides, who has, and who sits where now."""
    words = frame.words
    match fact.kind:
        case "TablesProposed":
            return words("🪑🪑 A crowd! Two tables, or one? <b>{name}</b> decides, in private with me. (N5)", name=name)
        case "TablesRefused":
            return words("🪑 <b>{name}</b> has decided: one table, and the others wait for a seat. (N5)", name=name)
        case "TablesSettled":
            lines = [words("🪑🪑 <b>{name}</b> has decided: two tables. (N5)", name=name)]
        case _:
            lines = [words("🪑 <b>{name}</b> pushes the tables together: one again. (N5)", name=name)]
    seated = [_names(frame, people) for people in fact.get("tables")]
    if len(seated) > 1:
        seated = [f"{words('Table {n}', n=number)}: {people}" for number, people in enumerate(seated, 1)]
    return "\n".join((*lines, *seated))


def company(frame: Frame, person: Person, table: Table) -> tuple[str, ...]:
    """With whom somebody sits, where there are two tables."""
    others = [one for one in (*table.seats, *table.queue) if one != person.id]
    if len(frame.night.tables) == 1 or not others:
        return ()
    return (frame.words("With you: {names}", names=_names(frame, tuple(others))),)


def decides(frame: Frame, person: Person) -> bool:
    """Whether this person may decide about two tables now: not while a game runs."""
    night = frame.night
    return night.split is not None and night.split.decider == person.id and night.tables[0].round is None


def is_asked_to_split(frame: Frame, person: Person) -> bool:
    """Whether nobody has decided yet, and it is this person who is asked to."""
    return is_open(frame) and decides(frame, person)


def split_question(words: Words) -> str:
    return words("🪑🪑 <b>You decide: two tables?</b> (N5)")


def split_door(frame: Frame, person: Person) -> Rows:
    """To the decision, for whoever decides."""
    if not decides(frame, person):
        return ()
    style = Style.SUCCESS if is_asked_to_split(frame, person) else Style.PRIMARY
    return ((frame.button(frame.words("🪑🪑 Two tables?"), Kind.MENU, Menu.SPLIT, style=style),),)


def split_screen(frame: Frame, called: tuple[str, ...]) -> Screen:
    """Confirm, swap people, draw anew."""
    words, split = frame.words, frame.night.split
    assert split is not None
    lines = [
        split_question(words),
        *(f"{number}: {_names(frame, part)}" for number, part in enumerate(split.tables, 1)),
        words("To swap two people, tap one from each table."),
        words("By tally: those who have drunk more sit together."),
    ]
    rows: list[tuple[Button, ...]] = [
        (frame.button(words("✓ Two tables like this"), Kind.SPLIT, "two", style=Style.SUCCESS),),
        (
            frame.button(words("🎲 Draw lots"), Kind.SPLIT, "lot"),
            frame.button(words("📋 By tally"), Kind.SPLIT, "tally"),
        ),
    ]
    for number, part in enumerate(split.tables, 1):
        people = [
            frame.button(f"{number}: {'✓ ' if one == split.marked else ''}{_plain(frame, one)}", Kind.SWAP, one)
            for one in part
        ]
        rows += in_rows(people, 3)
    rows.append((frame.button(words("One table, the others wait"), Kind.SPLIT, "one"),))
    rows.append((frame.button(words("↩️ Back"), Kind.MENU),))
    return Screen("\n".join(lines), tuple(rows), fresh=called)


def _plain(frame: Frame, person: PersonId) -> str:
    return unescape(frame.names.get(person, "?"))


def join_door(frame: Frame) -> tuple[list[str], Rows]:
    """One table again, when all fit."""
    words = frame.words
    if not may_join(frame.night):
        return [], ()
    return (
        ["", words("🪑 You all fit at one table again.")],
        ((frame.button(words("🪑 One table again"), Kind.SPLIT, "join"),),),
    )
