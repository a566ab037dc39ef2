"""What somebody has opened on their own screen instead of the usual one."""

from core.game import InvalidSetup
from core.games import GAMES
from core.night import Menu, Person, Table
from core.night.values import OptionValue
from tgbot.screens import Button, Rows, Screen, Style
from tgbot.taps import Kind, wire
from tgbot.views.board import entry_words
from tgbot.views.bots import bots_screen
from tgbot.views.care import drink_screen
from tgbot.views.frame import Frame, in_rows, paired
from tgbot.views.games import Choice, chosen, in_one_line, switched_on
from tgbot.views.pauses import pause_screen
from tgbot.views.registry import GAME_WORDS
from tgbot.views.settings import group_screen, language_screen, limit_row
from tgbot.views.split import decides, split_screen, table_line
from tgbot.views.stock import rows_of_names, stock_screen
from tgbot.views.table import customs


def menu_screen(frame: Frame, person: Person, table: Table, called: tuple[str, ...]) -> Screen | None:
    """The menu that is open, None for none: those of the question itself are the game's."""
    match person.menu:
        case Menu.UNWELL:
            return _unwell(frame, person, called)
        case Menu.CORRECT:
            return _correct(frame, called)
        case Menu.STOCK:
            return stock_screen(frame, person, called)
        case Menu.DRINK:
            return drink_screen(frame, person, called)
        case Menu.SPLIT if table.round is None and decides(frame, person):
            return split_screen(frame, called)
        case Menu.GROUP:
            return group_screen(frame, table, called)
        case Menu.LANGUAGE:
            return language_screen(frame, person, called)
        case Menu.PAUSE:
            return pause_screen(frame, table, called)
        case Menu.BOT:
            return bots_screen(frame, table, called)
        case Menu.SETTINGS if table.round is None:
            return _settings(frame, table, person.menu_on, called)
        case _:
            return None


def _back(frame: Frame, text: str) -> tuple[Button, ...]:
    return (frame.button(text, Kind.MENU),)


def _unwell(frame: Frame, person: Person, called: tuple[str, ...]) -> Screen:
    words = frame.words
    text = words(
        "🚑 <b>Not well?</b> You leave the game at once and drink nothing for it; what was before can wait. Your cards "
        "go under the pile. Have some water, and somebody with you."
    )
    yes = frame.button(words("Yes, I leave the game"), Kind.UNWELL, style=Style.DANGER)
    sits = words("🧍 I stand up for aces again") if person.stays_seated else words("🪑 I play on, without standing up")
    seated = frame.button(sits, Kind.SEATED, wire(not person.stays_seated))
    return Screen(text, ((yes,), (seated,), _back(frame, words("↩️ I play on"))), fresh=called)


def _correct(frame: Frame, called: tuple[str, ...]) -> Screen:
    words, books = frame.words, frame.night.books
    lines = [words("🛠 <b>Which entry is wrong?</b> It is taken back, and the group sees that you did it.")]
    rows: list[tuple[Button, ...]] = []
    for entry in reversed(books.recent):
        charge = books.struck(entry)
        if charge is not None:
            label = words("Put back {entry}", entry=entry_words(frame, charge, plain=True))
            rows.append((frame.button(label, Kind.FIX, entry.number),))
        elif books.stands(entry):
            rows.append((frame.button(entry_words(frame, entry, plain=True), Kind.FIX, entry.number),))
    if not rows:
        lines.append(words("There is nothing to correct."))
    return Screen("\n".join(lines), (*rows, _back(frame, words("↩️ Back"))), fresh=called)


def _settings(frame: Frame, table: Table, page: str, called: tuple[str, ...]) -> Screen:
    """The next game and its options; a tap moves to the next value, lists have a page of their own (N16)."""
    words = frame.words
    game = GAME_WORDS[table.game]
    options = dict(dict(table.options).get(table.game, ()))
    listed = next((choice for choice in game.choices(words) if choice.parts and choice.option == page), None)
    if listed is not None:
        return _parts(frame, table, listed, options, called)
    lines = [
        *table_line(frame, table.id),
        words("⚙️ <b>The next game: {game}</b>", game=game.title(words)),
        words("A tap changes it, for everybody at the table."),
    ]
    games = [
        (frame.button(f"{'✓ ' * (other == table.game)}{told.title(words)}", Kind.PICK, table.id, other),)
        for other, told in GAME_WORDS.items()
    ]
    doors = (*(paired(games) if len(games) > 1 else ()), *_presets(frame, table, options))
    rows: list[tuple[Button, ...]] = []
    for choice in game.choices(words):
        label = in_one_line(words, choice, options)
        if choice.parts:
            rows.append((frame.button(label, Kind.MENU, "settings", choice.option),))
            continue
        value, fewer = _next_value(table.game, choice, options), _fewer(table.game, choice, options)
        row = [frame.button(label, Kind.OPTION, table.id, choice.option, wire(value))]
        if fewer is not None:
            row.append(frame.button("−", Kind.OPTION, table.id, choice.option, wire(fewer)))
        rows.append(tuple(row))
    rows += game.settings_rows(frame, table)
    rows.append(limit_row(frame, table))
    rows += _customs(frame, table)
    return Screen("\n".join(lines), (*doors, *paired(rows), _back(frame, words("✓ Done"))), fresh=called)


def _customs(frame: Frame, table: Table) -> Rows:
    """What the table has agreed on beside the game (N3, N15)."""
    return tuple(
        (
            frame.button(
                f"{label}: {on if custom in table.customs else off}",
                Kind.CUSTOM,
                table.id,
                custom,
                wire(custom not in table.customs),
            ),
        )
        for custom, label, on, off in customs(frame.words)
    )


def _next_value(game: str, choice: Choice, options: dict[str, OptionValue]) -> OptionValue:
    """The value after the chosen one that goes with the other options."""
    at = chosen(choice, options)
    values = [value for value, _ in choice.values]
    following = (*values[at + 1 :], *values[:at])
    return next((value for value in following if _is_possible(game, {**options, choice.option: value})), values[at])


def _fewer(game: str, choice: Choice, options: dict[str, OptionValue]) -> int | None:
    """The number below the chosen one that goes with the other options: a tap on the label only goes up."""
    numbers = [value for value, _ in choice.values if isinstance(value, int) and not isinstance(value, bool)]
    now = choice.values[chosen(choice, options)][0]
    below = (number for number in numbers if isinstance(now, int) and number < now)
    return max((number for number in below if _is_possible(game, {**options, choice.option: number})), default=None)


def _is_possible(game: str, options: dict[str, OptionValue]) -> bool:
    try:
        GAMES[game].parse_options(options)
    except InvalidSetup:
        return False
    return True


def _parts(
    frame: Frame, table: Table, choice: Choice, options: dict[str, OptionValue], called: tuple[str, ...]
) -> Screen:
    """A list, part by part: a tap switches one on or off (P20)."""
    words, on = frame.words, switched_on(choice, options)
    buttons = [
        frame.button(f"{'✓' if part in on else '✗'} {label}", Kind.SWITCH, table.id, part, wire(part not in on))
        for part, label in choice.parts
    ]
    text = words("⚙️ <b>{title}</b>: a tap switches one on or off.", title=choice.label)
    back = (frame.button(words("↩️ Back"), Kind.MENU, "settings"),)
    return Screen(text, (*in_rows(buttons, 2), back), fresh=called)


def _presets(frame: Frame, table: Table, options: dict[str, OptionValue]) -> Rows:
    """The variants of the game, with a tick at the one that is chosen."""
    parse = GAMES[table.game].parse_options
    presets = GAME_WORDS[table.game].presets(frame.words)
    chosen_one = parse(options)
    buttons = [
        frame.button(
            f"{'✓ ' if parse(dict(preset.options)) == chosen_one else ''}{preset.label}",
            Kind.PRESET,
            table.id,
            table.game,
            place,
        )
        for place, preset in enumerate(presets)
    ]
    return rows_of_names(buttons)
