"""The group's message of a running game: what lies there, what beats it, who holds how much."""

from core import shithead
from core.game import Seat
from core.night import Round
from core.shithead.ranks import ASCENDING, EIGHT, ROW_THAT_BURNS, SEVEN, TWO
from core.shithead.state import Phase
from core.shithead.view import View
from tgbot.views.cards import direction
from tgbot.views.frame import Frame, awaited, clock, fan, marks
from tgbot.views.shithead.cards import BLIND, JOKER_SIGN, card, cards, opening_rank, rank
from tgbot.words import Words


def on_table(frame: Frame, round_: Round) -> tuple[str, ...]:
    """What is asked, or the top of the pile with what goes on it; and the piles."""
    seen = shithead.view(round_.state, None)
    match seen.phase:
        case Phase.SWAP:
            return (_swapping(frame, round_, seen), _piles(frame, seen))
        case Phase.BEGIN:
            return (_beginning(frame, round_, seen), _piles(frame, seen))
        case _:
            return (*top_lines(frame.words, seen), _piles(frame, seen))


def _swapping(frame: Frame, round_: Round, seen: View) -> str:
    return frame.words(
        "🔄 Everybody's swapping cards. Waiting since {time} for: {names}",
        time=clock(round_.asked_at),
        names=_names(frame, round_, seen.actors),
    )


def _beginning(frame: Frame, round_: Round, seen: View) -> str:
    words, names = frame.words, _names(frame, round_, seen.actors)
    if seen.opening is None:
        return words("🏁 Nobody has a card to start with: {names} starts with any.", names=names)
    first = opening_rank(words, seen.opening)
    if len(seen.actors) > 1:
        return words("🏁 It starts with <b>{rank}</b>. Who's quickest: {names}?", rank=first, names=names)
    return words("🏁 {names} starts with <b>{rank}</b>.", rank=first, names=names)


def _names(frame: Frame, round_: Round, seats: tuple[Seat, ...]) -> str:
    return ", ".join(frame.names.get(round_.players[seat], "?") for seat in seats)


def top_lines(words: Words, seen: View) -> tuple[str, ...]:
    """The cards of one rank on top, what goes on them, and how far the pile is from burning."""
    if seen.top is None:
        return (words("The table is empty, anything goes."),)
    run = seen.pile_cards[-max(seen.row, 1) :]
    line = words("On the table: <b>{card}</b>", card=cards(run))
    if seen.to_beat is not None and seen.to_beat not in run:
        line += words(" on {card}", card=card(seen.to_beat))
    line += f" – <b>{what_goes(words, seen)}</b>"
    if seen.row < 2:
        return (line,)
    left = words("🔥 {n}× {rank} more and the pile burns", n=ROW_THAT_BURNS - seen.row, rank=rank(seen.top[0]))
    return (line, left)


def what_goes(words: Words, seen: View) -> str:
    """What the one on turn may lay, beside the cards that go on anything (H5, H6, H15)."""
    on = seen.to_beat and seen.to_beat[0]
    if on is None or on == TWO:
        return words("anything goes")
    if on == SEVEN and seen.options.seven_lower:
        return words("{rank} or lower", rank=rank(on))
    higher = ASCENDING[ASCENDING.index(on) + _strictly(seen) :]
    if len(higher) > 1:
        return words("{rank} or higher", rank=rank(higher[0]))
    return words("only {ranks} can go", ranks=", ".join((*higher, *wild(seen))))


def _strictly(seen: View) -> bool:
    """Whether the one on turn plays face-up cards that must be higher than what lies there (H15)."""
    turn = seen.turn
    return seen.options.open_strict and turn is not None and not seen.counts[turn] and bool(seen.open[turn])


def wild(seen: View) -> tuple[str, ...]:
    """The ranks that go on anything at this table (H6, H13, H15)."""
    transparent = (EIGHT,) if seen.options.eight == "transparent" else ()
    return (TWO, "10", *transparent, *((JOKER_SIGN,) if seen.options.jokers else ()))


def _piles(frame: Frame, seen: View) -> str:
    counts = frame.words(
        "pile {pile} · to draw {draw} · burned {burned}", pile=seen.pile, draw=seen.draw, burned=seen.burned
    )
    return f"<i>{counts}</i> · {direction(frame.words, seen.direction)}"


def seat_line(frame: Frame, round_: Round, seat: Seat) -> str:
    """A player: whose turn, the fan, the name, the marks; below it what lies before them."""
    seen = shithead.view(round_.state, None)
    person = frame.night.person(round_.players[seat])
    assert person is not None
    name, signs = frame.names[person.id], marks(frame, person)
    if seat in seen.collapsed:
        return f"🚑 {name}{signs}"
    if seat in seen.places:
        place = seen.places.index(seat) + 1
        return f"{'🏆' if place == 1 else f'{place}.'} {name}{signs}"
    sign, since = "", ""
    if seen.phase is Phase.SWAP:
        sign = "✅" if seat in seen.ready else "🔄"
    elif seat in seen.actors:
        sign, name = "▶️", f"<b>{name}</b>"
        since = f" · <i>{awaited(frame, round_, person)}</i>"
    line = " ".join(filter(None, (sign, fan(seen.counts[seat]), name))) + signs + since
    before = before_them(seen, seat)
    return f"{line}\n└ {before}" if before else line


def before_them(seen: View, seat: Seat) -> str:
    """The face-up cards, and the ones that nobody knows: "10♦️ K♠️ 🙈🙈🙈"; empty when none is left."""
    blind = BLIND * len(seen.down[seat])
    return " ".join(filter(None, (cards(seen.open[seat]), blind)))
