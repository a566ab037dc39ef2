"""One line for words that mean nothing to the game: what may have been meant, and where one's own screen is."""

from core.house import heard
from core.night import Menu, Person
from tgbot.bottles import Flaw, flaw_of, is_like_a_bottle, typed_of, usual_of
from tgbot.spelling import command_for, command_meant
from tgbot.views.frame import Frame
from tgbot.views.names import plain, shown
from tgbot.views.registry import GAME_WORDS
from tgbot.views.speech import names_a_card
from tgbot.views.stock import USUAL, decimal
from tgbot.words import Words

LONGEST_DRINK = 40
"""Characters of a drink that nobody knows."""
TOASTS = frozenset({"na zdravi", "nazdravi", "tak na zdravi", "cheers", "bottoms up"})
_USUAL = frozenset(heard(drink.name) for drink in USUAL)


def not_understood(frame: Frame, person: Person, text: str) -> str:
    """What somebody at a table is told whose words want nothing; their own screen comes below it."""
    words = frame.words
    if heard(text) in TOASTS:
        return words("🍻 Cheers!") + " " + _below(frame, person)
    meant = command_meant(text)
    if meant is not None:
        return did_you_mean(words, meant)
    # Whoever asks does not put a bottle on the table.
    flaw = None if text.rstrip().endswith("?") else flaw_of(text)
    if flaw is not None and (person.menu is Menu.STOCK or is_like_a_bottle(text) or heard(text) in _USUAL):
        return bottle_not_understood(words, *flaw)
    if _plays(frame, person) and names_a_card(text):
        return words("🃏 Cards are played with a tap, not with words.") + " " + _below(frame, person)
    return words("🤷 I don't get it.") + " " + _below(frame, person)


def _plays(frame: Frame, person: Person) -> bool:
    table = frame.night.table_of(person.id)
    return table is not None and table.round is not None and table.round.seat(person.id) is not None


def did_you_mean(words: Words, command: str) -> str:
    """A question with the command that may have been meant."""
    return words("🤔 Did you mean {command}?", command=command_for(words.language, command))


def _below(frame: Frame, person: Person) -> str:
    """What is to be found below the line."""
    words, table = frame.words, frame.night.table_of(person.id)
    round_ = table.round if table else None
    seat = round_.seat(person.id) if round_ else None
    if table is None or round_ is None or seat is None:
        return words("What you can do is below ↓ For everything else there's /help.")
    if GAME_WORDS[round_.game].asked(frame, table, round_, seat).anew:
        return words("It's your turn, your cards are below ↓")
    return words("Your cards are below ↓")


def drink_not_understood(words: Words, text: str) -> str:
    """No drink on the table is called so (N10)."""
    what = shown(plain(text, "?", LONGEST_DRINK))
    return words("🤷 <b>{what}</b> isn't on the table. Choose below ↓", what=what)


def bottle_not_understood(words: Words, text: str, flaw: Flaw) -> str:
    """Why this is no bottle, and how to write it (N7)."""
    why = {
        Flaw.NAME: words("🍾 What's it called?"),
        Flaw.NUMBERS: words("🍾 How big is the bottle, and how strong?"),
        Flaw.VOLUME: words("🍾 How big is the bottle?"),
        Flaw.STRENGTH: words("🍾 How strong is it?"),
        Flaw.ORDER: words("🍾 I can't read that label."),
    }[flaw]
    name, volume, strength = typed_of(text)
    usual_volume, usual_strength = usual_of(name)
    known = (shown(plain(name, "Tullamore")), volume or decimal(words, usual_volume), strength or usual_strength)
    return f"{why} " + words("Name, litres, per cent – like this: <code>{bottle}</code>", bottle=" ".join(known))
