"""What may be done: `refusal` says why not, `legal` is what it lets through, and `step` raises exactly what it says.

In the pub nearly everything may be done, and `mistakes` says what it costs (P23, P24).
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from core.akcni import actions as act
from core.akcni.actions import CHANGE, DRAW, GIFTS, GREET, LAST, NO_CHANGE, PLAYS, PRSI, STAND, Action
from core.akcni.cards import ACES, ANY_CARD, EIGHTS, NOTHING, fitting
from core.akcni.rulebook import Book, book_of
from core.akcni.state import Phase, Promise, State, Threat, cards_of, in_game, is_in
from core.cards import Card
from core.game import Reason, Refusal, Seat
from core.house import heard

NO_NAME: tuple[str | None, ...] = (None,)


def actors(state: State) -> tuple[Seat, ...]:
    """Who may act in the phase's main question, by seat."""
    match state.phase:
        case Phase.PLAY:
            return () if state.turn is None else (state.turn,)
        case Phase.GIVE:
            return tuple(seat for seat, holding in enumerate(in_game(state)) if holding and state.gifts[seat] is None)
        case Phase.ANNOUNCE:
            return (state.dealer,)
    return ()


def playable(state: State) -> frozenset[Card]:
    """What the one on turn may play by the strict rules."""
    return _playable(state, book_of(state))


def _playable(state: State, book: Book) -> frozenset[Card]:
    if state.returned:
        return NOTHING
    attack = state.attack
    if attack is None:
        changers = book.changers if state.lap is None else NOTHING
        return fitting(state.pile[-1], state.suit, state.rank, changers)
    if attack.kind is Threat.SKIP:
        return ACES if state.lap is None else NOTHING
    return EIGHTS if attack.eights else book.over_sevens[state.pile[-1]]


def names(state: State, card: Card) -> tuple[str | None, ...]:
    """What this card may name or say now, None standing for nothing (P9, P10, P14, P15)."""
    return NO_NAME if state.lap is not None else book_of(state).names[card]


def faces_ace(state: State) -> bool:
    """Whether the one on turn must stand, or over-play with an ace (P12)."""
    return state.attack is not None and state.attack.kind is Threat.SKIP


def open_deeds(state: State) -> tuple[Promise, ...]:
    """The deeds that somebody can still answer for: none of those who are out for good (P26, P28)."""
    return tuple(deed for deed in state.deeds if deed.seat in state.exposed or is_in(state, deed.seat))


def number_due(state: State) -> int:
    """How many cards the one on turn draws (P4, P5, P19)."""
    attack = state.attack
    return attack.cards if attack is not None and attack.kind is Threat.DRAW else 1


def refusal(state: State, seat: Seat | None, action: Action) -> Reason | None:
    """Why this action is refused, by the first code that applies, or None when `step` takes it."""
    if seat is None or not 0 <= seat < len(state.hands):
        return Refusal.UNKNOWN_PLAYER, "P1"
    verb = type(action)
    if isinstance(action, act.Breach) and not 0 <= action.player < len(state.hands):
        return Refusal.UNKNOWN_PLAYER, "P28"
    if state.phase is Phase.OVER:
        return Refusal.GAME_OVER, "P22"
    strict = state.options.strict
    if not state.hands[seat] and not is_in(state, seat) and (strict or not _may_still_talk(state, seat, verb)):
        return Refusal.DEAD_DONT_TALK, "S30" if seat in state.collapsed else "P26"
    phases, in_strict, rule, check = _VERBS[verb]
    if state.phase not in phases or (strict and not in_strict):
        return Refusal.NOT_NOW, rule
    return None if check is None else check(state, seat, action)


def _may_still_talk(state: State, seat: Seat, verb: type[Action]) -> bool:
    """Who is out but not final still speaks in the pub (P24)."""
    return seat in state.exposed and verb in _TALK


def _play(state: State, seat: Seat, action: act.Play) -> Reason | None:
    strict, card = state.options.strict, action.card
    if strict and seat != state.turn:
        return Refusal.NOT_YOUR_TURN, "P4"
    if card not in state.hands[seat] and card not in state.open[seat]:
        return Refusal.NOT_YOUR_CARD, "P2"
    if not strict:
        return None
    book = book_of(state)
    if action.name not in (book.names[card] if state.lap is None else NO_NAME):
        return Refusal.BAD_NAME, "P24" if state.lap is None else "P14"
    if card in _playable(state, book):
        return None
    if state.returned:
        return Refusal.MUST_DRAW, "P19"
    if faces_ace(state):
        return Refusal.MUST_STAND, "P12" if state.lap is None else "P16"
    return Refusal.ILLEGAL_CARD, rule_against(state, card)


def rule_against(state: State, card: Card) -> str:
    """The clause by which this card does not go on what lies there."""
    if state.returned:
        return "P19"
    if state.attack is not None:
        return "P6" if state.attack.eights else "P5"
    if state.lap is not None and card in book_of(state).changers:
        return "P14"
    if state.rank is not None:
        return "P9"
    if state.suit is not None:
        return "P10"
    return "P4"


def _draw(state: State, seat: Seat, action: act.Draw) -> Reason | None:
    strict = state.options.strict
    if strict and action.number is not None:
        return Refusal.NOT_NOW, "P23"
    if seat != state.turn:
        return Refusal.NOT_YOUR_TURN, "P4"
    return (Refusal.MUST_STAND, "P12") if strict and faces_ace(state) else None


def _stand(state: State, seat: Seat, action: act.Stand) -> Reason | None:
    if seat != state.turn:
        return Refusal.NOT_YOUR_TURN, "P12"
    if not state.options.strict or faces_ace(state):
        return None
    return (Refusal.MUST_DRAW, "P19") if state.returned else (Refusal.NOT_NOW, "P12")


def _give(state: State, seat: Seat, action: act.Give) -> Reason | None:
    if state.gifts[seat] is not None:
        return _only_for_others(state), "P15"
    return None if action.card in cards_of(state, seat) else (Refusal.NOT_YOUR_CARD, "P15")


def _announce(state: State, seat: Seat, action: act.Announce) -> Reason | None:
    return None if seat == state.dealer else (_only_for_others(state), "P17")


def _only_for_others(state: State) -> Refusal:
    """What is open only for others now; the pub knows fewer refusals (P24)."""
    return Refusal.NOT_YOUR_TURN if state.options.strict else Refusal.NOT_NOW


def _say(state: State, seat: Seat, action: act.Say) -> Reason | None:
    said = heard(action.text)
    is_asked_for = any(promise.seat == seat and heard(promise.text) == said for promise in state.words)
    return None if is_asked_for else (Refusal.NOT_NOW, "P28")


def _breach(state: State, seat: Seat, action: act.Breach) -> Reason | None:
    player = action.player
    if all(deed.seat != player for deed in open_deeds(state)):
        return Refusal.NOT_NOW, "P28"
    return (_only_for_others(state), "P28") if player == seat else None


_ALWAYS = frozenset({Phase.ANNOUNCE, Phase.GIVE, Phase.PLAY})
_IN_PLAY = frozenset({Phase.PLAY})
_TALK = frozenset({act.Greet, act.Last, act.Prsi, act.Say})

# Each check has an action of its own verb; the table pairs them, which the type checker cannot follow.
_Check: TypeAlias = Callable[[State, Any, Any], Reason | None]
_VERBS: dict[type[Action], tuple[frozenset[Phase], bool, str, _Check | None]] = {
    act.Play: (_IN_PLAY, True, "P4", _play),
    act.Draw: (_IN_PLAY, True, "P4", _draw),
    act.Stand: (_IN_PLAY, True, "P12", _stand),
    act.Greet: (_ALWAYS, False, "P23", None),
    act.Last: (_ALWAYS, False, "P23", None),
    act.Prsi: (_ALWAYS, False, "P23", None),
    act.Say: (_ALWAYS, False, "P23", _say),
    act.Give: (frozenset({Phase.GIVE}), True, "P15", _give),
    act.Announce: (frozenset({Phase.ANNOUNCE}), True, "P17", _announce),
    act.Breach: (_ALWAYS, True, "P28", _breach),
    act.Collapse: (_ALWAYS, True, "S30", None),
}
"""In which phases each verb is possible at all, whether in strict mode, the clause, and what else is asked of it."""


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Everything that `step` lets this seat do now, with every name a card can take.

    Not in it are Collapse, Breach, a number to draw, a name that the card cannot take, and words that nobody asks for.
    In the pub it holds mistakes, out of turn too: see `mistakes`.
    """
    strict = state.options.strict
    if strict and state.phase is Phase.PLAY:
        if seat != state.turn:
            return ()
        book = book_of(state)
        return (*_plays(state, seat, book, _playable(state, book)), STAND if faces_ace(state) else DRAW)
    offers: list[Action] = []
    match state.phase:
        case Phase.PLAY:
            offers += (*_plays(state, seat, book_of(state), ANY_CARD), DRAW, STAND)
        case Phase.GIVE:
            offers += (GIFTS[card] for card in cards_of(state, seat))
        case Phase.ANNOUNCE:
            offers += (CHANGE, NO_CHANGE)
    if not strict:
        offers += (GREET, LAST, PRSI, *dict.fromkeys(act.Say(text=words.text) for words in state.words))
    return tuple(offer for offer in offers if refusal(state, seat, offer) is None)


def _plays(state: State, seat: Seat, book: Book, fits: frozenset[Card]) -> list[Action]:
    """The ways to play those of this player's cards that are among `fits`."""
    plays: list[Action] = []
    for card in cards_of(state, seat):
        if card in fits:
            if state.lap is None:
                plays += book.plays[card]
            else:
                plays.append(PLAYS[card][None])
    return plays
