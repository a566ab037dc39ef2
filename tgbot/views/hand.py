"""A person's own screen in the private chat: the hand and its question, or what they wait for."""

from dataclasses import replace

from core.game import Seat
from core.games import GAMES
from core.night import Menu, Person, Round, Table
from core.night.people import is_enough_for_a_game, place_in_queue, resting
from core.night.rounds import is_in_game
from tgbot.screens import Button, Rows, Screen, Style
from tgbot.taps import Kind, wire
from tgbot.views.akcni import making
from tgbot.views.bots import bots_door
from tgbot.views.care import care_row, care_words, debt_rows, dose_lines, due_lines
from tgbot.views.farewell import farewell_screen
from tgbot.views.frame import Frame, fitted
from tgbot.views.games import Asked, choice_of_drink, have_lost
from tgbot.views.menus import menu_screen
from tgbot.views.names import in_a_row
from tgbot.views.notes import lasting_reasons, noted
from tgbot.views.pauses import pause_line
from tgbot.views.registry import GAME_WORDS
from tgbot.views.result import result_lines
from tgbot.views.split import company, is_asked_to_split, is_open, split_door, split_question, table_line


def hand_screen(frame: Frame, person: Person) -> Screen | None:
    """What this person's private chat shows of the night; None when they have no part in it now."""
    screen, table = _screen(frame, person), frame.night.table_of(person.id)
    plays = table is not None and table.round is not None and person.id in table.round.players
    if screen is None or table is None:
        return None
    fresh = (*screen.fresh, *lasting_reasons(frame, person, table))
    # Old hands are of no use once their game is over.
    return replace(screen, keyboard=fitted(screen.keyboard), fresh=fresh, tidy=not plays)


def _screen(frame: Frame, person: Person) -> Screen | None:
    night = frame.night
    table = night.table_of(person.id)
    if night.ended_at or table is None:
        return None
    called = (f"c{person.called}",)
    menu = menu_screen(frame, person, table, called)
    if menu is not None:
        return _above_a_menu(frame, person, table, menu)
    if person.exiting:
        farewell, (choices, answers) = farewell_screen(frame, called), _choices(frame, person)
        return replace(farewell, text="\n".join((farewell.text, *choices)), keyboard=(*farewell.keyboard, *answers))
    seat = table.round.seat(person.id) if table.round else None
    proposal = table.proposal
    if proposal is not None and proposal.person == person.id and table.round is None:
        usual = making.screen(frame, person, table, proposal)
    elif table.round is not None and seat is not None:
        usual = _playing(frame, person, table, seat, called)
    else:
        usual = _between(frame, person, table, called)
    return noted(frame, person, table, usual)


def _playing(frame: Frame, person: Person, table: Table, seat: int, called: tuple[str, ...]) -> Screen:
    round_ = table.round
    assert round_ is not None
    asked = GAME_WORDS[round_.game].asked(frame, table, round_, seat)
    fresh = (*called, *_reasons(round_, seat, asked))
    lines = [*_news(frame, person, round_, seat, asked), *table_line(frame, table.id), *asked.lines]
    if person.missed and not asked.anew:
        lines.insert(0, frame.words("⏰ Your time was up, so the clock played for you."))
    if asked.anew and (paused := pause_line(frame, table)):
        ends = frame.words("Your move ends it.")
        lines.insert(0, f"{paused} {ends}")
    # Somebody who only waits sees nothing that others change, not even debts: each change would be another message.
    if asked.rows:
        lines += [*due_lines(frame, person), *dose_lines(frame, person)]
    if person.id in table.queue:
        # Out of this game for their health, and back again (N4).
        lines.append(frame.words("You're back: cards come with the next game."))
    if frame.title not in "\n".join(lines):
        # Somebody may play in two groups at once.
        lines.append(f"<i>{frame.title}</i>")
    is_out = not asked.rows and not is_in_game(round_, seat)
    rows = (*asked.rows, *debt_rows(frame, person)) if asked.rows or is_out else ()
    if rows and person.care is None and frame.night.stock:
        # The lobby, where it is asked, may be gone before it was answered (N13).
        rows = (*rows, care_row(frame, person))
    choices, answers = _choices(frame, person)
    lines, rows = [*lines, *choices], (*rows, *answers)
    return Screen("\n".join(lines), rows, fresh=fresh, urgent=asked.anew, lasting=asked.lasting)


def _above_a_menu(frame: Frame, person: Person, table: Table, menu: Screen) -> Screen:
    """A menu does not hide that one is asked, nor what others do to the hand: both stand above it, and the way back is
    plain to see."""
    round_ = table.round
    seat = round_.seat(person.id) if round_ else None
    if round_ is None or seat is None:
        return menu
    asked = GAME_WORDS[round_.game].asked(frame, table, round_, seat)
    above = (*_news(frame, person, round_, seat, asked), *(asked.lines[:1] if asked.anew else ()))
    if not above:
        return menu
    back = frame.button(frame.words("↩️ Back to the cards"), Kind.MENU, style=Style.PRIMARY)
    rows = (row for row in menu.keyboard if [button.data for button in row] != [back.data])
    return replace(
        menu,
        text="\n".join((*above, "", menu.text)),
        keyboard=(*rows, (back,)),
        fresh=(*menu.fresh, *_reasons(round_, seat, asked)),
        urgent=asked.anew,
    )


def _reasons(round_: Round, seat: Seat, asked: Asked) -> tuple[str, ...]:
    """Why somebody who plays is notified: of a question, of a reminder, and of what others did to the hand."""
    handed = tuple(f"h{round_.number}.{told.at}" for told in round_.handed if told.seat == seat)
    # Who has just acted looks at the phone: an edit is enough for them.
    if not asked.anew or (round_.by == seat and not round_.nudged):
        return handed
    return (f"q{round_.number}.{round_.state.ply}", *(("nudge",) if round_.nudged else ()), *handed)


def _news(frame: Frame, person: Person, round_: Round, seat: Seat, asked: Asked) -> tuple[str, ...]:
    """What somebody is notified of besides a question."""
    game = GAME_WORDS[round_.game]
    handed = tuple(game.handed(frame, round_, told) for told in round_.handed if told.seat == seat)
    if not (asked.anew and round_.nudged):
        return handed
    return (frame.words("⏰ <b>{name}, it's your turn!</b>", name=frame.names[person.id]), *handed)


def _between(frame: Frame, person: Person, table: Table, called: tuple[str, ...]) -> Screen:
    """Between two games, and beside one that they do not play; to decide about two tables is news for their phone."""
    words, asked = frame.words, is_asked_to_split(frame, person)
    waits = table.round is not None or person.id in table.queue
    lines, rows = _waiting(frame, person, table) if waits else _in_the_lobby(frame, person, table)
    choices, answers = _choices(frame, person)
    lines += choices
    if asked:
        lines = [split_question(words), "", *lines]
    if any(round_.person == person.id for round_ in frame.night.books.rounds):
        lines += ["", words("🍻 The next round is yours to get. (N14)")]
    if person.care is None:
        lines += ["", words("<b>Are you drinking alcohol?</b> Until you choose, your doses are soft ones.")]
        lines.append(care_words(words))
    # Which of the two comes first, until it is answered (N13).
    care = () if person.care else (care_row(frame, person),)
    own = (*_own_doors(frame, person), *debt_rows(frame, person))
    rows = (*split_door(frame, person), *care, *answers, *rows, *own)
    return Screen("\n".join(lines), rows, fresh=(*called, *(("split",) if asked else ())))


def _waiting(frame: Frame, person: Person, table: Table) -> tuple[list[str], Rows]:
    """For a game to end, or for a seat (N1)."""
    words, title, place = frame.words, frame.title, place_in_queue(table, person.id)
    if person.is_away:
        line = words("🍺 Your table: <b>{title}</b>.", title=title)
        line += "\n" + words("💤 You're sitting out the next game. Any tap brings you back.")
    elif not place and (*table.seats, *table.queue).index(person.id) >= GAMES[table.game].seats[-1]:
        line = words("🍺 <b>{title}</b>: you'll get cards in the next game, a 🤖 makes room then.", title=title)
    elif not place:
        line = words("🍺 <b>{title}</b>: this game is being finished, you'll get cards in the next one.", title=title)
    elif place == 1:
        line = words("🍺 <b>{title}</b> is full; you get the next free seat.", title=title)
    else:
        line = words("🍺 <b>{title}</b> is full; you're number {n} in the queue.", title=title, n=place)
    lines = [*table_line(frame, table.id), line, *company(frame, person, table)]
    if place and (kept := resting(frame.night, table)):
        names = in_a_row(words, [frame.names[one] for one in kept])
        lines.append(words("💤 Sitting out, seat kept: {names}", names=names))
    lines += [*due_lines(frame, person), *dose_lines(frame, person)]
    return lines, ((frame.button(words("🚪 Leave"), Kind.LEAVE),),)


def _in_the_lobby(frame: Frame, person: Person, table: Table) -> tuple[list[str], Rows]:
    """How the last game ended for them, and what they may choose before the next."""
    words = frame.words
    result = result_lines(frame, person, table)
    here = words("🍺 Your table: <b>{title}</b>.", title=frame.title)
    lines = [*result, *table_line(frame, table.id), here, *company(frame, person, table)]
    if person.sits_out:
        missed = person.missed and not person.resting
        lines.append(
            words("💤 You're sitting out the next game. Any tap brings you back.")
            if missed
            else words("💤 You're sitting out the next game.")
        )
    else:
        lines.append(words("As soon as somebody deals, your cards will be here."))
    rows: list[tuple[Button, ...]] = []
    asked, answers = GAME_WORDS[table.game].own_lines(frame, person, table)
    if asked:
        lines += ["", *asked]
        rows += answers
    if is_enough_for_a_game(frame.night, table):
        style = None if is_open(frame) else Style.SUCCESS
        rows.append((frame.button(words("▶️ Deal"), Kind.DEAL, table.id, table.latest, style=style),))
    rest = words("🪑 I'm in") if person.resting else words("💤 Sit out")
    rows.append(
        (frame.button(words("⚙️ Game"), Kind.MENU, "settings"), frame.button(rest, Kind.REST, wire(not person.resting)))
    )
    rows.append((*bots_door(frame, table), frame.button(words("🚪 Leave"), Kind.LEAVE)))
    if not (result and person.hat):
        # Otherwise it is said there.
        lines += due_lines(frame, person)
    return lines + dose_lines(frame, person), tuple(rows)


def _own_doors(frame: Frame, person: Person) -> Rows:
    """To the bottles and to one's own drink; what was chosen of 🥃 and 🧃 up to the first game, one tap to change it
    (N7, N10, N13)."""
    words = frame.words
    doors = (
        frame.button(words("🍾 Bottles"), Kind.MENU, Menu.STOCK),
        frame.button(words("🍷 My drink"), Kind.MENU, Menu.DRINK),
    )
    return (care_row(frame, person), doors) if person.care and not person.games else (doors,)


def _choices(frame: Frame, person: Person) -> tuple[list[str], Rows]:
    """The drinks that are theirs to choose for games that they have won, wherever they sit or wait by now (S10)."""
    lines: list[str] = []
    rows: Rows = ()
    for table in frame.night.tables:
        for won in table.results if table.round is None else ():
            losers = have_lost(frame.night, won)
            if losers and won.players[won.outcome.places[0]] == person.id:
                asked, answers = choice_of_drink(frame, table.id, won.number, won.outcome.chosen, losers)
                lines, rows = [*lines, "", *asked], (*rows, *answers)
    return lines, rows
