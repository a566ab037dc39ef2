"""What the lobby says and offers beside the options: house rules, the cut, mistakes out of turn (P13, P24, P27)."""

from core.cards import GERMAN_SUITS
from core.night import Person, Table
from core.night.cutting import cutter, is_cut
from core.night.house import options_of, rules_in_use
from tgbot.screens import Button, Rows
from tgbot.taps import Kind, wire
from tgbot.views.akcni.house import house_lines
from tgbot.views.akcni.making import until
from tgbot.views.cards import SUIT_SIGNS
from tgbot.views.frame import Frame, ticked


def lobby_lines(frame: Frame, table: Table) -> tuple[str, ...]:
    """What a card out of turn costs, the house rules of the next game, who is making one just now, who cuts."""
    words = frame.words
    lines = [words("– a card out of turn: 2 cards")] if table.out_of_turn and _has_mistakes(table) else []
    lines += house_lines(frame, rules_in_use(table))
    if table.proposal is not None:
        name, time = frame.names.get(table.proposal.person, "?"), until(table.proposal)
        lines.append(words("🏆 {name} makes a rule, by {time} at the latest.", name=name, time=time))
    cuts = cutter(frame.night, table)
    if cuts is not None:
        name = frame.names[cuts]
        lines.append(
            words("✂️ {name} cuts for the action suit, or chance does.", name=name)
            if table.cut is None
            else words("✂️ Cut for the action suit: {suit}", suit=SUIT_SIGNS[table.cut])
        )
    elif table.dealer is None and is_cut(table):
        lines.append(words("✂️ The first time, chance cuts for the action suit."))
    return tuple(lines)


def own_lines(frame: Frame, person: Person, table: Table) -> tuple[tuple[str, ...], Rows]:
    """What one person is asked before the deal: the cut (P13); it holds up nobody."""
    if cutter(frame.night, table) != person.id:
        return (), ()
    buttons = tuple(
        frame.button(ticked(SUIT_SIGNS[suit], suit == table.cut), Kind.CUT, table.id, table.latest, suit)
        for suit in GERMAN_SUITS
    )
    return (frame.words("✂️ <b>Cut for the action suit</b> before somebody deals. (P13)"),), (buttons,)


def settings_rows(frame: Frame, table: Table) -> Rows:
    """Switches of the table that are no options of the game."""
    words = frame.words
    yes_no = {True: words("yes"), False: words("no")}
    mind = words("a card out of turn is a mistake: {answer}", answer=yes_no[table.out_of_turn])
    keep = words("keep the house rules for next time: {answer}", answer=yes_no[table.kept])
    # Also where no mistake is possible: no tap on another setting moves a button.
    rows: list[tuple[Button, ...]] = [(frame.button(mind, Kind.MIND, table.id, wire(not table.out_of_turn)),)]
    if table.house:
        rows.append((frame.button(f"📌 {keep}", Kind.KEEP, table.id, wire(not table.kept)),))
    return tuple(rows)


def _has_mistakes(table: Table) -> bool:
    return options_of(table).get("supervision") != "strict"
