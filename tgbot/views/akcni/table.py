"""The group's message of a running game: what lies there, who holds what, whose turn it is, what is voted on."""

from core import akcni
from core.akcni.state import Phase, Threat
from core.akcni.view import View
from core.game import Seat
from core.night import Round, Table
from core.night.votes import counted
from tgbot.screens import Button, Style
from tgbot.taps import AT_ANY_TIME, Kind, wire
from tgbot.views.akcni.catalogue import in_words
from tgbot.views.cards import SUIT_SIGNS, card, cards, direction, in_the_pile, rank_name, suit_name
from tgbot.views.frame import Frame, awaited, fan, marks

OPEN = "👁"
"""The mark of cards that lie open before their player (P2)."""


def on_table(frame: Frame, round_: Round) -> tuple[str, ...]:
    """The top card with what it demands or threatens, what is asked, the piles."""
    seen = akcni.view(round_.state, None)
    asked = (*question_lines(frame, round_, seen), *vote_lines(frame, round_))
    return (top_line(frame, seen), *asked, _piles(frame, seen))


def top_line(frame: Frame, seen: View) -> str:
    """What lies on top, and what it asks for."""
    words = frame.words
    line = words("On the table: <b>{card}</b>", card=card(words, seen.top))
    if seen.suit is not None:
        line += words(" – suit <b>{suit}</b>", suit=suit_name(words, seen.suit))
    if seen.rank is not None:
        line += words(" – wants <b>{rank}</b>", rank=rank_name(words, seen.rank))
    return line + _threat(frame, seen)


def _threat(frame: Frame, seen: View) -> str:
    """What hangs over the one on turn, after a dash; empty when nothing does."""
    words, attack = frame.words, seen.attack
    if attack is None:
        return ""
    if attack.kind is Threat.SKIP:
        return words(" – <b>stand</b>") if seen.lap is not None else words(" – <b>stand</b>, or an ace")
    due = words.count("{n} card", "{n} cards", attack.cards)
    if seen.returned:
        return words(" – <b>{cards}</b>, no defence", cards=due)
    if attack.eights:
        return words(" – <b>{cards}</b>, or an eight", cards=due)
    return words(" – <b>{cards}</b>, or beat it", cards=due)


def question_lines(frame: Frame, round_: Round, seen: View) -> tuple[str, ...]:
    """What is asked apart from the usual turn, what blocks, what somebody has to do."""
    words = frame.words
    lines: list[str] = []
    if seen.phase is Phase.ANNOUNCE:
        lines.append(words("👑 {name} says whether we swap. (P17)", name=name_of(frame, round_, seen.dealer)))
    if seen.phase is Phase.GIVE:
        missing = ", ".join(name_of(frame, round_, seat) for seat in seen.actors)
        lines.append(words("🎁 Everybody passes a card back. Waiting for: {names} (P15)", names=missing))
    if seen.lap is not None:
        name = name_of(frame, round_, seen.lap)
        lines.append(words("🧱 No card has an effect until it's {name}'s turn again. (P14)", name=name))
    lines += [
        words("🎭 {name}: {text}", name=name_of(frame, round_, deed.seat), text=frame.plain(in_words(words, deed.text)))
        for deed in seen.deeds
        if deed.seat not in round_.acquitted
    ]
    return tuple(lines)


def name_of(frame: Frame, round_: Round, seat: Seat) -> str:
    """Who sits there."""
    return frame.names.get(round_.players[seat], "?")


def _piles(frame: Frame, seen: View) -> str:
    words = frame.words
    action = words("action suit {suit}", suit=SUIT_SIGNS[seen.action_suit])
    return f"{in_the_pile(words, seen.draw)} · {direction(words, seen.direction)} · {action}"


def seat_line(frame: Frame, round_: Round, seat: Seat) -> str:
    """A player: whose turn, the fan, the name, mistakes and marks; below it the open cards."""
    words, seen = frame.words, akcni.view(round_.state, None)
    person = frame.night.person(round_.players[seat])
    assert person is not None
    name = frame.names[person.id]
    signs = (f" ✗{seen.mistakes[seat]}" if seen.mistakes[seat] else "") + marks(frame, person)
    if seat in seen.collapsed:
        return f"🚑 {name}{signs}"
    if seat in seen.places:
        place = seen.places.index(seat) + 1
        exposed = words(" · not safe yet") if seat in seen.exposed else ""
        return f"{'🏆' if place == 1 else f'{place}.'} {name}{exposed}{signs}"
    shown = seen.open[seat]
    below = f"\n└ {OPEN} {cards(words, shown)}" if shown else ""
    held = f"{fan(seen.counts[seat])} " if seen.counts[seat] else ""
    if seat in seen.actors:
        return f"▶️ {held}<b>{name}</b>{signs} · <i>{awaited(frame, round_, person)}</i>{below}"
    return f"{held}{name}{signs}{below}"


# Deeds


def table_rows(frame: Frame, table: Table, round_: Round) -> tuple[tuple[Button, ...], ...]:
    """The vote, or reports of deeds that were not done (P28)."""
    words, vote = frame.words, round_.vote
    if vote is not None:
        return (
            tuple(
                frame.button(
                    f"{label} ({counted(vote, breach)})",
                    Kind.VOTE,
                    table.id,
                    round_.number,
                    vote.accused,
                    wire(breach),
                    style=style,
                )
                for label, breach, style in (
                    (words("👎 Not done"), True, Style.DANGER),
                    (words("👍 Done"), False, Style.SUCCESS),
                )
            ),
        )
    return tuple(
        (
            frame.button(
                words("🚨 {name} hasn't done it", name=name_of(frame, round_, deed.seat)),
                Kind.ACT, table.id, round_.number, AT_ANY_TIME, f"breach {deed.seat}",
            ),
        )
        for deed in akcni.view(round_.state, None).deeds
        if deed.seat not in round_.acquitted
    )  # fmt: skip


def vote_lines(frame: Frame, round_: Round) -> tuple[str, ...]:
    """What is voted on; () for nothing."""
    words, vote = frame.words, round_.vote
    if vote is None:
        return ()
    line = words(
        "⚖️ <b>{by}</b> says: <b>{name}</b> hasn't done “{text}”. The others vote, for a minute at most. (P28)",
        by=name_of(frame, round_, vote.by),
        name=name_of(frame, round_, vote.accused),
        text=frame.plain(in_words(words, vote.text)),
    )
    return (line,)
