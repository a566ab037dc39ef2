"""A person's own screen in the private chat: the hand and its question, or what they wait for."""

from html import escape

from core.game import InvalidSetup
from core.games import GAMES
from core.night import Menu, Person, Result, Table
from core.night.values import TURN_LIMITS, OptionValue
from tgbot.screens import Button, Screen, Style
from tgbot.taps import Kind, wire
from tgbot.views.akcni import making
from tgbot.views.akcni.lobby import own_lines, settings_rows
from tgbot.views.board import entry_words
from tgbot.views.bots import bots_screen
from tgbot.views.care import care_row, care_words, drink_screen, due_lines
from tgbot.views.farewell import farewell_screen
from tgbot.views.frame import Frame, in_rows
from tgbot.views.games import Choice, chosen, drink_rows, in_one_line, switched_on
from tgbot.views.pauses import pause_screen
from tgbot.views.registry import GAME_WORDS, GAMES_OFFERED
from tgbot.views.settings import group_screen, language_screen
from tgbot.views.split import decides, split_door, split_screen, table_name
from tgbot.views.stock import stock_screen
from tgbot.views.table import customs, limit_line
from tgbot.words import Words

Rows = tuple[tuple[Button, ...], ...]

SHORT = 12
"""Characters of a label that fits three times into a row."""


def hand_screen(frame: Frame, person: Person) -> Screen | None:
    """What this person's private chat shows of the night; None when they have no part in it now."""
    night = frame.night
    table = night.table_of(person.id)
    if night.ended_at or table is None:
        return None
    called = (f"c{person.called}",)
    if person.menu is Menu.UNWELL:
        return _unwell(frame, person, called)
    if person.menu is Menu.CORRECT:
        return _correct(frame, called)
    if person.menu is Menu.STOCK:
        return stock_screen(frame, person, called)
    if person.menu is Menu.DRINK:
        return drink_screen(frame, person, called)
    if person.menu is Menu.SPLIT and table.round is None and decides(frame, person):
        return split_screen(frame, called)
    if person.menu is Menu.GROUP:
        return group_screen(frame, table, called)
    if person.menu is Menu.LANGUAGE:
        return language_screen(frame, person, called)
    if person.menu is Menu.PAUSE:
        return pause_screen(frame, table, called)
    if person.menu is Menu.BOT:
        return bots_screen(frame, table, called)
    if person.menu is Menu.SETTINGS and table.round is None:
        return _settings(frame, table, person.menu_on, called)
    if person.exiting:
        return farewell_screen(frame, called)
    seat = table.round.seat(person.id) if table.round else None
    proposal = table.proposal
    if proposal is not None and proposal.person == person.id and table.round is None:
        return making.screen(frame, person, table, proposal)
    if table.round is not None and seat is not None:
        return _playing(frame, person, table, seat, called)
    return _between(frame, person, table, called)


def _playing(frame: Frame, person: Person, table: Table, seat: int, called: tuple[str, ...]) -> Screen:
    round_ = table.round
    assert round_ is not None
    asked = GAME_WORDS[round_.game].asked(frame, table, round_, seat)
    fresh = called
    # Who has just acted looks at the phone: an edit is enough for them.
    if asked.anew and (round_.by != seat or round_.nudged):
        fresh = (*called, f"q{round_.number}.{round_.state.ply}", *(("nudge",) if round_.nudged else ()))
    lines = [*_which(frame, table), *asked.lines]
    if asked.anew and round_.nudged:
        lines.insert(0, frame.words("⏰ <b>{name}, it is your turn!</b>", name=frame.names[person.id]))
    if person.on_break:
        lines.insert(0, frame.words("☕ You are on a break. Any tap ends it."))
    # Somebody who only waits sees nothing that others change, not even debts: each change would be another message.
    if asked.rows:
        lines += due_lines(frame, person)
    if frame.title not in "\n".join(lines):
        # Somebody may play in two groups at once.
        lines.append(f"<i>{frame.title}</i>")
    rows = (*asked.rows, *debt_rows(frame, person)) if asked.rows else ()
    return Screen("\n".join(lines), rows, fresh=fresh, protect=True, urgent=asked.anew, lasting=asked.lasting)


def debt_rows(frame: Frame, person: Person) -> Rows:
    """One tap settles the oldest debt, one more all of them (N9)."""
    words, debts = frame.words, frame.night.books.debts(person.id)
    if not debts:
        return ()
    oldest = frame.button(words("🥃 Drunk {ml} ml", ml=debts[0].ml), Kind.DRUNK, debts[0].number)
    if len(debts) == 1:
        return ((oldest,),)
    everything = frame.button(words("🥃 All {ml} ml", ml=sum(debt.ml for debt in debts)), Kind.DRUNK, "all")
    return ((oldest, everything),)


def _between(frame: Frame, person: Person, table: Table, called: tuple[str, ...]) -> Screen:
    words, title = frame.words, frame.title
    if table.round is not None or person.id in table.queue:
        lines = [
            *_which(frame, table),
            words("🍺 You sit at <b>{title}</b>.", title=title),
            words("Your cards come with the next game; this one is being finished.")
            if table.round is not None
            else words("The table is full; you get the next free seat."),
        ]
        rows_below = (*split_door(frame, person), *_own_doors(frame, person), *debt_rows(frame, person))
        return Screen("\n".join(lines), rows_below, fresh=called)
    lines = [*_which(frame, table), words("🍺 You sit at <b>{title}</b>.", title=title)]
    if person.sits_out:
        missed = person.missed and not person.resting
        lines.append(
            words("💤 You sit out the next game. Any tap brings you back.")
            if missed
            else words("💤 You sit out the next game.")
        )
    else:
        lines.append(words("As soon as somebody deals, your cards are here."))
    rows: list[tuple[Button, ...]] = [*split_door(frame, person)]
    asked, answers = own_lines(frame, person, table)
    if asked:
        lines += ["", *asked]
        rows += answers
    for at, result in _won_by(frame, person):
        drink = result.outcome.chosen
        lines += ["", _won(words, drink)]
        rows += drink_rows(frame, at.id, result.number, drink)
    if len([p for p in table.seats if not _sits_out(frame, p)]) >= 2:
        rows.append((frame.button(words("▶️ Deal"), Kind.DEAL, table.id, table.latest, style=Style.SUCCESS),))
    rest = words("🪑 Play the next game") if person.resting else words("💤 Sit out one game")
    rows.append(
        (frame.button(words("⚙️ Game"), Kind.MENU, "settings"), frame.button(rest, Kind.REST, wire(not person.resting)))
    )
    rows.append((frame.button(words("🤖 Opponent"), Kind.MENU, Menu.BOT), frame.button(words("🚪 Leave"), Kind.LEAVE)))
    lines += due_lines(frame, person)
    if any(round_.person == person.id for round_ in frame.night.books.rounds):
        lines += ["", words("🍻 You fetch the next round. (N14)")]
    if person.care is None:
        lines += ["", words("🥃 or 🧃?") + " " + care_words(words)]
    return Screen("\n".join(lines), (*rows, *_own_doors(frame, person), *debt_rows(frame, person)), fresh=called)


def _which(frame: Frame, table: Table) -> tuple[str, ...]:
    """Which table, where there are two (N5)."""
    name = table_name(frame, table.id)
    return (f"<b>{name}</b>",) if name else ()


def _own_doors(frame: Frame, person: Person) -> Rows:
    """To the bottles and to one's own drink; the first time, 🥃 or 🧃 (N7, N10, N13)."""
    words = frame.words
    doors = (
        frame.button(words("🍾 Bottles"), Kind.MENU, Menu.STOCK),
        frame.button(words("🥃 My drink"), Kind.MENU, Menu.DRINK),
    )
    return (doors,) if person.care else (care_row(frame, person), doors)


def _won_by(frame: Frame, person: Person) -> list[tuple[Table, Result]]:
    """The games that they choose the drink of, also when they sit at another table by now (S10)."""
    return [
        (table, result)
        for table in frame.night.tables
        if table.round is None
        for result in table.results
        if result.doses and result.players[result.outcome.places[0]] == person.id
    ]


def _won(words: Words, drink: str | None) -> str:
    if drink is None:
        return words("🏆 <b>You won.</b> What will they drink?")
    return words("🏆 <b>You won.</b> They drink: <b>{drink}</b>.", drink=escape(drink, quote=False))


def _sits_out(frame: Frame, person_id: int) -> bool:
    person = frame.night.person(person_id)
    return person is None or person.sits_out


def _back(frame: Frame, text: str) -> tuple[Button, ...]:
    return (frame.button(text, Kind.MENU),)


def _unwell(frame: Frame, person: Person, called: tuple[str, ...]) -> Screen:
    words = frame.words
    text = words(
        "🚑 <b>Not well?</b> You leave the game at once and owe nothing more in it; your cards go under the pile. "
        "Have some water, and somebody with you."
    )
    yes = frame.button(words("Yes, I leave the game"), Kind.UNWELL, style=Style.DANGER)
    sits = words("🧍 I stand up for aces again") if person.stays_seated else words("🪑 I play on, without standing up")
    seated = frame.button(sits, Kind.SEATED, wire(not person.stays_seated))
    return Screen(text, ((yes,), (seated,), _back(frame, words("↩️ I play on"))), fresh=called)


def _correct(frame: Frame, called: tuple[str, ...]) -> Screen:
    words = frame.words
    entries = frame.night.books.correctable()
    lines = [words("🛠 <b>Which entry is wrong?</b> It is taken back, and the group sees that you did it.")]
    if not entries:
        lines.append(words("There is nothing to correct."))
    rows = [(frame.button(entry_words(frame, entry, plain=True), Kind.FIX, entry.number),) for entry in entries]
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
        *_which(frame, table),
        words("⚙️ <b>The next game: {game}</b>", game=game.title(words)),
        words("A tap changes it, for everybody at the table."),
    ]
    rows: list[tuple[Button, ...]] = []
    if len(GAMES_OFFERED) > 1:
        rows += [
            (
                frame.button(
                    f"{'✓ ' if other == table.game else ''}{GAME_WORDS[other].title(words)}", Kind.PICK, table.id, other
                ),
            )
            for other in GAMES_OFFERED
        ]
    rows += _presets(frame, table, options)
    for choice in game.choices(words):
        label = in_one_line(words, choice, options)
        if choice.parts:
            rows.append((frame.button(label, Kind.MENU, "settings", choice.option),))
            continue
        value = _next_value(table.game, choice, options)
        rows.append((frame.button(label, Kind.OPTION, table.id, choice.option, wire(value)),))
    rows += settings_rows(frame, table)
    seconds = TURN_LIMITS[(TURN_LIMITS.index(table.limit) + 1) % len(TURN_LIMITS)]
    rows.append((frame.button(limit_line(frame, table.limit), Kind.LIMIT, table.id, seconds),))
    rows += _customs(frame, table)
    rows.append(_back(frame, words("✓ Done")))
    return Screen("\n".join(lines), tuple(rows), fresh=called)


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
    for value in (*values[at + 1 :], *values[:at]):
        try:
            GAMES[game].parse_options({**options, choice.option: value})
        except InvalidSetup:
            continue
        return value
    return values[at]


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
    """The variants of the game, with a tick at the one that is chosen; long labels get rows of their own."""
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
    longest = max((len(preset.label) for preset in presets), default=0)
    return in_rows(buttons, 3 if longest <= SHORT else 1)
