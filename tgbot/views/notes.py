"""What is added to anybody's own screen, whatever it shows: a break, what the whole table is asked, why it rings."""

from dataclasses import replace

from core.night import Person, Table
from core.night.dry import ANSWER_WITHIN
from core.night.people import place_in_queue
from tgbot.screens import Screen, Style
from tgbot.taps import Kind
from tgbot.views.frame import Frame, clock


def noted(frame: Frame, person: Person, table: Table, screen: Screen) -> Screen:
    """The usual screen, with a break of one's own above it, and below it what is asked in the group (N2, N11)."""
    words, above, rows = frame.words, "", screen.keyboard
    if person.on_break:
        above = words("☕ You're on a break. Any tap ends it.") + "\n\n"
        rows = ((frame.button(words("▶️ I'm back"), Kind.MENU, style=Style.PRIMARY),), *rows)
    below = _asked_in_the_group(frame, person) if table.keeps_a_place_for(person.id) else []
    return replace(screen, text="\n".join((above + screen.text, *below)), keyboard=rows)


def _asked_in_the_group(frame: Frame, person: Person) -> list[str]:
    words, night, lines = frame.words, frame.night, []
    if night.dry_at:
        time = clock(night.dry_at + ANSWER_WITHIN)
        lines.append(
            words("🍾 The bottles are empty. Say in the group what's next, or the night ends at {time}.", time=time)
        )
    if night.ending not in (None, person.id):
        name = frame.names.get(night.ending, "?")
        lines.append(words("🌙 {name} wants to end the night: yes or no, in the group.", name=name))
    return ["", *lines] if lines else []


def lasting_reasons(frame: Frame, person: Person, table: Table) -> tuple[str, ...]:
    """Why the phone has rung once, for as long as it holds: one of two tables is theirs, or a seat (N1, N5)."""
    one_of_two = (f"t{table.id}",) if len(frame.night.tables) > 1 else ()
    return (*one_of_two, f"s{table.latest}") if _is_new_at_the_table(person, table) else one_of_two


def _is_new_at_the_table(person: Person, table: Table) -> bool:
    """Whether they play the next game and did not play the last one. Who joins reads it at once, who has waited for a
    seat is called."""
    if person.sits_out:
        return False
    if table.round is not None:
        return person.id in table.queue and not place_in_queue(table, person.id)
    return person.id in table.seats and (table.result is None or person.id not in table.result.players)
