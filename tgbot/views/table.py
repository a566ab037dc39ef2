"""The one message of a table in the group: the lobby, the running game, the end of the last one."""

from collections.abc import Mapping
from html import unescape

from core.games import GAMES
from core.night import Custom, Person, Result, Round, Table
from core.night.bots import has_room
from core.night.closing import may_confirm
from core.night.dry import ANSWER_WITHIN
from core.night.people import is_enough_for_a_game
from core.night.rounds import is_race
from core.night.values import SLAP_LIMIT, OptionValue
from tgbot.screens import Button, Screen, Style
from tgbot.taps import Kind
from tgbot.views.beside import beside_the_game, marked, to_the_cards
from tgbot.views.farewell import waiting_for_a_waiver, waiver_rows
from tgbot.views.frame import Frame, clock, marks, people_at
from tgbot.views.games import chosen_in_vain, have_lost, idle, in_one_line, is_soft_for_all
from tgbot.views.pauses import pause_line, pause_rows
from tgbot.views.registry import GAME_WORDS
from tgbot.views.split import is_open, join_door, proposal_lines, table_name
from tgbot.views.stock import stock_lines
from tgbot.views.texts import too_few
from tgbot.words import Words


def table_screen(frame: Frame, table: Table) -> Screen:
    """What the group sees of this table now."""
    if frame.night.ended_at:
        words = frame.words
        return Screen(words("🌙 The table is cleared. /game sets the next one."), silent=True)
    lines, rows = _running(frame, table, table.round) if table.round else _lobby(frame, table)
    if name := table_name(frame, table.id):
        lines = [f"<b>{name}</b>", *lines]
    rows = (*rows, *waiver_rows(frame, table))
    if frame.night.dry_at:
        lines, rows = _with_dry_question(frame, lines, rows)
    if frame.night.ending is not None:
        lines, rows = _with_farewell(frame, lines, rows)
    racing = table.round is not None and is_race(table.round)
    just_opened = len(frame.night.people) == 1 and not frame.night.posted
    return Screen(
        "\n".join(lines),
        rows,
        # Anew at the deal and after the end, when the group has news above it, and when somebody asks for it.
        fresh=(f"g{table.latest}", *(("lobby",) if table.round is None else ())),
        called=(f"p{frame.night.posted}", *_asked_of_all(frame, table)),
        silent=True,
        urgent=racing or just_opened,
        # A lobby may never have shown the last change of a setting before the deal.
        passing=table.round is None,
        leaves="" if table.result is None else "\n".join(_over(frame, table, table.result)),
    )


def _asked_of_all(frame: Frame, table: Table) -> tuple[str, ...]:
    """What the group has just read that its buttons are for: these belong below it (P28, N3)."""
    vote = table.round.vote if table.round else None
    return (
        *((f"vote{vote.since}",) if vote else ()),
        *(f"bottle{person.id}" for person in waiting_for_a_waiver(frame.night, table)),
    )


def _over(frame: Frame, table: Table, result: Result) -> list[str]:
    """What is left of a game's message when it is over: which it was, its last action, the proof of its shuffle."""
    words, game = frame.words, GAME_WORDS[result.game]
    over = words("🏁 <b>{game}</b> · game {number} is over", game=game.title(words), number=result.number)
    if result.outcome.loser is None:
        over = words("🚑 <b>{game}</b> · game {number} was called off", game=game.title(words), number=result.number)
    lines = [f"<b>{name}</b>", over] if (name := table_name(frame, table.id)) else [over]
    if last := game.last(frame, result.last):
        lines += ["", f"<i>{last}</i>"]
    if result.commitment:
        lines += ["", f"🔏 <code>{result.commitment}</code>"]
    return lines


WIDE = "\u2800" * 24
"""An empty line of blanks that Telegram does not trim: buttons are as wide as the text above them."""

Page = tuple[list[str], tuple[tuple[Button, ...], ...]]


def _running(frame: Frame, table: Table, round_: Round) -> Page:
    words, game = frame.words, GAME_WORDS[round_.game]
    lines = [
        words("🃏 <b>{game}</b> · game {number}", game=game.title(words), number=round_.number),
        *game.on_table(frame, round_),
        *((paused,) if (paused := pause_line(frame, table)) else ()),
        WIDE,
        *(game.seat_line(frame, round_, seat) for seat in range(len(round_.players))),
    ]
    if beside := beside_the_game(frame, table):
        lines += ["", *beside]
    if last := game.last(frame, round_.last):
        last = words("⏰ Time's up: {what}", what=last) if _was_too_late(round_) else last
        lines += ["", f"<i>{last}</i>"]
    if round_.commitment:
        lines += ["", f"🔏 <code>{round_.commitment}</code>"]
    rows = (
        *pause_rows(frame, table),
        *game.table_rows(frame, table, round_),
        (frame.link(words("🃏 My cards"), "hand", Style.PRIMARY), frame.button(words("➕ Join"), Kind.JOIN, table.id)),
        *_debts_row(frame),
        *round_row(frame),
    )
    return lines, rows


def _was_too_late(round_: Round) -> bool:
    """Whether the latest action was the clock's (N2): after the deal nobody has done anything yet."""
    return round_.latest is None and any(round_.did)


def _lobby(frame: Frame, table: Table) -> Page:
    words, night = frame.words, frame.night
    game = GAME_WORDS[table.game]
    lines = _chosen_drink(frame, table)
    options = dict(dict(table.options).get(table.game, ()))
    lines += [
        words("🍺 <b>{title}</b> · next game: <b>{game}</b>", title=frame.title, game=game.title(words)),
        *(
            f"– {in_one_line(words, choice, options)}"
            for choice in game.choices(words)
            if choice.option in options and idle(table.game, choice, options) is None
        ),
        *(f"– {label}: {on}" for custom, label, on, _ in customs(words) if custom in table.customs),
        *game.lobby_lines(frame, table),
        f"⏱ {limit_line(frame, table.limit)}",
        *((f"✋ {slap_limit_line(frame, table.slap_limit)}",) if table.slap_limit != SLAP_LIMIT else ()),
        *_fewer_cards(frame, table, options),
        *stock_lines(frame),
        "",
        *(_lobby_line(frame, table, person) for person in people_at(night, table)),
    ]
    if not table.seats:
        lines.append(words("Nobody's here yet."))
    if table.queue:
        lines.append(words("Waiting for a seat: {names}", names=marked(frame, table.queue)))
    if any(person.reachable is False for person in night.people if table.keeps_a_place_for(person.id)):
        lines += ["", to_the_cards(words)]
    enough = is_enough_for_a_game(night, table)
    # Green, unless something else comes before it: whether there are two tables.
    first = None if is_open(frame) else Style.SUCCESS
    start = frame.button(words("▶️ Deal"), Kind.DEAL, table.id, table.latest, style=first)
    closer, join_row = join_door(frame)
    rows = (
        *(((start,),) if enough else ()),
        *join_row,
        (
            frame.button(words("➕ Join"), Kind.JOIN, table.id, style=None if enough else Style.SUCCESS),
            frame.link(words("🃏 My cards"), "hand", Style.PRIMARY),
        ),
        (frame.button(words("⚙️ Game"), Kind.MENU, "settings"), frame.link(words("📜 Rules"), "rules")),
        *(((frame.button(words("🤖 Opponent"), Kind.MENU, "bot"),),) if has_room(night, table) else ()),
        (frame.button(words("🍾 Bottles"), Kind.MENU, "stock"), frame.button(words("🍷 My drink"), Kind.MENU, "drink")),
        *_debts_row(frame),
        *round_row(frame),
    )
    lines += [*closer, *proposal_lines(frame)]
    if not enough and table.seats:
        lines += ["", too_few(words, table.game)]
    return lines, rows


def _fewer_cards(frame: Frame, table: Table, chosen: Mapping[str, OptionValue]) -> list[str]:
    """What the pack holds for so many people, where it is less than was chosen (S1, P1, H2)."""
    words, game = frame.words, GAMES[table.game]
    players = len([person for person in people_at(frame.night, table) if not person.sits_out])
    if players not in game.seats:
        return []
    wanted = game.parse_options(chosen)
    fits = game.fit(wanted, players)
    numbers = [choice for choice in GAME_WORDS[table.game].choices(words) if choice.sign]
    if all(getattr(fits, one.option) == getattr(wanted, one.option) for one in numbers):
        return []
    # With cards in hand and open ones, all of them together.
    each = sum(getattr(fits, one.option) for one in numbers)
    return [
        words.count(
            "⚠️ Not enough cards for so many: everybody gets only {n} card.",
            "⚠️ Not enough cards for so many: everybody gets only {n} cards.",
            each,
        )
    ]


def _chosen_drink(frame: Frame, table: Table) -> list[str]:
    """What the last two of the game before drink, as long as they have not (S10)."""
    words, lines = frame.words, []
    for result in table.results:
        losers = have_lost(frame.night, result)
        if result.outcome.chosen is None or not losers:
            continue
        winner = frame.names.get(result.players[result.outcome.places[0]], "?")
        drink = frame.drink(result.outcome.chosen)
        if is_soft_for_all(frame.night, losers):
            lines.append("🧃 " + chosen_in_vain(words, f"<b>{drink}</b> ({winner})"))
        else:
            lines.append(words("🥃 The losers drink <b>{drink}</b>, picked by {name}.", drink=drink, name=winner))
    return [*lines, ""] if lines else []


def _lobby_line(frame: Frame, table: Table, person: Person) -> str:
    deals = frame.words(" · deals") if table.dealer == person.id else ""
    return f"• {frame.names[person.id]}{deals}{marks(frame, person)}"


def customs(words: Words) -> tuple[tuple[Custom, str, str, str], ...]:
    """What a table may agree on beside the game: its label, and the words for on and off."""
    yes, no = words("yes"), words("no")
    return (
        (Custom.EXIT_BOTTLE, words("finish a bottle before leaving"), yes, no),
        (Custom.CLEAN_NAMES, words("clean titles"), yes, no),
        (Custom.NEALKO, words("a night without alcohol"), yes, no),
    )


def slap_limit_line(frame: Frame, seconds: int) -> str:
    """The time for a slap race (N2, S24)."""
    return frame.words("time for a slap race: {n} s", n=seconds)


def limit_line(frame: Frame, seconds: int) -> str:
    """The time for a turn (N2)."""
    if not seconds:
        return frame.words("time per turn: no limit")
    if seconds % 60:
        return frame.words("time per turn: {n} s", n=seconds)
    return frame.words("time per turn: {n} min", n=seconds // 60)


def _debts_row(frame: Frame) -> tuple[tuple[Button, ...], ...]:
    if not frame.night.books.open:
        return ()
    words = frame.words
    return ((frame.button(words("✅ I drank it"), Kind.DRUNK, "oldest"), frame.button(words("📋 Board"), Kind.BOARD)),)


def round_row(frame: Frame) -> tuple[tuple[Button, ...], ...]:
    """Whoever sees it on the table says so, the oldest round first (N14)."""
    if not frame.night.books.rounds:
        return ()
    due = frame.night.books.rounds[0]
    name = unescape(frame.names.get(due.person, "?"))
    return ((frame.button(frame.words("🍻 Round's here: {name}", name=name), Kind.ROUND, due.number),),)


def _with_dry_question(frame: Frame, lines: list[str], rows: tuple[tuple[Button, ...], ...]) -> Page:
    """How to go on without drinks (N11)."""
    words, night = frame.words, frame.night
    time = clock(night.dry_at + ANSWER_WITHIN)
    question = words("🍾 The bottles are empty. What now? With no answer the night ends at {time}.", time=time)
    running = any(table.round for table in night.tables)
    dry = words("Finish the game dry") if running else words("One more game dry")
    answers = (
        (frame.button(words("🍾 Another bottle"), Kind.MENU, "stock", style=Style.SUCCESS),),
        (frame.button(dry, Kind.DRY, "play"), frame.button(words("🌙 End the night"), Kind.DRY, "end")),
    )
    return [*lines, "", f"<b>{question}</b>"], (*answers, *rows)


def _with_farewell(frame: Frame, lines: list[str], rows: tuple[tuple[Button, ...], ...]) -> Page:
    words, night = frame.words, frame.night
    assert night.ending is not None
    question = words("🌙 {name} wants to end the night. Shall we?", name=frame.names.get(night.ending, "?"))
    if may_confirm(night):
        question += " " + words("Somebody else has to say yes, too.")
    if any(table.round for table in night.tables):
        question += " " + words("The current game ends without penalties; what's on the board stays.")
    answers = (
        frame.button(words("Yes, that's it"), Kind.END, "yes", style=Style.DANGER),
        frame.button(words("No, we play on"), Kind.END, "no"),
    )
    return [*lines, "", f"<b>{question}</b>"], (answers, *rows)
