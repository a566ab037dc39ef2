"""What may be done: `refusal` says why not, `legal` is what it lets through, and `step` raises exactly what it says."""

from collections.abc import Callable
from typing import Any, TypeAlias

from core.cards import THE_SIX, Card
from core.game import Reason, Refusal, Seat
from core.prsi.fitting import ALL_CARDS, OBER, UNTER, fits_name
from core.smidary import actions as act
from core.smidary.actions import ANNOUNCEMENTS, PLAYS, Action
from core.smidary.cards import ACES, GREEN_KING, NOTHING, OVER_PLAYS, fitting
from core.smidary.state import Phase, State, Threat, is_in


def actors(state: State) -> tuple[Seat, ...]:
    """Who may act in the phase's main question, by seat."""
    match state.phase:
        case Phase.PLAY:
            return () if state.turn is None else (state.turn,)
        case Phase.ACCUSED | Phase.PENALTY:
            return (accused(state),)
        case Phase.SLAP:
            return () if state.race is None else tuple(sorted(state.race.waiting))
        case Phase.BOTTOM:
            return (state.dealer,)
    return ()


def accused(state: State) -> Seat:
    """Who must admit or show, draw or drink (S17)."""
    assert state.attack is not None, "nobody is accused of a king that does not attack"
    return state.attack.by


def playable(state: State) -> frozenset[Card]:
    """What the one on turn may play by the strict rules."""
    attack = state.attack
    if attack is None:
        return fitting(state.pile[-1], state.suit, state.rank)
    if attack.kind is Threat.SKIP:
        return ACES
    if attack.kind is Threat.TEN or not attack.answerable:
        return NOTHING
    return OVER_PLAYS[state.pile[-1]]


def plays_freely(state: State) -> bool:
    """Whether the one on turn may play any card, until somebody calls it (S28, S29)."""
    return state.options.cheating != "strict" and not state.caught


def may_challenge(state: State, seat: Seat) -> bool:
    """Whether `seat`, facing the attack, may challenge whoever played the king on top (S17)."""
    attack = state.attack
    return attack is not None and attack.doubtful and attack.by != seat and is_in(state, attack.by)


def refusal(state: State, seat: Seat | None, action: Action) -> Reason | None:
    """Why this action is refused, by the first code that applies, or None when `step` takes it."""
    verb, phase = type(action), state.phase
    if seat is None or verb is act.Timeout:
        return _refusal_of_table(phase, seat, verb)
    if not 0 <= seat < len(state.hands):
        return Refusal.UNKNOWN_PLAYER, "S1"
    if phase is Phase.OVER:
        return Refusal.GAME_OVER, "S7"
    if not state.hands[seat] and not is_in(state, seat) and not _may_still_talk(state, seat, verb):
        return Refusal.DEAD_DONT_TALK, "S29"
    phases, rule, check = _VERBS[verb]
    if phase not in phases:
        return Refusal.NOT_NOW, rule
    return None if check is None else check(state, seat, action)


def _refusal_of_table(phase: Phase, seat: Seat | None, verb: type[Action]) -> Reason | None:
    """The table itself closes the race, and nobody else does (S24)."""
    if seat is not None or verb is not act.Timeout:
        return Refusal.UNKNOWN_ACTION, "S24"
    if phase is Phase.OVER:
        return Refusal.GAME_OVER, "S7"
    return None if phase is Phase.SLAP else (Refusal.NOT_NOW, "S24")


def _may_still_talk(state: State, seat: Seat, verb: type[Action]) -> bool:
    """Who is out still chooses a drink (S10), and slaps in the race of a nine that was their last card (S24)."""
    race = state.race
    in_race = race is not None and (seat in race.waiting or seat in race.slapped)
    return verb is act.Choose or (verb is act.Slap and in_race)


def _play(state: State, seat: Seat, action: act.Play) -> Reason | None:
    if seat != state.turn:
        return Refusal.NOT_YOUR_TURN, "S2"
    card = action.card
    if card not in state.hands[seat]:
        return Refusal.NOT_YOUR_CARD, "S3"
    if not fits_name(card, action.name):
        return Refusal.BAD_NAME, "S21" if card[0] == UNTER else "S20"
    if card in playable(state) or plays_freely(state):
        return None
    return _threatened(state) or (Refusal.ILLEGAL_CARD, _rule_against(state, card))


def _threatened(state: State) -> Reason | None:
    """Why somebody on turn may do nothing but draw, or nothing but stand."""
    attack = state.attack
    if attack is None:
        return None
    if attack.must_be_drawn:
        return Refusal.MUST_DRAW, "S22" if attack.kind is Threat.TEN else "S9"
    return (Refusal.MUST_STAND, "S19") if attack.kind is Threat.SKIP else None


def _rule_against(state: State, card: Card) -> str:
    """The clause by which a card goes neither on the attack nor on the top card."""
    top, attack = state.pile[-1], state.attack
    if attack is not None:
        if not attack.answerable:
            return "S17"
        return "S16" if GREEN_KING in (card, top) else "S13"
    if card == THE_SIX:
        return "S25"
    if state.rank is not None:
        return "S21"
    if top == THE_SIX:
        return "S25"
    if top[0] == OBER:
        return "S21" if card[0] == UNTER else "S20"
    return "S3"


def _draw(state: State, seat: Seat, action: act.Draw) -> Reason | None:
    if state.phase is Phase.PENALTY:
        return None if seat == accused(state) else (Refusal.NOT_YOUR_TURN, "S17")
    if seat != state.turn:
        return Refusal.NOT_YOUR_TURN, "S2"
    attack = state.attack
    if attack is not None:
        return (Refusal.MUST_STAND, "S19") if attack.kind is Threat.SKIP else None
    if not state.options.voluntary_draw and state.rank is None and not playable(state).isdisjoint(state.hands[seat]):
        return Refusal.MUST_PLAY, "S3"
    return None


def _drink(state: State, seat: Seat, action: act.Drink) -> Reason | None:
    if state.phase is Phase.PENALTY:
        return None if seat == accused(state) else (Refusal.NOT_YOUR_TURN, "S17")
    if seat != state.turn:
        return Refusal.NOT_YOUR_TURN, "S2"
    if threatened := _threatened(state):
        return threatened
    if state.attack is None:
        return Refusal.CANNOT_DRINK, "S13"
    return None if state.attack.drinkable else (Refusal.CANNOT_DRINK, "S15")


def _stand(state: State, seat: Seat, action: act.Stand) -> Reason | None:
    if seat != state.turn:
        return Refusal.NOT_YOUR_TURN, "S2"
    attack = state.attack
    if attack is not None and attack.kind is Threat.SKIP:
        return None
    return _threatened(state) or (Refusal.NOT_NOW, "S19")


def _challenge(state: State, seat: Seat, action: act.Challenge) -> Reason | None:
    if seat != state.turn:
        return Refusal.NOT_YOUR_TURN, "S2"
    if threatened := _threatened(state):
        return threatened
    return None if may_challenge(state, seat) else (Refusal.CANNOT_CHALLENGE, "S17")


def _answer(state: State, seat: Seat, action: act.Admit | act.Show) -> Reason | None:
    return None if seat == accused(state) else (Refusal.NOT_YOUR_TURN, "S17")


def _slap(state: State, seat: Seat, action: act.Slap) -> Reason | None:
    assert state.race is not None, "phase slap has a race"
    return None if seat in state.race.waiting else (Refusal.NOT_YOUR_TURN, "S24")


def _announce(state: State, seat: Seat, action: act.Announce) -> Reason | None:
    if seat != state.dealer:
        return Refusal.NOT_YOUR_TURN, "S27"
    return (Refusal.BAD_NAME, "S27") if action.card == THE_SIX else None


def _doubt(state: State, seat: Seat, action: act.Doubt) -> Reason | None:
    if state.bottom is None or state.bottom.announced is None:
        return Refusal.NOT_NOW, "S27"
    return (Refusal.NOT_YOUR_TURN, "S27") if seat == state.dealer else None


def _choose(state: State, seat: Seat, action: act.Choose) -> Reason | None:
    if not state.places:
        return Refusal.NOT_NOW, "S10"
    return None if seat == state.places[0] else (Refusal.NOT_YOUR_TURN, "S10")


def _call(state: State, seat: Seat, action: act.Call) -> Reason | None:
    last = state.last
    if last is None:
        return Refusal.NOT_NOW, "S29"
    if seat == last.seat:
        return Refusal.NOT_YOUR_TURN, "S29"
    return (Refusal.NOT_NOW, "S29") if seat in last.callers else None


_ALWAYS = frozenset(Phase)
_IN_PLAY = frozenset({Phase.PLAY})
_ON_ATTACK = frozenset({Phase.PLAY, Phase.PENALTY})
_WHEN_ACCUSED = frozenset({Phase.ACCUSED})

# Each check has an action of its own verb; the table pairs them, which the type checker cannot follow.
_Check: TypeAlias = Callable[[State, Any, Any], Reason | None]
_VERBS: dict[type[Action], tuple[frozenset[Phase], str, _Check | None]] = {
    act.Play: (_IN_PLAY, "S3", _play),
    act.Draw: (_ON_ATTACK, "S3", _draw),
    act.Drink: (_ON_ATTACK, "S13", _drink),
    act.Stand: (_IN_PLAY, "S19", _stand),
    act.Challenge: (_IN_PLAY, "S17", _challenge),
    act.Admit: (_WHEN_ACCUSED, "S17", _answer),
    act.Show: (_WHEN_ACCUSED, "S17", _answer),
    act.Slap: (frozenset({Phase.SLAP}), "S24", _slap),
    act.Announce: (frozenset({Phase.BOTTOM}), "S27", _announce),
    act.Doubt: (_ALWAYS, "S27", _doubt),
    act.Choose: (_ALWAYS, "S10", _choose),
    act.Call: (_ALWAYS, "S29", _call),
    act.Collapse: (_ALWAYS, "S30", None),
}
"""In which phases each verb is possible at all, the clause that says so, and what else is asked of it, if anything."""

_OFFERS: dict[Phase, tuple[Action, ...]] = {
    Phase.PLAY: (act.DRAW,),
    Phase.ACCUSED: (act.ADMIT, act.SHOW),
    Phase.PENALTY: (act.DRAW, act.DRINK),
    Phase.SLAP: (act.SLAP,),
    Phase.BOTTOM: tuple(ANNOUNCEMENTS.values()),
    Phase.OVER: (),
}
_OFFERS_FACING: dict[Threat, tuple[Action, ...]] = {
    Threat.DRAW: (act.DRAW, act.DRINK, act.CHALLENGE),
    Threat.SKIP: (act.STAND,),
    Threat.TEN: (act.DRAW,),
}
"""What is worth asking in each phase, and on turn facing a threat: short cuts for `legal`, `refusal` has the word."""


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Everything that `step` lets this seat do now, with every name a card can take, without Collapse and Choose."""
    offers: list[Action] = []
    if seat in actors(state):
        others = _OFFERS[state.phase]
        if state.phase is Phase.PLAY:
            fits = ALL_CARDS if plays_freely(state) else playable(state)
            for card in state.hands[seat]:
                if card in fits:
                    offers += PLAYS[card]
            if state.attack is not None:
                others = _OFFERS_FACING[state.attack.kind]
        offers += [offer for offer in others if refusal(state, seat, offer) is None]
    if state.bottom is not None and refusal(state, seat, act.DOUBT) is None:
        offers.append(act.DOUBT)
    if state.last is not None and refusal(state, seat, act.CALL) is None:
        offers.append(act.CALL)
    return tuple(offers)
