"""What people say at the table in their own words, in place of a tap."""

from core import shithead
from core.night import Person, Round
from core.shithead.state import Phase
from tgbot.views.speech import drawing, plain, typed

TAKING = ("beru balík", "beru to", "beru všechno", "vezmu balík", "take the pile", "pick up", "pickup")
READY = ("hotovo", "done", "ready")


def spoken(round_: Round, person: Person, text: str, *, addressed: bool) -> str | None:
    """The action that these words are, as records have it; None for words that are none."""
    seat = round_.seat(person.id)
    if seat is None:
        return None
    seen, said = shithead.view(round_.state, seat), typed(text, (*TAKING, *READY))
    if said in READY and seen.phase is Phase.SWAP:
        action = "ready"
    elif drawing(text)[0] or said in map(plain, TAKING):
        action = "pickup"
    else:
        return None
    return action if addressed or action in map(shithead.format_action, seen.actions) else None
