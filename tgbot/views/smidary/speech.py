"""What people say at the table in their own words, in place of a tap."""

from core import smidary
from core.night import Person, Round
from tgbot.views.speech import drawing, is_standing, plain, typed

PHRASES = {
    "drink": ("vypiju", "piju", "piju to", "propijim", "propiju", "drink", "i drink"),
    "doubt": ("nevěřím", "nevěřím ti", "lžeš", "pochybuju", "pochybuji", "doubt", "i doubt it"),
    "challenge": (
        "osočuju", "osočuji", "osočit", "osočím", "osočení", "nevěřím", "nevěřím ti", "accuse", "i accuse", "challenge",
    ),
    "admit": ("přiznávám", "přiznávám se", "přiznám", "přiznám se", "admit", "i admit"),
    "show": ("ukážu", "ukazuju", "ukážu karty", "show", "i show"),
    "slap": ("plác", "plácám", "plácnu", "plácnout", "slap"),
    "call": ("podvod", "podvádíš", "podvádí", "cheat", "cheating"),
}  # fmt: skip
"""What each action is called; where one phrase is two of them, whichever can be done."""
ONLY_WHEN_RIGHT = frozenset({"drink"})
"""Words that else mean something outside of the game: what one drinks."""
OVERHEARD = frozenset({"draw", "stand", "slap"})
"""What counts in the group also when it is not said to the bot, if it can be done: it blames nobody and is no drink."""


def spoken(round_: Round, person: Person, text: str, *, addressed: bool) -> str | None:
    """The action that these words are, as records have it; None for words that are none."""
    seat, meant = round_.seat(person.id), _meant(text)
    if seat is None or not meant:
        return None
    actions = {smidary.format_action(action) for action in smidary.view(round_.state, seat).actions}
    action = next((one for one in meant if one in actions), None)
    if addressed:
        return action or next((one for one in meant if one not in ONLY_WHEN_RIGHT), None)
    return action if action in OVERHEARD else None


def _meant(text: str) -> tuple[str, ...]:
    """The actions that these words may be."""
    if is_standing(text):
        return ("stand",)
    if drawing(text)[0]:
        # The right number is drawn whatever somebody says.
        return ("draw",)
    said = typed(text, (phrase for phrases in PHRASES.values() for phrase in phrases))
    return tuple(action for action, phrases in PHRASES.items() if said in map(plain, phrases))
