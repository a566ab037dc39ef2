"""The settings of the group, and the languages, on a person's own screen."""

from core.night import Menu, Person, Table
from core.night.values import SLAP_LIMITS, TURN_LIMITS
from tgbot.screens import Button, Rows, Screen
from tgbot.taps import Kind, Tap, wire
from tgbot.views.frame import Frame, choices_in_rows, ticked, widened
from tgbot.views.table import limit_line, slap_limit_line
from tgbot.words import LANGUAGES, Words

NAMES = {"cs": "🇨🇿 Čeština", "en": "🇬🇧 English"}
"""Every language by its own name."""


def group_screen(frame: Frame, table: Table, called: tuple[str, ...]) -> Screen:
    """What counts for everybody, and stays for the group's next nights (N16)."""
    words, night = frame.words, frame.night
    lines = [
        words("⚙️ <b>How {title} plays</b>", title=frame.title),
        widened(words("It stays that way for the next nights, too.")),
    ]
    who = words("only admins") if night.admins_only else words("anyone at the table")
    rows: list[tuple[Button, ...]] = [
        *_group_languages(frame),
        (frame.button(words("settings: {who}", who=who), Kind.ALLOW, wire(not night.admins_only)),),
    ]
    if table.round is None:
        rows += [
            limit_row(frame, table),
            slap_limit_row(frame, table),
            (frame.button(words("🃏 The game, its options, names"), Kind.MENU, Menu.SETTINGS),),
        ]
    else:
        lines.append(words("Game options can be changed between games. (N16)"))
    rows.append((frame.button(words("🗣 My language"), Kind.MENU, Menu.LANGUAGE),))
    rows.append((frame.button(words("✓ Done"), Kind.MENU),))
    return Screen("\n".join(lines), tuple(rows), fresh=called)


def limit_row(frame: Frame, table: Table) -> tuple[Button, ...]:
    """A tap moves on to the next value."""
    seconds = TURN_LIMITS[(TURN_LIMITS.index(table.limit) + 1) % len(TURN_LIMITS)]
    return (frame.button(limit_line(frame, table.limit), Kind.LIMIT, table.id, seconds),)


def slap_limit_row(frame: Frame, table: Table) -> tuple[Button, ...]:
    """A tap moves on to the next value."""
    seconds = SLAP_LIMITS[(SLAP_LIMITS.index(table.slap_limit) + 1) % len(SLAP_LIMITS)]
    return (frame.button(slap_limit_line(frame, table.slap_limit), Kind.SLAP_LIMIT, table.id, seconds),)


def language_screen(frame: Frame, person: Person, table: Table, called: tuple[str, ...]) -> Screen:
    """My language, and the group's, which is for those at the table to choose."""
    words = frame.words
    lines = [words("🗣 <b>Languages</b>")]
    groups: Rows = ()
    if table.keeps_a_place_for(person.id):
        lines.append(words("At the top: how I talk to you. 👥: how I talk in the group."))
        groups = _group_languages(frame)
    mine = tuple(
        frame.button(ticked(NAMES[code], person.speaks == code), Kind.LANGUAGE, "me", code) for code in LANGUAGES
    )
    telegrams = frame.button(ticked(words("same as my Telegram"), person.speaks is None), Kind.LANGUAGE, "me", "auto")
    back = (frame.button(words("✓ Done"), Kind.MENU),)
    return Screen("\n".join(lines), (*choices_in_rows(mine, 2), (telegrams,), *groups, back), fresh=called)


NO_NIGHT = "-"
"""What stands for the night in buttons that are about none."""


def languages_without_night(words: Words, *, private: bool) -> tuple[str, Rows]:
    """The choice of a language where no table is open: mine in private, the group's in the group."""

    def choice(label: str, whose: str, code: str) -> Button:
        return Button(label, Tap(NO_NIGHT, Kind.LANGUAGE, (whose, code)).data)

    if not private:
        rows: Rows = (tuple(choice(f"👥 {NAMES[code]}", "group", code) for code in LANGUAGES),)
        return words("🗣 Which language shall I speak in this group?"), rows
    mine = tuple(choice(NAMES[code], "me", code) for code in LANGUAGES)
    return words("🗣 Which language shall I speak with you?"), (
        mine,
        (choice(words("same as my Telegram"), "me", "auto"),),
    )


def language_chosen(words: Words, *, private: bool) -> str:
    """Said in the language that was chosen."""
    return words("🗣 I'll speak English with you.") if private else words("🗣 I'll speak English in this group.")


def _group_languages(frame: Frame) -> Rows:
    languages = [
        frame.button(ticked(f"👥 {NAMES[code]}", frame.night.language == code), Kind.LANGUAGE, "group", code)
        for code in LANGUAGES
    ]
    return choices_in_rows(languages, 2)
