"""A player's own screen: the cards to choose from, the question, the buttons that answer it."""

from collections import Counter
from itertools import groupby

from core import shithead
from core.cards import Card, Cards
from core.game import Seat
from core.night import Menu, Round, Table
from core.shithead.actions import Flip, Pickup
from core.shithead.state import Phase
from core.shithead.view import View
from tgbot.screens import Button, Rows, Style
from tgbot.taps import Kind, wire
from tgbot.views.frame import Frame, act, in_rows
from tgbot.views.games import Asked
from tgbot.views.shithead.cards import BLIND, card, cards, opening_rank, rank, several
from tgbot.views.shithead.table import before_them, top_lines
from tgbot.words import Words

A_ROW = 4
MOST_CARDS = 40
"""With more cards to choose from, a rank is one button until it is tapped."""
SPELT_OUT = 4
"""Cards that fit on a button of their own."""
SHORT = 16
"""Characters of a label that fits twice into a row."""
HAND, OPEN = "hand", "open"
"""Where a card lies that is marked to be exchanged."""
SIGNS = {HAND: "✋", OPEN: "👁"}


def asked(frame: Frame, table: Table, round_: Round, seat: Seat) -> Asked:
    """What this player sees, and whether it is a reason to notify."""
    seen = shithead.view(round_.state, seat)
    if seat not in seen.actors:
        return Asked(_waiting(frame.words, round_, seen, seat))
    person = frame.night.person(round_.players[seat])
    assert person is not None
    marks = tuple(person.menu_on.split()) if person.menu is Menu.MARK else ()
    if seen.phase is Phase.SWAP:
        return _swap(frame, table, round_, seen, seat, marks)
    in_use = seen.hand or seen.open[seat]
    marked = _marked(seen, in_use, marks)
    rows = (
        *_cards(frame, table, round_, seen, in_use, marked),
        *_lay(frame, table, round_, seen, in_use, marked),
        *_others(frame, table, round_, seen),
    )
    lines = _begin(frame, seen, seat) if seen.phase is Phase.BEGIN else _turn(frame, round_, seen, seat)
    return Asked(lines, rows, anew=True)


# Exchanging


def _swap(frame: Frame, table: Table, round_: Round, seen: View, seat: Seat, marks: Cards) -> Asked:
    """A card of the hand and a face-up one, in any order: the second tap exchanges them (H3)."""
    words, held = frame.words, {HAND: seen.hand, OPEN: seen.open[seat]}
    zone, code = marks if len(marks) == 2 else ("", "")
    if code not in held.get(zone, ()):
        zone, code = "", ""

    def button(lies: str, at: int, one: Card) -> Button:
        label = f"{SIGNS[lies]} {card(one)}"
        if not zone:
            return frame.button(label, Kind.MENU, Menu.MARK, f"{lies} {one}")
        if lies != zone:
            pair = (code, one) if zone == HAND else (one, code)
            return act(frame, table, round_, label, f"swap {pair[0]} {pair[1]}", Style.SUCCESS)
        if at == held[zone].index(code):
            return frame.button(f"✓ {card(one)}", Kind.MENU)
        return frame.button(label, Kind.MENU, Menu.MARK, f"{lies} {one}")

    rows = [tuple(button(lies, at, one) for at, one in enumerate(zone_cards)) for lies, zone_cards in held.items()]
    lines = (
        words("🔄 <b>Swap cards</b> · {title}", title=frame.title),
        words("Tap one in your hand ✋ and one in front of you 👁 to swap them. (H3)"),
    )
    return Asked(lines, (*rows, (act(frame, table, round_, words("✓ Done"), "ready", Style.PRIMARY),)), anew=True)


# Choosing cards


def _marked(seen: View, in_use: Cards, marks: Cards) -> Cards:
    """The marked cards, if they are cards of one rank that may be laid now; a mark may be old, or anybody's."""
    held = Counter(in_use)
    fits = all(code in seen.playable and code[0] == marks[0][0] for code in marks) and Counter(marks) <= held
    return marks if fits else ()


def _cards(frame: Frame, table: Table, round_: Round, seen: View, in_use: Cards, marked: Cards) -> Rows:
    """The cards, sorted by rank, green what may be laid."""
    buttons: list[Button] = []
    for code, same in groupby(in_use, key=lambda one: one[0]):
        group = tuple(same)
        is_open = len(in_use) <= MOST_CARDS or len(group) == 1 or any(one[0] == code for one in marked)
        labels = [card(one) for one in group] if is_open else [f"{rank(code)} ×{len(group)}"]
        if group[0] not in seen.playable:
            # A tap is refused, and says why and what goes instead.
            buttons += [act(frame, table, round_, *pair) for pair in zip(labels, _plays(group), strict=False)]
        elif len(group) == 1:
            buttons.append(act(frame, table, round_, labels[0], f"play {group[0]}", Style.SUCCESS))
        else:
            buttons += _marks(frame, labels, group, marked)
    return in_rows(buttons, A_ROW)


def _plays(group: Cards) -> list[str]:
    return [f"play {one}" for one in group]


def _marks(frame: Frame, labels: list[str], group: Cards, marked: Cards) -> list[Button]:
    """Of a rank that is held more than once a tap marks a card, the next tap takes the mark away."""
    buttons, ticks = [], Counter(marked)
    # A folded rank has one label, for its first card.
    for label, one in zip(labels, group, strict=False):
        tick = "✓ " if ticks[one] > 0 else ""
        ticks[one] -= 1
        buttons.append(frame.button(tick + label, Kind.MARK, one, wire(not tick), style=Style.SUCCESS))
    return buttons


def _lay(frame: Frame, table: Table, round_: Round, seen: View, in_use: Cards, marked: Cards) -> Rows:
    """Lay what is marked, or all of that rank; who begins has no time to mark anything (H4)."""
    words, row = frame.words, []
    chosen = marked[0][0] if marked else seen.opening
    all_of_it = tuple(code for code in in_use if code[0] == chosen)
    if marked:
        # Beside another button there is room for one card only.
        label = (
            words("Play {cards}", cards=cards(marked))
            if len(marked) <= (SPELT_OUT if len(marked) == len(all_of_it) else 1)
            else words("Play {cards}", cards=several(words, len(marked), marked[0][0]))
        )
        row.append(act(frame, table, round_, label, f"play {' '.join(marked)}", Style.SUCCESS))
    if max(1, len(marked)) < len(all_of_it):
        label = words("Play all ({n})", n=len(all_of_it))
        row.append(act(frame, table, round_, label, f"play {' '.join(all_of_it)}", Style.SUCCESS))
    if any(len(button.text) > SHORT for button in row):
        return tuple((button,) for button in row)
    return (tuple(row),) if row else ()


def _others(frame: Frame, table: Table, round_: Round, seen: View) -> Rows:
    """Taking up the pile, or a card that nobody knows."""
    words = frame.words
    style = None if seen.playable else Style.PRIMARY
    pickups, flips = [], []
    for action in seen.actions:
        if isinstance(action, Pickup):
            label = (
                words("📥 Take the pile ({n})", n=seen.pile)
                if action.card is None
                else words("📥 Take the pile + {card}", card=card(action.card))
            )
            pickups.append(act(frame, table, round_, label, shithead.format_action(action), style))
        elif isinstance(action, Flip):
            label = f"{BLIND} {action.number}"
            flips.append(act(frame, table, round_, label, shithead.format_action(action), Style.PRIMARY))
    return (*in_rows(flips, 3), *in_rows(pickups, 1))


# Words


def _begin(frame: Frame, seen: View, seat: Seat) -> tuple[str, ...]:
    words = frame.words
    if seen.opening is None:
        return (words("🏁 <b>You start</b>, with any card. (H4)"), *_before(words, seen, seat))
    first = opening_rank(words, seen.opening)
    if len(seen.actors) > 1:
        return (
            words("🏁 <b>Start with {rank}!</b> Whoever plays it first starts. (H4)", rank=first),
            *_before(words, seen, seat),
        )
    return (words("🏁 <b>You start with {rank}.</b> (H4)", rank=first), *_before(words, seen, seat))


def _turn(frame: Frame, round_: Round, seen: View, seat: Seat) -> tuple[str, ...]:
    words = frame.words
    lines = [words("▶️ <b>Your turn</b> · {title}", title=frame.title), *top_lines(words, seen)]
    if not seen.hand and not seen.open[seat]:
        lines.append(words("🙈 Only blind cards left: pick one. (H11)"))
    elif not seen.playable:
        lines.append(words("You can't play, so you take the pile."))
    lines += _before(words, seen, seat)
    after = _next(seen, seat)
    held = words.count("{n} card", "{n} cards", seen.counts[after] + len(seen.open[after]) + len(seen.down[after]))
    name = frame.names.get(round_.players[after], "?")
    return (*lines, words("<i>Next: {name} ({cards})</i>", name=name, cards=held))


def _next(seen: View, seat: Seat) -> Seat:
    """Whose turn it is after this one, if nobody is skipped."""
    out = {*seen.places, *seen.collapsed}
    seats = [(seat + n * seen.direction) % len(seen.counts) for n in range(1, len(seen.counts))]
    return next(other for other in seats if other not in out)


def _before(words: Words, seen: View, seat: Seat) -> tuple[str, ...]:
    """The cards on the table, to be played yet or now; blind ones alone are what is asked about."""
    there = before_them(seen, seat) if seen.hand or seen.open[seat] else ""
    return (words("In front of you: {cards}", cards=there),) if there else ()


def _waiting(words: Words, round_: Round, seen: View, seat: Seat) -> tuple[str, ...]:
    """Only one's own, so that other people's moves do not change it."""
    if seat in seen.collapsed:
        return (words("🚑 You're out: nothing more is added, and what you already owe can wait. Get well soon!"),)
    if seat in seen.places:
        return (
            words("🏁 <b>You're out of cards: {place} place.</b>", place=words.ordinal(seen.places.index(seat) + 1)),
        )
    before = before_them(seen, seat)
    held = words("In hand: {cards}", cards=cards(seen.hand)) if seen.hand else words("No cards in hand.")
    lines = [_did(words, round_.did[seat]) + held]
    if before:
        lines.append(words("In front of you: {cards}", cards=before))
    return tuple(lines)


def _did(words: Words, action: str) -> str:
    """The player's own latest action, before what they hold; empty before the first one."""
    match action.split():
        case ["play", *codes]:
            return f"✓ {cards(codes)} · "
        case ["pickup", *_]:
            return "✓ 📥 · "
        case ["flip", _]:
            return f"✓ {BLIND} · "
        case ["ready"]:
            return words("✓ Done") + " · "
        case _:
            return ""
