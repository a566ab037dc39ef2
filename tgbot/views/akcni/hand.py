"""A player's own screen: the cards, the question, and what one may have to say.

In the pub nothing is hinted at: the buttons for standing, greeting and calling out are there as long as they may be
right some time, every changer asks what it names, and using them at the wrong time is a mistake (P24).
"""

from contextlib import suppress

from core import akcni
from core.akcni.actions import DRAW, GREET, NAMES, NO, STAND, YES
from core.akcni.state import Call, Phase
from core.akcni.view import View
from core.cards import GERMAN_RANKS, GERMAN_SUITS, Card, Cards
from core.game import Seat
from core.house import Kind as Effect
from core.house import heard
from core.night import Menu, Round, Table
from core.night.deeds import holds_up
from core.prsi.fitting import OBER, UNTER
from core.prsi.words import write_play
from core.seats import next_seat
from tgbot.screens import Button, Rows, Style
from tgbot.taps import AT_ANY_TIME, Kind
from tgbot.views.akcni.catalogue import in_words
from tgbot.views.akcni.facts import named
from tgbot.views.akcni.table import OPEN, name_of, question_lines, top_line, vote_lines
from tgbot.views.cards import SUIT_SIGNS, by_suit, card, cards, rank, suit_name
from tgbot.views.frame import Frame, act, in_rows, widened
from tgbot.views.games import Asked
from tgbot.words import Words

A_ROW = 4
KING = "K"
NAMERS = {UNTER: "unter", OBER: "ober", KING: "action_king"}
"""The cards that may name or say something, with the rule that makes them (P20)."""
SHORT = 16
"""Characters of a label that fits twice into a row."""


def asked(frame: Frame, table: Table, round_: Round, seat: Seat) -> Asked:
    """What this player sees, and whether it is a reason to notify."""
    seen = akcni.view(round_.state, seat)
    if seat not in seen.actors:
        return _waiting(frame, table, round_, seat, seen)
    lines, rows = _question(frame, table, round_, seat, seen)
    return Asked((widened(lines[0]), *lines[1:]), (*rows, *_calls(frame, table, round_, seen)), anew=True)


def _question(frame: Frame, table: Table, round_: Round, seat: Seat, seen: View) -> tuple[tuple[str, ...], Rows]:
    """What is asked, and the buttons that answer it."""
    person = frame.night.person(round_.players[seat])
    assert person is not None
    own = (*seen.hand, *seen.open[seat])
    match seen.phase:
        case Phase.ANNOUNCE:
            return _announcing(frame, table, round_, seat, seen)
        case Phase.GIVE:
            return _giving(frame, table, round_, seen, seen.open[seat], own)
    if person.menu is Menu.NAME and person.menu_on in own and _asks(seen, person.menu_on):
        return _naming(frame, table, round_, seen, person.menu_on)
    lines = (
        frame.words("▶️ <b>Your turn</b> · {title}", title=frame.title),
        top_line(frame, seen),
        *question_lines(frame, round_, seen),
        *(vote_lines(frame, round_) if holds_up(round_, seat, "play") else ()),
        *_pack(frame, seen),
        *_next(frame, round_, seen),
    )
    cards_ = in_rows([_card(frame, table, round_, seen, code) for code in by_suit(own)], A_ROW)
    return lines, (*cards_, *_answers(frame, table, round_, seen))


def _next(frame: Frame, round_: Round, seen: View) -> tuple[str, ...]:
    words, after = frame.words, seen.next_turn
    if after is None or after == seen.viewer:
        return ()
    held = words.count("{n} card", "{n} cards", seen.counts[after] + len(seen.open[after]))
    return (words("<i>Next: {name} ({cards})</i>", name=name_of(frame, round_, after), cards=held),)


# Cards and what they name


def _label(frame: Frame, shown: Cards, code: Card) -> str:
    """A card of one's own, an open one with an eye."""
    return f"{OPEN} " * (code in shown) + card(frame.words, code)


def _card(frame: Frame, table: Table, round_: Round, seen: View, code: Card) -> Button:
    """Green when it fits, and no vote about its player holds it up (P28)."""
    assert seen.viewer is not None
    goes = code in seen.playable and not holds_up(round_, seen.viewer, "play")
    style = Style.SUCCESS if goes else None
    label = _label(frame, seen.open[seen.viewer], code)
    if _asks(seen, code):
        return frame.button(label, Kind.MENU, Menu.NAME, code, style=style)
    return act(frame, table, round_, label, f"play {write_play(code, _any_name(seen, code))}", style)


def _any_name(seen: View, code: Card) -> str | None:
    """In strict mode a changer that does not fit is refused with its reason; for that it needs some name."""
    return NAMES[code[0]][0] if seen.options.strict and seen.lap is None and _may_name(seen, code) else None


def _asks(seen: View, code: Card) -> bool:
    """Whether a tap on this card asks what it names, before it is laid: in strict mode only where it names something.

    A card that does not fit is refused without being asked.
    """
    return _may_name(seen, code) and (not seen.options.strict or (code in seen.playable and seen.lap is None))


def _may_name(seen: View, code: Card) -> bool:
    return NAMERS.get(code[0]) in seen.options.rules and (code[0] != KING or code[1] == seen.action_suit)


def _naming(frame: Frame, table: Table, round_: Round, seen: View, code: Card) -> tuple[tuple[str, ...], Rows]:
    """The suit, the rank, or whether cards are exchanged; in the pub also what is wrong, or nothing (P24)."""
    words = frame.words

    def name(text: str, named: str, style: Style | None = None) -> Button:
        return act(frame, table, round_, text, f"play {code}={named}", style)

    signs = [name(SUIT_SIGNS[suit], suit) for suit in GERMAN_SUITS]
    suits = [name(f"{SUIT_SIGNS[suit]} {suit_name(words, suit)}", suit) for suit in GERMAN_SUITS]
    ranks = [name(rank(words, named), named) for named in GERMAN_RANKS]
    nothing = (act(frame, table, round_, words("🤐 Say nothing"), f"play {code}"),)
    rows: Rows
    if code[0] == KING:
        text = words("▶️ <b>{card}.</b> Does everybody pass a card back?", card=card(words, code))
        rows = ((name(words("🔄 We swap"), YES), name(words("✋ No swap"), NO)),)
    elif not seen.options.strict:
        text = words("▶️ <b>{card}.</b> What do you call?", card=card(words, code))
        rows = (tuple(signs), *in_rows(ranks, A_ROW))
    elif code[0] == OBER:
        text = words("▶️ <b>{card}.</b> Which suit do you want?", card=card(words, code))
        rows = in_rows(suits, 2)
    else:
        text = words("▶️ <b>{card}.</b> Which rank do you want?", card=card(words, code))
        rows = in_rows(ranks, A_ROW)
    back = (frame.button(words("↩️ Back to the cards"), Kind.MENU),)
    lap = () if seen.lap is None else (words("🧱 In an action lap nothing is named. (P14)"),)
    return (text, *lap), (*rows, *(() if seen.options.strict else (nothing,)), back)


# Words


def _answers(frame: Frame, table: Table, round_: Round, seen: View) -> Rows:
    """Drawing, standing and greeting."""
    words = frame.words
    labels = {
        DRAW: _drawing(words, seen),
        STAND: words("🧍 Stand"),
        GREET: words("👋 Greet"),
    }
    row = tuple(
        act(frame, table, round_, label, akcni.format_action(action), Style.PRIMARY)
        for action, label in labels.items()
        if action in seen.actions
    )
    return (row,) if row else ()


def _drawing(words: Words, seen: View) -> str:
    """What is there of the cards that are due; the others are forgotten (P3)."""
    there = min(seen.number_due or 0, _there(seen))
    return words("🎴 Draw {n}", n=there) if there else words("🎴 Nothing to draw, pass")


def _there(seen: View) -> int:
    return seen.draw + seen.pile - 1


def _pack(frame: Frame, seen: View) -> tuple[str, ...]:
    """That there is less to draw than is due."""
    if _there(seen) >= (seen.number_due or 0):
        return ()
    return (frame.words("🪹 <b>The pack is empty</b>: cards you can't draw are forgotten. (P3)"),)


def _calls(frame: Frame, table: Table, round_: Round, seen: View) -> Rows:
    """What one may have to say; these buttons stay the same whatever the others do (P18, P21, P28)."""
    if seen.options.strict:
        return ()
    words, rules = frame.words, seen.options.rules
    said = {"last": words("☝️ Last one!"), "prsi": words("🌧 Rain, your washing's wet!")}
    if _has_winner(seen):
        del said["prsi"]
    calls = [_call(frame, table, round_, text, call) for call, text in said.items() if call in rules]
    calls += [_say(frame, table, round_, text) for text in _house_words(seen)]
    return _in_pairs(calls)


def _has_winner(seen: View) -> bool:
    """Whether nobody can be the first one out any more, so that it rains on nobody (P18, P26)."""
    return bool(seen.places) and seen.places[0] not in seen.exposed and seen.to_call is not Call.PRSI


def _say(frame: Frame, table: Table, round_: Round, text: str) -> Button:
    """Words of a house rule; what a button's data cannot carry is said as it is compared."""
    label = f"💬 {in_words(frame.words, text)}"
    if ":" not in text:
        with suppress(ValueError):
            return _call(frame, table, round_, label, f"say {text}")
    return _call(frame, table, round_, label, f"say {heard(text)}")


def _call(frame: Frame, table: Table, round_: Round, text: str, action: str) -> Button:
    return frame.button(text, Kind.ACT, table.id, round_.number, AT_ANY_TIME, action)


def _house_words(seen: View) -> tuple[str, ...]:
    """All that house rules want said, each once."""
    texts = {
        heard(effect.text): effect.text for rule in seen.house for effect in rule.effects if effect.kind is Effect.SAY
    }
    return tuple(texts.values())


def _in_pairs(buttons: list[Button]) -> Rows:
    """Two short ones in a row, a long one alone."""
    short = [button for button in buttons if len(button.text) <= SHORT]
    long = tuple((button,) for button in buttons if len(button.text) > SHORT)
    return (*(in_rows(short, 2) if short else ()), *long)


# Other questions


def _announcing(frame: Frame, table: Table, round_: Round, seat: Seat, seen: View) -> tuple[tuple[str, ...], Rows]:
    words = frame.words
    line = words("👑 <b>You turned up the action king.</b> Does everybody pass a card back? (P17)")
    row = (
        act(frame, table, round_, words("🔄 We swap"), "announce yes", Style.PRIMARY),
        act(frame, table, round_, words("✋ No swap"), "announce no", Style.PRIMARY),
    )
    return (line, *_own(frame, seat, seen)), (row,)


def _giving(
    frame: Frame, table: Table, round_: Round, seen: View, shown: Cards, own: Cards
) -> tuple[tuple[str, ...], Rows]:
    assert seen.viewer is not None
    givers = [other in (*seen.actors, *seen.given) for other in range(len(seen.counts))]
    to = next_seat(seen.viewer, -seen.direction, givers)
    line = frame.words("🎁 <b>Which card does {name} get?</b> (P15)", name=name_of(frame, round_, to))
    buttons = [act(frame, table, round_, _label(frame, shown, code), f"give {code}") for code in by_suit(own)]
    return (line,), in_rows(buttons, A_ROW)


# Waiting


def _waiting(frame: Frame, table: Table, round_: Round, seat: Seat, seen: View) -> Asked:
    """Not on turn: only one's own, so that other people's moves do not change it."""
    words = frame.words
    if seat in seen.collapsed:
        return Asked(
            (words("🚑 You're out: nothing more is added, and what you already owe can wait. Get well soon!"),)
        )
    if seat in seen.places:
        place = words("🏁 <b>You're out of cards: {place} place.</b>", place=words.ordinal(seen.places.index(seat) + 1))
        if seat not in seen.exposed:
            return Asked((place,))
        danger = words("A seven or a mistake can still bring you back. (P19, P26)")
        return Asked((place, danger), _calls(frame, table, round_, seen))
    if seen.gift is not None:
        lines: tuple[str, ...] = (words("🎁 You pass back {card}.", card=card(words, seen.gift)),)
    else:
        first, *rest = _own(frame, seat, seen) or (words("No cards in hand."),)
        lines = (_did(frame, round_, seat, (*seen.hand, *seen.open[seat])) + first, *rest)
    slips = _out_of_turn(frame, table, round_, seat, seen) if table.out_of_turn else ()
    rows = (*slips, *_calls(frame, table, round_, seen))
    return Asked((widened(lines[0]), *lines[1:]) if rows else lines, rows, lasting=not slips)


def _own(frame: Frame, seat: Seat, seen: View) -> tuple[str, ...]:
    """One's own cards in words; () without any."""
    words, shown = frame.words, seen.open[seat]
    hand = (words("In hand: {cards}", cards=cards(words, seen.hand)),) if seen.hand else ()
    return (*hand, words("In front of you: {cards}", cards=f"{OPEN} {cards(words, shown)}")) if shown else hand


def _out_of_turn(frame: Frame, table: Table, round_: Round, seat: Seat, seen: View) -> Rows:
    """Where a card out of turn is a mistake, all cards are at hand all the time (P24)."""
    if seen.options.strict or seen.phase is not Phase.PLAY:
        return ()
    shown = seen.open[seat]
    cards_ = [
        _call(frame, table, round_, _label(frame, shown, code), f"play {code}")
        for code in by_suit((*seen.hand, *shown))
    ]
    return (*in_rows(cards_, A_ROW), (_call(frame, table, round_, frame.words("👋 Greet"), "greet"),))


def _did(frame: Frame, round_: Round, seat: Seat, own: Cards) -> str:
    """The player's own latest move, before the hand: replaced messages read like a log of the game."""
    match round_.did[seat].split(" "):
        case ["play", played] if played[:2] not in own:  # otherwise it was taken back
            code, _, name = played.partition("=")
            return f"✓ {card(frame.words, code)}{named(frame, name or None)} · "
        case ["draw", *_]:
            return "✓ 🎴 · "
        case ["stand"]:
            return "✓ 🧍 · "
        case _:
            return ""
