"""What people say at the table in their own words (P11, P12, P18, P21, P28)."""

import re

from core import akcni
from core.akcni.state import Phase, State
from core.house import Kind, heard
from core.night import Menu, Person, Round
from tgbot.views.akcni.catalogue import heard_as
from tgbot.views.speech import drawing, is_standing, typed

GREETINGS = frozenset(
    {
        "dobri den", "dobrej den", "dobriden", "dobrejden", "brej den", "brejden", "bri den", "dobri vecer",
        "dobrej vecer", "dobre rano", "dobre odpoledne", "nazdar", "nazdarek", "zdar", "zdarec", "zdravim", "zdravicko",
        "ahoj", "ahojki", "cau", "cus", "cest", "cest praci", "servus", "tebuh", "pozdrav", "buh s vami", "poklona",
        "klanim se", "ma ucta", "uctivi den", "at zije kral", "vase velicenstvo", "good dai", "good evening",
        "good morning", "hello", "hi", "hail", "long live the king", "iour majesti",
    }
)  # fmt: skip
"""How one greets a king, as it sounds; a few words may follow."""
HAILS = (
    "dobr", "brej", "bri", "nazd", "zdar", "zdravim", "zdravic", "ahoj", "cau", "cus", "cest", "hoj", "hej", "halo",
    "tebuh", "vitej", "kral", "vase", "uctiv", "klan", "poklon", "good", "king", "majest",
)  # fmt: skip
"""How anything begins that is a greeting from whoever has a king before them; not health, which is another wish."""
LAST = re.compile(r"(uz |mam |to je |mi )*(posledni|last)( moje| ma)?( kart[au]| card| one)?")
WE_EXCHANGE = frozenset({"menime", "vimenime", "we swap", "swap", "we exchange", "exchange"})
WE_DO_NOT = frozenset(
    {"nemenime", "nevimenime", "no swap", "we dont swap", "we do not", "we do not exchange", "no exchange"}
)
RAIN = frozenset({"rain", "rains", "raining"})
VOCABULARY = ("posledni", "pradlo", *WE_EXCHANGE, *WE_DO_NOT)
"""Words that are known also with a slip of the finger."""
LONGEST_GREETING = 5
"""Words."""


def spoken(round_: Round, person: Person, text: str, *, addressed: bool) -> str | None:
    """The action that these words are, as records have it; None for words that are none.

    What is not `addressed` to the table is chatter unless it is right: nobody should pay for a hello to a friend.
    """
    seat, state = round_.seat(person.id), round_.state
    if seat is None:
        return None
    action = _action(state, seat, person, text)
    if action is None or addressed:
        return action
    view = akcni.view(state, seat)
    return action if akcni.parse_action(action) in view.faultless else None


def _action(state: State, seat: int, person: Person, text: str) -> str | None:
    said = typed(text, VOCABULARY)
    exchange = _exchange(state, seat, person, said)
    if exchange is not None:
        return exchange
    if is_standing(text):
        return "stand"
    draws, number = drawing(text)
    if draws:
        # In strict mode the right number is drawn whatever somebody says.
        return "draw" if state.options.strict or number is None else f"draw {number}"
    return None if state.options.strict else _words(state, seat, said, heard(text))


def _words(state: State, seat: int, said: str, quoted: str) -> str | None:
    """What only the pub hears; what somebody has to say comes before what it might mean otherwise."""
    asked_for = (promise.text for promise in state.words if promise.seat == seat and quoted in heard_as(promise.text))
    if (text := next(asked_for, None)) is not None:
        return f"say {text}"
    if _is_washing(said) and "prsi" in state.options.rules:
        return "prsi"
    if LAST.fullmatch(said) and "last" in state.options.rules:
        return "last"
    if _is_greeting(said, is_due=state.greet and seat == state.turn) and "king" in state.options.rules:
        return "greet"
    wanted = (effect.text for rule in state.house for effect in rule.effects if effect.kind is Kind.SAY)
    return next((f"say {heard(text)}" for text in wanted if quoted in heard_as(text)), None)


def _is_washing(said: str) -> bool:
    """Any words with "prší" and "prádlo" count (P18)."""
    words = said.split()
    czech = "prsi" in words and any(word.startswith(("pradl", "pradel", "pradil")) for word in words)
    english = RAIN & set(words) and any(word.startswith(("washing", "laundry")) for word in words)
    return czech or bool(english)


def _is_greeting(said: str, *, is_due: bool) -> bool:
    """The form is free (P11); where nobody waits for one, it costs cards, and has to be a greeting beyond doubt."""
    words = said.split()
    if len(words) > LONGEST_GREETING:
        return False
    if is_due and said.startswith(HAILS):
        return True
    return any(" ".join(words[:count]) in GREETINGS for count in range(1, len(words) + 1))


def _exchange(state: State, seat: int, person: Person, said: str) -> str | None:
    """An answer about the action king: the one turned up, or the one that is being laid, or could be (P15, P17)."""
    if said not in WE_EXCHANGE | WE_DO_NOT:
        return None
    answer = "yes" if said in WE_EXCHANGE else "no"
    if state.phase is Phase.ANNOUNCE:
        return f"announce {answer}"
    king = f"K{state.action_suit}"
    is_asked = person.menu is Menu.NAME and person.menu_on == king
    holds = king in state.hands[seat] or king in state.open[seat]
    return f"play {king}={answer}" if holds and (is_asked or seat == state.turn) else None
