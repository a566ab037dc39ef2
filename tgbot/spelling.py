"""The commands by all their names, and what somebody may have meant who spells one differently."""

from difflib import get_close_matches

from core.house import heard

ALIASES = {
    "game": "hra",
    "hand": "karty",
    "board": "tabule",
    "rules": "pravidla",
    "stock": "zasoby",
    "drink": "piju",
    "home": "domu",
    "leave": "odejit",
    "unwell": "zdravi",
    "settings": "nastaveni",
    "language": "jazyk",
    "pause": "pauza",
    "bot": "hrac",
    "help": "pomoc",
    "record": "zaznam",
    "dispute": "spor",
    "mydata": "mojedata",
    "forget": "smazat",
    "end": "konec",
}
OTHER_NAMES = {
    "napoveda": "pomoc",
    "navod": "pomoc",
    "prikazy": "pomoc",
    "ucet": "tabule",
    "dluhy": "tabule",
    "dluh": "tabule",
    "skore": "tabule",
    "statistika": "tabule",
    "statistiky": "tabule",
    "opravit": "tabule",
    "oprava": "tabule",
    "lahve": "zasoby",
    "lahev": "zasoby",
    "souper": "hrac",
    "prestavka": "pauza",
    "zapomen": "smazat",
    "zapomenout": "smazat",
    "smaz": "smazat",
    "vymaz": "smazat",
    "vymazat": "smazat",
    "delete": "smazat",
    "lang": "jazyk",
    "languages": "jazyk",
    "jazyky": "jazyk",
    "english": "jazyk",
    "anglicky": "jazyk",
    "cesky": "jazyk",
}
"""What people try first, and what they get."""
RATHER = {"dobrou": "odejit", "dobrounoc": "odejit", "dobranoc": "odejit", "sbohem": "odejit", "ukoncit": "konec"}
"""What others would feel is offered, not done."""
COMMANDS = ("start", *ALIASES.values())
ENGLISH = {czech: english for english, czech in ALIASES.items()}
NEAR, RATHER_NEAR = 0.75, 0.6
"""How alike a word has to be to a command's name, from 0 to 1, in a talk and behind a slash."""


def command_called(name: str) -> str | None:
    """The command with this name in any language, whatever its case and accents; None for no command."""
    said = heard(name).replace(" ", "")
    said = ALIASES.get(said) or OTHER_NAMES.get(said, said)
    return said if said in COMMANDS else None


def command_meant(text: str) -> str | None:
    """The command that somebody may have meant by these words; None when they are too far from any."""
    words = heard(text).split()
    if (rather := RATHER.get("".join(words))) is not None:
        return rather
    named = next((command for word in words if (command := command_called(word))), None)
    if named is not None or len(words) != 1:
        return named
    likeness = RATHER_NEAR if text.startswith("/") else NEAR
    close = get_close_matches(words[0], (*ALIASES, *ALIASES.values()), n=1, cutoff=likeness)
    return ALIASES.get(close[0], close[0]) if close else None


def command_for(language: str, command: str) -> str:
    """A command as who reads this language types it, with its slash."""
    return f"/{command if language == 'cs' else ENGLISH.get(command, command)}"
