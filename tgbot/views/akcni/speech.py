"""What people say at the table in their own words (P11, P12, P18, P21, P28)."""

import re

from core import akcni
from core.akcni.state import Phase, State
from core.house import Kind, heard
from core.night import Menu, Person, Round
from tgbot.views.akcni.catalogue import heard_as

GREETINGS = frozenset(
    {
        "dobry den", "dobry vecer", "dobre rano", "dobre odpoledne", "nazdar", "nazdarek", "zdar",
        "zdarec", "zdravim", "zdravicko", "ahoj", "ahojky", "cau", "cus", "cest", "cest praci", "servus", "pozdrav",
        "buh s vami", "poklona", "klanim se", "ma ucta", "uctivy den", "at zije kral", "vase velicenstvo",
        "good day", "good evening", "good morning", "hello", "hi", "hail", "long live the king", "your majesty",
    }
)  # fmt: skip
"""How one greets a king, without accents; a few words may follow."""
LAST = re.compile(r"(uz |mam |to je |my )*(posledni|last)( moje| ma)?( kart[au]| card| one)?")
WE_EXCHANGE = frozenset({"menime", "vymenime", "we swap", "swap", "we exchange", "exchange"})
WE_DO_NOT = frozenset(
    {"nemenime", "nevymenime", "no swap", "we dont swap", "we do not", "we do not exchange", "no exchange"}
)
RAIN = frozenset({"rain", "rains", "raining"})
STANDING = frozenset({"stojim", "stoju", "stojim si", "i stand", "stand"})
DRAWING = re.compile(
    r"(lizu|liznu|liznout|lizat|beru|tahnu|draw|i draw)( si)?( (?P<number>\d{1,3}))?( karty?| karet| cards?)?"
)
LONGEST_GREETING = 5
"""Words."""


def spoken(round_: Round, person: Person, text: str, *, addressed: bool) -> str | None:
    """The action that these words are, as records have it; None for words that are none.

    What is not `addressed` to the table is chatter unless it is right: nobody should pay for a hello to a friend.
    """
    seat, state = round_.seat(person.id), round_.state
    if seat is None:
        return None
    action = _action(state, seat, person, heard(text))
    if action is None or addressed:
        return action
    view = akcni.view(state, seat)
    return action if akcni.parse_action(action) in view.faultless else None


def _action(state: State, seat: int, person: Person, said: str) -> str | None:
    exchange = _exchange(state, seat, person, said)
    if exchange is not None:
        return exchange
    if said in STANDING:
        return "stand"
    drawing = DRAWING.fullmatch(said)
    if drawing:
        # In strict mode the right number is drawn whatever somebody says.
        return "draw" if state.options.strict or drawing["number"] is None else f"draw {int(drawing['number'])}"
    return None if state.options.strict else _words(state, seat, said)


def _words(state: State, seat: int, said: str) -> str | None:
    """What only the pub hears; what somebody has to say comes before what it might mean otherwise."""
    asked_for = (promise.text for promise in state.words if promise.seat == seat and said in heard_as(promise.text))
    if (text := next(asked_for, None)) is not None:
        return f"say {text}"
    if _is_washing(said) and "prsi" in state.options.rules:
        return "prsi"
    if LAST.fullmatch(said) and "last" in state.options.rules:
        return "last"
    if _is_greeting(said) and "king" in state.options.rules:
        return "greet"
    wanted = (effect.text for rule in state.house for effect in rule.effects if effect.kind is Kind.SAY)
    return next((f"say {heard(text)}" for text in wanted if said in heard_as(text)), None)


def _is_washing(said: str) -> bool:
    """Any words with "prší" and "prádlo" count (P18)."""
    words = said.split()
    czech = "prsi" in words and any(word.startswith(("pradl", "pradel", "pradyl")) for word in words)
    english = RAIN & set(words) and any(word.startswith(("washing", "laundry")) for word in words)
    return czech or bool(english)


def _is_greeting(said: str) -> bool:
    words = said.split()
    if len(words) > LONGEST_GREETING:
        return False
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
