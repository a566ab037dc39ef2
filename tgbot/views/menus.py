"""What somebody has opened on their own screen instead of the usual one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from core.game import InvalidSetup
from core.games import GAMES
from core.night import Custom, Menu, Person, Table
from core.night.lobby import GROWING
from core.night.values import OptionValue
from tgbot.screens import Button, Rows, Screen, Style
from tgbot.taps import Kind, wire
from tgbot.views.board import entry_words, tap_words
from tgbot.views.bots import bots_screen
from tgbot.views.care import drink_screen
from tgbot.views.frame import Entry, Frame, choices_in_rows, in_rows, paired, people_at, ticked
from tgbot.views.games import Choice, chosen, idle, in_one_line, switched_on
from tgbot.views.pauses import pause_screen
from tgbot.views.registry import GAME_WORDS
from tgbot.views.settings import group_screen, language_screen, limit_row
from tgbot.views.split import decides, split_screen, table_line
from tgbot.views.stock import stock_screen
from tgbot.views.table import customs
from tgbot.words import Words

ENTRIES_ON_A_PAGE = 8


def menu_screen(frame: Frame, person: Person, table: Table, called: tuple[str, ...]) -> Screen | None:
    """The menu that is open, None for none: those of the question itself are the game's."""
    match person.menu:
        case Menu.UNWELL:
            return _unwell(frame, person, called)
        case Menu.CORRECT:
            return _correct(frame, person.menu_on, called)
        case Menu.STOCK:
            return stock_screen(frame, person, called)
        case Menu.DRINK:
            return drink_screen(frame, person, called)
        case Menu.SPLIT if decides(frame, person):
            return split_screen(frame, called)
        case Menu.GROUP:
            return group_screen(frame, table, called)
        case Menu.LANGUAGE:
            return language_screen(frame, person, table, called)
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
        "🚑 <b>Not well?</b> You leave the game and the table at once and owe nothing more in it; what you already owe "
        "can wait. Your cards go under the pile. Have some water, and don't sit alone. Feeling better? <i>Join</i> "
        "brings you back. (N3, N4)"
    )
    yes = frame.button(words("Yes, I'm out"), Kind.UNWELL, style=Style.DANGER)
    sits = words("🧍 I stand up for aces again") if person.stays_seated else words("🪑 I play on, but sitting down")
    seated = frame.button(sits, Kind.SEATED, wire(not person.stays_seated))
    return Screen(text, ((yes,), (seated,), _back(frame, words("↩️ I play on"))), fresh=called)


def _correct(frame: Frame, page: str, called: tuple[str, ...]) -> Screen:
    """The entries that can be corrected, the newest first, page by page; what one tap has noted is one of them (N8)."""
    words = frame.words
    lines = [words("🛠 <b>Which entry is wrong?</b> It's taken back, and the group sees it was you.")]
    buttons = _wrong_ones(frame)
    if not buttons:
        lines.append(words("There's nothing to correct."))
    last = max(len(buttons) - 1, 0) // ENTRIES_ON_A_PAGE
    here = min(int(page) if page.isdecimal() else 0, last)
    doors = (
        *((frame.button(words("↓ Older"), Kind.MENU, "correct", here + 1),) if here < last else ()),
        *((frame.button(words("↑ Newer"), Kind.MENU, "correct", here - 1),) if here else ()),
    )
    shown = buttons[here * ENTRIES_ON_A_PAGE : (here + 1) * ENTRIES_ON_A_PAGE]
    rows = (*((button,) for button in shown), *((doors,) if doors else ()), _back(frame, words("↩️ Back")))
    return Screen("\n".join(lines), rows, fresh=called)


def _wrong_ones(frame: Frame) -> list[Button]:
    """A button for each entry, or for all that one tap has noted."""
    words, books = frame.words, frame.night.books
    told: list[tuple[Button, int]] = []
    done: set[int] = set()
    for entry in books.listed():
        charge, together = books.struck(entry), books.of_one_tap(entry)
        if charge is not None:
            label = words("Put back {entry}", entry=entry_words(frame, charge, plain=True))
            told.append((frame.button(label, Kind.FIX, entry.number), entry.game))
        elif not books.stands(entry) or entry.number in done:
            continue
        elif len(together) > 1:
            done |= {one.number for one in together}
            told.append((frame.button(tap_words(frame, together), Kind.FIX, entry.number, "all"), entry.game))
        else:
            told.append((frame.button(entry_words(frame, entry, plain=True), Kind.FIX, entry.number), entry.game))
    return _told_apart(words, told)


def _told_apart(words: Words, told: Sequence[tuple[Button, int]]) -> list[Button]:
    """Equal labels with the game that each is of, and within one game with which of them it is."""
    times, seen = Counter(button.text for button, _ in told), Counter[tuple[str, int]]()
    apart = []
    for button, game in reversed(told):
        seen[button.text, game] += 1
        number = seen[button.text, game]
        which = words("{entry} · game {game}", entry=button.text, game=game) + f" #{number}" * (number > 1)
        apart.append(replace(button, text=which) if times[button.text] > 1 else button)
    return apart[::-1]


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
        words("Tap to change it, for everybody at the table."),
    ]
    games = [
        frame.button(ticked(told.title(words), other == table.game), Kind.PICK, table.id, other)
        for other, told in GAME_WORDS.items()
    ]
    doors = (*(choices_in_rows(games, 2) if len(games) > 1 else ()), *_presets(frame, table, options))
    rows: list[Entry] = []
    for choice in game.choices(words):
        if choice.parts:
            button = frame.button(_parts_on(words, choice, options), Kind.MENU, "settings", choice.option)
            rows.append(((button,), ()))
        elif choice.sign:
            rows.append((_number(frame, table, choice, options), ()))
        elif len(possible := _possible(frame, table, choice, options)) > 1:
            labels = [f"{choice.label}: {label}" for _, label in choice.values]
            rows.append(((_next_value(frame, table, choice, options, possible),), labels))
    rows += [(row, ()) for row in (*game.settings_rows(frame, table), limit_row(frame, table))]
    rows += [
        (
            (_custom(frame, table, custom, f"{label}: {on if custom in table.customs else off}"),),
            [f"{label}: {either}" for either in (on, off)],
        )
        for custom, label, on, off in customs(words)
    ]
    return Screen(
        "\n".join((*lines, *_signs(game.choices(words)))),
        (*doors, *paired(rows), _back(frame, words("✓ Done"))),
        fresh=called,
    )


def _signs(choices: Sequence[Choice]) -> list[str]:
    """What the numbers are of."""
    signs = [f"{choice.sign} {choice.label}" for choice in choices if choice.sign]
    return [" · ".join(signs)] if signs else []


def _number(frame: Frame, table: Table, choice: Choice, options: dict[str, OptionValue]) -> tuple[Button, ...]:
    """One less, the number, one more: always three buttons, also where there is no less or no more."""
    now = choice.values[chosen(choice, options)][0]
    numbers = sorted(value for value, _ in choice.values if isinstance(value, int))
    possible = [one for one in numbers if one == now or _is_possible(table.game, {**options, choice.option: one})]
    at = possible.index(now) if isinstance(now, int) else 0
    less, more = possible[max(at - 1, 0)], possible[min(at + 1, len(possible) - 1)]
    values: tuple[tuple[str, OptionValue], ...] = (("−", less), (str(now), now), ("+", more))
    if (why_not := idle(table.game, choice, options)) is not None:
        values = (("−", now), (why_not.label, now), ("+", now))
    return tuple(
        frame.button(f"{choice.sign} {label}", Kind.OPTION, table.id, choice.option, wire(value))
        for label, value in values
    )


def _parts_on(words: Words, choice: Choice, options: dict[str, OptionValue]) -> str:
    on = switched_on(choice, options)
    return words("{label}: {n} of {all}", label=choice.label, n=len(on), all=len(choice.parts))


def _custom(frame: Frame, table: Table, custom: Custom, label: str) -> Button:
    """What the table has agreed on beside the game, or not (N3, N15)."""
    return frame.button(label, Kind.CUSTOM, table.id, custom, wire(custom not in table.customs))


def _possible(frame: Frame, table: Table, choice: Choice, options: dict[str, OptionValue]) -> list[OptionValue]:
    """The values that go with the other options, and with so many people as sit here (S31, H1)."""
    game = GAMES[table.game]
    people = [person for person in people_at(frame.night, table) if not person.sits_out]
    players = min(max(len(people), game.seats[0]), game.seats[-1])
    now = choice.values[chosen(choice, options)][0]

    def goes(value: OptionValue) -> bool:
        try:
            fitting = game.fit(game.parse_options({**options, choice.option: value}), players)
            game.pack(fitting, players)
        except InvalidSetup:
            return False
        return True

    return [value for value, _ in choice.values if value == now or goes(value)]


def _next_value(
    frame: Frame, table: Table, choice: Choice, options: dict[str, OptionValue], possible: list[OptionValue]
) -> Button:
    """A tap moves on to the next value, or says why the option counts for nothing: gone, it would move all others."""
    now = choice.values[chosen(choice, options)][0]
    following = possible[(possible.index(now) + 1) % len(possible)]
    label, why_not = in_one_line(frame.words, choice, options), idle(table.game, choice, options)
    if why_not is not None:
        following, label = now, f"{choice.label}: {why_not.label}"
    return frame.button(label, Kind.OPTION, table.id, choice.option, wire(following))


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
    text = words("⚙️ <b>{title}</b>: tap to switch one on or off.", title=choice.label[0].upper() + choice.label[1:])
    back = (frame.button(words("↩️ Back"), Kind.MENU, "settings"),)
    return Screen(text, (*in_rows(buttons, 2), back), fresh=called)


def _presets(frame: Frame, table: Table, options: dict[str, OptionValue]) -> Rows:
    """The variants of the game, with a tick at the one that is chosen."""
    parse = GAMES[table.game].parse_options
    presets = GAME_WORDS[table.game].presets(frame.words)
    chosen_one, kept = parse(options), {option: value for option, value in options.items() if option == GROWING}
    buttons = [
        frame.button(
            ticked(preset.label, parse(kept | dict(preset.options)) == chosen_one),
            Kind.PRESET,
            table.id,
            table.game,
            place,
        )
        for place, preset in enumerate(presets)
    ]
    return choices_in_rows(buttons, 3)
